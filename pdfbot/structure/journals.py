"""The journal of a paper, from its own citation: "Mill. Res. 2019, 12, 345"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pdfbot.model import Line
from pdfbot.rules import Role, Rule

# Where a paper cites itself; its references and its captions cite others.
ROLES = (Role.PAGE_MARGIN, Role.FRONT_MATTER, Role.FOOTNOTE, Role.KEYWORDS)
MIN_JOURNAL_LETTERS = 3
_WORD = r"(?!Vol(?:ume)?\b)[A-Z](?:[^\W\d_]|\d{3,})*(?:[-&’'][^\W\d_]+)*\.?"
_SMALL = r"of|and|in|the|for|on|to|de|der|la|des|für|et|&"
_NAME = rf"(?P<name>(?:\d+ )?{_WORD}(?:,? (?:{_SMALL})| {_WORD})*)"
_YEAR = r"\(?(?:19|20)\d\d\)?"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_MONTHS = rf"{_MONTH}(?:[-–/ ]{_MONTH})?"
_VOLUME = r"(?:[Vv]ol(?:ume|\.)? ?)?\d{1,4} ?(?:\([^)]*\) ?)?"
# What follows the name: a year and a volume, a volume and a page, or a bar and one of these.
_PLACE = "|".join(
    (
        rf",? ?(?:{_MONTHS} ?)?{_YEAR}(?: {_MONTHS})?[,;:.]? ?{_VOLUME}(?:[,:]|No)",
        rf",? {_VOLUME}[,:] ?\w?\d",
        rf",? {_VOLUME}\((?:19|20)\d\d\)",
        r",? [Vv]ol(?:ume|\.)? ?\d",
        rf" ?\| ?(?:[Vv]ol(?:ume|\.)? ?\d|{_YEAR} ?\||{_YEAR} \d|\d{{1,4}} ?:|DOI|https?:|www\.)",
    )
)
_CITED = re.compile(rf"(?:^|(?<=[.|:?] ))(?:[^.|]{{0,60}}\bet al\.?,? )?{_NAME}(?:{_PLACE})")
_AROUND = re.compile(rf"^(?:\d\d+ |ARTICLE |REVIEW )|,? ?\b{_MONTHS}$")
_SENTENCE_END = re.compile(r"(\w+)[.?:] ")
_NO_JOURNAL = re.compile(
    r"\b(?:Box|Tel|Fax|Received|Accepted|Revised|Published|Compiled|Version|Universi\w*|"
    r"Departe?ment|Institut\w*|School|Faculty|Road|Avenue|Ave|Street|Allee|Proceedings)\b"
)


def find_journal(lines: Sequence[tuple[Line, Rule]], title: str, families: Sequence[str]) -> str:
    """The name by which most lines cite the paper, other than its title and authors."""
    words = set(re.findall(r"\w+", title.lower()))
    authors = "|".join(map(re.escape, filter(None, families))) or r"\Z."
    before = re.compile(rf"^.*\b(?:{authors})\b[.,]? ?(?![a-z])")
    cited = _names([line for line, rule in lines if rule.role in ROLES])
    names = Counter(_cleaned(before.sub("", name), page, words) for name, page in cited)
    del names[""]
    return names.most_common(1)[0][0] if names else ""


def _names(lines: Sequence[Line]) -> Iterator[tuple[str, int]]:
    """Candidate names: whatever stands in the position of a journal, with its page."""
    is_read = False
    for line, following in zip_longest(lines, lines[1:]):
        text = line.text
        if following and following.page == line.page and _goes_on(text, following.text):
            text = f"{text.removesuffix(f' {line.page}')} {following.text}".replace("- ", "")
        matches = [m for m in _CITED.finditer(text) if m.start("name") < len(line.text)]
        yield from ((m["name"], line.page) for m in matches if m.start() or not is_read)
        is_read = any(match.end("name") > len(line.text) for match in matches)


def _goes_on(text: str, following: str) -> bool:
    """Whether the name or its volume may continue on the next line."""
    return any(map(str.isdigit, following)) and (
        len(text) > len(following) or following.startswith("Vol")
    )


def _cleaned(name: str, page: int, title: set[str]) -> str:
    """The name without page number, month and title; empty if nothing is left."""
    for match in _SENTENCE_END.finditer(name):
        if match[1].lower() in title:
            name = match.string[match.end() :]
    name = _AROUND.sub("", name.removeprefix(f"{page} ")).strip(" ,")
    if name.count(".") == 1:
        name = name.removesuffix(".")
    words = re.findall(r"\w+", name.lower())
    is_title = len(words) > 1 and title.issuperset(words)
    letters = sum(map(str.isalpha, name))
    return "" if is_title or letters < MIN_JOURNAL_LETTERS or _NO_JOURNAL.search(name) else name
