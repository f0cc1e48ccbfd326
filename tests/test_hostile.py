"""Broken and unusual PDFs: one clear line and the documented exit code, or the text."""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

import pdfbot

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
HOSTILE = Path(__file__).parents[1] / "fixtures" / "hostile"
EXPECTED = json.loads((HOSTILE / "expected.json").read_text("utf-8"))

# file, options, exit code, what the one line on stderr says
REFUSED = [
    ("missing.pdf", [], 3, "no such file"),
    ("empty.pdf", [], 4, "the file is empty"),
    ("not-a-pdf.pdf", [], 4, "failed download"),
    ("encrypted-user-password.pdf", [], 6, "a password is needed"),
    ("encrypted-user-password.pdf", ["--password", "guess"], 6, "wrong password"),
    ("copy-protected.pdf", [], 7, "forbade copying.*--allow-copy-protected"),
    ("image-only.pdf", [], 8, "OCR is needed"),
    ("zero-pages.pdf", [], 8, "no pages"),
    ("one-blank-page.pdf", [], 8, "no body text found: the pages have no text"),
    ("no-tounicode.pdf", [], 8, "cannot be read"),
]
READ = [
    ("wrong-xref.pdf", []),
    ("encrypted-user-password.pdf", ["--password", "secret"]),
    ("copy-protected.pdf", ["--allow-copy-protected"]),
    ("rotated-page.pdf", []),
    ("invisible-text.pdf", []),
    ("huge-page.pdf", []),
    ("deep-page-tree-40.pdf", []),
    ("2000-tiny-textblocks.pdf", []),
    ("html-in-text.pdf", []),
    ("active-content.pdf", []),
]
# Read with a warning, or refused; what is lost must never be passed over in silence.
EITHER = ["truncated.pdf", "deep-page-tree-400.pdf", "recursive-page-tree.pdf"]


def words(text: str) -> list[str]:
    return text.split()


def test_every_hostile_file_is_covered() -> None:
    covered = {case[0] for case in REFUSED} | {case[0] for case in READ} | set(EITHER)
    assert covered - {"missing.pdf"} == set(EXPECTED)


@pytest.mark.parametrize(("name", "options", "code", "message"), REFUSED)
def test_unusable_file_is_refused_with_one_line_and_its_exit_code(
    run: Run, tmp_path: Path, name: str, options: list[str], code: int, message: str
) -> None:
    done = run("extract", HOSTILE / name, "-o", "out.txt", *options)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == code, lines
    assert len(lines) == 1
    assert lines[0].startswith(f"pdfbot: {HOSTILE / name}: ")
    assert re.search(message, lines[0])
    assert done.stdout == b""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "options"), READ)
def test_unusual_file_gives_its_text(run: Run, name: str, options: list[str]) -> None:
    done = run("extract", HOSTILE / name, *options)
    assert done.returncode == 0, done.stderr
    assert words(done.stdout.decode()) == words(EXPECTED[name]["text"])


@pytest.mark.parametrize("name", EITHER)
def test_damaged_file_gives_its_text_or_is_refused(run: Run, name: str) -> None:
    done = run("extract", HOSTILE / name)
    lines = done.stderr.decode().splitlines()
    if done.returncode == 0:
        expected = words(EXPECTED[name]["text"])
        printed = words(done.stdout.decode())
        # A page tree that contains itself may show its one page more than once.
        assert printed == expected * max(len(printed) // len(expected), 1)
    else:
        assert done.returncode == pdfbot.DamagedPdfError.exit_code
        assert len(lines) == 1
        assert done.stdout == b""


def test_truncated_file_is_never_read_without_a_warning(run: Run) -> None:
    done = run("extract", HOSTILE / "truncated.pdf")
    assert done.returncode != 0 or b"warning: " in done.stderr


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_output_has_no_control_characters_and_no_scripts(name: str) -> None:
    try:
        paper = pdfbot.extract(HOSTILE / name, password="secret", allow_copy_protected=True)
    except pdfbot.PdfbotError:
        return
    shown = "".join(line.text for line in paper.lines) + paper.text.replace("\n", "")
    assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn")]
    assert "javascript" not in paper.to_json().lower()


def test_bad_files_do_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    names = ["empty.pdf", "huge-page.pdf", "zero-pages.pdf", "html-in-text.pdf"]
    done = run("extract", *(HOSTILE / name for name in names), "-o", "out")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 2
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert written == ["html-in-text.txt", "huge-page.txt"]
