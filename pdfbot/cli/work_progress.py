"""Progress of long work on one paper: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from pdfbot.cli.terminal import is_quiet

# Updates per second: a page takes about a tenth of a second.
REFRESH_RATE = 8


class WorkProgress:
    """Shows the current step, and the page if known; disappears when the work is done."""

    def __init__(self, first_stage: str) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=REFRESH_RATE,
            disable=is_quiet() or not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task(first_stage, total=None)

    def __enter__(self) -> WorkProgress:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def stage(self, name: str) -> None:
        """Show a step of unknown length."""
        self._bar.remove_task(self._task)
        self._task = self._bar.add_task(name, total=None)

    def page(self, number: int, total: int) -> None:
        """Show how many pages have been drawn."""
        text = f"drawing pages, {number} of {total}"
        self._bar.update(self._task, description=text, total=total, completed=number)
