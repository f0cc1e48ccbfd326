"""The folder of papers with their truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from pdfbot.errors import FileMissingError, InputError
from pdfbot.evaluation.truth import find_papers, read_truth


def make(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_text('{"paragraphs": [], "nonbody": []}')


def test_papers_are_found_with_their_pdf_and_replica(tmp_path: Path) -> None:
    make(tmp_path / "b", "truth.json", "paper.pdf", "replica.html.gz")
    make(tmp_path / "a", "truth.json", "a.pdf", "a.html")
    make(tmp_path / "bare", "truth.json")
    make(tmp_path / "other", "paper.pdf")
    papers = find_papers(tmp_path)
    assert [paper.id for paper in papers] == ["a", "b", "bare"]
    assert papers[0].pdf == tmp_path / "a" / "a.pdf"
    assert papers[0].replica == tmp_path / "a" / "a.html"
    assert papers[1].pdf == tmp_path / "b" / "paper.pdf"
    assert papers[1].replica == tmp_path / "b" / "replica.html.gz"
    assert papers[2].pdf is papers[2].replica is None
    assert [paper.id for paper in find_papers(tmp_path, "b")] == ["b", "bare"]


def test_a_folder_without_papers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match=r"no folder in it has a truth\.json$"):
        find_papers(tmp_path)
    with pytest.raises(FileMissingError, match="no such folder"):
        find_papers(tmp_path / "nowhere")
    make(tmp_path / "a", "truth.json")
    with pytest.raises(FileMissingError, match=r"begins with x$"):
        find_papers(tmp_path, "x")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\xfa",
        b"[]",
        b"3",
        b'{"paragraphs": []}',
        b'{"paragraphs": [3], "nonbody": []}',
        b'{"paragraphs": [{"text": null}], "nonbody": []}',
        b'{"paragraphs": [], "nonbody": [{"text": "x"}]}',
        b'{"paragraphs": [], "nonbody": [], "fold": [["a"]]}',
    ],
)
def test_what_is_no_truth_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "truth.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"truth\.json: not ") as caught:
        read_truth(path)
    assert "\n" not in str(caught.value)


def test_both_formats_are_read(papers: Path) -> None:
    truth = read_truth(papers / "onecolumn-blocks" / "truth.json")
    assert any(paragraph.label for paragraph in truth.paragraphs)
    assert not any(paragraph.optional for paragraph in truth.paragraphs)
    folded = read_truth(papers / "serbian-cyrillic" / "truth.json")
    assert folded.fold
    assert "ј" not in "".join(paragraph.text for paragraph in folded.paragraphs)
