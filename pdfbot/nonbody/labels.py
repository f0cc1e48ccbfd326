"""Labels of list items: "(a)", "2.", "[3]", "Step 4:", and whether one follows another."""

from __future__ import annotations

import re

LABEL = re.compile(
    r"^\s*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,5}|[A-Z])[.)]|\[\d{1,2}\]|\d{1,2}\s*[–—-]"
    r"|(?:Step|Case)\s+\d{1,2}[.:]|(?:H|RQ|Q|C|R|A)\d{1,2}[.:)])(?=\s|$)"
)
# What counts in a label.
_CORE = r"\d+|(?<![A-Za-z])[A-Za-z](?=\W)"


def counts_on(text: str, following: str) -> bool:
    """The second text has the label that comes after the first one's: "2)" after "1)"."""
    one, other = LABEL.match(text), LABEL.match(following)
    if one is None or other is None:
        return False
    first, second = re.search(_CORE, one[0]), re.search(_CORE, other[0])
    if first is None or second is None or _frame(first) != _frame(second):
        return False
    if first[0].isdigit() and second[0].isdigit():
        return int(second[0]) == int(first[0]) + 1
    return len(first[0]) == len(second[0]) == 1 and ord(second[0]) == ord(first[0]) + 1


def _frame(core: re.Match[str]) -> tuple[str, str]:
    """What stands around the number or letter."""
    return core.string[: core.start()], core.string[core.end() :]
