"""What the families leave: code, cells and labels that are no running text by any measure."""

from __future__ import annotations

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.equations import opens_with_word
from pdfbot.nonbody.rule import Context


def judge_leftovers(context: Context, bodylike: set[str]) -> None:
    t = context.thresholds
    for placed in context.open_lines():
        traits = context.traits[placed.line.id]
        ratio = context.ratio(placed)
        code = traits.mono > t.min_mono_share or _beside_code(context, placed)
        if code and not _amid_text(context, placed, bodylike):
            context.remove(placed, "monospaced", "min_mono_share", traits.mono, t.min_mono_share)
        elif ratio < t.min_font_ratio:
            context.remove(placed, "small_font", "min_font_ratio", ratio, t.min_font_ratio)
        elif placed.line.id in bodylike or _amid_text(context, placed, bodylike):
            continue
        elif (
            placed.widest_gap > t.max_inner_gap * context.em
            and placed.line.text[-1] not in "□■◻∎⊓⊔"
        ):
            context.remove(
                placed, "wide_gap", "max_inner_gap", placed.widest_gap / context.em, t.max_inner_gap
            )
        elif traits.words == 0 and not opens_with_word(context, placed):
            context.remove(placed, "no_words", "min_words", 0, 1)


def _beside_code(context: Context, placed: Placed) -> bool:
    """Half in a typewriter font, next to a line that is wholly in one: a line of code as well."""
    index = context.position[placed.line.id]
    near = context.flow[max(index - 1, 0) : index + 2]
    share = context.thresholds.min_mono_share
    return context.traits[placed.line.id].mono > 0.5 * share and any(
        p is not placed and context.traits[p.line.id].mono > share for p in near
    )


def _amid_text(context: Context, placed: Placed, bodylike: set[str]) -> bool:
    """At the column's edge, close to running text above or below: a line with much inline math."""
    index = context.position[placed.line.id]
    if abs(placed.indent) > 0.3 * context.em:
        return False
    reach = 1.35 * context.pitch
    above = index > 0 and placed.above <= reach and context.flow[index - 1].line.id in bodylike
    below = placed.below <= reach and context.flow[index + 1].line.id in bodylike
    return above or below
