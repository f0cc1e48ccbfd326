"""Headings: set apart by weight, size, capitals or a number, on lines of their own or run in."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context
from pdfbot.nonbody.traits import math_font

_NUMBER = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVXLC]{1,6}\.(?:\d{1,2}\.?)*|[A-Z]\.(?:\d{1,2}(?:\.\d{1,2})*\.?)?"
    r"|(?:Appendix|APPENDIX)\s+[A-Z\d]\.?:?|\d{1,2}\)|[a-z]\))\s+(?=[^\W\d_])"
)
_DOTTED = re.compile(r"^\d{1,2}(?:\.\d{1,2})+\.?\s+[A-Z]")
_NAMED = re.compile(
    r"^(?:abstract|summary|introduction|acknowledge?ments?|conclusions?|discussion|results|methods?"
    r"|materials and methods|author contributions?|competing interests?|keywords?"
    r"|index terms)\s*[.:]?$",
    re.IGNORECASE,
)
_RUN_IN_END = re.compile(r"[.:?!—–]\s*$")
_ENUMERATED = re.compile(r"^(?:\d{1,2}|[a-z])\)\s")
_ABSTRACT = re.compile(
    r"^(abstract|summary|zusammenfassung|résumé|сажетак)\s*[.:—–-]*\s*", re.IGNORECASE
)
# Heads of theorem-like blocks look like run-in headings, but are read as part of the text.
_THEOREM = re.compile(
    r"(?:theorem|lemma|proof|proposition|corollary|definition|remark|example|claim|fact|conjecture"
    r"|assumption|note|case|step|observation|property|notation|problem|question|hypothesis|algorithm"
    r"|condition|construction|convention|exercise|protocol)s?\b",
    re.IGNORECASE,
)


def judge_headings(context: Context, bodylike: set[str]) -> None:
    for column in context.columns():
        index = 0
        while index < len(column):
            end = _style_end(context, column, index)
            if end - index <= context.thresholds.max_heading_lines and _is_heading(
                context, column, index, end
            ):
                for placed in column[index:end]:
                    _remove(context, placed)
            index = end
    for column in context.columns():
        for index, placed in enumerate(column):
            if context.is_open(placed):
                _trim_run_in(context, column, index)


def _remove(context: Context, placed: Placed) -> None:
    context.remove(
        placed, "heading", "min_heading_gap", min(placed.above / context.pitch, 99.0),
        context.thresholds.min_heading_gap,
    )  # fmt: skip


def _style_end(context: Context, column: list[Placed], start: int) -> int:
    """Index behind the lines that go on in the style of the one at `start`."""
    first = column[start]
    end = start + 1
    if not context.is_open(first):
        return end
    if dotted := _numbered_block(context, column, start):
        return dotted
    while end < len(column):
        line = column[end]
        if not context.is_open(line) or not _same_style(context, first, line):
            break
        if line.above > 1.45 * max(context.pitch, first.line.size * 1.2):
            break
        end += 1
    return end


def _numbered_block(context: Context, column: list[Placed], start: int) -> int:
    """Behind "6.3 Comparison of …" over two or three lines with white space above and below."""
    first = column[start]
    if not _DOTTED.match(first.line.text) or first.above < 1.3 * context.pitch:
        return 0
    for end in range(start + 1, min(start + 4, len(column))):
        if column[end].above >= 1.25 * context.pitch:
            last = column[end - 1]
            ended = last.line.text.rstrip()[-1:] in ".,;:"
            return end if last.slack > 2 * context.em and not ended else 0
    return 0


def _same_style(context: Context, first: Placed, line: Placed) -> bool:
    one, other = context.traits[first.line.id], context.traits[line.line.id]
    if abs(first.line.size - line.line.size) >= 0.03 * context.em:
        return False
    if _all_bold(context, first) != _all_bold(context, line) or (one.italic > 0.8) != (
        other.italic > 0.8
    ):
        return False
    marked = (
        _all_bold(context, first) or context.ratio(line) >= context.thresholds.min_heading_ratio
    )
    if marked or one.italic > 0.8:
        return True
    return one.family == other.family and (
        (_capitals(first) and _capitals(line))
        or (one.family != context.fonts.base_family and other.math < 0.3)
    )


def _all_bold(context: Context, placed: Placed) -> bool:
    """Bold to the end: a line that goes on in another weight begins with a run-in heading."""
    last = next((b for b in reversed(placed.line.blocks) if any(map(str.isalpha, b.text))), None)
    return context.traits[placed.line.id].bold > 0.8 and last is not None and last.font.bold


def _capitals(placed: Placed) -> bool:
    """Capitals or small capitals throughout."""
    letters = [c for c in placed.line.text if c.isalpha()]
    if len(letters) > 2 and sum(c.isupper() for c in letters) > 0.8 * len(letters):
        return True
    families = [b.font.family.lower() for b in placed.line.blocks]
    return all("csc" in f or "caps" in f or "smallcap" in f for f in families)


def _is_heading(context: Context, column: list[Placed], start: int, end: int) -> bool:
    """Apart from the text above, and marked by size, weight, capitals, slant, number or place."""
    placed = column[start]
    t = context.thresholds
    traits = context.traits[placed.line.id]
    text = " ".join(p.line.text for p in column[start:end]).strip()
    if not context.is_open(placed) or (traits.prose < 0.3 and not _NUMBER.match(text)):
        return False
    if context.ratio(placed) >= t.min_heading_ratio and len(text) < 200:
        return True
    if not (
        placed.above >= t.min_heading_gap * context.pitch or _after_removed(context, column, start)
    ):
        return False
    if _all_bold(context, placed):
        return len(text) < 150 and not (
            abs(placed.slack) < context.em and text.endswith((".", ","))
        )
    if _NAMED.match(text) or (_ENUMERATED.match(text) and traits.italic > 0.8 and text[-1] == ":"):
        return True
    if text[-1:] in ".,;:" and not (
        text[-1:] in ":." and _NUMBER.match(text) and _capitals(placed)
    ):
        return False
    if _capitals(placed) and len(text) > 3:
        return True
    return _plain_heading(context, column, start, end, text)


def _plain_heading(context: Context, column: list[Placed], start: int, end: int, text: str) -> bool:
    """A heading in the body's own weight: only a short last line and its place give it away."""
    placed, last = column[start], column[end - 1]
    em = context.em
    traits = context.traits[placed.line.id]
    numbered = bool(_NUMBER.match(text)) and _after_number(text).isupper() and len(text) < 120
    least = 0.3 if numbered and traits.italic > 0.8 else 2
    if last.slack <= least * em or traits.math > 0.3 or _THEOREM.match(text):
        return False
    below = column[end].above if end < len(column) else float("inf")
    apart_below = below >= 1.1 * context.pitch
    other_font = traits.family != context.fonts.base_family or traits.italic > 0.8
    edge = abs(placed.indent) < 0.5 * em or abs(placed.indent - placed.slack) < em
    if numbered and (other_font or edge and text[-1] not in "?!"):
        return other_font or (apart_below and context.traits[last.line.id].math < 0.1)
    if end - start > 1 and placed.slack <= 2 * em:
        return False
    if traits.italic > 0.8 and placed.above >= 1.2 * context.pitch and text[:1].isupper():
        return True
    centred = abs(placed.indent - placed.slack) < em and placed.indent > 2 * em
    return centred and text[:1].isupper() and traits.words >= 1 and apart_below


