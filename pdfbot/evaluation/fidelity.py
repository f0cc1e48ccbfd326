"""Score a text sign by sign: digits, symbols, and what is raised or lowered.

scoring.py compares the words of three letters or more; this compares every other character of the
sentences whose words are right. Sentences around a removed or unknown formula are not required.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from pdfbot.errors import InputError
from pdfbot.evaluation.matching import SENTENCE_SIMILARITY
from pdfbot.evaluation.scored_text import (
    EQUATION,
    comparison_key,
    is_scored,
    split_scored_sentences,
)
from pdfbot.evaluation.script_notation import Script, read_scripts
from pdfbot.evaluation.truth import TruthParagraph

# Next to the truth: its paragraphs with raised text as ^{…} and lowered text as _{…}.
MARKED = "marked.json"
# Stands for an unknown inline formula in such a text.
UNKNOWN_FORMULA = "\ufffc"
# Number of most similar sentences of an output that are compared.
MAX_CANDIDATES = 3
# Characters: the longest run-in label that may precede a sentence.
MAX_LABEL = 40

# Signs that look alike count as the first of them.
_LOOKALIKES = {
    ord(char): spellings[0]
    for spellings in (
        *("-‐‑‒–—−―﹣", "'‘’‛′`´ʹ", '"“”„″', "°◦˚∘º", "·•∙⋅●▪", "~∼˜∽", "*∗⁎", "εϵ", "φϕ", "Δ∆"),
        *("βß", "|∣", "/⁄∕", ":∶", "≤⩽", "≥⩾", "⊥⟂", "∅⌀", "⋆★"),
    )
    for char in spellings[1:]
}
# Publishers' XML leaves out the brackets and commas of citations.
_IGNORED = {ord(char): None for char in "[],\u00ad\u2063\u200b"}
# "1–4" is 1, 2, 3, 4 in publishers' XML.
_CITATION_RANGE = re.compile(r"\d{3,}")
_BLANK_LINE = re.compile(r"\n\s*\n")

# A raised or lowered piece: its kind, its place in the sentence, and its text.
Piece = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class SignedSentence:
    """A normalised sentence without spaces; `is_known` if the truth has all of it."""

    key: str
    signs: str
    pieces: tuple[Piece, ...]
    is_known: bool


@dataclass(frozen=True, slots=True)
class FidelityScore:
    """Counts of required sentences, of those with right words, signs or both, and of scripts."""

    asked: int = 0
    words: int = 0
    signs: int = 0
    faithful: int = 0
    scripts: int = 0
    scripts_given: int = 0
    scripts_right: int = 0

    @property
    def figures(self) -> tuple[float, ...]:
        """The shares of right words and signs, recall and precision of scripts, and the total."""
        return (
            _share(self.words, self.asked),
            _share(self.signs, self.words),
            _share(self.scripts_right, self.scripts),
            _share(self.scripts_right, self.scripts_given),
            _share(self.faithful, self.asked),
        )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def read_marked(truth: Path, paragraphs: Sequence[TruthParagraph]) -> list[str]:
    """The required texts with their scripts, or without where the scripts are unknown."""
    path = truth.with_name(MARKED)
    marked: Sequence[str | None] = [None] * len(paragraphs)
    if path.is_file():
        try:
            marked = json.loads(path.read_bytes())
        except ValueError as error:
            raise InputError(f"{path}: not JSON ({error})") from None
    pairs = zip(paragraphs, marked, strict=False)
    return [text or paragraph.text for paragraph, text in pairs if not paragraph.optional]


def score_fidelity(expected: Iterable[str], output: str) -> FidelityScore:
    """Compare plain text, paragraphs separated by blank lines, with the texts of the truth."""
    # Only evaluation needs this library.
    from rapidfuzz import fuzz, process

    asked = [
        s for text in expected for s in read_sentences(text) if s.is_known and is_scored(s.key)
    ]
    given = [s for text in _paragraphs(output) for s in read_sentences(text)]
    keys = [sentence.key for sentence in given]
    counts: Counter[str] = Counter(asked=len(asked))
    for wanted in asked:
        hits = process.extract(
            wanted.key,
            keys,
            scorer=fuzz.ratio,
            score_cutoff=SENTENCE_SIMILARITY,
            limit=MAX_CANDIDATES,
        )
        if hits:
            best = max(
                (given[index] for _, _, index in hits),
                key=lambda s: (s.signs == wanted.signs, fuzz.ratio(s.signs, wanted.signs)),
            )
            counts += _compare(wanted, best)
    return FidelityScore(**counts)


def _compare(wanted: SignedSentence, given: SignedSentence) -> Counter[str]:
    """The score of a sentence whose words are right."""
    has_signs = same_signs(wanted.signs, given.signs)
    in_place = wanted.signs == given.signs
    expected = _count_pieces(wanted.pieces, in_place=in_place)
    found = _count_pieces(given.pieces, in_place=in_place)
    return Counter(
        words=1,
        signs=int(has_signs),
        faithful=int(has_signs and not expected - found),
        scripts=expected.total(),
        scripts_given=found.total(),
        scripts_right=(expected & found).total(),
    )


def _count_pieces(pieces: Sequence[Piece], *, in_place: bool) -> Counter[tuple[object, ...]]:
    """Counts of scripts by kind and text, and by place if places can be compared."""
    return Counter((kind, place if in_place else -1, text) for kind, place, text in pieces)


def same_signs(wanted: str, given: str) -> bool:
    """Whether sentences are equal, but for a leading label and the middle of citation ranges."""
    if wanted == given:
        return True
    matcher = SequenceMatcher(None, wanted, given, autojunk=False)
    for tag, start, end, given_start, given_end in matcher.get_opcodes():
        inserted = given[given_start:given_end]
        is_listed = (
            inserted == "-"
            and wanted[start:end].isdigit()
            and wanted[start - 1 : start].isdigit()
            and wanted[end : end + 1].isdigit()
        )
        is_label = (
            start == end == given_start == 0
            and given_end <= MAX_LABEL
            and inserted[-1:] in (":", ".")
        )
        if tag != "equal" and not is_listed and not is_label:
            return False
    return True


def read_sentences(text: str) -> Iterator[SignedSentence]:
    """The sentences of a paragraph with all their signs."""
    characters, scripts = read_scripts(text.translate(_LOOKALIKES))
    flat, places = _flatten(characters)
    pieces = [_piece(script, flat, places) for script in scripts]
    at = 0
    for sentence in split_scored_sentences("".join(characters)):
        signs, _ = _flatten(list(sentence))
        start = flat.find(signs, at)
        if start < 0:
            continue
        at = start + len(signs)
        inside = tuple((k, place - start, t) for k, place, t in pieces if start <= place < at and t)
        yield SignedSentence(comparison_key(sentence), signs, inside, _is_known(sentence, inside))


def _is_known(sentence: str, pieces: Iterable[Piece]) -> bool:
    if EQUATION in sentence or UNKNOWN_FORMULA in sentence:
        return False
    return not any(kind == "^" and _CITATION_RANGE.fullmatch(text) for kind, _, text in pieces)


def _flatten(characters: Sequence[str]) -> tuple[str, list[int]]:
    """The normalised characters without spaces, and where each of them begins."""
    flat: list[str] = []
    places = []
    for char in characters:
        places.append(len(flat))
        spelled = unicodedata.normalize("NFKC", char).translate(_IGNORED).translate(_LOOKALIKES)
        flat += [sign for sign in spelled if not sign.isspace()]
    return "".join(flat), [*places, len(flat)]


def _piece(script: Script, flat: str, places: Sequence[int]) -> Piece:
    start, end = places[script.start], places[script.end]
    return script.kind, start, flat[start:end]


def _paragraphs(output: str) -> list[str]:
    """The paragraphs of plain text, each on one line, with unchanged characters."""
    pieces = _BLANK_LINE.split(output.replace("\f", "\n\n"))
    return [" ".join(piece.split()) for piece in pieces if piece.strip()]
