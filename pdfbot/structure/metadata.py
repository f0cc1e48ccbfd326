"""The paper's metadata: authors, affiliations, DOI, journal, dates, licence, keywords."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pdfbot.bibliography import Affiliation, Author, Metadata
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.script_ranges import find_scripts
from pdfbot.model import Line
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.title_block import find_title
from pdfbot.notation import raised_ranges
from pdfbot.paragraphs.joining import join_text
from pdfbot.rules import Role, Rule
from pdfbot.runs import split_runs
from pdfbot.structure.identifiers import find_identifiers
from pdfbot.structure.journals import find_journal
from pdfbot.structure.people import read_people
from pdfbot.text.hyphens import Vocabulary

# Pages with front matter; further pages repeat the DOI in their margins.
FRONT_PAGES = 2
MAX_KEYWORD_WORDS = 8
NO_PLACE = (Role.HEADING, Role.KEYWORDS)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ORCID = re.compile(r"\b(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b")
_DATE = (
    r"(\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]+\.?,? \d{4}|[A-Z][a-z]+\.? \d{1,2},? \d{4}|"
    r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})"
)
_DATES = {
    name: re.compile(rf"\b{word}\b[^.;\d]{{0,30}}?:?\s*{_DATE}", re.IGNORECASE)
    for name, word in (
        ("received", "received"),
        ("accepted", "accepted"),
        ("published", "published(?: online)?"),
    )
}
_LICENCE = re.compile(
    r"creativecommons\.org/licenses/(?P<code>by[a-z-]*)/(?P<version>\d\.\d)|"
    r"\bCC[ -](?P<short>BY(?:[ -](?:NC|ND|SA))*)(?:[ -](?P<short_version>\d\.\d))?|"
    r"Creative Commons Attribution(?P<words>[A-Za-z ‐–-]{0,40}?)(?:Licen[sc]e|\(|\d|$)"
)
_WORDS_OF_LICENCE = {"noncommercial": "NC", "noderiv": "ND", "sharealike": "SA"}
_KEYWORDS = re.compile(r"^[^:.]{0,25}[:.—–-]\s*|^(?:Key ?words?|Index terms)\s+", re.IGNORECASE)
_PLACE = re.compile(
    r"universit|department|institut|faculty|school|college|hospital|cent(?:er|re)|laborator|academy|"
    r"division|foundation|company|\b(?:inc|ltd|gmbh)\b|research|ministry|council|agency|museum",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:Addresse?s?|Affiliations?|Author details|Full list of author\w*[^:]*)\s*:?\s*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:^|(?<=[,;.] )|(?<=and ))(\d{1,2}|[*∗†‡§¶]|[a-z](?= ?[A-Z]))\s?(?=[A-Z])"
)
_AT_END = re.compile(r"\s*(?:[,;.]|\band)?\s*$|\s*[;,]?\s*[\w.+-]+@.*$")


def read_front_matter(
    context: DocumentContext, judgement: Judgement, vocabulary: Vocabulary
) -> Metadata:
    """Read the metadata from nonbody lines on the first pages and in the margins."""
    lines = list(_lines_aside(context, judgement))
    front = [line for line, _ in lines if line.page <= FRONT_PAGES]
    text = "\n".join(line.text for line in front)
    page = find_title(context, judgement)
    block, people = _people(context, judgement, vocabulary, page.authors)
    marks = {mark for author in people for mark in author.marks}
    # A heading ends an affiliation, and so does a line of the authors.
    ends = {line.id for line in block} | {p.id for p, rule in lines if rule.role in NO_PLACE}
    affiliations = tuple(_affiliations(front, marks, ends))
    emails = tuple(dict.fromkeys(_EMAIL.findall(text)))
    orcids = dict.fromkeys(_ORCID.findall(text))
    return Metadata(
        authors=_linked(people, affiliations, emails, list(orcids)),
        affiliations=affiliations,
        emails=emails,
        doi=_own_doi(lines),
        arxiv=find_identifiers(text).arxiv,
        journal=find_journal(
            lines,
            " ".join(line.text for line in page.title),
            [author.family for author in people],
        ),
        licence=_licence(text),
        keywords=_keywords(context, judgement, vocabulary),
        **{name: found[1] if (found := date.search(text)) else "" for name, date in _DATES.items()},
    )


def _people(
    context: DocumentContext,
    judgement: Judgement,
    vocabulary: Vocabulary,
    authors: Sequence[Line],
) -> tuple[Sequence[Line], tuple[Author, ...]]:
    """The authors and their block: the one below the title, or the first one that names people."""
    below: list[Line] = [
        line
        for line in context.layouts[0].lines
        if judgement.role_of(line) is Role.FRONT_MATTER
        and judgement.rule_of(line) is not Rule.TITLE
    ]
    blocks = split_runs(below, lambda run, line: is_same_size(run[-1].size, line.size))
    found: Sequence[Sequence[Line]] = (authors, *blocks)
    for block in found:
        if block:
            joined = join_text(block, vocabulary)
            people = read_people(joined.text, joined.scripts)
            if people:
                return block, people
    return (), ()


def _lines_aside(context: DocumentContext, judgement: Judgement) -> Iterator[tuple[Line, Rule]]:
    """The lines that are not body text, with the rules that took them out."""
    for line in context.lines:
        rule = judgement.rule_of(line)
        if rule is not None:
            yield line, rule
    for layout in context.layouts:
        for aside, verdict in layout.out_of_flow:
            yield aside, verdict.rule


def _own_doi(lines: Sequence[tuple[Line, Rule]]) -> str:
    """The DOI printed most often, the first of several; DOIs of references are not counted."""
    pages: dict[str, list[int]] = defaultdict(list)
    numbered: dict[str, set[int]] = defaultdict(set)
    for index, (line, rule) in enumerate(lines):
        # Behind the references, a line with nothing else may be the paper's own.
        if "10." not in line.text or (rule.role is Role.REFERENCE and " " in line.text.strip()):
            continue
        following = lines[index + 1][0].text if index + 1 < len(lines) else ""
        is_cut = line.text.rstrip().endswith(("/", ".", "-", "_"))
        doi = find_identifiers(f"{line.text} {following}" if is_cut else line.text).doi
        if doi:
            pages[doi].append(line.page)
        if doi.endswith(number := str(line.page)):
            numbered[doi.removesuffix(number).rstrip(".")].add(line.page)
    # The number of each page may stand right behind it.
    for doi, found in numbered.items():
        if len(found) > 1 or doi in pages:
            pages[doi] += sorted(found)
    return max(pages, key=lambda doi: (min(pages[doi]) == 1, len(pages[doi])), default="")


def _licence(text: str) -> str:
    match = _LICENCE.search(text)
    if match is None:
        return ""
    if match["words"] is not None:
        bare = re.sub(r"[^a-z]", "", match["words"].lower())
        parts = [code for word, code in _WORDS_OF_LICENCE.items() if word in bare]
        return "-".join(["CC BY", *parts])
    code = re.sub(r"[ -]+", "-", match["code"] or match["short"]).upper()
    return f"CC {code} {match['version'] or match['short_version'] or ''}".strip()


def _keywords(
    context: DocumentContext, judgement: Judgement, vocabulary: Vocabulary
) -> tuple[str, ...]:
    lines = [line for line in context.lines if judgement.rule_of(line) is Rule.KEYWORDS]
    if not lines or lines[0].page > FRONT_PAGES:
        return ()
    text = _KEYWORDS.sub("", join_text(lines, vocabulary).text, count=1)
    separator = Counter(c for c in text if c in ";,•·|").most_common(1)
    words = text.split(separator[0][0]) if separator else [text]
    named = (part.strip(" .;,") for part in words)
    return tuple(w for w in named if w and "@" not in w and len(w.split()) <= MAX_KEYWORD_WORDS)


def _affiliations(front: Sequence[Line], marks: set[str], ends: set[str]) -> Iterator[Affiliation]:
    """The affiliations: text from an author's mark to the next mark or another kind of line."""
    current: list[str] = []
    mark = ""
    for line in front:
        pieces = [] if line.id in ends else list(_pieces(line))
        for found, text in pieces:
            if found in marks:
                if current:
                    yield from _place(mark, current)
                mark, current = found, [text]
            elif mark:
                current.append(text)
        if mark and (_ends(line) or not pieces):
            yield from _place(mark, current)
            mark, current = "", []
    if mark:
        yield from _place(mark, current)


