"""The plot of line lengths: an SVG with a bar for every length and the column width marked."""

from __future__ import annotations

from xml.etree import ElementTree

import pdfbot
from pdfbot.methods.sentence_recovery.plot import draw_lengths

from .samples import REPORT


def test_plot_has_a_bar_for_every_length_and_labels_the_column_width() -> None:
    found = pdfbot.recover(REPORT)
    root = ElementTree.fromstring(draw_lengths(found, "a <b> & c"))
    bars = [item for item in root.iter() if item.get("class") == "bar"]
    assert len(bars) == len(found.lengths.counts)
    labels = " ".join(item.text or "" for item in root.iter() if item.text)
    assert f"CW {found.lengths.column_width}" in labels
    assert "a <b> & c" in labels
