"""Sentences, the paragraphs that they form, and what stands in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, TypeAlias, TypeVar, get_args

from pdfbot.frozen_objects import quick_to_make
from pdfbot.model.line_types import Placed, Span
from pdfbot.model.values import (
    Brief,
    EquationId,
    HeadingPath,
    ReferenceId,
    Scripts,
    SectionId,
    StableId,
)
from pdfbot.notation import Notation, scripts_within, tag_written, write_scripts
from pdfbot.record_fields import AtLeast, Key, Mark

# Full stops as wide as a character, alone and before closing quotation marks.
_STOPS_WITH_SPACE = tuple(
    stop + closing for stop in "。！？｡．" for closing in ("", "」", "』", "）", "”", "’", "》")
)


@dataclass(frozen=True, slots=True)
class CitationMark:
    """Characters of a sentence that cite entries of the list of references: "3", "5–7", a name."""

    start: Annotated[int, "first character of the sentence's text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    references: Annotated[tuple[ReferenceId, ...], "`id` of the entries it names"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters of a sentence that refer to a part of the paper: "Fig. 3", "Section 2.1"."""

    start: Annotated[int, "first character of the sentence's text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    kind: Annotated[str, "`figure`, `table`, …, as of captions, `section` or `equation`"]
    parts: Annotated[tuple[str, ...], "`id` of the captions, tables, sections or equations"]


Citations: TypeAlias = Annotated[
    tuple[CitationMark, ...],
    "the marks that cite entries of the list of references, each number or name by itself",
]


@dataclass(frozen=True, slots=True)
class Formula:
    """Characters of a sentence that are a formula: "xᵢ = 0". Another line is another formula."""

    start: Annotated[int, "first character of the sentence's text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    tex: Annotated[str, "the formula in TeX, from the places of its signs"]
    text: Annotated[
        str,
        "the formula on one line, if scripts alone cannot write it: `(a + b)/c`, `√{ab}`, `𝔽`; "
        "else empty",
    ] = ""

    def written(self, notation: Notation) -> str:
        """What scripts alone cannot write: `text`, with tags in HTML; in TeX `$\\frac{a}{b}$`."""
        if notation == "tex":
            return f"${self.tex}$"
        return tag_written(self.text) if notation == "html" else self.text


@dataclass(frozen=True, slots=True)
class EquationMark:
    """The place of a display equation in a sentence, or behind it."""

    start: Annotated[int, "the equation stands before this character of the sentence's text"]
    equation_id: Annotated[EquationId, Key("equation"), "`id` of the equation"]
    number: Annotated[str, "its number, empty if it has none"]
    before_stop: Annotated[bool, "whether the full stop belongs behind it"] = False

    @property
    def label(self) -> str:
        """What is written in place of it."""
        return f"[Eq. {self.number}]" if self.number else "[Eq.]"

    def written_behind(self, text: str, shown: str) -> str:
        """The text of the sentence up to the equation, and what is shown of the equation.

        A label comes before a full stop, as a citation does: "as follows [Eq. 3]."
        """
        words = text.rstrip()
        if not self.before_stop or shown.startswith(_DISPLAYED):
            return f"{words} {shown}".lstrip()
        stop = _FINAL_STOP.search(words)
        start, mark = (stop.start(), stop[0]) if stop else (len(words), ".")
        return f"{words[:start]} {shown}{mark}".lstrip()


# A formula in TeX has its own full stop.
_DISPLAYED = "$$"
_FINAL_STOP = re.compile(r"[.?!…。！？؟۔।॥]+[\"'”’»)\]]*$")

# How the place of an equation is written in running text; None where nothing shows it.
EquationStyle: TypeAlias = Literal["mark", "tex", "none"]
EQUATION_STYLES: tuple[EquationStyle, ...] = get_args(EquationStyle)
EquationWriter: TypeAlias = Callable[[EquationMark], str]


@quick_to_make
@dataclass(frozen=True, slots=True, repr=False)
class Sentence(Placed):
    """A complete sentence of the body text; `section` and `path` are those of its paragraph."""

    id: StableId
    text: Annotated[str, "the sentence, with whole words"]
    spans: Annotated[
        tuple[Span, ...], AtLeast(1), "where it is: one span per line, in reading order"
    ] = field(repr=False)
    section: Annotated[SectionId, Mark.NOT_WRITTEN, "`id` of the section of its paragraph"] = ""
    path: Annotated[
        tuple[str, ...], Mark.NOT_WRITTEN, "the headings above it, from the outermost to its own"
    ] = ()
    scripts: Scripts = field(default=(), repr=False)
    citations: Citations = field(default=(), repr=False)
    mentions: Annotated[
        tuple[Mention, ...], "what refers to figures, tables, sections and equations"
    ] = field(default=(), repr=False)
    equations: Annotated[
        tuple[EquationMark, ...], "the display equations that stand in it or behind it"
    ] = field(default=(), repr=False)
    formulas: Annotated[tuple[Formula, ...], "the formulas in its text"] = field(
        default=(), repr=False
    )

    def written(
        self, notation: Notation = "unicode", equation: EquationWriter | None = None
    ) -> str:
        """The text with raised and lowered characters as such: "10⁻³ m" for "10−3 m".

        `equation` writes what stands in the place of a display equation.
        """
        return self.written_by(lambda part: part._write(notation), equation)

    def _write(self, notation: Notation) -> str:
        """The text without equations; fractions and roots are written out, but not in flat text."""
        rewritten = [f for f in self.formulas if f.text] if notation != "flat" else []
        if not rewritten:
            return write_scripts(self.text, self.scripts, notation)
        written, start = "", 0
        for formula in rewritten:
            before = self.part(start, formula.start)
            written += write_scripts(before.text, before.scripts, notation)
            # Two dollar signs would begin a display.
            written += " " if notation == "tex" and written.endswith("$") else ""
            written += formula.written(notation)
            start = formula.end
        rest = self.part(start, len(self.text))
        return written + write_scripts(rest.text, rest.scripts, notation)

    def written_by(self, write: Callable[[Sentence], str], equation: EquationWriter | None) -> str:
        """The text between equations as `write` has it, and the places of the equations."""
        if equation is None or not self.equations:
            return write(self)
        written, start = "", 0
        for mark in (*self.equations, None):
            end = len(self.text) if mark is None else mark.start
            start = end - len(self.text[start:end].lstrip())
            if start < end:
                written += (" " if written else "") + write(self.part(start, end))
            if mark is not None:
                written = mark.written_behind(written, equation(mark))
            start = end
        return written

    def part(self, start: int, end: int) -> Sentence:
        """The sentence from one character to another, with what is raised, lowered or a formula."""
        return replace(
            self,
            text=self.text[start:end],
            scripts=scripts_within(self.scripts, start, end),
            formulas=tuple(
                replace(f, start=f.start - start, end=f.end - start)
                for f in self.formulas
                if start <= f.start and f.end <= end
            ),
            citations=_within(self.citations, start, end),
            mentions=_within(self.mentions, start, end),
            equations=(),
        )


_Mark = TypeVar("_Mark", CitationMark, Mention)


def _within(marks: Iterable[_Mark], start: int, end: int) -> tuple[_Mark, ...]:
    """The marks inside a part of a sentence, with their places in the part."""
    return tuple(
        replace(mark, start=mark.start - start, end=mark.end - start)
        for mark in marks
        if start <= mark.start and mark.end <= end
    )


def join_sentences(texts: Iterable[str]) -> str:
    """Sentences as running text; after the full stop of a script without spaces there is none."""
    parts: list[str] = []
    for text in texts:
        if parts and not parts[-1].endswith(_STOPS_WITH_SPACE):
            parts.append(" ")
        parts.append(text)
    return "".join(parts)


@dataclass(frozen=True, slots=True, repr=False)
class Paragraph(Brief):
    """A logical paragraph: it continues across columns, pages, floats and display equations."""

    id: StableId
    sentences: Annotated[
        tuple[Sentence, ...],
        AtLeast(1),
        "at least one; the paragraph's text is theirs, joined by a space, but after 。 by nothing",
    ] = field(repr=False)
    section: Annotated[SectionId, "`id` of its section, empty before the first heading"] = ""
    path: HeadingPath = ()
    bullet: Annotated[
        str, "the bullet before it, which is not in its text; empty if there is none"
    ] = ""

    @property
    def text(self) -> str:
        return join_sentences(s.text for s in self.sentences)

    def written(
        self, notation: Notation = "unicode", equation: EquationWriter | None = None
    ) -> str:
        """The text with raised and lowered characters as such, and the places of equations."""
        return join_sentences(s.written(notation, equation) for s in self.sentences)

    def with_placed_sentences(self) -> Paragraph:
        """The same, with sentences that know their section."""
        placed = (replace(s, section=self.section, path=self.path) for s in self.sentences)
        return replace(self, sentences=tuple(placed))
