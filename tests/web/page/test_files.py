"""The files of the page: small, and complete in themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documents import ROOT

PAGE = ROOT / "pdfbot" / "web" / "page"
# Bytes.
MAX_SIZE = 180_000
# Namespaces are names, nobody asks for them.
NAMES = ("http://www.w3.org/2000/svg",)


def test_styles_and_scripts_are_small() -> None:
    own = [*PAGE.glob("*.css"), *PAGE.glob("*.js")]
    assert sum(path.stat().st_size for path in own) < MAX_SIZE


@pytest.mark.parametrize("path", sorted(PAGE.iterdir()), ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8")
    found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'`]*", text)
    assert [url for url in found if not url.startswith(NAMES)] == []


@pytest.mark.parametrize("name", ["index.html", "login.html"])
def test_no_inline_styles_or_scripts(name: str) -> None:
    text = (PAGE / name).read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert re.findall(r"<script(?![^>]*\ssrc=)", text) == []
