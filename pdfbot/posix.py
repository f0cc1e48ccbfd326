"""Everything specific to POSIX: sessions, limits, timers, file locks and SIGHUP.

Batch runs are refused on Windows. Everything else works there, with two differences: pdf2htmlEX
has no memory limit, and it keeps running if pdfbot itself is killed. There are no memory limits on
macOS, whose kernel does not enforce them.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from pdfbot.errors import UsageError

try:
    import fcntl
    import resource
except ImportError:
    IS_POSIX = False
else:
    IS_POSIX = True
IS_MACOS = sys.platform == "darwin"

# Bytes that a pipe has room for.
PIPE_BYTES = 1 << 16
# Share of the memory limit, most of which may be address space that was never used: a process that
# crashed and had more than this ran out of memory.
MIN_PEAK_SHARE = 0.25

# Runs a program in a group with a watcher. Its input is a pipe that only pdfbot can write to: when
# that closes, pdfbot is gone, and the watcher ends the program and removes its folder. A limit
# that cannot be set is skipped: macOS refuses it, and a lower one may be in force already.
_GUARD = """
exec 3<&0 </dev/null
limit=$1 folder=$2
shift 2
(exec 3<&-; ulimit -v "$limit" 2>/dev/null; exec "$@") & program=$!
(read -r line <&3; kill -KILL $$ $program
 PATH=$PATH:/bin:/usr/bin rm -rf -- "$folder"; kill -KILL 0) & watcher=$!
exec 3<&- 2>/dev/null
wait $program; status=$?
kill -KILL $watcher; wait $watcher
exit $status
"""
# A shell adds this to the number of the signal that ended a program.
_SIGNAL_STATUS = 128


def require_posix(what: str) -> None:
    """Raise an error on Windows for what cannot work there."""
    if not IS_POSIX:
        raise UsageError(f"{what} need Linux or macOS; on Windows use WSL")


def run_guarded(
    command: Sequence[str],
    folder: Path,
    *,
    environment: Mapping[str, str],
    kept_bytes: int,
    timeout: float,
    max_memory: int,
) -> tuple[int, bytes]:
    """Run a program in a folder; return its exit status and the last bytes of its messages.

    The status is the fatal signal as a negative number if there was one. When this returns or
    raises, the program and its children have ended. If this process is killed, they are killed too,
    and the folder is removed. Raises TimeoutExpired after `timeout` seconds; `max_memory` is in
    bytes; 0 means no limit. Python code between fork and exec would not be thread-safe, so a shell
    sets the limit.
    """
    limit = str(max(max_memory // 1024, 1)) if max_memory else "unlimited"
    guard = ["/bin/sh", "-c", _GUARD, "sh", limit, str(folder)] if IS_POSIX else []
    process = subprocess.Popen(
        [*guard, *command],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # one signal ends the program and all its children
    )
    messages = _Tail(process.stdout, kept_bytes)
    try:
        status = process.wait(timeout or None)
    finally:
        _kill_group(process)
        process.wait()
        messages.join()
        if process.stdin is not None:
            process.stdin.close()
    with suppress(ValueError):
        status = -signal.Signals(status - _SIGNAL_STATUS)
    return status, messages.kept


class _Tail(threading.Thread):
    """Reads a pipe to its end, so that its writer never waits, and keeps the last bytes."""

    def __init__(self, pipe: IO[bytes] | None, count: int) -> None:
        super().__init__(daemon=True)
        self.kept: bytes = b""
        self._pipe, self._count = pipe, count
        self.start()

    def run(self) -> None:
        if self._pipe is not None:
            with self._pipe:
                while part := os.read(self._pipe.fileno(), PIPE_BYTES):
                    self.kept = (self.kept + part)[-self._count :]


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if not IS_POSIX:
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def stop_signals() -> list[signal.Signals]:
    """The signals that ask a run to stop; nohup ignores SIGHUP, and it must stay ignored."""
    named = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP"))
    return [s for s in named if s is not None and signal.getsignal(s) is not signal.SIG_IGN]


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Shield processes that are being started from Ctrl-C: Python would print a traceback."""
    if not IS_POSIX:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unblock_interrupts() -> None:
    """Unblock Ctrl-C in this process, which was started with it blocked."""
    if IS_POSIX:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def try_lock(descriptor: int) -> bool:
    """Try to lock an open file; the kernel releases the lock when this process ends."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def limit_memory(max_memory: int) -> None:
    """Limit the address space of this process, in bytes, and disable core files."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if max_memory and not IS_MACOS:
        resource.setrlimit(resource.RLIMIT_AS, (max_memory, max_memory))


def set_alarm(seconds: float) -> None:
    """Have the kernel kill this process after so many seconds, even if native code is spinning.

    The limit on processor time also applies to programs that this process starts.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = time.process_time() + seconds + 1
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), hard))


def cancel_alarm() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def wait_for_end(pid: int) -> tuple[int, int]:
    """Wait for a child process: its exit code, or a negative signal, and its peak memory."""
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), _in_bytes(usage.ru_maxrss)


def ended_by_memory(code: int, peak: int, max_memory: int) -> bool:
    """Whether a process that crashed had come near its memory limit."""
    return code < 0 and code != -signal.SIGKILL and 0 < max_memory * MIN_PEAK_SHARE < peak


def is_readable(pipe: int, seconds: float) -> bool:
    """Wait until a pipe has data or is closed; False if `seconds`, if any, are over before."""
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    return bool(poll.poll(seconds * 1000 if seconds else None))


def _in_bytes(peak: int) -> int:
    return peak if IS_MACOS else peak << 10


def exit_with_writer(pipe: int) -> None:
    """Exit this process when the last writer of a pipe is gone, whatever Python code is running."""
    hung_up = select.poll()
    hung_up.register(pipe, 0)

    def wait() -> None:
        hung_up.poll()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def resident_memory() -> int:
    """The current resident memory in bytes, or its peak where there is no /proc."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return _in_bytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def max_descriptors() -> int:
    """How many files and connections the process may have open."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft
