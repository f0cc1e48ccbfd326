"""Stored papers: written atomically, expired by age, evicted oldest first when space runs out."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from pdfbot.errors import OutputError
from pdfbot.output.files import write_whole
from pdfbot.web.problems import ProblemError

# Random bytes of an id, so that it cannot be guessed.
ID_BYTES = 16
ID_PATTERN = r"^[A-Za-z0-9_-]{22}$"
PDF = "paper.pdf"
META = "paper.json"
SCORES = "scores.json"
# The file that papers of older versions lack.
NEWEST = "dc"
UNFINISHED = ("queued", "working")
# Seconds until a client should retry when unfinished papers fill the storage.
RETRY_SECONDS = 10

_ID = re.compile(ID_PATTERN)


@dataclass(frozen=True, slots=True)
class KeptPaper:
    """A paper in the folder; `created` is in seconds since 1970, `size` in bytes.

    `title` is empty until the paper has been read, and if none was found.

    `attempts` counts the server starts that found it unfinished.
    """

    id: str
    name: str
    created: float
    status: str = "queued"
    size: int = 0
    attempts: int = 0
    problem: dict[str, Any] | None = None
    title: str = ""


class PaperStore:
    """The papers of one service; its methods may block, and may be called from any thread.

    `papers/ID/` has a paper's files, with the metadata written last; `uploads/` has files that are
    still arriving.
    """

    def __init__(self, folder: Path, max_bytes: int, keep: float) -> None:
        self._max_bytes = max_bytes
        self._keep = keep
        self._lock = threading.RLock()
        self._papers: dict[str, KeptPaper] = {}
        self._folder = folder / "papers"
        self._uploads = folder / "uploads"
        try:
            shutil.rmtree(self._uploads, ignore_errors=True)
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._uploads.mkdir(mode=0o700)
        except OSError as error:
            raise OutputError(f"{folder}: cannot be written ({error.strerror})") from None
        self._load()

    def _load(self) -> None:
        """Load the papers of an earlier server; incomplete and expired ones are removed."""
        for place in sorted(self._folder.iterdir()):
            paper = _read_meta(place)
            if paper is None or self._is_expired(paper):
                shutil.rmtree(place, ignore_errors=True)
                continue
            if paper.status == "done" and not (place / NEWEST).exists():
                # Stored by another version, without the files that views need.
                paper = replace(paper, status="queued")
            self._papers[paper.id] = replace(paper, size=_folder_size(place))

    @property
    def count(self) -> int:
        return len(self._papers)

    @property
    def total_size(self) -> int:
        return sum(paper.size for paper in list(self._papers.values()))

    def unfinished(self) -> list[KeptPaper]:
        """The papers to process again after a restart, oldest first."""
        return sorted(
            (paper for paper in self._papers.values() if paper.status in UNFINISHED),
            key=lambda paper: paper.created,
        )

    def new_upload(self) -> Path:
        """The path for a file that is about to arrive."""
        return self._uploads / secrets.token_hex(16)

    def add(self, upload: Path, name: str) -> KeptPaper:
        """Store an uploaded file; the oldest papers are removed to make room."""
        size = upload.stat().st_size
        paper = KeptPaper(secrets.token_urlsafe(ID_BYTES), name, time.time(), size=size)
        with self._lock:
            self.make_room(size)
            self._papers[paper.id] = paper
        place = self._uploads / paper.id
        try:
            place.mkdir(mode=0o700)
            upload.rename(place / PDF)
            _write_meta(place, paper)
            # The paper appears with all its files, or not at all.
            place.rename(self._folder / paper.id)
        except (OSError, OutputError) as error:
            self.delete(paper.id)
            raise OutputError(f"{name}: cannot be stored ({error})") from None
        return paper

    def get(self, paper_id: str) -> KeptPaper:
        paper = self._papers.get(paper_id)
        if paper is None or self._is_expired(paper):
            raise missing_paper()
        return paper

    def path(self, paper_id: str, name: str) -> Path:
        """The path of one of a paper's files, which need not exist; an unknown id is refused."""
        if not _ID.fullmatch(paper_id):
            raise missing_paper()
        return self._folder / paper_id / name

    def save(
        self, paper_id: str, files: Mapping[str, bytes | None] | None = None, **changes: Any
    ) -> None:
        """Write the files, remove those given as None, then update the metadata."""
        if paper_id not in self._papers:
            raise missing_paper()
        place = self._folder / paper_id
        added = sum(len(data) for data in (files or {}).values() if data is not None)
        self.make_room(added, spared=paper_id)
        for name, data in (files or {}).items():
            if data is None:
                (place / name).unlink(missing_ok=True)
            elif place.is_dir():
                write_whole(place / name, data)
        with self._lock:
            paper = self._papers.get(paper_id)
            if paper is None:
                # The paper was deleted in the meantime, along with what was just written.
                shutil.rmtree(place, ignore_errors=True)
                raise missing_paper()
            paper = replace(paper, size=_folder_size(place), **changes)
            _write_meta(place, paper)
            self._papers[paper_id] = paper

    def delete(self, paper_id: str) -> None:
        with self._lock:
            paper = self._papers.pop(paper_id, None)
        if paper is None:
            raise missing_paper()
        place = self._folder / paper.id
        gone = self._uploads / paper.id
        with suppress(OSError):
            # Hidden immediately, however long the removal takes.
            place.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)

    def expire(self) -> None:
        """Remove expired papers."""
        for paper in list(self._papers.values()):
            if self._is_expired(paper) and paper.status not in UNFINISHED:
                with suppress(ProblemError):
                    self.delete(paper.id)

    def make_room(self, size: int, spared: str = "") -> None:
        """Remove the oldest finished papers until there is room."""
        finished = sorted(
            (p for p in list(self._papers.values()) if p.status not in UNFINISHED),
            key=lambda paper: paper.created,
        )
        for paper in finished:
            if self.total_size + size <= self._max_bytes:
                return
            if paper.id != spared:
                with suppress(ProblemError):
                    self.delete(paper.id)
        if self.total_size + size > self._max_bytes:
            raise ProblemError(
                503,
                "storage-full",
                "unfinished papers fill the storage; try again later",
                {"Retry-After": str(RETRY_SECONDS)},
            )

    def _is_expired(self, paper: KeptPaper) -> bool:
        return time.time() - paper.created > self._keep


def missing_paper() -> ProblemError:
    return ProblemError(404, "no-such-paper", "no such paper: it was deleted, or has expired")


def _write_meta(place: Path, paper: KeptPaper) -> None:
    write_whole(place / META, json.dumps(asdict(paper), ensure_ascii=False))


def _read_meta(place: Path) -> KeptPaper | None:
    """The metadata of a paper, or None if some of its files are missing."""
    known = {field.name for field in fields(KeptPaper)}
    try:
        meta = json.loads((place / META).read_bytes())
        # Another version may have written more.
        paper = KeptPaper(**{key: value for key, value in meta.items() if key in known})
    except (OSError, ValueError, TypeError, AttributeError):
        return None
    return paper if _ID.fullmatch(paper.id) and paper.id == place.name else None


def _folder_size(place: Path) -> int:
    total = 0
    with suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            with suppress(OSError):
                total += entry.stat().st_size
    return total
