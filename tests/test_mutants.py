"""Damaged PDFs: every one gets its record, and none finds a bug or hangs."""

from __future__ import annotations

from pathlib import Path

import mutate_pdfs

import pdfbot
from pdfbot.bulk.worker import INTERNAL_ERROR
from tests.documents import HOSTILE

FIXTURES = HOSTILE.parent
SOURCES = [
    FIXTURES / "world" / "cropped-form" / "cropped-form.pdf",
    FIXTURES / "world" / "type3" / "type3.pdf",
    FIXTURES / "languages" / "hebrew" / "hebrew.pdf",
    HOSTILE / "truncated.pdf",
]


def test_mutants_are_the_same_for_a_seed() -> None:
    count = 2 * len(mutate_pdfs.MUTATIONS)
    one, other = (list(mutate_pdfs.mutants(SOURCES[:2], count, 7)) for _ in range(2))
    assert one == other
    assert {name.partition("-")[2] for name, _ in one} == {
        f"{path.stem}-{mutation}" for path in SOURCES[:2] for mutation in mutate_pdfs.MUTATIONS
    }
    assert one != list(mutate_pdfs.mutants(SOURCES[:2], count, 8))


def test_every_mutant_gets_a_record_without_a_bug_or_a_time_out(tmp_path: Path) -> None:
    count = len(SOURCES) * len(mutate_pdfs.MUTATIONS)
    for name, damaged in mutate_pdfs.mutants(SOURCES, count, 1):
        (tmp_path / f"{name}.pdf").write_bytes(damaged)
    records = list(pdfbot.batch(tmp_path, jobs=2, timeout=60))
    assert len(records) == count
    assert {record["status"] for record in records} == {"ok", "failed", "no-text"}
    assert INTERNAL_ERROR not in {record["error_type"] for record in records}
