"""Scores the structure of a paper: title, headings, sections, captions, footnotes, references.

docs/evaluation.md defines the figures. They are computed from Markdown and TEI, so that the output
of any tool can be scored.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from pdfbot.errors import FileMissingError, InputError
from pdfbot.evaluation.metrics import harmonic_mean

# Per cent: similarity from which texts, and the words of references, count as equal.
MIN_SIMILAR_TEXT = 90.0
MIN_SIMILAR_ENTRY = 70.0
# Letters and digits: shorter items, and shorter paragraphs, are not scored.
MIN_ITEM = 3
MIN_PARAGRAPH = 61
# Levels by which a tool may start deeper than the truth; the best shift for each paper counts.
SHIFTS = range(-1, 4)

TEI = "{http://www.tei-c.org/ns/1.0}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_NUMBER = re.compile(
    r"^\W*(?:(?:section|appendix)\s+)?(?:\d+(?:\.\d+)*|[ivxIVX]+|[A-H])(?:[.):|–-]\s*|\s+)(?=\S)"
)
_LABEL = re.compile(
    r"^\W*(?:supplementary\s+)?(?:fig(?:ure)?|table|tab|scheme|box|algorithm|listing|plate|chart)"
    r"\W*\w{1,4}\b[\s.:|)–-]*",
    re.IGNORECASE,
)
# Headings that count neither for nor against.
_UNSCORED = re.compile(r"abstract|references|bibliography")
_BLOCKS = re.compile(r"\n\s*\n|\n(?=#{1,6}\s)|(?<=\n)(?=#{1,6}\s)")
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")

Key = str | Counter[str]


@dataclass(frozen=True, slots=True)
class Rates:
    """Precision and recall of the items of one kind."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        return harmonic_mean(self.precision, self.recall)


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureScore:
    """The figures of one paper; None where the truth has nothing to compare with."""

    title: float | None = None
    headings: Rates | None = None
    levels: float | None = None
    section: float | None = None
    path: float | None = None
    captions: Rates | None = None
    footnotes: Rates | None = None
    references: Rates | None = None


@dataclass(frozen=True, slots=True)
class FoundStructure:
    """What a tool found: headings with levels, paragraphs with their headings, and lists."""

    title: str = ""
    headings: tuple[tuple[str, int], ...] = ()
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    captions: tuple[str, ...] = ()
    footnotes: tuple[str, ...] = ()
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StructureTruth:
    """What should be found: nonbody items by kind, levels of headings, sections of paragraphs.

    `is_published` means that the truth is a publisher's XML, which has references but mixes other
    things with its footnotes; other truth has footnotes, but lists references by page.
    """

    items: Mapping[str, tuple[str, ...]]
    levels: tuple[int | None, ...]
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...]
    is_published: bool


def read_structure_truth(path: Path) -> StructureTruth:
    """The structure in a ground truth file; an error names the file."""
    try:
        return parse_structure_truth(json.loads(path.read_bytes()))
    except OSError as error:
        raise FileMissingError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path}: not ground truth as described in docs/evaluation.md ({error})"
        ) from None


def parse_structure_truth(record: Mapping[str, Any]) -> StructureTruth:
    kept = [n for n in record["nonbody"] if len(text_key(n["text"])) >= MIN_ITEM]
    headings = [
        n for n in kept if n["kind"] == "heading" and not _UNSCORED.fullmatch(text_key(n["text"]))
    ]
    kinds = ("title", "caption", "footnote", "reference")
    items = {kind: tuple(n["text"] for n in kept if n["kind"] == kind) for kind in kinds}
    return StructureTruth(
        items=items | {"heading": tuple(n["text"] for n in headings)},
        levels=tuple(n.get("level") for n in headings),
        paragraphs=tuple(
            (p["text"], tuple(p["section"]))
            for p in record["paragraphs"]
            if not p.get("optional")
            and "section" in p
            and len(text_key(p["text"])) >= MIN_PARAGRAPH
        ),
        is_published="labels" in record,
    )


def read_structure(markdown: str, tei: str) -> FoundStructure:
    """The structure in Markdown and TEI; either may be empty."""
    title, headings, paragraphs = _read_markdown(markdown)
    lists = _read_tei(tei) if tei.strip() else {}
    return FoundStructure(title, tuple(headings), tuple(paragraphs), **lists)


def _read_markdown(
    text: str,
) -> tuple[str, list[tuple[str, int]], list[tuple[str, tuple[str, ...]]]]:
    title = ""
    headings: list[tuple[str, int]] = []
    paragraphs: list[tuple[str, tuple[str, ...]]] = []
    above: list[tuple[str, int]] = []
    for block in _BLOCKS.split(text):
        lines = block.strip().splitlines()
        while lines and (mark := _HEADING.match(lines[0])):
            name, level = re.sub(r"[*_`]", "", mark[2]).strip(), len(mark[1])
            lines.pop(0)
            if not title and level == 1 and not headings:
                title = name
                continue
            headings.append((name, level))
            above = [*(heading for heading in above if heading[1] < level), (name, level)]
        if lines:
            paragraphs.append((" ".join(lines), tuple(name for name, _ in above)))
    return title, headings, paragraphs


def _read_tei(text: str) -> dict[str, tuple[str, ...]]:
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InputError(f"not XML ({error})") from None
    notes = [n for n in root.iter(f"{TEI}note") if n.get("place") == "foot"]
    entries = [
        next((n for n in entry.iter(f"{TEI}note") if n.get("type") == "raw_reference"), entry)
        for entry in root.iter(f"{TEI}biblStruct")
        if entry.get(XML_ID)
    ]
    return {
        "captions": tuple(map(_text, root.iter(f"{TEI}figDesc"))),
        "footnotes": tuple(map(_text, notes)),
        "references": tuple(map(_text, entries)),
    }


