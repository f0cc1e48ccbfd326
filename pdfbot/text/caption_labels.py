"""Captions by part of speech: a paragraph that opens with a label such as "Figure 3" is a
caption unless a verb follows, as in "Figure 3 shows"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pdfbot.text.languages.lexicon import (
    AFTER_LABEL,
    BEFORE_NUMBER,
    ENGLISH,
    LABELS,
    entries_of,
    lexicon_of,
    without_accents,
)
from pdfbot.text.part_of_speech import tag_words

# Labels in all languages; N stands for the number where it comes first: "N. ábra".
_LABELS = {kind: tuple(dict.fromkeys(entries_of(kind))) for kind in LABELS}
_NUMBER_FIRST = re.compile(r"N\.? ")
_NAMES = {
    **{
        kind: tuple(name for name in names if not _NUMBER_FIRST.match(name))
        for kind, names in _LABELS.items()
    },
    "listing": ("Listing", "Lst"),
    "scheme": ("Scheme",),
    "chart": ("Chart", "Graph", "Diagram", "Map"),
    "box": ("Box",),
    "plate": ("Plate",),
    "exhibit": ("Exhibit",),
    "video": ("Video", "Movie"),
}


def _spellings(name: str) -> tuple[str, ...]:
    """A name as printed, in capitals, perhaps letterspaced, and in capitals without accents."""
    capitals = name.upper()
    if capitals == name:
        return (name,)
    return name, *dict.fromkeys((capitals, without_accents(capitals)))


_KINDS = {
    spelling.replace(" ", "").casefold(): kind
    for kind, names in _NAMES.items()
    for name in names
    for spelling in _spellings(name)
}
# Labels of English papers; verbs after others are not English either.
_ENGLISH_NAMES = frozenset(
    name.casefold()
    for kind, names in _NAMES.items()
    for name in (lexicon_of(ENGLISH)[kind] if kind in LABELS else names)
)
_KINDS_BEHIND = {
    spelling: kind
    for kind, names in _LABELS.items()
    for name in names
    if _NUMBER_FIRST.match(name)
    for spelling in _spellings(_NUMBER_FIRST.sub("", name))
}
# Words and particles after a label that is part of a sentence, in scripts without capitals.
_AFTER_LABEL = tuple(entries_of(AFTER_LABEL))


def _by_length(name: str) -> tuple[int, str]:
    return -len(name), name


# The grammar of a label, from its parts to the whole. Longer names come first, so that "Figure"
# is not read as "Fig" and "ure"; lower-case "figure 3" is the middle of a sentence. Capitals may
# be letterspaced: "F I G U R E 3".
_NAME = "|".join(
    "|".join((re.escape(name), *map("[ ]?".join, _spellings(name)[1:])))
    for name in sorted({name for names in _NAMES.values() for name in names}, key=_by_length)
)


def _by_first_letter(names: str, fold: Callable[[str], str] = str) -> str:
    """The same names, each behind its first letter, so that a text is compared with few of them."""
    rests: dict[str, list[str]] = {}
    for name in names.split("|"):
        rests.setdefault(fold(name[0]), []).append(name[1:])
    return "|".join(f"{first}(?:{'|'.join(those)})" for first, those in rests.items())


# "Figura n.º 3", "شكل رقم 3"
_NUMBER_SIGN = "|".join(re.escape(sign) for sign in dict.fromkeys(entries_of(BEFORE_NUMBER)))
_PREFIX = r"(?:Supplement(?:ary|al)|SUPPLEMENT(?:ARY|AL)|Extended[ ]Data|Appendix)[ ]"
_NUMBER = r"""
    (?:
        (?:[A-Z]{1,2}[.\-]?)?                        # S1, A.2
        \d+ (?:[.\-–]\d+)*                           # 3, 2.1, 3–5
        (?:[A-Za-z](?:[–-][A-Za-z])?(?![A-Za-z]))?   # 3a, 3a–c
      | [IVXLC]+(?!\w)                               # IV
      | [一二三四五六七八九十]{1,3}(?!\w)            # 三
      | [A-Z](?=\s?[.:|])                            # A:
    )
    (?:\([a-z](?:\s?[-–,]\s?[a-z])*\))?              # 3(a), 3(a, b)
