"""How long tests wait for what happens in other processes, on a machine that may be busy."""

from __future__ import annotations

import time
from collections.abc import Callable

# Seconds after which a test gives up.
PATIENCE = 60.0
# Seconds between two looks.
INTERVAL = 0.02


def wait_until(condition: Callable[[], object]) -> None:
    """Return once the condition holds; fail if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(INTERVAL)
