"""scripts/make_mechanisms.py: papers in which one mechanism varies, with exact truth."""

from __future__ import annotations

import re

import pypdfium2
import pytest
from make_mechanisms import DOCUMENTS, HEADER, compose
from mechanisms.builders import BUILDERS
from mechanisms.look import choose_look


def letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", text.lower())


def drawn_letters(pdf: bytes) -> str:
    """The letters of a PDF in the order in which its lines are drawn."""
    document = pypdfium2.PdfDocument(pdf)
    return letters(" ".join(page.get_textpage().get_text_range() for page in document))


@pytest.mark.parametrize("mechanism", BUILDERS)
@pytest.mark.parametrize("number", [0, 5, 10, 15])
def test_what_is_on_the_pages_is_in_the_truth(mechanism: str, number: int) -> None:
    paper = compose(mechanism, number)
    pdf = paper.finish(HEADER)
    truth = paper.truth("x", mechanism)
    texts = [f"{p.get('label', '')}{p['text']}" for p in truth["paragraphs"]]
    # A run-in heading is a label and nonbody text as well.
    labels = sum(len(letters(p.get("label", ""))) for p in truth["paragraphs"])
    known = sum(len(letters(text)) for text in texts)
    known += sum(len(letters(n["text"])) for n in truth["nonbody"] if n["kind"] != "header")
    known += truth["pages"] * len(letters(HEADER))
    assert known - labels <= len(drawn_letters(pdf)) <= known


@pytest.mark.parametrize("mechanism", BUILDERS)
def test_documents_are_the_same_every_time_and_differ(mechanism: str) -> None:
    first, again = (compose(mechanism, 0).finish(HEADER) for _ in range(2))
    assert first == again
    assert first != compose(mechanism, 1).finish(HEADER)


def test_looks_vary_in_columns_indents_fonts_and_alignment() -> None:
    looks = [choose_look(number) for number in range(DOCUMENTS)]
    assert {look.columns for look in looks} == {1, 2}
    assert (
        {bool(look.indent) for look in looks} == {bool(look.gap) for look in looks} == {True, False}
    )
    assert len({look.faces for look in looks}) == 2
    assert {look.align for look in looks} == {"left", "justify"}
    assert len(set(looks)) > DOCUMENTS // 2
