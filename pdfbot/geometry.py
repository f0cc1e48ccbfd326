"""How boxes and heights relate to each other: overlap, containment, distance."""

from __future__ import annotations

from pdfbot.model import Box


def shared_height(low: float, high: float, other_low: float, other_high: float) -> float:
    """The overlap of two height ranges as a share of the smaller; negative when they are apart."""
    smaller = min(high - low, other_high - other_low)
    if smaller <= 0:
        return 0.0
    top = high if high < other_high else other_high
    return (top - (low if low > other_low else other_low)) / smaller


def overlap_width(one: Box, other: Box) -> float:
    """How far two boxes overlap horizontally; negative when they are apart."""
    right = one.right if one.right < other.right else other.right
    return right - (one.left if one.left > other.left else other.left)


def overlap_height(one: Box, other: Box) -> float:
    """How far two boxes overlap vertically; negative when they are apart."""
    top = one.top if one.top < other.top else other.top
    return top - (one.bottom if one.bottom > other.bottom else other.bottom)


def area(box: Box) -> float:
    return box.width * box.height


def share_inside(box: Box, region: Box) -> float:
    """The share of a box's area that lies inside a region."""
    width, height = overlap_width(box, region), overlap_height(box, region)
    whole = area(box)
    return width * height / whole if width > 0 and height > 0 and whole else 0.0


def near(one: Box, other: Box, reach: float) -> bool:
    """Whether two boxes overlap, or are at most `reach` apart in either direction."""
    return overlap_width(one, other) >= -reach and overlap_height(one, other) >= -reach


def contains_centre(outer: Box, inner: Box) -> bool:
    """Whether the centre of the inner box lies inside the outer one."""
    x, y = (inner.left + inner.right) / 2, (inner.bottom + inner.top) / 2
    return outer.left <= x <= outer.right and outer.bottom <= y <= outer.top


def on_one_line(link: Box, line: Box) -> bool:
    """Whether a link and a line are at the same height and overlap from left to right."""
    height = (line.bottom + line.top) / 2
    middle = (link.bottom + link.top) / 2
    level = link.bottom <= height <= link.top or line.bottom <= middle <= line.top
    return level and link.left < line.right and line.left < link.right
