"""Small replicas whose letters are half an em wide, and a place for stand-ins of the program."""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pdfbot.model import Document, TextBlock
from pdfbot.readers.pdf2htmlex.dom import read_replica

from .replicas import CSS, LETTERS, page

FontMaker = Callable[..., bytes]
BlockReader = Callable[..., list[TextBlock]]


@pytest.fixture(scope="module")
def style(make_font: FontMaker) -> str:
    """The style sheet; every letter is half an em wide, a space a quarter."""
    widths = {**dict.fromkeys(LETTERS, 500), " ": 250}
    fonts = {
        "ff1": make_font(widths, name="ABCDEF+Probe-Regular"),
        "ff2": make_font(widths, name="ABCDEF+Probe-Italic"),
    }
    faces = "".join(
        f"@font-face{{font-family:{name};src:url('data:application/font-woff;base64,"
        f'{base64.b64encode(data).decode()}\')format("woff");}}'
        for name, data in fonts.items()
    )
    return f"<style>{faces}{CSS}</style>"


@pytest.fixture
def document(style: str) -> Callable[..., Document]:
    """Reads a replica with the given pages."""

    def build(*pages: str, numbers: list[int] | None = None) -> Document:
        return read_replica(
            f'<html><head>{style}</head><body><div id="page-container">{"".join(pages)}'
            "</div></body></html>",
            numbers,
        )

    return build


@pytest.fixture
def blocks(document: Callable[..., Document]) -> BlockReader:
    """Reads the blocks of a page with the given content."""

    def read(content: str, zoom: float | None = 1.0) -> list[TextBlock]:
        return list(document(page(content, zoom=zoom)).pages[0].blocks)

    return read


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files that must be empty at the end of the test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of the stand-in, where it also leaves its notes."""
    if os.name != "posix":
        pytest.skip("the stand-in for pdf2htmlEX is a shell script")
    folder = tmp_path / "home of program"
    folder.mkdir()
    return folder
