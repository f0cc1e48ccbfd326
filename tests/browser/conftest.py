"""A tab of the browser, and HTML opened in it from a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A tab; `events` collects what a harmless file never causes: dialogs, errors, requests."""
    tab = browser.new_page(viewport={"width": 1300, "height": 1000})
    tab.set_default_timeout(PATIENCE * 1000)
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
