"""A real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def find_browser() -> str | None:
    """Chromium on PATH, or where PDFBOT_CHROMIUM says."""
    names = [os.environ.get("PDFBOT_CHROMIUM", ""), *PROGRAMS]
    return next((found for name in names if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One browser for all tests; without Chromium they are skipped."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium: install it, or name it in PDFBOT_CHROMIUM")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: object, tmp_path: Path) -> Iterator[object]:
    """A window that notes what a harmless file must never do: scripts, dialogs, requests."""
    window = browser.new_page(viewport={"width": 1300, "height": 1000})  # type: ignore[attr-defined]
    window.seen = []
    window.on("dialog", lambda dialog: (window.seen.append("dialog"), dialog.dismiss()))
    window.on("pageerror", lambda error: window.seen.append(f"error: {error}"))
    window.on("console", lambda message: window.seen.append(f"console: {message.text}"))
    window.on(
        "request",
        lambda request: (
            request.url.startswith(("file:", "data:"))
            or window.seen.append(f"request: {request.url}")
        ),
    )
    yield window
    window.close()
