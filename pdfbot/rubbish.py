"""Python's search for objects that hold only each other, made seldom while a paper is read.

A long document makes millions of objects, none of them such rubbish. As often as Python searches by
itself, a page of 2,000 would cost up to half as much again as one of a hundred.
"""

from __future__ import annotations

import gc
from _thread import allocate_lock

# New objects before a search, and searches before older objects are looked at again.
SELDOM = 100_000, 20, 20


class _Patience:
    """As long as anybody is in it, the search is seldom; the last one puts back what was usual."""

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._inside = 0
        self._usual = gc.get_threshold()

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                self._usual = gc.get_threshold()
                gc.set_threshold(*SELDOM)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            # Somebody else may have had another wish meanwhile.
            if self._inside == 0 and gc.get_threshold() == SELDOM:
                gc.set_threshold(*self._usual)


seldom_searched = _Patience()