def _after_number(text: str) -> str:
    match = _NUMBER.match(text)
    return text[match.end() : match.end() + 1] if match else ""


def _after_removed(context: Context, column: list[Placed], index: int) -> bool:
    return index == 0 or not context.is_open(column[index - 1])


def _trim_run_in(context: Context, column: list[Placed], index: int) -> None:
    """Leave out "Abstract—" and a run-in heading in another style that is set apart by space."""
    placed = column[index]
    text = placed.line.text
    label = _ABSTRACT.match(text)
    if label and label.end() < len(text):
        first = placed.line.blocks[0].font
        if (
            first.bold
            or first.italic
            or "—" in label[0]
            or label[1].isupper()
            or label[0].strip()[-1:] in ".:"
        ):
            context.trims[placed.line.id] = label.end()
            return
    end, gap = _run_in_end(placed)
    if not end or _THEOREM.match(text) or context.traits[placed.line.id].italic > 0.95:
        return
    apart = placed.above >= context.thresholds.min_run_in_gap * context.pitch
    apart |= _after_removed(context, column, index)
    marked = bool(_RUN_IN_END.search(text[:end]))
    if (gap >= context.thresholds.min_run_in_space * context.em and (marked or apart)) or (
        marked and (apart or _ENUMERATED.match(text))
    ):
        context.trims[placed.line.id] = end


def _run_in_end(placed: Placed) -> tuple[int, float]:
    """Offset behind the leading blocks in bold or italics, and the white space that follows."""
    line = placed.line
    head = line.blocks[0].font
    enumerated = bool(_ENUMERATED.match(line.text))
    if enumerated and len(line.blocks) > 1 and not head.italic:
        head = line.blocks[1].font
    if not (head.bold or head.italic):
        return 0, 0.0
    count = last = 0
    for block in line.blocks:
        styled = (block.font.bold, block.font.italic) == (head.bold, head.italic)
        symbol = math_font(block.font.family) or block.font.size < 0.78 * line.size
        if not styled and not symbol and not (count == 0 and enumerated):
            break
        count += 1
        last = count if styled else last
    count = last
    if count == len(line.blocks) or line.starts[count] > 90:
        return 0, 0.0
    gap = line.blocks[count].box.left - max(b.box.right for b in line.blocks[:count])
    return line.starts[count], gap
