"""The formats by their names: how files end, and which choices they allow."""

from __future__ import annotations

import pytest

from pdfbot.errors import UsageError
from pdfbot.output.formats import CHOICES, FORMATS, FormatOptions, format_of


@pytest.mark.parametrize(
    ("name", "form"),
    [
        (None, "txt"),
        ("paper", "txt"),
        ("a.b/paper", "txt"),
        ("2101.00001", "txt"),
        ("/dev/null", "txt"),
        ("paper.TXT", "txt"),
        ("paper.md", "md"),
        ("paper.json", "json"),
        ("paper.json.gz", "json"),
        ("paper.jsonl.zst", "jsonl"),
        ("paper.chunks.jsonl", "chunks"),
        ("paper.tei.xml", "tei"),
        ("paper.gz", "txt"),
    ],
)
def test_format_is_that_of_the_suffix(name: str | None, form: str) -> None:
    assert format_of(name) == form


@pytest.mark.parametrize("name", ["x.docx", "x.xml", "x.json.bz2", "x.docx.gz", "x.jsn"])
def test_suffix_of_no_format_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=f"-o {name}: no format has the ending"):
        format_of(name)


@pytest.mark.parametrize(
    "options",
    [
        FormatOptions(lean=True),
        FormatOptions(anchors=True),
        FormatOptions(include=("notes",)),
        FormatOptions(drop_citations=True),
        FormatOptions(scripts="tex"),
        FormatOptions(chunk_words=9),
        FormatOptions(chunk_overlap=1),
    ],
)
def test_choice_is_refused_where_it_means_nothing(options: FormatOptions) -> None:
    FormatOptions().check("txt")
    (name,) = [name for name in CHOICES if getattr(options, name) != getattr(FormatOptions(), name)]
    for form in FORMATS:
        if form in CHOICES[name]:
            options.check(form)
        else:
            with pytest.raises(UsageError, match=f"--{name.replace('_', '-')} is for"):
                options.check(form)


def test_sizes_of_chunks_are_checked() -> None:
    with pytest.raises(UsageError, match="--chunk-words must be at least 1"):
        FormatOptions(chunk_words=0).check("chunks")
