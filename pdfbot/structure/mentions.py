"""Mentions of figures, tables, sections and equations in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pdfbot.model import Caption, Equation, Mention, Section, Sentence, Table
from pdfbot.text.label_mentions import bare_number, locate_mentions
from pdfbot.text.languages.lexicon import EQUATION, SECTION, entries_of

_AND = r"(?:\s*(?:,|&|and|und|et|y|e)\s*|\s*[–−-]\s*)"


def _pattern(kind: str, number: str) -> re.Pattern[str]:
    """The names of a kind of part in all languages, with numbers behind them."""
    words = "|".join(map(re.escape, sorted(entries_of(kind), key=len, reverse=True)))
    first = rf"(?<!\w)(?:{words})\.?\s*{number}"
    return re.compile(rf"{first}(?:{_AND}{number})*", re.IGNORECASE)


_EQUATION_NUMBER = r"\(?[A-Z]?\d+(?:\.\d+)*[a-z]?\)?(?![\w.]\d)"
_SECTION_NUMBER = r"(?:\d+(?:\.\d+)*|[IVX]+)(?![\w])"
_EQUATIONS = _pattern(EQUATION, _EQUATION_NUMBER)
_SECTIONS = _pattern(SECTION, _SECTION_NUMBER)
# Half of the sentences have none.
_HAS_NUMBER = re.compile(r"\d|[IVXivx](?!\w)")
_NUMBER = re.compile(r"[A-Za-z]?\d[\d.]*[a-z]?(?<!\.)|\b[IVX]+\b")


@dataclass(frozen=True, slots=True)
class NumberedParts:
    """The ids of what sentences can refer to, by kind and number."""

    ids: Mapping[tuple[str, str], str]

    @staticmethod
    def of(
        captions: Sequence[Caption],
        tables: Sequence[Table],
        sections: Sequence[Section],
        equations: Sequence[Equation],
    ) -> NumberedParts:
        """The first part of each kind and number; the label of a turned table has its number."""
        numbered = [((c.kind, bare_number(c.number)), c.id) for c in captions]
        numbered += [(("table", t.label.rpartition(" ")[2]), t.id) for t in tables if t.label]
        numbered += [(("section", s.number), s.id) for s in sections]
        numbered += [(("equation", e.number), e.id) for e in equations]
        return NumberedParts({key: name for key, name in reversed(numbered) if key[1]})


def find_part_mentions(
    sentences: Sequence[Sentence], parts: NumberedParts
) -> dict[str, tuple[Mention, ...]]:
    """The mentions by the ids of their sentences."""
    found = {s.id: tuple(_mentions_in(s.text, parts)) for s in sentences} if parts.ids else {}
    return {name: mentions for name, mentions in found.items() if mentions}


def _mentions_in(text: str, parts: NumberedParts) -> list[Mention]:
    found = [
        Mention(mention.start, mention.end, mention.kind, ids)
        for mention in locate_mentions(text)
        if (ids := _ids(parts, mention.kind, mention.numbers))
    ]
    if _HAS_NUMBER.search(text):
        found += _numbered(text, _EQUATIONS, "equation", parts)
        found += _numbered(text, _SECTIONS, "section", parts)
    return sorted(found, key=lambda mention: mention.start)


def _numbered(
    text: str, pattern: re.Pattern[str], kind: str, parts: NumberedParts
) -> Iterator[Mention]:
    """A mention for each number after a name; the first includes the name."""
    for match in pattern.finditer(text):
        for index, number in enumerate(_NUMBER.finditer(text, *match.span())):
            if ids := _ids(parts, kind, (number[0],)):
                start = number.start() if index else match.start()
                closes = text[number.start() - 1] == "(" and text.startswith(")", number.end())
                yield Mention(start, number.end() + closes, kind, ids)


def _ids(parts: NumberedParts, kind: str, numbers: Sequence[str]) -> tuple[str, ...]:
    found = (parts.ids.get((kind, number)) for number in numbers)
    return tuple(dict.fromkeys(name for name in found if name))
