"""The characters of a page in bulk: a call into the library costs more than what it does."""

from __future__ import annotations

from array import array

from pdfbot.replica import pdfium_functions as functions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The mark that shows in which order the bytes of a code stand.
BYTE_ORDER = 0xFEFF
# In the text of a page: a hyphen at the end of a line, or a glyph without a letter.
BROKEN = "\ufffe"


def make_room(kind: str, count: int) -> tuple[array[Any], list[int]]:
    """Numbers, and the address of each."""
    numbers = array(kind, [0] * count)
    first = numbers.buffer_info()[0]
    return numbers, [first + index * numbers.itemsize for index in range(count)]


def read_characters(handle: int, count: int) -> str:
    """The characters of a page, a code or half a code each, as the library counts them."""
    buffer = array("H", [BYTE_ORDER]) + array("H", bytes(2 * count + 2))
    address = buffer.buffer_info()[0] + buffer.itemsize
    # As many as it says with the mark before them, for it counts a zero behind them.
    written = functions.all_text(handle, 0, count, address)
    text = buffer[:written].tobytes().decode("utf-16", "surrogatepass")
    if len(text) != count:  # some have no place in the text, or two
        text = BROKEN * count
    if BROKEN not in text:
        return text
    whole, *rest = text.split(BROKEN)
    parts = [whole]
    index = len(whole)
    for part in rest:
        parts += chr(functions.unicode(handle, index)), part
        index += 1 + len(part)
    return "".join(parts)


def read_boxes(handle: int, count: int) -> array[float]:
    """Left, top, right and bottom of every character, one after the other."""
    boxes = array("f", bytes(16 * count))
    first, loose_box = boxes.buffer_info()[0], functions.loose_box
    for index in range(count):
        loose_box(handle, index, first + 16 * index)
    return boxes


def end_of_object(handle: int, owner: int, index: int, count: int) -> int:
    """Up to where characters belong to the same text object as the one at `index`.

    They stand together, so that longer and longer steps may be tried, and then shorter ones.
    """
    last, step = index, 1
    while last + step < count and functions.text_object(handle, last + step) == owner:
        last += step
        step *= 2
    while step > 1:
        step //= 2
        if last + step < count and functions.text_object(handle, last + step) == owner:
            last += step
    return last + 1
