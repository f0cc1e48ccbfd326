"""The data files in the package, and what their README says about them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from pdfbot.resources import read_bytes, read_text

DATA = Path(__file__).parents[1] / "pdfbot" / "data"


def test_text_is_decoded_as_utf8() -> None:
    text = read_text("abbreviations.txt")
    assert "рис табл" in text
    assert text.encode("utf-8") == read_bytes("abbreviations.txt")


def test_word_list_is_sorted_lower_case_and_unique() -> None:
    words = read_text("words.txt").splitlines()
    assert words == sorted(set(words))
    assert all(word == word.lower() and word.isalpha() for word in words)
    assert {"eigenvalue", "colour", "color", "of"} <= set(words)


def test_tagger_weights_refer_only_to_known_tags() -> None:
    stored = json.loads(gzip.decompress(read_bytes("tagger.json.gz")))
    tags = set(stored["classes"])
    assert {"NN", "VBZ", "DT"} <= tags
    assert set(stored["tagdict"].values()) <= tags
    assert {tag for weights in stored["weights"].values() for tag in weights} <= tags


def test_readme_describes_every_data_file() -> None:
    readme = (DATA / "README.md").read_text("utf-8")
    names = {path.name for path in DATA.iterdir()} - {"README.md"}
    assert {name for name in names if f"`{name}`" not in readme} == set()


def test_readme_gives_the_licence_of_third_party_files() -> None:
    licences = (DATA / "README.md").read_text("utf-8").partition("## Licences")[2]
    assert "| `tagger.json.gz` | `CC-BY-SA-4.0` |" in licences
    assert "| `words.txt` | `LicenseRef-SCOWL` |" in licences
    assert "Kevin Atkinson" in (DATA / "words.LICENSE.txt").read_text("utf-8")
