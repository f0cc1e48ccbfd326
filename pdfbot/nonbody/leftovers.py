"""What the families leave: code, cells and labels that are no running text by any measure."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.equations import goes_on, opens_with_word
from pdfbot.nonbody.rule import Context

# The dots that lead to a page number in a table of contents.
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,6})\s*$")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# Words of a line with an author's address, the parts of the address among them.
ADDRESS_WORDS = 6
# Words: longer lines are no cells.
CELL_WORDS = 5
LEAST_LETTERS, MOST_MATH = 3, 0.2
_END_OF_PROOF = "□■◻∎⊓⊔"


def judge_leftovers(context: Context, bodylike: set[str]) -> None:
    """Code, then labels, then what is neither running text nor close to it."""
    t = context.thresholds
    for placed in context.open_lines():
        ratio = context.ratio(placed)
        code = placed.mono >= t.min_mono_share or _beside_code(context, placed)
        if _LEADERS.search(placed.line.text):
            context.remove(placed, "contents", "min_words", 0)
        elif _is_address(context, placed):
            context.remove(
                placed, "address", "strong_size_slack", 1 - placed.line.size / context.em
            )
        elif (spaced := _spaced_share(placed)) >= t.min_spaced_share:
            context.remove(placed, "spaced_letters", "min_spaced_share", spaced)
        elif code and not _amid_text(context, placed, bodylike):
            context.remove(placed, "monospaced", "min_mono_share", placed.mono)
        elif ratio < t.min_font_ratio:
            context.remove(placed, "small_font", "min_font_ratio", ratio)
        elif placed.line.id in bodylike or _amid_text(context, placed, bodylike):
            continue
        elif (
            placed.widest_gap > t.max_inner_gap * context.em
            and placed.line.text[-1] not in _END_OF_PROOF
        ):
            context.remove(placed, "wide_gap", "max_inner_gap", placed.widest_gap / context.em)
        elif _is_cell(context, placed):
            context.remove(placed, "far_inside", "strong_max_indent", placed.indent / context.em)
        elif placed.words < t.min_words and not (
            opens_with_word(context, placed) or goes_on(context, placed) or _says_little(placed)
        ):
            context.remove(placed, "no_words", "min_words", placed.words)


def _is_cell(context: Context, placed: Placed) -> bool:
    """Further in than any first line, white space behind, no stop, and no long line beside it."""
    t, em = context.thresholds, context.em
    return (
        placed.indent > t.strong_max_indent * em
        and placed.slack >= t.min_clear_space * em
        and placed.line.text[-1] not in ".?!:;,”’)"
        and all(p.words <= CELL_WORDS or p.place != placed.place for p in _near(context, placed))
    )


def _is_address(context: Context, placed: Placed) -> bool:
    """A mark or a name and an e-mail address in small print."""
    return (
        placed.line.size < (1 - context.thresholds.strong_size_slack) * context.em
        and placed.words <= ADDRESS_WORDS
        and bool(_ADDRESS.search(placed.line.text))
    )


def _spaced_share(placed: Placed) -> float:
    """Single signs among the tokens: code set on a grid, "d e f a x p y ( a , x )"; math is not."""
    tokens = placed.line.text.split()
    letters = sum(len(token) == 1 and token.isalpha() for token in tokens)
    if letters < LEAST_LETTERS or placed.math > MOST_MATH:
        return 0.0
    return sum(len(token) == 1 for token in tokens) / len(tokens)


def _says_little(placed: Placed) -> bool:
    """A whole line such as "No." in a dialogue: letters of a text font and a full stop."""
    signs = [c for c in placed.line.text if c.isalnum()]
    worded = len(signs) > 1 and all(map(str.isalpha, signs))
    plain = not placed.math
    return worded and plain and placed.line.text[-1] in ".?!”’"


def _beside_code(context: Context, placed: Placed) -> bool:
    """Half in a typewriter font, next to a line that is wholly in one: a line of code as well."""
    t = context.thresholds
    return placed.mono >= t.min_mostly * t.min_mono_share and any(
        p is not placed and p.mono >= t.min_mono_share for p in _near(context, placed)
    )


def _near(context: Context, placed: Placed) -> list[Placed]:
    """The line, with the one before it and the one after it."""
    index = context.index(placed)
    return context.flow[max(index - 1, 0) : index + 2]


def _amid_text(context: Context, placed: Placed, bodylike: set[str]) -> bool:
    """At the column's edge, close to running text above or below: a line with much inline math."""
    index = context.index(placed)
    if abs(placed.indent) > context.thresholds.edge_reach * context.em:
        return False
    reach = context.thresholds.max_block_pitch * context.pitch
    above = index > 0 and placed.above <= reach and context.flow[index - 1].line.id in bodylike
    below = placed.below <= reach and context.flow[index + 1].line.id in bodylike
    return above or below
