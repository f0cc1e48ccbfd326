"""The server's log on the terminal: one line per message, tracebacks only on request."""

from __future__ import annotations

import logging
import sys


def configure_logging(level: int, *, tracebacks: bool) -> None:
    """Send the messages of the service and its libraries to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_LineFormatter(tracebacks=tracebacks))
    logging.basicConfig(level=logging.ERROR, handlers=[handler], force=True)
    logging.getLogger("pdfbot.web").setLevel(level)
    if not tracebacks:
        # Its messages are for its developers; what users need is logged by the service.
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL)


class _LineFormatter(logging.Formatter):
    """Formats messages like all other messages of pdfbot."""

    def __init__(self, *, tracebacks: bool) -> None:
        super().__init__("pdfbot: %(message)s")
        self._tracebacks = tracebacks

    def format(self, record: logging.LogRecord) -> str:
        if self._tracebacks:
            return super().format(record)
        return f"pdfbot: {' '.join(record.getMessage().split())}"
