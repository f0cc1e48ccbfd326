"""Small papers in other languages: their letters with marks, and what is made of their text."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

import pdfbot

from .documents import LANGUAGE_PDFS, extracted, truth

# A word of each paper, and one of another sentence.
WORDS = {
    "arabic": ("الجسور", "آلة"),
    "chinese": ("燕巢", "相机"),
    "german": ("Brücken", "Kamera"),
    "hebrew": ("גשרי", "הערפל"),
    "hindi": ("घोंसले", "कैमरे"),
    "japanese": ("ツバメ", "カメラ"),
    "korean": ("둥지", "사진기"),
    "portuguese": ("andorinhas", "câmara"),
    "russian": ("ласточек", "камерой"),
    "thai": ("นกนางแอ่น", "กล้อง"),
}
# A space at the end of a line cannot be seen: Korean words are broken there, Thai has few spaces.
UNSEEN_SPACES = ("korean", "thai", "hindi")


def stem(path: Path) -> str:
    return path.stem


def marked(text: str, name: str) -> str:
    """Every sign of a text; of Arabic the marks may be before or behind an alef."""
    text = unicodedata.normalize("NFC", text)
    if name == "arabic":
        text = re.sub("[\u064b-\u0652]", "", text)
    return re.sub(r"\s+", "", text) if name in UNSEEN_SPACES else text


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_every_sign_of_the_body_is_that_of_the_truth(path: Path) -> None:
    name = path.stem
    given = [marked(p.text, name) for p in extracted(path).paragraphs]
    assert given == [marked(p["text"], name) for p in truth(name)["paragraphs"]]


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_parts_are_found_in_every_language(path: Path) -> None:
    paper = extracted(path)
    nonbody = truth(path.stem)["nonbody"]
    assert paper.language == truth(path.stem)["language"]
    assert paper.abstract
    assert len(paper.references) == sum(part["kind"] == "reference" for part in nonbody)


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_words_are_found_ranked_and_cut_into_chunks(path: Path) -> None:
    paper = extracted(path)
    for word in WORDS[path.stem]:
        found = paper.find(word)
        assert found
        assert all(sentence.spans for sentence in found)
    assert len(paper.rank()) == len(paper.sentences)
    chunks = "".join(chunk.text for chunk in paper.chunks(max_words=60))
    assert all(word in chunks for word in WORDS[path.stem])


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_citations_are_left_out_of_text_that_is_read_aloud(path: Path) -> None:
    assert "[2]" not in extracted(path).without_citations().text


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_sentence_is_highlighted_where_its_words_are(path: Path) -> None:
    """The boxes of a sentence are on its line: in a leftward script from the right edge on."""
    paper = extracted(path)
    sentence = paper.paragraphs[1].sentences[0]
    span = sentence.spans[0]
    line = next(line for line in paper.lines if line.id == span.line_id)
    first = line.x_range(span.start, span.start + 1)
    assert span.box.left - 0.1 <= first[0] < first[1] <= span.box.right + 0.1
    is_leftward = path.stem in ("arabic", "hebrew")
    assert (first[0] - span.box.left > span.box.right - first[1]) == is_leftward


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_replica_and_regions_are_made_of_every_script(path: Path, tmp_path: Path) -> None:
    assert f'lang="{truth(path.stem)["language"]}"' in pdfbot.replica(path)
    assert sum(len(page.regions) for page in pdfbot.regions(path).pages) > 0
