"""The typeface of each character of a joined text, which separates the parts of references."""

from __future__ import annotations

from collections.abc import Iterator

from pdfbot.paragraphs.joining import JoinedText, Piece

ITALIC, BOLD, UPRIGHT = "i", "b", "n"


def typefaces(joined: JoinedText) -> str:
    """One letter per character: italic, bold or upright; spaces are like the text before them."""
    faces = "".join(
        face
        for piece in joined.pieces
        for character, face in _faces(piece.line.text, piece)
        if not character.isspace()
    )
    # Only spaces differ between the text and its pieces.
    left = iter(faces)
    last = UPRIGHT
    written = []
    for character in joined.text:
        if not character.isspace():
            last = next(left, UPRIGHT)
        written.append(last)
    return "".join(written)


def _faces(text: str, piece: Piece) -> Iterator[tuple[str, str]]:
    by_offset = [UPRIGHT] * len(text)
    for block, start in zip(piece.line.blocks, piece.line.starts, strict=True):
        face = ITALIC if block.font.italic else BOLD if block.font.bold else UPRIGHT
        by_offset[start : start + len(block.text)] = face * len(block.text)
    return zip(text[piece.start : piece.end], by_offset[piece.start : piece.end], strict=True)
