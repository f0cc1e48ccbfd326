"""The papers that come with pdfbot, to try the service on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path

from pdfbot.web.problems import ProblemError

# Title by name; the file is samples/NAME.pdf.
SAMPLES = {
    "paper": "How Long Does a Footpath Remember? Recovery of Trampled Soil on an Abandoned Route",
    "conference": "Duty-Cycled Acoustic Monitoring of Beehives with Battery-Free Sensor Nodes",
}


@contextmanager
def sample_path(name: str) -> Iterator[Path]:
    """The file of a sample."""
    if name not in SAMPLES:
        raise ProblemError(404, "no-such-sample", f"samples are {' and '.join(SAMPLES)}")
    with as_file(files("pdfbot") / "web" / "samples" / f"{name}.pdf") as path:
        yield path
