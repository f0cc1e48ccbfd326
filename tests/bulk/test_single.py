"""`pdfbot.record`: a record for every paper, within limits, and never an error."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import pdfbot

from .conftest import NOVEL, misbehaving, small_paper


@pytest.fixture(autouse=True)
def _misbehaviour(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)


def test_bytes_and_paths_give_the_record_of_a_batch() -> None:
    of_bytes = pdfbot.record(NOVEL.read_bytes(), "novel.pdf")
    (of_batch,) = pdfbot.batch(NOVEL, jobs=1)
    of_path = pdfbot.record(NOVEL)
    assert (of_bytes["id"], of_bytes["source"]) == ("novel", "novel.pdf")
    for key in ("status", "paragraphs", "sections", "warnings", "sha256"):
        assert of_bytes[key] == of_path[key] == of_batch[key]
    assert pdfbot.from_json(of_bytes).text == pdfbot.extract(NOVEL).text


def test_dictionary_of_a_batch_is_a_paper_again() -> None:
    (found,) = pdfbot.batch(NOVEL, jobs=1)
    assert pdfbot.from_json(found).text == pdfbot.extract(NOVEL).text


@pytest.mark.parametrize(
    ("content", "status", "error_type"),
    [
        (b"broken", "failed", "NotAPdfError"),
        (b"", "failed", "NotAPdfError"),
        ("nowhere.pdf", "failed", "FileMissingError"),
    ],
)
def test_whatever_is_wrong_is_in_the_record(
    content: str | bytes, status: str, error_type: str
) -> None:
    found = pdfbot.record(content, "x.pdf")
    assert (found["status"], found["error_type"]) == (status, error_type)


def test_limits_hold_and_the_next_paper_is_read() -> None:
    found = pdfbot.record(misbehaving("spin"), "late.pdf", timeout=1)
    assert (found["status"], found["error"]) == ("timeout", "not done after 1 s")
    assert pdfbot.record(small_paper(), "next.pdf", timeout=1e3)["status"] == "ok"


def test_option_that_makes_no_sense_is_an_error() -> None:
    with pytest.raises(pdfbot.UsageError, match="columns"):
        pdfbot.record(b"", columns=9)


def test_threads_have_processes_of_their_own() -> None:
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(pdfbot.record, [small_paper()] * 4))
    assert [record["status"] for record in found] == ["ok"] * 4
