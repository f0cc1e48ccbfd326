"""`pdfbot extract`: where the text goes, what is refused, and which options change it."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import pdfbot
from pdfbot.cli import extract, main
from pdfbot.cli.extract import assign_outputs
from pdfbot.errors import UsageError
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions, RuleSet
from pdfbot.output.compression import compression_of, decompressor
from pdfbot.pipeline import extract_body
from pdfbot.readers.source import Source
from pdfbot.thresholds import Thresholds

from .conftest import Run, Streams


@pytest.fixture(scope="session")
def text(paper: Path) -> str:
    return pdfbot.extract(paper).text + "\n"


def decompressed(path: Path) -> bytes:
    with path.open("rb") as raw, decompressor(raw, compression_of(path.name)) as plain:
        return plain.read()


class TestOneInput:
    def test_text_goes_to_stdout_and_nothing_else(self, run: Run, paper: Path, text: str) -> None:
        done = run("extract", paper)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode() == text
        assert "\n\n" in text

    def test_standard_input_is_read(self, run: Run, paper: Path, text: str) -> None:
        done = run("extract", "-", stdin=paper.read_bytes())
        assert done.stdout.decode() == text
        record = json.loads(
            run("extract", "-", "--format", "json", stdin=paper.read_bytes()).stdout
        )
        assert record["source"] == "<stdin>"
        empty = run("extract", "-")
        assert empty.returncode == 4
        assert empty.stderr == b"pdfbot: <stdin>: the file is empty\n"

    def test_output_is_utf8_whatever_the_locale(self, run: Run, papers: Path) -> None:
        serbian = papers / "serbian-cyrillic" / "serbian-cyrillic.pdf"
        ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
        done = run("extract", serbian, env=ascii_only)
        assert done.returncode == 0
        assert done.stdout.decode("utf-8") == pdfbot.extract(serbian).text + "\n"

    @pytest.mark.parametrize("output", ["new.txt", "deep/er/new.txt", "nosuffix"])
    def test_text_is_written_to_a_file(
        self, folder: Path, paper: Path, text: str, output: str
    ) -> None:
        assert main(["extract", str(paper), "-o", output]) == 0
        assert (folder / output).read_text("utf-8") == text

    def test_text_is_written_into_a_folder(self, folder: Path, paper: Path, text: str) -> None:
        (folder / "existing").mkdir()
        for output in ("existing", "created/"):
            assert main(["extract", str(paper), "-o", output]) == 0
            assert (folder / output / "novel-dialogue.txt").read_text("utf-8") == text
            assert len(list((folder / output).iterdir())) == 1

    def test_format_is_taken_from_the_suffix(self, folder: Path, paper: Path) -> None:
        assert main(["extract", str(paper), "-o", "a.json"]) == 0
        assert main(["extract", str(paper), "-o", "a.jsonl"]) == 0
        indented = (folder / "a.json").read_text("utf-8")
        line = (folder / "a.jsonl").read_text("utf-8")
        assert json.loads(indented) == json.loads(line)
        assert line.count("\n") == 1 < indented.count("\n")
        assert pdfbot.from_json(line).to_json() == pdfbot.extract(paper).to_json()

    @pytest.mark.parametrize("compression", ["gz", "zst"])
    def test_output_is_compressed_by_its_name_or_on_request(
        self, folder: Path, paper: Path, compression: str
    ) -> None:
        if compression == "zst":
            pytest.importorskip("zstandard", reason="needs pdfbot[zstd]")
        assert main(["extract", str(paper), "-o", "a.json"]) == 0
        assert main(["extract", str(paper), "-o", f"b.json.{compression}"]) == 0
        call = ["extract", str(paper), "-o", "c/", "--format", "json", "--compress", compression]
        assert main(call) == 0
        expected = (folder / "a.json").read_bytes()
        for name in ("b.json", "c/novel-dialogue.json"):
            assert decompressed(folder / f"{name}.{compression}") == expected
        assert main(["extract", str(paper), str(paper), "-o", f"all.jsonl.{compression}"]) == 0
        assert decompressed(folder / f"all.jsonl.{compression}").count(b"\n") == 2

    def test_standard_output_can_be_compressed(self, run: Run, paper: Path, text: str) -> None:
        done = run("extract", paper, "--compress", "gz")
        assert gzip.decompress(done.stdout).decode() == text

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["-o", "x.docx"], "-o x.docx: no format has the ending .docx; use .txt, .md"),
            (["-o", "x.json.bz2"], "-o x.json.bz2: no format has the ending .bz2"),
            (
                ["-o", "x.gz", "--compress", "zst"],
                "-o x.gz: the name does not match --compress zst",
            ),
            (["--lean"], "--lean is for json and jsonl, not txt"),
            (["-o", "x.json", "--anchors"], "--anchors is for md, not json"),
            (["--format", "chunks", "--chunk-words", "0"], "--chunk-words must be at least 1"),
        ],
    )
    def test_output_that_makes_no_sense_is_refused(
        self, folder: Path, paper: Path, capsys: Streams, options: list[str], message: str
    ) -> None:
        assert main(["extract", str(paper), *options]) == 2
        line = capsys.readouterr().err
        assert message in line
        assert line.count("\n") == 1
        assert list(folder.iterdir()) == []

    def test_explicit_format_may_have_any_name(self, folder: Path, paper: Path) -> None:
        assert main(["extract", str(paper), "-o", "x.dat", "--format", "md"]) == 0
        assert (folder / "x.dat").read_text("utf-8").startswith("# ")

    @pytest.mark.parametrize(
        ("options", "method"),
        [
            (["--format", "md", "--anchors"], lambda p: p.to_markdown(anchors=True)),
            (
                ["--format", "md", "--include", "notes", "--include", "references"],
                lambda p: p.to_markdown(include=["notes", "references"]),
            ),
            (["--drop-citations"], lambda p: p.without_citations().text + "\n"),
            (["--format", "tei"], lambda p: p.to_tei()),
        ],
        ids=["anchors", "include", "drop-citations", "tei"],
    )
    def test_formats_are_those_of_the_library(
        self,
        papers: Path,
        capsys: Streams,
        options: list[str],
        method: Callable[[pdfbot.Paper], str],
    ) -> None:
        given = papers / "twocolumn-conference" / "twocolumn-conference.pdf"
        assert main(["extract", str(given), *options]) == 0
        assert capsys.readouterr().out == method(pdfbot.extract(given))

    def test_chunks_are_lines_of_json(self, papers: Path, capsys: Streams) -> None:
        given = papers / "twocolumn-conference" / "twocolumn-conference.pdf"
        call = ["extract", str(given), "--format", "chunks", "--chunk-words", "90"]
        assert main([*call, "--chunk-overlap", "1"]) == 0
        records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        expected = pdfbot.extract(given).chunks(90, overlap=1)
        assert [(r["id"], r["text"]) for r in records] == [(c.id, c.text) for c in expected]
        assert {r["source"] for r in records} == {str(given)}

    def test_lean_records_have_no_lines(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--format", "jsonl", "--lean"]) == 0
        record = capsys.readouterr().out
        assert "lines" not in json.loads(record)
        assert pdfbot.from_json(record).text == pdfbot.extract(paper).text

    def test_scores_are_written_on_request(self, folder: Path, papers: Path) -> None:
        paper = papers / "twocolumn-conference" / "twocolumn-conference.pdf"
        assert main(["extract", str(paper), "-o", "a.json", "--rank"]) == 0
        text = (folder / "a.json").read_text("utf-8")
        sentences = [s for p in json.loads(text)["paragraphs"] for s in p["sentences"]]
        extracted = pdfbot.extract(paper)
        expected = {ranked.sentence.id: ranked.score for ranked in extracted.rank()}
        assert {sentence["id"]: sentence["score"] for sentence in sentences} == expected
        assert pdfbot.from_json(text).to_json() == extracted.to_json()
        assert pdfbot.from_json(text).to_json(rank=True) == extracted.to_json(rank=True)
        assert '"score"' not in extracted.to_json()

    @pytest.mark.parametrize("rules", ["default", "paper"])
    def test_reasons_are_written_on_request(
        self, folder: Path, paper: Path, rules: RuleSet
    ) -> None:
        call = ["extract", str(paper), "-o", "a.json", "--lean", "--rules", rules]
        assert main([*call, "--reasons"]) == 0
        record = json.loads((folder / "a.json").read_text("utf-8"))
        extracted = pdfbot.extract(paper, rules=rules)
        body = [verdict.line_id for verdict in extracted.verdicts if verdict.is_body]
        assert [reason["line"] for reason in record["reasons"]] == body
        tests = {reason["finding"]["test"] for reason in record["reasons"][1:]}
        assert all(test.startswith("published_") for test in tests) == (rules == "paper")
        assert main(call) == 0
        assert "reasons" not in json.loads((folder / "a.json").read_text("utf-8"))

    def test_text_with_scores_is_refused(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--rank"]) == 2
        message = "pdfbot: --rank is for json, jsonl and parquet, not txt\n"
        assert capsys.readouterr().err == message

    def test_device_is_written_to_but_not_replaced(self, paper: Path) -> None:
        assert main(["extract", str(paper), "-o", "/dev/null"]) == 0
        assert Path("/dev/null").is_char_device()

    def test_old_result_is_replaced_but_never_an_input(
        self, folder: Path, paper: Path, text: str, capsys: Streams
    ) -> None:
        (folder / "old.txt").write_text("old")
        assert main(["extract", str(paper), "-o", "old.txt"]) == 0
        assert (folder / "old.txt").read_text("utf-8") == text
        copy = shutil.copy(paper, folder / "copy.pdf")
        assert main(["extract", "copy.pdf", "-o", "./copy.pdf", "--format", "txt"]) == 2
        assert "overwrite an input" in capsys.readouterr().err
        assert Path(copy).read_bytes() == paper.read_bytes()


class TestSeveralInputs:
    def test_several_inputs_are_written_into_a_folder(
        self, folder: Path, papers: Path, capsys: Streams
    ) -> None:
        inputs = [str(papers / n / f"{n}.pdf") for n in ("novel-dialogue", "interlinear-gloss")]
        assert main(["extract", *inputs, "-o", "out", "--format", "json"]) == 0
        assert sorted(p.name for p in (folder / "out").iterdir()) == [
            "interlinear-gloss.json",
            "novel-dialogue.json",
        ]
        streams = capsys.readouterr()
        assert streams.out == ""

    def test_several_inputs_go_to_stdout_only_as_json_lines(
        self, paper: Path, capsys: Streams
    ) -> None:
        assert main(["extract", str(paper), str(paper)]) == 2
        streams = capsys.readouterr()
        assert streams.out == ""
        assert "2 inputs: name a folder with -o, or use --format jsonl" in streams.err
        assert main(["extract", str(paper), str(paper), "--format", "jsonl"]) == 0
        records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [record["source"] for record in records] == [str(paper)] * 2

    def test_several_inputs_share_a_jsonl_file(
        self, folder: Path, paper: Path, capsys: Streams
    ) -> None:
        assert main(["extract", str(paper), "none.pdf", str(paper), "-o", "all.jsonl"]) == 1
        assert "none.pdf: no such file" in capsys.readouterr().err
        records = (folder / "all.jsonl").read_text("utf-8").splitlines()
        assert [json.loads(r)["source"] for r in records] == [str(paper)] * 2
        assert main(["extract", "none.pdf", "no.pdf", "-o", "nothing.jsonl"]) == 1
        assert not (folder / "nothing.jsonl").exists()

    def test_inputs_with_equal_names_do_not_overwrite_each_other(
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

    def test_file_is_refused_as_the_folder_for_several_inputs(
        self, folder: Path, paper: Path, capsys: Streams
    ) -> None:
        (folder / "file").write_text("mine")
        assert main(["extract", str(paper), "other.pdf", "-o", "file"]) == 2
        assert "2 inputs need a folder" in capsys.readouterr().err
        assert (folder / "file").read_text() == "mine"

    def test_bug_in_one_input_does_not_stop_the_others(
        self, folder: Path, paper: Path, monkeypatch: pytest.MonkeyPatch, capsys: Streams
    ) -> None:
        def fail_on_bug(source: Source, reading: ReadingOptions, rules: RuleOptions) -> Extraction:
            if source.name == "bug.pdf":
                raise ZeroDivisionError("division by zero")
            return extract_body(source, reading, rules)

        monkeypatch.setattr(extract, "extract_body", fail_on_bug)
        assert main(["extract", "bug.pdf", str(paper), "-o", "out"]) == 1
        line = capsys.readouterr().err
        assert line.startswith("pdfbot: bug.pdf: internal error, please report it")
        assert "ZeroDivisionError" in line
        assert [p.name for p in (folder / "out").iterdir()] == ["novel-dialogue.txt"]

    def test_folder_is_refused_with_the_command_for_folders(
        self, folder: Path, paper: Path, capsys: Streams
    ) -> None:
        (folder / "my papers").mkdir()
        assert main(["extract", "my papers"]) == 3
        assert capsys.readouterr().err == (
            "pdfbot: my papers: a folder, not a file; for all papers in it: "
            "pdfbot batch 'my papers' -o OUT\n"
        )
        assert main(["extract", "my papers", str(paper), "-o", "out"]) == 1
        assert [p.name for p in (folder / "out").iterdir()] == ["novel-dialogue.txt"]

    def test_standard_input_can_be_read_only_once(self) -> None:
        with pytest.raises(UsageError, match="only once"):
            assign_outputs(["-", "-"], "out/", "txt")
        assert assign_outputs(["-"], "out/", "txt")[0].target == Path("out/stdin.txt")


class TestOptions:
    def test_only_the_given_pages_are_read(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--pages", "2", "--format", "json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert [page["number"] for page in record["pages"]] == [2]
        assert {line["page"] for line in record["lines"]} == {2}

    def test_pages_beyond_the_last_one_are_refused(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--pages", "900"]) == 2
        assert "none of the requested pages can be read" in capsys.readouterr().err

    def test_number_of_columns_can_be_forced(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--columns", "1", "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["statistics"]["columns"] == 1
        assert main(["extract", str(paper), "--columns", "4"]) == 2

    def test_published_rules_can_be_chosen(self, paper: Path, capsys: Streams) -> None:
        assert main(["extract", str(paper), "--rules", "paper", "--format", "json"]) == 0
        record = json.loads(capsys.readouterr().out)
        expected = json.loads(pdfbot.extract(paper, rules="paper").to_json())
        assert record["verdicts"] == expected["verdicts"]
        assert record["verdicts"] != json.loads(pdfbot.extract(paper).to_json())["verdicts"]

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

    def test_threshold_can_be_changed(self, paper: Path, capsys: Streams) -> None:
        call = ["extract", str(paper), "--set", "min_column_width=120", "--format", "json"]
        assert main(call) == 0
        record = json.loads(capsys.readouterr().out)
        assert record["thresholds"] == Thresholds(min_column_width=120.0).fingerprint()

    def test_missing_pdf2htmlex_is_reported_in_one_line(self, paper: Path, capsys: Streams) -> None:
        call = ["extract", str(paper), "--engine", "pdf2htmlex", "--pdf2htmlex", "/no/such/program"]
        assert main(call) == 10
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        ([], "voltage V₁ and"),
        (["--scripts", "tex"], "voltage V_{1} and"),
        (["--scripts", "flat"], "voltage V1 and"),
        (["--format", "md"], "voltage $V_1$ and"),
        (["--format", "md", "--scripts", "unicode"], "voltage V₁ and"),
        (["--format", "chunks"], "voltage V₁ and"),
        (["--format", "json"], "voltage V1 and"),
        (["--format", "tei"], 'voltage V<hi rend="subscript">1</hi> and'),
    ],
)
def test_scripts_are_written_as_chosen(
    arguments: list[str], written: str, capfd: Streams, papers: Path
) -> None:
    paper = papers / "twocolumn-conference" / "twocolumn-conference.pdf"
    assert main(["extract", str(paper), *arguments]) == 0
    assert written in capfd.readouterr().out


def test_scripts_of_records_are_ranges(capfd: Streams, papers: Path) -> None:
    paper = papers / "twocolumn-conference" / "twocolumn-conference.pdf"
    assert main(["extract", str(paper), "--format", "json", "--scripts", "tex"]) == 2
    assert "--scripts is for txt, md and chunks, not json" in capfd.readouterr().err


class TestFilesOfParts:
    """`--figures` and `--tables` write files of their own beside the text."""

    def test_each_paper_has_its_pictures_and_rows(
        self, run: Run, papers: Path, tmp_path: Path
    ) -> None:
        names = ("twocolumn-conference", "onecolumn-blocks")
        inputs = [papers / name / f"{name}.pdf" for name in names]
        options = ("--figures", tmp_path / "parts", "--tables", tmp_path / "parts")
        done = run("extract", *inputs, "-o", f"{tmp_path}/text/", *options, "--jobs", "2")
        assert done.returncode == 0, done.stderr
        expected = {
            f"{name}-{picture.name}.png": picture.png
            for name, path in zip(names, inputs, strict=True)
            for picture in pdfbot.extract(path).pictures()
        }
        written = {path.name: path.read_bytes() for path in (tmp_path / "parts").glob("*.png")}
        assert written == expected
        rows = (tmp_path / "parts" / "twocolumn-conference-table-I.csv").read_text()
        assert rows.splitlines()[0] == "Consumer,Power (µW),Energy (J)"

    def test_papers_of_the_same_name_do_not_overwrite_each_other(
        self, run: Run, papers: Path, tmp_path: Path
    ) -> None:
        for folder in ("a", "b"):
            (tmp_path / folder).mkdir()
            shutil.copy(
                papers / "twocolumn-conference" / "twocolumn-conference.pdf",
                tmp_path / folder / "paper.pdf",
            )
        inputs = tmp_path / "a" / "paper.pdf", tmp_path / "b" / "paper.pdf"
        parts = tmp_path / "parts"
        run("extract", *inputs, "-o", f"{tmp_path}/text/", "--tables", parts)
        assert sorted(str(p.relative_to(parts)) for p in parts.rglob("*.csv")) == [
            "a/paper.pdf-table-I.csv",
            "b/paper.pdf-table-I.csv",
        ]

    def test_a_replica_is_refused(self, run: Run, papers: Path, tmp_path: Path) -> None:
        replica = papers / "twocolumn-conference" / "twocolumn-conference.html"
        done = run("extract", replica, "--figures", tmp_path / "parts")
        assert done.returncode == 2
        assert b"a replica, not a PDF; pictures need the PDF" in done.stderr
        assert (done.stdout, (tmp_path / "parts").exists()) == (b"", False)
