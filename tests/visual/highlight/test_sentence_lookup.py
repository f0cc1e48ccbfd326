"""Finding text in the body."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import pdfbot
from pdfbot.model import Box, Extraction, Line, Paragraph, Sentence, Span, Statistics, Verdict
from pdfbot.notation import Script
from pdfbot.rules import Rule
from pdfbot.visual.highlight.sentence_lookup import (
    MAX_CONTEXT,
    BodyText,
    find_sentences,
    fold_text,
)

BOX = Box(0, 0, 100, 10)


def text_of(paper: pdfbot.Paper, spans: tuple[Span, ...]) -> str:
    lines = {line.id: line for line in paper.lines}
    return "".join(lines[s.line_id].text[s.start : s.end] for s in spans)


def make_paper(text: str) -> Extraction:
    """One sentence on several lines; a hyphen at the end of a line breaks a word."""
    texts = text.split("\n")
    lines = tuple(
        Line(f"p1.c1.l{number}", 1, 1, (), text, BOX, 0.0, 10.0)
        for number, text in enumerate(texts, 1)
    )
    spans = tuple(Span(1, line.id, 0, len(line.text.rstrip("-")), BOX) for line in lines)
    joined = text.replace("-\n", "").replace("\n", " ")
    return Extraction(
        paragraphs=(Paragraph("1", (Sentence("s1.1", joined, spans),)),),
        lines=lines,
        verdicts=tuple(Verdict(line.id, Rule.BODY) for line in lines),
        pages=(),
        statistics=Statistics(10, 12, 30, 1),
        engine="pdfium",
        version="1",
        thresholds="",
    )


def test_folding_ignores_spaces_hyphens_ligatures_quotes_and_case() -> None:
    assert fold_text("A \ufb01ne\u2010tuned \u201cword\u201d") == fold_text('a fine tuned\n"WORD"')


def test_folding_ignores_accents() -> None:
    assert fold_text("Schro\u0308dinger") == fold_text("Schr\u00f6dinger") == "schrodinger"


def test_folding_ignores_scripts() -> None:
    assert fold_text("CO₂ at 10⁻³") == fold_text("CO2 at 10−3") == "co2at103"


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("कि", "का"), ("한", "하")])
def test_folding_keeps_vowels_and_voicing(one: str, other: str) -> None:
    assert fold_text(one) != fold_text(other)
    assert fold_text(one) == one


def test_folding_keeps_operators() -> None:
    assert fold_text("a + b") != fold_text("a b")


@pytest.mark.parametrize(
    ("wanted", "is_found"),
    [
        ("CO2", True),
        ("co₂", True),
        ("R_{0}^{3}", True),
        ("R30", True),
        ("cafe", True),
        ("CO2 in R₀³", True),
        ("in-side", True),
        ("O2", False),
        ("sideR", False),
        ("", False),
    ],
)
def test_sentences_are_found_however_scripts_are_written(wanted: str, is_found: bool) -> None:
    text = "Inside, the café has CO2 in R30."
    scripts = (
        Script("lowered", 23, 24),
        Script("raised", 29, 30),
        Script("lowered", 30, 31),
    )
    sentence = Sentence("s1.1", text, (), scripts=scripts)
    other = Sentence("s1.2", "Disco 2 is outside.", ())
    assert list(find_sentences([sentence, other], wanted)) == [sentence] * is_found


def test_sentence_is_found_by_its_text_in_every_notation() -> None:
    paper = make_paper("Much CO2 in R30.")
    scripts = (Script("lowered", 7, 8), Script("raised", 13, 14), Script("lowered", 14, 15))
    sentence = replace(paper.sentences[0], scripts=scripts)
    paragraph = replace(paper.paragraphs[0], sentences=(sentence,))
    body = BodyText(replace(paper, paragraphs=(paragraph,)))
    assert sentence.written() == "Much CO₂ in R₀³."
    for notation in ("unicode", "tex", "flat"):
        assert body.find_sentence(sentence.written(notation)) == sentence


def test_paper_finds_sentences_without_its_lines(conference: pdfbot.Paper) -> None:
    lean = pdfbot.from_json(conference.to_json(lean=True))
    found = lean.find("ENERGY")
    assert 0 < len(found) < len(lean.sentences)
    assert [s.id for s in found] == [s.id for s in conference.find("energy")]
    assert all("energy" in sentence.text.lower() for sentence in found)


def test_every_sentence_is_found_by_its_text(conference: pdfbot.Paper) -> None:
    body = BodyText(conference)
    for sentence in conference.sentences:
        found = body.find_sentence(sentence.text)
        assert found is not None
        assert fold_text(found.text) == fold_text(sentence.text)


def test_text_of_a_long_sentence_is_found_once_and_in_place(conference: pdfbot.Paper) -> None:
    body = BodyText(conference)
    for sentence in conference.sentences:
        if len(sentence.text) > 40:
            (found,) = body.find_text(sentence.text)
            assert [(s.page, s.line_id) for s in found.spans] == [
                (s.page, s.line_id) for s in sentence.spans
            ]


def test_word_broken_at_a_line_end_is_found(conference: pdfbot.Paper) -> None:
    lines = {line.id: line for line in conference.lines}
    sentence, span = next(
        (s, p)
        for s in conference.sentences
        for p in s.spans[:-1]
        if p.end == len(lines[p.line_id].text) - 1 and lines[p.line_id].text.endswith("-")
    )
    index = sentence.spans.index(span)
    first = lines[span.line_id].text[: span.end].split()[-1]
    second = lines[sentence.spans[index + 1].line_id].text.split()[0]
    both_lines = [s.line_id for s in sentence.spans[index : index + 2]]
    occurrences = BodyText(conference).find_text(first + second)
    assert any([s.line_id for s in found.spans] == both_lines for found in occurrences)


def test_all_occurrences_are_found_without_overlaps(conference: pdfbot.Paper) -> None:
    occurrences = BodyText(conference).find_text("the", within_words=True)
    text = fold_text("".join(s.text for s in conference.sentences))
    assert len(occurrences) == text.count("the")
    assert {fold_text(text_of(conference, found.spans)) for found in occurrences} == {"the"}
    assert [found.start for found in occurrences] == sorted(found.start for found in occurrences)


def test_whole_words_are_those_between_spaces_and_punctuation(conference: pdfbot.Paper) -> None:
    text = " ".join(s.text for s in conference.sentences)
    expected = re.findall(r"\bthe\b", text, re.IGNORECASE)
    occurrences = BodyText(conference).find_text("the")
    assert [found.text for found in occurrences] == expected
    assert 0 < len(expected) < text.casefold().count("the")


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("A path and pathology.", "path", ["path"]),
        ("The path's end, a path-finder.", "path", ["path", "path"]),
        ("As in textbooks1,2 and H2O.", "textbooks", ["textbooks"]),
        ("Version 10 of 1.", "1", ["1"]),
        ("A neu-\nral net.", "neural", ["neural"]),
        ("A neu-\nral net.", "neu", []),
        ("We use \u6df1\u5ea6\u5b66\u4e60 here.", "\u5ea6", ["\u5ea6"]),
        ("Caf\u0065\u0301s close.", "Cafe", []),
        ("(See above).", "(see", ["(See"]),
        ("A caf\u00e9 in Reykjav\u00edk.", "cafe", ["caf\u00e9"]),
        ("Much CO2 in F pm.", "CO₂", ["CO2"]),
        ("Much CO2 in Fpm.", "F_{p^{m}}", ["Fpm"]),
    ],
)
def test_words_end_at_spaces_hyphens_and_raised_marks(
    text: str, wanted: str, expected: list[str]
) -> None:
    found = BodyText(make_paper(text)).find_text(wanted)
    assert [passage.text for passage in found] == expected


def test_passage_knows_its_text_and_the_sentences_it_is_in(conference: pdfbot.Paper) -> None:
    first, second = conference.sentences[2:4]
    wanted = f"{first.text.split()[-1]} {second.text.split()[0]}"
    (found,) = BodyText(conference).find_text(wanted)
    assert found.text == wanted
    assert wanted in found.excerpt
    assert found.sentences == (first, second)


def test_excerpt_is_cut_between_words() -> None:
    words = " ".join(f"word{n}" for n in range(30))
    (found,) = BodyText(make_paper(f"{words} path {words}.")).find_text("path")
    first, *_, last = found.excerpt.strip("\u2026").split()
    before = words[words.index(first) :]
    after = words[: words.index(last) + len(last)]
    assert found.excerpt == f"\u2026{before} path {after}\u2026"
    assert len(found.excerpt) <= 2 * MAX_CONTEXT + len("\u2026path\u2026")


def test_excerpt_shows_what_is_raised_and_lowered() -> None:
    paper = make_paper("Much CO2 at 10−3 m.")
    (paragraph,) = paper.paragraphs
    scripts = Script("lowered", 7, 8), Script("raised", 14, 16)
    (sentence,) = (replace(s, scripts=scripts) for s in paragraph.sentences)
    body = BodyText(replace(paper, paragraphs=(replace(paragraph, sentences=(sentence,)),)))
    (found,) = body.find_text("CO2")
    assert (found.text, found.excerpt) == ("CO2", "Much CO₂ at 10⁻³ m.")
    assert body.passage(sentence).excerpt == "Much CO₂ at 10⁻³ m."


def test_text_without_its_citations_is_found_where_it_is_printed() -> None:
    paper = make_paper("Paths [2] are long.")
    (paragraph,) = paper.paragraphs
    (sentence,) = paragraph.sentences
    short = replace(paragraph, sentences=(replace(sentence, text="Paths are long."),))
    (found,) = BodyText(replace(paper, paragraphs=(short,))).find_text("are long")
    assert (found.text, found.spans[0].start) == ("are long", 10)


def test_text_that_does_not_occur_is_not_found(conference: pdfbot.Paper) -> None:
    assert BodyText(conference).find_text("quetzalcoatl") == []


def test_text_without_letters_is_not_found(conference: pdfbot.Paper) -> None:
    assert BodyText(conference).find_text(" -\n") == []
