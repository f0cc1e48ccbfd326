"""The papers that come with pdfbot, to try the service on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import FormData

from pdfbot.web.problems import ProblemError
from pdfbot.web.uploads import Upload, unwritable

# Title by name; the file is samples/NAME.pdf.
SAMPLES = {
    "paper": "How Long Does a Footpath Remember? Recovery of Trampled Soil on an Abandoned Route",
    "conference": "Duty-Cycled Acoustic Monitoring of Beehives with Battery-Free Sensor Nodes",
}


@asynccontextmanager
async def take_sample(path: Path, name: str) -> AsyncIterator[Upload]:
    """Copy a sample to `path`, as if it had been uploaded."""
    if name not in SAMPLES:
        raise ProblemError(404, "no-such-sample", f"samples are {' and '.join(SAMPLES)}")
    shipped = files("pdfbot") / "web" / "samples" / f"{name}.pdf"
    try:
        await asyncio.to_thread(path.write_bytes, shipped.read_bytes())
        yield Upload(path, f"{name}.pdf", FormData())
    except OSError as error:
        raise unwritable(error) from None
    finally:
        with suppress(OSError):
            await asyncio.to_thread(path.unlink)
