"""Signs drawn by hand, as contours in thousandths of an em."""

from __future__ import annotations

from math import cos, pi, sin

from ...pdfs import Contours

Point = tuple[float, float]


def rectangle(left: float, bottom: float, right: float, top: float) -> list[Point]:
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def circle(x: float, y: float, radius: float) -> list[Point]:
    angles = (2 * pi * step / 32 for step in range(32))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def stroke(start: Point, end: Point, width: float) -> list[Point]:
    """A straight line with butt ends."""
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    dx, dy = width * (y2 - y1) / length / 2, width * (x1 - x2) / length / 2
    return [(x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x2 - dx, y2 - dy), (x2 + dx, y2 + dy)]


PLUS: Contours = [
    [
        (50, 220),
        (300, 220),
        (300, -20),
        (360, -20),
        (360, 220),
        (610, 220),
        (610, 280),
        (360, 280),
        (360, 520),
        (300, 520),
        (300, 280),
        (50, 280),
    ]
]
EQUALS: Contours = [rectangle(50, 130, 610, 190), rectangle(50, 320, 610, 380)]
MINUS: Contours = [rectangle(50, 225, 620, 280)]
DEGREE: Contours = [circle(200, 550, 140), circle(200, 550, 95)]
DOT: Contours = [circle(140, 250, 60)]
GREATER: Contours = [[(50, 0), (610, 230), (610, 290), (50, 520), (50, 460), (540, 260), (50, 60)]]
LESS: Contours = [[(660 - x, y) for x, y in GREATER[0]]]
DIAERESIS: Contours = [circle(110, 610, 50), circle(270, 610, 50)]
TAU: Contours = [
    [
        (20, 330),
        (55, 330),
        (110, 400),
        (180, 400),
        (150, 120),
        (150, 30),
        (190, -10),
        (250, -5),
        (300, 40),
        (300, 60),
        (240, 40),
        (215, 70),
        (215, 150),
        (245, 400),
        (390, 400),
        (400, 450),
        (120, 450),
        (60, 400),
    ]
]
GAMMA: Contours = [
    [
        (20, 0),
        (340, 0),
        (340, 25),
        (240, 35),
        (240, 625),
        (480, 625),
        (520, 500),
        (545, 500),
        (540, 662),
        (20, 662),
        (20, 637),
        (120, 627),
        (120, 35),
        (20, 25),
    ]
]
MU: Contours = [
    [
        (60, -220),
        (145, -220),
        (145, 20),
        (220, -10),
        (300, 0),
        (390, 60),
        (390, 0),
        (470, 0),
        (470, 450),
        (390, 450),
        (390, 130),
        (330, 70),
        (240, 50),
        (165, 90),
        (145, 150),
        (145, 450),
        (60, 450),
    ]
]
LETTER_L: Contours = [rectangle(60, 0, 150, 720)]
LETTER_H: Contours = [
    [
        (20, 0),
        (20, 662),
        (140, 662),
        (140, 370),
        (560, 370),
        (560, 662),
        (680, 662),
        (680, 0),
        (560, 0),
        (560, 310),
        (140, 310),
        (140, 0),
    ]
]
DIGIT_ONE_BOLD: Contours = [
    [
        (70, 0),
        (430, 0),
        (430, 30),
        (330, 40),
        (330, 690),
        (290, 690),
        (70, 590),
        (80, 560),
        (190, 590),
        (190, 40),
        (70, 30),
    ]
]
# A stem with a hook and a bar, and a stem with a dot.
LIGATURE_FI: Contours = [
    [
        (30, 0),
        (230, 0),
        (230, 15),
        (180, 25),
        (180, 420),
        (430, 420),
        (430, 25),
        (380, 15),
        (380, 0),
        (560, 0),
        (560, 15),
        (510, 25),
        (510, 450),
        (180, 450),
        (180, 560),
        (220, 640),
        (290, 660),
        (340, 620),
        (400, 580),
        (440, 610),
        (400, 670),
        (320, 685),
        (220, 680),
        (130, 620),
        (100, 540),
        (100, 450),
        (30, 450),
        (30, 420),
        (100, 420),
        (100, 25),
        (30, 15),
    ],
]
SQUIGGLE: Contours = [
    stroke((0, 0), (700, 700), 20),
    stroke((0, 650), (120, 700), 200),
    rectangle(500, -200, 690, 20),
]
