"""How boxes and heights relate to each other: overlap, containment, distance."""

from __future__ import annotations

from pdfbot.model import Box


def shared_height(low: float, high: float, other_low: float, other_high: float) -> float:
    """The overlap of two height ranges as a share of the smaller; negative when they are apart."""
    smaller = min(high - low, other_high - other_low)
    return (min(high, other_high) - max(low, other_low)) / smaller if smaller > 0 else 0.0


def overlap_width(one: Box, other: Box) -> float:
    """How far two boxes overlap horizontally; negative when they are apart."""
    return min(one.right, other.right) - max(one.left, other.left)


def overlap_height(one: Box, other: Box) -> float:
    """How far two boxes overlap vertically; negative when they are apart."""
    return min(one.top, other.top) - max(one.bottom, other.bottom)


def area(box: Box) -> float:
    return box.width * box.height


def share_inside(box: Box, region: Box) -> float:
    """The share of a box's area that lies inside a region."""
    shared = max(overlap_width(box, region), 0) * max(overlap_height(box, region), 0)
    whole = area(box)
    return shared / whole if whole else 0.0


def near(one: Box, other: Box, reach: float) -> bool:
    """Two boxes overlap, or are no further apart than `reach` in either direction."""
    return overlap_width(one, other) >= -reach and overlap_height(one, other) >= -reach


def contains_centre(outer: Box, inner: Box) -> bool:
    """The centre of the inner box lies inside the outer one."""
    x, y = (inner.left + inner.right) / 2, (inner.bottom + inner.top) / 2
    return outer.left <= x <= outer.right and outer.bottom <= y <= outer.top