"""
_LABEL = re.compile(
    rf"""
    \s* (?P<bracket>[<〈《[［【](?=[^\x00-\x7f]))? (?:{_PREFIX})?
    (?P<name>{_by_first_letter(_NAME)}) (?P<plural>[sS])? \.? \s*
    (?:(?:{_NUMBER_SIGN})\s*|[-–－](?=\d))?
    (?P<inner>\((?=\d+\)))?
    (?P<number>{_NUMBER}) (?(inner)\)) (?(bracket)[>〉》\]］】])
    (?:
        (?P<separator> \s?[.:|：．。]+(?!\d) | \s?[–—-]+(?=\s) | \s[–—](?=[^\W\d]) )
      | (?!\w)
    )
    """,
    re.VERBOSE,
)
# Names of figures and tables that are no abbreviations.
_MIN_FULL_NAME = 5
_FULL_NAMES = sorted(
    (
        form
        for kind in ("figure", "table")
        for name in _NAMES[kind]
        if len(name) >= _MIN_FULL_NAME
        for form in {name, name.upper()}
    ),
    key=_by_length,
)
# The only figure of a paper has no number: "Figura. Medianas das bases".
_LABEL_ALONE = re.compile(
    rf"""
    \s* (?P<name>{"|".join(_FULL_NAMES)})
    (?P<separator>\s?[.:|]) \s+ (?=[^\Wa-z_])
    """,
    re.VERBOSE,
)
# "3. ábra", "2. táblázat:"
_LABEL_BEHIND = re.compile(
    rf"""
    \s* (?P<number>\d+(?:\.\d+)*) \.? \s+ (?P<name>{"|".join(map(re.escape, _KINDS_BEHIND))})
    (?: (?P<separator> \s?[.:|]+(?!\d) | \s[–—-]+(?=\s) ) | (?!\w) )
    """,
    re.VERBOSE,
)


@cache
def _joined_label() -> re.Pattern[str]:
    """Labels joined to the first one: "Figure 3 and Table 2", "Figs. 3, 4 and 5", "Fig. 3a, b".

    Compiled when it is first needed, because most papers do without.
    """
    return re.compile(
        rf"""
        \s* (?: ,\s*(?:and|or)\b | , | and\b | or\b | to\b | & | [–-] ) \s*
        (?:
            (?: (?:{_PREFIX})? (?:{_NAME}) [sS]? \.? \s* )? {_NUMBER}
          | \(?[A-Za-z]\)?(?!\w)
        )
        """,
        re.VERBOSE,
    )


_FIRST_LETTERS = "".join({spelling[0].lower() for spelling in _KINDS})


@cache
def _mention() -> re.Pattern[str]:
    """A label anywhere in a sentence; plain text does without.

    Sorted by their first letters, the names are tried in half of the time that it takes to look for
    each of them in the text.
    """
    return re.compile(
        rf"\b(?i:(?=[{_FIRST_LETTERS}])) (?P<name>(?i:{_by_first_letter(_NAME, str.lower)}))"
        rf"s?\.?\s*(?P<number>{_NUMBER})(?!\w)",
        re.VERBOSE,
    )


_JOINED_NUMBER = re.compile(
    rf"\s*(?:,\s*(?:and|or)\b|,|;|and\b|or\b|to\b|&)\s*(?P<number>{_NUMBER})(?![\w.]\w)",
    re.VERBOSE,
)
_PANEL = re.compile(r"(?<=\d)(?:[A-Za-z](?:[–-][A-Za-z])?)?(?:\(.*\))?$")
_RANGE = re.compile(r"(\d{1,3})[-–](\d{1,3})")
# Numbers from the first to the last of a range; "2–17" is rather chapter 2, figure 17.
_MAX_RANGE = 12
_PARENTHESIS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])")
# A bracket that was opened in front of the label; "a)" and "iii)" are labels of panels.
_CLOSED_EARLIER = re.compile(r"[^()\[\]]*[^\W\d_]{4}[)\]]")
_CONTINUED = re.compile(r"\s*[,;]?\s*[(\[]?cont(?:inued|['’]?d|\.|inuation)", re.IGNORECASE)
_ENDS_CONTINUED = re.compile(r"[(\[]cont(?:inued|['’]?d|\.)[)\]]\W*$", re.IGNORECASE)
_SEVERAL_PANELS = re.compile(r"[A-Za-z]\)?\s?[–,-]")

_FIRST_WORD = re.compile(r"[^\W\d_]+(?=[\s,]|$)")
_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_END_OF_CLAUSE = re.compile(r"[;:?!]|\.(?:\s+[^\Wa-z]|\s*$)")
# Tokens; a sentence names its verb earlier.
_MAX_TOKENS = 30

_THIRD_PERSON = re.compile(r"[^sui]s$")
_CLOSED_CLASSES = frozenset(("IN", "DT", "CD", "CC", "PRP", "PRP$", "WDT", "TO"))
_MODALS = frozenset(("can", "could", "may", "might", "must", "shall", "should", "will", "would"))
_PAST = frozenset(("was", "were", "had", "did", "gave"))
# Tags of a verb that does not follow its subject directly, and of the words between the two.
_DISTANT_VERBS = frozenset(("VBZ", "VBP", "MD"))
_BEFORE_VERB = frozenset((",", "IN", "WDT", "WP$", "POS", "NN", "NNS", "VBN", "VBG"))
# Verbs that follow a label in nearly every paper: they need no tagger.
_USUAL_VERBS = frozenset(
    "compares contains demonstrates depicts details gives illustrates indicates is lists plots "
    "provides reports represents reveals shows summarises summarizes".split()
)
_USUAL_PLURAL_VERBS = frozenset(
    "are demonstrate illustrate provide report show summarise summarize".split()
)
# "Figure 2 a shows", "Fig. 4 c, d illustrate": panels set apart from the number. Before any other
# word, "a" is an article.
_PANELS_APART = re.compile(
    rf"""
    \s+ [a-z] (?P<more> (?: \s?(?:,|and|[–-])\s? [a-z] (?!\w) )* )
    (?= \s+ (?:{"|".join(sorted(_USUAL_VERBS | _USUAL_PLURAL_VERBS | _MODALS | _PAST))}) \b )
    """,
    re.VERBOSE,
)
_FLOATING = frozenset(("both", "all", "each", "together"))
_RELATIVE = frozenset(("that", "which", "who", "whose", "where"))


@dataclass(frozen=True, slots=True)
class CaptionLabel:
    """A label such as "TABLE IV." or "Fig. 3(a):"; `end` is the offset after its separator."""

    kind: str
    number: str
    end: int
    separator: str = ""
    plural: bool = False
    is_english: bool = True


def label_of(text: str) -> CaptionLabel | None:
    """The label that opens `text`, if there is one."""
    match = _LABEL.match(text)
    if match is None:
        return _label_behind_number(text)
    name = match["name"].replace(" ", "").casefold()
    return CaptionLabel(
        kind=_KINDS[name],
        number=match["number"],
        end=match.end(),
        separator=(match["separator"] or "").strip(),
        plural=match["plural"] is not None,
        is_english=name in _ENGLISH_NAMES,
    )


def label_alone(text: str) -> CaptionLabel | None:
    """A label without a number, as the only figure of a paper has; it may be a sentence's end."""
    match = _LABEL_ALONE.match(text)
    if match is None:
        return None
    name = match["name"].casefold()
    separator = match["separator"].strip()
    return CaptionLabel(_KINDS[name], "", match.end(), separator, False, name in _ENGLISH_NAMES)


