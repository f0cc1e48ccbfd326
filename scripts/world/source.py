"""The text of a document in fixtures/world: blocks between blank lines, each of one kind.

A block begins with its kind and a colon; a paragraph of the body has no kind. The kinds below keep
their line breaks; in all others a line break is a space.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from world.typesetting import LABEL_END, plain

PARAGRAPH = "paragraph"
BODY_KINDS = (PARAGRAPH, "dropcap", "abstract")
KEPT_BREAKS = ("header", "side", "info")
# Kinds in the sources, and what the truth calls them where it has another word.
TRUTH_KINDS = {
    "correspondence": "author",
    "details": "author",
    "footer": "header",
    "footlicence": "licence",
    "info": "margin",
    "keywords": "heading",
    "side": "margin",
    "stamp": "header",
    "subheading": "heading",
    "widecaption": "caption",
    "widefigure": "figure",
}
_KIND = re.compile(r"([a-z]+): ")


@dataclass(frozen=True)
class Block:
    """A paragraph, a heading, a caption …; `text` is as it is to be set."""

    kind: str
    text: str

    @property
    def read_text(self) -> str:
        """The text as a reader would quote it."""
        return plain(self.text).replace(LABEL_END, " ").replace("\n", " ")


@dataclass(frozen=True)
class Source:
    """The blocks of a document in reading order."""

    blocks: tuple[Block, ...]

    def texts(self, kind: str) -> list[str]:
        return [block.text for block in self.blocks if block.kind == kind]

    def text(self, kind: str) -> str:
        (text,) = self.texts(kind)
        return text

    def without(self, *kinds: str) -> list[Block]:
        """The blocks that are left when these kinds have been set elsewhere."""
        return [block for block in self.blocks if block.kind not in kinds]

    @property
    def body(self) -> list[dict[str, str]]:
        return [body_entry(b.kind, b.read_text) for b in self.blocks if b.kind in BODY_KINDS]

    @property
    def nonbody(self) -> list[dict[str, str]]:
        return [
            {"kind": TRUTH_KINDS.get(block.kind, block.kind), "text": block.read_text}
            for block in self.blocks
            if block.kind not in BODY_KINDS
        ]


def body_entry(kind: str, text: str) -> dict[str, str]:
    """A paragraph of the body, as in truth.json."""
    return {"text": text, "type": kind} if kind == "abstract" else {"text": text}


def read_source(path: Path) -> Source:
    return Source(tuple(map(_block, path.read_text("utf-8").strip().split("\n\n"))))


def _block(text: str) -> Block:
    match = _KIND.match(text)
    kind = match[1] if match else PARAGRAPH
    text = text[match.end() :] if match else text
    return Block(kind, text if kind in KEPT_BREAKS else text.replace("\n", " "))
