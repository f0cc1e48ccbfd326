"""The papers of shards, one after the other, ready for a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pdfbot.bulk.archives import ArchiveDamaged, read_members
from pdfbot.bulk.files import describe, fetch, is_url
from pdfbot.bulk.plan import Shard
from pdfbot.bulk.records import Outcome, failure
from pdfbot.dataclass import dataclass
from pdfbot.errors import PdfbotError

# Told the source and the name of every paper in its order; answers whether it is to be done.
Expect = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class Document:
    """A paper: its bytes, a path or URL to read it from, or the outcome it has already."""

    shard: str
    source: str
    name: str
    weight: int
    content: str | bytes | Outcome


@dataclass(frozen=True, slots=True)
class ShardEnd:
    """All papers of a shard have been named; or the rest of them cannot be reached now."""

    shard: str
    problem: str = ""


def read_papers(shard: Shard, expect: Expect, max_size: int) -> Iterator[Document | ShardEnd]:
    """The papers that are expected, in order, and the end of the shard.

    A damaged archive gets a record of its own, since another try gives the same; a disk or
    network that fails leaves the shard unfinished, for the next run.
    """
    try:
        if shard.archive is None:
            weight = shard.weight // max(len(shard.files), 1)
            for path in shard.files:
                if expect(path, path):
                    yield Document(shard.name, path, path, weight, path)
        else:
            yield from _from_archive(shard.name, shard.archive, expect, max_size)
    except PdfbotError:
        raise
    except GeneratorExit:
        raise
    except Exception as error:
        yield ShardEnd(shard.name, f"{shard.archive}: cannot be read ({describe(error)})")
        return
    yield ShardEnd(shard.name)


def _from_archive(shard: str, archive: str, expect: Expect, max_size: int) -> Iterator[Document]:
    def is_wanted(member: str) -> bool:
        return expect(f"{archive}#{member}", member)

    try:
        for member in read_members(archive, is_wanted, max_size):
            source = f"{archive}#{member.key}"
            if member.problem:
                refused = failure("InputError", member.problem)
                yield Document(shard, source, member.name, member.weight, refused)
            elif member.data is not None:
                yield Document(shard, source, member.name, member.weight, member.data)
    except ArchiveDamaged as error:
        if expect(archive, archive):
            yield Document(shard, archive, archive, 0, failure("ArchiveDamaged", str(error)))


def load(document: Document, max_size: int) -> str | bytes | Outcome:
    """What a worker gets; remote files are fetched here, so that workers need no network."""
    content = document.content
    if not isinstance(content, str) or not is_url(content):
        return content
    try:
        return fetch(content, max_size)
    except PdfbotError as error:
        return failure(type(error).__name__, str(error).removeprefix(f"{content}: "))
