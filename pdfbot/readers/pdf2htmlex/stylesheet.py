"""A replica's CSS classes to numbers: positions, sizes, matrices, colours and embedded fonts."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import tinycss2
from tinycss2.color3 import RGBA, parse_color

Matrix = tuple[float, float, float, float]

UPRIGHT: Matrix = (1.0, 0.0, 0.0, 1.0)
TRANSPARENT = ""
MIN_BOLD_WEIGHT = 600

# Fonts make up most of a replica's style sheet, so their bytes are lifted out before parsing.
_DATA_URL = re.compile(r"data:[\w/.+-]+;base64,([A-Za-z0-9+/=]*)")
_LIFTED = "lifted:"

# Nearly all rules are one class with one length. A general parser takes 30 µs for each, and a
# replica may have ten thousand: these are read here, and the parser gets the text between them.
_LENGTH_RULE = re.compile(
    r"^[ \t]*\.(?P<name>[a-z_][a-z_0-9]*)\{(?P<key>[a-z-]+):(?P<value>-?\d+(?:\.\d+)?)px;?\}",
    re.MULTILINE | re.ASCII,
)
MEDIA_RULE = re.compile(r"@media\b[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")

LENGTHS = frozenset(
    {
        "left", "bottom", "--left", "--bottom", "width", "height", "margin-left",
        "font-size", "letter-spacing", "word-spacing", "vertical-align",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FontRule:
    """A `.ff` class; `drawn` means that the background image shows the glyphs (Type 3)."""

    family: str
    drawn: bool = False
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Stylesheet:
    """The rules by class name; lengths in px, colours as #rrggbb or `TRANSPARENT`."""

    lengths: dict[str, dict[str, float]] = field(default_factory=dict)
    matrices: dict[str, Matrix] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    fonts: dict[str, FontRule] = field(default_factory=dict)
    faces: dict[str, bytes] = field(default_factory=dict)

    def lengths_of(self, classes: Iterable[str]) -> dict[str, float]:
        """All lengths of an element with these classes; later classes take precedence."""
        found: dict[str, float] = {}
        for name in classes:
            found.update(self.lengths.get(name, ()))
        return found

    def matrix_of(self, classes: Iterable[str]) -> Matrix:
        """The transformation of an element with these classes; upright by default."""
        return next((self.matrices[c] for c in classes if c in self.matrices), UPRIGHT)


def read_stylesheet(css: str) -> Stylesheet:
    """The class rules and font faces of a style sheet, except those for other media."""
    sheet = Stylesheet()
    data: list[str] = []

    def lift(match: re.Match[str]) -> str:
        data.append(match[1])
        return f"{_LIFTED}{len(data) - 1}"

    for part in _parts(MEDIA_RULE.sub("", _DATA_URL.sub(lift, css))):
        if isinstance(part, str):
            _add_parsed(sheet, part, data)
        elif part["key"] in LENGTHS:
            sheet.lengths.setdefault(part["name"], {})[part["key"]] = float(part["value"])
    return sheet


def _parts(css: str) -> Iterator[str | re.Match[str]]:
    """The length rules outside of any other rule, and between them all other text."""
    pending = last = depth = 0
    for rule in _LENGTH_RULE.finditer(css):
        start, end = rule.span()
        between = css[last:start].strip()
        if between:
            for opening, closing in (("{", "}"), ("/*", "*/")):
                depth += between.count(opening) - between.count(closing)
        last = end
        # After anything but the end of a rule or comment, this is only part of a selector.
        if depth == 0 and between[-1:] in ("", "}", ";", "/"):
            if other := css[pending:start].strip():
                yield other
            yield rule
            pending = end
    if other := css[pending:].strip():
        yield other


def _add_parsed(sheet: Stylesheet, css: str, data: list[str]) -> None:
    """Add the rules that a general parser finds in a part of the style sheet."""
    for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            name = _class_name(rule.prelude)
            if name:
                _add_rule(sheet, name, rule.content)
        elif rule.type == "at-rule" and rule.lower_at_keyword == "font-face" and rule.content:
            _add_face(sheet, rule.content, data)


def _class_name(prelude: list[Any]) -> str:
    """The name in a selector that is one class and nothing else."""
    tokens = [t for t in prelude if t.type != "whitespace"]
    if len(tokens) == 2 and tokens[0] == "." and tokens[1].type == "ident":
        return str(tokens[1].value)
    return ""


def _declarations(content: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    """Property names with their value tokens; faster than the general parser."""
    name, colon = "", False
    value: list[Any] = []
    for token in content:
        if token.type in ("whitespace", "comment"):
            continue
        if token == ";":
            if colon:
                yield name, value
            name, value, colon = "", [], False
        elif colon:
            value.append(token)
        elif token == ":":
            colon = True
        elif token.type == "ident":
            name = token.lower_value
    if colon:
        yield name, value


def _add_rule(sheet: Stylesheet, name: str, content: list[Any]) -> None:
    font: dict[str, str] = {}
    for key, value in _declarations(content):
        if not value:
            continue
        first = value[0]
        if key in LENGTHS:
            if first.type == "number" or (first.type == "dimension" and first.lower_unit == "px"):
                sheet.lengths.setdefault(name, {})[key] = float(first.value)
        elif key == "transform":
            sheet.matrices[name] = _matrix(first)
        elif key == "color":
            sheet.colours[name] = _colour(first)
        elif key in ("font-family", "visibility", "font-weight", "font-style"):
            font[key] = _word(first)
    if font.get("font-family"):
        sheet.fonts[name] = _font_rule(font)


def _font_rule(font: dict[str, str]) -> FontRule:
    weight = font.get("font-weight", "normal")
    return FontRule(
        family=font["font-family"],
        drawn=font.get("visibility") == "hidden",
        bold=weight in ("bold", "bolder") or (weight.isdigit() and int(weight) >= MIN_BOLD_WEIGHT),
        italic=font.get("font-style") in ("italic", "oblique"),
    )


def _word(token: Any) -> str:
    if token.type in ("ident", "string"):
        return str(token.value)
    return str(int(token.value)) if token.type == "number" else ""


def _matrix(token: Any) -> Matrix:
    """`matrix(a,b,c,d,0,0)`: the translation is always zero; `none` is upright."""
    if token.type != "function" or token.lower_name != "matrix":
        return UPRIGHT
    numbers = [float(t.value) for t in token.arguments if t.type in ("number", "dimension")]
    if len(numbers) < 4:
        return UPRIGHT
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def _colour(token: Any) -> str:
    colour = parse_color(token)
    if not isinstance(colour, RGBA):
        return "#000000"
    if colour.alpha == 0:
        return TRANSPARENT
    red, green, blue = (round(255 * part) for part in (colour.red, colour.green, colour.blue))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _add_face(sheet: Stylesheet, content: list[Any], data: list[str]) -> None:
    family, font = "", b""
    for key, value in _declarations(content):
        if key == "font-family" and value:
            family = _word(value[0])
        elif key == "src":
            font = next((found for token in value if (found := _embedded(token, data))), b"")
    if family and font:
        sheet.faces[family] = font


def _embedded(token: Any, data: list[str]) -> bytes:
    """The bytes of a `data:` URL; empty for a font in a separate file."""
    url = ""
    if token.type == "url":
        url = token.value
    elif token.type == "function" and token.lower_name == "url":
        url = next((t.value for t in token.arguments if t.type == "string"), "")
    if not url.startswith(_LIFTED):
        return b""
    try:
        return base64.b64decode(data[int(url[len(_LIFTED) :])])
    except (binascii.Error, ValueError, IndexError):
        return b""
