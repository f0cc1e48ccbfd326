"""The worker process of the service: like that of a batch run, but with more tasks."""

from __future__ import annotations

from dataclasses import dataclass

from pdfbot.bulk.paper_records import PaperOutcome, Report, Task
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.worker import serve
from pdfbot.web.tasks import TASKS, Work

MODULE = __name__


def main() -> None:
    """Work for the service until it closes the pipe."""
    serve(_perform)


def _perform(content: str | bytes, settings: Settings, task: Task, report: Report) -> PaperOutcome:
    built = TASKS[task["kind"]](Work.of(content, settings, task, report))
    lengths = {name: len(data) for name, data in built.files.items()}
    about = {"lengths": lengths, "details": built.details}
    return PaperOutcome("ok", about=about, body=b"".join(built.files.values()))


@dataclass(frozen=True, slots=True)
class WorkResult:
    """What a worker built, as the service sees it."""

    files: dict[str, bytes]
    details: dict[str, object]

    @staticmethod
    def of(outcome: PaperOutcome) -> WorkResult:
        """Split the body of a successful outcome into files."""
        files = {}
        start = 0
        for name, length in outcome.about["lengths"].items():
            files[name] = outcome.body[start : start + length]
            start += length
        return WorkResult(files, outcome.about["details"])
