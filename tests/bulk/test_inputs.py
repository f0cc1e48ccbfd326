"""Expanding files, folders, globs, lists and URLs to input files."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import fsspec
import pytest

from pdfbot.bulk.inputs import find_inputs
from pdfbot.bulk.shard_plan import list_shards
from pdfbot.errors import UsageError


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("b.pdf", "sub/a.PDF", "sub/dump.tar", "notes.txt", "[odd].pdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    os.mkfifo(tmp_path / "sub" / "pipe.pdf")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*given: str, lists: tuple[str, ...] = ()) -> list[str]:
    return [os.path.relpath(file.name) for file in find_inputs(given, lists)]


def test_folders_are_searched_recursively(tree: Path) -> None:
    assert names(".") == ["[odd].pdf", "b.pdf", "sub/a.PDF", "sub/dump.tar", "sub/pipe.pdf"]
    assert names("sub", "b.pdf", "sub/a.PDF") == [
        "sub/a.PDF",
        "sub/dump.tar",
        "sub/pipe.pdf",
        "b.pdf",
    ]


def test_globs_are_expanded_unless_they_name_a_file(tree: Path) -> None:
    assert names("*.pdf") == ["[odd].pdf", "b.pdf"]
    assert names("**/*.PDF") == ["sub/a.PDF"]
    assert names("[odd].pdf") == ["[odd].pdf"]
    assert names("su?") == ["sub/a.PDF", "sub/dump.tar", "sub/pipe.pdf"]
    with pytest.raises(UsageError, match=r"\*\.zip: matches no file"):
        names("*.zip")


def test_named_file_is_taken_whatever_its_suffix(tree: Path) -> None:
    assert names("notes.txt", "file://" + str(tree / "b.pdf")) == ["notes.txt", "b.pdf"]


def test_missing_input_is_refused(tree: Path) -> None:
    with pytest.raises(UsageError, match=r"c\.pdf: no such file"):
        names("c.pdf")


def test_missing_entry_of_a_list_is_kept(tree: Path) -> None:
    (tree / "list").write_text("# a comment\n\n  c.pdf  \nsub\nd.tar\n")
    assert names("b.pdf", lists=("list",)) == [
        "b.pdf", "c.pdf", "sub/a.PDF", "sub/dump.tar", "sub/pipe.pdf", "d.tar",
    ]  # fmt: skip


def test_missing_list_is_refused(tree: Path) -> None:
    with pytest.raises(UsageError, match="--input-list none: cannot be read"):
        names(lists=("none",))


def test_urls_of_folders_and_globs_are_expanded() -> None:
    memory = fsspec.filesystem("memory")
    for name in ("/box/b.pdf", "/box/in/a.pdf", "/box/x.zip", "/box/y.txt"):
        memory.pipe(name, b"data")
    found = [file.name for file in find_inputs(["memory://box"])]
    assert found == ["memory:///box/b.pdf", "memory:///box/in/a.pdf", "memory:///box/x.zip"]
    found = [file.name for file in find_inputs(["memory://box/*.pdf"])]
    assert found == ["memory:///box/b.pdf"]
    with pytest.raises(UsageError, match=r"memory://box/none\.tar: no such file"):
        find_inputs(["memory://box/none.tar"])
    with pytest.raises(UsageError, match="matches no file"):
        find_inputs(["memory://box/*.tar"])


@pytest.mark.parametrize(
    ("url", "message"),
    [("nosuch://x/y.tar", "nosuch"), ("ftps://x/y.pdf", "ftps")],
)
def test_unknown_url_scheme_is_refused(url: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find_inputs([url + ".tar"])


@pytest.mark.parametrize(
    ("module", "url", "extra"),
    [("s3fs", "s3://arxiv/pdf/a.tar", "s3"), ("gcsfs", "gs://arxiv/pdf/a.tar", "gcs")],
)
def test_missing_driver_is_reported_with_its_extra(module: str, url: str, extra: str) -> None:
    if importlib.util.find_spec(module) is not None:
        pytest.skip(f"{module} is installed here")
    with pytest.raises(UsageError, match=rf"pip install 'pdfbot\[{extra}\]'"):
        find_inputs([url])


def test_shards_keep_the_order_of_the_inputs(tree: Path) -> None:
    inputs = find_inputs(["b.pdf", "sub/dump.tar", "sub/a.PDF", "[odd].pdf"])
    shards = list(list_shards(inputs))
    assert [shard.archive is not None for shard in shards] == [False, True, False]
    assert [len(shard.files) for shard in shards] == [1, 0, 2]
