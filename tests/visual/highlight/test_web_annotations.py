"""W3C Web Annotations: the quoted text with its context, page and box, and the colour."""

from __future__ import annotations

import re
from typing import Any

import pytest

import pdfbot
from pdfbot.visual.highlight.sentence_lookup import fold_text
from pdfbot.visual.highlight.web_annotations import CONTEXT_LENGTH


def selectors(annotation: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The selector of the quotation, and those of its pages."""
    quote, *places = annotation["target"]["selector"]
    return quote, places


def test_every_sentence_is_quoted_with_its_context(physics: pdfbot.Paper) -> None:
    page = physics.annotations([sentence.id for sentence in physics.sentences])
    assert page["type"] == "AnnotationPage"
    text = " ".join(sentence.text for sentence in physics.sentences)
    for sentence, annotation in zip(physics.sentences, page["items"], strict=True):
        quote, _ = selectors(annotation)
        assert quote["exact"] == sentence.text
        assert len(quote["prefix"]) == len(quote["suffix"]) == CONTEXT_LENGTH or (
            sentence in (physics.sentences[0], physics.sentences[-1])
        )
        assert quote["prefix"] + quote["exact"] + quote["suffix"] in text
        assert annotation["id"] == f"#{sentence.id}"


def test_places_are_pages_and_boxes_from_the_upper_left(physics: pdfbot.Paper) -> None:
    sentence = next(s for s in physics.sentences if len({span.page for span in s.spans}) == 2)
    _, places = selectors(physics.annotations([sentence.id])["items"][0])
    assert [p["value"].partition("&")[0] for p in places] == [
        f"page={sentence.page}", f"page={sentence.page + 1}",
    ]  # fmt: skip
    found = re.fullmatch(
        r"page=\d+&viewrect=([\d.]+),([\d.]+),([\d.]+),([\d.]+)", places[0]["value"]
    )
    assert found
    left, top, width, height = map(float, found.groups())
    box, page = sentence.box, physics.pages[sentence.page - 1]
    assert left == pytest.approx(box.left, abs=0.01)
    assert page.height - top == pytest.approx(box.top, abs=0.01)
    assert (width, height) == pytest.approx((box.width, box.height), abs=0.01)


@pytest.mark.parametrize("words", [3, 30])
def test_passages_are_quoted_as_they_are_in_the_text(physics: pdfbot.Paper, words: int) -> None:
    """Also over the ends of lines, with their hyphens."""
    for sentence in physics.sentences[::5]:
        wanted = " ".join(sentence.text.split()[2 : 2 + words])
        if len(wanted) < 20:
            continue
        for annotation in physics.annotations([wanted])["items"]:
            quote, places = selectors(annotation)
            assert fold_text(quote["exact"]) == fold_text(wanted)
            assert places
            assert "id" not in annotation


def test_colours_and_scores_are_styles(physics: pdfbot.Paper) -> None:
    low, high = physics.annotations({"s1.1": 0.1, "s1.2": 0.9}, layers=2)["items"]
    assert high["body"][0]["value"] == "most important"
    assert high["target"]["styleClass"] in high["stylesheet"]["value"]
    assert high["stylesheet"] != low["stylesheet"]


def test_labels_are_tags_and_notes_are_comments(physics: pdfbot.Paper) -> None:
    style = pdfbot.Highlight(score=1, label="claim", note="compare")
    (item,) = physics.annotations({"s1.1": style}, names=["key"])["items"]
    assert [(body["purpose"], body["value"]) for body in item["body"]] == [
        ("tagging", "key"),
        ("tagging", "claim"),
        ("commenting", "compare"),
    ]


def test_what_is_not_there_is_refused(physics: pdfbot.Paper) -> None:
    with pytest.raises(pdfbot.UsageError, match=r"not in the body text: 's99\.1'"):
        physics.annotations(["s99.1"])
    lean = pdfbot.from_json(physics.to_json(lean=True))
    with pytest.raises(pdfbot.UsageError, match="a lean record has no lines to mark"):
        lean.annotations(["s1.1"])
