"""Analyse a paper, note which rules and tests decide, and analyse it again without one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from switches import RULES, Part, asked_before_removal, replaced, shown_and_upright, without

from pdfbot import pipeline
from pdfbot.decisions import Decision, DecisionTable
from pdfbot.layout import wrapped_floats, zones
from pdfbot.layout.drawings import drawn_regions
from pdfbot.model import Document, Extraction, Line, Page, Paragraph, StartDecision, Verdict
from pdfbot.nonbody import families, floats
from pdfbot.nonbody.context import DocumentContext, build_context
from pdfbot.nonbody.displays import Display
from pdfbot.nonbody.judgement import Judgement
from pdfbot.options import RuleOptions
from pdfbot.paragraphs.grouping import decide_starts
from pdfbot.paragraphs.joining import write_paragraphs
from pdfbot.rules import Rule
from pdfbot.text.hyphens import Vocabulary

# The modules that ask for the drawings of a page.
REGION_USERS = (zones, wrapped_floats, floats)
# Parts that decide before there are lines; later ones have the number of their family.
LAYOUT = -1


@dataclass(frozen=True, slots=True)
class Support:
    """The number of lines that a part decided; `mistaken` counts body text among removed lines."""

    lines: int
    mistaken: int | None


@dataclass(slots=True)
class _Notes:
    """What decided where, and in which stage first and last."""

    stage: int = LAYOUT
    first_stages: dict[Part, int] = field(default_factory=dict)
    last_stages: dict[Part, int] = field(default_factory=dict)
    places: dict[Part, set[Hashable]] = field(default_factory=lambda: defaultdict(set))
    removed: dict[Part, set[str]] = field(default_factory=lambda: defaultdict(set))
    decisions: dict[int, tuple[Decision[Any], Part]] = field(default_factory=dict)

    def add_decision(self, part: Part, decision: Decision[Any], args: Sequence[Any]) -> None:
        self._add_stage(part)
        self.places[part].add(_place(args))
        # Kept alive, so that no other decision gets the same id.
        self.decisions[id(decision)] = decision, part

    def add_removal(self, line_id: str, rule: Rule, reasons: Sequence[Any]) -> None:
        """A rule removes a line, for what a test found."""
        self._add_stage(Part(RULES, rule.value))
        for reason in reasons:
            if id(reason) in self.decisions:
                self.removed[self.decisions[id(reason)][1]].add(line_id)

    def _add_stage(self, part: Part) -> None:
        self.first_stages.setdefault(part, self.stage)
        self.last_stages[part] = self.stage


class AnalysedPaper:
    """A paper that was read once and can be judged again without a rule or test."""

    def __init__(self, document: Document, options: RuleOptions) -> None:
        self._document = document
        self._options = options
        self._notes = _Notes()
        self._judgements: list[Judgement] = []
        self._regions: dict[tuple[int, float], Any] = {}
        self._starts: dict[str, StartDecision] = {}
        self._vocabulary: Vocabulary | None = None
        # The text of a group of lines, by what it depends on while the lines are the same.
        self._group_texts: dict[Hashable, str] = {}
        with self._noted():
            self.extraction: Extraction = pipeline.analyse(document, options).extraction
        self.text = _join(self.extraction.paragraphs)
        for verdict in self.extraction.verdicts:
            if not verdict.is_body:
                part = Part(RULES, verdict.rule.value)
                self._notes.places[part].add(verdict.line_id)
                self._notes.removed[part].add(verdict.line_id)
                self._add_test_in_layout(verdict)

    @property
    def decided(self) -> Iterator[Part]:
        """The parts that decided something in this paper."""
        return iter(sorted(self._notes.places))

    def _add_test_in_layout(self, verdict: Verdict) -> None:
        """Text is set aside by tests that are asked about blocks, before there are lines."""
        for part, stage in self._notes.first_stages.items():
            if stage == LAYOUT and verdict.finding and verdict.finding.test == part.name:
                self._notes.removed[part].add(verdict.line_id)

    def support_of(self, part: Part, is_mistaken: Callable[[str], bool]) -> Support:
        """The number of lines that a part removed, or of its decisions if it removes none."""
        ids = self._notes.removed[part]
        if not ids:
            return Support(len(self._notes.places[part]), None)
        removed = [
            line
            for line, verdict in zip(self.extraction.lines, self.extraction.verdicts, strict=True)
            if line.id in ids
            and not verdict.is_body
            and (part.table == RULES or (verdict.finding and verdict.finding.test == part.name))
        ]
        return Support(len(removed), sum(is_mistaken(line.text) for line in removed))

    def text_without(self, part: Part) -> str | None:
        """The body text without a part; None if its table has to decide and cannot without it."""
        stage = self._notes.first_stages.get(part, LAYOUT)
        last = self._notes.last_stages.get(part, LAYOUT)
        document = shown_and_upright(self._document, part)
        try:
            with without(part), self._replayed(stage, last):
                pipeline.analyse(document, self._options)
        except _TextIsKnown as known:
            return known.text
        except Exception:
            return None
        raise AssertionError("the text was not written")

    @contextmanager
    def _replayed(self, stage: int, last: int) -> Iterator[None]:
        """Stages before this one return what they returned; there are none after the text.

        The text is known once the judgement is the same after the last stage in which the part
        decides.
        """

        def judge_lines(context: DocumentContext) -> Judgement:
            judgement = self._judgements[stage - 1] if stage else Judgement.start(context)
            for index, family in enumerate(families.FAMILIES[stage:], stage):
                judgement = family(context, judgement)
                if index >= last and _same(judgement, self._judgements[index]):
                    raise _TextIsKnown(self.text)
            return judgement

        def write_text(*args: Any) -> Any:
            raise _TextIsKnown(_join(write_paragraphs(*args)))

        with ExitStack() as stack:
            known = write_text if stage == LAYOUT else self._write_groups
            stack.enter_context(replaced(pipeline, "write_paragraphs", known))
            stack.enter_context(self._with_known_regions())
            if stage != LAYOUT:
                context = self._context
                for name, result in (
                    ("summarise_page", None),
                    ("measure_fonts", context.fonts),
                    ("lay_out", context.layouts),
                    ("build_context", context),
                    ("detect_language", self.extraction.language),
                    ("Vocabulary", self._vocabulary),
                ):
                    kept = partial(_always, result)
                    stack.enter_context(replaced(pipeline, name, kept))
                stack.enter_context(replaced(pipeline, "judge_lines", judge_lines))
                stack.enter_context(replaced(pipeline, "decide_starts", self._decide_starts))
            yield

    def _decide_starts(
        self, context: DocumentContext, judgement: Judgement
    ) -> dict[str, StartDecision]:
        """The text is known if every line is judged, and begins or goes on, as before."""
        starts = decide_starts(context, judgement)
        if _same(judgement, self._judgements[-1]) and all(
            start.outcome == self._starts[line_id].outcome for line_id, start in starts.items()
        ):
            raise _TextIsKnown(self.text)
        return starts

    def _write_groups(
        self,
        groups: Iterable[Sequence[Line]],
        body_starts: Mapping[str, int],
        vocabulary: Vocabulary,
        language: str,
        displays: Mapping[str, Sequence[Display]],
        _: object,
    ) -> Any:
        """Most groups of lines are as before, and so is their text."""
        texts = []
        for lines in groups:
            key = tuple(
                (
                    line.id,
                    body_starts.get(line.id),
                    tuple(display.ends_sentence for display in displays.get(line.id, ())),
                )
                for line in lines
            )
            if key not in self._group_texts:
                written = write_paragraphs([lines], body_starts, vocabulary, language, displays)
                self._group_texts[key] = _join(written)
            texts.append(self._group_texts[key])
        raise _TextIsKnown("\n\n".join(filter(None, texts)))

    def _drawn_regions(self, page: Page, em: float, *args: Any) -> Any:
        """The clusters of strokes, which are slow to find, cached by size."""
        if (page.number, em) not in self._regions:
            self._regions[page.number, em] = drawn_regions(page, em, *args)
        return self._regions[page.number, em]

    @contextmanager
    def _with_known_regions(self) -> Iterator[None]:
        with ExitStack() as stack:
            for module in REGION_USERS:
                stack.enter_context(replaced(module, "drawn_regions", self._drawn_regions))
            yield

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Note what decides, and keep what the stages return."""
        notes, decide = self._notes, DecisionTable.decide

        def noted_decide(table: DecisionTable[Any, Any], *args: Any, **kwargs: Any) -> Any:
            decision = decide(table, *args, **kwargs)
            if decision is not None:
                notes.add_decision(Part(table.name, decision.test), decision, args)
            return decision

        def may_remove(line: Any, rule: Rule, reasons: Sequence[Any]) -> bool:
            notes.add_removal(line.id, rule, reasons)
            return True

        def kept_context(*args: Any, **kwargs: Any) -> DocumentContext:
            self._context = build_context(*args, **kwargs)
            notes.stage = 0
            return self._context

        def kept_starts(*args: Any) -> dict[str, StartDecision]:
            self._starts = decide_starts(*args)
            return self._starts

        def kept_vocabulary(*args: Any) -> Vocabulary:
            self._vocabulary = Vocabulary(*args)
            return self._vocabulary

        with (
            replaced(DecisionTable, "decide", noted_decide),
            asked_before_removal(may_remove),
            replaced(pipeline, "build_context", kept_context),
            replaced(pipeline, "decide_starts", kept_starts),
            replaced(pipeline, "Vocabulary", kept_vocabulary),
            self._with_known_regions(),
            replaced(families, "FAMILIES", tuple(map(self._kept, families.FAMILIES))),
        ):
            yield

    def _kept(self, family: families.Family) -> families.Family:
        def judge(context: DocumentContext, known: Judgement) -> Judgement:
            self._judgements.append(family(context, known))
            self._notes.stage = len(self._judgements)
            return self._judgements[-1]

        return judge


class _TextIsKnown(Exception):
    """Raised once the text of a paper is known: later stages do not change it."""

    def __init__(self, text: str) -> None:
        self.text = text


def _join(paragraphs: Iterable[Paragraph]) -> str:
    """The text as it is scored: raised and lowered characters are not told apart."""
    return "\n\n".join(paragraph.text for paragraph in paragraphs)


def _always(result: object, *_: object) -> object:
    return result


def _same(one: Judgement, other: Judgement) -> bool:
    """Whether two judgements lead to the same text: findings do not change it."""
    return (one.body_starts, one.caption_starts) == (other.body_starts, other.caption_starts) and (
        all(
            a is b or (a and a.rule) == (b and b.rule)
            for a, b in zip(one.verdicts, other.verdicts, strict=True)
        )
    )


def _place(args: Sequence[Any]) -> Hashable:
    """The line that a test was asked about, or else what it was asked about."""
    for arg in args:
        line = getattr(arg, "line", arg)
        if isinstance(name := getattr(line, "id", None), str):
            return name
    return tuple(map(id, args))
