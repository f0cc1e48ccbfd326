"""Labels of list items: "(a)", "2.", "[3]", "Step 4:", and whether one follows another."""

from __future__ import annotations

import re
from itertools import pairwise

LABEL = re.compile(
    r"""
    ^\s*
    (?:
        \(? (?:\d{1,2} | [a-z] | [ivx]{1,5}) [.)]           # 1.  (a)  iv)
      | \(? [A-Z] (?:\) | \.(?!\s+[a-z]))                  # A)  B.  but not "B. napus"
      | \[\d{1,2}\]                                         # [3]
      | \d{1,2}\s*[–—-]                                     # 2 –
      | (?:Step|Case)\s+\d{1,2}[.:]                         # Step 4:
      | (?:H|RQ|Q|C|R|A)\d{1,2}[.:)]                        # RQ1:
    )
    (?=\s|$)
    """,
    re.VERBOSE,
)
# The number or letter in a label.
_COUNTER = re.compile(r"\d+|(?<![A-Za-z])(?:[ivx]+|[A-Za-z])(?=\W)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


def counts_on(text: str, following: str) -> bool:
    """Whether the label of `following` is the next one after the label of `text`: "1)", "2)"."""
    one, other = LABEL.match(text), LABEL.match(following)
    if one is None or other is None:
        return False
    first, second = _COUNTER.search(one[0]), _COUNTER.search(other[0])
    if first is None or second is None or _frame(first) != _frame(second):
        return False
    if first[0].isdigit() and second[0].isdigit():
        return int(second[0]) == int(first[0]) + 1
    if (first[0], second[0]) in pairwise(_ROMAN):
        return True
    return len(first[0]) == len(second[0]) == 1 and ord(second[0]) == ord(first[0]) + 1


def _frame(counter: re.Match[str]) -> tuple[str, str]:
    """The characters around the number or letter."""
    return counter.string[: counter.start()], counter.string[counter.end() :]
