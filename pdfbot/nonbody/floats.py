"""Figures, tables and algorithms: their captions, and what the captions belong to."""

from __future__ import annotations

import re
from itertools import pairwise

from pdfbot.layout.drawings import drawn_regions
from pdfbot.layout.lines import PageLayout, Placed
from pdfbot.model import Box
from pdfbot.nonbody.captions import CaptionLabel, label_of, reads_as_caption
from pdfbot.nonbody.rule import Context

_STEP = r"\s*(?:\d{1,2}\s?[:.)]|(?:Input|Output|Require|Ensure|Data|Result|Given)s?\b)"
_ENDS = (".", ":", "?", "!", ",", ";")
CODE_CAPTIONS = ("caption_algorithm", "caption_listing")
RULED_CAPTIONS = ("caption_table", *CODE_CAPTIONS)
FLOAT_PARTS = ("caption", "inside", "beside", "between")
# Lines below a label that are read to tell a caption from a sentence.
READ_ON = 2
# Share of the caption's own pitch: a wider gap ends it.
CAPTION_CHANGE = 1.5
# Pitches: from the caption of an algorithm to its first step.
FIRST_STEP = 2
# Ems: shorter rules are fractions.
TABLE_RULE = 8
# Pitches: from the rules of a table to its caption.
CAPTION_DISTANCE = 2.5
# Share of the column: the rules of an algorithm fill it.
ALGORITHM_RULE = 0.8


def judge_floats(context: Context, bodylike: set[str]) -> None:
    """Captions first; then drawings, images and ruled areas; then what hangs on a caption."""
    for column in context.columns():
        _judge_captions(context, column, bodylike)
    for layout in context.layouts:
        _judge_regions(context, layout, bodylike)
        _judge_ruled(context, layout, bodylike)
    for column in context.columns():
        _judge_neighbours(context, column, bodylike)


def _judge_captions(context: Context, column: list[Placed], bodylike: set[str]) -> None:
    """Every caption of a column, from its label to its last line."""
    index = 0
    while index < len(column):
        placed = column[index]
        label = label_of(placed.line.text) if context.is_open(placed) else None
        if label is None or not _opens_caption(context, column, index):
            index += 1
            continue
        end = _caption_end(context, column, index)
        for member in column[index:end]:
            threshold = "min_apart" if member is placed else "max_block_pitch"
            gap = context.space_above(member)
            context.remove(member, f"caption_{label.kind}", threshold, gap)
            bodylike.discard(member.line.id)
        index = end


def _opens_caption(context: Context, column: list[Placed], index: int) -> bool:
    """A label at the head of a paragraph whose words go on as a caption's do."""
    placed = column[index]
    text = (
        placed.line.text
        + " "
        + " ".join(p.line.text for p in column[index + 1 : index + 1 + READ_ON])
    )
    if not reads_as_caption(text):
        return False
    above = next(
        (p for p in reversed(column[:index]) if p.words or not context.is_open(p)),
        None,
    )
    if above is None or not context.is_open(above):
        return True
    label = label_of(placed.line.text)
    t = context.thresholds
    gap = above.line.baseline - placed.line.baseline
    return (
        gap >= t.min_apart * context.pitch
        or abs(above.line.size - placed.line.size) > t.strong_size_slack * context.em
        or _styled_label(placed, label)
    )


def _styled_label(placed: Placed, label: CaptionLabel | None) -> bool:
    """The label stands in another weight or slant than the words behind it, and has a mark."""
    first = placed.first_font
    return bool(label and label.separator) and (first.bold or first.italic)


def _caption_end(context: Context, column: list[Placed], start: int) -> int:
    """The caption goes on while size and pitch stay the same."""
    t = context.thresholds
    first = column[start]
    early = t.min_clear_space * context.em
    pitch = None
    for index in range(start + 1, len(column)):
        placed = column[index]
        resized = abs(placed.line.size - first.line.size) > t.size_change * context.em
        if resized and placed.math < t.min_mostly:
            return index
        if pitch is None:
            gap = placed.above / context.pitch
            if gap > t.max_block_pitch or (gap >= t.min_well_apart and first.slack >= early):
                return index
            pitch = placed.above
        elif placed.above > CAPTION_CHANGE * pitch or (
            placed.above >= t.min_apart * pitch and column[index - 1].slack >= early
        ):
            return index
        if placed.above >= t.min_looser * pitch and reads_as_caption(placed.line.text):
            return index
    return len(column)


def _judge_regions(context: Context, layout: PageLayout, bodylike: set[str]) -> None:
    """Text inside an image or a drawing with many parts is a part of it."""
    boxes = drawn_regions(layout.page, context.em, context.thresholds)
    for placed in layout.placed:
        if not context.is_open(placed):
            continue
        shares = (_inside(placed.line.box, region) for region in boxes)
        least = context.thresholds.min_inside_drawing
        share = next((s for s in shares if s >= least), 0.0)
        if share and placed.line.id not in bodylike:
            context.remove(placed, "inside_drawing", "min_inside_drawing", share)


def _judge_ruled(context: Context, layout: PageLayout, bodylike: set[str]) -> None:
    """Text between rules of one width is a table, unless it is mostly running text."""
    t = context.thresholds
    for region in ruled_regions(context, layout):
        inside = [
            p
            for p in layout.placed
            if context.is_open(p) and _inside(p.line.box, region) >= t.min_inside_drawing
        ]
        worded = [p for p in inside if p.words >= t.strong_min_words]
        running = sum(p.line.id in bodylike for p in worded)
        if running <= t.max_running_share * len(worded):
            share = running / max(len(worded), 1)
            for placed in inside:
                context.remove(placed, "between_rules", "max_running_share", share)
                bodylike.discard(placed.line.id)


