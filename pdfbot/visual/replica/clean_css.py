"""Allow-list for a replica's CSS: it may place and draw text, but not load anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Properties that pdfbot and pdf2htmlEX write; custom properties are allowed, too.
ALLOWED_PROPERTIES = frozenset(
    {
        "background", "background-color", "border", "border-width", "bottom", "box-shadow",
        "break-after", "break-before", "break-inside", "clip", "clip-path", "color",
        "color-scheme", "container-type", "content", "content-visibility", "cursor", "direction",
        "display", "filter", "font", "font-family", "font-feature-settings", "font-kerning",
        "font-size", "font-style", "font-variant", "font-variant-ligatures", "font-weight",
        "height", "inset", "left", "letter-spacing", "line-height", "list-style", "margin",
        "margin-bottom", "margin-left", "margin-right", "margin-top", "opacity", "outline",
        "outline-offset", "overflow", "padding", "padding-bottom", "padding-left",
        "padding-right", "padding-top", "page", "page-break-after", "page-break-before",
        "page-break-inside", "pointer-events", "position", "right", "size", "src", "text-align",
        "text-decoration", "text-indent", "text-rendering", "text-shadow", "top", "transform",
        "transform-origin", "unicode-bidi", "user-select", "vertical-align", "visibility",
        "white-space", "width", "word-spacing", "z-index", "zoom",
        "print-color-adjust", "text-fill-color", "text-stroke", "text-stroke-color",
        "text-stroke-width",
    }
)  # fmt: skip
ALLOWED_FUNCTIONS = frozenset(
    {
        "atan2", "brightness", "calc", "contrast", "format", "hsl", "hsla", "inset",
        "matrix", "max", "min", "polygon", "rect", "rgb", "rgba", "rotate", "scale", "tan",
        "translate", "var",
    }
)  # fmt: skip
# At-rules with blocks of declarations, and with blocks of CSS rules.
DECLARATION_BLOCKS = frozenset({"@font-face", "@page"})
RULE_BLOCKS = frozenset({"@media"})

# What ends a declaration, begins a block, and ends it.
BOUNDARIES = (";", "{", "}")
# Every alternative consumes all it has scanned, so that no input takes quadratic time.
_TOKEN = re.compile(
    r"""/\*(?:.*?\*/|.*)|url\([^)]*\)?|"[^"\n]*"|'[^'\n]*'|[{};]|(?:(?!url\(|/\*)[^"'{};])+|.""",
    re.DOTALL | re.IGNORECASE,
)
_EMBEDDED = re.compile(
    r"""url\(\s*["']?data:(?:font/|application/(?:x-)?font-|image/(?:png|jpeg|webp)\b)[^"'()]*["']?\s*\)""",
    re.IGNORECASE,
)
_STRING = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_FUNCTION = re.compile(r"(?<![\w-])([\w-]*)\(")
_CUSTOM = re.compile(r"--[\w-]+")
_PREFIX = re.compile(r"-(?:webkit|moz|ms|o)-")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def clean_sheet(css: str) -> str:
    """The style sheet with only the allowed CSS rules and declarations, otherwise unchanged."""
    return "".join(_allowed(css, "rules"))


def clean_declarations(css: str) -> str:
    """The allowed declarations of a `style` attribute."""
    return "".join(_allowed(css, "declarations"))


def _allowed(css: str, outermost: str) -> Iterator[str]:
    blocks = [outermost]
    text = ""
    for token in _TOKEN.findall(css):
        if token not in BOUNDARIES:
            if not token.startswith("/*") or _is_kept_comment(token):
                text += token
            continue
        if token == "{":
            blocks.append(_opened(blocks[-1], text))
            yield text + token if blocks[-1] != "dropped" else ""
        elif _may_end(blocks[-1], text):
            yield text + (";" if token == ";" and blocks[-1] == "declarations" else "")
        if token == "}" and len(blocks) > 1 and blocks.pop() != "dropped":
            yield token
        text = ""
    if _may_end(blocks[-1], text):
        yield text
    yield "}" * sum(block != "dropped" for block in blocks[1:])


def _is_kept_comment(token: str) -> bool:
    """Whether a comment is closed, and cannot close the style element."""
    return token.endswith("*/") and "<" not in token


def _may_end(block: str, text: str) -> bool:
    """Whether the text before a semicolon or the end of a block may stay."""
    if block == "declarations":
        return is_allowed_declaration(text)
    return block == "rules" and not text.strip()


def _opened(around: str, prelude: str) -> str:
    """The content of a block: "rules", "declarations", or "dropped"."""
    bare = _COMMENT.sub("", prelude).strip()
    name = bare.split(maxsplit=1)[0].lower() if bare else ""
    if around != "rules" or "<" in prelude or "\\" in prelude or "url(" in prelude.lower():
        return "dropped"
    if not name.startswith("@"):
        return "declarations"
    if name in DECLARATION_BLOCKS:
        return "declarations"
    return "rules" if name in RULE_BLOCKS else "dropped"


def is_allowed_declaration(text: str) -> bool:
    """Whether a declaration sets an allowed property to a value that loads nothing.

    An empty one, with nothing but white space and comments, is allowed too.
    """
    bare = _COMMENT.sub("", text)
    name, colon, value = bare.partition(":")
    if not colon:
        return not bare.strip()
    name = name.strip().lower()
    if not (_CUSTOM.fullmatch(name) or _PREFIX.sub("", name, count=1) in ALLOWED_PROPERTIES):
        return False
    value = _STRING.sub("", _EMBEDDED.sub("", value))
    return (
        not any(char in value for char in "<\\@\"'")
        and "<" not in text
        and all(name in ALLOWED_FUNCTIONS for name in _FUNCTION.findall(value.lower()) if name)
    )
