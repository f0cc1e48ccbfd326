"""scripts/rule_support.py: what decides in a paper, and its text without a rule or test."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import ablation
import pytest
import switches
from ablation import AnalysedPaper, Support
from support_tables import GENERATED, Paper, PaperSupport, add_up, support_tables
from switches import RULES, Part, all_parts, find_tables, shown_and_upright, without

import pdfbot
from pdfbot import pipeline
from pdfbot.decisions import DecisionTable, Test, at_least, holds
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.readers.document import read_document

FIXTURES = Path(__file__).parents[2] / "fixtures"
MANUSCRIPT = FIXTURES / "papers" / "twocolumn-manuscript" / "twocolumn-manuscript.pdf"
HEADING, FOOTNOTE = Part(RULES, "heading"), Part(RULES, "footnote")


@cache
def manuscript() -> AnalysedPaper:
    return AnalysedPaper(read_document(MANUSCRIPT, ReadingOptions()), RuleOptions())


def test_lines_of_a_rule_are_those_of_the_verdicts() -> None:
    paper = manuscript()
    expected = [v for v in paper.extraction.verdicts if v.rule.value == "heading"]
    assert HEADING in set(paper.decided)
    assert paper.support_of(HEADING, lambda _: True) == Support(len(expected), len(expected))


def test_text_without_a_rule_has_the_lines_it_removes() -> None:
    paper = manuscript()
    removed = [v.line_id for v in paper.extraction.verdicts if v.rule.value == "heading"]
    texts = {line.id: line.text for line in paper.extraction.lines}
    more = paper.text_without(HEADING) or ""
    assert any(texts[name] in more and texts[name] not in paper.extraction.text for name in removed)


@pytest.mark.parametrize("name", ["heading", "line_number", "rotated", "margin"])
def test_rule_that_is_off_judges_no_line(name: str) -> None:
    """Headings are judged, line numbers are found on a page, rotated text is in the document."""
    part, document = Part(RULES, name), read_document(MANUSCRIPT, ReadingOptions())
    assert part in set(manuscript().decided)
    with without(part):
        analysis = pipeline.analyse(shown_and_upright(document, part), RuleOptions())
    assert name not in {verdict.rule.value for verdict in analysis.extraction.verdicts}


def test_text_without_a_rule_that_does_not_decide_is_the_same() -> None:
    assert manuscript().text_without(Part(RULES, "contents")) == manuscript().text


def test_text_of_parts_that_change_nothing_is_the_same_in_a_paper_with_scripts() -> None:
    """Both texts are flat: what is raised in one and not in the other is no difference."""
    formulas = FIXTURES / "papers" / "twocolumn-conference" / "twocolumn-conference.pdf"
    paper = AnalysedPaper(read_document(formulas, ReadingOptions()), RuleOptions())
    assert paper.extraction.text != paper.text
    unchanged = [part for part in paper.decided if paper.text_without(part) == paper.text]
    assert Part(RULES, "title") in unchanged


def test_pdfbot_is_as_before_after_a_rule_was_off() -> None:
    manuscript().text_without(HEADING)
    assert pdfbot.extract(MANUSCRIPT).written("flat", "none") == manuscript().text


def test_replay_of_all_families_gives_the_same_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the shortcut for judgements that are the same."""
    monkeypatch.setattr(ablation, "_same", lambda *_: False)
    monkeypatch.setitem(manuscript()._notes.first_stages, Part(RULES, "contents"), 0)
    assert manuscript().text_without(Part(RULES, "contents")) == manuscript().text


def test_replay_that_stops_early_gives_the_text_of_one_that_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paper = manuscript()
    parts = [part for part in paper.decided if part in paper._notes.last_stages][::5]
    early = [paper.text_without(part) for part in parts]
    monkeypatch.setattr(ablation, "_same", lambda *_: False)
    assert [paper.text_without(part) for part in parts] == early


def test_tests_of_the_paper_are_no_parts() -> None:
    assert {"published_gap", "published_indent"}.isdisjoint(part.name for part in all_parts())


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> DecisionTable[[float], str]:
    table = DecisionTable(
        "sizes",
        (
            Test("large", "heading", lambda size: at_least(size, 12)),
            Test("any", "body", lambda size: holds(True)),
        ),
    )
    monkeypatch.setattr(switches, "find_tables", lambda: {"sizes": table})
    return table


def test_table_without_a_test_decides_by_the_next(table: DecisionTable[[float], str]) -> None:
    with without(Part("sizes", "large")):
        assert [test.name for test in table.tests] == ["any"]
        decision = table.decide(14)
        assert decision is not None
        assert decision.test == "any"
    assert [test.name for test in table.tests] == ["large", "any"]


def test_every_test_of_a_table_is_a_part(table: DecisionTable[[float], str]) -> None:
    assert {Part("sizes", "large"), Part("sizes", "any")} < set(all_parts())


def test_rules_of_the_paper_are_no_parts() -> None:
    names = {part.name for part in all_parts() if part.table == RULES}
    assert "heading" in names
    assert not names & {"body", "special_gap", "apart_unended"}


def test_tables_are_found_by_their_names() -> None:
    assert all(name == table.name for name, table in find_tables().items())


def measured(paper_set: str, family: str, change: float | None) -> PaperSupport:
    paper = Paper(paper_set, family, "x", Path("x.pdf"), Path("truth.json"))
    without = {} if change is None else {FOOTNOTE: (0.9 + change, 0.8)}
    return PaperSupport(paper, {FOOTNOTE: Support(2, 1)}, (0.9, 0.8), without)


@pytest.mark.parametrize(
    ("families", "generated", "is_thin"),
    [
        ("aaaa", [], True),
        ("aaab", [], True),
        ("aaaaa", [], True),
        ("aaaab", [], False),
        ("a", [measured(GENERATED, "notes", None)], True),
        ("a", [measured(GENERATED, "notes", 0.01)], True),
        ("a", [measured(GENERATED, "notes", -0.01)], False),
    ],
)
def test_rule_is_thin_below_five_papers_of_two_families(
    families: str, generated: list[PaperSupport], is_thin: bool
) -> None:
    papers = [measured("bench", family, None) for family in families]
    support = add_up([*papers, *generated])[FOOTNOTE]
    assert (support.papers, support.lines, support.mistaken) == (
        len(families),
        2 * len(families),
        len(families),
    )
    assert support.is_thin == is_thin


def test_default_of_a_table_is_not_thin() -> None:
    paper = Paper("bench", "a", "x", Path("x.pdf"))
    support = PaperSupport(paper, {FOOTNOTE: Support(1, None)}, required=frozenset([FOOTNOTE]))
    assert not add_up([support])[FOOTNOTE].is_thin
    assert "| `footnote` | 1 | 1 | 1 |  | 0 | default |" in support_tables([support]).splitlines()


def test_changes_are_means_over_the_set_in_thousandths() -> None:
    papers = [measured("bench", "a", -0.02), measured("bench", "a", None)]
    assert add_up(papers)[Part(RULES, "heading")].papers == 0
    row = "| `footnote` | 2 | 1 | 4 | 2 | 0 | -10.0 / +0.0 | thin |"
    assert row in support_tables(papers).splitlines()


def test_ids_of_papers_are_not_printed() -> None:
    paper = Paper("bench", "a", "secret-paper-1", Path("x.pdf"))
    assert "secret" not in support_tables([PaperSupport(paper, {FOOTNOTE: Support(1, None)})])
