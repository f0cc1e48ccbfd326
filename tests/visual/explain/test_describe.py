"""Verdicts, findings and lines in plain English."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import pdfbot
from pdfbot.model import Finding, Verdict
from pdfbot.rules import Rule
from pdfbot.visual.explain.describe import describe_line, describe_verdict, find_lines
from tests.documents import PAPERS

CONFERENCE = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
FINDING = Finding("small_font", 0.66666, "less than", 0.72, "min_font_ratio")
Run = Callable[..., "CompletedProcess[bytes]"]


def test_verdict_says_what_the_line_was_taken_for_and_by_which_rule() -> None:
    verdict = Verdict("p1.c1.l1", Rule.SMALL_FONT, FINDING)
    expected = "not body text: set smaller than the body (rule small_font)"
    assert describe_verdict(verdict) == expected


def test_body_line_is_described_with_its_sentence(conference: pdfbot.Paper) -> None:
    sentence = conference.sentences[3]
    description = describe_line(conference, sentence.spans[0].line_id)
    assert "body text: no rule took it out" in description
    assert sentence.id in description


def test_body_line_is_described_with_the_reason_for_its_paragraph(
    conference: pdfbot.Paper,
) -> None:
    sentences = conference.paragraphs[2].sentences
    starts, goes_on = sentences[0].line_ids[0], sentences[-1].line_ids[-1]
    assert "\nnew paragraph: " in describe_line(conference, starts)
    assert "\ngoes on: " in describe_line(conference, goes_on)
    removed = next(v.line_id for v in conference.verdicts if not v.is_body)
    assert "goes on" not in describe_line(conference, removed)


def test_unknown_line_is_refused_with_similar_ids(conference: pdfbot.Paper) -> None:
    with pytest.raises(pdfbot.UsageError, match=r"no line p1\.c1\.l999; did you mean"):
        describe_line(conference, "p1.c1.l999")


def test_command_prints_the_description_of_a_line(run: Run, conference: pdfbot.Paper) -> None:
    line_id = conference.lines[0].id
    done = run("explain", CONFERENCE, "--line", line_id)
    assert done.returncode == 0
    assert done.stdout.decode() == describe_line(conference, line_id) + "\n"


def test_command_refuses_an_unknown_line(run: Run) -> None:
    done = run("explain", CONFERENCE, "--line", "p9.c9.l9")
    assert done.returncode == 2
    assert b"no line p9.c9.l9" in done.stderr


def test_command_writes_the_explain_page_of_a_replica(run: Run, tmp_path: Path) -> None:
    done = run("explain", CONFERENCE.with_suffix(".html"), "-o", tmp_path / "explain.html")
    assert done.returncode == 0
    assert b"pb-measures" in (tmp_path / "explain.html").read_bytes()


def test_every_line_is_found_by_its_words(conference: pdfbot.Paper) -> None:
    for line in conference.lines[::7]:
        assert line.id in find_lines(conference, line.text)


def test_words_over_the_end_of_a_line_are_found_on_both(conference: pdfbot.Paper) -> None:
    line, following = next(
        (one, other)
        for one, other in pairwise(conference.lines)
        if one.text.endswith("-") and one.page == other.page
    )
    words = f"{line.text.split()[-2]} {line.text.split()[-1][:-1]}{following.text.split()[0]}"
    assert {line.id, following.id} <= set(find_lines(conference, words))


def test_all_lines_with_a_word_are_found_in_order(conference: pdfbot.Paper) -> None:
    found = find_lines(conference, "Robot")
    ids = [line.id for line in conference.lines]
    inside = [line.id for line in conference.lines if "robot" in line.text.lower()]
    assert set(inside) <= set(found)
    assert found == sorted(found, key=ids.index)
    assert find_lines(conference, " -") == find_lines(conference, "quetzalcoatl") == []


def test_command_finds_lines_by_their_words(run: Run, conference: pdfbot.Paper) -> None:
    done = run("explain", CONFERENCE, "--find", "B. Scheduling", "--line", "p2.c1.l44")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == describe_line(conference, "p2.c1.l44") + "\n"
    assert b"not body text: heading (rule heading)\n2 lines in this style look" in done.stdout


def test_command_says_that_no_line_has_the_words(run: Run) -> None:
    done = run("explain", CONFERENCE, "--find", "quetzalcoatl")
    assert done.returncode == 2
    assert done.stderr.endswith(b"no line contains the words 'quetzalcoatl'\n")
