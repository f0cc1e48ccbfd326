"""Captions by part of speech: a paragraph that opens with a label such as "Figure 3" is a
caption unless a verb follows, as in "Figure 3 shows"."""

from __future__ import annotations

import re
from functools import cache

from pdfbot.text.caption_labels import NAME, NUMBER, PREFIX, label_of
from pdfbot.text.languages.lexicon import AFTER_LABEL, entries_of
from pdfbot.text.part_of_speech import tag_words

# Words and particles after a label that is part of a sentence, in scripts without capitals.
_AFTER_LABEL = tuple(entries_of(AFTER_LABEL))
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


@cache
def _joined_label() -> re.Pattern[str]:
    """Labels joined to the first one: "Figure 3 and Table 2", "Figs. 3, 4 and 5", "Fig. 3a, b".

    Compiled when it is first needed, because most papers do without.
    """
    return re.compile(
        rf"""
        \s* (?: ,\s*(?:and|or)\b | , | and\b | or\b | to\b | & | [–-] ) \s*
        (?:
            (?: (?:{PREFIX})? (?:{NAME}) [sS]? \.? \s* )? {NUMBER}
          | \(?[A-Za-z]\)?(?!\w)
        )
        """,
        re.VERBOSE,
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
