"""The examples for Spark, Ray, DuckDB and Polars in docs, and who else reads the tables."""

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
    done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, timeout=600)
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
    call = [sys.executable, "-m", "pdfbot", "batch", *papers, broken, "--shard-size", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for options in (["parquet", "--rows", "sentences", "--rank"], ["chunks"]):
        output = "out" if "parquet" in options else "chunked"
        run = [*call, "-o", output, "--format", *options]
        done = subprocess.run(run, cwd=folder, env=environment, capture_output=True, timeout=120)
        assert done.returncode == 1, done.stderr.decode()
    shutil.move(folder / "chunked" / "chunks", folder / "out")
    return folder


def test_documented_queries_run_in_duckdb(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.chdir(tables)
    page = (DOCS / "batch.md").read_text("utf-8")
    queries = re.findall(r"```sql\n(.*?)```", page, re.S)
    best, statuses, chunks = (duckdb.sql(query).fetchall() for query in queries)
    assert {row[0] for row in best} == {"novel-dialogue", "serbian-cyrillic"}
    assert [row[2] for row in best] == sorted((row[2] for row in best), reverse=True)
    assert {(row[0], row[2]) for row in statuses} == {("ok", 2), ("failed", 1)}
    assert {row[0] for row in chunks} == {"novel-dialogue", "serbian-cyrillic"}
    assert all(row[2] > row[1] for row in chunks)


def test_documented_query_runs_in_polars(tables: Path) -> None:
    pytest.importorskip("polars")
    (example,) = re.findall(r"```py\n(.*?)```", (DOCS / "batch.md").read_text("utf-8"), re.S)
    call = [sys.executable, "-c", example]
    done = subprocess.run(call, cwd=tables, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    assert b"novel-dialogue" in done.stdout


def test_pandas_and_spark_read_each_folder_as_one_table(tables: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pyspark = pytest.importorskip("pyspark.sql")
    spark = pyspark.SparkSession.builder.master("local[1]").getOrCreate()
    try:
        for folder, key in (("papers", "id"), ("sentences", "paper")):
            path = str(tables / "out" / folder)
            rows = pandas.read_parquet(path)
            assert {"novel-dialogue", "serbian-cyrillic"} <= set(rows[key])
            assert spark.read.parquet(path).count() == len(rows)
    finally:
        spark.stop()
