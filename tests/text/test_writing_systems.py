"""Words with marks, words without spaces, and lines that join without one."""

from __future__ import annotations

import pytest

from pdfbot.text.hyphens import Vocabulary
from pdfbot.text.line_breaks import joins_without_space
from pdfbot.text.readability import word_share
from pdfbot.text.writing_systems import count_words, is_mark, is_unspaced

NOTHING = Vocabulary([])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("मानव अधिकारों की रक्षा", 3),
        ("שלום עולם", 2),
        ("版本控制系统", 3),
        ("ความยุติธรรม", 2),
        ("한국어 문장", 2),
    ],
)
def test_words_are_letters_with_their_marks_or_pairs_of_characters(text: str, words: int) -> None:
    found, chars = count_words(text)
    assert found == words
    assert chars == len(text) - text.count(" ")


def test_marks_belong_to_their_script() -> None:
    assert is_mark("\u093f")
    assert is_mark("\u0e49")
    assert not is_mark("क")
    assert not is_mark("a")


@pytest.mark.parametrize(
    "text",
    [
        "चूंकि मानव परिवार के सभी सदस्यों",
        "โดยที่การยอมรับ นับถือเกียรติ",
        "版本控制，是 一种记录。文件",
        "كتابٌ جديدٌ",
    ],
)
def test_text_of_other_scripts_reads_like_words(text: str) -> None:
    share, tokens = word_share([text])
    assert tokens
    assert share == 1


def test_wrong_letters_do_not() -> None:
    share, _ = word_share(["FKHULWRQ wKh aBcD xYz", "ﬀ1क2 3ख4 xYzW"])
    assert share < 0.5


@pytest.mark.parametrize(
    ("left", "right", "joined"),
    [
        ("版本控制", "系统", True),
        ("这是终点。", "新的一句", True),
        ("使用 Git", "管理", False),
        ("これは、", "Git", True),
        ("ยุติ", "ธรรม", True),
        ("हम", "लोग", False),
        ("plain", "text", False),
        ("naïve", "text", False),
    ],
)
def test_lines_of_scripts_without_spaces_join_without_one(
    left: str, right: str, joined: bool
) -> None:
    assert joins_without_space(left, right, NOTHING) is joined
    assert is_unspaced("中", "文")
    assert not is_unspaced("中", "A")


def test_korean_word_goes_on_if_the_document_has_it() -> None:
    vocabulary = Vocabulary(["우리는 저장소를 만든다 그리고", "그는 좋은 사람 이다 라고"])
    assert joins_without_space("모든 저장", "소를 만든다", vocabulary)
    assert not joins_without_space("그는 좋은", "사람 이다", vocabulary)
    assert joins_without_space("새 사", "과자", vocabulary)


def test_korean_particle_at_the_end_of_a_line_ends_its_word() -> None:
    """The document has neither word, but words that end and begin like them."""
    lines = ["가 나는 다는 라는 마는 바", "가 하늘 하루 하나 하마 바", "가 사과를 사람을 사탕을 바"]
    vocabulary = Vocabulary(lines)
    assert not joins_without_space("고양는", "하품", vocabulary)


def test_korean_particle_is_attached_to_a_latin_word_as_elsewhere_in_the_document() -> None:
    vocabulary = Vocabulary(["먼저 Git의 구조와 Vim의 구조, 또 Git 저장소를 본다"], "ko")
    assert joins_without_space("우리는 Git", "의 구조를", vocabulary)
    assert not joins_without_space("우리는 Git", "저장소를", vocabulary)
    assert not joins_without_space("우리는 Git", "하품을", vocabulary)