def is_bare_label(text: str) -> bool:
    """A label with its number and nothing behind it."""
    label = label_of(text)
    return label is not None and not text[label.end :].strip()


def _label_behind_number(text: str) -> CaptionLabel | None:
    match = _LABEL_BEHIND.match(text)
    if match is None:
        return None
    return CaptionLabel(
        kind=_KINDS_BEHIND[match["name"]],
        number=match["number"],
        end=match.end(),
        separator=(match["separator"] or "").strip(),
        is_english=False,
    )


def reads_as_caption(text: str) -> bool:
    """Whether `text` opens with a label and continues as a caption does, not as a sentence.

    Captions have a punctuation mark after the number or begin with a capital letter; failing
    both, the absence of a verb decides.
    """
    label = label_of(text)
    if label is None:
        return False
    rest = text[label.end :]
    if label.separator or not rest.strip() or _CONTINUED.match(rest):
        return True
    if rest.startswith((",", ")", "]", "’s", "'s", "、", "，", "،", "）")):
        return False
    if _CLOSED_EARLIER.match(rest):
        return False
    if not label.is_english:
        following = rest.lstrip()
        return not (following[:1].islower() or following.startswith(_AFTER_LABEL))
    subject_end, _ = _skip_subject(rest)
    following = rest[subject_end:].lstrip()
    if following.startswith((",", ";")):
        return False
    word = _FIRST_WORD.match(following)
    return word is None or not word[0].islower() or not is_verb_after_label(text)


def is_continuation(text: str) -> bool:
    """Whether the float continues from another page: "Table 2. Cont.", "Table 2 … (continued)"."""
    label = label_of(text)
    if label is None:
        return False
    return bool(_CONTINUED.match(text, label.end) or _ENDS_CONTINUED.search(text))


