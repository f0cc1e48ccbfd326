"""Regions as text, as JSON, and as HTML that draws them, numbered, on the pages."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from typing import Any

from pdfbot._version import __version__
from pdfbot.methods.left_regions.text_regions import PageRegions, Region, Regions
from pdfbot.model import Box, TextBlock

FORMAT = "pdfbot-regions"
SCHEMA = 1
# Decimal places of coordinates in JSON.
REGION_DIGITS = 3

# In points: the numbered badge at the upper left corner of a region.
BADGE_RADIUS = 8
BADGE_OFFSET_X = 9
BADGE_OFFSET_Y = 8
BADGE_FONT_SIZE = 10
BADGE_TEXT_DROP = 3.5

COLOURS = {"header": "#8a6d00", "text": "#0b62c4", "image": "#1d8031", "footer": "#8a6d00"}
STYLE = (
    "body{margin:1em auto;max-width:60em;font-family:sans-serif;background:#ddd}"
    "svg{display:block;width:100%;height:auto;background:#fff;margin:0 0 1em}"
    "text{white-space:pre;font-family:serif}"
    ".n{font-family:sans-serif;font-weight:bold;fill:#fff}"
)


def render_text(document: Regions) -> str:
    """The text with a final newline, or the empty string if there is no text."""
    return document.text + "\n" if document.text else ""


def render_json(document: Regions, *, source: str | None = None) -> str:
    """The record described in docs/regions.md, indented."""
    record: dict[str, Any] = {"format": FORMAT, "schema": SCHEMA}
    if source is not None:
        record["source"] = source
    record |= {
        "version": __version__,
        "engine": document.engine,
        "warnings": list(document.warnings),
        "pages": [_page_record(page) for page in document.pages],
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _page_record(page: PageRegions) -> dict[str, Any]:
    separation = page.separation
    return {
        "number": page.page.number,
        "width": _point(page.page.width),
        "height": _point(page.page.height),
        "column_separation": None if separation is None else _point(separation),
        "regions": [_region_record(region) for region in page.regions],
    }


def _region_record(region: Region) -> dict[str, Any]:
    box = region.box
    return {
        "number": region.number,
        "kind": region.kind,
        "box": [_point(v) for v in (box.left, box.bottom, box.right, box.top)],
        "column": region.column,
        "columns": region.columns,
        "ended_by": region.ended_by or None,
        "lines": list(region.lines),
    }


def _point(value: float) -> float:
    return round(float(value), REGION_DIGITS)


def render_html(document: Regions, *, title: str) -> str:
    """One HTML page without scripts, whose content security policy forbids loading anything."""
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
        f"<title>{_escape(title)}: regions</title>",
        f"<style>{STYLE}</style></head><body>",
        *(line for page in document.pages for line in _draw_page(page)),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _draw_page(page: PageRegions) -> Iterable[str]:
    width, height = page.page.width, page.page.height
    yield f'<svg id="page-{page.page.number}" viewBox="0 0 {width:.2f} {height:.2f}" role="img">'
    yield f"<title>page {page.page.number}</title>"
    for graphic in page.page.graphics:
        yield _draw_rectangle(graphic.box, height, 'fill="none" stroke="#ccc" stroke-width="0.5"')
    for block in page.page.blocks:
        if not block.hidden and not block.rotation:
            yield _draw_text(block, height)
    for region in page.regions:
        yield from _draw_region(region, height)
    yield "</svg>"


def _draw_rectangle(box: Box, height: float, style: str) -> str:
    return (
        f'<rect x="{box.left:.2f}" y="{height - box.top:.2f}" '
        f'width="{box.width:.2f}" height="{box.height:.2f}" {style}/>'
    )


def _draw_text(block: TextBlock, height: float) -> str:
    return (
        f'<text x="{block.box.left:.2f}" y="{height - block.baseline:.2f}" '
        f'font-size="{block.font.size:.2f}" textLength="{block.box.width:.2f}" '
        f'lengthAdjust="spacingAndGlyphs">{_escape(block.text)}</text>'
    )


def _draw_region(region: Region, height: float) -> Iterable[str]:
    colour = COLOURS[region.kind]
    style = f'fill="{colour}" fill-opacity="0.08" stroke="{colour}"'
    x, y = region.box.left - BADGE_OFFSET_X, height - region.box.top + BADGE_OFFSET_Y
    yield f'<g id="r{region.number}"><title>{region.kind} {region.number}</title>'
    yield _draw_rectangle(region.box, height, style)
    yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{BADGE_RADIUS}" fill="{colour}"/>'
    yield (
        f'<text class="n" x="{x:.2f}" y="{y + BADGE_TEXT_DROP:.2f}" '
        f'font-size="{BADGE_FONT_SIZE}" text-anchor="middle">{region.number}</text></g>'
    )


def _escape(text: str) -> str:
    """Escape text for HTML; characters that HTML forbids become replacement characters."""
    plain = "".join(c if c >= " " and not 0x7F <= ord(c) < 0xA0 else "\ufffd" for c in text)
    return escape(plain)
