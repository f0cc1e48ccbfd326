"""Time and memory limits of commands: the work is done in a child process that can be killed.

The child is a fork that starts within milliseconds, and it works on one input after another; when
it dies, the next input gets another. Without fork, as on Windows, there are no such limits.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from pdfbot.cli.arguments import parse_size
from pdfbot.cli.terminal import report, restore_terminal
from pdfbot.errors import (
    EngineError,
    EngineMemoryError,
    EngineTimeoutError,
    ExitCode,
    PdfbotError,
)
from pdfbot.options import MIB
from pdfbot.posix import (
    IS_POSIX,
    ended_by_memory,
    exit_with_writer,
    is_readable,
    limit_memory,
    stop_signals,
    wait_for_end,
)

# Seconds: pdf2htmlEX has the same time limit, and says more about it.
CLEANUP_GRACE = 1.0
# Seconds in which a child that is told to stop removes its temporary files.
STOP_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds per input and bytes of address space; 0 means no limit."""

    timeout: float = 0.0
    max_memory: int = 0


_limits = Limits()


def set_limits(options: argparse.Namespace) -> None:
    """Set the limits of all inputs from --timeout and --max-memory, if the command has them."""
    global _limits
    if IS_POSIX and hasattr(options, "max_memory"):
        _limits = Limits(options.timeout, parse_size("--max-memory", options.max_memory))


def run_each(work: Callable[[int], int], names: list[str]) -> list[int]:
    """The exit code of `work` on the number of each input; what exceeds a limit is reported."""
    if _limits == Limits():
        return [work(number) for number in range(len(names))]
    codes: list[int] = []
    while len(codes) < len(names):
        child = _Child(work, range(len(codes), len(names)))
        try:
            while len(codes) < len(names):
                codes.append(child.next_code())
            child.wait()
        except PdfbotError as error:
            restore_terminal()
            report(names[len(codes)], str(error))
            codes.append(error.exit_code)
        finally:
            child.stop()
    return codes


def memory_error() -> EngineMemoryError:
    """What to tell the user when Python cannot allocate any more."""
    limit = f" of {_limits.max_memory // MIB} MiB" if _limits.max_memory else ""
    return EngineMemoryError(f"needs more memory than the limit{limit} (--max-memory)")


class _Child:
    """A forked process that works on inputs in order and replies with one byte for each."""

    def __init__(self, work: Callable[[int], int], numbers: range) -> None:
        self._replies, replies = os.pipe()
        lifeline, self._lifeline = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if not self._pid:
            os.close(self._replies)
            os.close(self._lifeline)
            _work_and_exit(work, numbers, replies, lifeline)
        os.close(replies)
        os.close(lifeline)

    def next_code(self) -> int:
        """The exit code of the next input; raises an error if the child died of it."""
        if not is_readable(self._replies, _limits.timeout and _limits.timeout + CLEANUP_GRACE):
            raise EngineTimeoutError(f"not done after {_limits.timeout:g} s (--timeout)")
        if reply := os.read(self._replies, 1):
            return reply[0]
        code, peak = self.wait()
        if code == ExitCode.INTERRUPTED:
            raise KeyboardInterrupt
        if code == ExitCode.BROKEN_PIPE:
            raise BrokenPipeError
        if ended_by_memory(code, peak, _limits.max_memory):
            raise memory_error()
        if code == -signal.SIGKILL:
            raise EngineMemoryError("was killed, most likely because the machine ran out of memory")
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        raise EngineError(f"pdfbot crashed ({name}), please report it with the file")

    def stop(self) -> None:
        """End the child, and give it time to remove its temporary files."""
        if self._pid:
            os.kill(self._pid, signal.SIGTERM)
            while is_readable(self._replies, STOP_SECONDS) and os.read(self._replies, 1):
                pass
            os.kill(self._pid, signal.SIGKILL)
            self.wait()
        os.close(self._replies)
        os.close(self._lifeline)

    def wait(self) -> tuple[int, int]:
        """Wait for the end of the child: its exit code, and the most memory that it had."""
        pid, self._pid = self._pid, 0
        return wait_for_end(pid)


def _work_and_exit(
    work: Callable[[int], int], numbers: range, replies: int, lifeline: int
) -> NoReturn:
    """What the child does; it never returns to the code that forked it."""
    code: int = ExitCode.FAILED
    try:
        for stop_signal in stop_signals():
            signal.signal(stop_signal, _interrupt_once)
        exit_with_writer(lifeline)
        limit_memory(_limits.max_memory)
        for number in numbers:
            done = work(number)
            sys.stdout.flush()
            os.write(replies, bytes([done]))
        code = ExitCode.OK
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        code = ExitCode.BROKEN_PIPE
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _interrupt_once(number: int, _: object) -> NoReturn:
    """Unwind the stack, so that no part of a file remains; further signals are ignored.

    They are handled, by doing nothing: with SIG_IGN, Python prints a traceback for a signal that
    arrived together with this one.
    """
    for stop_signal in stop_signals():
        signal.signal(stop_signal, lambda *_: None)
    raise KeyboardInterrupt