def is_verb_after_label(text: str) -> bool:
    """Whether the label is the subject of a sentence, that is, whether a finite verb follows it.

    A tagger trained on everyday text takes "Figure 3 shows" for three nouns, so the label is
    replaced by a pronoun: "It shows".
    """
    label = label_of(text)
    if label is None:
        return False
    rest = text[label.end :]
    subject_end, is_joined = _skip_subject(rest)
    tokens = _first_clause(rest[subject_end:])
    if not tokens:
        return False
    plural = is_joined or label.plural or _SEVERAL_PANELS.search(label.number) is not None
    if tokens[0] in (_USUAL_PLURAL_VERBS if plural else _USUAL_VERBS):
        return True
    tags = tag_words(["They" if plural else "It", *tokens, "."])[1:-1]
    return _has_finite_verb(tokens, tags, plural)


def _skip_subject(rest: str) -> tuple[int, bool]:
    """The offset after joined labels and parentheses, and whether labels were joined."""
    panels = _PANELS_APART.match(rest)
    position, is_joined = (panels.end(), bool(panels["more"])) if panels else (0, False)
    joined = _joined_label()
    while match := joined.match(rest, position) or _PARENTHESIS.match(rest, position):
        is_joined = is_joined or match.re is joined
        position = match.end()
    return position, is_joined


def _first_clause(text: str) -> list[str]:
    """The first tokens of `text`, up to the end of its first clause."""
    end = _END_OF_CLAUSE.search(text)
    return _TOKEN.findall(text[: end.start()] if end else text)[:_MAX_TOKENS]


def _has_finite_verb(tokens: list[str], tags: list[str], plural: bool) -> bool:
    """Whether a verb follows directly or after adverbs, "of [7]" or ", which ...,"."""
    start = 0
    while start < len(tags) and (tags[start][:2] == "RB" or tokens[start] in _FLOATING):
        start += 1
    if start == len(tags):
        return False
    if _agrees_with_label(tokens[start], tags[start], plural):
        return True
    if tags[start] not in _BEFORE_VERB:
        return False
    subordinate = tags[start] in (",", "IN", "WDT", "WP$")
    for i in range(start + 1, len(tags)):
        if tokens[i].lower() in _RELATIVE and not subordinate:
            return False
        # "in the appendix reports the ...": no article follows a plural noun.
        if tags[i] in _DISTANT_VERBS or tags[i : i + 2] == ["NNS", "DT"]:
            return True
    return False


def _agrees_with_label(token: str, tag: str, plural: bool) -> bool:
    """Whether the word after the subject is its verb, in the singular or plural like the label.

    Right after a pronoun the tagger takes nouns for verbs ("It overview") and rare verbs for
    nouns ("It zooms"), so the ending of the word counts as well.
    """
    if not plural and _THIRD_PERSON.search(token) and tag not in _CLOSED_CLASSES:
        return True
    if tag == "VBD":
        return token.endswith("ed") or token in _PAST
    if tag == "VBZ":
        return token.endswith("s")
    return token in _MODALS or (plural and tag in ("VBP", "VB"))


def find_mentions(text: str) -> frozenset[tuple[str, str]]:
    """The kinds and numbers of the floats that a sentence refers to: "Figs. 3 and 4a", "Table II".

    Panels are left out: "Fig. 3(a)" mentions figure 3.
    """
    return frozenset(
        (found.kind, number) for found in locate_mentions(text) for number in found.numbers
    )


@dataclass(frozen=True, slots=True)
class LocatedMention:
    """Characters that refer to floats of one kind: "Figs. 3" and "4a" are two mentions."""

    start: int
    end: int
    kind: str
    numbers: Sequence[str]


# Sentences are asked for the floats that they mention, and then for all parts of the paper.
@lru_cache(maxsize=2048)
def locate_mentions(text: str) -> tuple[LocatedMention, ...]:
    """The mentions in order, with their places; a range is one mention."""
    found: list[LocatedMention] = []
    for match in _mention().finditer(text):
        kind = _KINDS[match["name"].replace(" ", "").casefold()]
        start, end = match.start("name"), match.end()
        found.append(LocatedMention(start, end, kind, _numbers(match["number"])))
        while (joined := _JOINED_NUMBER.match(text, end)) is not None:
            start, end = joined.start("number"), joined.end()
            found.append(LocatedMention(start, end, kind, _numbers(joined["number"])))
    return tuple(found)


def bare_number(number: str) -> str:
    """The number of a float without its panel: "3" of "3(a)" and of "3a"."""
    return _PANEL.sub("", number)


def _numbers(printed: str) -> list[str]:
    """All numbers of a range such as "3–5"; the number itself if it is not a range."""
    ends = _RANGE.fullmatch(printed)
    if ends is None:
        return [bare_number(printed)]
    first, last = int(ends[1]), int(ends[2])
    if not first < last <= first + _MAX_RANGE:
        return [printed]
    return [str(number) for number in range(first, last + 1)]
