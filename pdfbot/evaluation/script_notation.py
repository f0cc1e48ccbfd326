"""Reads raised and lowered text in any notation: Unicode, ^{…} and _{…}, or tags."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["^", "_"]

_OPENING = re.compile(r"\^\{|_\{|<sup>|<sub>")
_RAISED = ("^{", "<sup>")
_PRIMES = frozenset("'′″")
# Ordinal indicators are raised letters, but not scripts.
_ORDINALS = "ªº"


@dataclass(frozen=True, slots=True)
class Script:
    """A range of raised or lowered characters."""

    kind: Kind
    start: int
    end: int


def read_scripts(text: str) -> tuple[list[str], list[Script]]:
    """The plain characters, and the outermost scripts among them in canonical order."""
    characters: list[str] = []
    scripts: list[Script] = []
    opened: list[tuple[Script, str]] = []
    place = 0
    while place < len(text):
        if opening := _OPENING.match(text, place):
            kind: Kind = "^" if opening[0] in _RAISED else "_"
            closing = "}" if "{" in opening[0] else opening[0].replace("<", "</")
            opened.append((Script(kind, len(characters), len(characters)), closing))
            place = opening.end()
        elif opened and text.startswith(opened[-1][1], place):
            script, closing = opened.pop()
            if not opened and len(characters) > script.start:
                scripts.append(replace(script, end=len(characters)))
            place += len(closing)
        else:
            _add_character(text[place], characters, scripts, is_inside=bool(opened))
            place += 1
    return _in_one_order(characters, scripts)


def _add_character(
    char: str, characters: list[str], scripts: list[Script], *, is_inside: bool
) -> None:
    """Add a character; runs of Unicode superscripts or subscripts form one script."""
    form = unicodedata.decomposition(char)
    kind: Kind | None = None
    if form.startswith("<super>"):
        kind = "^"
    elif form.startswith("<sub>"):
        kind = "_"
    end = len(characters)
    if kind and char not in _ORDINALS and not is_inside:
        if scripts and scripts[-1].kind == kind and scripts[-1].end == end:
            scripts[-1] = replace(scripts[-1], end=end + 1)
        else:
            scripts.append(Script(kind, end, end + 1))
    characters.append(unicodedata.normalize("NFKC", char) if kind else char)


def _in_one_order(characters: list[str], scripts: list[Script]) -> tuple[list[str], list[Script]]:
    """Put primes first, not as scripts, then lowered text, then raised text."""
    scripts = [
        s for s in scripts if s.kind == "_" or set("".join(characters[s.start : s.end])) - _PRIMES
    ]
    for index, script in enumerate(scripts):
        start, end = script.start, script.end
        after = end
        while after < len(characters) and characters[after] in _PRIMES:
            after += 1
        following = scripts[index + 1] if index + 1 < len(scripts) else None
        if script.kind == "_" and after > end:
            _swap(characters, start, end, after)
            scripts[index] = Script("_", start + after - end, after)
        elif script.kind == "^" and following and (following.kind, following.start) == ("_", end):
            after = following.end
            _swap(characters, start, end, after)
            middle = start + after - end
            scripts[index : index + 2] = [Script("_", start, middle), Script("^", middle, after)]
    return characters, scripts


def _swap(characters: list[str], start: int, end: int, after: int) -> None:
    """Put the characters from `end` to `after` before those from `start` to `end`."""
    characters[start:after] = characters[end:after] + characters[start:end]
