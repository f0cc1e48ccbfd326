"""Regions as text, as JSON, and drawn with their numbers on the pages."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from typing import Any

from pdfbot.layout.regions import PageRegions, Region, Regions
from pdfbot.model import Box, TextBlock
from pdfbot.output.records import POINT_DIGITS

FORMAT = "pdfbot-regions"
SCHEMA = 1

COLOURS = {"header": "#8a6d00", "text": "#0b62c4", "image": "#1d8031", "footer": "#8a6d00"}
STYLE = (
    "body{margin:1em auto;max-width:60em;font-family:sans-serif;background:#ddd}"
    "svg{display:block;width:100%;height:auto;background:#fff;margin:0 0 1em}"
    "text{white-space:pre;font-family:serif}"
    ".n{font-family:sans-serif;font-weight:bold;fill:#fff}"
)


def render_text(document: Regions) -> str:
    """The text with a newline at its end; nothing at all when there is none."""
    return document.text + "\n" if document.text else ""


def render_json(document: Regions, *, source: str | None = None) -> str:
    """The record of docs/regions.md, indented."""
    from pdfbot import __version__

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
    return round(float(value), POINT_DIGITS)


def render_html(document: Regions, *, title: str) -> str:
    """One page of HTML without scripts; a browser is told to load nothing at all."""
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
        f"<title>{_escaped(title)}: regions</title>",
        f"<style>{STYLE}</style></head><body>",
        *(line for page in document.pages for line in _page_lines(page)),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _page_lines(page: PageRegions) -> Iterable[str]:
    width, height = page.page.width, page.page.height
    yield f'<svg id="page-{page.page.number}" viewBox="0 0 {width:.2f} {height:.2f}" role="img">'
    yield f"<title>page {page.page.number}</title>"
    for graphic in page.page.graphics:
        yield _rectangle(graphic.box, height, 'fill="none" stroke="#ccc" stroke-width="0.5"')
    for block in page.page.blocks:
        if not block.hidden and not block.rotation:
            yield _text(block, height)
    for region in page.regions:
        yield from _region_lines(region, height)
    yield "</svg>"


def _rectangle(box: Box, height: float, looks: str) -> str:
    return (
        f'<rect x="{box.left:.2f}" y="{height - box.top:.2f}" '
        f'width="{box.width:.2f}" height="{box.height:.2f}" {looks}/>'
    )


def _text(block: TextBlock, height: float) -> str:
    return (
        f'<text x="{block.box.left:.2f}" y="{height - block.baseline:.2f}" '
        f'font-size="{block.font.size:.2f}" textLength="{block.box.width:.2f}" '
        f'lengthAdjust="spacingAndGlyphs">{_escaped(block.text)}</text>'
    )


def _region_lines(region: Region, height: float) -> Iterable[str]:
    colour = COLOURS[region.kind]
    looks = f'fill="{colour}" fill-opacity="0.08" stroke="{colour}"'
    x, y = region.box.left - 9, height - region.box.top + 8
    yield f'<g id="r{region.number}"><title>{region.kind} {region.number}</title>'
    yield _rectangle(region.box, height, looks)
    yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="8" fill="{colour}"/>'
    yield (
        f'<text class="n" x="{x:.2f}" y="{y + 3.5:.2f}" font-size="10" '
        f'text-anchor="middle">{region.number}</text></g>'
    )


def _escaped(text: str) -> str:
    """Safe in HTML; characters that HTML forbids are shown as a replacement character."""
    plain = "".join(c if c >= " " and not 0x7F <= ord(c) < 0xA0 else "\ufffd" for c in text)
    return escape(plain)
