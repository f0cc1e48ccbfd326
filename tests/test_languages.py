"""Small papers in other languages: their letters with marks, and what is made of their text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path
from unicodedata import east_asian_width

import pytest

import pdfbot
from pdfbot.methods.freki import blocks
from pdfbot.text.writing_systems import HAN_OR_KANA, is_mark

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
    "thai-procedures": ("นกนางแอ่น", "กล้อง"),
}
# A space at the end of a line cannot be seen: Korean words are broken there, Thai has few spaces.
UNSEEN_SPACES = ("korean", "thai", "thai-procedures", "hindi")


# Points: two lines are higher.
MAX_HEIGHT = 12
UNSPACED = ("chinese", "japanese")
THAI = ("thai", "thai-procedures")


def stem(path: Path) -> str:
    return path.stem


def marked(text: str, name: str) -> str:
    """Every sign of a text; of Arabic the marks may be before or behind an alef."""
    text = unicodedata.normalize("NFC", text)
    if name == "arabic":
        text = re.sub("[\u064b-\u0652]", "", text)
    return re.sub(r"\s+", "", text) if name in UNSEEN_SPACES else text


def signs(text: str) -> str:
    return re.sub(r"\s+", "", text)


def broken(text: str, name: str, width: int) -> list[str]:
    """The text in lines of this width, in Latin letters; Han and kana are twice as wide."""
    units = re.findall(r"[A-Za-z\d.]+|.", text) if name in (*UNSPACED, *THAI) else text.split()
    lines, room = [""], width
    for unit in units:
        needed = sum(1 + (east_asian_width(c) in "WF") - is_mark(c) for c in unit)
        if needed > room:
            lines.append("")
            room = width
        joint = "" if name in (*UNSPACED, *THAI) else " "
        lines[-1] += unit + joint
        room -= needed + len(joint)
    return [line.strip() for line in lines]


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
def test_text_that_is_read_aloud_is_the_body_without_citations(path: Path) -> None:
    body = "\n".join(p["text"] for p in truth(path.stem)["paragraphs"])
    uncited = re.sub(r"[［\[]2[］\]]", "", body)
    assert uncited != body
    spoken = extracted(path).without_citations().text
    assert signs(marked(spoken, path.stem)) == signs(marked(uncited, path.stem))


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
def test_matched_words_are_marked_where_they_are_printed(path: Path) -> None:
    paper = extracted(path)
    for word in WORDS[path.stem]:
        places = [
            line.x_range(found.start(), found.end())
            for line in paper.lines
            for found in re.finditer(re.escape(word), line.text)
        ]
        selectors = [item["target"]["selector"][1] for item in paper.annotations([word])["items"]]
        places_on_page = [selector["value"].partition("viewrect=")[2] for selector in selectors]
        boxes = [[*map(float, place.split(","))] for place in places_on_page]
        # A word that goes on in the next line has a box around both lines.
        on_one_line = [box for box in boxes if box[3] < MAX_HEIGHT]
        assert on_one_line
        for left, _, width, _ in on_one_line:
            assert any(place == pytest.approx((left, left + width), abs=0.1) for place in places)


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_blocks_have_every_letter_of_the_body(path: Path) -> None:
    texts = [line.text for block in blocks(path).blocks for line in block.lines]
    body = "".join(p["text"] for p in truth(path.stem)["paragraphs"])
    wanted, given = (marked(text, path.stem) for text in (body, "".join(texts)))
    assert not Counter(filter(str.isalnum, wanted)) - Counter(filter(str.isalnum, given))
    assert all(any(word in text for text in texts) for word in WORDS[path.stem])


@pytest.mark.parametrize("width", [44, 60])
@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_sentences_are_recovered_from_lines_of_every_script(path: Path, width: int) -> None:
    """Whether short paragraphs are told apart is not looked at."""
    name = path.stem
    body = [p["text"] for p in truth(name)["paragraphs"]]
    given = pdfbot.recover("\n".join(line for text in body for line in broken(text, name, width)))
    recovered = " ".join(given.text.split())
    expected = " ".join(" ".join(body).split())
    assert re.sub(r"\s", "", recovered) == re.sub(r"\s", "", expected)
    if name in UNSPACED:
        assert not re.search(rf"{HAN_OR_KANA.pattern} {HAN_OR_KANA.pattern}", recovered)
    elif name not in UNSEEN_SPACES:
        assert recovered == expected


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_replica_is_made_of_every_script(path: Path) -> None:
    assert f'lang="{truth(path.stem)["language"]}"' in pdfbot.replica(path)


@pytest.mark.parametrize("path", LANGUAGE_PDFS, ids=stem)
def test_regions_have_every_sentence_in_the_order_of_reading(path: Path) -> None:
    text = without_breaks(pdfbot.regions(path).text)
    assert [
        s.id for s in pdfbot.extract(path).sentences if without_breaks(s.text) not in text
    ] == []


def without_breaks(text: str) -> str:
    """The text without what depends on where its lines end: white space and hyphens."""
    return "".join(text.replace("-", "").replace("‐", "").split())
