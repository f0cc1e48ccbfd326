"""Invented sentences that read like a paper's: every document has its own, from a seed."""

from __future__ import annotations

import random

ADJECTIVES = (
    "early shallow narrow coarse gentle northern repeated ordinary complete thin steady remote "
    "moderate separate reliable seasonal damp local typical sparse uneven recent strict broad"
).split()
NOUNS = (
    "valley ferry harvest lantern meadow signal kettle orchard harbour ledger mill bridge cellar "
    "weaver pasture furnace gravel canal beacon barley chimney stable quarry vessel hedge timber"
).split()
PLURALS = (
    "measurements samples observers villages readings records seasons crossings loads channels "
    "travellers workshops estimates markets farmers boats shelters repairs gates carts"
).split()
VERBS = (
    "changed followed supported reduced explained carried limited reached preceded covered "
    "raised repeated improved crossed replaced described measured joined altered confirmed"
).split()
PREPOSITIONS = "near after beside during beyond without under across before along".split()
OPENINGS = (
    "In most years",
    "At the same time",
    "As a consequence",
    "By contrast",
    "After the second survey",
    "For this reason",
    "With few exceptions",
    "In the northern district",
)
CONNECTIONS = ("because", "although", "while", "so that", "whereas", "and")
HEADINGS = (
    "Introduction",
    "Materials and methods",
    "Results of the survey",
    "Sources of error",
    "Comparison of districts",
    "General discussion",
    "Conclusions",
)
SURNAMES = "Aldous Berrin Castell Dovery Emmett Farrow Gadsby Hollin Ismay Jorvik Kestle".split()
GIVEN_NAMES = "Ada Bruno Clara Dmitri Elsa Felix Greta Hugo Ines Jonas".split()


class Prose:
    """A source of sentences, headings and names."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def noun_phrase(self) -> str:
        rng = self._rng
        if rng.random() < 0.5:
            return f"the {rng.choice(ADJECTIVES)} {rng.choice(NOUNS)}"
        return f"{rng.choice(ADJECTIVES)} {rng.choice(PLURALS)}"

    def clause(self) -> str:
        rng = self._rng
        ending = f" {rng.choice(PREPOSITIONS)} {self.noun_phrase()}"
        return f"{self.noun_phrase()} {rng.choice(VERBS)} {self.noun_phrase()}{ending}"

    def sentence(self) -> str:
        """One sentence of eight to thirty words, now and then with a number or a citation."""
        rng = self._rng
        text = self.clause()
        if rng.random() < 0.6:
            text = f"{text} {rng.choice(CONNECTIONS)} {self.clause()}"
        if rng.random() < 0.25:
            text = f"{rng.choice(OPENINGS)}, {text}"
        if rng.random() < 0.15:
            text = f"{text} in {rng.randint(2, 97)} of {rng.randint(98, 400)} cases"
        if rng.random() < 0.15:
            text = f"{text} [{rng.randint(1, 9)}]"
        return f"{text[0].upper()}{text[1:]}."

    def paragraph(self, least: int = 3, most: int = 6) -> str:
        return " ".join(self.sentence() for _ in range(self._rng.randint(least, most)))

    def title(self) -> str:
        rng = self._rng
        subject = f"{rng.choice(ADJECTIVES)} {rng.choice(PLURALS)}"
        return f"A survey of {subject} in a {rng.choice(NOUNS)} district"

    def name(self) -> str:
        rng = self._rng
        return f"{rng.choice(GIVEN_NAMES)} {rng.choice(SURNAMES)}"

    def heading(self) -> str:
        """A heading inside a section."""
        rng = self._rng
        return f"The {rng.choice(ADJECTIVES)} {rng.choice(NOUNS)} and its {rng.choice(PLURALS)}"

    def words(self, count: int) -> list[str]:
        """Different nouns."""
        return self._rng.sample(NOUNS, count)

    def number(self, least: int, most: int) -> int:
        return self._rng.randint(least, most)

    def reference(self, number: int) -> str:
        rng = self._rng
        year = rng.randint(1961, 2019)
        place = f"Annals of the {rng.choice(NOUNS)} {rng.randint(2, 60)}"
        pages = rng.randint(10, 300)
        return (
            f"[{number}] {rng.choice(SURNAMES)} {rng.choice('ABCDEFGH')}. "
            f"{self.heading()}. {place}, {pages}–{pages + 11} ({year})."
        )
