"""Citation marks in running text: "[2, 5-7]", "(Smith, 2020; Doe et al., 2019a)", raised numbers.

The paper's list of references decides what is a mark: "[0, 1]" is an interval, and "(Tokyo,
2020)" a place and a year, unless the list has such an entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pdfbot.text.writing_systems import HAN_OR_KANA, SOUTHEAST_ASIAN

Range = tuple[int, int]

# Marks that show how a paper cites, where it has no list of references to compare with.
MIN_MARKS = 3
# Share of the numbers up to the highest that occur in brackets, where brackets are marks.
MIN_DENSITY = 0.5
# Letters of a word before a mark; a shorter one is a symbol or a unit: "R2", "cm3", "x[1]".
MIN_WORD_LETTERS = 3

_LEAD = (
    r"(?:(?:see(?:\s+also)?|e\.\s?g\.|i\.\s?e\.|cf\.?|also|but|for\s+(?:an?\s+)?(?:reviews?|examples?)|"
    r"reviewed\s+(?:in|by)|as\s+in|and|by|from|in|after)[,:]?\s+)*"
)
_NUMBER = r"\d{1,3}[a-z]?"
_NUMBERS = rf"{_NUMBER}(?:\s*[-–—,;]\s*{_NUMBER})*"
# Brackets without brackets inside, alone or several in a row: "[1], [3]", "[2]–[5]".
_BRACKETS = re.compile(r"\[[^\[\]]{1,200}\](?:\s*(?:,|;|–|—|-|and|,\s*and)?\s*\[[^\[\]]{1,200}\])*")
_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_LOCATOR = r"(?:,\s*(?:[A-Za-z]{2}|p\.|§)[^\[\]]{0,60})?"
_NUMBER_MARK = re.compile(rf"\s*{_LEAD}({_NUMBERS})\s*{_LOCATOR}")
_PARENTHESES = re.compile(r"\(((?:[^()]|\(\d{4}[\w, ]*\)){3,400})\)")
_RAISED = re.compile(rf"\[?{_NUMBERS}\]?,?")
_NUMBERS_IN_BRACKETS = re.compile(rf"\[({_NUMBERS})\]")
# Several numbers are no exponent, unless it is a range: "10^{2–3}".
_RAISED_LIST = re.compile(rf"\[?{_NUMBER}\s*[,;]\s*{_NUMBER}")
# Before a raised number: a word, a year or punctuation, but no unit, whose exponent it would be.
_ENDS_WORD = re.compile(
    rf"[^\W\d_]{{{MIN_WORD_LETTERS}}}\)?$|[.,;:”’\"?!\]。！？．，、।॥؟،؛۔»」』）]$|"
    r"\b(?:al|on|so|it|us|up)$|"
    r"\b(?:19|20)\d\d\)?$"
)
_ENDS_UNIT = re.compile(r"\b(?:m?mol|min|k?cal|rad|bar|ppm)$")
# A sentence needs what follows one of these: "as in [3]", "see Ref. [4]", "the interval [1, 2]".
_NEEDS_MARK = re.compile(
    r"(?:\b(?:in|by|of|from|to|with|see|than|following|per|on|at|for|via|using|between|and|or|"
    r"refs?|references?|eqs?|equations?|figs?|figures?|tables?|sections?|intervals?|ranges?|cf)"
    r"\.?|[∈=⊂⊆×≤<>∪∩])\s*$",
    re.IGNORECASE,
)
# "(see [3])" can go as a whole.
_OPENED = re.compile(rf"\(\s*{_LEAD}$")
_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?|in press|forthcoming|n\.d\."
_SURNAME = r"(?:(?:Mc|Mac|O’|O'|D’|d’|l’)?[^\W\d_a-z][\w’'‐-]*\.?)"
_PARTICLES = (
    "de|da|del|della|di|du|dos|la|le|van|von|der|den|ten|ter|bin|ibn|el|y|and|of|for|the|et|al|"
    "colleagues|others"
)
_AUTHOR_YEAR = re.compile(
    rf"""
    \s*{_LEAD}
    (?P<names>(?:(?:de|da|del|di|van|von|der|den|ten|la|le)\s+)*{_SURNAME}(?:\s*[,&]\s*(?:&\s*)?|\s+|\.\s*)
      (?:(?:{_SURNAME}|(?:{_PARTICLES})\b\.?|&)(?:\s*,\s*|\s+))*?)
    (?P<year>\(?(?:{_YEAR})\)?)
    (?:\s*(?:,|and|&)\s*(?:{_YEAR}|[a-z](?![\w])))*
    (?:\s*[,:]\s*(?:[A-Za-z]+\.?|§)?\s*[\d–.-]+)?
    (?:,?\s+for\s+(?:an?\s+|more\s+)?(?:reviews?|overviews?|examples?|discussions?|details))?
    \s*""",
    re.VERBOSE,
)
# Between the marks in one pair of parentheses: a semicolon, or a comma after a year.
_SEPARATOR = re.compile(
    r"(?:;|(?<=\d{4}),|(?<=\d{4}[a-z]),)(?!\s+(?:Chapter|Section|Fig|Table|Appendix|Theorem|Eq))"
    r"(?:(?<=;)|(?=\s+[^\W\d_a-z]))"
)
# Names that only a mark has: "et al." or two people.
_SEVERAL_NAMES = re.compile(r"\bet\s+al\b|\S\s+(?:and|&)\s+\S|&")
_WORD = re.compile(r"[^\W\d_]{2,}")
# Chinese and Japanese brackets and separators.
_NARROW = str.maketrans("［］〔〕（），；", "[][](),;")
_WIDE = re.compile("[［］〔〕（），；]")
# What remains of parentheses that had nothing else: "(see )", "(e.g., )".
_EMPTIED = re.compile(
    r"\s*\((?:\s|[,;&]|see|also|e\.\s?g\.|cf\.?|i\.\s?e\.|and|in|for example)*\)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class CitationStyle:
    """How a paper cites: by numbers up to `highest`, by `labels`, or by names and years.

    `entries` are the references in lower case. `has_years` says that marks with names and years are
    frequent enough to be believed without an entry.
    """

    highest: int
    highest_raised: int
    labels: frozenset[str]
    entries: tuple[str, ...]
    has_years: bool

    @staticmethod
    def of(
        texts: Sequence[str],
        references: Iterable[tuple[str, str]],
        note_marks: Iterable[str] = (),
    ) -> CitationStyle:
        """The style of a paper, from its body text, its references and its footnote marks."""
        listed = list(references)
        numbers = [int(label) for label, _ in listed if label.isdecimal()]
        highest = max([*numbers, _highest_in_brackets(texts)])
        notes = [int(mark) for mark in note_marks if mark.isdecimal()]
        strong = sum(
            bool(_SEVERAL_NAMES.search(match["names"]))
            for text in texts
            for found in _PARENTHESES.finditer(text)
            for part in _SEPARATOR.split(found[1])
            if (match := _AUTHOR_YEAR.fullmatch(part))
        )
        return CitationStyle(
            highest=highest,
            highest_raised=max(highest, len(listed), *notes, 0),
            labels=frozenset(label for label, _ in listed if label),
            entries=tuple(text.lower() for _, text in listed),
            has_years=strong >= MIN_MARKS and not numbers,
        )

    def find(self, text: str, raised: Sequence[Range] = ()) -> list[Range]:
        """The marks in a text, in order; `raised` are ranges of characters above the line."""
        text = narrow(text)
        found = [
            *self._brackets(text),
            *self._parentheses(text),
            *self._raised(text, raised),
        ]
        return join_ranges(sorted(found))

    def _brackets(self, text: str) -> Iterable[Range]:
        for match in _BRACKETS.finditer(text):
            before = text[: match.start()]
            contents = _BRACKET.findall(match[0])
            if _is_symbol(before) or text[match.end() : match.end() + 1].isalnum():
                continue
            if _is_needed(before, text[match.end() :]) or not all(map(self._is_mark, contents)):
                continue
            yield match.span()

    def _is_mark(self, content: str) -> bool:
        """Numbers or labels of the list of references, or names and years."""
        if match := _NUMBER_MARK.fullmatch(content):
            numbers = [int(number) for number in re.findall(r"\d+", match[1])]
            return all(1 <= number <= self.highest for number in numbers)
        parts = re.split(r"\s*[,;]\s*", content.strip())
        if all(part in self.labels for part in parts):
            return True
        return all(map(self._is_author_year, _SEPARATOR.split(content)))

    def _parentheses(self, text: str) -> Iterable[Range]:
        """Whole parentheses, or the citing parts of them with their semicolons."""
        for match in _PARENTHESES.finditer(text):
            parts = _SEPARATOR.split(match[1])
            citing = [self._is_author_year(part) for part in parts]
            if any(citing) and all(map(_AUTHOR_YEAR.fullmatch, parts)):
                if not _is_needed(text[: match.start()], text[match.end() :]):
                    yield match.span()
                continue
            start = match.start(1)
            kept = False
            for part, is_mark in zip(parts, citing, strict=True):
                if is_mark:  # with the separator before it, or the one after it at the beginning
                    yield (start - kept, start + len(part) + (not kept))
                kept = kept or not is_mark
                start += len(part) + 1

    def _is_author_year(self, part: str) -> bool:
        match = _AUTHOR_YEAR.fullmatch(part)
        if match is None:
            return False
        names = _WORD.findall(match["names"].lower())
        year = match["year"].strip("()")
        if any(year.rstrip("abcdefgh") in entry and names[0] in entry for entry in self.entries):
            return True
        is_strong = bool(_SEVERAL_NAMES.search(match["names"])) and year[0].isdigit()
        return is_strong and (self.has_years or not self.entries)

    def _raised(self, text: str, raised: Sequence[Range]) -> Iterable[Range]:
        for start, end in find_raised(text, raised):
            numbers = [int(number) for number in re.findall(r"\d+", text[start:end])]
            if all(1 <= number <= self.highest_raised for number in numbers):
                yield start, end


def find_raised(text: str, raised: Iterable[Range]) -> Iterable[Range]:
    """Raised numbers after a word or punctuation; others are exponents: "10^3", "cm^2", "x^2".

    Those at the start of a sentence belong to the one before it.
    """
    for start, end in _raised_runs(text, raised):
        before, after = text[:start].rstrip(), text[end : end + 1]
        if not _RAISED.fullmatch(text[start:end].strip()) or _goes_on(after):
            continue
        is_list = _RAISED_LIST.match(text, start) is not None
        is_first = not before and after.isspace()
        is_behind = _ENDS_WORD.search(before) and not _ENDS_UNIT.search(before)
        if is_list or is_first or is_behind:
            yield start, end


def _goes_on(after: str) -> bool:
    """Whether a word continues after a raised number; always false in scripts without spaces."""
    return after.isalnum() and not HAN_OR_KANA.match(after) and not SOUTHEAST_ASIAN.match(after)


def remove_ranges(text: str, ranges: Sequence[Range]) -> str:
    """The text without these characters, and without the spaces and brackets that they leave."""
    kept = text
    for start, end in reversed(ranges):
        kept = _join(kept[:start], kept[end:])
    if not ranges:
        return text
    kept = _EMPTIED.sub("", kept).strip()
    return kept if _WORD.search(kept) else ""


def _join(before: str, after: str) -> str:
    """Join the parts of a sentence from which a mark was removed."""
    one, other = before.rstrip(), after.lstrip()
    if not one or one.endswith(("(", "[")):
        return one + other.lstrip(",;").lstrip()
    if other[:1] in (".", ",", ";", ":", "!", "?", ")", "]", "’", "”"):
        repeated = one[-1] in ",;" or one[-1] == other[:1] == "."
        return (one[:-1] if repeated and other[:1] in ".,;:" else one) + other
    return one + (" " if one != before or other != after else "") + other


def join_ranges(ranges: Iterable[Range]) -> list[Range]:
    """Ranges that touch or overlap as one."""
    joined: list[Range] = []
    for start, end in ranges:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _raised_runs(text: str, raised: Iterable[Range]) -> list[Range]:
    """Runs of raised characters, which may have a space after a comma: "16, 17"."""
    runs: list[Range] = []
    for start, end in join_ranges(raised):
        if runs and not text[runs[-1][1] : start].strip() and text[runs[-1][1] - 1] == ",":
            start = runs.pop()[0]
        runs.append((start, end))
    return runs


def _is_needed(before: str, after: str) -> bool:
    """Whether the sentence would fall apart without the characters between these offsets."""
    if not before.strip():
        return bool(_WORD.search(after))
    is_alone = _OPENED.search(before) is not None and after.startswith(")")
    return not is_alone and _NEEDS_MARK.search(before) is not None


def _is_symbol(before: str) -> bool:
    """A bracket right after one or two letters is an index: "x[1]"."""
    word = re.search(r"\w+$", before)
    return word is not None and len(word[0]) < MIN_WORD_LETTERS


def narrow(text: str) -> str:
    """The text with narrow brackets and commas instead of full-width ones, at the same offsets."""
    return text.translate(_NARROW) if _WIDE.search(text) else text


def _highest_in_brackets(texts: Iterable[str]) -> int:
    """The highest of the numbers in brackets, 0 if they are too few or too far apart for marks."""
    numbers = {
        int(number)
        for text in texts
        for content in _NUMBERS_IN_BRACKETS.findall(narrow(text))
        for number in re.findall(r"\d+", content)
    }
    highest = max(numbers, default=0)
    return highest if len(numbers) >= max(MIN_MARKS, MIN_DENSITY * highest) else 0
