"""Checkboxes in a panel that hide parts of the pages, with or without scripts."""

from __future__ import annotations


def switch(name: int | str, attributes: str = "") -> str:
    """A checked checkbox; the script sets the class that hides what it stands for."""
    return (
        f'<input type="checkbox" id="pb-switch-{name}" data-off="pb-off-{name}" '
        f'checked=""{attributes}/>'
    )


def hiding_rules(name: int | str, selector: str) -> str:
    """The CSS rules for a switch.

    `:has` is only used without scripts: with it, every change on a page makes the browser restyle
    all pages, which takes a second in a book of 300 pages.
    """
    hide = f"{selector}{{display:none}}"
    return (
        f":root.pb-off-{name} {hide}\n"
        f"@media (scripting:none){{:root:has(#pb-switch-{name}:not(:checked)) {hide}}}\n"
    )
