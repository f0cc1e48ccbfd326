"""Running headers: the same words from page to page, whatever numbers are among them."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d+")


def header_pattern(text: str) -> str:
    """The text in lower case with `#` for every number, equal for all repeats of a header."""
    return _NUMBER.sub("#", text.casefold()).strip()
