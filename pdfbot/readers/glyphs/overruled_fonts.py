"""Which fonts were overruled and how often, for the user to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

# Fonts that the warning names, and signs of each.
MAX_NAMED_FONTS = 8
MAX_EXAMPLES = 4

# How often each sign was written for the one that a font claims; "" for a code without a meaning.
Overruled = Counter[tuple[str, str]]


def describe_overruled(fonts: Iterable[tuple[str, Overruled]]) -> list[str]:
    """One warning for all fonts, or none; fonts of one name count together."""
    by_name: dict[str, Overruled] = {}
    for name, overruled in fonts:
        if overruled:
            by_name.setdefault(name, Counter()).update(overruled)
    if not by_name:
        return []
    ranked = sorted(by_name.items(), key=lambda item: -item[1].total())
    named = ", ".join(_describe(name, overruled) for name, overruled in ranked[:MAX_NAMED_FONTS])
    more = f" and {len(ranked) - MAX_NAMED_FONTS} more" if len(ranked) > MAX_NAMED_FONTS else ""
    return [f"signs read by their shape, not as their fonts claim: {named}{more}"]


def _describe(name: str, overruled: Overruled) -> str:
    examples = ", ".join(
        f"{claimed or 'a code'} is {sign}"
        for (claimed, sign), _ in overruled.most_common(MAX_EXAMPLES)
    )
    return f"{name} ({overruled.total()}: {examples})"
