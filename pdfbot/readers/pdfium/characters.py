"""The characters of a page in bulk: a call into the library costs more than the work it does."""

from __future__ import annotations

from array import array
from collections import deque
from itertools import repeat
from typing import Any

from pdfbot.readers.pdfium import bare_calls as bare
from pdfbot.readers.pdfium import bindings as pdfium

# Decides in which order the bytes of a code are read.
BYTE_ORDER_MARK = 0xFEFF
# Stands in the text of a page for a hyphen at the end of a line or a glyph without a letter.
PLACEHOLDER = "\ufffe"
# Characters whose boxes are asked for in one go.
CHUNK = 4096
SIDES = 4
# A text object that goes on after steps of up to this many characters may be a line.
LONG_STEP = 8

# The library writes boxes here, as long as the lock is held.
_chunk = array("f", bytes(4 * SIDES * CHUNK))
_chunk_boxes = bare.references(_chunk, SIDES)
_NO_BOXES = array("f", _chunk)


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
        codes = map(bare.char_code, repeat(bare.reference(handle)), range(count))
        return "".join(map(chr, codes))
    if PLACEHOLDER not in text:
        return text
    first, *rest = text.split(PLACEHOLDER)
    parts = [first]
    index = len(first)
    for part in rest:
        parts += chr(pdfium.char_code(handle, index)), part
        index += 1 + len(part)
    return "".join(parts)


def read_boxes(text: bare.Reference, count: int) -> array[float]:
    """Left, top, right and bottom of every character, in one flat array."""
    boxes = array("f")
    for start in range(0, count, CHUNK):
        _chunk[:] = _NO_BOXES
        indices = range(start, min(start + CHUNK, count))
        # A loop without a line of Python in it.
        deque(map(bare.loose_char_box, repeat(text), indices, _chunk_boxes), maxlen=0)
        boxes += _chunk[: SIDES * len(indices)]
    return boxes


def end_of_object(text: bare.Reference, owner: int, index: int, count: int, chars: str = "") -> int:
    """Where the characters end that belong to the same text object as the one at `index`.

    They are contiguous, so the end is found by doubling the step and then halving it. A text object
    that is longer than a word often ends with the line of `chars`, which is looked at first.
    """
    text_object = bare.text_object
    last, step = index, 1
    while last + step < count and text_object(text, last + step) == owner:
        last += step
        step *= 2
        if step == LONG_STEP and 0 < (end := chars.find("\r", last + 1)) < count:
            is_last = text_object(text, end - 1) == owner and text_object(text, end) != owner
            if is_last:
                return end
    while step > 1:
        step //= 2
        if last + step < count and text_object(text, last + step) == owner:
            last += step
    return last + 1
