"""Colours of highlights: parsing CSS notations, and the palettes of layers and labels."""

from __future__ import annotations

from tinycss2.color3 import RGBA, parse_color

from pdfbot.errors import UsageError

DEFAULT_COLOUR = "#ffe066"
# From the most to the least important layer: increasingly light, also for colour-blind readers,
# light enough for black text, and unlike their neighbours (tests measure it for every eye).
PALETTE = ("#f98e52", "#ffb639", "#e8c49e", "#f9e77b", "#f3f4b5", "#eaffe5")
# For labels without a colour, in the order in which they appear.
LABEL_COLOURS = ("#7fb3ff", "#bcfdc3", "#cac1d9", "#b3cbbb", "#ffe066", "#dea576")
# Opacity of colours that users choose, so that text stays legible.
CHOSEN_OPACITY = 0.55


def parse_colour(text: str) -> str:
    """The colour as #rrggbb, from a name or any other CSS notation."""
    colour = parse_color(text)
    if not isinstance(colour, RGBA):
        raise UsageError(
            f"{text!r} is not a colour: use a form such as yellow, #ffe066 or rgb(255, 224, 102)"
        )
    red, green, blue = (round(255 * part) for part in (colour.red, colour.green, colour.blue))
    return f"#{red:02x}{green:02x}{blue:02x}"


def is_colour(text: str) -> bool:
    return isinstance(parse_color(text), RGBA)


def on_paper(colour: str, opacity: float) -> str:
    """The colour, given as #rrggbb, blended with white paper."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - opacity * (255 - part)):02x}" for part in parts)


def layer_colours(count: int) -> list[str]:
    """The colours of `count` layers, as far apart as the palette allows."""
    last, steps = len(PALETTE) - 1, max(count - 1, 1)
    return [PALETTE[-(-index * last // steps)] for index in range(count)]
