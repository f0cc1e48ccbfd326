"""Invented text as TeX, with what a reader of the page sees of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from mechanisms.prose import NOUNS, SURNAMES, Prose

# Stands for a display in the truth of a paragraph.
EQUATION = "\u2063"

_SPECIAL = str.maketrans({"–": "--", "%": r"\%", "&": r"\&", "#": r"\#", "’": "'"})
# Inline mathematics of one or two letters, longer expressions, and tall ones that push lines apart;
# each as TeX and as its signs are read.
SYMBOLS = (
    ("x", "x"),
    ("n", "n"),
    ("k_{i}", "ki"),
    (r"\alpha", "α"),
    (r"\beta_{j}", "βj"),
    ("T", "T"),
    ("m^{2}", "m2"),
    (r"\lambda", "λ"),
    ("R_{0}", "R0"),
    ("q'", "q′"),
)
EXPRESSIONS = (
    ("x_{i} + y_{i} = z_{i}", "xi + yi = zi"),
    (r"f \colon A \to B", "f : A → B"),
    (r"\alpha \le \beta < \gamma", "α ≤ β < γ"),
    (r"a_{1}, a_{2}, \ldots, a_{n}", "a1, a2, . . . , an"),
    (r"(p, q) \in P \times Q", "(p, q) ∈ P × Q"),
    (r"\|u - v\|^{2} \le c\, h^{k+1}", "∥u − v∥2 ≤ c hk+1"),
    ("E(t) = E_{0} e^{-kt}", "E(t) = E0e−kt"),
    (r"V \otimes W \cong W \otimes V", "V ⊗ W ≅ W ⊗ V"),
)
TALL = (
    (r"\frac{a+b}{c}", "a+b c"),
    (r"\sum_{i=1}^{n} w_{i}", "∑ni=1 wi"),
    (r"\sqrt{x^{2} + y^{2}}", "√x2 + y2"),
    (r"\int_{0}^{1} g(t)\,dt", "∫10 g(t) dt"),
)
ABBREVIATED = (
    "e.g., {}",
    "i.e., {}",
    "see Fig. {number} for {}",
    "cf. Sect. {number} on {}",
    "{name} et al. on {}",
    "approx. {number} of {}",
)


@dataclass(frozen=True, slots=True)
class Text:
    """A text as TeX, and as it is read."""

    tex: str
    read: str

    def __add__(self, other: Text) -> Text:
        return Text(self.tex + other.tex, self.read + other.read)

    @staticmethod
    def plain(text: str) -> Text:
        return Text(text.translate(_SPECIAL), text)

    @staticmethod
    def math(formula: tuple[str, str]) -> Text:
        """Inline mathematics."""
        return Text(f"${formula[0]}$", formula[1])

    @staticmethod
    def styled(command: str, text: Text) -> Text:
        return Text(rf"\{command}{{{text.tex}}}", text.read)

    @staticmethod
    def joined(texts: Iterable[Text], separator: str = " ") -> Text:
        found = list(texts)
        return Text(separator.join(t.tex for t in found), separator.join(t.read for t in found))


class Writer:
    """A source of sentences with citations, abbreviations and inline mathematics.

    `citations` is how the paper cites: numbers in brackets, authors and years, or raised numbers.
    `math` is the chance of a formula in a clause.
    """

    def __init__(self, rng: random.Random, citations: str, math: float = 0.05) -> None:
        self.rng = rng
        self.prose = Prose(rng)
        self._citations = citations
        self._math = math

    def citation(self) -> Text:
        rng = self.rng
        year = rng.randint(1961, 2019)
        if self._citations == "years":
            return Text.plain(f"({rng.choice(SURNAMES)} et al., {year})")
        first = rng.randint(1, 60)
        numbers = rng.choice([f"{first}", f"{first},{first + 2}", f"{first}–{first + 3}"])
        if self._citations == "raised":
            return Text(rf"\textsuperscript{{{Text.plain(numbers).tex}}}", "")
        return Text.plain(f"[{numbers}]")

    def sentence(self, *, cited: bool | None = None) -> Text:
        """One sentence; `cited` says whether a citation is behind its full stop."""
        rng = self.rng
        text = Text.plain(self.prose.sentence().split(" [")[0].removesuffix("."))
        if rng.random() < 0.12:
            aside = rng.choice(ABBREVIATED).format(
                f"the {rng.choice(NOUNS)}", number=rng.randint(2, 9), name=rng.choice(SURNAMES)
            )
            text += Text.plain(f" ({aside})")
        while rng.random() < self._math:
            text += self._formula()
        if cited:
            space = Text("", "") if self._citations == "raised" else Text(" ", " ")
            return text + Text(".", ".") + space + self.citation()
        if cited is None and rng.random() < 0.2:
            text += Text("", "") if self._citations == "raised" else Text("~", " ")
            text += self.citation()
        return text + Text(".", ".")

    def _formula(self) -> Text:
        rng = self.rng
        kind = rng.random()
        if kind < 0.5:
            symbol = Text.math(rng.choice(SYMBOLS))
            return Text.plain(" of ") + symbol + Text.plain(f" and the {rng.choice(NOUNS)}")
        formula = Text.math(rng.choice(EXPRESSIONS if kind < 0.85 else TALL))
        start = Text.plain(rng.choice((" with ", " where ", " and so ")))
        return start + formula + Text.plain(f" near {self.prose.noun_phrase()}")

    def sentences(self, count: int) -> Text:
        return Text.joined(self.sentence() for _ in range(count))

    def paragraph(self, least: int = 2, most: int = 7) -> Text:
        return self.sentences(self.rng.randint(least, most))

    def clause(self, opening: str = "") -> Text:
        """The beginning of a sentence that goes on below a display."""
        rng = self.rng
        start = opening or rng.choice(("We then obtain", "Here the balance of", "It follows that"))
        return Text.plain(f"{start} {self.prose.clause()}")

    def where(self) -> Text:
        """How a sentence goes on below a display."""
        rng = self.rng
        symbol, other = rng.sample(SYMBOLS, 2)
        parts = (
            Text.plain("where ")
            + Text.math(symbol)
            + Text.plain(f" is {self.prose.noun_phrase()}"),
            Text.plain(" and ") + Text.math(other) + Text.plain(f" {self.prose.noun_phrase()}"),
        )
        return Text.joined(parts, "") + Text(".", ".")

    def labels(self, count: int) -> list[str]:
        return list(chain.from_iterable(self.prose.words(1) for _ in range(count)))
