"""The command: where data goes, what is refused, and what is left behind."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import pdfbot
from pdfbot.cli import main
from pdfbot.cli.extract import plan
from pdfbot.cli.options import change_thresholds, parse_pages
from pdfbot.errors import UsageError
from pdfbot.thresholds import Thresholds

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]
Streams = pytest.CaptureFixture[str]


@pytest.fixture(scope="session")
def paper(papers: Path) -> Path:
    return papers / "novel-dialogue" / "novel-dialogue.pdf"


@pytest.fixture(scope="session")
def text(paper: Path) -> str:
    return pdfbot.extract(paper).text + "\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of commands run inside the test's process."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestOneInput:
    def test_text_on_stdout_and_nothing_else(self, run: Run, paper: Path, text: str) -> None:
        done = run("extract", paper)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode() == text
        assert "\n\n" in text

    def test_standard_input(self, run: Run, paper: Path, text: str) -> None:
        done = run("extract", "-", stdin=paper.read_bytes())
        assert done.stdout.decode() == text
        record = json.loads(
            run("extract", "-", "--format", "json", stdin=paper.read_bytes()).stdout
        )
        assert record["source"] == "<stdin>"
        empty = run("extract", "-")
        assert empty.returncode == 4
        assert empty.stderr == b"pdfbot: <stdin>: the file is empty\n"

    def test_utf8_whatever_the_locale(self, run: Run, papers: Path) -> None:
        serbian = papers / "serbian-cyrillic" / "serbian-cyrillic.pdf"
        ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
        done = run("extract", serbian, env=ascii_only)
        assert done.returncode == 0
        assert done.stdout.decode("utf-8") == pdfbot.extract(serbian).text + "\n"

    @pytest.mark.parametrize("output", ["new.txt", "deep/er/new.txt", "noending"])
    def test_into_a_file(self, folder: Path, paper: Path, text: str, output: str) -> None:
        assert main(["extract", str(paper), "-o", output]) == 0
        assert (folder / output).read_text("utf-8") == text

    def test_into_a_folder(self, folder: Path, paper: Path, text: str) -> None:
        (folder / "there").mkdir()
        for output in ("there", "made/"):
            assert main(["extract", str(paper), "-o", output]) == 0
            assert (folder / output / "novel-dialogue.txt").read_text("utf-8") == text
            assert len(list((folder / output).iterdir())) == 1

    def test_the_ending_tells_the_format(self, folder: Path, paper: Path) -> None:
        assert main(["extract", str(paper), "-o", "a.json"]) == 0
        assert main(["extract", str(paper), "-o", "a.jsonl"]) == 0
        indented = (folder / "a.json").read_text("utf-8")
        line = (folder / "a.jsonl").read_text("utf-8")
        assert json.loads(indented) == json.loads(line)
        assert line.count("\n") == 1 < indented.count("\n")
        assert pdfbot.from_json(line).to_json() == pdfbot.extract(paper).to_json()

    def test_a_device_is_written_to_not_replaced(self, paper: Path) -> None:
        assert main(["extract", str(paper), "-o", "/dev/null"]) == 0
        assert Path("/dev/null").is_char_device()

    def test_a_result_can_be_replaced_but_not_an_input(
        self, folder: Path, paper: Path, text: str, capsys: Streams
    ) -> None:
        (folder / "old.txt").write_text("old")
        assert main(["extract", str(paper), "-o", "old.txt"]) == 0
        assert (folder / "old.txt").read_text("utf-8") == text
        copy = shutil.copy(paper, folder / "copy.pdf")
        assert main(["extract", "copy.pdf", "-o", "./copy.pdf"]) == 2
        assert "overwrite an input" in capsys.readouterr().err
        assert Path(copy).read_bytes() == paper.read_bytes()


class TestSeveralInputs:
    def test_into_a_folder(self, folder: Path, papers: Path, capsys: Streams) -> None:
        inputs = [str(papers / n / f"{n}.pdf") for n in ("novel-dialogue", "interlinear-gloss")]
        assert main(["extract", *inputs, "-o", "out", "--format", "json"]) == 0
        assert sorted(p.name for p in (folder / "out").iterdir()) == [
            "interlinear-gloss.json",
            "novel-dialogue.json",
        ]
        streams = capsys.readouterr()
        assert streams.out == ""

    def test_stdout_takes_only_records(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), str(paper)]) == 2
        streams = capsys.readouterr()
        assert streams.out == ""
        assert "2 inputs: name a folder with -o, or use --format jsonl" in streams.err
        assert main(["extract", str(paper), str(paper), "--format", "jsonl"]) == 0
        records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [record["source"] for record in records] == [str(paper)] * 2

    def test_one_file_of_records(self, folder: Path, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "none.pdf", str(paper), "-o", "all.jsonl"]) == 1
        assert "none.pdf: no such file" in capsys.readouterr().err
        records = (folder / "all.jsonl").read_text("utf-8").splitlines()
        assert [json.loads(r)["source"] for r in records] == [str(paper)] * 2
        assert main(["extract", "none.pdf", "no.pdf", "-o", "nothing.jsonl"]) == 1
        assert not (folder / "nothing.jsonl").exists()

    def test_same_names_do_not_overwrite_each_other(
        self, folder: Path, papers: Path, text: str
    ) -> None:
        for parent in ("a", "b"):
            (folder / parent).mkdir()
            shutil.copy(papers / "novel-dialogue" / "novel-dialogue.pdf", folder / parent / "x.pdf")
        shutil.copy(papers / "novel-dialogue" / "novel-dialogue.html", folder / "b" / "y.html")
        assert main(["extract", "a/x.pdf", "b/x.pdf", "b/y.html", "-o", "out"]) == 0
        out = folder / "out"
        assert (out / "a" / "x.pdf.txt").read_text("utf-8") == text
        assert (out / "b" / "x.pdf.txt").read_text("utf-8") == text
        assert (out / "y.txt").exists()

    def test_a_file_cannot_be_the_folder(self, folder: Path, paper: Path, capsys: Streams) -> None:
        (folder / "file").write_text("mine")
        assert main(["extract", str(paper), "other.pdf", "-o", "file"]) == 2
        assert "2 inputs need a folder" in capsys.readouterr().err
        assert (folder / "file").read_text() == "mine"

    def test_a_bug_in_one_does_not_cost_the_others(
        self, folder: Path, paper: Path, monkeypatch: pytest.MonkeyPatch, capsys: Streams
    ) -> None:
        right = pdfbot.extract

        def wrong(source: str, **choices: object) -> pdfbot.Extraction:
            if source == "bug.pdf":
                raise ZeroDivisionError("division by zero")
            return right(source)

        monkeypatch.setattr(pdfbot, "extract", wrong)
        assert main(["extract", "bug.pdf", str(paper), "-o", "out"]) == 1
        line = capsys.readouterr().err
        assert line.startswith("pdfbot: bug.pdf: internal error, please report it")
        assert "ZeroDivisionError" in line
        assert [p.name for p in (folder / "out").iterdir()] == ["novel-dialogue.txt"]

    def test_standard_input_is_read_once(self) -> None:
        with pytest.raises(UsageError, match="only once"):
            plan(["-", "-"], "out/", "txt")
        assert plan(["-"], "out/", "txt")[0].target == Path("out/stdin.txt")


class TestOptions:
    def test_pages(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--pages", "2", "--format", "json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert [page["number"] for page in record["pages"]] == [2]
        assert {line["page"] for line in record["lines"]} == {2}

    @pytest.mark.parametrize(
        ("given", "pages"), [("3", [3]), ("2-4", [2, 3, 4]), ("5, 1-2,2", [1, 2, 5])]
    )
    def test_page_lists(self, given: str, pages: list[int]) -> None:
        assert parse_pages(given) == pages

    @pytest.mark.parametrize("given", ["", "0", "a", "2-", "-2", "4-2", "1,,2", "1-9999999", "٣"])
    def test_page_lists_that_make_no_sense(self, given: str) -> None:
        with pytest.raises(UsageError, match="--pages"):
            parse_pages(given)

    def test_pages_beyond_the_last(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--pages", "900"]) == 2
        assert "none of the wanted pages exists" in capsys.readouterr().err

    def test_columns_can_be_forced(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--columns", "1", "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["statistics"]["columns"] == 1
        assert main(["extract", str(paper), "--columns", "4"]) == 2

    def test_the_rules_of_the_paper(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--rules", "paper", "--format", "json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert record["thresholds"] == Thresholds.paper().fingerprint()

    def test_appendices_can_be_kept(self, papers: Path, capsys: Streams) -> None:
        given = str(papers / "onecolumn-blocks" / "onecolumn-blocks.pdf")
        assert main(["extract", given]) == 0
        without = capsys.readouterr().out
        assert main(["extract", given, "--appendices"]) == 0
        kept = capsys.readouterr().out
        assert kept.startswith(without.rstrip("\n"))
        assert kept.removeprefix(without.rstrip("\n")).lstrip().startswith("Suppose that seven")
        assert pdfbot.extract(given, appendices=True).text + "\n" == kept
        for set_too in ([], ["--set", "keep_appendices=1"]):
            call = ["extract", given, "--appendices", *set_too, "--format", "json"]
            assert main(call) == 0
            record = json.loads(capsys.readouterr().out)
            assert record["thresholds"] == Thresholds(keep_appendices=True).fingerprint()

    def test_a_threshold_can_be_set(self, paper: Path, capsys: Streams) -> None:
        call = ["extract", str(paper), "--set", "min_column_width=120", "--format", "json"]
        assert main(call) == 0
        record = json.loads(capsys.readouterr().out)
        changed = change_thresholds("default", ["min_column_width=120"])
        assert changed.min_column_width == 120.0
        assert record["thresholds"] == changed.fingerprint() != Thresholds().fingerprint()

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ("min_colum_width=1", r"no such threshold; did you mean min_column_width"),
            ("zzz=1", r"--set zzz: no such threshold \(docs"),
            ("min_column_width", "NAME=VALUE"),
            ("min_column_width=wide", "needs a number"),
            ("min_column_width=nan", "finite"),
            ("max_columns=2.5", "whole number"),
        ],
    )
    def test_settings_that_make_no_sense(self, change: str, message: str) -> None:
        with pytest.raises(UsageError, match=message):
            change_thresholds("default", [change])

    def test_the_other_engine_must_be_there(self, paper: Path, capsys: Streams) -> None:
        call = ["extract", str(paper), "--engine", "pdf2htmlex", "--pdf2htmlex", "/no/such/program"]
        assert main(call) == 10
        assert len(capsys.readouterr().err.splitlines()) == 1


class TestCalls:
    def test_version(self, capsys: Streams) -> None:
        assert main(["--version"]) == 0
        assert capsys.readouterr().out == f"pdfbot {pdfbot.__version__}\n"

    def test_help(self, capsys: Streams) -> None:
        assert main(["--help"]) == 0
        assert "extract" in capsys.readouterr().out
        assert main(["extract", "--help"]) == 0
        assert "--allow-copy-protected" in capsys.readouterr().out
        assert main([]) == 2
        assert "extract" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "call",
        [
            ["extrakt", "a.pdf"],
            ["extract"],
            ["extract", "a.pdf", "--form", "json"],
            ["extract", "a.pdf", "--format", "xml"],
        ],
    )
    def test_wrong_calls_are_told_in_one_line(self, call: list[str], capsys: Streams) -> None:
        assert main(call) == 2
        streams = capsys.readouterr()
        assert streams.out == ""
        assert len(streams.err.splitlines()) == 1
        assert streams.err.startswith("pdfbot: ")
        assert "--help" in streams.err
