"""The examples for Spark, Ray, DuckDB and Polars in docs/, in an environment that has them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import HOSTILE, PAPERS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
EXAMPLES = re.findall(r"```py\n(.*?)```", (DOCS / "scale.md").read_text("utf-8"), re.S)


@pytest.mark.parametrize("package", ["pyspark", "ray"])
def test_example_makes_a_record_of_every_paper(package: str, tmp_path: Path) -> None:
    pytest.importorskip(package)
    pandas = pytest.importorskip("pandas")
    (example,) = (code for code in EXAMPLES if package in code)
    folder = tmp_path / "papers"
    folder.mkdir()
    shutil.copy(PAPERS / "novel-dialogue" / "novel-dialogue.pdf", folder)
    shutil.copy(HOSTILE / "encrypted-user-password.pdf", folder)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYSPARK_PYTHON": sys.executable}
    call = [sys.executable, "-c", example]
    done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, timeout=240)
    assert done.returncode == 0, done.stderr.decode()
    rows = pandas.read_parquet(tmp_path / "records").to_dict("records")
    found = {Path(row["path"]).stem: json.loads(row["record"]) for row in rows}
    assert found["novel-dialogue"]["status"] == "ok"
    assert found["novel-dialogue"]["paragraphs"]
    assert found["encrypted-user-password"]["error_type"] == "PasswordError"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `out`, the Parquet files of a batch."""
    folder = tmp_path_factory.mktemp("tables")
    papers = [str(PAPERS / name / f"{name}.pdf") for name in ("novel-dialogue", "serbian-cyrillic")]
    broken = str(HOSTILE / "truncated.pdf")
    options = ("-o", "out", "--format", "parquet", "--rows", "sentences", "--rank")
    call = [sys.executable, "-m", "pdfbot", "batch", *papers, broken, *options, "--shard-size", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(call, cwd=folder, env=environment, capture_output=True, timeout=120)
    assert done.returncode == 1, done.stderr.decode()
    return folder


def test_documented_queries_run_in_duckdb(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.chdir(tables)
    page = (DOCS / "batch.md").read_text("utf-8")
    best, statuses = (duckdb.sql(q).fetchall() for q in re.findall(r"```sql\n(.*?)```", page, re.S))
    assert {row[0] for row in best} == {"novel-dialogue", "serbian-cyrillic"}
    assert [row[2] for row in best] == sorted((row[2] for row in best), reverse=True)
    assert {(row[0], row[2]) for row in statuses} == {("ok", 2), ("failed", 1)}


def test_documented_query_runs_in_polars(tables: Path) -> None:
    pytest.importorskip("polars")
    (example,) = re.findall(r"```py\n(.*?)```", (DOCS / "batch.md").read_text("utf-8"), re.S)
    call = [sys.executable, "-c", example]
    done = subprocess.run(call, cwd=tables, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    assert b"novel-dialogue" in done.stdout
