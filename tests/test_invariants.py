"""What is true of every document, whatever the rules say about its lines, and of the code."""

from __future__ import annotations

import hashlib
import inspect
import operator
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import pdfbot
from pdfbot.model import Box, Line, Paragraph, Sentence, Span
from pdfbot.paper import Paper
from pdfbot.paragraphs.reason_wording import describe_reason
from pdfbot.rules import Role, Rule
from pdfbot.text.hyphens import HYPHENS
from tests.documents import (
    HOSTILE,
    PAPERS,
    PDFS,
    REPLICAS,
    WORLD_PDFS,
    extract_options,
    extracted,
)
from tests.shared_papers import is_limit, lines_without_part, misplaced_lines, untrue_findings

READABLE = [
    "wrong-xref.pdf",
    "rotated-page.pdf",
    "invisible-text.pdf",
    "huge-page.pdf",
    "deep-page-tree-40.pdf",
    "2000-tiny-textblocks.pdf",
    "html-in-text.pdf",
    "active-content.pdf",
    "one-blank-page.pdf",
]
DOCUMENTS = [*PDFS, *WORLD_PDFS, *REPLICAS, *(HOSTILE / name for name in READABLE)]
COMPARISONS = {
    "at least": operator.ge,
    "at most": operator.le,
    "more than": operator.gt,
    "less than": operator.lt,
}
# Points: edges are stored in single precision.
EPSILON = 0.01


@cache
def extracted_as_published(path: Path) -> Paper:
    return pdfbot.extract(path, rules="paper")


@pytest.fixture(
    params=[
        *(pytest.param((path, "default"), id=path.name) for path in DOCUMENTS),
        *(pytest.param((path, "paper"), id=f"{path.name}, paper's rules") for path in PDFS),
    ]
)
def paper(request: pytest.FixtureRequest) -> Paper:
    path, rules = request.param
    return extracted(path) if rules == "default" else extracted_as_published(path)


def spans_of(paper: Paper) -> Iterator[tuple[Paragraph, Sentence, Span]]:
    for paragraph in paper.paragraphs:
        for sentence in paragraph.sentences:
            for span in sentence.spans:
                yield paragraph, sentence, span


def test_every_line_has_exactly_one_verdict(paper: Paper) -> None:
    ids = [line.id for line in paper.lines]
    assert len(set(ids)) == len(ids)
    assert [verdict.line_id for verdict in paper.verdicts] == ids


def test_every_verdict_names_a_rule_with_a_role(paper: Paper) -> None:
    for verdict in paper.verdicts:
        assert isinstance(verdict.rule, Rule)
        assert verdict.is_body == (verdict.rule.role is Role.BODY)


def test_every_removed_line_has_a_true_finding(paper: Paper) -> None:
    assert untrue_findings(paper) == []


def test_parts_and_verdicts_agree(paper: Paper) -> None:
    assert misplaced_lines(paper) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_heading_caption_and_note_is_in_a_part(path: Path) -> None:
    """Not so with the PDFBoT paper's own rules, which know neither headings nor notes."""
    assert lines_without_part(extracted(path)) == []


def test_every_body_line_has_one_reason_to_begin_a_paragraph_or_to_go_on(paper: Paper) -> None:
    body = [verdict.line_id for verdict in paper.verdicts if verdict.is_body]
    assert [reason.line_id for reason in paper.reasons] == body
    texts = set(map(describe_reason, paper.reasons))
    assert all(text.startswith(("new paragraph: ", "goes on: ")) for text in texts)


def test_first_line_of_a_paragraph_begins_it_and_the_others_go_on(paper: Paper) -> None:
    begun = {p.sentences[0].spans[0].line_id for p in paper.paragraphs}
    for reason in paper.reasons:
        expected = "begins" if reason.line_id in begun else "continues"
        assert reason.outcome == expected, reason.line_id


def test_what_a_reason_measured_is_on_the_right_side_of_its_limit(paper: Paper) -> None:
    for reason in paper.reasons:
        found = reason.finding
        assert COMPARISONS[found.comparison](found.measured, found.limit), reason
        assert isfinite(found.measured), reason
        assert isfinite(found.limit), reason
        assert is_limit(found.threshold, found.limit), reason


def test_reasons_survive_the_round_trip_through_json(paper: Paper) -> None:
    text = paper.to_json(reasons=True)
    back = pdfbot.from_json(text)
    assert back.reasons == paper.reasons
    assert back.to_json(reasons=True) == text
    assert pdfbot.from_json(paper.to_json()).reasons == ()


def test_lines_and_verdicts_are_plain_tuples(paper: Paper) -> None:
    assert type(paper.lines) is tuple
    assert type(paper.verdicts) is tuple
    assert {type(line) for line in paper.lines} <= {Line}


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_has_a_role_that_is_body_only_for_body(rule: Rule) -> None:
    assert isinstance(rule.role, Role)
    assert (rule.role is Role.BODY) == (rule is Rule.BODY)


