"""Captions by part of speech: a paragraph that opens with a label such as "Figure 3" is a
caption unless a verb follows, as in "Figure 3 shows"."""

from __future__ import annotations

import re

from pdfbot.dataclass import dataclass

_NAMES = {
    "figure": ("Figure", "Fig", "Abbildung", "Abb", "Figura", "Рисунок", "Рис", "Слика"),
    "table": ("Table", "Tab", "Tabelle", "Tableau", "Tabla", "Tabela", "Таблица", "Табл", "Табела"),
    "algorithm": ("Algorithm", "Algo", "Alg"),
    "listing": ("Listing", "Lst"),
    "scheme": ("Scheme",),
    "chart": ("Chart", "Graph", "Diagram", "Map"),
    "box": ("Box",),
    "plate": ("Plate",),
    "exhibit": ("Exhibit",),
    "video": ("Video", "Movie"),
}
_KINDS = {name.casefold(): kind for kind, names in _NAMES.items() for name in names}

# Longest first, so that "Figure" is not read as "Fig" and "ure".
_WORDS = tuple(
    sorted(
        {form for names in _NAMES.values() for name in names for form in (name, name.upper())},
        key=len,
        reverse=True,
    )
)
_BEFORE = (
    "Supplementary ",
    "Supplemental ",
    "SUPPLEMENTARY ",
    "SUPPLEMENTAL ",
    "Extended Data ",
    "Appendix ",
)
_OPENINGS = _WORDS + _BEFORE
_NUMBER = (
    r"(?:(?:[A-Z]{1,2}[.\-]?)?\d+(?:[.\-–]\d+)*(?:[A-Za-z](?:[–-][A-Za-z])?(?![A-Za-z]))?"
    r"|[IVXLC]+(?!\w)|[A-Z](?=\s?[.:|]))(?:\([a-z](?:\s?[-–,]\s?[a-z])*\))?"
)
_BEHIND_WORD = re.compile(
    rf"(?P<plural>[sS])?\.?\s*(?P<number>{_NUMBER})"
    r"(?:(?P<separator>\s?[.:|]+(?!\d)|\s?[–—-]+(?=\s)|\s[–—](?=[^\W\d]))|(?!\w))"
)
# Few papers need the rest: it is compiled when it is first used.
# "Figure 3 and Table 2", "Figs. 3, 4 and 5", "Fig. 3a, b": labels joined to the first one.
_JOINTS = (",", "and", "or", "to", "&", "–", "-")
_JOINED = (
    rf"\s*(?:,\s*(?:and|or)\b|,|and\b|or\b|to\b|&|[–-])\s*"
    rf"(?:(?:(?:{'|'.join(_BEFORE)})?(?:{'|'.join(_WORDS)})[sS]?\.?\s*)?{_NUMBER}"
    r"|\(?[A-Za-z]\)?(?!\w))"
)
_ASIDE = r"\s*(?:\([^()]*\)|\[[^\[\]]*\])"
_CONTINUED = r"\s*[,;]?\s*[(\[]?cont(?:inued|['’]?d|\.|inuation)"
_TOKEN = r"\w+(?:[-'’]\w+)*|[^\w\s]"

_THIRD_PERSON = r"[^sui]s$"
_CLOSED_CLASSES = frozenset(("IN", "DT", "CD", "CC", "PRP", "PRP$", "WDT", "TO"))
_MODALS = frozenset(("can", "could", "may", "might", "must", "shall", "should", "will", "would"))
_PAST = frozenset(("was", "were", "had", "did", "gave"))
_FINITE_FURTHER_ON = frozenset(("VBZ", "VBP", "MD"))
_BEFORE_VERB = frozenset((",", "IN", "WDT", "WP$", "POS", "NN", "NNS", "VBN", "VBG"))
# What follows a label in nearly every paper, and is a verb whatever comes behind it.
_USUAL_VERBS = frozenset(
    "compares contains demonstrates depicts details gives illustrates indicates is lists plots "
    "provides reports represents reveals shows summarises summarizes".split()
)
_USUAL_PLURALS = frozenset(
    "are demonstrate illustrate provide report show summarise summarize".split()
)
_FLOATING = frozenset(("both", "all", "each", "together"))
_RELATIVE = frozenset(("that", "which", "who", "whose", "where"))
_MAX_TOKENS = 30
_END_OF_CLAUSE = r"[;:?!]|\.(?:\s+[^\Wa-z]|\s*$)"
_PANELS = r"[A-Za-z]\)?\s?[–,-]"
_FIRST_WORD = r"[^\W\d_]+(?=[\s,]|$)"


