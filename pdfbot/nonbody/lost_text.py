"""Pages of running text of which hardly anything was kept, so that users can check them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import chain

from pdfbot.model import Line
from pdfbot.rules import Role, Rule

# How a warning about such a page begins.
LOST_TEXT = "most of the text was taken out on page"
# Share of the words of a page's running text: with less of them in the body text, it is noticed.
MIN_KEPT = 0.2
# Words: with less running text, what was taken out may be a caption or a note.
MIN_RUNNING_WORDS = 200
# Words of a line of running text, most of which begin with a small letter.
MIN_LINE_WORDS = 6
MIN_SMALL = 0.7
# Pages that are named.
MAX_PAGES = 10
# What is not body text although it reads like it.
_EXPECTED = frozenset((Role.REFERENCE, Role.UNSEEN))
_EXPECTED_RULES = frozenset((Rule.CONTENTS, Rule.CODE, Rule.MONOSPACED, Rule.ALIGNED_WORDS))
# Characters of the shortest words.
MIN_WORD_CHARS = 2
_WORD = re.compile(rf"[^\W\d_]{{{MIN_WORD_CHARS},}}")


def find_lost_text(judged: Iterable[tuple[Line, Rule]]) -> list[str]:
    """A warning for each page of running text with hardly any body text, and the rule to blame."""
    kept: Counter[int] = Counter()
    appendix: defaultdict[int, list[str]] = defaultdict(list)
    taken: defaultdict[int, defaultdict[Rule, list[str]]] = defaultdict(lambda: defaultdict(list))
    for line, rule in judged:
        if rule is Rule.BODY:
            kept[line.page] += line.text.count(" ") + 1
        elif rule is Rule.AFTER_REFERENCES:
            appendix[line.page].append(line.text)
        elif rule.role not in _EXPECTED and rule not in _EXPECTED_RULES:
            taken[line.page][rule].append(line.text)
    warnings = []
    for page, texts in sorted(taken.items()):
        if not _may_be_lost(chain.from_iterable(texts.values()), kept[page]):
            continue
        by_rule = Counter({rule: sum(map(_running_words, found)) for rule, found in texts.items()})
        total = by_rule.total() + kept[page]
        # Long notes of an appendix are taken out with it.
        appended = sum(map(_running_words, appendix[page]))
        if total >= max(MIN_RUNNING_WORDS, appended) and kept[page] < MIN_KEPT * total:
            rule, words = by_rule.most_common(1)[0]
            warnings.append(
                f"{LOST_TEXT} {page}: {kept[page]} of {total} words are left, and the rule "
                f"{rule} took {words}"
            )
    return warnings[:MAX_PAGES]


def _may_be_lost(taken: Iterable[str], kept: int) -> bool:
    """Whether these lines can have that many words; they are counted on the few such pages."""
    most = sum(map(len, taken)) // MIN_WORD_CHARS + kept
    return most >= MIN_RUNNING_WORDS and kept < MIN_KEPT * most


def _running_words(text: str) -> int:
    """The number of words in a line of running text; 0 for other lines."""
    words = _WORD.findall(text)
    small = sum(word[0].islower() or not word[0].isupper() for word in words)
    return len(words) if len(words) >= MIN_LINE_WORDS and small >= MIN_SMALL * len(words) else 0
