"""The stored plan of an output: what belongs to which shard, and what it costs in memory."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from pdfbot.bulk.inputs import InputFile, InputFiles
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.shard_plan import PLAN_FILE, Shard, plan_shards
from pdfbot.bulk.store import Store
from pdfbot.errors import UsageError

# Files in the test of memory, and bytes for each at the peak, which were 400 for lists of names.
MANY = 20_000
MAX_BYTES_PER_FILE = 200


def files(count: int) -> Iterator[InputFile]:
    return (InputFile(f"/papers/2001/paper-{n:07d}.pdf", False, 10) for n in range(count))


def plan(folder: Path, *sources: Iterator[InputFile]) -> list[Shard]:
    store = Store(str(folder))
    store.prepare()
    return plan_shards(InputFiles(sources), store, Settings(), 1000, force=False)


def shown(shards: list[Shard]) -> list[tuple[str, str | None, list[str], int]]:
    return [(shard.name, shard.archive, list(shard.files), shard.size) for shard in shards]


def test_plan_is_json_with_a_line_for_each_shard_and_read_again(tmp_path: Path) -> None:
    archive = InputFile("/dumps/a.tar", True, 70)
    first = plan(tmp_path, files(1500), iter([archive]))
    assert [(s.name, s.archive, len(s.files), s.size) for s in first] == [
        ("a", "/dumps/a.tar", 0, 70),
        ("files-00001", None, 1000, 10_000),
        ("files-00002", None, 500, 5000),
    ]
    text = (tmp_path / PLAN_FILE).read_text("utf-8")
    assert list(json.loads(text)["shards"]) == ["a", "files-00001", "files-00002"]
    assert len(text.splitlines()) == 5
    again = plan(tmp_path, iter([archive]), files(1500))
    assert shown(again) == shown(first)
    assert (tmp_path / PLAN_FILE).read_text("utf-8") == text


def test_files_that_are_added_later_get_shards_of_their_own(tmp_path: Path) -> None:
    plan(tmp_path, files(10))
    added = InputFile("/papers/new.pdf", False, 3)
    assert shown(plan(tmp_path, iter([added]), files(10)))[0] == (
        "files-00001",
        None,
        [file.name for file in files(10)],
        100,
    )
    assert shown(plan(tmp_path, iter([added]))) == [("files-00002", None, ["/papers/new.pdf"], 3)]


def test_plan_in_other_lines_is_read(tmp_path: Path) -> None:
    first = plan(tmp_path, files(3))
    path = tmp_path / PLAN_FILE
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")), indent=1), "utf-8")
    assert shown(plan(tmp_path, files(3))) == shown(first)


@pytest.mark.parametrize("kept", [0, 1, 40, -4])
def test_damaged_plan_is_refused_with_advice(tmp_path: Path, kept: int) -> None:
    plan(tmp_path, files(3))
    path = tmp_path / PLAN_FILE
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(UsageError, match=r"damaged; remove the folder \.pdfbot to start over"):
        plan(tmp_path, files(3))


def test_file_that_is_given_twice_is_planned_once(tmp_path: Path) -> None:
    assert len(plan(tmp_path, files(3), files(4))[0].files) == 4


def test_planning_and_resuming_need_little_memory_for_each_file(tmp_path: Path) -> None:
    for _ in range(2):
        tracemalloc.start()
        shards = plan(tmp_path, files(MANY))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert sum(len(shard.files) for shard in shards) == MANY
        assert peak / MANY < MAX_BYTES_PER_FILE
