"""Headings: set apart by weight, size, capitals or a number, on lines of their own or run in."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.layout.traits import SCRIPT
from pdfbot.nonbody.rule import USUAL_PITCH, Context
from pdfbot.replica.fontnames import is_math

_NUMBER = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVXLC]{1,6}\.(?:\d{1,2}\.?)*|[A-Z]\.(?:\d{1,2}(?:\.\d{1,2})*\.?)?"
    r"|(?:Appendix|APPENDIX)\s+[A-Z\d]\.?:?|\d{1,2}\)|[a-z]\))\s+(?=[^\W\d_])"
)
_DOTTED = re.compile(r"^\d{1,2}(?:\.\d{1,2})+\.?\s+[A-Z]")
_NAMES = frozenset(
    (
        "abstract", "summary", "introduction", "acknowledgement", "acknowledgements",
        "acknowledgment", "acknowledgments", "conclusion", "conclusions", "discussion", "results",
        "method", "methods", "materials and methods", "author contribution",
        "author contributions", "competing interest", "competing interests", "keyword",
        "keywords", "index terms",
    )
)  # fmt: skip
_RUN_IN_END = tuple(".:?!—–")
_ENUMERATED = re.compile(r"^(?:\d{1,2}|[a-z])\)\s")
_ABSTRACTS = ("abstract", "summary", "zusammenfassung", "résumé", "сажетак")
_LONGEST_ABSTRACT = max(map(len, _ABSTRACTS))
# Heads of theorem-like blocks look like run-in headings, but are read as part of the text.
_THEOREMS = frozenset(
    "theorem lemma proof proposition corollary definition remark example claim fact conjecture "
    "assumption note case step observation property notation problem question hypothesis algorithm "
    "condition construction convention exercise protocol".split()
)
_FIRST_WORD = re.compile(r"\w+")


# Characters: the longest heading that its size, its weight or its number marks, and run in.
SIZED_CHARS, BOLD_CHARS, NUMBERED_CHARS, RUN_IN_CHARS = 199, 149, 119, 90
# Letters from which on capitals mean something, and the share of them that is not enough.
CAPITAL_LETTERS, CAPITAL_SHARE = 3, 0.8
# Share of a line in italics: the whole line, so that nothing is run in.
ALL_ITALIC = 0.95


def judge_headings(context: Context, bodylike: set[str]) -> None:
    """Lines of one style that stand apart; then the run-in headings of what is left."""
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
    """The reason is the size where that is enough, else the space above."""
    ratio = context.ratio(placed)
    if ratio >= context.thresholds.min_heading_ratio:
        context.remove(placed, "heading", "min_heading_ratio", ratio)
    else:
        context.remove(placed, "heading", "min_apart", context.space_above(placed))


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
        pitch = max(context.pitch, USUAL_PITCH * first.line.size)
        if line.above > context.thresholds.max_heading_pitch * pitch:
            break
        end += 1
    return end


def _numbered_block(context: Context, column: list[Placed], start: int) -> int:
    """Behind "6.3 Comparison of …" over two or three lines with white space above and below."""
    t = context.thresholds
    first = column[start]
    if not _DOTTED.match(first.line.text) or first.above <= t.max_pitch_ratio * context.pitch:
        return 0
    for end in range(start + 1, min(start + 1 + t.max_heading_lines, len(column))):
        if column[end].above >= t.paragraph_gap * context.pitch:
            last = column[end - 1]
            ended = last.line.text.rstrip()[-1:] in ".,;:"
            return end if last.slack >= t.min_clear_space * context.em and not ended else 0
    return 0


def _same_style(context: Context, first: Placed, line: Placed) -> bool:
    """Size, weight and slant; a plain style is one only in capitals or in a font of its own."""
    t = context.thresholds
    if abs(first.line.size - line.line.size) >= t.strong_size_slack * context.em:
        return False
    bold, italic = _all_bold(context, first), _is_italic(context, first)
    if bold != _all_bold(context, line) or italic != _is_italic(context, line):
        return False
    if bold or italic or context.ratio(line) >= t.min_heading_ratio:
        return True
    return first.family == line.family and (
        (_capitals(first) and _capitals(line))
        or (first.family != context.fonts.base_family and line.math < t.min_math_share)
    )


def _is_italic(context: Context, placed: Placed) -> bool:
    return placed.italic >= context.thresholds.min_style_share


def _all_bold(context: Context, placed: Placed) -> bool:
    """Bold to the end: a line that goes on in another weight begins with a run-in heading."""
    if placed.bold < context.thresholds.min_style_share:
        return False
    last = next((b for b in reversed(placed.line.blocks) if any(map(str.isalpha, b.text))), None)
    return last is not None and last.font.bold


def _capitals(placed: Placed) -> bool:
    """Capitals or small capitals throughout."""
    letters = list(filter(str.isalpha, placed.line.text))
    capitals = sum(map(str.isupper, letters))
    if len(letters) >= CAPITAL_LETTERS and capitals > CAPITAL_SHARE * len(letters):
        return True
    return placed.small_capitals


def _is_heading(context: Context, column: list[Placed], start: int, end: int) -> bool:
    """Apart from the text above, and marked by size, weight, capitals, slant, number or place."""
    t = context.thresholds
    placed = column[start]
    prose = placed.prose
    text = " ".join(p.line.text for p in column[start:end]).strip()
    if not context.is_open(placed) or (prose <= t.max_symbols_prose and not _NUMBER.match(text)):
        return False
    if context.ratio(placed) >= t.min_heading_ratio and len(text) <= SIZED_CHARS:
        return True
    apart = placed.above >= t.min_apart * context.pitch
    if not apart and not _after_removed(context, column, start):
        return False
    if _all_bold(context, placed):
        full = abs(placed.slack) < context.em and text.endswith((".", ","))
        return len(text) <= BOLD_CHARS and not full
    enumerated = _ENUMERATED.match(text) and _is_italic(context, placed)
    if text.lower().rstrip(" .:") in _NAMES or (enumerated and text[-1] == ":"):
        return True
    capitals = _capitals(placed)
    if text[-1:] in ".,;:" and not (text[-1:] in ":." and _NUMBER.match(text) and capitals):
        return False
    if capitals and len(text) > CAPITAL_LETTERS:
        return True
    return _plain_heading(context, column[start:end], column[end : end + 1], text)


def _plain_heading(
    context: Context, lines: list[Placed], following: list[Placed], text: str
) -> bool:
    """A heading in the body's own weight: only a short last line and its place give it away."""
    t, em = context.thresholds, context.em
    placed, last = lines[0], lines[-1]
    italic = _is_italic(context, placed)
    numbered = (
        bool(_NUMBER.match(text)) and _after_number(text).isupper() and len(text) <= NUMBERED_CHARS
    )
    least = t.edge_reach if numbered and italic else t.min_clear_space
    if last.slack < least * em or placed.math >= t.min_math_share or _heads_theorem(text):
        return False
    below = following[0].above if following else float("inf")
    apart_below = below >= t.min_looser * context.pitch
    other_font = italic or placed.family != context.fonts.base_family
    balanced = abs(placed.indent - placed.slack) < em
    edge = abs(placed.indent) < t.min_clear_indent * em or balanced
    if numbered and (other_font or (edge and text[-1] not in "?!")):
        plain = last.math <= t.max_heading_math
        return other_font or (apart_below and plain)
    if len(lines) > 1 and placed.slack < t.min_clear_space * em:
        return False
    if not text[:1].isupper():
        return False
    if italic and placed.above >= t.min_well_apart * context.pitch:
        return True
    centred = balanced and placed.indent >= t.min_clear_space * em
    return centred and placed.words >= t.min_words and apart_below


