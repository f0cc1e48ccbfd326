"""Clusters of glyphs that a file replaces by their text, as browsers write them."""

from __future__ import annotations

import pytest

import pdfbot

from ...documents import LANGUAGES


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("thai", ("รังนกนางแอ่นใต้สะพานหิน", "เปรียบเทียบ", "ครั้ง")),
        ("hindi", ("किसी", "घोंसलों की संख्या", "किया")),
        ("arabic", ("صغير", "أعشاش السنونو", "الآلي")),
    ],
)
def test_letters_of_clusters_are_read_once_and_without_gaps(
    name: str, words: tuple[str, ...]
) -> None:
    text = pdfbot.extract(LANGUAGES / name / f"{name}.pdf").text
    assert [word for word in words if word not in text] == []
