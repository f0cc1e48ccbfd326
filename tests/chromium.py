"""A real browser for all tests that need one: Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

# The shell has no window to draw and takes half the time.
PROGRAMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def find_browser() -> str | None:
    """Chromium on PATH, or the program that PDFBOT_CHROMIUM names."""
    names = [os.environ.get("PDFBOT_CHROMIUM", ""), *PROGRAMS]
    return next((found for name in names if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests, which are skipped if there is no Chromium."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium: install it, or name it in PDFBOT_CHROMIUM")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()
