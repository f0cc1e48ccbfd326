"""The result that users get: an extraction that can be saved and highlighted on its own pages.

Replicas need beautifulsoup4 and fontTools, which take 90 ms to import, about as long as two pages
to read; so the methods that show pages import them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any

from pdfbot.errors import UsageError
from pdfbot.model import EquationStyle, Extraction, Picture, Sentence
from pdfbot.notation import Notation
from pdfbot.options import ReadingOptions
from pdfbot.output.bibtex import render_bibtex
from pdfbot.output.chunks import DEFAULT_WORDS, Chunk, count_words, split_chunks
from pdfbot.output.csl import own_item, render_csl
from pdfbot.output.dublin_core import render_dublin_core
from pdfbot.output.markdown import FloatPlace, render_markdown
from pdfbot.output.records import dump
from pdfbot.output.tei import render_tei
from pdfbot.output.without_citations import drop_citations
from pdfbot.ranking.assessment import score_sentences
from pdfbot.ranking.layers import DEFAULT_LAYERS
from pdfbot.ranking.ranked_sentences import RankedSentence, rank_sentences
from pdfbot.ranking.reading_order import Spread
from pdfbot.readers.source import Source
from pdfbot.visual.highlight.highlight_plan import (
    HighlightPlan,
    Marks,
    plan_highlights,
    plan_ranking,
)
from pdfbot.visual.highlight.sentence_lookup import find_sentences

# Marks that an error message lists, and characters of each.
MAX_LISTED_MARKS = 3
MAX_KEY = 60


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Paper(Extraction):
    """The body text of a paper, every line with its verdict, and the source it was read from.

    >>> paper = pdfbot.extract("paper.pdf")
    >>> for sentence in paper.sentences:
    ...     print(sentence.page, sentence.text)
    """

    source: Annotated[Source | None, "the file it was read from"] = field(
        default=None, repr=False, compare=False
    )
    reading: Annotated[ReadingOptions, "how it was read"] = field(
        default_factory=ReadingOptions, repr=False, compare=False
    )

    @staticmethod
    def of(
        extraction: Extraction,
        source: Source | None = None,
        reading: ReadingOptions | None = None,
    ) -> Paper:
        """The extraction as users get it, with the source it was read from."""
        pending = extraction.pending
        unknown = frozenset() if pending is None else pending.names
        names = (f.name for f in fields(Extraction) if f.name not in unknown)
        found = {name: getattr(extraction, name) for name in names}
        found |= {"source": source, "reading": reading or ReadingOptions()}
        return Paper(**found) if pending is None else Paper.deferred(pending, **found)

    def to_json(
        self,
        indent: int | None = None,
        *,
        lean: bool = False,
        rank: bool = False,
        reasons: bool = False,
    ) -> str:
        """The versioned record of docs/output.md, which `pdfbot.from_json` reads.

        `lean` leaves out the lines, their verdicts, and what is drawn on the pages. With `rank`
        every sentence has the score of `Paper.rank`, and with `reasons` the record says why each
        body line begins a paragraph or goes on with one.

        >>> Path("paper.json").write_text(paper.to_json(indent=1))
        """
        scores = score_sentences(self) if rank else None
        return dump(self, indent, lean=lean, scores=scores, reasons=reasons)

    def to_markdown(
        self,
        *,
        anchors: bool = False,
        include: Collection[str] = (),
        notation: Notation = "html",
        equations: EquationStyle = "mark",
        floats: FloatPlace = "end",
    ) -> str:
        """The title, the headings by their levels, and the body text.

        `anchors` puts the id, the page and the boxes of each paragraph into a comment. `include`
        may have "captions", "tables", "notes", "references", "pages" (a comment where a page
        begins) and "links" (from citation marks and mentions to what is written). With
        `floats="text"`, captions and tables are below the paragraph that refers to them. Raised
        and lowered characters are in `<sup>` and `<sub>`, or in another `notation`; in the place
        of a display equation is a mark, its TeX between `$$` (`equations="tex"`), or nothing
        ("none").

        >>> Path("paper.md").write_text(paper.to_markdown(include=["captions"]))
        """
        return render_markdown(
            self,
            anchors=anchors,
            include=include,
            notation=notation,
            equations=equations,
            floats=floats,
        )

    def chunks(
        self,
        max_words: int = DEFAULT_WORDS,
        overlap: int = 0,
        *,
        notation: Notation = "unicode",
        equations: EquationStyle = "mark",
        length: Callable[[str], int] | None = None,
    ) -> tuple[Chunk, ...]:
        """The body text in chunks of whole sentences that stay within a section.

        `overlap` is the number of sentences that a chunk repeats from the one before it; `notation`
        is how raised and lowered characters are written, `equations` what is in the place of
        display equations. `length` counts the tokens of a text, of which a chunk has as many
        instead of words.

        >>> texts = [chunk.text for chunk in paper.chunks(100, overlap=1)]
        >>> small = paper.chunks(512, length=lambda text: len(tokenizer.encode(text)))
        """
        return split_chunks(self, max_words, overlap, notation, equations, length or count_words)

    def without_citations(self) -> Paper:
        """The same paper without marks such as "[1]", "(Smith, 2020)" and raised numbers.

        >>> print(paper.without_citations().text)
        """
        return Paper.of(drop_citations(self), self.source, self.reading)

    def to_tei(self) -> str:
        """The whole paper as TEI, as GROBID writes it.

        >>> Path("paper.tei.xml").write_text(paper.to_tei())
        """
        return render_tei(self, "" if self.source is None else self.source.md5())

    def to_bibtex(self) -> str:
        """The list of references as BibTeX.

        >>> Path("paper.bib").write_text(paper.to_bibtex())
        """
        return render_bibtex(self.references)

    def to_csl(self) -> str:
        """The list of references as CSL-JSON.

        >>> items = json.loads(paper.to_csl())
        """
        return render_csl(self.references)

    def citation(self) -> dict[str, Any]:
        """The paper itself as an item of CSL-JSON.

        >>> Path("paper.csl.json").write_text(json.dumps([paper.citation()]))
        """
        return own_item(self)

    def to_dublin_core(self) -> str:
        """The paper itself in Dublin Core, as XML.

        >>> Path("paper.dc.xml").write_text(paper.to_dublin_core())
        """
        return render_dublin_core(self)

    def pictures(
        self, *, source: str | os.PathLike[str] | bytes | None = None
    ) -> tuple[Picture, ...]:
        """Figures, tables and the like as PNG images, by their captions.

        A caption whose figure is not found has none. A result read from JSON needs the `source` it
        was extracted from.

        >>> for picture in paper.pictures():
        ...     Path(f"{picture.name}.png").write_bytes(picture.png)
        """
        from pdfbot.visual.part_files import draw_figures

        return tuple(draw_figures(self, self._original(source), self.reading.password))

    def find(self, text: str) -> tuple[Sentence, ...]:
        """The sentences with these words, whatever is raised, accented, hyphenated or in capitals.

        >>> [sentence.page for sentence in paper.find("CO2")]
        """
        return tuple(find_sentences(self.sentences, text))

    def rank(
        self,
        *,
        layers: int = DEFAULT_LAYERS,
        spread: Spread = "even",
        density: float | None = None,
        scores: Mapping[str, float] | None = None,
    ) -> tuple[RankedSentence, ...]:
        """All sentences with score, layer and reason, layer by layer, best scores first.

        With `spread` "even" sections take turns in a layer; with "none" they do not matter.
        `density` is the share of the sentences in every layer but the last; without it, layers are
        of equal size. Your own `scores` by sentence id decide alone.

        >>> for ranked in paper.rank()[:5]:
        ...     print(ranked.score, ranked.sentence.text)
        """
        return rank_sentences(self, layers, spread, density, scores)

    def layers(
        self,
        count: int = DEFAULT_LAYERS,
        *,
        spread: Spread = "even",
        density: float | None = None,
        scores: Mapping[str, float] | None = None,
    ) -> tuple[tuple[RankedSentence, ...], ...]:
        """The same as `rank` as one sequence per layer, each in reading order.

        >>> for ranked in paper.layers(density=0.1)[0]:
        ...     print(ranked.sentence.text)
        """
        found = {
            item.sentence.id: item
            for item in self.rank(layers=count, spread=spread, density=density, scores=scores)
        }
        in_order = [found[s.id] for s in self.sentences if s.id in found]
        return tuple(
            tuple(item for item in in_order if item.layer == layer) for layer in range(1, count + 1)
        )

    def highlight(
        self,
        marks: Marks | None = None,
        *,
        layers: int | None = None,
        names: Sequence[str] = (),
        spread: Spread = "even",
        density: float | None = None,
        source: str | os.PathLike[str] | bytes | None = None,
    ) -> str:
        """The paper as an HTML replica with coloured sentences.

        `marks` are sentence ids or texts, optionally mapped to a colour, a score or a `Highlight`
        each; `layers` is the number of layers that the scores are divided into, `density` the
        share of them in every layer but the last, and `names` are what the layers are called.
        Without marks, all sentences are coloured by `Paper.rank`. A result read from JSON needs
        the `source` it was extracted from.

        >>> html = paper.highlight({"s1.2": "gold", "s4.1": pdfbot.Highlight(note="why?")})
        """
        from pdfbot.visual.highlight.overlay import highlight_replica
        from pdfbot.visual.replica.build import replica_of

        original = self._original(source)
        plan = self._plan(marks, layers, names, spread, density)
        return highlight_replica(replica_of(self, original, self.reading), self, plan)

    def annotate(
        self,
        marks: Marks | None = None,
        *,
        layers: int | None = None,
        names: Sequence[str] = (),
        spread: Spread = "even",
        density: float | None = None,
        source: str | os.PathLike[str] | bytes | None = None,
        keep_actions: bool = False,
    ) -> bytes:
        """The PDF itself with highlight annotations for the same `marks`.

        Its scripts and open actions are taken out unless `keep_actions`.

        >>> Path("marked.pdf").write_bytes(paper.annotate({"s1.2": 0.9, "s4.1": 0.3}, layers=2))
        """
        from pdfbot.visual.highlight.pdf_annotations import annotate_pdf

        original = self._original(source).decompressed()
        if original.is_replica():
            raise UsageError(f"{original.name}: a replica, not a PDF; annotations need the PDF")
        plan = self._plan(marks, layers, names, spread, density)
        password = self.reading.password
        return annotate_pdf(original.content, self, plan, password, keep_actions=keep_actions)

    def annotations(
        self,
        marks: Marks | None = None,
        *,
        layers: int | None = None,
        names: Sequence[str] = (),
        spread: Spread = "even",
        density: float | None = None,
    ) -> dict[str, Any]:
        """W3C Web Annotations for the same `marks`: quoted text, page and box.

        >>> page = paper.annotations(["s1.2", "s4.1"])
        >>> page["items"][0]["target"]["selector"][0]["exact"]
        """
        from pdfbot.visual.highlight.web_annotations import web_annotations

        name = "" if self.source is None else self.source.name
        return web_annotations(self, self._plan(marks, layers, names, spread, density), name)

    def _original(self, given: str | os.PathLike[str] | bytes | None) -> Source:
        if given is not None:
            return Source.of(given)
        if self.source is None:
            raise UsageError("a result read from JSON has no file: pass it as source=")
        return self.source

    def _plan(
        self,
        marks: Marks | None,
        layers: int | None,
        names: Sequence[str],
        spread: Spread,
        density: float | None,
    ) -> HighlightPlan:
        if self.paragraphs and not self.lines:
            raise UsageError(
                "a lean record has no lines to mark: use the full one, or extract again"
            )
        if marks is None:
            return plan_ranking(self, layers, spread, names, density)
        plan = plan_highlights(self, marks, layers, names, density)
        if plan.missing:
            listed = ", ".join(repr(key[:MAX_KEY]) for key in plan.missing[:MAX_LISTED_MARKS])
            raise UsageError(f"not in the body text: {listed}")
        return plan