def ruled_regions(context: Context, layout: PageLayout) -> list[Box]:
    """Areas between neighbouring rules of the same width, in a chain that begins at a caption."""
    least = TABLE_RULE * context.em
    rules = [g.box for g in layout.page.graphics if g.kind == "rule" and g.box.width > least]
    captions = [p.line.box for p in layout.placed if context.rule_of(p) in RULED_CAPTIONS]
    return [
        Box(low.left, low.bottom, low.right, max(high.top, low.top))
        for chain in _chains(rules, context.thresholds.edge_slack)
        if _beside_caption(context, Box.around(chain), captions)
        for high, low in pairwise(chain)
        if high.top - low.bottom > context.em
    ]


def _chains(rules: list[Box], slack: float) -> list[list[Box]]:
    """Rules of the same width under each other, from the top."""
    chains: list[list[Box]] = []
    for rule in sorted(rules, key=lambda b: -b.top):
        for chain in chains:
            last = chain[-1]
            if abs(last.left - rule.left) < slack and abs(last.right - rule.right) < slack:
                chain.append(rule)
                break
        else:
            chains.append([rule])
    return chains


def _beside_caption(context: Context, region: Box, captions: list[Box]) -> bool:
    reach = CAPTION_DISTANCE * context.pitch
    return any(
        c.left < region.right
        and c.right > region.left
        and region.bottom - reach < c.top
        and c.bottom < region.top + reach
        for c in captions
    )


def _inside(box: Box, region: Box) -> float:
    """The share of a line's box that lies in a region."""
    width = min(box.right, region.right) - max(box.left, region.left)
    height = min(box.top, region.top) - max(box.bottom, region.bottom)
    area = box.width * box.height
    return max(width, 0) * max(height, 0) / area if area else 0.0


def _judge_neighbours(context: Context, column: list[Placed], bodylike: set[str]) -> None:
    """From a caption up and down over lines that are no running text: cells, labels, code."""
    for index, placed in enumerate(column):
        rule = context.rule_of(placed)
        if not rule.startswith("caption_"):
            continue
        if rule in CODE_CAPTIONS:
            _judge_code(context, column, index, bodylike)
        if rule != "caption_box":
            _judge_towards(context, column[index + 1 :], bodylike)
            _judge_towards(context, column[:index][::-1], bodylike)


def _judge_towards(context: Context, lines: list[Placed], bodylike: set[str]) -> None:
    """From a caption on in one direction, up to body text or to what is no part of a float."""
    for placed in lines:
        if context.is_open(placed):
            reason = None if placed.line.id in bodylike else _why_no_text(context, placed)
            if reason is None:
                return
            context.remove(placed, "beside_caption", *reason)
        elif not context.rule_of(placed).startswith(FLOAT_PARTS):
            return


def _judge_code(context: Context, column: list[Placed], index: int, bodylike: set[str]) -> None:
    """The steps below an algorithm's caption: down to its last rule, or to white space."""
    most = context.thresholds.max_block_pitch
    floor = _last_rule(context, column[index])
    for at in range(index + 1, len(column)):
        placed = column[at]
        if not context.is_open(placed):
            continue
        opens = at == index + 1 and re.match(_STEP, placed.line.text)
        near = (FIRST_STEP if opens else most) * context.pitch
        if placed.line.baseline < floor if floor else placed.above > near:
            break
        gap = context.space_above(placed)
        context.remove(placed, "beside_caption", "max_block_pitch", gap)
        bodylike.discard(placed.line.id)
    for placed in column[:index][::-1]:
        gap = placed.below / context.pitch
        if gap > most or placed.line.id in bodylike:
            break
        context.remove(placed, "beside_caption", "max_block_pitch", gap)


def _last_rule(context: Context, caption: Placed) -> float:
    """A caption between two rules has its steps below the second, down to a third one."""
    rules = sorted(
        (
            g.box.bottom
            for g in context.page_of(caption).graphics
            if g.kind == "rule"
            and abs(g.box.left - caption.left) < context.em
            and g.box.width > ALGORITHM_RULE * (caption.right - caption.left)
        ),
        reverse=True,
    )
    baseline = caption.line.baseline
    reach = context.thresholds.max_rule_distance * context.pitch
    below = [r for r in rules if r < baseline]
    if (
        any(0 < r - baseline <= reach for r in rules)
        and len(below) > 1
        and baseline - below[0] <= reach
    ):
        return below[1]
    return 0.0


def _why_no_text(context: Context, placed: Placed) -> tuple[str, float] | None:
    """The threshold that a line beside a caption fails, and its measure; None if it may be body.

    Body has words in its own size at the column's edge, and is long or ended by a mark.
    """
    t = context.thresholds
    ended = placed.line.text.rstrip().endswith(_ENDS)
    resized = abs(context.ratio(placed) - 1)
    gap, indent = placed.widest_gap / context.em, placed.indent / context.em
    width = placed.line.box.width / (placed.right - placed.left)
    tests = (
        ("strong_size_slack", resized, resized <= t.strong_size_slack),
        ("strong_min_words", placed.words, placed.words >= t.strong_min_words),
        ("min_reading_prose", placed.prose, placed.prose >= t.min_reading_prose),
        ("min_cell_gap", gap, gap < t.min_cell_gap),
        ("max_reading_indent", indent, indent <= t.max_reading_indent),
        ("min_mostly", placed.bold, placed.bold < t.min_mostly),
        ("min_reading_words", placed.words, ended or placed.words >= t.min_reading_words),
        ("min_reading_width", width, ended or width >= t.min_reading_width),
    )
    return next(((name, measured) for name, measured, passed in tests if not passed), None)
