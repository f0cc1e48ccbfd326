"""Paper ids and file names derived from untrusted names."""

from __future__ import annotations

import pytest

from pdfbot.bulk.names import free_name, is_archive, is_paper, paper_id, shard_name, text_name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("0704/0704.0001.pdf", "0704.0001"),
        ("2101/2101.00001v2.pdf", "2101.00001v2"),
        ("s3://dump/2101.00001.pdf", "2101.00001"),
        ("0001/hep-th0001208.pdf", "hep-th/0001208"),
        ("0001/hep-th0001208v3.pdf", "hep-th/0001208v3"),
        ("0309/math.GT0309136.pdf", "math/0309136"),
        ("hep-th/0001208.pdf", "hep-th/0001208"),
        ("cond-mat_9901001.PDF", "cond-mat/9901001"),
        ("papers/math-ph0001001.pdf.gz", "math-ph/0001001"),
        ("1399.0001.pdf", "1399.0001"),  # month 99: not an id, but there is only the stem
        ("paper1234567.pdf", "paper1234567"),
        ("xhep-th0001208.pdf", "xhep-th0001208"),
        ("hep-th0013208.pdf", "hep-th0013208"),
        ("dir/plain.pdf", "plain"),
        ("dir\\windows.pdf", "windows"),
        (".pdf", ".pdf"),
    ],
)
def test_paper_id_is_the_arxiv_id_or_the_stem(name: str, expected: str) -> None:
    assert paper_id(name) == expected


def test_papers_and_archives_are_recognised_by_suffix() -> None:
    assert all(map(is_paper, ["a.pdf", "b/c.PDF", "a.pdf.gz"]))
    assert not any(map(is_paper, ["a.html", "pdf", "b/._c.pdf", "a.pdf/readme"]))
    assert all(map(is_archive, ["a.tar", "a.TAR.GZ", "a.tgz", "a.zip"]))
    assert not any(map(is_archive, ["a.gz", "tar", "a.tar.pdf", "b/._a.tar"]))


@pytest.mark.parametrize(
    "hostile", ["../../etc/passwd", "/etc/passwd", "..", "", "a\0b", "-rf", "C:\\x"]
)
def test_derived_name_is_never_a_path(hostile: str) -> None:
    for name in (free_name(hostile, ()), text_name(hostile, ()), shard_name(hostile, ())):
        assert name
        assert not set(name) & set("/\\\0: ")
        assert not name.startswith((".", "-"))


def test_derived_names_never_clash_even_ignoring_case() -> None:
    assert shard_name("b/X.tar", {"x"}) == "b_X"
    assert shard_name("a/b/x.tar.gz", {"x", "b_x"}) == "a_b_x"
    assert shard_name("b/x.tar.gz", {"x", "b_x", "x-2"}) == "x-3"
    assert text_name("/d/2001/main.pdf", {"main"}) == "2001_main"
    assert text_name("main.pdf", {"main"}) == "main-2"


def test_derived_name_is_limited_in_length() -> None:
    assert len(free_name("a" * 500, ())) == 100
