"""Text in elements of TEI, with raised and lowered characters as elements of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from pdfbot.model import Sentence
from pdfbot.notation import PlainText, Script, ScriptKind, read_parts

# How TEI calls what is above or below the line.
RENDITIONS: dict[ScriptKind, str] = {"raised": "superscript", "lowered": "subscript"}
# Characters that XML cannot contain.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """The text without what XML cannot contain."""
    return _FORBIDDEN.sub("", text)


def set_text(element: Element, text: str, scripts: Sequence[Script] = ()) -> None:
    """Fill an element that is empty."""
    element.text = ""
    _append(element, text, scripts)


def _append(element: Element, text: str, scripts: Sequence[Script], space: str = "") -> None:
    """More text with its scripts in `hi`, and a space after it."""
    open_elements = [element]
    for part in read_parts(text, scripts):
        if isinstance(part, PlainText):
            add_text(open_elements[-1], clean(part.text))
        elif part.opens:
            attributes = {"rend": RENDITIONS[part.kind]}
            open_elements.append(SubElement(open_elements[-1], "hi", attributes))
        else:
            open_elements.pop()
    add_text(element, space)


def append_part(element: Element, sentence: Sentence, start: int, end: int) -> None:
    """More text: a part of a sentence."""
    scripts = [
        Script(s.kind, max(s.start, start) - start, min(s.end, end) - start)
        for s in sentence.scripts
        if s.start < end and s.end > start
    ]
    _append(element, sentence.text[start:end], scripts)


def add_text(element: Element, text: str) -> None:
    """Text after all that is in an element."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
