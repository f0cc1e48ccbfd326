"""The characters of a page in bulk: a call into the library costs more than the work it does."""

from __future__ import annotations

from array import array
from typing import Any

from pdfbot.readers.pdfium import bindings as pdfium

# Decides in which order the bytes of a code are read.
BYTE_ORDER_MARK = 0xFEFF
# Stands in the text of a page for a hyphen at the end of a line or a glyph without a letter.
PLACEHOLDER = "\ufffe"


def allocate(type_code: str, count: int) -> tuple[array[Any], list[int]]:
    """An array that the library can write its results to, and the address of each element."""
    numbers = array(type_code, [0] * count)
    first = numbers.buffer_info()[0]
    return numbers, [first + index * numbers.itemsize for index in range(count)]


def read_characters(handle: int, count: int) -> str:
    """The characters of a page as the library counts them: surrogates count separately."""
    buffer = array("H", [BYTE_ORDER_MARK]) + array("H", bytes(2 * count + 2))
    address = buffer.buffer_info()[0] + buffer.itemsize
    # The library counts a final zero, so this is the text's length with the byte order mark.
    written = pdfium.page_text(handle, 0, count, address)
    text = buffer[:written].tobytes().decode("utf-16", "surrogatepass")
    if len(text) != count:  # some characters are missing from the text, or doubled
        text = PLACEHOLDER * count
    if PLACEHOLDER not in text:
        return text
    first, *rest = text.split(PLACEHOLDER)
    parts = [first]
    index = len(first)
    for part in rest:
        parts += chr(pdfium.char_code(handle, index)), part
        index += 1 + len(part)
    return "".join(parts)


def read_boxes(handle: int, count: int) -> array[float]:
    """Left, top, right and bottom of every character, in one flat array."""
    boxes = array("f", bytes(16 * count))
    first, loose_char_box = boxes.buffer_info()[0], pdfium.loose_char_box
    for index in range(count):
        loose_char_box(handle, index, first + 16 * index)
    return boxes


def end_of_object(handle: int, owner: int, index: int, count: int) -> int:
    """Where the characters end that belong to the same text object as the one at `index`.

    They are contiguous, so the end is found by doubling the step and then halving it.
    """
    last, step = index, 1
    while last + step < count and pdfium.text_object(handle, last + step) == owner:
        last += step
        step *= 2
    while step > 1:
        step //= 2
        if last + step < count and pdfium.text_object(handle, last + step) == owner:
            last += step
    return last + 1
