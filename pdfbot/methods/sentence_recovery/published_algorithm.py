"""The algorithm as published (Figures 9 and 10 of the paper), for comparison with pdfbot's own."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.methods.sentence_recovery.passages import Passage
from pdfbot.methods.sentence_recovery.result import HEADING, TEXT
from pdfbot.methods.sentence_recovery.text_lines import EMPTY_LINE, FINISHED_LINE, TextLine


def apply_published_algorithm(
    lines: Sequence[TextLine], column_width: int, eps: float
) -> tuple[list[Passage], dict[int, str]]:
    """Passages by the state par alone: long lines are text, short ones headings or objects.

    The second result gives the reason for every line that was removed.
    """
    passages: list[Passage] = []
    removed: dict[int, str] = {}
    par = False
    for line in lines:
        if line.shape == EMPTY_LINE:
            continue
        deviation = abs(line.length - column_width) / column_width
        is_finished = line.shape == FINISHED_LINE
        if is_finished or deviation <= eps:
            if not par:
                passages.append(Passage(TEXT))
            passages[-1].add(line, "ends a sentence" if is_finished else f"{deviation:.0%} from CW")
            par = not is_finished
        elif par:
            removed[line.number] = f"{deviation:.0%} from CW inside a paragraph"
        else:
            if not passages or passages[-1].kind != HEADING:
                passages.append(Passage(HEADING))
            passages[-1].add(line, f"{deviation:.0%} from CW outside paragraphs")
    return passages, removed
