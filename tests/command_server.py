"""Runs `pdfbot ARGUMENTS` in forks of a process that has imported pdfbot.

Each call is a separate process with its own streams, folder and exit code, as a user's is, but
saves the third of a second that Python takes to import pdfbot.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

# The process must be small and have one thread: only then is a fork of it like a new process.
IS_AVAILABLE = sys.platform == "linux"
TIMEOUT = 120.0
# Bytes of one call: folder, arguments and environment.
MAX_CALL = 1 << 20
STREAMS = 3


class CommandServer:
    """A process that waits for calls."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._connection, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._connection.settimeout(TIMEOUT)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                env=environment,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )

    def run(
        self, arguments: Sequence[str], folder: Path, environment: Mapping[str, str], stdin: bytes
    ) -> subprocess.CompletedProcess[bytes]:
        """Run the command to its end."""
        pipes = [os.pipe() for _ in range(STREAMS)]
        (their_input, our_input), (our_output, their_output), (our_errors, their_errors) = pipes
        call = json.dumps([str(folder), dict(environment), list(arguments)]).encode()
        socket.send_fds(self._connection, [call], [their_input, their_output, their_errors])
        for descriptor in (their_input, their_output, their_errors):
            os.close(descriptor)
        with ThreadPoolExecutor(STREAMS) as pool:
            pool.submit(_write, our_input, stdin)
            output, errors = pool.submit(_read, our_output), pool.submit(_read, our_errors)
            try:
                code = int(self._connection.recv(MAX_CALL))
            except BaseException:
                self.close()  # so that the threads end, too
                raise
            return subprocess.CompletedProcess(arguments, code, output.result(), errors.result())

    def close(self) -> None:
        """End the process with all that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._connection.close()


def _write(descriptor: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(descriptor, "wb") as file:
        file.write(data)


def _read(descriptor: int) -> bytes:
    with open(descriptor, "rb") as file:
        return file.read()


def _serve(connection: socket.socket) -> None:
    """Run calls until the tests end; the fork of each ends as the command does."""
    import pdfbot_command
    from pdfbot.cli.parser import COMMANDS, build_parser

    build_parser(tuple(COMMANDS))  # imports the commands
    while True:
        call, descriptors, _, _ = socket.recv_fds(connection, MAX_CALL, STREAMS)
        if not call:
            return
        child = os.fork()
        if not child:
            connection.close()
            for standard, given in enumerate(descriptors):
                os.dup2(given, standard)
                os.close(given)
            folder, environment, arguments = json.loads(call)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(environment)
            sys.argv = ["pdfbot", *arguments]
            pdfbot_command.run_and_exit()
        for descriptor in descriptors:
            os.close(descriptor)
        connection.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


if __name__ == "__main__":
    del sys.path[0]  # the folder of the tests
    _serve(socket.socket(fileno=int(sys.argv[1])))
