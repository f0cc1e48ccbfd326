"""All rules in their order: each line keeps the first verdict it gets."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.layout.fonts import Fonts
from pdfbot.layout.lines import PageLayout
from pdfbot.nonbody.equations import judge_equations
from pdfbot.nonbody.floats import judge_floats
from pdfbot.nonbody.footnotes import judge_footnotes
from pdfbot.nonbody.frontmatter import judge_front_matter
from pdfbot.nonbody.glosses import judge_glosses
from pdfbot.nonbody.headings import judge_headings
from pdfbot.nonbody.leftovers import judge_leftovers
from pdfbot.nonbody.margins import judge_margins
from pdfbot.nonbody.prose import find_bodylike
from pdfbot.nonbody.references import judge_references
from pdfbot.nonbody.rule import Context, make_context
from pdfbot.thresholds import Thresholds


def judge_lines(layouts: Sequence[PageLayout], fonts: Fonts, thresholds: Thresholds) -> Context:
    """Judge by families of rules; what no rule takes out is body text."""
    context = make_context(layouts, fonts, thresholds)
    bodylike = find_bodylike(context)
    judge_margins(context, bodylike)
    judge_front_matter(context, bodylike)
    judge_references(context)
    judge_footnotes(context)
    judge_floats(context, bodylike)
    judge_glosses(context, bodylike)
    judge_headings(context, bodylike)
    judge_equations(context, bodylike)
    judge_leftovers(context, bodylike)
    return context


def judge_as_published(
    layouts: Sequence[PageLayout], fonts: Fonts, thresholds: Thresholds
) -> Context:
    """The paper's own rules in the paper's order: shallow removal, then section 4.4."""
    from pdfbot.nonbody.backward import judge_backward
    from pdfbot.nonbody.shallow import judge_shallow
    from pdfbot.nonbody.special_lines import judge_special_lines

    context = make_context(layouts, fonts, thresholds)
    judge_shallow(context)
    judge_references(context)
    judge_special_lines(context)
    judge_backward(context)
    return context
