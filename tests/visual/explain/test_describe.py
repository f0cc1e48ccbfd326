"""Verdicts, findings and lines in plain English."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import pdfbot
from pdfbot.model import Finding, Verdict
from pdfbot.rules import Rule
from pdfbot.visual.explain.describe import describe_finding, describe_line, describe_verdict
from tests.documents import PAPERS

CONFERENCE = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
FINDING = Finding("min_font_ratio", 0.66666, 0.72)
Run = Callable[..., "CompletedProcess[bytes]"]


def test_finding_names_measured_value_threshold_and_limit() -> None:
    assert describe_finding(FINDING) == "measured 0.6667, limit min_font_ratio 0.72"


def test_missing_finding_is_described_by_nothing() -> None:
    assert describe_finding(None) == ""


def test_verdict_names_the_rule_and_its_role() -> None:
    verdict = Verdict("p1.c1.l1", Rule.HEADING, FINDING)
    assert describe_verdict(verdict) == "not body text: heading (headings)"


def test_captions_of_every_kind_share_a_role() -> None:
    figure, video = (
        describe_verdict(Verdict("p1.c1.l1", rule))
        for rule in (Rule.CAPTION_FIGURE, Rule.CAPTION_VIDEO)
    )
    assert figure == "not body text: caption_figure (captions)"
    assert video == "not body text: caption_video (captions)"


def test_body_line_is_described_with_its_sentence(conference: pdfbot.Paper) -> None:
    sentence = conference.sentences[3]
    description = describe_line(conference, sentence.spans[0].line_id)
    assert "body text: no rule excluded it" in description
    assert sentence.id in description


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
