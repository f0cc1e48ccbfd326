"""Checkboxes of a panel that hide parts of the pages, with the script and without it."""

from __future__ import annotations


def switch(name: int | str, attributes: str = "") -> str:
    """A checkbox, checked; its script puts a class on the page that hides what it stands for."""
    return (
        f'<input type="checkbox" id="pb-switch-{name}" data-off="pb-off-{name}" '
        f'checked=""{attributes}/>'
    )


def hiding_rules(name: int | str, selector: str) -> str:
    """The style sheet for a switch.

    `:has` is only for pages whose script may not run: with it, every change of a page makes the
    browser style all pages anew, which took a second in a book of 300 pages.
    """
    hide = f"{selector}{{display:none}}"
    return (
        f":root.pb-off-{name} {hide}\n"
        f"@media (scripting:none){{:root:has(#pb-switch-{name}:not(:checked)) {hide}}}\n"
    )
