"""Run-in headings: a heading at the start of a line whose text continues after it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.layout.line_features import SCRIPT_SIZE, LayoutLine
from pdfbot.model import Font, TextBlock
from pdfbot.nonbody.judgement import JudgementDraft
from pdfbot.readers.font_names import is_math
from pdfbot.text.vocabulary import ABSTRACT_HEADINGS, STATEMENT_WORDS
from pdfbot.text.writing_systems import HAN_OR_KANA

_RUN_IN_ENDS = tuple(".:?!—–")
ENUMERATED = re.compile(r"^(?:\d{1,2}|[a-z])\)\s")
_MAX_ABSTRACT_CHARS = max(map(len, ABSTRACT_HEADINGS))
_ABSTRACT_INITIALS = frozenset(name[0] for name in ABSTRACT_HEADINGS)
_FIRST_WORD = re.compile(r"\w+")
# A word alone, or with a number, a letter, a stop or the name of a theorem after it.
_COUNTED = re.compile(
    r"\w+(?:\W*$|\s*[\d(.:,;–—-]|\s+(?:(?:[A-Z]|[IVX]+)\b|of\s+(?:the\s+)?[A-Z]))"
)

# Characters of the shortest run-in heading; less is a drop cap.
MIN_RUN_IN_CHARS = 2
# Characters of the longest run-in heading.
MAX_RUN_IN_CHARS = 90
# Share of characters in italics: a line with more is all italic and has no run-in heading.
ALL_ITALIC = 0.95


def trim_run_in_heading(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> None:
    """Start the body text of a line after "Abstract—" or a run-in heading in another style."""
    context = draft.context
    line = column[index]
    text = line.text
    if line.id in draft.body_starts:
        return
    label = _abstract_label(text)
    if label and len(label) < len(text) and _is_styled_label(line, label):
        draft.body_starts[line.id] = len(label)
        return
    end, gap = _run_in_end(line)
    if end < MIN_RUN_IN_CHARS or starts_statement(text) or line.italic > ALL_ITALIC:
        return
    t = context.thresholds
    apart = context.scales.is_apart(line)
    apart |= follows_removed(draft, column, index) or line.index in context.anchored
    punctuated = text[:end].rstrip().endswith(_RUN_IN_ENDS)
    spaced = gap >= t.min_run_in_space * context.em
    if (spaced and (punctuated or apart)) or (punctuated and (apart or ENUMERATED.match(text))):
        draft.body_starts[line.id] = end


def _abstract_label(text: str) -> str:
    """The word "Abstract" at the start of the text, with the punctuation after it."""
    opening = len(text) - len(text.lstrip("【［["))
    if text[opening : opening + 1].lower() not in _ABSTRACT_INITIALS:
        return ""
    start = text[opening : opening + _MAX_ABSTRACT_CHARS].lower()
    if not start.startswith(ABSTRACT_HEADINGS):
        return ""
    for word in ABSTRACT_HEADINGS:
        goes_on = start[len(word) : len(word) + 1].isalpha() and not HAN_OR_KANA.match(word)
        if start.startswith(word) and not goes_on:
            rest = text[opening + len(word) :].lstrip().lstrip(".:—–-：】］]").lstrip()
            return text[: len(text) - len(rest)]
    return ""


def opens_abstract(text: str) -> bool:
    """Whether a label such as "Abstract—" is at the start, with text after it."""
    label = _abstract_label(text)
    return len(label) < len(text) and label.rstrip().endswith(_RUN_IN_ENDS)


def _is_styled_label(line: LayoutLine, label: str) -> bool:
    """The word "Abstract" as a heading: in another style, in capitals, or with punctuation."""
    first = line.first_font
    return (
        first.bold
        or first.italic
        or "—" in label
        or label.isupper()
        or label.rstrip().endswith((".", ":", "：", "】", "］", "]"))
        or has_own_typeface(line, len(label))
    )


def has_own_typeface(line: LayoutLine, end: int) -> bool:
    """Whether the typeface of a label ends where it does, and a sentence begins there.

    The names of embedded fonts do not always say that they are bold.
    """
    end += line.text[end : end + 1].isspace()
    if end not in line.starts or not line.text[end : end + 1].isupper():
        return False
    after = line.blocks[line.starts.index(end)].font.family
    return all(
        block.font.family != after
        for start, block in zip(line.starts, line.blocks, strict=True)
        if start < end
    )


def _run_in_end(line: LayoutLine) -> tuple[int, float]:
    """The offset after the leading bold or italic blocks, and the width of the space there."""
    style = _run_in_style(line)
    count = _count_styled(line, style) if style else 0
    if not count or count == len(line.blocks):
        return 0, 0.0
    end = line.starts[count]
    if end > MAX_RUN_IN_CHARS:
        return 0, 0.0
    gap = line.blocks[count].box.left - max(b.box.right for b in line.blocks[:count])
    return end, gap


def _run_in_style(line: LayoutLine) -> Font | None:
    """The font of a run-in heading, perhaps after its label; None if it is plain."""
    style, blocks = line.first_font, line.blocks
    if not style.italic and len(blocks) > 1 and ENUMERATED.match(line.text):
        style = blocks[1].font
    return style if style.bold or style.italic else None


def _count_styled(line: LayoutLine, style: Font) -> int:
    """The number of blocks up to the last in this style, with symbols between them."""
    enumerated = ENUMERATED.match(line.text) is not None
    count = 0
    for index, block in enumerate(line.blocks):
        if (block.font.bold, block.font.italic) == (style.bold, style.italic):
            count = index + 1
        elif not _is_symbol(block, line) and not (index == 0 and enumerated):
            break
    return count


def _is_symbol(block: TextBlock, line: LayoutLine) -> bool:
    return is_math(block.font.family) or block.font.size < SCRIPT_SIZE * line.size


def follows_removed(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """Whether the line is at the top of its column or below a line that is not body text."""
    return index == 0 or not draft.is_open(column[index - 1])


def heads_statement(text: str) -> bool:
    """Whether this heads a statement: "Theorem 2", "Proof of Lemma A", not "Case report"."""
    return starts_statement(text) and _COUNTED.match(text) is not None


def starts_statement(text: str) -> bool:
    """Whether a theorem or the like starts here; its head is part of the text."""
    match = _FIRST_WORD.match(text)
    word = match[0].lower() if match else ""
    return word in STATEMENT_WORDS or word.removesuffix("s") in STATEMENT_WORDS
