"""What inputs cost that are finished: hardly any memory, and each is counted once."""

from __future__ import annotations

import measure_planning

# Bytes: for a million inputs; docs/scale.md has what was measured.
MAX_MEMORY = 200 << 20
# Bytes for an archive of twenty inputs more.
MAX_GROWTH = 100_000


def test_files_outside_archives_cost_the_main_process_hardly_any_memory() -> None:
    for cost in measure_planning.measure_files(3000):
        assert cost.papers == 3000
        assert cost.memory < MAX_MEMORY


def test_finished_archives_cost_the_main_process_hardly_any_memory() -> None:
    (few, _), (many, continued) = (measure_planning.measure(n, 20) for n in (2, 42))
    assert (few.papers, many.papers, continued.papers) == (40, 840, 860)
    assert few.memory < MAX_MEMORY
    assert many.memory - few.memory < 40 * MAX_GROWTH
    assert continued.memory < MAX_MEMORY
