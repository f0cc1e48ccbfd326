"""Finding the papers of a corpus and reading their ground truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from pdfbot.errors import FileMissingError, InputError
from pdfbot.evaluation.truth import (
    RunInLabel,
    corpus_digest,
    corpus_name,
    find_papers,
    read_truth,
)


def write_files(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_text('{"paragraphs": [], "nonbody": []}')


def test_papers_have_their_pdf_and_replica(tmp_path: Path) -> None:
    write_files(tmp_path / "b", "truth.json", "paper.pdf", "replica.html.gz")
    write_files(tmp_path / "a", "truth.json", "a.pdf", "a.html")
    write_files(tmp_path / "bare", "truth.json")
    write_files(tmp_path / "other", "paper.pdf")
    papers = find_papers(tmp_path)
    assert [paper.id for paper in papers] == ["a", "b", "bare"]
    assert papers[0].pdf == tmp_path / "a" / "a.pdf"
    assert papers[0].replica == tmp_path / "a" / "a.html"
    assert papers[1].pdf == tmp_path / "b" / "paper.pdf"
    assert papers[1].replica == tmp_path / "b" / "replica.html.gz"
    assert papers[2].pdf is papers[2].replica is None
    assert [paper.id for paper in find_papers(tmp_path, "b")] == ["b", "bare"]


def test_folder_without_papers_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match=r"contains no folder with a truth\.json$"):
        find_papers(tmp_path)
    with pytest.raises(FileMissingError, match="no such folder"):
        find_papers(tmp_path / "nowhere")
    write_files(tmp_path / "a", "truth.json")
    with pytest.raises(FileMissingError, match=r"starts with x$"):
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
        b'{"paragraphs": [], "nonbody": [], "labels": [["a"]]}',
        b'{"paragraphs": [], "nonbody": [], "labels": 3}',
    ],
)
def test_invalid_truth_is_reported_with_its_path(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "truth.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"truth\.json: not ") as caught:
        read_truth(path)
    assert "\n" not in str(caught.value)


def test_labels_and_folded_characters_are_read(papers: Path) -> None:
    truth = read_truth(papers / "onecolumn-blocks" / "truth.json")
    assert any(paragraph.label for paragraph in truth.paragraphs)
    assert not any(paragraph.optional for paragraph in truth.paragraphs)
    folded = read_truth(papers / "serbian-cyrillic" / "truth.json")
    assert folded.fold
    assert "ј" not in "".join(paragraph.text for paragraph in folded.paragraphs)


def test_run_in_labels_are_optional(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    path.write_text('{"paragraphs": [], "nonbody": []}')
    assert read_truth(path).labels is None
    path.write_text('{"paragraphs": [], "nonbody": [], "labels": [["Methods", "We measured"]]}')
    assert read_truth(path).labels == (RunInLabel("Methods", "We measured"),)


def test_digest_depends_on_ids_and_truth_only(tmp_path: Path) -> None:
    write_files(tmp_path / "one" / "a", "truth.json", "a.pdf")
    write_files(tmp_path / "two" / "a", "truth.json")
    write_files(tmp_path / "three" / "b", "truth.json")
    one, two, three = (corpus_digest(find_papers(tmp_path / n)) for n in ("one", "two", "three"))
    assert one == two != three
    (tmp_path / "two" / "a" / "truth.json").write_text('{"paragraphs": [], "nonbody": [] }')
    assert corpus_digest(find_papers(tmp_path / "two")) != one


@pytest.mark.parametrize(("folder", "name"), [("a/bench/papers", "bench"), ("a/mine", "mine")])
def test_corpus_is_named_after_its_folder(folder: str, name: str) -> None:
    assert corpus_name(Path(folder)) == name
