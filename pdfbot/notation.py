"""Notations for raised and lowered characters: 10⁻³, F_{p^{m}}, <sup>2</sup>, or flat."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Annotated, Literal, get_args

ScriptKind = Literal["raised", "lowered"]
Notation = Literal["unicode", "tex", "html", "flat"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)

_RAISED = str.maketrans(
    "0123456789+-−–=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ",
)
_LOWERED = str.maketrans(
    "0123456789+-−–=()aehijklmnoprstuvxβγρφχ",
    "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
)
_UNICODE: dict[ScriptKind, dict[int, int]] = {"raised": _RAISED, "lowered": _LOWERED}
_TEX: dict[ScriptKind, str] = {"raised": "^", "lowered": "_"}
_TAGS: dict[ScriptKind, str] = {"raised": "sup", "lowered": "sub"}
# A minus sign, not a hyphen, is what formulas have.
_SPELLED = {
    chr(form): (_TAGS[kind], "−" if chr(char) in "-–" else chr(char))
    for kind, forms in _UNICODE.items()
    for char, form in forms.items()
}
_OPENING = {"^{": "sup", "_{": "sub"}
_RUN = re.compile(
    f"[{''.join(map(chr, _RAISED.values()))}]+|[{''.join(map(chr, _LOWERED.values()))}]+"
    r"|[\^_]?\{|.",
    re.DOTALL,
)
# Raised by their own shape in every font: they need no notation.
_HIGH_SIGNS = frozenset("'′″‴’°˚º◦∘™")
# A list of citations behind a full stop; in braces it would hide the end of the sentence.
_AFTER_STOP = re.compile(
    r"(?<=[.?!])[”’\"]?(?P<open>\[?)\d{1,3}[a-z]?(?:\s?[,–-]\s?(?:\d{1,3})?[a-z]?)*\]?"
)


@dataclass(frozen=True, slots=True)
class Script:
    """Raised or lowered characters of a text; the range includes scripts nested in it."""

    kind: Annotated[ScriptKind, "`raised` or `lowered`"]
    start: Annotated[int, "first character of the text that belongs to it"]
    end: Annotated[int, "the character after the last one"]
    is_note: Annotated[bool, "whether it is the mark of a footnote on its page"] = False


def write_scripts(text: str, scripts: Sequence[Script], notation: Notation = "unicode") -> str:
    """Write the text with its scripts, which are sorted, outer before inner.

    Flat text has no footnote marks, since nothing would set them apart.
    """
    if notation == "html":
        return write_tagged(text, scripts, lambda part: escape(part, quote=False))
    if notation == "flat":
        return _without_notes(text, scripts)
    if not scripts:
        return text
    return _write(text, 0, len(text), scripts, notation)


def _without_notes(text: str, scripts: Sequence[Script]) -> str:
    """The text without footnote marks, and without the spaces that they leave."""
    for script in reversed([script for script in scripts if script.is_note]):
        before, after = text[: script.start], text[script.end :]
        text = (before.rstrip() if not after[:1].isalnum() else before) + after
    return text


def write_tagged(text: str, scripts: Sequence[Script], write_plain: Callable[[str], str]) -> str:
    """The text with its scripts in `<sup>` and `<sub>`; `write_plain` escapes all other text."""
    return "".join(
        write_plain(part.text)
        if isinstance(part, PlainText)
        else f"<{'' if part.opens else '/'}{_TAGS[part.kind]}>"
        for part in read_parts(text, scripts)
    )


def tag_written(text: str) -> str:
    """Escape what `write_scripts` wrote in Unicode, with scripts in `<sup>` and `<sub>`."""
    parts: list[str] = []
    closing: list[str] = []
    for run in _RUN.findall(text):
        if run[0] in _SPELLED:
            tag = _SPELLED[run[0]][0]
            parts.append(f"<{tag}>{''.join(_SPELLED[char][1] for char in run)}</{tag}>")
        elif run.endswith("{"):
            tag = _OPENING.get(run, "")
            parts.append(f"<{tag}>" if tag else run)
            closing.append(f"</{tag}>" if tag else "}")
        elif run == "}" and closing:
            parts.append(closing.pop())
        else:
            parts.append(escape(run, quote=False))
    # A brace that is only opened, as in a set that another line ends, closes nothing.
    parts += (tag for tag in reversed(closing) if tag != "}")
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class PlainText:
    """Text within one script, or outside of all of them."""

    text: str


@dataclass(frozen=True, slots=True)
class ScriptEdge:
    """Where a script opens or ends."""

    kind: ScriptKind
    opens: bool


def read_parts(text: str, scripts: Sequence[Script]) -> Iterator[PlainText | ScriptEdge]:
    """The text from the left in pieces, with the edges of the scripts between them."""
    return _read_parts(text, 0, len(text), scripts)


def _read_parts(
    text: str, start: int, end: int, scripts: Sequence[Script]
) -> Iterator[PlainText | ScriptEdge]:
    position = start
    for stack in _stacks(scripts):
        if position < stack[0][0].start:
            yield PlainText(text[position : stack[0][0].start])
        for script, inner in reversed(stack):
            if _HIGH_SIGNS.issuperset(text[script.start : script.end]):
                yield PlainText(text[script.start : script.end])
            else:
                yield ScriptEdge(script.kind, opens=True)
                yield from _read_parts(text, script.start, script.end, inner)
                yield ScriptEdge(script.kind, opens=False)
        position = stack[-1][0].end
    if position < end:
        yield PlainText(text[position:end])


def shown_scripts(text: str, scripts: Sequence[Script]) -> list[Script]:
    """The scripts that need a notation: not a degree sign, which is high in every font."""
    return [s for s in scripts if not _HIGH_SIGNS.issuperset(text[s.start : s.end])]


def raised_ranges(scripts: Sequence[Script]) -> list[tuple[int, int]]:
    """The ranges of characters above the line, with everything nested in them."""
    return [(s.start, s.end) for s, _ in _outermost(scripts) if s.kind == "raised"]


def scripts_within(scripts: Sequence[Script], start: int, end: int) -> tuple[Script, ...]:
    """The scripts that begin in a part of the text, as ranges of that part."""
    return tuple(
        replace(script, start=script.start - start, end=min(script.end, end) - start)
        for script in scripts
        if start <= script.start < end
    )


def follow_scripts(
    scripts: Sequence[Script], old: str, new: str, dropped: Collection[int] = ()
) -> tuple[Script, ...]:
    """The scripts of a text, moved to another text that has some of its characters in order.

    All white space is equal. Characters at the places `dropped` are not in the new text.
    """
    if not scripts or old == new:
        return tuple(scripts)
    edges = [edge for script in scripts for edge in (script.start, script.end)]
    moved = iter(follow_places(edges, old, new, dropped))
    found = (replace(s, start=next(moved), end=next(moved)) for s in scripts)
    return tuple(script for script in found if script.start < script.end)


def follow_places(
    wanted: Sequence[int], old: str, new: str, dropped: Collection[int] = ()
) -> list[int]:
    """Move places between characters in the same way."""
    places: list[int] = []
    place = 0
    for char in new:
        while place < len(old) and (place in dropped or not _is_same(char, old[place])):
            place += 1
        places.append(place)
        place += 1
    return [bisect_left(places, at) for at in wanted]


def _is_same(one: str, other: str) -> bool:
    return one == other or (one.isspace() and other.isspace())


def _write(text: str, start: int, end: int, scripts: Sequence[Script], notation: Notation) -> str:
    parts: list[str] = []
    position = start
    for stack in _stacks(scripts):
        parts.append(text[position : stack[0][0].start])
        # The lowered one comes first.
        parts += (_write_one(text, script, inner, notation) for script, inner in reversed(stack))
        position = stack[-1][0].end
    parts.append(text[position:end])
    return "".join(parts)


def _stacks(scripts: Sequence[Script]) -> Iterator[list[tuple[Script, Sequence[Script]]]]:
    """The outermost scripts, one by one, or a superscript with the subscript right after it."""
    stack: list[tuple[Script, Sequence[Script]]] = []
    for script, inner in _outermost(scripts):
        if stack and script.kind == "lowered" and script.start == stack[-1][0].end:
            yield [*stack, (script, inner)]
            stack = []
            continue
        if stack:
            yield stack
        stack = [(script, inner)]
        if script.kind == "lowered":
            yield stack
            stack = []
    if stack:
        yield stack


def _outermost(scripts: Sequence[Script]) -> Iterator[tuple[Script, Sequence[Script]]]:
    """Each script that no other contains, with those inside it."""
    index = 0
    while index < len(scripts):
        script = scripts[index]
        after = index + 1
        while after < len(scripts) and scripts[after].end <= script.end:
            after += 1
        yield script, scripts[index + 1 : after]
        index = after


def _write_one(text: str, script: Script, inner: Sequence[Script], notation: Notation) -> str:
    content = text[script.start : script.end]
    if _HIGH_SIGNS.issuperset(content):
        return content
    if notation == "unicode" and not inner:
        spelled = _spell(text, script)
        if spelled:
            return spelled
    return f"{_TEX[script.kind]}{{{_write(text, script.start, script.end, inner, 'tex')}}}"


def _spell(text: str, script: Script) -> str:
    """The script in Unicode's own characters; "" if some have no such form."""
    content = text[script.start : script.end]
    translated = content.translate(_UNICODE[script.kind])
    if marks := _AFTER_STOP.fullmatch(text, script.start, script.end):
        return content if marks["open"] else translated
    is_whole = all(new != old for new, old in zip(translated, content, strict=True))
    return translated if is_whole else ""