def _text(element: ElementTree.Element) -> str:
    return re.sub(r"\s+", " ", " ".join(element.itertext())).strip()


def score_structure(truth: StructureTruth, found: FoundStructure) -> StructureScore:
    """The figures of one paper."""
    titles = [text_key(title) for title in truth.items["title"]]
    headings = [h for h in found.headings if not _UNSCORED.fullmatch(heading_key(h[0]))]
    keys = [heading_key(heading) for heading, _ in headings]
    wanted = [heading_key(heading) for heading in truth.items["heading"]]
    section, path = _score_sections(truth, found)
    return StructureScore(
        title=float(any(_is_same(text_key(found.title), t) for t in titles)) if titles else None,
        headings=_rates(keys, wanted),
        levels=_score_levels([level for _, level in headings], truth.levels, pair(keys, wanted)),
        section=section,
        path=path,
        captions=_rates_of(found.captions, truth.items["caption"], caption_key),
        footnotes=None
        if truth.is_published
        else _rates_of(found.footnotes, truth.items["footnote"], text_key),
        references=_rates_of(found.references, truth.items["reference"], entry_words)
        if truth.is_published
        else None,
    )


def _score_levels(
    found: Sequence[int], wanted: Sequence[int | None], hits: Mapping[int, int]
) -> float | None:
    """The share of the headings found whose depth is right."""
    depths = [(found[a], level) for a, b in hits.items() if (level := wanted[b])]
    if not depths:
        return None
    return max(sum(got - shift == level for got, level in depths) for shift in SHIFTS) / len(depths)


def _score_sections(
    truth: StructureTruth, found: FoundStructure
) -> tuple[float | None, float | None]:
    """The shares of the paragraphs found under the right heading, and under the right path."""
    if not truth.paragraphs or not found.paragraphs:
        return None, None
    hits = pair(
        [text_key(text) for text, _ in found.paragraphs],
        [text_key(text) for text, _ in truth.paragraphs],
    )
    inner = whole = 0
    for a, b in hits.items():
        got = [h for h in map(heading_key, found.paragraphs[a][1]) if h != "abstract"]
        wanted = [heading_key(heading) for heading in truth.paragraphs[b][1]]
        inner += bool(got and wanted and _is_same(got[-1], wanted[-1])) or not (got or wanted)
        whole += len(got) == len(wanted) and all(map(_is_same, got, wanted))
    return inner / max(1, len(hits)), whole / max(1, len(hits))


def _rates_of(found: Iterable[str], wanted: Iterable[str], key: Any) -> Rates | None:
    return _rates([key(text) for text in found], [key(text) for text in wanted])


def _rates(found: Sequence[Key], wanted: Sequence[Key]) -> Rates | None:
    if not wanted:
        return None
    hits = len(pair(found, wanted))
    return Rates(hits / len(found) if found else 0.0, hits / len(wanted))


def pair(found: Sequence[Any], wanted: Sequence[Any]) -> dict[int, int]:
    """Pair found keys with wanted keys, best pairs first, each key once.

    Among equal pairs, those at about the same place in both lists win.
    """
    if not found or not wanted:
        return {}
    close = (
        _close_texts(found, wanted) if isinstance(wanted[0], str) else _close_entries(found, wanted)
    )
    ranked = sorted((-score, abs(a / len(found) - b / len(wanted)), a, b) for score, a, b in close)
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for _, _, a, b in ranked:
        if a not in pairs and b not in used:
            pairs[a] = b
            used.add(b)
    return pairs


def _close_texts(found: Sequence[str], wanted: Sequence[str]) -> Iterable[tuple[float, int, int]]:
    from rapidfuzz import fuzz, process  # optional: pdfbot[evaluate]

    scores = process.cdist(found, wanted, scorer=fuzz.ratio, score_cutoff=MIN_SIMILAR_TEXT)
    return ((float(scores[a, b]), int(a), int(b)) for a, b in zip(*scores.nonzero(), strict=True))


def _close_entries(
    found: Sequence[Counter[str]], wanted: Sequence[Counter[str]]
) -> Iterable[tuple[float, int, int]]:
    for a, one in enumerate(found):
        for b, other in enumerate(wanted):
            score = 200 * (one & other).total() / max(1, one.total() + other.total())
            if score >= MIN_SIMILAR_ENTRY:
                yield score, a, b


def _is_same(one: str, other: str) -> bool:
    from rapidfuzz import fuzz  # optional: pdfbot[evaluate]

    return fuzz.ratio(one, other) >= MIN_SIMILAR_TEXT


def text_key(text: str) -> str:
    """The letters and digits of a text in lower case."""
    return "".join(re.findall(r"\w", unicodedata.normalize("NFKC", text).lower()))


def heading_key(text: str) -> str:
    """The same without the number of a heading."""
    return text_key(_NUMBER.sub("", text.strip()))


def caption_key(text: str) -> str:
    """The same without the label of a caption."""
    return text_key(_LABEL.sub("", text.strip()) or text)


def entry_words(text: str) -> Counter[str]:
    """The words of three letters or more in a reference."""
    return Counter(re.findall(r"[^\W\d_]{3,}", unicodedata.normalize("NFKC", text).lower()))
