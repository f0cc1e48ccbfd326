"""The survey of any PDFs."""

from __future__ import annotations

import survey_pdfs

import pdfbot
from tests.documents import HOSTILE, PAPERS


def test_survey_counts_what_becomes_of_the_papers() -> None:
    names = ("truncated", "copy-protected", "image-only")
    inputs = [PAPERS / "novel-dialogue", *(HOSTILE / f"{name}.pdf" for name in names)]
    shown = survey_pdfs.render(pdfbot.batch(inputs, jobs=1), 2)
    assert shown.startswith("4 papers\n           2  failed\n")
    assert "           1  CopyProtectedError\n" in shown
    assert "internal errors: 0\n" in shown
    assert "pages that lost their text: 0\n" in shown
