"""Judgements: what is removed stays removed, and no family changes what it was given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.decisions import Decision, Measurement
from pdfbot.model import Finding
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.families import REFINING, REMOVING, Family, judge_lines
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Role, Rule

from ..builders import SENTENCE, Part, Row, context_of, layout, prose, row

FOUND = Decision(
    "large_heading", Rule.HEADING, Measurement(1.2, "at least", 1.08, "min_heading_ratio")
)


def words(*texts: str, above: float = 1.0) -> Row:
    """Words at the same places in every line."""
    parts = [Part(text=t, left=3 + 5 * i, right=6.5 + 5 * i) for i, t in enumerate(texts)]
    return Row(tuple(parts), above)


def paper() -> DocumentContext:
    """A document in which every family of rules finds something."""
    head = Part(text="Soil samples.", left=0, right=8, bold=True)
    mark = Part(text="1", left=0, right=0.4, size=6, up=4)
    first = [
        row("On the Number of Sacks", indent=8, slack=8, size=17),
        row("Abstract", indent=12, slack=12, above=2),
        *prose(6),
        row("2 Methods", slack=18, above=2, bold=True),
        Row((head, Part(text=SENTENCE, left=9, right=30)), 1.5),
        *prose(3),
        row("a + b = c", indent=8, slack=10, above=1.5, family="CMMI10"),
        row(above=1.5),
        row("Figure 1. Sacks by month", slack=15, above=2),
        row(above=2),
        words("Ma-nga", "tushu", "ken-u", above=2),
        words("1sg-top", "river", "go-pst"),
        row(above=2),
        row("while (true) count(sacks)", indent=2, slack=10, above=2, family="Courier"),
        row(above=2),
        *prose(5),
        Row((mark, Part(text=SENTENCE, left=0.6, right=28, size=8)), 1.5),
    ]
    entries = [row(f"[{i}] A. Miller, On sacks, J. Ponds 7 (198{i}).") for i in range(1, 7)]
    note = row("Received 3 March 1987", slack=15, above=2)
    code = [row(f"total += {i}", slack=20, above=2 if i == 1 else 1) for i in (1, 2, 3)]
    second = [
        *prose(26),
        *code,
        note,
        row("References", slack=20, above=2),
        *entries,
        row("12", slack=28),
    ]
    return context_of(layout(first, page=1), layout(second, page=2))


def removed(context: DocumentContext, rule: Rule, *indices: int) -> Judgement:
    """A judgement in which one rule has taken some lines out."""
    draft = JudgementDraft(context, Judgement.start(context))
    for index in indices:
        draft.remove(context.lines[index], rule, FOUND)
    return draft.finish()


@pytest.mark.parametrize("family", REMOVING, ids=lambda family: family.__name__)
def test_family_does_not_change_the_judgement_it_was_given(family: Family) -> None:
    context = paper()
    known = Judgement.start(context)
    before = replace(known, verdicts=tuple(known.verdicts), body_starts=dict(known.body_starts))
    found = family(context, known)
    assert found != known, "this family should find something in the document"
    assert known == before


@pytest.mark.parametrize("family", REFINING, ids=lambda family: family.__name__)
@pytest.mark.parametrize("rule", [*Rule])
def test_refining_family_keeps_body_text_and_removes_none(family: Family, rule: Rule) -> None:
    """Whatever rule removed every second line."""
    context = paper()
    known = removed(context, rule, *range(0, len(context.lines), 2))
    found = family(context, known)
    assert [v is None for v in found.verdicts] == [v is None for v in known.verdicts]


@pytest.mark.parametrize("family", REMOVING, ids=lambda family: family.__name__)
def test_family_keeps_earlier_verdicts(family: Family) -> None:
    context = paper()
    known = removed(context, Rule.HIDDEN, *range(len(context.lines)))
    assert family(context, known).verdicts == known.verdicts


def test_families_together_judge_each_kind_of_line() -> None:
    context = paper()
    judgement = judge_lines(context)
    found = {judgement.role_of(line) for line in context.lines}
    assert found == {
        None,
        Role.FRONT_MATTER,
        Role.HEADING,
        Role.EQUATION,
        Role.CAPTION,
        Role.RESIDUAL,
        Role.FOOTNOTE,
        Role.REFERENCE,
        Role.PAGE_MARGIN,
    }
    assert list(judgement.body_starts.values()) == [len("Soil samples. ")]


def test_first_verdict_on_a_line_is_final() -> None:
    context = context_of(layout(prose(2)))
    draft = JudgementDraft(context, Judgement.start(context))
    draft.remove(context.lines[0], Rule.HEADING, FOUND)
    draft.remove(context.lines[0], Rule.FOOTNOTE, FOUND)
    judgement = draft.finish()
    assert judgement.rule_of(context.lines[0]) is Rule.HEADING
    assert judgement.rule_of(context.lines[1]) is None


def test_removed_line_can_be_revised_and_body_text_cannot() -> None:
    context = context_of(layout(prose(2)))
    draft = JudgementDraft(context, removed(context, Rule.HEADING, 0))
    for line in context.lines:
        draft.revise(line, Rule.LABEL, FOUND)
    assert [draft.rule_of(line) for line in context.lines] == [Rule.LABEL, None]


def test_finding_is_the_test_that_decided() -> None:
    context = context_of(layout(prose(1)))
    judgement = removed(context, Rule.HEADING, 0)
    assert [verdict.finding for verdict in judgement.verdicts if verdict] == [
        Finding("large_heading", 1.2, "at least", 1.08, "min_heading_ratio")
    ]


def test_draft_knows_its_own_verdicts_and_the_earlier_ones() -> None:
    context = context_of(layout(prose(3)))
    known = removed(context, Rule.HEADING, 0)
    draft = JudgementDraft(context, known)
    draft.remove(context.lines[1], Rule.FOOTNOTE, FOUND)
    assert [draft.rule_of(line) for line in context.lines] == [Rule.HEADING, Rule.FOOTNOTE, None]
    assert [draft.role_of(line) for line in context.lines] == [Role.HEADING, Role.FOOTNOTE, None]
    assert [line.index for line in draft.open_lines()] == [2]
    assert known.is_open(context.lines[1])


@pytest.mark.parametrize(
    ("rule", "running"),
    [
        (Rule.CAPTION_FIGURE, False),
        (Rule.BESIDE_CAPTION, False),
        (Rule.KEYWORDS, False),
        (Rule.FOOTNOTE, True),
        (Rule.AFTER_REFERENCES, True),
    ],
)
def test_running_text_excludes_captions_floats_and_keywords(rule: Rule, running: bool) -> None:
    context = context_of(layout(prose(3)))
    assert Judgement.start(context).is_running_text(context.lines[1])
    judgement = removed(context, rule, 1)
    assert [judgement.is_running_text(line) for line in context.lines] == [True, running, True]


def test_run_in_heading_found_earlier_is_kept() -> None:
    context = context_of(layout(prose(3)))
    known = replace(Judgement.start(context), body_starts={context.lines[0].id: 6})
    draft = JudgementDraft(context, known)
    draft.body_starts[context.lines[1].id] = 4
    assert draft.finish().body_starts == {context.lines[0].id: 6, context.lines[1].id: 4}
    assert known.body_starts == {context.lines[0].id: 6}
