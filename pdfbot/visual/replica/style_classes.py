"""CSS classes of a replica: one per value of each property, as in pdf2htmlEX."""

from __future__ import annotations

# Pixels per point in which text is laid out before it is scaled down: browsers round the heights
# of fonts to pixels.
TEXT_SCALE = 10.0


class ValueClasses:
    """The classes of one property, numbered in order of first use."""

    def __init__(self, prefix: str, css_property: str) -> None:
        self._prefix, self._property = prefix, css_property
        self._names: dict[str, str] = {}

    def __getitem__(self, value: str) -> str:
        return self._names.setdefault(value, f"{self._prefix}{len(self._names):x}")

    def px(self, value: float) -> str:
        """The class of a length in pixels."""
        return self[f"{value:.3f}px"]

    def points(self, value: float) -> str:
        """The class of a length in points, in the pixels of text."""
        return self.px(value * TEXT_SCALE)

    def css(self) -> str:
        return "".join(f".{name}{{{self._property}:{v}}}\n" for v, name in self._names.items())


class StyleClasses:
    """All classes of one replica."""

    def __init__(self) -> None:
        self.transform: ValueClasses = ValueClasses("m", "transform")
        self.left: ValueClasses = ValueClasses("x", "left")
        self.bottom: ValueClasses = ValueClasses("y", "bottom")
        self.width: ValueClasses = ValueClasses("w", "width")
        self.height: ValueClasses = ValueClasses("h", "height")
        self.font_size: ValueClasses = ValueClasses("fs", "font-size")
        self.colour: ValueClasses = ValueClasses("fc", "color")
        self.word_spacing: ValueClasses = ValueClasses("ws", "word-spacing")
        # A step of the pen; and the place of running text on the page, for readers of the file.
        self.step: ValueClasses = ValueClasses("_", "margin-left")
        self.place_x: ValueClasses = ValueClasses("X", "--left")
        self.place_y: ValueClasses = ValueClasses("Y", "--bottom")
        self.top: ValueClasses = ValueClasses("o", "top")
        self.line_height: ValueClasses = ValueClasses("l", "line-height")

    def css(self) -> str:
        """The CSS rules of all classes used so far."""
        return "".join(classes.css() for classes in vars(self).values())
