"""A real Firefox, driven by Mozilla's own client of its Marionette protocol."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

PROGRAMS = ("firefox-esr", "firefox")


def find_firefox() -> str | None:
    """Firefox on PATH, or the program that PDFBOT_FIREFOX names."""
    names = [os.environ.get("PDFBOT_FIREFOX", ""), *PROGRAMS]
    return next((found for name in names if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One Firefox for the tests of a module, which are skipped if it cannot be driven."""
    program = find_firefox()
    if program is None:
        pytest.skip("no Firefox: install it, or name it in PDFBOT_FIREFOX")
    marionette = pytest.importorskip(
        "marionette_driver.marionette", reason="marionette-driver is not installed"
    )
    log = tmp_path_factory.mktemp("firefox") / "gecko.log"
    client = marionette.Marionette(
        host="127.0.0.1", port=0, bin=program, headless=True, gecko_log=str(log)
    )
    try:
        client.start_session()
        yield client
    finally:
        client.quit(in_app=False)
        client.cleanup()