@dataclass(frozen=True, slots=True)
class CaptionLabel:
    """A label such as "TABLE IV." or "Fig. 3(a):"; `end` is the offset behind its separator."""

    kind: str
    number: str
    end: int
    separator: str = ""
    plural: bool = False


def label_of(text: str) -> CaptionLabel | None:
    """The label that `text` opens with; lower-case "figure 3" is the middle of a sentence."""
    rest = text.lstrip()
    if not rest.startswith(_OPENINGS):
        return None
    rest = rest[next((len(before) for before in _BEFORE if rest.startswith(before)), 0) :]
    for word in _WORDS:
        behind = len(text) - len(rest) + len(word)
        if rest.startswith(word) and (match := _BEHIND_WORD.match(text, behind)):
            return CaptionLabel(
                kind=_KINDS[word.casefold()],
                number=match["number"],
                end=match.end(),
                separator=(match["separator"] or "").strip(),
                plural=match["plural"] is not None,
            )
    return None


def reads_as_caption(text: str) -> bool:
    """Whether `text` opens with a label and goes on as a caption does, not as a sentence.

    Captions put a mark behind the number or begin with a capital letter; where neither is seen,
    the absence of a verb decides.
    """
    label = label_of(text)
    if label is None:
        return False
    rest = text[label.end :]
    if label.separator or not rest.strip() or re.match(_CONTINUED, rest, re.IGNORECASE):
        return True
    if rest.startswith((",", "’s", "'s")):
        return False
    subject, _ = _skip_subject(rest)
    following = rest[subject:].lstrip()
    if following.startswith((",", ";")):
        return False
    word = re.match(_FIRST_WORD, following)
    return word is None or not word[0].islower() or not is_verb_after_label(text)


def is_verb_after_label(text: str) -> bool:
    """Whether the label is the subject of a sentence, that is, whether a finite verb follows it.

    A tagger trained on everyday text takes "Figure 3 shows" for three nouns, so a pronoun stands
    in for the label: "It shows".
    """
    label = label_of(text)
    if label is None:
        return False
    rest = text[label.end :]
    subject, joined = _skip_subject(rest)
    tokens = _tokens_of_sentence(rest[subject:])
    if not tokens:
        return False
    plural = joined or label.plural or re.search(_PANELS, label.number) is not None
    if tokens[0] in (_USUAL_PLURALS if plural else _USUAL_VERBS):
        return True
    from pdfbot.nonbody.tagger import tag_words  # few captions need it

    tags = tag_words(["They" if plural else "It", *tokens, "."])[1:-1]
    return _has_finite_verb(tokens, tags, plural)


def _skip_subject(rest: str) -> tuple[int, bool]:
    """Offset behind joined labels and bracketed asides, and whether labels were joined."""
    position, joined = 0, False
    while True:
        left = rest[position:]
        joint = left.lstrip().startswith(_JOINTS) and re.match(_JOINED, left)
        match = joint or re.match(_ASIDE, left)
        if not match:
            return position, joined
        joined = joined or bool(joint)
        position += match.end()


def _tokens_of_sentence(text: str) -> list[str]:
    """The first words of `text`, up to the end of its first clause."""
    end = re.search(_END_OF_CLAUSE, text)
    return re.findall(_TOKEN, text[: end.start()] if end else text)[:_MAX_TOKENS]


def _has_finite_verb(tokens: list[str], tags: list[str], plural: bool) -> bool:
    """A verb at once, or behind what may stand between: adverbs, "of [7]", ", which ...,"."""
    start = 0
    while start < len(tags) and (tags[start][:2] == "RB" or tokens[start] in _FLOATING):
        start += 1
    if start == len(tags):
        return False
    if _is_verb_of(tokens[start], tags[start], plural):
        return True
    if tags[start] not in _BEFORE_VERB:
        return False
    subordinate = tags[start] in (",", "IN", "WDT", "WP$")
    for i in range(start + 1, len(tags)):
        if tokens[i].lower() in _RELATIVE and not subordinate:
            return False
        # "in the appendix reports the ...": a plural noun has no article behind it.
        if tags[i] in _FINITE_FURTHER_ON or tags[i : i + 2] == ["NNS", "DT"]:
            return True
    return False


def _is_verb_of(token: str, tag: str, plural: bool) -> bool:
    """Whether the word behind the subject is its verb, spelled as one of that number.

    Right after a pronoun the tagger takes nouns for verbs ("It overview") and rare verbs for
    nouns ("It zooms"), so the ending has its say.
    """
    if not plural and re.search(_THIRD_PERSON, token) and tag not in _CLOSED_CLASSES:
        return True
    if tag == "VBD":
        return token.endswith("ed") or token in _PAST
    if tag == "VBZ":
        return token.endswith("s")
    return token in _MODALS or (plural and tag in ("VBP", "VB"))
