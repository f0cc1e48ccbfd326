"""What the page says when something goes wrong, and how it recovers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.documents import HOSTILE
from tests.web.conftest import PAPER, StartServer, misbehaving
from tests.web.page.conftest import DENSITY, ReadingPage

OpenTab = Callable[..., ReadingPage]
TOKEN = "a-token-of-many-letters"

# What the page calls each kind of bad file.
TITLES = {
    "not-a-pdf.pdf": "This is not a PDF",
    "empty.pdf": "This is not a PDF",
    "truncated.pdf": "This PDF is damaged",
    "encrypted-user-password.pdf": "This PDF needs a password",
    "copy-protected.pdf": "The author forbade copying this text",
    "image-only.pdf": "This PDF contains no readable text",
    "no-tounicode.pdf": "This PDF contains no readable text",
    "zero-pages.pdf": "This PDF contains no readable text",
    "one-blank-page.pdf": "This PDF contains no readable text",
}


def problem(reader: ReadingPage) -> tuple[str, str, str]:
    """Title, detail and advice of the problem that is shown."""
    reader.tab.wait_for_selector(".problem")
    card = reader.tab.locator(".problem")
    return (
        card.locator("h1").inner_text(),
        card.locator(".detail").text_content(),
        card.locator(".remedy").inner_text(),
    )


@pytest.mark.parametrize("name", TITLES)
def test_bad_file_is_explained(name: str, reader: ReadingPage) -> None:
    reader.upload(HOSTILE / name)
    title, detail, remedy = problem(reader)
    assert title == TITLES[name]
    assert detail.startswith(f"{name}: ")
    assert remedy
    reader.tab.click("text=Open another paper")
    reader.tab.wait_for_selector("#zone")


def test_title_of_a_problem_has_the_focus(reader: ReadingPage) -> None:
    reader.upload(HOSTILE / "not-a-pdf.pdf")
    title, _, _ = problem(reader)
    assert reader.tab.evaluate("() => document.activeElement.textContent") == title


def test_expired_paper(reader: ReadingPage) -> None:
    paper_id = reader.server.keep(PAPER)
    reader.read(paper_id)
    reader.server.client.delete(f"/papers/{paper_id}")
    reader.tab.reload()
    title, _, remedy = problem(reader)
    assert title == "This paper is not here any more"
    assert "again" in remedy
    reader.tab.click("text=Open another paper")
    reader.tab.wait_for_selector("#zone")
    assert reader.tab.locator(".recent").count() == 0


def test_address_that_leads_nowhere(reader: ReadingPage) -> None:
    reader.go("#/p/nonsense")
    assert problem(reader)[0] == "This address leads nowhere"


def test_too_large_file(open_tab: OpenTab, start_server: StartServer, tmp_path: Path) -> None:
    reader = open_tab(to=start_server("--max-size", "50k"))
    reader.upload(PAPER)
    assert problem(reader)[0] == "This file is too large"


def test_page_goes_on_when_the_server_is_back(open_tab: OpenTab, start_server: StartServer) -> None:
    server = start_server()
    port = server.url.rpartition(":")[2]
    reader = open_tab(to=server)
    paper_id = server.keep(PAPER)
    reader.read(paper_id)
    server.stop()
    reader.press(">")
    reader.until(lambda: "does not respond" in reader.tab.inner_text("#toast"))
    assert reader.tab.input_value("#density") == str(DENSITY)
    reader.go("#/p/" + "x" * 22)
    assert problem(reader)[0] == "The server does not respond"
    reader.go(f"#/p/{paper_id}")
    assert problem(reader)[0] == "The server does not respond"
    start_server("--port", port)
    reader.wait_for_paper()


def test_full_queue_is_tried_again(open_tab: OpenTab, start_server: StartServer) -> None:
    server = start_server("--jobs", "1", "--queue", "1")
    others = [server.post(misbehaving("sleep 600"))["id"] for _ in range(2)]
    reader = open_tab(to=server)
    reader.upload(PAPER)
    reader.tab.wait_for_selector(".working .words:has-text('yours will be sent again in')")
    for paper_id in others:
        server.client.delete(f"/papers/{paper_id}")
    reader.wait_for_paper()


def test_token_is_asked_for(open_tab: OpenTab, start_server: StartServer) -> None:
    reader = open_tab(to=start_server("--token", TOKEN))
    reader.go()
    reader.tab.fill("#token", TOKEN)
    reader.press("Enter")
    reader.tab.click("[data-sample='paper']")
    reader.wait_for_paper()
