"""scripts/make_typeset.py: papers typeset by TeX, with exact truth."""

from __future__ import annotations

import random
import re
import shutil

import pypdfium2
import pytest
from make_typeset import BUILDERS
from typeset.ocr import as_scan
from typeset.paper import TypesettingError, run_tex
from typeset.writing import EQUATION, Text

NEEDS_TEX = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX is not installed")
WORD = re.compile(r"[a-z]{3,}")


def words_of(pdf: bytes) -> set[str]:
    document = pypdfium2.PdfDocument(pdf)
    pages = " ".join(page.get_textpage().get_text_range() for page in document)
    return set(WORD.findall(re.sub("[\x02￾]\\s*", "", pages).lower()))


@pytest.mark.parametrize("mechanism", BUILDERS)
def test_papers_are_the_same_every_time_and_differ(mechanism: str) -> None:
    one, again, other = (BUILDERS[mechanism](random.Random(seed)) for seed in "aab")
    assert one.source == again.source
    assert one.style == again.style
    assert one.source != other.source


@pytest.mark.parametrize("mechanism", BUILDERS)
def test_every_word_of_the_truth_is_in_the_source(mechanism: str) -> None:
    paper = BUILDERS[mechanism](random.Random("words"))
    source = "\n".join(paper.source).lower()
    for text in (p["text"].replace(EQUATION, " ") for p in paper.paragraphs):
        assert [word for word in WORD.findall(text.lower()) if word not in source] == []


@NEEDS_TEX
@pytest.mark.parametrize("mechanism", ["displays", "lists", "captions"])
def test_the_truth_is_what_tex_prints(mechanism: str) -> None:
    paper = BUILDERS[mechanism](random.Random("printed"))
    printed = words_of(paper.typeset())
    truth = {w for p in paper.paragraphs for w in WORD.findall(p["text"].lower())}
    # Words that are cut at line ends without a soft hyphen are a few.
    assert len(truth - printed) <= 0.05 * len(truth)


@NEEDS_TEX
def test_a_scan_has_pictures_and_invisible_words() -> None:
    source = r"\documentclass{article}\begin{document}The mill stands still.\end{document}"
    scan = as_scan(run_tex(source), random.Random(1))
    (page,) = pypdfium2.PdfDocument(scan)
    kinds = [thing.type for thing in page.get_objects()]
    assert kinds.count(pypdfium2.raw.FPDF_PAGEOBJ_IMAGE) == 1
    assert {"the", "mill", "stands", "still"} <= words_of(scan)


@NEEDS_TEX
def test_an_error_of_tex_is_told() -> None:
    with pytest.raises(TypesettingError, match="Undefined control sequence"):
        run_tex(r"\documentclass{article}\begin{document}\nothing\end{document}")


def test_text_knows_its_source_and_its_reading() -> None:
    text = Text.plain("5 % of 3–4 ") + Text.math((r"\beta_{j}", "βj"))
    assert text == Text(r"5 \% of 3--4 $\beta_{j}$", "5 % of 3–4 βj")
