"""The Freki format: blocks and lines of text, each after a preamble with its place on the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pdfbot.errors import InputError
from pdfbot.layout.textblocks import Block, BlockLine, Blocks
from pdfbot.model import Box

FORMAT = "pdfbot-blocks"
SCHEMA = 1

_LINE_KEYS = {"line", "fonts", "bbox", "tabscore"}
_RESERVED = re.compile(r"[\s:=]+")


def safe_id(name: str) -> str:
    """A name as the value of an attribute: no space, colon or equals sign."""
    return _RESERVED.sub("_", name) or "document"


def dumps(blocks: Iterable[Block]) -> str:
    """The blocks as text, a blank line between two."""
    return "\n".join("".join(f"{line}\n" for line in _block_lines(block)) for block in blocks)


def _block_lines(block: Block) -> Iterator[str]:
    yield (
        f"doc_id={safe_id(block.doc_id)} page={block.page} block_id={block.id} "
        f"bbox={_box_text(block.box)} label={block.label} {block.first_line} {block.last_line}"
    )
    preambles = [_preamble(line) for line in block.lines]
    width = max(map(len, preambles), default=0)
    for preamble, line in zip(preambles, block.lines, strict=True):
        yield f"{preamble.ljust(width)}:{line.text}"


def _preamble(line: BlockLine) -> str:
    fonts = ",".join(f"{name}-{size}" for name, size in line.fonts)
    parts = [f"line={line.number}", f"fonts={fonts}"]
    if line.tab_score is not None:
        parts.append(f"tabscore={line.tab_score:.2f}")
    parts.append(f"bbox={_box_text(line.box)}")
    parts += [f"{key}={value}" for key, value in line.extra]
    return " ".join(parts)


def _box_text(box: Box) -> str:
    return ",".join(repr(v) for v in (box.left, box.bottom, box.right, box.top))


def loads(text: str) -> list[Block]:
    """The blocks that `dumps`, or Freki itself, wrote; attributes it does not know are kept."""
    blocks: list[Block] = []
    paragraph: list[tuple[int, str]] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        line = line.removesuffix("\r")
        if (line.startswith("doc_id=") and paragraph) or not line.strip():
            if paragraph:
                blocks.append(_block(paragraph))
            paragraph = []
        if line.strip():
            paragraph.append((number, line))
    return blocks


def _block(paragraph: Sequence[tuple[int, str]]) -> Block:
    number, head = paragraph[0]
    try:
        words = head.split()
        values = dict(_attribute(word) for word in words[:-2])
        lines = []
        for place, text in paragraph[1:]:
            number = place
            lines.append(_line(text))
        number = paragraph[0][0]
        first, last = int(words[-2]), int(words[-1])
        if [first, last] != [lines[0].number, lines[-1].number]:
            raise ValueError(f"the block says lines {first} to {last}, but others follow")
        return Block(
            doc_id=values["doc_id"],
            page=int(values["page"]),
            id=values["block_id"],
            box=_box(values["bbox"]),
            label=values["label"],
            lines=tuple(lines),
        )
    except KeyError as error:
        raise InputError(f"line {number}: not the Freki format, {error} is missing") from None
    except (ValueError, IndexError) as error:
        raise InputError(f"line {number}: not the Freki format ({error})") from None


def _line(text: str) -> BlockLine:
    preamble, colon, content = text.partition(":")
    if not colon:
        raise ValueError("no colon after the attributes")
    pairs = [_attribute(word) for word in preamble.split()]
    values = dict(pairs)
    score = values.get("tabscore")
    return BlockLine(
        number=int(values["line"]),
        text=content,
        fonts=tuple(_font(word) for word in values["fonts"].split(",") if word),
        box=_box(values["bbox"]),
        tab_score=None if score is None else float(score),
        extra=tuple((key, value) for key, value in pairs if key not in _LINE_KEYS),
    )


def _attribute(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise ValueError(f"{word!r} is no attribute")
    return key, value


def _font(word: str) -> tuple[str, float]:
    name, hyphen, size = word.rpartition("-")
    if not hyphen:
        raise ValueError(f"{word!r} is no font with a size")
    return name, float(size)


def _box(text: str) -> Box:
    left, bottom, right, top = (float(value) for value in text.split(","))
    return Box(left, bottom, right, top)


def render_json(document: Blocks, *, source: str | None = None) -> str:
    """The record of docs/freki.md, indented."""
    from pdfbot import __version__

    record: dict[str, Any] = {"format": FORMAT, "schema": SCHEMA}
    if source is not None:
        record["source"] = source
    record |= {
        "version": __version__,
        "engine": document.engine,
        "warnings": list(document.warnings),
        "doc_id": document.doc_id,
        "fonts": {
            name: {"family": font.family, "bold": font.bold, "italic": font.italic}
            for name, font in document.fonts.items()
        },
        "blocks": [_block_record(block) for block in document.blocks],
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _block_record(block: Block) -> dict[str, Any]:
    return {
        "id": block.id,
        "page": block.page,
        "box": _numbers(block.box),
        "label": block.label,
        "lines": [
            {
                "number": line.number,
                "box": _numbers(line.box),
                "fonts": [list(font) for font in line.fonts],
                "tab_score": line.tab_score,
                "text": line.text,
            }
            for line in block.lines
        ],
    }


def _numbers(box: Box) -> list[float]:
    return [box.left, box.bottom, box.right, box.top]
