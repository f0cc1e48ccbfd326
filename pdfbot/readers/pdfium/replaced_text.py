"""Clusters of glyphs that a file replaces by their text (/ActualText), as browsers write them.

The library gives the text of such a cluster to its first glyph only, as if that were all of it, or
once to each of its glyphs.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass, replace

from pdfbot.readers.pdfium import bare_calls as bare
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.text.writing_systems import RIGHT_TO_LEFT

# The scripts whose letters form clusters: Hebrew, Arabic, and those from India to Thailand.
CLUSTERED = re.compile("[\u0590-\u0eff\u1000-\u109f\u1780-\u17ff]")

LAM = "\u0644"
ALEF_LAM = re.compile(f"[\u0622\u0623\u0625\u0627]{LAM}")


@dataclass(frozen=True, slots=True)
class _Glyphs:
    """A text object: the indices of its characters, if it has any, and its extent."""

    indices: Sequence[int]
    left: float
    right: float

    def text(self, chars: str) -> str:
        return "".join(chars[index] for index in self.indices)


def join_clusters(
    page: int,
    text: int,
    chars: str,
    lefts: MutableSequence[float],
    rights: MutableSequence[float],
    origin: float,
) -> tuple[frozenset[int], frozenset[int]]:
    """Give the characters of clusters the places of all of their glyphs.

    Returns the indices of characters that repeat those of a glyph below or beside them, and those
    of the characters whose places are known now.
    """
    repeated: set[int] = set()
    placed: set[int] = set()
    cluster: _Glyphs | None = None
    for glyphs in _text_objects(page, text, len(chars), origin):
        if cluster is not None and _continues(cluster, glyphs, chars):
            repeated.update(glyphs.indices)
            left, right = min(cluster.left, glyphs.left), max(cluster.right, glyphs.right)
            cluster = replace(cluster, left=left, right=right)
            _place(cluster, chars, lefts, rights)
            placed.update(cluster.indices)
        elif len(glyphs.indices) > 1 and CLUSTERED.match(chars[glyphs.indices[0]]):
            cluster = glyphs
        else:
            cluster = None
    return frozenset(repeated), frozenset(placed)


def _place(
    cluster: _Glyphs, chars: str, lefts: MutableSequence[float], rights: MutableSequence[float]
) -> None:
    """Divide the extent of a cluster among its characters; what runs to the left shares it."""
    left, right = cluster.left, cluster.right
    if RIGHT_TO_LEFT.match(chars[cluster.indices[0]]):
        # The library may have turned round lam and alef, which are written as one.
        middle = (left + right) / 2 if ALEF_LAM.match(cluster.text(chars)) else None
        for index in cluster.indices:
            is_lam = chars[index] == LAM
            lefts[index] = left if middle is None or not is_lam else middle
            rights[index] = right if middle is None or is_lam else middle
        return
    step = (right - left) / len(cluster.indices)
    for place, index in enumerate(cluster.indices):
        lefts[index], rights[index] = left + place * step, left + (place + 1) * step


def _continues(cluster: _Glyphs, glyphs: _Glyphs, chars: str) -> bool:
    """Whether an object has no characters, or repeats those of the cluster in its place."""
    if not glyphs.indices:
        return True
    return glyphs.text(chars) == cluster.text(chars) and glyphs.left < cluster.right


def _text_objects(page: int, text: int, count: int, origin: float) -> Iterator[_Glyphs]:
    """The text objects of a page in the order of the file."""
    page_handle, text_handle = bare.reference(page), bare.reference(text)
    owned: dict[int | None, list[int]] = {}
    for index in range(count):
        owned.setdefault(bare.text_object(text_handle, index), []).append(index)
    sides = array("f", [0] * 4)
    addresses = bare.references(sides)
    for number in range(pdfium.count_objects(page)):
        item = bare.page_object(page_handle, number)
        if bare.object_type(item) == pdfium.OBJECT_TEXT and bare.object_bounds(item, *addresses):
            yield _Glyphs(owned.get(item.value, ()), sides[0] - origin, sides[2] - origin)
