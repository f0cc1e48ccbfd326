"""The limits that bench_speed.py checks: against another checkout, and as documents grow."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

# Times the checkout compared with: a page of the papers in a warm process.
MAX_WARM_RATIO = 1.15
# Times the checkout compared with: `pdfbot extract` of ten pages from the shell.
MAX_COMMAND_RATIO = 2.2
# Pages of the documents that must take no longer than with the checkout compared with.
LONG_SIZES = (500, 2000)
MAX_LONG_RATIO = 1.0
# Pages between which growth is measured.
GROWTH_SIZES = (100, 2000)
# Ratio: a page's time in the longer document over its time in the shorter one.
MAX_TIME_GROWTH = 1.5
# kB for each page more.
MAX_PAGE_MEMORY = 400


@dataclass(frozen=True)
class Limit:
    """A figure and what it may be at most."""

    name: str
    measured: float
    allowed: float
    unit: str = "×"

    @property
    def is_kept(self) -> bool:
        return self.measured <= self.allowed

    def row(self) -> str:
        digits = 0 if self.unit == "kB" else 2
        measured, allowed = f"{self.measured:.{digits}f}", f"{self.allowed:.{digits}f}"
        kept = "yes" if self.is_kept else "**no**"
        return f"| {self.name} | {measured} {self.unit} | {allowed} {self.unit} | {kept} |"


@dataclass
class Growth:
    """What documents of each kind and length took: seconds per page, peak MB, and the time over
    that of the checkout compared with.
    """

    seconds: dict[tuple[str, int], float] = field(default_factory=dict)
    peaks: dict[tuple[str, int], float] = field(default_factory=dict)
    ratios: dict[tuple[str, int], float] = field(default_factory=dict)

    def page_memory(self, kind: str) -> float | None:
        """kB by which the peak grows for each page of a long document."""
        few, many = GROWTH_SIZES
        if (kind, many) not in self.peaks:
            return None
        return 1000 * (self.peaks[kind, many] - self.peaks[kind, few]) / (many - few)

    def limits(self, kinds: Collection[str]) -> list[Limit]:
        """The limits; for each, the worst kind of document counts."""
        limits = [
            Limit(f"{size:,} pages, slowest kind", max(found), MAX_LONG_RATIO)
            for size in LONG_SIZES
            if (found := _of_size(self.ratios, size))
        ]
        few, many = GROWTH_SIZES
        memory = [used for kind in kinds if (used := self.page_memory(kind)) is not None]
        if memory:
            grown = max(self.seconds[kind, many] / self.seconds[kind, few] for kind in kinds)
            name = f"time per page, {many:,} pages over {few}"
            limits.append(Limit(name, grown, MAX_TIME_GROWTH))
            name = f"memory per page, {few} to {many:,} pages"
            limits.append(Limit(name, max(memory), MAX_PAGE_MEMORY, "kB"))
        return limits


def limit_table(limits: Collection[Limit]) -> list[str]:
    head = ["| limit | measured | at most | kept |", "|---|---|---|---|"]
    return [*head, *(limit.row() for limit in limits)]


def _of_size(found: Mapping[tuple[str, int], float], size: int) -> list[float]:
    return [value for (_, pages), value in found.items() if pages == size]
