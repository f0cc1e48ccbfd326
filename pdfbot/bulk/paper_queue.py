"""The papers of a shard, one by one, ready for a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pdfbot.bulk.archives import ArchiveDamaged, read_members
from pdfbot.bulk.file_access import describe, fetch, is_url
from pdfbot.bulk.paper_records import PaperOutcome, failure
from pdfbot.bulk.shard_plan import Shard
from pdfbot.errors import PdfbotError

# Called in order with the source and name of every paper; returns whether to process it.
Register = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class QueuedPaper:
    """A paper to process; `content` is its bytes, a path or URL, or an outcome already known.

    `size`, in bytes, is only used to estimate progress.
    """

    shard: str
    source: str
    name: str
    size: int
    content: str | bytes | PaperOutcome


@dataclass(frozen=True, slots=True)
class ShardEnd:
    """Follows the last paper of a shard; `problem` says why the rest cannot be listed."""

    shard: str
    problem: str = ""


def read_papers(
    shard: Shard, register: Register, max_size: int
) -> Iterator[QueuedPaper | ShardEnd]:
    """Yield the papers to process in order, then the end of the shard.

    A damaged archive gets a record too, since retrying would give the same result. If the
    disk or the network fails, the shard is left unfinished for the next run.
    """
    try:
        if shard.archive is None:
            average_size = shard.size // max(len(shard.files), 1)
            for path in shard.files:
                if register(path, path):
                    yield QueuedPaper(shard.name, path, path, average_size, path)
        else:
            yield from _from_archive(shard.name, shard.archive, register, max_size)
    except (PdfbotError, GeneratorExit):
        raise
    except Exception as error:
        yield ShardEnd(shard.name, f"{shard.archive}: cannot be read ({describe(error)})")
        return
    yield ShardEnd(shard.name)


def _from_archive(
    shard: str, archive: str, register: Register, max_size: int
) -> Iterator[QueuedPaper]:
    def is_wanted(member: str) -> bool:
        return register(f"{archive}#{member}", member)

    try:
        for member in read_members(archive, is_wanted, max_size):
            source = f"{archive}#{member.key}"
            if member.problem:
                rejected = failure("InputError", member.problem)
                yield QueuedPaper(shard, source, member.name, member.stored_size, rejected)
            elif member.data is not None:
                yield QueuedPaper(shard, source, member.name, member.stored_size, member.data)
    except ArchiveDamaged as error:
        if register(archive, archive):
            damaged = failure(type(error).__name__, str(error))
            yield QueuedPaper(shard, archive, archive, 0, damaged)


def load_content(paper: QueuedPaper, max_size: int) -> str | bytes | PaperOutcome:
    """Download a remote paper, so that workers need neither network nor credentials."""
    content = paper.content
    if not isinstance(content, str) or not is_url(content):
        return content
    try:
        return fetch(content, max_size)
    except PdfbotError as error:
        return failure(type(error).__name__, str(error).removeprefix(f"{content}: "))
