"""The family of a paper, from the index of its corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pdfbot.evaluation.paper_families import read_families, script_of


def write_corpus(folder: Path, text: str = "A short body.") -> Path:
    (folder / "papers" / "one").mkdir(parents=True)
    truth = {"paragraphs": [{"text": text}], "nonbody": []}
    (folder / "papers" / "one" / "truth.json").write_text(json.dumps(truth), "utf-8")
    return folder / "papers"


@pytest.mark.parametrize(
    ("index", "family"),
    [
        ("id\tfamily\none\tHarbour Press\n", "Harbour Press"),
        ("id\tclass\tcolumns\none\tarticle twocolumn\t2\n", "article"),
        ("id\tlanguage\none\tru\n", "cyrillic"),
        ("id\tfamily\nother\tHarbour Press\n", "unknown"),
    ],
)
def test_family_is_publisher_class_or_script(tmp_path: Path, index: str, family: str) -> None:
    papers = write_corpus(tmp_path, "Короткий текст статьи.")
    (tmp_path / "INDEX.tsv").write_text(index, "utf-8")
    assert read_families(papers) == {"one": family}


def test_corpus_without_an_index_has_unknown_families(tmp_path: Path) -> None:
    assert read_families(write_corpus(tmp_path)) == {"one": "unknown"}


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Größe und Maß", "latin"),
        ("速度表示と Git", "cjk"),
        ("ภาษาไทย", "thai"),
        ("12 + 3", "unknown"),
    ],
)
def test_script_is_that_of_most_letters(text: str, script: str) -> None:
    assert script_of([text]) == script
