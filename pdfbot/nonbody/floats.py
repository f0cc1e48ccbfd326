"""Figures, tables and algorithms: their captions, and what the captions belong to."""

from __future__ import annotations

import re
from itertools import pairwise

from pdfbot.layout.drawings import drawn_regions
from pdfbot.layout.lines import PageLayout, Placed
from pdfbot.model import Box
from pdfbot.nonbody.captions import CaptionLabel, label_of, reads_as_caption
from pdfbot.nonbody.rule import Context

_STEP = re.compile(r"\s*(?:\d{1,2}\s?[:.)]|(?:Input|Output|Require|Ensure|Data|Result|Given)s?\b)")
RULED_CAPTIONS = ("caption_table", "caption_algorithm", "caption_listing")


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
    index = 0
    while index < len(column):
        placed = column[index]
        label = label_of(placed.line.text) if context.is_open(placed) else None
        if label is None or not _opens_caption(context, column, index):
            index += 1
            continue
        end = _caption_end(context, column, index)
        for member in column[index:end]:
            context.remove(member, f"caption_{label.kind}", "caption_lines", end - index, 1)
            bodylike.discard(member.line.id)
        index = end


def _opens_caption(context: Context, column: list[Placed], index: int) -> bool:
    """A label at the head of a paragraph whose words go on as a caption's do."""
    placed = column[index]
    text = placed.line.text + " " + " ".join(p.line.text for p in column[index + 1 : index + 3])
    if not reads_as_caption(text):
        return False
    above = next(
        (
            p
            for p in reversed(column[:index])
            if context.traits[p.line.id].words or not context.is_open(p)
        ),
        None,
    )
    if above is None or not context.is_open(above):
        return True
    label = label_of(placed.line.text)
    gap = above.line.baseline - placed.line.baseline
    return (
        gap > context.thresholds.min_caption_gap * context.pitch
        or abs(above.line.size - placed.line.size) > 0.03 * context.em
        or _styled_label(placed, label)
    )


def _styled_label(placed: Placed, label: CaptionLabel | None) -> bool:
    """The label stands in another weight or slant than the words behind it, and has a mark."""
    first = placed.line.blocks[0].font
    return bool(label and label.separator) and (first.bold or first.italic)


def _caption_end(context: Context, column: list[Placed], start: int) -> int:
    """The caption goes on while size and pitch stay the same."""
    first = column[start]
    pitch = None
    for index in range(start + 1, len(column)):
        placed = column[index]
        resized = abs(placed.line.size - first.line.size) > 0.04 * context.em
        if resized and not _mostly_script(context, placed):
            return index
        if pitch is None:
            short = first.slack > 2 * context.em
            limit = 1.2 if short else context.thresholds.max_caption_pitch
            if placed.above > limit * context.pitch:
                return index
            pitch = placed.above
        elif placed.above > 1.5 * pitch or (
            placed.above > 1.15 * pitch and column[index - 1].slack > 2 * context.em
        ):
            return index
        if (
            label_of(placed.line.text)
            and reads_as_caption(placed.line.text)
            and placed.above > 1.1 * pitch
        ):
            return index
    return len(column)


def _mostly_script(context: Context, placed: Placed) -> bool:
    return context.traits[placed.line.id].math > 0.5


def _judge_regions(context: Context, layout: PageLayout, bodylike: set[str]) -> None:
    """Text inside an image or a drawing with many parts is a part of it."""
    boxes = drawn_regions(layout.page, context.em, context.thresholds)
    for placed in layout.placed:
        if not context.is_open(placed):
            continue
        box = placed.line.box
        for region in boxes:
            share = _inside(box, region)
            if share >= context.thresholds.min_inside_drawing:
                strong = placed.line.id in bodylike
                if not strong:
                    context.remove(
                        placed, "inside_drawing", "min_inside_drawing", share,
                        context.thresholds.min_inside_drawing,
                    )  # fmt: skip
                break


def _judge_ruled(context: Context, layout: PageLayout, bodylike: set[str]) -> None:
    """Text between rules of one width is a table, unless it is mostly running text."""
    t = context.thresholds
    for region in ruled_regions(context, layout):
        inside = [
            p for p in layout.placed if context.is_open(p) and _inside(p.line.box, region) > 0.6
        ]
        worded = [p for p in inside if context.traits[p.line.id].words >= 3]
        running = sum(p.line.id in bodylike for p in worded)
        if running <= t.max_running_share * len(worded):
            for placed in inside:
                share = running / max(len(worded), 1)
                context.remove(
                    placed, "between_rules", "max_running_share", share, t.max_running_share
                )
                bodylike.discard(placed.line.id)


