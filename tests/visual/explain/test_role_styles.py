"""The names and colours of roles."""

from __future__ import annotations

from pdfbot.rules import Role
from pdfbot.visual.explain.role_styles import ROLE_STYLES


def test_every_role_has_a_style() -> None:
    assert list(ROLE_STYLES) == list(Role)


def test_roles_differ_in_label_and_colour() -> None:
    assert len({style.label for style in ROLE_STYLES.values()}) == len(Role)
    assert len({style.colour for style in ROLE_STYLES.values()}) == len(Role)
