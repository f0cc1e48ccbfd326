"""Recovery of unusual input: line ends, fragments, huge lines, invalid options."""

from __future__ import annotations

import time

import pytest

import pdfbot
from pdfbot.methods.sentence_recovery.plot import draw_lengths
from pdfbot.options import RULE_SETS, RuleSet

from .samples import RECORDED_FILES, REPORT


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028"])
def test_any_line_break_gives_the_same_paragraphs(end: str) -> None:
    expected = pdfbot.recover(REPORT)
    assert pdfbot.recover(REPORT.replace("\n", end)).paragraphs == expected.paragraphs


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("text", ["", "\n\n\f\n", " \t ", "\ufeff", "\x00\x01"])
def test_blank_text_gives_no_paragraphs(text: str, rules: RuleSet) -> None:
    found = pdfbot.recover(text, rules=rules, eps="auto")
    assert (found.paragraphs, found.text) == ((), "")
    assert draw_lengths(found).startswith("<svg")


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("text", ["x", "a\nb", "1\n2\n3", "-", "- \n -\n", "Fig. 1", "...\n?"])
def test_fragments_of_text_raise_no_error(text: str, rules: RuleSet) -> None:
    pdfbot.recover(text, rules=rules, eps="auto")


def test_line_as_long_as_a_book_is_recovered_in_time() -> None:
    sentence = "One line may hold the whole of a book. "
    started = time.process_time()
    (paragraph,) = pdfbot.recover(sentence * 30_000).paragraphs
    assert time.process_time() - started < 30
    assert paragraph.text == (sentence * 30_000).strip()


def test_recovery_time_is_linear_in_the_length_of_the_text() -> None:
    text = RECORDED_FILES[0].read_text("utf-8")

    def seconds(copies: int) -> float:
        started = time.process_time()
        pdfbot.recover(text * copies)
        return time.process_time() - started

    seconds(1)
    assert seconds(160) < 12 * max(seconds(20), 0.1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"eps": 1.0}, "eps 1.0"),
        ({"eps": -0.1}, "eps -0.1"),
        ({"eps": float("nan")}, "eps nan"),
        ({"eps": "wide"}, "eps wide"),
        ({"keep": ["figures"]}, "unknown part 'figures'"),
        ({"rules": "mine"}, "unknown rules 'mine'"),
    ],
)
def test_invalid_options_of_recover_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(pdfbot.UsageError, match=message):
        pdfbot.recover("text", **options)  # type: ignore[arg-type]


def test_bytes_are_refused_with_advice_to_decode_them() -> None:
    with pytest.raises(pdfbot.UsageError, match="decode it first"):
        pdfbot.recover(b"text")  # type: ignore[arg-type]
