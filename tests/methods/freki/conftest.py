"""A paper with interlinear glosses, and Freki's blocks of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pdfbot import freki


@pytest.fixture(scope="session")
def gloss_paper(papers: Path) -> Path:
    return papers / "interlinear-gloss" / "interlinear-gloss.pdf"


@pytest.fixture(scope="session")
def gloss_blocks(gloss_paper: Path) -> list[freki.Block]:
    return list(freki.blocks(gloss_paper).blocks)
