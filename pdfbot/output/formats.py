"""The formats of an extracted paper: how their files end, what can be chosen, what writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from pdfbot.errors import UsageError
from pdfbot.model import EQUATION_STYLES, EquationStyle, Extraction
from pdfbot.notation import NOTATIONS, Notation
from pdfbot.output.bibtex import render_bibtex
from pdfbot.output.chunks import DEFAULT_WORDS, render_chunks
from pdfbot.output.compression import compression_of
from pdfbot.output.csl import render_csl
from pdfbot.output.dublin_core import render_dublin_core
from pdfbot.output.files import format_by_ending
from pdfbot.output.markdown import FloatPlace, render_markdown
from pdfbot.output.records import record_chunks
from pdfbot.output.tei import render_tei
from pdfbot.output.text import render_text
from pdfbot.output.without_citations import drop_citations
from pdfbot.ranking.assessment import score_sentences
from pdfbot.readers.source import Source

# The suffix of each format's files.
SUFFIXES = {
    "txt": ".txt",
    "md": ".md",
    "json": ".json",
    "jsonl": ".jsonl",
    "chunks": ".chunks.jsonl",
    "tei": ".tei.xml",
    "bib": ".bib",
    "csl": ".csl.json",
    "dc": ".dc.xml",
}
FORMATS = tuple(SUFFIXES)
# One line for each record, so that several papers can share a file.
LINE_FORMATS = ("jsonl", "chunks")
# How a format that has no ranges writes what is raised or lowered, unless users choose.
NOTATIONS_OF_FORMATS: dict[str, Notation] = {"txt": "unicode", "md": "html", "chunks": "unicode"}
# The formats that each choice is for.
CHOICES: dict[str, tuple[str, ...]] = {
    "lean": ("json", "jsonl"),
    "rank": ("json", "jsonl", "parquet"),
    "reasons": ("json", "jsonl"),
    "anchors": ("md",),
    "include": ("md",),
    "floats": ("md",),
    "drop_citations": ("txt", "md", "chunks"),
    "scripts": ("txt", "md", "chunks"),
    "equations": ("txt", "md", "chunks"),
    "chunk_words": ("chunks",),
    "chunk_overlap": ("chunks",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatOptions:
    """What users choose about a format; docs/output.md describes each choice."""

    lean: bool = False
    rank: bool = False
    reasons: bool = False
    anchors: bool = False
    include: tuple[str, ...] = ()
    floats: FloatPlace = "end"
    drop_citations: bool = False
    scripts: Notation | None = None
    equations: EquationStyle = "mark"
    chunk_words: int = DEFAULT_WORDS
    chunk_overlap: int = 0

    def check(self, form: str) -> None:
        """Refuse a choice that has no meaning for a format."""
        default = FormatOptions()
        for field in fields(self):
            chosen = getattr(self, field.name) != getattr(default, field.name)
            if chosen and form not in CHOICES[field.name]:
                option = f"--{field.name.replace('_', '-')}"
                *most, last = CHOICES[field.name]
                known = f"{', '.join(most)} and {last}" if most else last
                raise UsageError(f"{option} is for {known}, not {form}")
        if self.scripts is not None and self.scripts not in NOTATIONS:
            raise UsageError(f"unknown scripts {self.scripts!r}: use {', '.join(NOTATIONS)}")
        if self.equations not in EQUATION_STYLES:
            known = ", ".join(EQUATION_STYLES)
            raise UsageError(f"unknown equations {self.equations!r}: use {known}")
        if self.chunk_words < 1 or self.chunk_overlap < 0:
            raise UsageError("--chunk-words must be at least 1, and --chunk-overlap at least 0")


def format_of(output: str | None) -> str:
    """The format by the name of a file, txt if it has no suffix; an unknown suffix is refused."""
    bare = (output or "").lower()
    bare = bare.removesuffix(f".{compression_of(bare)}")
    return format_by_ending(output, {f: (s,) for f, s in SUFFIXES.items()}, "txt", bare)


def render(
    paper: Extraction, form: str, options: FormatOptions, source: Source, name: str | None = None
) -> Iterator[str]:
    """A paper in a format, piece by piece; `name` is how records call the source."""
    if options.drop_citations:
        paper = drop_citations(paper)
    notation = options.scripts or NOTATIONS_OF_FORMATS.get(form, "flat")
    if form == "txt":
        yield render_text(paper, notation, options.equations)
    elif form == "md":
        yield render_markdown(
            paper,
            anchors=options.anchors,
            include=options.include,
            notation=notation,
            equations=options.equations,
            floats=options.floats,
        )
    elif form == "tei":
        yield render_tei(paper, source.md5())
    elif form == "bib":
        yield render_bibtex(paper.references)
    elif form == "csl":
        yield render_csl(paper.references)
    elif form == "dc":
        yield render_dublin_core(paper)
    elif form == "chunks":
        words, overlap = options.chunk_words, options.chunk_overlap
        yield from render_chunks(paper, words, overlap, name, notation, options.equations)
    else:
        yield from record_chunks(
            paper,
            source=name,
            lean=options.lean,
            line_breaks=form == "json",
            scores=score_sentences(paper) if options.rank else None,
            reasons=options.reasons,
        )
        yield "\n"
