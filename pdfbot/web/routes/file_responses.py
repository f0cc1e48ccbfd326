"""Files as responses: streamed from disk, and named if they are downloads."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

from fastapi.responses import StreamingResponse

from pdfbot.web.paper_store import KeptPaper, missing_paper

# Bytes per read.
CHUNK_SIZE = 1 << 18
# Characters of a title that the name of a file has.
MAX_STEM = 120

# What no file name may have on some system.
_NO_NAME = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|\s]+')


async def send_file(
    path: Path, media_type: str, headers: dict[str, str] | None = None
) -> StreamingResponse:
    """Send one of a paper's files, completely even if the paper is deleted meanwhile."""
    try:
        file = await asyncio.to_thread(path.open, "rb")
    except FileNotFoundError:
        raise missing_paper() from None
    size = os.fstat(file.fileno()).st_size
    return StreamingResponse(
        _chunks(file),
        media_type=media_type,
        headers={"Content-Length": str(size), **(headers or {})},
    )


async def _chunks(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        while chunk := await asyncio.to_thread(file.read, CHUNK_SIZE):
            yield chunk


def attachment(paper: KeptPaper, ending: str) -> dict[str, str]:
    """The header that names a download after the title of its paper, or else after its file."""
    stem = _NO_NAME.sub(" ", paper.title)[:MAX_STEM].strip(" .")
    stem = stem or paper.name.removesuffix(".gz").rsplit(".", 1)[0] or "paper"
    name = f"{stem}.{ending}"
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%' else "_" for c in name)
    value = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return {"Content-Disposition": value}
