"""Colours of layers: ordered for colour-blind readers too, and light enough to read on."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

import pdfbot
from pdfbot.visual.highlight.colours import (
    CHOSEN_OPACITY,
    DEFAULT_COLOUR,
    LABEL_COLOURS,
    PALETTE,
    is_colour,
    layer_colours,
    on_paper,
    parse_colour,
)

WHITE = "#ffffff"
# What colour-blind eyes see, for linear RGB: Machado, Oliveira and Fernandes (2009), severity 1.
EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# CIEDE2000: 1 is just noticeable side by side; between neighbours of layers, and white.
MIN_STEP = 7.5
# Between any two labels, which are in no order.
MIN_STEP_OF_LABELS = 12.0
# WCAG 2, for text.
MIN_CONTRAST = 4.5

Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def seen(colour: str, eye: str) -> Triple:
    """The colour in CIELAB as this eye sees it."""
    rgb = linear(colour)
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, rgb, strict=True)), 0.0), 1.0) for row in EYES[eye]
    )
    xyz = (
        (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25**7))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    hue = (h1 + turn / 2) % 360
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    rotation = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * 2
    rotation *= sqrt(chroma**7 / (chroma**7 + 25**7))
    l_term = dl / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    c_term, h_term = dc / (1 + 0.045 * chroma), dh / (1 + 0.015 * chroma * t)
    return sqrt(l_term**2 + c_term**2 + h_term**2 + rotation * c_term * h_term)


def contrast_with_black(colour: str) -> float:
    red, green, blue = linear(colour)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) / 0.05


def test_difference_is_that_of_the_published_examples() -> None:
    """Sharma, Wu and Dalal (2005), pairs 1, 17 and 25."""
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    pair = (60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)
    assert difference(*pair) == pytest.approx(1.2644, abs=1e-4)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("count", [6, 3])
def test_layers_get_lighter_step_by_step_for_every_eye(eye: str, count: int) -> None:
    colours = [seen(colour, eye) for colour in (*layer_colours(count), WHITE)]
    for stronger, paler in pairwise(colours):
        assert stronger[0] < paler[0]
        assert difference(stronger, paler) >= MIN_STEP


@pytest.mark.parametrize("eye", EYES)
def test_any_two_labels_can_be_told_apart_by_every_eye(eye: str) -> None:
    colours = [seen(colour, eye) for colour in (*LABEL_COLOURS, WHITE)]
    assert min(difference(*pair) for pair in combinations(colours, 2)) >= MIN_STEP_OF_LABELS


def test_black_text_is_legible_on_every_colour() -> None:
    for colour in (*PALETTE, *LABEL_COLOURS, DEFAULT_COLOUR):
        assert contrast_with_black(colour) >= MIN_CONTRAST
    for colour in ("#000080", "#800000", "#006400", "#0000ff", "#4b0082"):
        assert contrast_with_black(on_paper(colour, CHOSEN_OPACITY)) >= MIN_CONTRAST


@pytest.mark.parametrize("count", range(1, len(PALETTE) + 1))
def test_layers_have_colours_of_their_own_and_use_the_whole_palette(count: int) -> None:
    colours = layer_colours(count)
    assert len(set(colours)) == count
    assert colours[0] == PALETTE[0]
    assert count == 1 or colours[-1] == PALETTE[-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yellow", "#ffff00"),
        ("#abc", "#aabbcc"),
        ("rgb(1, 2, 3)", "#010203"),
        (" Orange ", "#ffa500"),
    ],
)
def test_colours_are_parsed_as_in_css(text: str, expected: str) -> None:
    assert parse_colour(text) == expected
    assert is_colour(text)


@pytest.mark.parametrize("text", ["", "no colour", "red;}body{display:none", "url(x)"])
def test_text_that_is_not_a_colour_is_refused(text: str) -> None:
    with pytest.raises(pdfbot.UsageError, match="is not a colour"):
        parse_colour(text)
    assert not is_colour(text)
