"""Atomic writes, and output names that never clash."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pdfbot.errors import OutputError, UsageError
from pdfbot.output.files import output_names, write_whole


def test_output_is_named_after_the_stem() -> None:
    inputs = [Path("a/x.pdf"), Path("b/2101.00001"), Path("c.HTML"), Path("d.html.gz")]
    names = output_names(inputs, ".txt")
    assert names == [Path("x.txt"), Path("2101.00001.txt"), Path("c.txt"), Path("d.txt")]


def test_clashing_stems_fall_back_to_relative_paths() -> None:
    inputs = [Path("in/a/x.pdf"), Path("in/b/X.pdf"), Path("in/b/x.html"), Path("y.pdf")]
    names = [str(name) for name in output_names(inputs, ".json")]
    assert names == ["a/x.pdf.json", "b/X.pdf.json", "b/x.html.json", "y.json"]


@pytest.mark.parametrize(
    "inputs", [["x.pdf", "x.pdf"], ["x.pdf", "./a/../x.pdf"], ["x.pdf", "x.html", "x.pdf.pdf"]]
)
def test_names_that_still_clash_are_rejected(inputs: list[str]) -> None:
    with pytest.raises(UsageError, match="would both be written to"):
        output_names([Path(name) for name in inputs], ".txt")


def test_interrupted_write_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "out.txt", "text")
    assert list(tmp_path.iterdir()) == []


def test_unwritable_target_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_whole(tmp_path / "file" / "out.txt", "text")
    with pytest.raises(OutputError, match="cannot be written"):
        write_whole(tmp_path, "text")


def test_written_file_has_default_permissions(tmp_path: Path) -> None:
    write_whole(tmp_path / "out.txt", "text")
    (tmp_path / "plain").write_text("")
    assert (tmp_path / "out.txt").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_lone_surrogate_is_written_as_an_escape(tmp_path: Path) -> None:
    write_whole(tmp_path / "out.json", json.dumps("a\udc80b", ensure_ascii=False))
    assert json.loads((tmp_path / "out.json").read_text("utf-8")) == "a\udc80b"