def _after_number(text: str) -> str:
    match = _NUMBER.match(text)
    return text[match.end() : match.end() + 1] if match else ""


def _after_removed(context: Context, column: list[Placed], index: int) -> bool:
    return index == 0 or not context.is_open(column[index - 1])


def _trim_run_in(context: Context, column: list[Placed], index: int) -> None:
    """Leave out "Abstract—" and a run-in heading in another style that is set apart by space."""
    placed = column[index]
    text = placed.line.text
    label = _abstract_label(text)
    if label and len(label) < len(text) and _is_styled(placed, label):
        context.trims[placed.line.id] = len(label)
        return
    end, gap = _run_in_end(placed)
    if not end or _heads_theorem(text) or placed.italic > ALL_ITALIC:
        return
    t = context.thresholds
    apart = placed.above >= t.min_apart * context.pitch or _after_removed(context, column, index)
    marked = text[:end].rstrip().endswith(_RUN_IN_END)
    spaced = gap >= t.min_run_in_space * context.em
    if (spaced and (marked or apart)) or (marked and (apart or _ENUMERATED.match(text))):
        context.trims[placed.line.id] = end


def _abstract_label(text: str) -> str:
    """The word "Abstract" that opens the text, with the marks behind it."""
    opening = text[:_LONGEST_ABSTRACT].lower()
    for word in _ABSTRACTS:
        if opening.startswith(word):
            rest = text[len(word) :].lstrip().lstrip(".:—–-").lstrip()
            return text[: len(text) - len(rest)]
    return ""


def _is_styled(placed: Placed, label: str) -> bool:
    """The word "Abstract" as a heading: in another style, in capitals, or with a mark."""
    first = placed.first_font
    return (
        first.bold
        or first.italic
        or "—" in label
        or label.isupper()
        or label.rstrip().endswith((".", ":"))
    )


def _run_in_end(placed: Placed) -> tuple[int, float]:
    """Offset behind the leading blocks in bold or italics, and the white space that follows."""
    line = placed.line
    head = placed.first_font
    enumerated = bool(_ENUMERATED.match(line.text))
    if not (head.bold or head.italic or enumerated):
        return 0, 0.0
    blocks = tuple(line.blocks)
    if enumerated and len(blocks) > 1 and not head.italic:
        head = blocks[1].font
    if not (head.bold or head.italic):
        return 0, 0.0
    count = 0
    for index, block in enumerate(blocks):
        styled = (block.font.bold, block.font.italic) == (head.bold, head.italic)
        symbol = is_math(block.font.family) or block.font.size < SCRIPT * line.size
        if not styled and not symbol and not (index == 0 and enumerated):
            break
        count = index + 1 if styled else count
    if count == len(blocks):
        return 0, 0.0
    start = line.starts[count]
    if start > RUN_IN_CHARS:
        return 0, 0.0
    gap = blocks[count].box.left - max(b.box.right for b in blocks[:count])
    return start, gap


def _heads_theorem(text: str) -> bool:
    word = _FIRST_WORD.match(text)
    found = word[0].lower() if word else ""
    return found in _THEOREMS or found.removesuffix("s") in _THEOREMS
