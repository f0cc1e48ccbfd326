"""From text to its positions in the body."""

from __future__ import annotations

import pdfbot
from pdfbot.model import Span
from pdfbot.visual.highlight.sentence_lookup import BodyText, fold_text


def text_of(paper: pdfbot.Paper, spans: tuple[Span, ...]) -> str:
    lines = {line.id: line for line in paper.lines}
    return "".join(lines[s.line_id].text[s.start : s.end] for s in spans)


def test_folding_ignores_spaces_hyphens_ligatures_quotes_and_case() -> None:
    assert fold_text("A \ufb01ne\u2010tuned \u201cword\u201d") == fold_text('a fine tuned\n"WORD"')


def test_folding_keeps_operators() -> None:
    assert fold_text("a + b") != fold_text("a b")


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
            (spans,) = body.find_text(sentence.text)
            assert [(s.page, s.line_id) for s in spans] == [
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
    assert any([s.line_id for s in spans] == both_lines for spans in occurrences)


def test_all_occurrences_are_found_without_overlaps(conference: pdfbot.Paper) -> None:
    occurrences = BodyText(conference).find_text("the")
    text = fold_text("".join(s.text for s in conference.sentences))
    assert len(occurrences) == text.count("the")
    assert {fold_text(text_of(conference, spans)) for spans in occurrences} == {"the"}


def test_text_that_does_not_occur_is_not_found(conference: pdfbot.Paper) -> None:
    assert BodyText(conference).find_text("quetzalcoatl") == []


def test_text_without_letters_is_not_found(conference: pdfbot.Paper) -> None:
    assert BodyText(conference).find_text(" -\n") == []
