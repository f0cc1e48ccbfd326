"""What users of the library rely on: places, names, dictionaries, the logger."""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import Any

import pytest

import pdfbot
from pdfbot import Box, PageBox
from tests.documents import PAPERS, extracted

NOVEL = PAPERS / "novel-dialogue" / "novel-dialogue.pdf"


def test_box_is_unpacked_in_the_order_of_its_fields() -> None:
    left, bottom, right, top = Box(1, 2, 3, 4)
    assert (left, bottom, right, top) == (1, 2, 3, 4)
    assert list(PageBox(1, 2, 3, 4, page=7)) == [1, 2, 3, 4]


def test_boxes_of_a_sentence_and_a_chunk_know_their_pages() -> None:
    paper = extracted(NOVEL)
    sentence = next(s for s in paper.sentences if len({span.page for span in s.spans}) > 1)
    assert [box.page for box in sentence.boxes] == [span.page for span in sentence.spans]
    assert [list(box) for box in sentence.boxes] == [list(span.box) for span in sentence.spans]
    chunk = next(c for c in paper.chunks() if len(c.pages) > 1)
    assert {box.page for box in chunk.boxes} == set(chunk.pages)


def test_line_has_its_name_in_json_as_well() -> None:
    paper = extracted(NOVEL)
    for item in (paper.sentences[0].spans[0], paper.verdicts[0], paper.reasons[0]):
        assert item.line == item.line_id


def test_thresholds_may_be_named_in_a_dictionary() -> None:
    changed = pdfbot.extract(NOVEL, thresholds={"min_words": 3})
    assert changed.thresholds == pdfbot.Thresholds(min_words=3).fingerprint()


@pytest.mark.parametrize(
    ("thresholds", "message"),
    [
        ({"min_word": 3}, "there is none named 'min_word'"),
        ({"min_words": "3"}, "of another type"),
        (5, 'thresholds 5: write them as {"min_font_ratio": 0.9}'),
    ],
)
def test_wrong_thresholds_are_refused_in_words(thresholds: dict[str, int], message: str) -> None:
    with pytest.raises(pdfbot.UsageError, match=message):
        pdfbot.extract(NOVEL, thresholds=thresholds)


def test_objects_of_other_types_are_refused_in_words() -> None:
    nothing: Any = None
    with pytest.raises(pdfbot.UsageError, match="NoneType: give a path, bytes or a binary file"):
        pdfbot.extract(nothing)
    with pytest.raises(pdfbot.InputError, match="not a pdfbot record: not JSON"):
        pdfbot.from_json(nothing)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"max_memory": "2G"}, "the memory limit is in bytes"),
        ({"max_memory": -1}, "the memory limit "),
        ({"timeout": "60"}, "the time limit is in seconds"),
        ({"timeout": float("inf")}, "the time limit is in seconds"),
    ],
)
def test_wrong_limits_are_refused_in_words(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(pdfbot.UsageError, match=message):
        pdfbot.extract(NOVEL, **limits)
    with pytest.raises(pdfbot.UsageError, match=message):
        next(pdfbot.batch(NOVEL, **limits))


def test_logger_says_what_was_read_and_nothing_is_shown_by_default(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "pdfbot"):
        pdfbot.extract(NOVEL)
    assert "pages read by pdfium" in caplog.text
    broken = PAPERS.parent / "hostile" / "truncated.pdf"
    call = f"import pdfbot\ntry: pdfbot.extract({str(broken)!r})\nexcept pdfbot.PdfbotError: pass"
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, cwd=PAPERS.parents[1])
    assert (done.returncode, done.stderr) == (0, b"")
