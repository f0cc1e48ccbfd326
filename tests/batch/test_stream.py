"""`pdfbot.batch`: records in order, from the library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import fsspec
import pytest

import pdfbot

from .conftest import HOSTILE, PAPERS, small_paper, tar_bytes, zip_bytes

NOVEL = PAPERS / "novel-dialogue" / "novel-dialogue.pdf"


def test_records_in_the_order_of_the_inputs(tmp_path: Path) -> None:
    tar = tmp_path / "dump.tar"
    tar.write_bytes(tar_bytes({f"{n}.pdf": small_paper() for n in range(5)}))
    slow = PAPERS / "onecolumn-indented" / "onecolumn-indented.pdf"
    found = list(pdfbot.batch([slow, tar, NOVEL, HOSTILE / "empty.pdf"], jobs=2))
    assert [record["id"] for record in found] == [
        "onecolumn-indented", "0", "1", "2", "3", "4", "novel-dialogue", "empty",
    ]  # fmt: skip
    sentences = [s["text"] for p in found[6]["paragraphs"] for s in p["sentences"]]
    assert sentences == [s.text for s in pdfbot.extract(NOVEL).sentences]
    assert list(tmp_path.iterdir()) == [tar]


def test_memory_urls_and_a_choice(tmp_path: Path) -> None:
    memory = fsspec.filesystem("memory")
    memory.pipe("/stream/a.zip", zip_bytes({"1.pdf": NOVEL.read_bytes()}))
    memory.pipe("/stream/b.pdf", NOVEL.read_bytes())
    found = list(pdfbot.batch("memory://stream", jobs=1, pages=[2]))
    assert [record["pages"] for record in found] == [1, 1]
    assert found[0]["source"] == "memory:///stream/a.zip#1.pdf"


def test_an_archive_that_is_gone_is_a_record(tmp_path: Path) -> None:
    tar = tmp_path / "dump.tar"
    tar.write_bytes(tar_bytes({"a.pdf": small_paper()}))
    stream = pdfbot.batch([tar, NOVEL], jobs=1)
    tar.unlink()
    first, second = stream
    assert (first["status"], first["source"]) == ("failed", str(tar))
    assert second["status"] == "ok"


def test_what_is_wrong_with_the_call_is_told_at_once() -> None:
    with pytest.raises(pdfbot.UsageError, match="no such file"):
        pdfbot.batch("none.pdf")
    with pytest.raises(pdfbot.UsageError, match="unknown choice 'colums'"):
        pdfbot.batch(NOVEL, colums=2)
    with pytest.raises(pdfbot.UsageError, match="unknown engine"):
        pdfbot.batch(NOVEL, engine="mupdf")


def test_leaving_early_is_clean(command_environment: dict[str, str]) -> None:
    """And no guard in the caller's main module is needed."""
    code = (
        "import pdfbot, subprocess, os\n"
        f"for record in pdfbot.batch([{str(NOVEL)!r}, {str(PAPERS)!r}], jobs=2):\n"
        "    break\n"
        "else:\n"
        "    raise SystemExit('no record')\n"
        "print(record['id'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=command_environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "novel-dialogue\n", "")
