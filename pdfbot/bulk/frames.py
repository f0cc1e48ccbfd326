"""Messages between driver and worker: a JSON header and a body of bytes, framed on a pipe."""

from __future__ import annotations

import json
import os
import select
import struct
import time
from typing import Any

# Bytes per read or write.
CHUNK_SIZE = 1 << 20

_LENGTHS = struct.Struct(">IQ")


class FrameTimeout(Exception):
    """The other side did not read or write in time."""


def send(
    pipe: int, header: dict[str, Any], body: bytes = b"", deadline: float | None = None
) -> None:
    """Write one message; raises BrokenPipeError if the reader is gone."""
    head = json.dumps(header).encode()
    # With a deadline no write may block, and a ready pipe only guarantees room for PIPE_BUF bytes.
    chunk_size = select.PIPE_BUF if deadline else CHUNK_SIZE
    for part in (_LENGTHS.pack(len(head), len(body)) + head, body):
        rest = memoryview(part)
        while rest:
            _wait(pipe, select.POLLOUT, deadline)
            rest = rest[os.write(pipe, rest[:chunk_size]) :]


def receive(pipe: int, deadline: float | None = None) -> tuple[dict[str, Any], bytes] | None:
    """The next message, or None if the writer is gone, even in mid-message."""
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
        chunk = os.read(pipe, min(CHUNK_SIZE, length - len(data)))
        if not chunk:
            return None
        data += chunk
    return bytes(data)


def _wait(pipe: int, event: int, deadline: float | None) -> None:
    if deadline is None:
        return
    poll = select.poll()
    poll.register(pipe, event)
    remaining = max(deadline - time.monotonic(), 0.0)
    if not poll.poll(remaining * 1000):
        raise FrameTimeout
