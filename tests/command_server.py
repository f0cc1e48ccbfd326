"""Runs `pdfbot ARGUMENTS` in forks of a process that has imported pdfbot.

Each call is a separate process with its own streams, folder, variables and exit code, as a user's
is, but saves half a second: Python has neither to import pdfbot nor to free it in the end.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

# Elsewhere a fork is not as good as a new process, or there is none.
IS_AVAILABLE = sys.platform == "linux"
TIMEOUT = 120.0
# Bytes of one call: folder, arguments and environment.
MAX_CALL = 1 << 20
STREAMS = 3
SCRIPT = """#!{python} -IS
import json, os, socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
server.connect({address!r})
call = json.dumps([os.getcwd(), dict(os.environ), sys.argv[1:]]).encode()
socket.send_fds(server, [call], [0, 1, 2])
sys.exit(int(server.recv(99)))
"""


class CommandServer:
    """A process that waits for calls, and ends with the tests."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        # It begins with a zero, so it is no file.
        self.address = f"\0pdfbot-tests-{secrets.token_hex(16)}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
            listening.bind(self.address)
            listening.listen()
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(listening.fileno())],
                env=environment,
                pass_fds=[listening.fileno()],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )

    def run(
        self, arguments: Sequence[str], folder: Path, environment: Mapping[str, str], stdin: bytes
    ) -> subprocess.CompletedProcess[bytes]:
        """Run the command to its end."""
        (their_input, our_input), *outputs = (os.pipe() for _ in range(STREAMS))
        theirs = [their_input, *(written for _, written in outputs)]
        call = json.dumps([str(folder), dict(environment), list(arguments)]).encode()
        with (
            ThreadPoolExecutor(STREAMS) as pool,
            socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server,
        ):
            server.settimeout(TIMEOUT)
            server.connect(self.address)
            socket.send_fds(server, [call], theirs)
            for descriptor in theirs:
                os.close(descriptor)
            pool.submit(_write, our_input, stdin)
            output, errors = (pool.submit(_read, read) for read, _ in outputs)
            try:
                code = int(server.recv(MAX_CALL))
            except BaseException:
                self.close()  # so that the threads end, too
                raise
            return subprocess.CompletedProcess(arguments, code, output.result(), errors.result())

    def write_script(self, path: Path) -> None:
        """An executable file that passes its call on to the server."""
        path.write_text(SCRIPT.format(python=sys.executable, address=self.address))
        path.chmod(0o755)

    def close(self) -> None:
        """End the process with all that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()


def _write(descriptor: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(descriptor, "wb") as file:
        file.write(data)


def _read(descriptor: int) -> bytes:
    with open(descriptor, "rb") as file:
        return file.read()


def _serve(listening: socket.socket) -> None:
    """Accept calls until the tests end, and with them the standard input."""
    # Commands import these only when they need them.
    import bs4  # noqa: F401
    import nltk  # noqa: F401

    from pdfbot.cli.parser import COMMANDS, build_parser

    build_parser(tuple(COMMANDS))  # imports the commands
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how the answers ended
    while sys.stdin not in select.select([listening, sys.stdin], [], [])[0]:
        connection, _ = listening.accept()
        if not os.fork():
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listening.close()
            _answer(connection)
            return
        connection.close()


def _answer(connection: socket.socket) -> None:
    """Run one command in a fork, and send its exit code."""
    call, descriptors, _, _ = socket.recv_fds(connection, MAX_CALL, STREAMS)
    child = os.fork()
    if not child:
        connection.close()
        for standard, given in enumerate(descriptors):
            os.dup2(given, standard)
            os.close(given)
        _run(*json.loads(call))
    for descriptor in descriptors:
        os.close(descriptor)
    connection.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def _run(folder: str, environment: Mapping[str, str], arguments: Sequence[str]) -> NoReturn:
    """Run the command and end as Python does, only without freeing memory."""
    import pdfbot_command

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["pdfbot", *arguments]
    code: object = None
    try:
        pdfbot_command.run_and_exit()
    except SystemExit as end:
        code = end.code
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 1)


if __name__ == "__main__":
    del sys.path[0]  # the folder of the tests
    _serve(socket.socket(fileno=int(sys.argv[1])))
