"""Measure the page for reading in Chromium: when the first page is there, and what the tab holds.

    python scripts/bench_page.py                # 12, 100 and 300 pages
    python scripts/bench_page.py --write        # and put the table into docs/page.md

For each length a document of fixtures is sent to a server of its own. "text" is from the upload
until the text can be read; the other times begin where that ends, or with the jump, and end when
the page is drawn. Memory is the share of the processes of the tab (PSS), after all pages were
scrolled through.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from bench_service import Server
from bench_speed import write_part
from playwright.sync_api import sync_playwright
from synthetic_documents import write_document

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.chromium import ARGUMENTS, find_browser  # noqa: E402

LENGTHS = (12, 100, 300)
DOCUMENT = ROOT / "docs" / "page.md"
SIZE = {"width": 1400, "height": 900}
KIB_PER_MIB = 1024
# Seconds that a paper may take.
LIMIT = 300
# Milliseconds.
PATIENCE = 300_000
# Stops at which the whole of the paper is scrolled through, and milliseconds at each.
STOPS = 40
REST = 150
COLUMNS = ("pages", "text", "first page", "last page, after a jump", "frames", "memory of the tab")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--write", action="store_true", help="put the table into docs/page.md")
    arguments = parser.parse_args()
    rows = [f"| {' | '.join(COLUMNS)} |", "|---:" * len(COLUMNS) + "|"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        for length in LENGTHS:
            path = write_document(Path(folder) / f"{length}.pdf", "text", length)
            server = Server(Path(folder) / str(length), os.cpu_count() or 1, 16, LIMIT)
            browser = driver.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
            rows.append(f"| {' | '.join(measure(browser, server.url, path, length))} |")
            browser.close()
            server.stop()
    print("\n".join(rows))
    if arguments.write:
        write_part("pages", rows, DOCUMENT)


def measure(browser: Any, url: str, path: Path, length: int) -> list[str]:
    """A row of the table."""
    tab = browser.new_page(viewport=SIZE)
    tab.set_default_timeout(PATIENCE)
    start = time.monotonic()
    paper_id = httpx.post(f"{url}/papers", content=path.read_bytes()).json()["id"]
    tab.goto(f"{url}/#/p/{paper_id}")
    tab.wait_for_selector("#text .s:not([hidden])")
    text = time.monotonic()
    tab.wait_for_selector(".sheet.drawn")
    first = time.monotonic()
    tab.locator(f".sheet[data-page='{length}']").evaluate("(node) => node.scrollIntoView()")
    jump = time.monotonic()
    tab.wait_for_selector(f".sheet.drawn[data-page='{length}']")
    last = time.monotonic()
    frames = scroll_through(tab)
    memory = f"{tab_memory(browser):.0f} MiB"
    times = (text - start, first - text, last - jump)
    return [str(length), *(f"{seconds:.1f} s" for seconds in times), str(frames), memory]


def scroll_through(tab: Any) -> int:
    """Scroll from the end to the beginning; the most frames that were there at once."""
    most = 0
    for stop in range(STOPS, -1, -1):
        tab.locator("#page-frame").evaluate(
            "(node, share) => node.scrollTo(0, share * node.scrollHeight)", stop / STOPS
        )
        tab.wait_for_timeout(REST)
        most = max(most, tab.locator("#page-frame iframe").count())
    return most


def tab_memory(browser: Any) -> float:
    """MiB of the processes that draw pages, each with its share of what they have in common."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(shared_memory(p["id"]) for p in processes if p["type"] == "renderer")


def shared_memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    (size,) = [line.split()[1] for line in lines if line.startswith("Pss:")]
    return int(size) / KIB_PER_MIB


if __name__ == "__main__":
    main()
