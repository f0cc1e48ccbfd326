"""`pdfbot.batch`: records in input order, as a Python iterator."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import fsspec
import pytest

import pdfbot

from .conftest import HOSTILE, NOVEL, PAPERS, small_paper, tar_bytes, zip_bytes


def test_records_come_in_the_order_of_the_inputs(tmp_path: Path) -> None:
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


def test_urls_and_reading_options_are_accepted(tmp_path: Path) -> None:
    memory = fsspec.filesystem("memory")
    memory.pipe("/stream/a.zip", zip_bytes({"1.pdf": NOVEL.read_bytes()}))
    memory.pipe("/stream/b.pdf", NOVEL.read_bytes())
    found = list(pdfbot.batch("memory://stream", jobs=1, pages=[2]))
    assert [[page["number"] for page in record["pages"]] for record in found] == [[2], [2]]
    assert found[0]["source"] == "memory:///stream/a.zip#1.pdf"


def test_archive_that_disappears_gets_a_record(tmp_path: Path) -> None:
    tar = tmp_path / "dump.tar"
    tar.write_bytes(tar_bytes({"a.pdf": small_paper()}))
    stream = pdfbot.batch([tar, NOVEL], jobs=1)
    tar.unlink()
    first, second = stream
    assert (first["status"], first["source"]) == ("failed", str(tar))
    assert second["status"] == "ok"


def test_wrong_call_raises_before_the_first_record() -> None:
    with pytest.raises(pdfbot.UsageError, match="no such file"):
        pdfbot.batch("none.pdf")
    with pytest.raises(pdfbot.UsageError, match="unknown option 'colums'"):
        pdfbot.batch(NOVEL, colums=2)
    with pytest.raises(pdfbot.UsageError, match="unknown engine"):
        pdfbot.batch(NOVEL, engine="mupdf")


def test_iteration_can_be_abandoned_cleanly(command_environment: dict[str, str]) -> None:
    """Also shows that the caller's main module needs no `__name__` guard."""
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
