"""Shallow removal (section 4.1): text whose size is too far from the body's."""

from __future__ import annotations

from pdfbot.nonbody.rule import Context


def judge_shallow(context: Context) -> None:
    """Sizes beyond BASE_FS ± Δ₂; turned text stands aside already."""
    limit = context.thresholds.delta2_font_size
    for placed in context.open_lines():
        distance = abs(placed.line.size - context.fonts.base_size)
        if distance >= limit:
            context.remove(placed, "font_size", "delta2_font_size", distance)
