"""A paper without its citation marks: brackets by the text, raised numbers by its scripts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pdfbot
from pdfbot.model import CitationMark, Extraction, Formula, Mention, Paragraph, Reference, Sentence
from pdfbot.notation import Script
from pdfbot.output.without_citations import drop_citations

from .papers import SPAN, make_paper


def raised(text: str, *parts: str) -> tuple[Script, ...]:
    """Each part, where it is first found, as a raised range."""
    starts = [(text.index(part), part) for part in parts]
    return tuple(Script("raised", start, start + len(part)) for start, part in starts)


def paper_of(
    text: str, scripts: tuple[Script, ...] = (), citations: tuple[CitationMark, ...] = ()
) -> Extraction:
    references = [Reference(f"r{n}", str(n), "", "A mill.", (), (SPAN,)) for n in range(1, 9)]
    sentence = Sentence("s1.1", text, (SPAN, SPAN), scripts=scripts, citations=citations)
    return replace(
        make_paper(),
        paragraphs=(Paragraph("p1", (sentence,)),),
        references=tuple(references),
    )


def test_raised_numbers_are_left_out() -> None:
    text = "Mills2 weigh 10 kg of flour3,4."
    (sentence,) = drop_citations(paper_of(text, raised(text, "2", "3,4"))).sentences
    assert sentence.text == "Mills weigh 10 kg of flour."
    assert len(sentence.spans) == 2


def test_numbers_on_the_baseline_and_below_it_stay() -> None:
    text = "Water2 runs3."
    (sentence,) = drop_citations(paper_of(text, (Script("lowered", 5, 6),))).sentences
    assert sentence.text == text


def test_other_scripts_stay_on_their_characters() -> None:
    text = "Mills2 need 10−3 kg (see [1], [2]) of H2O3."
    scripts = (*raised(text, "2", "−3"), Script("lowered", 39, 40), Script("raised", 41, 42))
    (sentence,) = drop_citations(paper_of(text, scripts)).sentences
    assert sentence.written() == "Mills need 10⁻³ kg of H₂O³."


def test_linked_marks_are_left_out() -> None:
    text = "The mills of R2 turn."
    mark = CitationMark(14, 15, ("r2",))
    (sentence,) = drop_citations(paper_of(text, raised(text, "2"), (mark,))).sentences
    assert (sentence.text, sentence.scripts, sentence.citations) == ("The mills of R turn.", (), ())


def test_formulas_and_mentions_stay_on_their_characters() -> None:
    paper = paper_of("Mills [1] need x=y of Fig. 2.")
    (sentence,) = paper.sentences
    marked = replace(
        sentence,
        formulas=(Formula(15, 18, "x=y"),),
        mentions=(Mention(22, 28, "figure", ("c2",)),),
    )
    paragraphs = (replace(paper.paragraphs[0], sentences=(marked,)),)
    (found,) = drop_citations(replace(paper, paragraphs=paragraphs)).sentences
    ranges: list[Formula | Mention] = [*found.formulas, *found.mentions]
    assert [found.text[r.start : r.end] for r in ranges] == ["x=y", "Fig. 2"]


def test_sentence_of_marks_alone_is_left_out() -> None:
    assert drop_citations(paper_of("[4]")).paragraphs == ()


def test_result_read_from_a_lean_record_has_the_same_marks(papers: Path) -> None:
    paper = pdfbot.extract(papers / "twocolumn-physics" / "twocolumn-physics.pdf")
    again = pdfbot.from_json(paper.to_json(lean=True))
    assert again.without_citations().text == paper.without_citations().text != paper.text


def test_marks_of_a_real_paper_are_left_out(papers: Path) -> None:
    paper = pdfbot.extract(papers / "twocolumn-conference" / "twocolumn-conference.pdf")
    assert "[" in paper.text
    spoken = paper.without_citations()
    assert "[" not in spoken.written(equations="none")
    assert len(spoken.sentences) == len(paper.sentences)
    assert spoken.sections == paper.sections
    for torn in ("  ", " .", " ,", "( ", "()", ",,"):
        assert torn not in spoken.text
