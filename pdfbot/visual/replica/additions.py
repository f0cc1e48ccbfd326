"""What highlight and explain add to a replica, in the slots that it has for them.

A replica has comments where something may be added: `<!--pdfbot layer 3 1.5-->` between the image
and the text of page 3, whose zoom is 1.5 CSS pixels per point, `<!--pdfbot style-->` at the end of
its head, `<!--pdfbot panel-->` at the end of its body. Parsing and rewriting the HTML would take
ten times as long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pdfbot.errors import NotAPdfError
from pdfbot.model import Box
from pdfbot.output.places import box_record
from pdfbot.visual.replica.sanitize import policy_element

STYLE_SLOT = "<!--pdfbot style-->"
PANEL_SLOT = "<!--pdfbot panel-->"
# Classes by which a later run finds the additions of an earlier one.
OVERLAY_STYLE = "pdfbot-overlay"
LAYER = "pb-layer"
PANEL = "pb-panel"

_LAYER_SLOT = re.compile(r"<!--pdfbot layer (\d+) ([\d.]+)-->")


@dataclass(frozen=True, slots=True)
class Additions:
    """Trusted markup: a style sheet, a layer per page, a panel, and the only script."""

    style: str
    layers: Mapping[int, str]
    panel: str
    script: str


def layer_slot(page: int, zoom: float) -> str:
    """The slot for the layer of a page; `zoom` is px per point."""
    return f"<!--pdfbot layer {page} {zoom:.6f}-->"


def page_zooms(html: str) -> dict[int, float]:
    """The CSS pixels per point of each page of a replica."""
    return {int(number): float(zoom) for number, zoom in _LAYER_SLOT.findall(html)}


def add_to_replica(html: str, added: Additions) -> str:
    """The replica, built or sanitised by pdfbot, with layers, panel, style sheet and script."""
    head, style_slot, rest = html.partition(STYLE_SLOT)
    pages, panel_slot, end = rest.rpartition(PANEL_SLOT)
    policy = policy_element()
    if not style_slot or not panel_slot or policy not in head:
        raise NotAPdfError("this replica has no slots for additions: build it again")

    def layer(slot: re.Match[str]) -> str:
        markup = added.layers.get(int(slot[1]), "")
        return f'<div class="{LAYER}">{markup}</div>' if markup else ""

    return "".join(
        (
            head.replace(policy, policy_element(added.script), 1),
            f'<style class="{OVERLAY_STYLE}">{added.style}</style>',
            _LAYER_SLOT.sub(layer, pages),
            f'<aside class="{PANEL}">{added.panel}</aside><script>{added.script}</script>',
            end,
        )
    )


def box_style(box: Box, zoom: float) -> str:
    """A box in points as the inline style of an element in a layer; `zoom` is px per point.

    It is rounded like a box in a record, so that a stored paper looks the same.
    """
    left, bottom, right, top = box_record(box)
    return (
        f"left:{left * zoom:.2f}px;bottom:{bottom * zoom:.2f}px;"
        f"width:{(right - left) * zoom:.2f}px;height:{(top - bottom) * zoom:.2f}px"
    )
