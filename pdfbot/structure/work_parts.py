"""Title, source, volume and pages: what follows the authors in an entry of a list of references."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pdfbot.structure.character_typefaces import ITALIC
from pdfbot.structure.locators import YEAR, find_locator
from pdfbot.structure.title_ends import (
    begins_collection,
    begins_kind,
    ends_with_italics,
    without_in,
)

_UP = r"(?![a-zß-öø-ÿа-яё])[^\W\d_]"
_YEARS = re.compile(rf"(?<![\w–−/-])(?<!\d\.)({YEAR})(?![\w–−/]|-\d|\.\d)")
_FIRST_YEAR = re.compile(
    rf"[\s.,:;]*(?:[(\[]\s*({YEAR})(?:,? [A-Z][a-z]+\.?(?: \d+(?:[–-]\d+)?)?)?\s*[)\]]"
    rf"|\(n\.d\.\)|({YEAR})\b(?![–-]))"
    r"[\s.,:;]*"
)
_ACCESSED = re.compile(
    r"\b(?:accessed|cited|retrieved|available|access date|visited|last|viewed|downloaded)\b", re.I
)
_QUOTED = re.compile(r"\s*[“\"«„‘'](.+?)(?:[,.;]?[”\"»“’'](?=[\s,.;:(]|$))")
# Where one part may end and the next begin.
_BREAKS = re.compile(
    r"(?<=[.?!])[”’\"]?\s+|,\s+|;\s+|:\s+|\s+[–—-]\s+|\s+(?=[Ii]n[: ])|(?<=[”’\"])\s+"
)
_SMALL_WORDS = frozenset(
    "of and the in for et de la le des du del der die das und für on a an to & e y i di da do dos "
    "van von et al with at as".split()
)
_ABBREVIATION = re.compile(
    rf"(?:^|[\s(.-])(?:{_UP}[^\W\d_]{{0,4}}|spp?|var|vs|cv|subsp|eds?|no|vol|e\.g|i\.e|cf)\.$"
)
_BARE_WORD = re.compile(r"[^\W\d_][\w’'.-]*")
# What lists in the style of the APA add to a title.
_ADDED = re.compile(
    r"\s*(?:\((?:[^()]*\b(?:[Vv]ersion|[Ee]ds?\.|pp\.|latest|"
    r"[Tt]ech\. [Rr]ep\.|[Dd]octoral|[Mm]aster’s)[^()]*|"
    r"v?\d+(?:\.\d+)+)\)"
    r"|\([^()]*,\s[Ee]ds?[.,;]*|\[[^\[\]]*(?:[Rr]eport|[Tt]hesis|[Dd]issertation|[Ss]oftware|"
    r"[Dd]ata ?set|[Pp]reprint)[^\[\]]*\])$"
)
# The publisher of a book: "(Delft: Mill Press)", "(Mill Press, Delft, 2001)"; before the name of a
# journal this could be a family of beetles.
_IMPRINT = re.compile(rf"\s*\({_UP}[^()]*(?:[^\W\d_]:\s[^()]+|,\s{YEAR})\)$")
# Nothing but abbreviations: the name of a journal.
_SHORT_NAME = re.compile(rf"(?:{_UP}[^\W\d_]*\.[ -]?)+(?:{_UP}[^\W\d_]*)?")
# An abbreviation keeps its full stop at the end of a part.
_ENDS_SHORT = re.compile(rf"\b{_UP}[^\W\d_]{{0,5}}\.$")

# What speaks for a year that does not follow the authors, in points.
YEAR_IN_BRACKETS = 2.0
YEAR_BEFORE_SEMICOLON = 2.0
YEAR_BEFORE_COMMA = 0.5
YEAR_AT_END = 1.0
YEAR_OF_ACCESS = -4.0
# Characters before a year in which a date of access is announced.
ACCESS_REACH = 40
# What speaks for a break between title and source, in points: the punctuation, by itself and
# because the list has it there; how much the source reads like the name of a journal; italics; a
# source of many words; a full stop that only abbreviates; the length of the title, a little.
MARK_POINTS = {".": 2.0, "?": 2.0, "!": 2.0, ",": 0.5}
OTHER_MARK = -1.0
USUAL_MARK = 2.0
BEFORE_IN = 6.0
JOURNAL_POINTS = 4.0
# Share of its words: the name of a journal has more in capitals.
MIN_JOURNAL_CAPITALS = 0.75
ITALIC_SOURCE = 4.0
ITALIC_TITLE = -3.0
ITALICS_END = 7.0
MAX_SOURCE_WORDS = 9
LONG_SOURCE_WORD = -0.5
AT_SENTENCE_END = 1.0
ABBREVIATED = -2.5
PER_CHARACTER = -0.004
# Words; and letters of a title that is a single one, before a full stop.
MIN_TITLE_WORDS = 2
MIN_LONE_TITLE = 7
# Characters at the end of a source, and the share of them that is italic in a list that sets
# sources in italics, as at least half of its entries do.
SOURCE_END = 12
MIN_ITALIC_SHARE = 0.6
HALF = 0.5

Part = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WorkParts:
    """The parts of an entry after its authors; `mark` is the punctuation after the title."""

    title: str = ""
    source: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class PartStyle:
    """The style of a list of references: the mark after titles, and whether sources are italic."""

    mark: str = ""
    italic: bool = False


def read_year(text: str, start: int) -> tuple[str, int]:
    """The year and, if it follows the authors, where the text continues after it."""
    if match := _FIRST_YEAR.match(text, start):
        return match[1] or match[2] or "", match.end()
    years = [(_year_points(text, m), m.start(), m[1]) for m in _YEARS.finditer(text, start)]
    return max(years, default=(0.0, 0, ""))[2], start


def _year_points(text: str, match: re.Match[str]) -> float:
    before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
    points = 0.0
    if before.endswith(("(", "[")) and after.startswith((")", "]")):
        points += YEAR_IN_BRACKETS
    if after.startswith(";"):
        points += YEAR_BEFORE_SEMICOLON
    if after.startswith((",", ":")):
        points += YEAR_BEFORE_COMMA
    if not after.strip(".) "):
        points += YEAR_AT_END
    if _ACCESSED.search(text, max(0, match.start() - ACCESS_REACH), match.start()):
        points += YEAR_OF_ACCESS
    return points + match.start() / len(text)


def read_parts(text: str, faces: str, start: int, style: PartStyle) -> WorkParts:
    """The parts of an entry from `start` on; `faces` has the typeface of each character."""
    start += len(text[start:]) - len(text[start:].lstrip(" .,:;)"))
    locator, end = find_locator(text, start)
    volume, issue, pages = (_group(locator, name) for name in ("volume", "issue", "pages"))
    numbers = (volume, issue, pages.rstrip(".,"))
    if quoted := _QUOTED.match(text, start):
        source = text[quoted.end() : max(end, quoted.end())].lstrip(" ,.")
        return WorkParts(_title(quoted[1]), _tidy(without_in(source)), *numbers, mark="”")
    is_short = volume and _SHORT_NAME.fullmatch(text[start:end].strip(" ,"))
    located = locator is not None
    split = None if is_short else _choose_break(text, faces, (start, end), style, located)
    if split is None:
        whole = _tidy(text[start:end])
        is_source = bool(volume) and _capitals(whole) == 1.0
        title = _title(_IMPRINT.sub("", whole))
        return WorkParts(*(("", whole) if is_source else (title, "")), *numbers)
    low, high = split
    source = _tidy(without_in(text[high:end]))
    return WorkParts(_title(text[start:low]), source, *numbers, mark=_mark(text, low))


def _group(match: re.Match[str] | None, name: str) -> str:
    return (match.groupdict().get(name) or "").strip() if match else ""


def _choose_break(
    text: str, faces: str, part: Part, style: PartStyle, located: bool
) -> Part | None:
    """The break between title and source with the highest score."""
    scored = [
        (points + USUAL_MARK * (mark == style.mark), -low, high)
        for points, mark, low, high in _score_breaks(text, faces, part, style.italic, located)
    ]
    best, low, high = max(scored, default=(0.0, 0, 0))
    return (-low, high) if best > 0 else None


# Each entry of a list is read twice: to learn the usual mark of the list, and then with it.
@lru_cache(maxsize=1024)
def _score_breaks(
    text: str, faces: str, part: Part, italic: bool, located: bool
) -> Sequence[tuple[float, str | None, int, int]]:
    """The possible breaks with their scores and marks; a mark is None if it does not matter."""
    start, end = part
    return [
        (*scored, low, high)
        for low, high in _breaks(text, start, end)
        if (scored := _points(text, faces, (start, low), (high, end), italic, located))
    ]


def _breaks(text: str, start: int, end: int) -> Iterator[Part]:
    """Possible breaks, none of them within parentheses."""
    for match in _BREAKS.finditer(text, start, end):
        is_closed = text.count("(", start, match.start()) <= text.count(")", start, match.start())
        if match.start() > start and match.end() < end and is_closed:
            yield match.start(), match.end()


def _points(
    text: str, faces: str, title: Part, source: Part, italic: bool, located: bool
) -> tuple[float, str | None] | None:
    """The score of a break, and its mark if that counts; None if one of the parts is impossible."""
    first, rest = text[slice(*title)], text[slice(*source)]
    mark = _mark(text, title[1])
    points = PER_CHARACTER * (title[1] - title[0])
    if begins_collection(mark, rest) or begins_kind(mark, rest):
        return BEFORE_IN + points, None
    if not rest[:1].isalnum() or rest[:1].islower() or not _is_title(first, mark):
        return None
    points += MARK_POINTS.get(mark, OTHER_MARK)
    if located:
        points += JOURNAL_POINTS * (_capitals(rest) - MIN_JOURNAL_CAPITALS)
        points += LONG_SOURCE_WORD * max(0, len(_BARE_WORD.findall(rest)) - MAX_SOURCE_WORDS)
    else:
        points += AT_SENTENCE_END if mark in MARK_POINTS and mark != "," else OTHER_MARK
    if italic:
        points += ITALIC_SOURCE * _italics(faces, source) + ITALIC_TITLE * _italics(faces, title)
    if ends_with_italics(mark, first, faces[slice(*title)], faces[source[0]]):
        points += ITALICS_END
    if mark == "." and _ABBREVIATION.search(first):
        points += ABBREVIATED
    return points, mark


def _is_title(text: str, mark: str) -> bool:
    return len(text.split()) >= MIN_TITLE_WORDS or (
        mark == "." and len(text.rstrip(".")) >= MIN_LONE_TITLE
    )


def _capitals(text: str) -> float:
    """The share of words that journal names have: capitalised, or small words between those."""
    words = _BARE_WORD.findall(text)
    fine = sum(not w[0].islower() or w.lower() in _SMALL_WORDS for w in words)
    return fine / len(words) if words else 0.0


def _italics(faces: str, part: Part) -> float:
    cut = faces[slice(*part)]
    return cut.count(ITALIC) / max(len(cut), 1)


def _mark(text: str, end: int) -> str:
    """The punctuation at the end of a title."""
    before = text[:end].rstrip('”’" ')[-1:]
    return before if before in ".?!" else text[end : end + 2].strip()[:1]


def _title(text: str) -> str:
    """The title without additions in brackets: "(Version 2.1)", "(A. Miller, Ed.)", "[Report]"."""
    title = _tidy(text).rstrip(".")
    while (match := _ADDED.search(title)) and match.start():
        title = _tidy(title[: match.start()]).rstrip(".")
    return title


def _tidy(text: str) -> str:
    kept = " ".join(text.split()).strip(" ,;:–—-").strip('“”"«»„')
    return kept.rstrip(",;: " if _ENDS_SHORT.search(kept) else ".,;: ")


def learn_parts(entries: Sequence[tuple[str, str, int]]) -> PartStyle:
    """Learn the style of a list from its entries, their typefaces, and where their titles begin."""
    italics = []
    for text, faces, start in entries:
        locator, end = find_locator(text, start)
        if locator is not None:
            italics.append(_italics(faces, (max(start, end - SOURCE_END), end)) >= MIN_ITALIC_SHARE)
    style = PartStyle(italic=sum(italics) >= HALF * max(len(italics), 1))
    marks = Counter(read_parts(*entry, style).mark for entry in entries)
    del marks[""]
    return PartStyle(max(marks, key=lambda mark: marks[mark], default=""), style.italic)
