"""The page without a mouse, and as axe-core sees it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest

from tests.documents import HOSTILE, ROOT
from tests.test_docs import table
from tests.web.page.conftest import PHONE, WIDE, ReadingPage

OpenTab = Callable[..., ReadingPage]
LOOKS = {
    "light": (WIDE, {"color_scheme": "light"}),
    "dark": (WIDE, {"color_scheme": "dark"}),
    "phone": (PHONE, {"color_scheme": "light"}),
}
FAULTS = """async () => {
  const {violations} = await axe.run(document, {iframes: false});
  return violations.filter(({impact}) => ["serious", "critical"].includes(impact))
    .map(({id, nodes}) => `${id}: ${nodes[0].html}: ${nodes[0].failureSummary}`);
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core, which a package for tests brings along."""
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def serious_faults(reader: ReadingPage, axe: str) -> list[str]:
    """What axe-core finds in the page; the frames are separate documents."""
    reader.tab.wait_for_timeout(400)
    reader.tab.evaluate(f"() => {{ if (!window.axe) {{ {axe} }} }}")
    found: list[str] = reader.tab.evaluate(FAULTS)
    return found


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_serious(look: str, open_tab: OpenTab, conference: str, axe: str) -> None:
    size, options = LOOKS[look]
    reader = open_tab(size, reduced_motion="reduce", **options)
    states: dict[str, Callable[[], None]] = {
        "home": lambda: reader.go(),
        "layer 1": lambda: reader.go(f"#/p/{conference}"),
        "all, a sentence marked": lambda: reader.press("4", "j"),
        "search": lambda: reader.press("2", "/", *"node"),
        "help": lambda: reader.press("Escape", "?"),
        "downloads": lambda: reader.press("Escape", "d"),
        "appearance": lambda: reader.press("Escape", "a"),
        "explain": lambda: reader.press("Escape", "e"),
        "problem": lambda: reader.upload(HOSTILE / "not-a-pdf.pdf"),
    }
    found = {}
    for state, reach in states.items():
        reach()
        waited = {"layer 1": "#text .s:not([hidden])", "problem": ".problem", "home": ".sample"}
        reader.tab.wait_for_selector(waited.get(state, "body"), state="attached")
        found[state] = serious_faults(reader, axe)
    assert found == {state: [] for state in states}


def focused(reader: ReadingPage) -> str:
    """The id, or else the class, of the element that has the focus."""
    name: str = reader.tab.evaluate(
        "() => document.activeElement.id || document.activeElement.className"
    )
    return name


def tab_to(reader: ReadingPage, name: str, limit: int = 40) -> None:
    for _ in range(limit):
        if focused(reader) == name:
            return
        reader.press("Tab")
    raise AssertionError(f"{name} cannot be reached with the Tab key")


def test_paper_is_read_by_keyboard_alone(reader: ReadingPage) -> None:
    reader.go()
    reader.tab.wait_for_selector(".sample")
    tab_to(reader, "sample")
    reader.press("Enter")
    reader.wait_for_paper()
    tab_to(reader, "layer")
    reader.press("ArrowRight")
    reader.until(lambda: "layer=2" in reader.tab.url)
    reader.press("j", "j", "k")
    reader.until(lambda: reader.current() == [reader.shown()[0]] * 2)
    assert reader.tab.evaluate("() => document.activeElement.dataset.sentence") == reader.shown()[0]
    reader.press("]", "]")
    reader.until(lambda: reader.tab.locator("#contents-list [aria-current]").count() == 1)
    reader.press("/", *"soil", "Enter", "Escape")
    reader.until(lambda: len(reader.current()) == 2)
    reader.press("e")
    reader.until(lambda: "view=explain" in reader.tab.url)
    reader.press("e", "s")
    reader.until(lambda: "spread=none" in reader.tab.url)
    tab_to(reader, "splitter")
    reader.press("ArrowRight", "?")
    reader.until(lambda: reader.tab.locator("#help").is_visible())
    reader.press("Escape")
    reader.until(lambda: reader.tab.locator("#help").is_hidden())
    reader.press("d")
    with reader.tab.expect_download() as download:
        reader.press("Enter")
    assert download.value.suggested_filename.endswith(".txt")
    reader.press("Escape", "o")
    reader.tab.wait_for_selector("#zone")


def test_shortcuts_are_those_of_the_documentation(reader: ReadingPage) -> None:
    reader.go()
    reader.press("?")
    rows = reader.tab.locator("#help dl > div").all()
    listed = {row.locator("dt").inner_text(): row.locator("dd").inner_text() for row in rows}
    documented = table(ROOT / "docs" / "page.md", "keys", "effect")
    assert listed == {row[0]: row[1] for row in documented}


def test_shortcuts_can_be_switched_off(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    reader.press("?")
    reader.tab.uncheck("#help input")
    reader.press("Escape", "3")
    assert reader.tab.input_value("#layer") == "1"


def test_landmarks_and_live_region(reader: ReadingPage, conference: str) -> None:
    reader.read(conference)
    roles = ["banner", "main", "navigation", "search"]
    assert all(reader.tab.get_by_role(role).count() == 1 for role in roles)
    reader.press("2")
    reader.until(lambda: "sentences" in reader.tab.inner_text("#live"))
