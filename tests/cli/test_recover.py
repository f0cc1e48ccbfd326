"""`pdfbot recover` as a process: what it reads, writes and refuses."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pdfbot

from .conftest import Run


@pytest.fixture(scope="session")
def recorded(root: Path) -> Path:
    """The output of pdftotext for the papers."""
    return root / "fixtures" / "recovery"


@pytest.fixture(scope="session")
def novel(recorded: Path) -> Path:
    return recorded / "novel-dialogue.txt"


def expected(path: Path, **choices: object) -> str:
    return pdfbot.recover(path.read_text("utf-8"), **choices).text + "\n"  # type: ignore[arg-type]


def test_text_goes_to_stdout_and_nothing_else(run: Run, novel: Path) -> None:
    done = run("recover", novel)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == expected(novel)


def test_standard_input_is_read(run: Run, novel: Path) -> None:
    done = run("recover", "-", stdin=novel.read_bytes())
    assert (done.returncode, done.stdout.decode()) == (0, expected(novel))


def test_text_is_written_to_a_file_or_into_a_folder(run: Run, novel: Path, tmp_path: Path) -> None:
    assert run("recover", novel, "-o", "out.txt").returncode == 0
    assert (tmp_path / "out.txt").read_text("utf-8") == expected(novel)
    assert run("recover", novel, "-o", "created/").returncode == 0
    assert (tmp_path / "created" / "novel-dialogue.txt").read_text("utf-8") == expected(novel)


def test_folder_of_text_files_is_processed(run: Run, recorded: Path, tmp_path: Path) -> None:
    done = run("recover", recorded, "-o", "out")
    assert (done.returncode, done.stdout) == (0, b"")
    warnings = [line.rpartition(b"/")[2] for line in done.stderr.splitlines()]
    assert warnings == [
        b"twocolumn-conference.txt: warning: dropped 3 control characters",
        b"twocolumn-physics.txt: warning: dropped 4 control characters",
    ]
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == sorted(path.name for path in recorded.glob("*.txt"))
    serbian = "serbian-cyrillic.txt"
    assert (tmp_path / "out" / serbian).read_text("utf-8") == expected(recorded / serbian)


@pytest.mark.parametrize("encoding", ["cp1251", "utf-16", "utf-8-sig"])
def test_encoding_is_detected_or_given(run: Run, encoding: str, tmp_path: Path) -> None:
    text = (
        "У селу постоји камени мост испод којег данас нема воде, а мост је\n"
        "дугачак тридесет два метра, има три лука и стоји усред ливаде на\n"
        "крају села.\n"
    )
    (tmp_path / "in.txt").write_bytes(text.encode(encoding))
    for options in ([], ["--encoding", encoding]):
        done = run("recover", "in.txt", *options)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode("utf-8") == " ".join(text.split()) + "\n"


def test_explain_prints_one_row_per_line(run: Run, novel: Path) -> None:
    done = run("recover", novel, "--explain")
    head, columns, *rows = done.stdout.decode().splitlines()
    assert head.startswith("# average ")
    assert ", CW 5" in head
    assert columns.split("\t") == "line shape length kind paragraph reason text".split()
    assert len(rows) == len(pdfbot.recover(novel.read_text("utf-8")).lines)
    assert {len(row.split("\t")) for row in rows} == {7}
    assert any(row.endswith("\tpage\t-\tpage number\t7") for row in rows)


def test_plot_is_an_svg_file(run: Run, novel: Path, tmp_path: Path) -> None:
    done = run("recover", novel, "--plot", "lengths.svg")
    assert (done.returncode, done.stdout.decode()) == (0, expected(novel))
    root = ElementTree.fromstring((tmp_path / "lengths.svg").read_bytes())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_automatic_eps_is_reported(run: Run, novel: Path) -> None:
    done = run("recover", novel, "--eps", "auto")
    assert done.returncode == 0
    assert b": eps 0.3: like a novel" in done.stderr
    assert done.stdout.decode() == expected(novel, eps=0.3)


def test_control_characters_are_left_out_with_a_warning(
    run: Run, tmp_path: Path, novel: Path
) -> None:
    """As pdftotext leaves them, where a font has an odd encoding."""
    lines = novel.read_text("utf-8").splitlines(keepends=True)
    odd = tmp_path / "odd.txt"
    odd.write_text("".join(line[:5] + "\x02\x10" + line[5:] for line in lines), "utf-8")
    done = run("recover", odd)
    assert (done.returncode, done.stdout.decode()) == (0, expected(novel))
    warning = f"pdfbot: {odd}: warning: dropped {2 * len(lines)} control characters\n"
    assert done.stderr.decode() == warning


def test_keep_and_rules_options_change_the_text(run: Run, recorded: Path) -> None:
    paper = recorded / "onecolumn-indented.txt"
    kept = run("recover", paper, "--keep", "tables").stdout.decode()
    assert kept == expected(paper, keep=["tables"])
    assert len(kept) > len(expected(paper))
    assert run("recover", paper, "--rules", "paper").stdout.decode() == expected(
        paper, rules="paper"
    )


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["none.txt"], 3, "none.txt: no such file"),
        (["empty.txt"], 8, "empty.txt: the file is empty"),
        (["noise.bin"], 3, "noise.bin: not a text file"),
        (["paper.pdf"], 3, "paper.pdf: a PDF, not text; use pdfbot extract"),
        (["folder"], 3, "folder: no .txt files in this folder"),
        (["a.txt", "--eps", "2"], 2, "eps 2.0"),
        (["a.txt", "--eps", "wide"], 2, "--eps wide"),
        (["a.txt", "--encoding", "utf-99"], 2, "no such encoding"),
        (["a.txt", "--plot", "a.png"], 2, "must end with .svg"),
        (["a.txt", "b.txt"], 2, "2 inputs: name a folder with -o"),
        (["a.txt", "b.txt", "-o", "out/", "--plot", "p.svg"], 2, "2 inputs but only one plot"),
        (["a.txt", "-o", "a.txt"], 2, "this would overwrite an input"),
        (["-", "-", "-o", "out/"], 2, "standard input can be read only once"),
        (["a.txt", "--keep", "figures"], 2, "invalid choice: 'figures'"),
        (["-"], 8, "<stdin>: the file is empty"),
    ],
)
def test_error_is_reported_in_one_line(
    run: Run, tmp_path: Path, papers: Path, options: list[str], code: int, message: str
) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("A text of one line.\n")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "noise.bin").write_bytes(random.Random(1).randbytes(5000))
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.5\n")
    (tmp_path / "folder").mkdir()
    done = run("recover", *options)
    assert done.returncode == code
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("pdfbot: ")
    assert message in line


def test_failing_input_does_not_stop_the_others(run: Run, novel: Path, tmp_path: Path) -> None:
    done = run("recover", novel, "none.txt", "-o", "out/")
    assert done.returncode == 1
    assert done.stderr.decode() == "pdfbot: none.txt: no such file\n"
    assert (tmp_path / "out" / "novel-dialogue.txt").exists()


def test_random_bytes_never_cause_a_traceback(run: Run, tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(12):
        alphabet = [b"\x00\xff\x80\n", b"ab.\r\n \f-", b"\xc3\xa9\n\xe9 x", bytes(range(256))]
        data = bytes(chance.choices(alphabet[number % 4], k=3000))
        (tmp_path / f"{number}.txt").write_bytes(data)
    done = run("recover", tmp_path, "-o", "out/", "--explain")
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr
    assert b"internal error" not in done.stderr
