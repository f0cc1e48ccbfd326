"""The elements of a replica, found by their classes as pdf2htmlEX names them."""

from __future__ import annotations

import json
from math import hypot

from bs4 import Tag

from pdfbot.errors import NotAPdfError

# Classes of pdfbot's own replicas: the text of a page that runs in one direction, a passage of it,
# a line of that, and the hyphen of a broken word, which is drawn but is no text.
RUNNING_TEXT = "rt"
PASSAGE = "b"
LINE = "ln"
BREAK_HYPHEN = "hy"
# The position of a line in the order of the PDF, where it stands in reading order.
POSITION = "data-n"


def class_names(tag: Tag) -> list[str]:
    names: list[str] | str = tag.attrs.get("class", [])
    return names if isinstance(names, list) else names.split()


def children_of_class(tag: Tag, *names: str) -> list[Tag]:
    """The children with one of the classes; searching all descendants would take longer."""
    return [
        child
        for child in tag.children
        if isinstance(child, Tag) and not set(names).isdisjoint(class_names(child))
    ]


def passage_blocks(text: Tag) -> list[Tag]:
    """The blocks of running text, in reading order."""
    return [
        block
        for passage in children_of_class(text, PASSAGE)
        for line in children_of_class(passage, LINE)
        for block in children_of_class(line, "t")
    ]


def file_position(line: Tag) -> int:
    """The position of a line in the order of the PDF; 0 where it stands in that order anyway."""
    position = str(line.get(POSITION, ""))
    return int(position) if position.isdecimal() else 0


def page_frames(container: Tag, name: str = "replica") -> dict[int, Tag]:
    """The elements of the pages by page number, in the order of the file."""
    return {_page_number(frame, name): frame for frame in children_of_class(container, "pf")}


def _page_number(frame: Tag, name: str) -> int:
    """Pages are numbered in hexadecimal: `pf10` is page 16."""
    number = frame.get("data-page-no") or str(frame.get("id", ""))[2:]
    try:
        return int(str(number), 16)
    except ValueError:
        raise NotAPdfError(f"{name}: not a pdf2htmlEX replica (page number {number!r})") from None


def page_zoom(frame: Tag) -> float:
    """Pixels per point, from the page's transformation; 1 if the replica has none."""
    try:
        matrix = json.loads(str(children_of_class(frame, "pi")[0].get("data-data", "")))["ctm"]
        return hypot(matrix[0], matrix[1]) or 1.0
    except (ValueError, KeyError, IndexError, TypeError):
        return 1.0


def is_written_by_pdfbot(container: Tag) -> bool:
    """Whether pdfbot wrote the replica: then each line is a block, and each space is exact."""
    root = list(container.parents)[-1]
    return bool(root.find_all("meta", attrs={"name": "generator", "content": "pdfbot"}, limit=1))
