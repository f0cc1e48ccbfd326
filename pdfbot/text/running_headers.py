"""Running headers: the same words on page after page, with any numbers."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d+")


def header_pattern(text: str) -> str:
    """The text in lower case with `#` for every number, equal for all repeats of a header."""
    return _NUMBER.sub("#", text.casefold()).strip()
