"""The families of rules in order.

The first verdict removes a line from the body; later families may only refine it.
"""

from __future__ import annotations

from collections.abc import Callable

from pdfbot.nonbody.caption_ends import judge_caption_ends
from pdfbot.nonbody.code import judge_code
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.equations import judge_equations
from pdfbot.nonbody.false_headings import judge_false_headings
from pdfbot.nonbody.floats import judge_floats
from pdfbot.nonbody.footnotes import judge_footnotes
from pdfbot.nonbody.front_matter import judge_front_matter
from pdfbot.nonbody.headings import judge_headings
from pdfbot.nonbody.interlinear import judge_interlinear
from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.note_owners import judge_note_owners
from pdfbot.nonbody.page_margins import judge_page_margins
from pdfbot.nonbody.publication_notes import judge_publication_notes
from pdfbot.nonbody.references import judge_references
from pdfbot.nonbody.residual import judge_residual
from pdfbot.nonbody.swallowed import judge_swallowed
from pdfbot.nonbody.title_block import judge_title

Family = Callable[[DocumentContext, Judgement], Judgement]

# From what is certain by its position to what remains. Whole parts of the document go first, so
# that no later rule sees their lines: page margins, front matter, references. Footnotes go before
# floats, because a caption at the foot of a column would swallow them. Captions go before headings,
# because "Table 1" in bold looks like one; interlinear glosses before headings, because their lines
# are short and styled. The equation rules need to know the headings, and the residual rules need to
# know what is next to an equation. Code in a text font is told by the lines of code around it.
REMOVING: tuple[Family, ...] = (
    judge_page_margins,
    judge_front_matter,
    judge_references,
    judge_footnotes,
    judge_floats,
    judge_interlinear,
    judge_headings,
    judge_publication_notes,
    judge_equations,
    judge_residual,
    judge_code,
)
# Now the body is known, and with it what removed lines are: the title, a heading that a float
# swallowed, the end of a caption, a label that looks like a heading, the lines of a note.
REFINING: tuple[Family, ...] = (
    judge_title,
    judge_swallowed,
    judge_caption_ends,
    judge_false_headings,
    judge_note_owners,
)
FAMILIES = (*REMOVING, *REFINING)


def judge_lines(context: DocumentContext) -> Judgement:
    """Apply one family after the other; what no rule removes is body text."""
    judgement = Judgement.start(context)
    for family in FAMILIES:
        judgement = family(context, judgement)
    return judgement