@pytest.mark.parametrize("role", Role)
def test_every_role_has_a_rule(role: Role) -> None:
    assert role in {rule.role for rule in Rule}


def test_every_block_is_in_exactly_one_line(paper: Paper) -> None:
    """Closing up letterspaced capitals changes the spaces of a block, and nothing else of it."""
    on_pages = Counter(
        (page.number, block.box, "".join(block.text.split()))
        for page in paper.pages
        for block in page.blocks
    )
    in_lines = Counter(
        (line.page, block.box, "".join(block.text.split()))
        for line in paper.lines
        for block in line.blocks
    )
    assert in_lines == on_pages


def test_text_of_a_line_is_the_text_of_its_blocks(paper: Paper) -> None:
    for line in paper.lines:
        for block, start in zip(line.blocks, line.starts, strict=True):
            assert line.text[start : start + len(block.text)] == block.text
        assert squeezed(line.text) == squeezed("".join(block.text for block in line.blocks))


def test_every_character_of_a_body_line_is_in_one_sentence_or_trimmed(paper: Paper) -> None:
    taken: dict[str, list[Span]] = {line.id: [] for line in paper.lines}
    opening, closing = set(), set()
    for paragraph in paper.paragraphs:
        line_ids = [span.line_id for sentence in paragraph.sentences for span in sentence.spans]
        opening.add(line_ids[0])
        closing.add(line_ids[-1])
    for _, _, span in spans_of(paper):
        taken[span.line_id].append(span)
    for line, verdict in zip(paper.lines, paper.verdicts, strict=True):
        spans = taken[line.id]
        if not verdict.is_body:
            assert spans == []
            continue
        left_out = gaps(line, spans)
        if left_out[0]:
            # A bullet or a run-in heading, which only the first line of a paragraph has.
            assert line.id in opening, line.text
        if left_out[-1].strip():
            assert left_out[-1] in HYPHENS, line.text
            assert line.id not in closing, line.text
        assert not "".join(left_out[1:-1]).strip(), line.text


def gaps(line: Line, spans: list[Span]) -> list[str]:
    """The text before, between and after the spans, which do not overlap."""
    assert spans, f"no sentence contains {line.text!r}"
    assert all(one.end <= other.start for one, other in pairwise(spans))
    ends = [0, *(span.end for span in spans)]
    starts = [*(span.start for span in spans), len(line.text)]
    return [line.text[end:start] for end, start in zip(ends, starts, strict=True)]


def test_spans_lie_in_their_lines_and_on_their_pages(paper: Paper) -> None:
    lines = {line.id: line for line in paper.lines}
    sizes = {page.number: (page.width, page.height) for page in paper.pages}
    for _, sentence, span in spans_of(paper):
        line = lines[span.line_id]
        assert 0 <= span.start < span.end <= len(line.text)
        assert span.page == line.page
        assert contains(line.box, span.box), sentence.text
        assert span.box.width > 0
        assert contains(Box(0, 0, *sizes[span.page]), span.box), sentence.text


def contains(outer: Box, inner: Box) -> bool:
    return (
        outer.left - EPSILON <= inner.left
        and outer.bottom - EPSILON <= inner.bottom
        and inner.right <= outer.right + EPSILON
        and inner.top <= outer.top + EPSILON
    )


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_text_of_a_sentence_is_the_text_of_its_spans(paper: Paper) -> None:
    """Apart from spaces where lines are joined; a hyphen that is removed is in no span."""
    lines = {line.id: line.text for line in paper.lines}
    for sentence in paper.sentences:
        text = "".join(lines[span.line_id][span.start : span.end] for span in sentence.spans)
        assert squeezed(sentence.text) == squeezed(text)
        assert sentence.text == sentence.text.strip()


def test_paragraphs_follow_the_reading_order(paper: Paper) -> None:
    order = {line.id: index for index, line in enumerate(paper.lines)}
    positions = [(order[span.line_id], span.start) for _, _, span in spans_of(paper)]
    assert positions == sorted(positions)
    pages = [line.page for line in paper.lines if line.column]
    assert pages == sorted(pages)


def test_ids_are_unique_and_count_up(paper: Paper) -> None:
    assert [p.id for p in paper.paragraphs] == [
        f"p{number}" for number in range(1, len(paper.paragraphs) + 1)
    ]
    ids = [sentence.id for sentence in paper.sentences]
    assert len(set(ids)) == len(ids)


def test_json_round_trip_keeps_text_and_verdicts(paper: Paper) -> None:
    text = paper.to_json()
    back = pdfbot.from_json(text)
    assert back.to_json() == text
    assert back.text == paper.text
    assert [v.rule for v in back.verdicts] == [v.rule for v in paper.verdicts]
    assert back.verdicts == pdfbot.from_json(back.to_json()).verdicts
    assert [s.text for s in back.sentences] == [s.text for s in paper.sentences]


