"""The server's log on the terminal: one line per message, tracebacks only on request."""

from __future__ import annotations

import logging
import re
import sys
import time
from collections import Counter

# Seconds in which a message is logged once, characters by which messages are compared, and how
# many are remembered.
MINUTE = 60.0
KIND_LENGTH = 60
MAX_KINDS = 1000
_NUMBERS = re.compile(r"\d+")


def configure_logging(level: int, *, tracebacks: bool) -> None:
    """Send the messages of the service and its libraries to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_LineFormatter(tracebacks=tracebacks))
    handler.addFilter(OncePerMinute())
    logging.basicConfig(level=logging.ERROR, handlers=[handler], force=True)
    logging.getLogger("pdfbot.web").setLevel(level)
    if not tracebacks:
        # Its messages are for its developers; what users need is logged by the service.
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)


class OncePerMinute(logging.Filter):
    """Lets one warning or error of a kind through in a minute, and says how many it held back.

    Numbers and addresses do not make another kind, so that no client can fill the disk.
    """

    def __init__(self) -> None:
        super().__init__()
        self._since: dict[str, float] = {}
        self._held: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        kind = _NUMBERS.sub("#", str(record.msg))[:KIND_LENGTH]
        now = time.monotonic()
        if now - self._since.get(kind, -MINUTE) < MINUTE:
            self._held[kind] += 1
            return False
        if len(self._since) >= MAX_KINDS:
            self._since.clear()
            self._held.clear()
        self._since[kind] = now
        if held := self._held.pop(kind, 0):
            record.msg, record.args = f"{record.getMessage()} (and {held} times before)", None
        return True


class _LineFormatter(logging.Formatter):
    """Formats messages like all other messages of pdfbot."""

    def __init__(self, *, tracebacks: bool) -> None:
        super().__init__("pdfbot: %(message)s")
        self._tracebacks = tracebacks

    def format(self, record: logging.LogRecord) -> str:
        if self._tracebacks:
            return super().format(record)
        return f"pdfbot: {' '.join(record.getMessage().split())}"
