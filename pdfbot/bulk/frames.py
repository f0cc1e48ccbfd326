"""Messages between the driver and a worker: a header of JSON and a body of bytes, over a pipe."""

from __future__ import annotations

import json
import os
import select
import struct
import time
from typing import Any

CHUNK = 1 << 20

_LENGTHS = struct.Struct(">IQ")


class Late(Exception):
    """The other side did not answer in time."""


def send(
    pipe: int, header: dict[str, Any], body: bytes = b"", deadline: float | None = None
) -> None:
    """Writes one message; a reader that has gone raises BrokenPipeError."""
    head = json.dumps(header).encode()
    for part in (_LENGTHS.pack(len(head), len(body)) + head, body):
        rest = memoryview(part)
        while rest:
            _wait(pipe, select.POLLOUT, deadline)
            # A pipe takes what fits without blocking only up to this size.
            rest = rest[os.write(pipe, rest[: select.PIPE_BUF if deadline else CHUNK]) :]


def receive(pipe: int, deadline: float | None = None) -> tuple[dict[str, Any], bytes] | None:
    """The next message; None when the writer has gone, also in the middle of one."""
    lengths = _read(pipe, _LENGTHS.size, deadline)
    if lengths is None:
        return None
    head_length, body_length = _LENGTHS.unpack(lengths)
    head = _read(pipe, head_length, deadline)
    body = _read(pipe, body_length, deadline)
    if head is None or body is None:
        return None
    return json.loads(head), body


def _read(pipe: int, length: int, deadline: float | None) -> bytes | None:
    data = bytearray()
    while len(data) < length:
        _wait(pipe, select.POLLIN, deadline)
        piece = os.read(pipe, min(CHUNK, length - len(data)))
        if not piece:
            return None
        data += piece
    return bytes(data)


def _wait(pipe: int, event: int, deadline: float | None) -> None:
    if deadline is None:
        return
    poll = select.poll()
    poll.register(pipe, event)
    left = max(deadline - time.monotonic(), 0.0)
    if not poll.poll(left * 1000):
        raise Late