def _ends(line: Line) -> bool:
    return line.text.rstrip().endswith(".") or "@" in line.text


def _pieces(line: Line) -> Iterator[tuple[str, str]]:
    """The pieces of a line, cut at raised marks and at numbers before a capital."""
    text = line.text
    starts = [(a, b) for a, b in raised_ranges(find_scripts(line)) if text[a:b].strip()]
    if not starts:
        starts = [match.span(1) for match in _NUMBERED.finditer(_LEAD.sub("", text))]
        text = _LEAD.sub("", text)
    end, mark = 0, ""
    for start, stop in starts:
        if text[end:start].strip(" ,;"):
            yield mark, text[end:start].strip()
        mark, end = text[start:stop].strip(" ,"), stop
    if text[end:].strip():
        yield mark, text[end:].strip()


def _place(mark: str, texts: Sequence[str]) -> Iterator[Affiliation]:
    text = _AT_END.sub("", " ".join(" ".join(texts).split()))
    if _PLACE.search(text):
        yield Affiliation(mark, text)


def _linked(
    people: Sequence[Author],
    affiliations: Sequence[Affiliation],
    emails: Sequence[str],
    orcids: Sequence[str],
) -> tuple[Author, ...]:
    """The authors with whatever certainly belongs to them."""
    known = {affiliation.mark for affiliation in affiliations}
    found = []
    for index, author in enumerate(people):
        family = re.sub(r"\W", "", author.family.lower())
        own = [
            mail
            for mail in emails
            if family and family in re.sub(r"\W", "", mail.split("@")[0].lower())
        ]
        found.append(
            replace(
                author,
                affiliations=tuple(mark for mark in author.marks if mark in known),
                email=own[0] if len(own) == 1 else "",
                orcid=orcids[index] if len(orcids) == len(people) else "",
            )
        )
    return tuple(found)
