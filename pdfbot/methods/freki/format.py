"""The Freki format: blocks and lines of text, each preceded by its attributes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pdfbot._version import __version__
from pdfbot.errors import InputError
from pdfbot.methods.freki.block import Block, BlockLine, Blocks
from pdfbot.model import Box

FORMAT = "pdfbot-blocks"
SCHEMA = 1

_LINE_KEYS = {"line", "fonts", "bbox", "tabscore"}
_RESERVED = re.compile(r"[\s:=]+")


def safe_id(name: str) -> str:
    """The name as a valid attribute value, without spaces, colons and equals signs."""
    return _RESERVED.sub("_", name) or "document"


def dumps(blocks: Iterable[Block]) -> str:
    """The blocks as text, separated by blank lines."""
    return "\n".join("".join(f"{line}\n" for line in _format_block(block)) for block in blocks)


def _format_block(block: Block) -> Iterator[str]:
    yield (
        f"doc_id={safe_id(block.doc_id)} page={block.page} block_id={block.id} "
        f"bbox={_format_box(block.box)} label={block.label} {block.first_line} {block.last_line}"
    )
    attributes = [_format_attributes(line) for line in block.lines]
    width = max(map(len, attributes), default=0)
    for text, line in zip(attributes, block.lines, strict=True):
        yield f"{text.ljust(width)}:{line.text}"


def _format_attributes(line: BlockLine) -> str:
    fonts = ",".join(f"{name}-{size}" for name, size in line.fonts)
    parts = [f"line={line.number}", f"fonts={fonts}"]
    if line.tab_score is not None:
        parts.append(f"tabscore={line.tab_score:.2f}")
    parts.append(f"bbox={_format_box(line.box)}")
    parts += [f"{key}={value}" for key, value in line.extra]
    return " ".join(parts)


def _format_box(box: Box) -> str:
    return ",".join(repr(v) for v in (box.left, box.bottom, box.right, box.top))


def loads(text: str) -> list[Block]:
    """The blocks that `dumps` or Freki itself wrote; unknown attributes of lines are kept."""
    blocks: list[Block] = []
    numbered: list[tuple[int, str]] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        line = line.removesuffix("\r")
        if (line.startswith("doc_id=") and numbered) or not line.strip():
            if numbered:
                blocks.append(_parse_block(numbered))
            numbered = []
        if line.strip():
            numbered.append((number, line))
    return blocks


def _parse_block(numbered: Sequence[tuple[int, str]]) -> Block:
    (number, head), *rest = numbered
    with _name_line(number):
        *attributes, first_word, last_word = head.split()
        values = dict(_parse_attribute(word) for word in attributes)
        first, last = int(first_word), int(last_word)
    lines = []
    for line_number, text in rest:
        with _name_line(line_number):
            lines.append(_parse_line(text))
    with _name_line(number):
        if [first, last] != [lines[0].number, lines[-1].number]:
            raise ValueError(f"lines {first} to {last} are announced, but others follow")
        return Block(
            doc_id=values["doc_id"],
            page=int(values["page"]),
            id=values["block_id"],
            box=_parse_box(values["bbox"]),
            label=values["label"],
            lines=tuple(lines),
        )


@contextmanager
def _name_line(number: int) -> Iterator[None]:
    """Add the line number to errors about a line of the input."""
    try:
        yield
    except KeyError as error:
        raise InputError(f"line {number}: not the Freki format, {error} is missing") from None
    except (ValueError, IndexError) as error:
        raise InputError(f"line {number}: not the Freki format ({error})") from None


def _parse_line(text: str) -> BlockLine:
    attributes, colon, content = text.partition(":")
    if not colon:
        raise ValueError("no colon after the attributes")
    pairs = [_parse_attribute(word) for word in attributes.split()]
    values = dict(pairs)
    score = values.get("tabscore")
    return BlockLine(
        number=int(values["line"]),
        text=content,
        fonts=tuple(_parse_font(word) for word in values["fonts"].split(",") if word),
        box=_parse_box(values["bbox"]),
        tab_score=None if score is None else float(score),
        extra=tuple((key, value) for key, value in pairs if key not in _LINE_KEYS),
    )


def _parse_attribute(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise ValueError(f"{word!r} is not an attribute")
    return key, value


def _parse_font(word: str) -> tuple[str, float]:
    name, hyphen, size = word.rpartition("-")
    if not hyphen:
        raise ValueError(f"{word!r} is not a font with a size")
    return name, float(size)


def _parse_box(text: str) -> Box:
    left, bottom, right, top = (float(value) for value in text.split(","))
    return Box(left, bottom, right, top)


def render_json(document: Blocks, *, source: str | None = None) -> str:
    """The record described in docs/freki.md, indented."""
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
        "box": _box_record(block.box),
        "label": block.label,
        "lines": [
            {
                "number": line.number,
                "box": _box_record(line.box),
                "fonts": [list(font) for font in line.fonts],
                "tab_score": line.tab_score,
                "text": line.text,
            }
            for line in block.lines
        ],
    }


def _box_record(box: Box) -> list[float]:
    return [box.left, box.bottom, box.right, box.top]
