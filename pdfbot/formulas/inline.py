"""Formulas in running text: finds their characters in a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pdfbot.model import Line, TextBlock
from pdfbot.readers.font_names import is_math

# Signs that connect what is on both sides of them, with or without spaces.
CONNECTORS = frozenset("=<>≤≥⩽⩾≈≅≃∼≡≜≠∝∈∉⊂⊃⊆⊇→←↔⇒⇔↦≪≫≺≻⪯⪰+−±∓×⋅·∗∘⊗⊕∧∨∪∩∖/|∣…⋯√∑∏∫∂∇")
# Signs that connect only if there is white space around them, and maps and definitions.
SPACED = re.compile(r"[:∶]=?|:→|\.|\.\.\.|:=.*")
# What is summed may be set apart from them.
SUMS = frozenset("∑∏∐∫⋃⋂⨁⨂")
OPENING, CLOSING = "([{⟨", ")]}⟩"
FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd inf ker lim ln log max min "
    "sec sin sinh sup tan tanh".split()
)
# Letters next to each other under a root.
MAX_PRODUCT = 3
# Stand at the end of a clause, not of a formula.
_TRAILING = re.compile(r"[.,;:!?\"'”’]+$")
_LEADING = re.compile(r"^[.,;:\"'“‘]+")
_WORD = re.compile(r"[^\W\d_]+")
_ASCII_WORD = re.compile("[A-Za-z]+")
# "Cov(X": a short word before a bracket is the name of a function.
_APPLIED = re.compile(r"[^\W\d_]{2,4}(?=\()")
# "C. elegans": the initial of a name.
_INITIAL = re.compile(r"\.\s?[a-z]")


@dataclass(frozen=True, slots=True)
class _Token:
    """Characters without spaces, or a fraction or root; `is_math` if some are a formula's."""

    text: str
    start: int
    end: int
    is_math: bool
    is_word: bool


def find_formulas(line: Line, whole: Iterable[range] = ()) -> list[tuple[int, int]]:
    """The ranges of the formulas in a line, from the left; each fraction and root is `whole`."""
    barred = {place for characters in whole for place in characters}
    is_special = bool(barred) or not SUMS.isdisjoint(line.text)
    symbolic = [i for i, block in enumerate(line.blocks) if _is_symbolic(line, i, block)]
    # Most lines have no formulas, which their blocks show sooner than their characters.
    fonts = _letters(line, symbolic) if symbolic or is_special else []
    if not (any(fonts) or is_special):
        return []
    found = _ranges(_tokens(line, fonts, barred))
    return [(s, e) for s, e in found if e - s > 1 or not _INITIAL.match(line.text, e)]


def _ranges(tokens: Iterable[_Token]) -> Iterator[tuple[int, int]]:
    """The ranges of connected tokens that are formulas."""
    run: list[_Token] = []
    for token in tokens:
        if run and not token.is_word and _is_connected(run, token):
            run.append(token)
            continue
        yield from _range(run)
        run = [] if token.is_word else [token]
    yield from _range(run)


def _letters(line: Line, symbolic: Iterable[int]) -> list[bool]:
    """For each character, whether it is a letter in one of the blocks with symbols."""
    marks = [False] * len(line.text)
    starts = line.starts
    for index in symbolic:
        for place, char in enumerate(line.blocks[index].text, starts[index]):
            marks[place] = char.isalpha() or unicodedata.combining(char) != 0
    return marks


def _is_symbolic(line: Line, index: int, block: TextBlock) -> bool:
    """Whether a block has letters of formulas: in a math font, or a lone italic letter."""
    if is_math(block.font.family):
        return True
    if not block.font.italic:
        return False
    letters = _WORD.findall(block.text)
    is_under_root = index > 0 and line.blocks[index - 1].text.endswith("√")
    longest = MAX_PRODUCT if is_under_root else 1
    if any(len(word) > longest for word in letters) or len(letters) > 2:
        return False
    around = (line.blocks[max(0, index - 1)], line.blocks[min(index + 1, len(line.blocks) - 1)])
    return not any(other is not block and _is_italic_word(other) for other in around)


def _is_italic_word(block: TextBlock) -> bool:
    return block.font.italic and any(len(word) > 1 for word in _WORD.findall(block.text))


def _tokens(line: Line, letters: Sequence[bool], barred: Collection[int]) -> Iterator[_Token]:
    small = _small(line)
    symbols = [letter or place in barred for place, letter in enumerate(letters)]
    solid = "".join("/" if i in barred else char for i, char in enumerate(line.text))
    for match in re.finditer(r"\S+", solid):
        inside = range(match.start(), match.end())
        applied = _APPLIED.match(match[0])
        start = match.start() + (applied.end() if applied else 0)
        is_word = any(
            len(word) > 1 and word not in FUNCTIONS
            for word in _words(line.text, start, match.end(), symbols, small)
        )
        is_formula = any((letters[i] and not small[i]) or line.text[i] in SUMS for i in inside)
        is_formula |= any(i in barred for i in inside)
        text = line.text[match.start() : match.end()]
        yield _Token(text, match.start(), match.end(), is_formula, is_word)


def _words(
    text: str, start: int, end: int, letters: Sequence[bool], small: Sequence[int]
) -> Iterator[str]:
    """The runs of letters that are words: "sin" of "sinr" with an italic r."""
    part = text[start:end]
    if part.isascii() and not (any(letters[start:end]) or any(small[start:end])):
        yield from _ASCII_WORD.findall(part)
        return
    word = ""
    for place in range(start, end):
        if text[place].isalpha() and not (letters[place] or small[place]):
            word += text[place]
        elif word:
            yield word
            word = ""
    if word:
        yield word


def _small(line: Line) -> list[int]:
    """For each character 1 above the baseline, -1 below it, 0 on it: a raised word is a label."""
    marks = [0] * len(line.text)
    for block, start in zip(line.blocks, line.starts, strict=True):
        shift = block.baseline - line.baseline
        if block.font.size < line.size and abs(shift) > 0.05 * line.size:
            marks[start : start + len(block.text)] = [1 if shift > 0 else -1] * len(block.text)
    return marks


def _is_connected(run: Sequence[_Token], token: _Token) -> bool:
    """Whether an operator or an open bracket connects two tokens."""
    last = run[-1].text
    return (
        last[-1] in CONNECTORS
        or token.text[0] in CONNECTORS
        or last in FUNCTIONS
        or last[0] in SUMS
        or SPACED.fullmatch(last) is not None
        or SPACED.fullmatch(token.text) is not None
        or _depth("".join(t.text for t in run)) > 0
    )


def _depth(text: str) -> int:
    return sum((char in OPENING) - (char in CLOSING) for char in text)


def _range(run: Sequence[_Token]) -> list[tuple[int, int]]:
    """The range of a formula without surrounding punctuation and brackets; [] if it is not one."""
    if not any(token.is_math for token in run):
        return []
    start, end = run[0].start, run[-1].end
    text = " " * start + run[0].text
    for before, token in pairwise(run):
        text += " " * (token.start - before.end) + token.text
    changed = True
    while changed and start < end:
        old = start, end
        part = text[start:end]
        start += len(part) - len(_LEADING.sub("", part).lstrip())
        end -= len(part) - len(_TRAILING.sub("", part).rstrip())
        part = text[start:end]
        if part[:1] and part[0] in OPENING and _depth(part) > 0:
            start += 1
        elif part[-1:] and part[-1] in CLOSING and _depth(part) < 0:
            end -= 1
        changed = old != (start, end)
    return [(start, end)] if start < end else []
