"""The files that pdfbot ships: lists of words, weights, styles.

They lie in a real folder, for the PDF library cannot be loaded out of an archive either; so the
general machinery for resources, which is slow to import, is not needed.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mmap import mmap

FOLDER = os.path.join(os.path.dirname(__file__), "data")


def read_shipped(name: str) -> bytes:
    """The bytes of a file in `data/`."""
    with open(os.path.join(FOLDER, name), "rb") as file:
        return file.read()


def map_shipped(name: str) -> mmap:
    """The same of a large file of which little is needed: only that is brought into the memory."""
    from mmap import ACCESS_READ, mmap

    with open(os.path.join(FOLDER, name), "rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


class SortedLines:
    """Lines of UTF-8 in the order of their bytes: a key each, and behind a tab what belongs to it.

    They are looked up in the text itself: to make a set or a dictionary would take far longer than
    the few questions that a paper asks.
    """

    def __init__(self, text: bytes | mmap) -> None:
        self._text = text

    def find(self, key: str) -> str | None:
        """What belongs to a key, nothing for a key alone; None for one that is not there."""
        text, wanted = self._text, key.encode("utf-8", "replace")
        low, high = 0, len(text)
        while low < high:
            begin = text.rfind(b"\n", 0, (low + high) // 2) + 1
            end = text.find(b"\n", begin)
            found, _, value = text[begin:end].partition(b"\t")
            if found == wanted:
                return value.decode("utf-8")
            if found < wanted:
                low = end + 1
            else:
                high = begin
        return None

    def __contains__(self, key: str) -> bool:
        return self.find(key) is not None
