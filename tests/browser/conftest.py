"""A real browser: Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A tab; `events` collects what a harmless file never causes: dialogs, errors, requests."""
    tab = browser.new_page(viewport={"width": 1300, "height": 1000})
    tab.events = []
    tab.on("dialog", lambda dialog: (tab.events.append("dialog"), dialog.dismiss()))
    tab.on("pageerror", lambda error: tab.events.append(f"error: {error}"))
    tab.on("console", lambda message: tab.events.append(f"console: {message.text}"))
    tab.on(
        "request",
        lambda request: (
            request.url.startswith(("file:", "data:"))
            or tab.events.append(f"request: {request.url}")
        ),
    )
    yield tab
    tab.close()


@pytest.fixture
def open_html(page: Any, tmp_path: Path) -> Callable[..., str]:
    """Opens HTML from a file in the tab, at an anchor if one is given; returns the file's URL."""

    def open_file(html: str, anchor: str = "") -> str:
        file = tmp_path / "page.html"
        file.write_text(html, "utf-8")
        page.goto(file.as_uri() + (f"#{anchor}" if anchor else ""))
        return file.as_uri()

    return open_file
