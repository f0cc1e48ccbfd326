"""The words that papers use for their parts; one file per language in `data/languages`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pdfbot.resources import list_names, read_text

FOLDER = "languages"
ENGLISH = "en"
# The sections of a file: entries of one line each, ...
HEADINGS = ("abstract", "keywords", "references", "acknowledgements")
LABELS = ("figure", "table", "algorithm")
# ... and words separated by white space.
METHODS = "methods"
RESULTS = "results"
CONCLUSIONS = "conclusions"
BACK_MATTER = "back matter"
BACK_MATTER_SENTENCES = "back matter sentences"
DEPENDENT_OPENERS = "dependent openers"
OWN_WORK = "own work"
FINDINGS = "findings"
# ... for the ranking, where an entry may end with * and a phrase begin with ^, ...
RANKING = (
    METHODS, RESULTS, CONCLUSIONS, BACK_MATTER, BACK_MATTER_SENTENCES, DEPENDENT_OPENERS, OWN_WORK,
    FINDINGS,
)  # fmt: skip
TABLE_NOTE = "table note"
FREQUENT = "frequent words"
THEOREM = "theorem"
EQUATION = "equation"
SECTION = "section"
AFTER_LABEL = "sentence after a label"
BEFORE_NUMBER = "between label and number"
NEVER_FINAL = "abbreviations"
SOMETIMES_FINAL = "abbreviations that may end a sentence"
HYPHEN_STAYS = "hyphen stays before"
HYPHEN_STAYS_BEHIND = "hyphen stays behind"
HYPHEN_AND_SPACE_STAY = "hyphen and space stay before"
NUMBERS = "numbers"
WORD_SECTIONS = (
    FREQUENT, THEOREM, EQUATION, SECTION, AFTER_LABEL, BEFORE_NUMBER, NEVER_FINAL, SOMETIMES_FINAL,
    HYPHEN_STAYS, HYPHEN_STAYS_BEHIND, HYPHEN_AND_SPACE_STAY, NUMBERS,
)  # fmt: skip
SECTIONS = (*HEADINGS, *LABELS, *RANKING, TABLE_NOTE, *WORD_SECTIONS)
# Accents of Latin, Greek and Cyrillic letters; marks of other scripts are letters of their own.
# Letters of the shortest heading that is known without its accents.
_MIN_BARE = 4
_ACCENT = re.compile("[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language by section; `code` is that of BCP 47, such as "de"."""

    code: str
    name: str
    entries: dict[str, tuple[str, ...]]

    def __getitem__(self, section: str) -> tuple[str, ...]:
        return self.entries.get(section, ())

    @property
    def has_ordinals(self) -> bool:
        """Whether a number with a full stop is an ordinal: "am 3. Oktober"."""
        return "ordinal" in self[NUMBERS]


@cache
def lexicons() -> dict[str, Lexicon]:
    """All languages by their code."""
    names = sorted(list_names(FOLDER))
    return {code: _read(code) for code in (name.removesuffix(".txt") for name in names)}


def lexicon_of(language: str) -> Lexicon:
    """The words of a language; empty for a language without a file."""
    return lexicons().get(language) or Lexicon(language, language, {})


def entries_of(section: str) -> Iterator[str]:
    """The entries of a section in all languages, English first."""
    known = lexicons()
    for code in (ENGLISH, *(code for code in known if code != ENGLISH)):
        yield from known[code][section]


def headings_of(section: str) -> tuple[str, ...]:
    """The headings of a section in all languages, also without accents; longer ones first."""
    names = dict.fromkeys(entries_of(section))
    bare = [name for name in map(without_accents, names) if len(name) >= _MIN_BARE]
    return tuple(sorted(dict.fromkeys([*names, *bare]), key=len, reverse=True))


def without_accents(text: str) -> str:
    """The text as capitals are often printed: "ΠΕΡΙΛΗΨΗ", "RESUME"."""
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in parts if not _ACCENT.match(c)))


def _read(code: str) -> Lexicon:
    lines = read_text(f"{FOLDER}/{code}.txt").splitlines()
    entries: dict[str, list[str]] = {}
    section = ""
    for line in lines[1:]:
        if line.startswith("["):
            section = line.strip("[] ")
            if section not in SECTIONS:
                raise ValueError(f"{code}.txt: there is no section [{section}]")
        elif line.strip() and not line.startswith("#"):
            found = line.split() if section in WORD_SECTIONS else [line.strip()]
            entries.setdefault(section, []).extend(found)
    name = lines[0].lstrip("# ")
    return Lexicon(code, name, {key: tuple(values) for key, values in entries.items()})
