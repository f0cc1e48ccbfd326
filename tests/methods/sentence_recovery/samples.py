"""Texts as other tools leave them, and the paragraphs recovered from one."""

from __future__ import annotations

from pathlib import Path

import pdfbot

# What pdftotext printed for the papers of the same names.
RECORDED = Path(__file__).parents[3] / "fixtures" / "recovery"
RECORDED_FILES = sorted(RECORDED.glob("*.txt"))

# Modelled on the example in the Sentence Recovery paper.
REPORT = """\
3. THE CHARACTERISTICS OF THE
TEXT CORPUS
Weather reports have been collected during three years, and many
of them came from several sources (the hydrological service of a
large country1, the agency for rain2, some of the daily papers3,

1 http://www.rain.example

a portal4, another portal5 and one more portal6). The whole text
corpus contains many thousand reports, which consist of a total
of 45862 sentences.
3.1 Weather Forecast Sublanguage
The words that are used in weather reports are few, and most of
them return in every report.
"""
FULL_LINE = "These are words that fill the line up to the column width there,\n"


def recorded(name: str) -> str:
    return (RECORDED / f"{name}.txt").read_text("utf-8")


def paragraphs_of(text: str, kind: str = "text") -> list[str]:
    return [
        paragraph.text for paragraph in pdfbot.recover(text).paragraphs if paragraph.kind == kind
    ]
