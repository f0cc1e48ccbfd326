"""Whether the first layer of a paper is worth reading alone, measured without the ranking's lists.

Each measure is of the sentences of layer 1. English papers only: what opens a sentence, heads a
section or says what was found is compared with the lists below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import sqrt

from pdfbot.model import Extraction, Sentence
from pdfbot.ranking.ranked_sentences import RankedSentence

# What a sentence opens with if the one before says what it is about; "This paper" is known.
DEPENDENT = re.compile(
    r"(?:(?:This|These|That|Those)(?! (?:present |current )?(?:paper|study|work|article|review|"
    r"survey|thesis|report|research|section)s?\b)|It|Its|They|Their|Them|He|She|His|Her|Such|"
    r"Both|"
    r"However|Nevertheless|Nonetheless|Therefore|Thus|Hence|Moreover|Furthermore|Additionally|"
    r"Also|Consequently|Accordingly|Similarly|Likewise|Conversely|Instead|Otherwise|Meanwhile|"
    r"Besides|But|And|So|Then|Yet|Indeed|Alternatively|Subsequently|Another|Here(?!,? we)|"
    r"There(?=fore|by|after)|In (?:addition|contrast|particular|other words|these|that|such|"
    r"both|turn|fact)|In this(?! (?:present )?(?:paper|study|work|article|review|report)\b)|"
    r"By contrast|On the (?:other|contrary)|As a (?:result|consequence)|"
    r"For (?:example|instance|this|these|that)|To this end|At the same time|Second(?:ly)?,|"
    r"The (?:former|latter|same|other|above)|Due to this|Because of this|Third(?:ly)?,|Finally,|"
    r"Next,|Lastly,|After (?:this|that)|From (?:this|these))\b"
)  # fmt: skip
METHODS = re.compile(
    r"\b(?:methods?|methodolog\w+|materials?|experimental|procedures?|participants|protocols?|"
    r"study (?:design|population|area)|data (?:collection|analys[ie]s|acquisition|sources?)|"
    r"statistical analys[ie]s|statistics|measurements?|sampling|implementation)\b"
)
# A section on these reports what was found with the methods.
NOT_METHODS = re.compile(r"\b(?:results?|discussion|related|findings|conclusions?)\b")
BACK_MATTER = re.compile(
    r"\b(?:acknowledge?ments?|fundings?|competing|conflicts?|consent|"
    r"authors?[’']?s? contributions?|ethics|availability|supplementa\w+|supporting information|"
    r"abbreviations|disclosure|"
    r"declarations?|additional (?:files?|information)|publisher[’']s note|references|"
    r"orcid|credit)\b"
)
FURNITURE = re.compile(
    r"^(?:key ?words?|index terms|abbreviations)\b|^©|\bcopyright\b|creative commons|"
    r"all rights reserved|^received:?\s.*\d{4}|^correspond(?:ence|ing)\b|"
    r"(?:no|any) (?:competing|conflicts? of) |\b(?:was|were|is) "
    r"(?:financially |partially |partly )?(?:supported|funded) by\b|authors? (?:read|declare|"
    r"contributed|thank|acknowledge|"
    r"would like to thank)|we (?:thank|are grateful|gratefully)|\bdoi\.org\b|"
    r"informed consent|approved by the .*(?:committee|board)",
    re.IGNORECASE,
)
CAPTION_LIKE = re.compile(
    r"^(?:Supplementary |Extended Data )?(?:Figure|Fig\.|Figs\.|Figures|Table|Tables|Algorithm|"
    r"Scheme|Listing|Box)\s*[A-Z]?\d"
)
FINDING = re.compile(
    r"\b(?:we (?:\w+ )?(?:show|find|found|demonstrate|conclude|propose|present|introduce|report|"
    r"suggest|observe|describe|develop|identif|prove|provide|review)\w*|(?:results?|findings) "
    r"(?:\w+ )?(?:show|suggest|indicat|demonstrat|reveal|confirm|support|provid|highlight)\w*|"
    r"(?:study|paper|work|article|review|analysis) (?:\w+ )?(?:show|demonstrat|present|propos|"
    r"reveal|suggest|provid|describ|introduc|indicat|highlight)\w*|"
    r"was found|were found|in conclusion|in summary|to conclude|conclusions?|significantly|"
    r"outperform\w*|showed that|revealed that|shown that)\b",
    re.IGNORECASE,
)
CONCLUSION = re.compile(r"\b(?:conclusions?|concluding|summary)\b")
MIN_WORDS = 5
# Cosine of the counts of the words of four letters and more.
MAX_ALIKE = 0.65
_WORD = re.compile(r"[^\W\d_]+")
# A full stop, perhaps with what it closes and a citation mark behind it: ".[5c,29]".
_COMPLETE = re.compile(r"[.!?][\"”’')\]]*(?: ?\[[^\]]+\]|[\d,–-]+)?$")
MEASURES = (
    "dependent openers without the sentence before",
    "sentences on methods",
    "no text: heading, keywords, caption, fragment, back matter",
    "pairs of sentences that are alike, in each paper",
    "papers whose main claim is not in it",
)


@dataclass(frozen=True)
class LayerMeasures:
    """What layer 1 of a paper has too much of; `claims` is None if nothing could be claimed."""

    sentences: int
    dependent: tuple[str, ...]
    methods: tuple[str, ...]
    no_text: tuple[str, ...]
    alike: tuple[tuple[str, str], ...]
    claimed: bool | None


def measure_layer(paper: Extraction, ranked: Sequence[RankedSentence]) -> LayerMeasures:
    """The measures of the sentences that are in layer 1."""
    chosen = {item.sentence.id for item in ranked if item.layer == 1}
    order = paper.sentences
    layer = [sentence for sentence in order if sentence.id in chosen]
    before = {new.id: old for old, new in pairwise(order)}
    dependent = [s for s in layer if _is_dependent(s) and not _is_answered(s, before, chosen)]
    return LayerMeasures(
        len(layer),
        tuple(s.text for s in dependent),
        tuple(s.text for s in layer if is_on_methods(s)),
        tuple(s.text for s in layer if is_no_text(s, paper)),
        tuple(_alike(layer)),
        _has_claim(paper, layer),
    )


def _is_dependent(sentence: Sentence) -> bool:
    return DEPENDENT.match(sentence.text) is not None


def _is_answered(sentence: Sentence, before: dict[str, Sentence], chosen: set[str]) -> bool:
    """Whether the sentences before are shown, up to one that stands alone."""
    while _is_dependent(sentence):
        previous = before.get(sentence.id)
        if previous is None or previous.id not in chosen:
            return False
        sentence = previous
    return True


def is_on_methods(sentence: Sentence) -> bool:
    headings = [heading.casefold() for heading in sentence.path]
    return any(METHODS.search(h) and not NOT_METHODS.search(h) for h in headings)


def is_no_text(sentence: Sentence, paper: Extraction) -> bool:
    text = sentence.text
    headings = {section.heading.casefold() for section in paper.sections}
    return bool(
        len(_WORD.findall(text)) < MIN_WORDS
        or not _COMPLETE.search(text)
        or text.strip(".").casefold() in headings
        or CAPTION_LIKE.match(text)
        or FURNITURE.search(text)
        or any(BACK_MATTER.search(heading.casefold()) for heading in sentence.path)
    )


def _alike(layer: Sequence[Sentence]) -> Iterator[tuple[str, str]]:
    counts = [
        Counter(word for word in _WORD.findall(s.text.casefold()) if len(word) > 3) for s in layer
    ]
    lengths = [sqrt(sum(n * n for n in count.values())) for count in counts]
    for i, j in combinations(range(len(layer)), 2):
        product = sum(n * counts[j][word] for word, n in counts[i].items())
        if product > MAX_ALIKE * lengths[i] * lengths[j]:
            yield layer[i].text, layer[j].text


def _has_claim(paper: Extraction, layer: Sequence[Sentence]) -> bool | None:
    """Whether layer 1 says what was found, in words of the abstract or the conclusion."""
    abstract = [s for p in paper.abstract for s in p.sentences]
    conclusion = [
        s for s in paper.sentences if any(CONCLUSION.search(h.casefold()) for h in s.path)
    ]
    if not abstract and not conclusion:
        return None
    claims = [s for s in (*abstract, *conclusion) if FINDING.search(s.text)]
    # Abstracts close with what was found, in whatever words.
    ids = {s.id for s in (*claims, *abstract[-1:], *([] if claims else conclusion))}
    return any(s.id in ids for s in layer)


def layer_table(columns: Mapping[str, Sequence[LayerMeasures]]) -> str:
    """The measures of several layers beside each other, as a Markdown table."""
    rows = [f"| layer 1 | {' | '.join(columns)} |", "|---|" + "---:|" * len(columns)]
    figures = [_figures(found) for found in columns.values()]
    for name, values in zip(MEASURES, zip(*figures, strict=True), strict=True):
        rows.append(f"| {name} | {' | '.join(values)} |")
    return "\n".join(rows)


def _figures(found: Sequence[LayerMeasures]) -> list[str]:
    """One figure for each of `MEASURES`."""
    total = sum(item.sentences for item in found)
    able = [item.claimed for item in found if item.claimed is not None]
    shares = (sum(len(getattr(i, name)) for i in found) for name in ("dependent", "methods"))
    return [
        *(f"{100 * share / total:.1f} %" for share in shares),
        str(sum(len(item.no_text) for item in found)),
        f"{sum(len(item.alike) for item in found) / len(found):.2f}",
        f"{able.count(False)} of {len(able)}",
    ]
