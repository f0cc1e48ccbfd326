"""Special lines (section 4.4, item 3): far from the column's edge, or with a wide hole inside."""

from __future__ import annotations

from pdfbot.nonbody.rule import Context


def judge_special_lines(context: Context) -> None:
    """An indent over Γ₂ or white space over Γ₃, both in points."""
    t = context.thresholds
    for placed in context.open_lines():
        if placed.indent > t.gamma2_indent:
            context.remove(placed, "special_indent", "gamma2_indent", placed.indent)
        elif placed.widest_gap > t.gamma3_gap:
            context.remove(placed, "special_gap", "gamma3_gap", placed.widest_gap)