def digest(paper: Paper) -> str:
    return hashlib.sha256(paper.to_json().encode()).hexdigest()


@pytest.mark.parametrize("path", [PDFS[0], REPLICAS[0]], ids=["pdf", "replica"])
def test_second_run_gives_the_same_result(path: Path) -> None:
    assert digest(pdfbot.extract(path, **extract_options(path))) == digest(extracted(path))


def test_hash_seed_does_not_change_the_result(command_environment: dict[str, str]) -> None:
    """Sets of strings have another order in every process; no result may depend on it."""
    documents = [path for path in [*PDFS, *REPLICAS] if not extract_options(path)]
    code = (
        "import hashlib, sys, pdfbot\n"
        "for path in sys.argv[1:]:\n"
        "    print(hashlib.sha256(pdfbot.extract(path).to_json().encode()).hexdigest())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, documents)],
        env={**command_environment, "PYTHONHASHSEED": "20"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [digest(extracted(path)) for path in documents]


@pytest.mark.parametrize("suffix", ["pdf", "html"])
@pytest.mark.parametrize("pages", [[2], [2, 3], [1, 3]])
def test_some_pages_can_be_read_alone(suffix: str, pages: list[int]) -> None:
    path = PAPERS / "twocolumn-conference" / f"twocolumn-conference.{suffix}"
    part, whole = pdfbot.extract(path, pages=pages), extracted(path)
    assert [page.number for page in part.pages] == pages
    assert {span.page for _, _, span in spans_of(part)} == set(pages)
    for number in pages:
        assert lines_on(part, number) == lines_on(whole, number)
    assert Counter(part.text.split()).total() > 0.5 * Counter(whole.text.split()).total() * (
        len(pages) / len(whole.pages)
    )


@pytest.mark.parametrize("path", [*PDFS, *REPLICAS], ids=lambda path: path.name)
def test_parts_have_the_same_ids_whatever_the_pages(path: Path) -> None:
    whole = extracted(path)
    numbers = [page.number for page in whole.pages][1:2] or [1]
    part = pdfbot.extract(path, pages=numbers, **extract_options(path))
    texts = {sentence.id: sentence.text for sentence in whole.sentences}
    assert [(s.id, s.text) for s in part.sentences] == [
        (s.id, s.text) for s in whole.sentences if any(span.page in numbers for span in s.spans)
    ]
    assert {p.id: p.path for p in part.paragraphs}.items() <= {
        p.id: p.path for p in whole.paragraphs
    }.items()
    assert {p.section for p in part.paragraphs} - {""} <= {s.id for s in part.sections}
    assert set(part.sections) <= set(whole.sections)
    assert [n.id for n in part.footnotes] == [
        n.id for n in whole.footnotes if any(span.page in numbers for span in n.spans)
    ]
    assert all(mention in texts for caption in part.captions for mention in caption.mentions)
    assert len(part.verdicts) == len(part.lines)


def lines_on(paper: Paper, number: int) -> list[tuple[str, str]]:
    return [(line.id, line.text) for line in paper.lines if line.page == number]


def test_threads_can_extract_at_the_same_time() -> None:
    """The PDF library would crash or mix up pages if two threads used it at once."""
    paths = [path for path in PDFS if path.stat().st_size < 1 << 20] * 2
    with ThreadPoolExecutor(4) as pool:
        found = list(
            pool.map(lambda path: pdfbot.extract(path, **extract_options(path)).to_json(), paths)
        )
    assert found == [extracted(path).to_json() for path in paths]


def public_functions() -> Iterator[Callable[..., Any]]:
    """The functions of `pdfbot` and of `pdfbot.freki`, and the methods of their classes."""
    for module in (pdfbot, pdfbot.freki):
        for name in module.__all__:
            item = getattr(module, name)
            if inspect.isfunction(item):
                yield item
            elif inspect.isclass(item):
                methods = inspect.getmembers(item, inspect.isfunction)
                yield from (method for name, method in methods if not name.startswith("_"))


def test_type_hints_of_all_public_functions_can_be_resolved() -> None:
    """Whatever annotations name is really imported: tools read the hints at run time."""
    functions = list(public_functions())
    assert pdfbot.extract in functions
    for function in functions:
        get_type_hints(function)


@pytest.mark.parametrize("path", PDFS, ids=lambda path: path.name)
def test_parts_of_the_last_page_lead_to_sentences_there(path: Path) -> None:
    last = [extracted(path).pages[-1].number]
    paper = pdfbot.extract(path, pages=last, **extract_options(path))
    mentions = [
        *(mention for caption in paper.captions for mention in caption.mentions),
        *(mention for note in paper.footnotes for mention in note.mentions),
        *(mention for reference in paper.references for mention in reference.mentions),
    ]
    assert {sentence.id for sentence in paper.sentences}.issuperset(mentions)
