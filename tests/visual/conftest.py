"""The two papers that most tests of visual output look at, each extracted once."""

from __future__ import annotations

import pytest

import pdfbot
from tests.documents import PAPERS


@pytest.fixture(scope="session")
def physics() -> pdfbot.Paper:
    """Two columns with formulas, and sentences that continue on the next page."""
    return pdfbot.extract(PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf")


@pytest.fixture(scope="session")
def conference() -> pdfbot.Paper:
    """Two dense columns with many words broken at line ends."""
    return pdfbot.extract(PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf")
