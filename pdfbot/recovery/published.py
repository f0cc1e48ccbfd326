"""The algorithm as its paper gives it (Figures 9 and 10), to be measured beside pdfbot's."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.recovery.lines import EMPTY, FINISHED, TextLine
from pdfbot.recovery.model import HEADING, TEXT
from pdfbot.recovery.passages import Passage


def follow_paper(
    lines: Sequence[TextLine], column_width: int, eps: float
) -> tuple[list[Passage], dict[int, str]]:
    """Passages by the state par alone: a long line is text, a short one heading or object."""
    passages: list[Passage] = []
    removed: dict[int, str] = {}
    par = False
    for line in lines:
        if line.shape == EMPTY:
            continue
        deviation = abs(line.length - column_width) / column_width
        if line.shape == FINISHED or deviation <= eps:
            if not par:
                passages.append(Passage(TEXT))
            reason = "a stop" if line.shape == FINISHED else f"{deviation:.0%} from CW"
            passages[-1].add(line, reason)
            par = line.shape != FINISHED
        elif par:
            removed[line.number] = f"{deviation:.0%} from CW inside a paragraph"
        else:
            if not passages or passages[-1].kind != HEADING:
                passages.append(Passage(HEADING))
            passages[-1].add(line, f"{deviation:.0%} from CW outside of paragraphs")
    return passages, removed
