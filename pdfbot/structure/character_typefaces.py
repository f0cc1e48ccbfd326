"""The typeface of each character of a joined text, which separates the parts of references."""

from __future__ import annotations

from pdfbot.model import Line
from pdfbot.paragraphs.joining import JoinedText

ITALIC, BOLD, UPRIGHT = "i", "b", "n"


def typefaces(joined: JoinedText) -> str:
    """One letter per character: italic, bold or upright; spaces are like the text before them."""
    faces: list[str] = []
    for piece in joined.pieces:
        text = piece.line.text[piece.start : piece.end]
        its_faces = _faces(piece.line)[piece.start : piece.end]
        faces += [face for char, face in zip(text, its_faces, strict=True) if not char.isspace()]
    # Only spaces differ between the text and its pieces.
    left = iter(faces)
    last = UPRIGHT
    written = []
    for character in joined.text:
        if not character.isspace():
            last = next(left, UPRIGHT)
        written.append(last)
    return "".join(written)


def _faces(line: Line) -> list[str]:
    """The typeface of each character of a line."""
    by_offset = [UPRIGHT] * len(line.text)
    for block, start in zip(line.blocks, line.starts, strict=True):
        face = ITALIC if block.font.italic else BOLD if block.font.bold else UPRIGHT
        by_offset[start : start + len(block.text)] = face * len(block.text)
    return by_offset