def ruled_regions(context: Context, layout: PageLayout) -> list[Box]:
    """Areas between neighbouring rules of the same width, in a chain that begins at a caption."""
    rules = sorted(
        (g.box for g in layout.page.graphics if g.kind == "rule" and g.box.width > 8 * context.em),
        key=lambda b: -b.top,
    )
    captions = [
        p.line.box
        for p in layout.placed
        if p.line.id in context.verdicts and context.verdicts[p.line.id].rule in RULED_CAPTIONS
    ]
    chains: list[list[Box]] = []
    for rule in rules:
        for chain in chains:
            if abs(chain[-1].left - rule.left) < 3 and abs(chain[-1].right - rule.right) < 3:
                chain.append(rule)
                break
        else:
            chains.append([rule])
    return [
        Box(low.left, low.bottom, low.right, max(high.top, low.top))
        for chain in chains
        if _beside_caption(context, Box.around(chain), captions)
        for high, low in pairwise(chain)
        if high.top - low.bottom > context.em
    ]


def _beside_caption(context: Context, region: Box, captions: list[Box]) -> bool:
    reach = 2.5 * context.pitch
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
        verdict = context.verdicts.get(placed.line.id)
        if verdict is None or not verdict.rule.startswith("caption_"):
            continue
        if verdict.rule in ("caption_algorithm", "caption_listing"):
            _judge_code(context, column, index, bodylike)
        if verdict.rule == "caption_box":
            continue
        for step in (-1, 1):
            at = index + step
            while 0 <= at < len(column):
                other = column[at]
                if context.is_open(other):
                    if other.line.id in bodylike or _reads_on(context, other):
                        break
                    context.remove(other, "beside_caption", "caption_distance", abs(at - index), 0)
                elif not context.verdicts[other.line.id].rule.startswith(
                    ("caption", "inside", "beside", "between")
                ):
                    break
                at += step


def _judge_code(context: Context, column: list[Placed], index: int, bodylike: set[str]) -> None:
    """The steps below an algorithm's caption: down to its last rule, or to white space."""
    floor = _last_rule(context, column[index])
    for at in range(index + 1, len(column)):
        placed = column[at]
        if not context.is_open(placed):
            continue
        near = context.thresholds.max_caption_pitch * context.pitch
        if at == index + 1 and _STEP.match(placed.line.text):
            near = 2 * context.pitch
        if placed.line.baseline < floor if floor else placed.above > near:
            break
        context.remove(placed, "beside_caption", "caption_distance", at - index, 0)
        bodylike.discard(placed.line.id)
    for at in range(index - 1, -1, -1):
        placed = column[at]
        gap = placed.below / context.pitch
        if gap > context.thresholds.max_caption_pitch or placed.line.id in bodylike:
            break
        context.remove(placed, "beside_caption", "caption_distance", index - at, 0)


def _last_rule(context: Context, caption: Placed) -> float:
    """A caption between two rules has its steps below the second, down to a third one."""
    page = next(lay.page for lay in context.layouts if lay.page.number == caption.line.page)
    rules = sorted(
        (
            g.box.bottom
            for g in page.graphics
            if g.kind == "rule"
            and abs(g.box.left - caption.left) < context.em
            and g.box.width > 0.8 * (caption.right - caption.left)
        ),
        reverse=True,
    )
    baseline, reach = caption.line.baseline, 1.8 * context.pitch
    below = [r for r in rules if r < baseline]
    if (
        any(0 < r - baseline < reach for r in rules)
        and len(below) > 1
        and baseline - below[0] < reach
    ):
        return below[1]
    return 0.0


def _reads_on(context: Context, placed: Placed) -> bool:
    """Words in the body's own size at the column's edge, long or ended by a mark, may be body."""
    traits = context.traits[placed.line.id]
    width = placed.line.box.width / (placed.right - placed.left)
    return (
        abs(context.ratio(placed) - 1) <= context.thresholds.strong_size_slack
        and traits.words >= 3
        and traits.prose >= 0.6
        and placed.widest_gap <= 1.2 * context.em
        and placed.indent <= 3 * context.em
        and traits.bold < 0.5
        and (
            placed.line.text.rstrip().endswith((".", ":", "?", "!", ",", ";"))
            or (traits.words >= 6 and width >= 0.55)
        )
    )
