"""What a reader needs to know of a sentence before it is shown alone.

It may be no sentence of the paper's own account at all (a fragment, a line of keywords, a
statement on funding), it may need the one before ("However, this …"), and it may say what was
found. What such sentences look like is data by language: `data/languages`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeAlias

from pdfbot.model import Extraction, Sentence
from pdfbot.text.caption_labels import label_of
from pdfbot.text.languages.lexicon import (
    BACK_MATTER,
    BACK_MATTER_SENTENCES,
    CONCLUSIONS,
    DEMONSTRATIVES,
    DEPENDENT_OPENERS,
    ENGLISH,
    FINDINGS,
    METHODS,
    OWN_WORK,
    POINTERS,
    RESULTS,
    lexicon_of,
)
from pdfbot.text.part_of_speech import tag_words
from pdfbot.text.writing_systems import HAN_OR_KANA, SOUTHEAST_ASIAN

# Where in the paper a sentence is, as far as that matters to a reader.
Part: TypeAlias = Literal["abstract", "conclusions", "methods", "back matter", ""]

MIN_SENTENCE_WORDS = 5
# Characters of a sentence in scripts without spaces.
MIN_CHARACTERS = 12
# A shorter English sentence without a verb is a heading or a label; the tagger errs too often to
# be asked about longer ones.
SHORT = 7
# Words in lower case of a place such as "Tables 13, 14 and Figs. 5 and 6."
MAX_PLACE_WORDS = 2
# Words of a sentence before one that leads back: "The expression of these two genes".
MAX_WORDS_BEFORE = 5
# Share of letters among the characters other than spaces; below it, formulas or numbers.
MIN_LETTER_SHARE = 0.6
# Share of capitalised words: names, and headings.
MAX_CAPITALISED = 0.75
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[\w’'-]+|[^\w\s]")
# A full stop, perhaps with what it closes and a citation mark behind it.
_ENDS = re.compile(r"[.!?。！？．؟।][\"”’»」』)\]）]*[\s\d\[\],–-]*$")
# "RM and SK wrote …": initials of authors.
_INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?[ -]?){2,4}(?:,|:| and | [A-ZÀ-Þ]{2,4}\b)")


class SentenceTraits:
    """What the sentences of one paper are, by the words of its language."""

    def __init__(self, paper: Extraction) -> None:
        self.language: str = paper.language or ENGLISH
        self.headings: frozenset[str] = frozenset(
            _plain(section.heading) for section in paper.sections
        )
        self.abstract: frozenset[str] = frozenset(s.id for p in paper.abstract for s in p.sentences)
        self.initials: frozenset[str] = _initials(paper.authors)

    def part(self, sentence: Sentence) -> Part:
        """Where it is, by the headings above it."""
        if sentence.id in self.abstract:
            return "abstract"
        return _part_of(sentence.path, self.language)

    def flaw(self, sentence: Sentence) -> str:
        """Why it is nothing to be read alone, in words; empty if it is a complete sentence."""
        text = sentence.text
        words = _WORD.findall(text)
        if not (HAN_OR_KANA.search(text) or SOUTHEAST_ASIAN.search(text)):
            if len(words) < MIN_SENTENCE_WORDS:
                return "too short"
            if text[:1].islower() and text[1:2].islower():
                return "begins in the middle of a sentence"
        elif len(text) < MIN_CHARACTERS:
            return "too short"
        if not _ENDS.search(text):
            return "does not end"
        return self._other_flaw(text, words)

    def _other_flaw(self, text: str, words: list[str]) -> str:
        letters = sum(map(len, words))
        if letters < MIN_LETTER_SHARE * sum(not char.isspace() for char in text):
            return "mostly numbers and symbols"
        if _plain(text) in self.headings:
            return "a heading"
        if label_of(text) is not None or self._only_points(text):
            return "speaks of a figure or table"
        if self._is_back_matter(text, words):
            return "not about the subject of the paper"
        long_words = [word for word in words if len(word) > 1]
        capitalised = sum(word[0].isupper() for word in long_words)
        if capitalised > MAX_CAPITALISED * len(long_words):
            return "a list of names, or a heading"
        if len(words) < SHORT and self.language == ENGLISH and not _has_verb(text):
            return "has no verb"
        return ""

    def _is_back_matter(self, text: str, words: list[str]) -> bool:
        """Whether it is about funding, contributions and the like, or opens with an author."""
        if _pattern(BACK_MATTER_SENTENCES, self.language).search(text):
            return True
        return _INITIALS.match(text) is not None and words[0] in self.initials

    def _only_points(self, text: str) -> bool:
        """Whether it ends with where something is shown, as "… is given in Table 2", and says no
        more than that."""
        pointers = list(_pattern(POINTERS, self.language).finditer(text))
        if not pointers or _pattern(FINDINGS, self.language).search(text):
            return False
        words = text[pointers[-1].end() :].split()
        # The label may have a word before it: "supplementary Fig. S8".
        places = (" ".join(words[start:]) for start in range(2))
        return sum(map(str.islower, words)) <= MAX_PLACE_WORDS and any(map(label_of, places))

    def is_dependent(self, sentence: Sentence) -> bool:
        """Whether it opens with words that lead back to the sentence before."""
        return _opener(self.language).match(sentence.text) is not None

    def says_finding(self, sentence: Sentence) -> bool:
        """Whether it says what the paper found or offers."""
        return _pattern(FINDINGS, self.language).search(sentence.text) is not None


@cache
def _part_of(path: tuple[str, ...], language: str) -> Part:
    for name, part in ((BACK_MATTER, "back matter"), (CONCLUSIONS, "conclusions")):
        if any(_pattern(name, language).search(heading) for heading in path):
            return part  # type: ignore[return-value]
    on_methods, on_results = _pattern(METHODS, language), _pattern(RESULTS, language)
    if any(on_methods.search(heading) and not on_results.search(heading) for heading in path):
        return "methods"
    return ""


@cache
def _pattern(section: str, language: str) -> re.Pattern[str]:
    """The entries of a section in a language and in English, which other papers use, too."""
    entries = {*lexicon_of(language)[section], *lexicon_of(ENGLISH)[section]}
    return re.compile(_any_of(entries), re.IGNORECASE)


@cache
def _opener(language: str) -> re.Pattern[str]:
    """What opens a dependent sentence; "This paper", with or without "In", leads nowhere.

    A demonstrative may be among its first words, before it says anything.
    """
    lexicon = lexicon_of(language)
    openers = _any_of(lexicon[DEPENDENT_OPENERS])
    demonstratives = _any_of(lexicon[DEMONSTRATIVES])
    own = _any_of(lexicon[OWN_WORK])
    inside = rf"(?:[^\s.;:]+ ){{1,{MAX_WORDS_BEFORE}}}(?!{own}){demonstratives} [^\W\d_]"
    return re.compile(rf"(?!{own})[\"“«(]*(?:{openers}|{inside})", re.IGNORECASE)


def _any_of(entries: Iterable[str]) -> str:
    """A pattern for phrases.

    "show*" stands for "shows", too, "^received" for the first word of a sentence, and "this …
    paper" may have up to two words at the dots.
    """
    phrases = []
    for entry in sorted(entries, key=lambda entry: (-len(entry), entry)):
        start, words = ("^", entry[1:]) if entry.startswith("^") else (r"\b", entry)
        is_spaced = not HAN_OR_KANA.search(words)
        escaped = re.escape(words.rstrip("*")).replace(r"\*\ ", r"\w*\ ")
        escaped = escaped.replace("\\ …\\ ", r"(?: [\w-]+){0,2} ")
        end = r"\w*" if words.endswith("*") else (r"(?!\w)" if is_spaced else "")
        if not is_spaced or not words[0].isalnum():
            start = start.removeprefix(r"\b")
        phrases.append(start + escaped + end)
    return f"(?:{'|'.join(phrases)})" if phrases else r"(?!)"


def _plain(text: str) -> str:
    return text.strip(" .:").casefold()


def _initials(authors: str) -> frozenset[str]:
    """The initials of the authors, as statements on contributions have them."""
    found = set()
    for name in re.split(r",|;|&|\band\b|\d", authors):
        parts = [part for part in _WORD.findall(name) if part[0].isupper()]
        found |= {"".join(part[0] for part in parts), "".join(p[0] for p in parts[::2])}
    return frozenset(found) - {""}


def _has_verb(text: str) -> bool:
    return any(tag.startswith(("VB", "MD")) for tag in tag_words(_TOKEN.findall(text)))
