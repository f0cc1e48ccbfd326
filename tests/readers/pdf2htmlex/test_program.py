"""Running pdf2htmlEX: its arguments, its output and its failures."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pdfbot.errors import (
    CopyProtectedError,
    DamagedPdfError,
    EngineError,
    EngineMissingError,
    FileMissingError,
    NotAPdfError,
    NoTextError,
    PasswordError,
    PdfbotError,
)
from pdfbot.options import ReadingOptions
from pdfbot.readers.document import read_document
from pdfbot.readers.pdf2htmlex.dom import read_replica
from pdfbot.readers.pdf2htmlex.program import convert, find_program
from pdfbot.readers.source import Source

from ...conftest import Run
from ...documents import HOSTILE, PAPERS
from .stand_in import PDF, REPLICA, SOURCE, arguments, options, stand_in, working_program

pytestmark = pytest.mark.usefixtures("temporary")


def test_replica_is_returned(home: Path) -> None:
    html = convert(SOURCE, options(working_program(home)))
    assert html == REPLICA.read_bytes()
    assert len(read_replica(html).pages) == 3


def test_flags_keep_the_text_readable(home: Path) -> None:
    convert(SOURCE, options(working_program(home)))
    command = " ".join(arguments(home))
    for flag in ("--tounicode 1", "--decompose-ligature 1", "--printing 0", "--zoom 1"):
        assert flag in command
    assert "--heps 0.5" in command
    assert "--process-nontext 0 --correct-text-visibility 0" in command
    assert "--no-drm" not in command
    assert arguments(home)[-2:] == [str(PDF), "replica.html"]


def test_reading_options_become_arguments(home: Path) -> None:
    chosen = replace(
        options(working_program(home)),
        pages=[7, 2, 3],
        allow_copy_protected=True,
    )
    convert(SOURCE, chosen, with_graphics=True)
    given = arguments(home)
    pairs = dict(zip(given[:-2:2], given[1:-2:2], strict=True))
    assert (pairs["-f"], pairs["-l"]) == ("2", "7")
    assert pairs["--process-nontext"] == "1"
    assert pairs["--no-drm"] == "1"


def test_path_may_be_relative_and_look_like_an_option(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(PDF, tmp_path / "-f odd name.pdf")
    monkeypatch.chdir(tmp_path)
    assert convert(Source.of("-f odd name.pdf"), options(working_program(home)))
    assert arguments(home)[-2] == str(tmp_path / "-f odd name.pdf")


@pytest.mark.parametrize(
    ("message", "error", "reported"),
    [
        ("Error: Incorrect password", PasswordError, r"a password is needed \(--password\)"),
        (
            "Error: Copying of text from this document is not allowed.",
            CopyProtectedError,
            "--allow-copy-protected",
        ),
        ("Syntax Error: Couldn't find trailer dictionary", DamagedPdfError, "damaged"),
        ("Error: Cannot read the file", DamagedPdfError, "damaged"),
        ("pdf2htmlEX: unrecognized option '--printing'", EngineError, "0.18.8 is needed"),
        ("Cannot open /data/manifest", EngineError, r"status 1 \(Cannot open /data/manifest\)"),
        ("", EngineError, r"status 1 \(no message\)"),
    ],
)
def test_message_of_the_program_becomes_an_error(
    home: Path, message: str, error: type[PdfbotError], reported: str
) -> None:
    program = stand_in(home, f"print({message!r}, file=sys.stderr); sys.exit(1)")
    with pytest.raises(error, match=f"^{re.escape(str(PDF))}: .*{reported}") as caught:
        convert(SOURCE, options(program))
    assert type(caught.value) is error
    assert "\n" not in str(caught.value)


ENCRYPTED = Source.of(HOSTILE / "encrypted-user-password.pdf")
# Keeps the file that it was given, with its permissions.
KEEP = """
given = names[0]
shutil.copy(given, here / "given.pdf")
(here / "mode.txt").write_text(oct(os.stat(given).st_mode & 0o777))
"""


def test_nobody_else_sees_the_password(home: Path) -> None:
    """Not in the arguments, which `ps` shows: the program gets a file that needs none."""
    program = stand_in(home, KEEP + f"shutil.copy({str(REPLICA)!r}, out)\n")
    assert convert(ENCRYPTED, replace(options(program), password="secret"))
    assert not [word for word in arguments(home) if word in ("-u", "-o") or "secret" in word]
    assert (home / "mode.txt").read_text() == "0o600"
    given = Source.of(home / "given.pdf")
    text = read_document(given, ReadingOptions()).pages[0].blocks[0].text
    opened = read_document(ENCRYPTED, ReadingOptions(password="secret"))
    assert text == opened.pages[0].blocks[0].text


def test_wrong_password_is_reported(home: Path) -> None:
    with pytest.raises(PasswordError, match="wrong password"):
        convert(ENCRYPTED, replace(options(working_program(home)), password="guess"))
    assert not (home / "arguments.json").exists()


def test_password_does_not_allow_what_the_author_forbade(home: Path) -> None:
    protected = Source.of(HOSTILE / "copy-protected.pdf")
    with pytest.raises(CopyProtectedError, match="--allow-copy-protected"):
        convert(protected, replace(options(working_program(home)), password="guess"))


def test_replica_shows_what_can_be_seen_on_the_page(home: Path) -> None:
    """Its text is also under opaque boxes, which only the text of a paper ignores."""
    convert(SOURCE, options(working_program(home)), with_graphics=True)
    assert "--process-nontext 1 --correct-text-visibility 1" in " ".join(arguments(home))


@pytest.mark.parametrize(
    ("content", "error", "reported"),
    [
        (None, FileMissingError, "no such file"),
        (b"", NotAPdfError, "empty"),
        (b"<html>404</html>", NotAPdfError, "neither a PDF"),
    ],
)
def test_bad_input_does_not_start_the_program(
    home: Path, tmp_path: Path, content: bytes | None, error: type[PdfbotError], reported: str
) -> None:
    pdf = tmp_path / "bad.pdf"
    if content is not None:
        pdf.write_bytes(content)
    with pytest.raises(error, match=reported):
        read_document(pdf, options(working_program(home)))
    assert not (home / "arguments.json").exists()


def test_replica_without_pages_is_an_error_despite_status_0(home: Path) -> None:
    program = stand_in(home, """out.write_text('<div id="page-container">\\n</div></html>')""")
    with pytest.raises(NoTextError, match="no pages"):
        convert(SOURCE, options(program))


def test_cut_off_replica_is_an_error_despite_status_0(home: Path) -> None:
    program = stand_in(home, f"out.write_bytes(Path({str(REPLICA)!r}).read_bytes()[:-20])")
    with pytest.raises(EngineError, match=r"cut its output off.*make room, or set TMPDIR"):
        convert(SOURCE, options(program))


def test_cut_off_replica_on_a_full_disk(home: Path, command_environment: dict[str, str]) -> None:
    """The disk is a tmpfs in its own mount namespace; like the program, `cat` is not checked."""
    call = ["unshare", "--user", "--map-root-user", "--mount"]
    probe = [*call, "mount", "-t", "tmpfs", "none", str(home)]
    if shutil.which("unshare") is None or subprocess.run(probe, capture_output=True).returncode:
        pytest.skip("mounting a tmpfs is not permitted here")
    copy = f"subprocess.run(['cat', {str(REPLICA)!r}], stdout=out.open('wb'), stderr=-3)"
    program = stand_in(home, copy)
    (home / "disk").mkdir()
    run = (
        f"TMPDIR='{home}/disk' '{sys.executable}' -m pdfbot extract '{PDF}' "
        f"--engine pdf2htmlex --pdf2htmlex '{program}'"
    )
    script = f"""
        mount -t tmpfs -o size=40k none disk
        {run} >first; echo $?
        mount -o remount,size=20m disk
        {run} >second; echo $?
        ls disk
    """
    done = subprocess.run(
        [*call, "sh", "-c", script], cwd=home, env=command_environment, capture_output=True
    )
    assert done.stdout.split() == [b"9", b"0"], done.stderr
    assert done.stderr.count(b"\n") == 1
    assert b"cut its output off, most likely because the disk" in done.stderr
    assert (home / "first").read_bytes() == b""
    assert (home / "second").read_bytes()


@pytest.mark.parametrize("behaviour", ["out.write_bytes(b'')", "pass"])
def test_empty_or_missing_replica_is_an_error_despite_status_0(home: Path, behaviour: str) -> None:
    with pytest.raises(EngineError, match="data folder"):
        convert(SOURCE, options(stand_in(home, behaviour)))


def test_program_is_found_on_path(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = working_program(home)
    monkeypatch.setenv("PATH", str(home))
    assert find_program() == program
    assert find_program(str(program)) == program


def test_missing_program_is_reported_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissingError, match="install it, give --pdf2htmlex PATH"):
        find_program()
    (tmp_path / "notes.txt").write_text("not a program")
    for wrong in ("nowhere/pdf2htmlEX", str(tmp_path / "notes.txt"), str(tmp_path)):
        with pytest.raises(EngineMissingError, match="no program to run"):
            find_program(wrong)


def test_program_that_cannot_be_started_is_reported(tmp_path: Path) -> None:
    broken = tmp_path / "pdf2htmlEX"
    broken.write_text("#!/nowhere/interpreter\n")
    broken.chmod(0o755)
    with pytest.raises(
        EngineMissingError, match=r"cannot be started, status 12[67] .*--pdf2htmlex"
    ):
        convert(SOURCE, options(broken))


def read_with(run: Run, program: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    done = run("extract", PDF, "--engine", "pdf2htmlex", "--pdf2htmlex", program, *arguments)
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    return done


@pytest.mark.parametrize("text", ["#!/nowhere/interpreter\n", "#!/bin/sh\nexit 127\n"])
def test_program_that_cannot_be_started_has_an_exit_code(home: Path, run: Run, text: str) -> None:
    """A dynamic linker that misses a library exits with 127 as well."""
    program = stand_in(home, "")
    program.write_text(text)
    done = read_with(run, program)
    assert done.returncode == 10
    assert b"pdf2htmlEX cannot be started" in done.stderr


SCAN = (
    "<html><head><style>.w0{width:612px;}.h0{height:792px;}.fs0{font-size:48px;}</style></head>"
    '<body><div id="page-container"><div id="pf1" class="pf w0 h0" data-page-no="1">'
    '<div class="pc pc1 w0 h0"><img class="bi x0 y0 w1 h1" alt="" src="data:,"/></div></div>'
    "</div></body></html>"
)


def test_scan_has_the_exit_code_of_the_embedded_engine(home: Path, run: Run) -> None:
    done = read_with(run, stand_in(home, f"out.write_text({SCAN!r})"))
    assert done.returncode == 8
    assert b"no body text found: the pages have no text" in done.stderr


def test_missing_page_is_reported_with_the_number_of_pages(home: Path, run: Run) -> None:
    """The program clamps the first page to the last one, so its replica has one page."""
    only_last = re.sub(
        r'<div id="pf[12]".*?(?=<div id="pf)', "", REPLICA.read_text("utf-8"), flags=re.DOTALL
    )
    assert only_last.count('<div id="pf') == 1
    (home / "last.html").write_text(only_last, "utf-8")
    done = read_with(run, stand_in(home, "shutil.copy(here / 'last.html', out)"), "--pages", "50")
    assert done.returncode == 2
    assert b"none of the requested pages can be read, the last one is page 3\n" in done.stderr


def unmapped_replica(home: Path) -> Path:
    """A stand-in whose replica has private codes for most letters."""
    letters = "eaoin"
    unmapped = re.sub(
        r"(?<=>)[^<]+", lambda text: re.sub(f"[{letters}]", "\ue612", text[0]),
        REPLICA.read_text("utf-8").partition("</head>")[2],
    )  # fmt: skip
    head = REPLICA.read_text("utf-8").partition("</head>")[0]
    (home / "unmapped.html").write_text(f"{head}</head>{unmapped}", "utf-8")
    return stand_in(home, "shutil.copy(here / 'unmapped.html', out)")


@pytest.mark.parametrize(
    ("pdf", "advice"),
    [
        (PDF, b"; --engine embedded can read it\n"),
        (
            HOSTILE / "no-tounicode.pdf",
            b"; --engine embedded cannot read it either; OCR is needed first, such as: ocrmypdf ",
        ),
    ],
)
def test_advice_does_not_lead_to_the_next_refusal(
    home: Path, run: Run, pdf: Path, advice: bytes
) -> None:
    call = ("extract", pdf, "--engine", "pdf2htmlex", "--pdf2htmlex", unmapped_replica(home))
    done = run(*call)
    assert done.returncode == 8
    assert b"of the glyphs have no Unicode value" + advice in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_pictures_of_pages_call_for_ocr(home: Path, run: Run) -> None:
    """The replica has no text, and the PDF says that there is a picture."""
    empty = (
        "<html><head><style>.w0{width:595px;}.h0{height:842px;}.fs0{font-size:9px;}</style></head>"
        '<body><div id="page-container"><div id="pf1" class="pf w0 h0" data-page-no="1">'
        '<div class="pc pc1 w0 h0"></div></div></div></body></html>'
    )
    program = stand_in(home, f"out.write_text({empty!r})")
    call = ("extract", HOSTILE / "image-only.pdf", "--engine", "pdf2htmlex")
    done = run(*call, "--pdf2htmlex", program)
    assert done.returncode == 8
    assert b"the pages are pictures; OCR is needed first, such as: ocrmypdf" in done.stderr


def test_pages_have_the_graphics_of_the_pdf(home: Path) -> None:
    """The rulings of the footnotes, of which a replica knows nothing."""
    paper = PAPERS / "twocolumn-conference" / "twocolumn-conference"
    program = stand_in(home, f"shutil.copy({str(paper.with_suffix('.html'))!r}, out)")
    source = Source.of(paper.with_suffix(".pdf"))
    read = read_document(source, options(program))
    assert read.engine == "pdf2htmlex"
    embedded = read_document(source, ReadingOptions())
    assert [page.graphics for page in read.pages] == [page.graphics for page in embedded.pages]
    assert any(page.graphics for page in read.pages)
    alone = read_document(paper.with_suffix(".html"), ReadingOptions())
    assert not any(page.graphics for page in alone.pages)


@pytest.mark.skipif(shutil.which("pdf2htmlEX") is None, reason="pdf2htmlEX is not on PATH")
class TestRealProgram:
    def test_replica_has_the_recorded_text(self) -> None:
        fresh = read_replica(convert(SOURCE, ReadingOptions(max_memory=2**33)))
        kept = read_replica(REPLICA.read_bytes())
        assert [[b.text for b in p.blocks] for p in fresh.pages] == [
            [b.text for b in p.blocks] for p in kept.pages
        ]

    @pytest.mark.parametrize(
        ("name", "error"),
        [
            ("truncated", DamagedPdfError),
            ("encrypted-user-password", PasswordError),
            ("copy-protected", CopyProtectedError),
            ("zero-pages", NoTextError),
        ],
    )
    def test_hostile_files_are_refused(self, name: str, error: type[PdfbotError]) -> None:
        with pytest.raises(error):
            convert(Source.of(HOSTILE / f"{name}.pdf"), ReadingOptions())
