"""Starts the command `pdfbot`, so that Ctrl-C is one line while its modules are still imported."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

# As `pdfbot.errors.ExitCode.INTERRUPTED`, which cannot be imported yet.
INTERRUPTED = 130


def run_and_exit() -> NoReturn:
    """Import pdfbot and run the command; a SIGINT that is ignored, as by nohup, stays ignored."""
    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_default:
        signal.signal(signal.SIGINT, _interrupt)
    from pdfbot.cli import main

    if is_default:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main(limited=True))


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    os.write(2, b"pdfbot: interrupted\n")
    os._exit(INTERRUPTED)
