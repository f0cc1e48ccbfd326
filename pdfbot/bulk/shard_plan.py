"""Which papers belong to which shard: decided once and stored with the output."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any

from pdfbot.bulk.inputs import InputFile
from pdfbot.bulk.names import free_name, shard_name
from pdfbot.bulk.packed_rows import PackedRows
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.store import STATE_FOLDER, Store
from pdfbot.errors import UsageError

PLAN_FILE = f"{STATE_FOLDER}/plan.json"
LOOSE_FILES_PREFIX = "files-"

# How the first line of a plan ends.
_SHARDS_FOLLOW = '"shards": {'

# An archive, or loose files.
ShardContent = str | PackedRows[str]


@dataclass(frozen=True, slots=True)
class Shard:
    """One archive or a chunk of loose files: the unit that is finished, moved and skipped.

    `size` is in bytes and only used to estimate progress.
    """

    name: str
    archive: str | None
    files: PackedRows[str] = field(default_factory=PackedRows)
    size: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of an output and its shards: JSON with a line for each shard."""

    settings: dict[str, Any]
    shards: dict[str, ShardContent]

    def to_lines(self) -> Iterator[bytes]:
        yield f'{{"settings": {json.dumps(self.settings)}, {_SHARDS_FOLLOW}'.encode()
        separator = "\n"
        for name, content in self.shards.items():
            listed = content if isinstance(content, str) else list(content)
            yield f"{separator}{json.dumps(name)}: {json.dumps(listed)}".encode()
            separator = ",\n"
        yield b"\n}}\n"

    @classmethod
    def from_lines(cls, lines: Iterator[bytes]) -> Plan:
        """Read a plan line by line, or one with other lines as a whole."""
        head = next(lines, b"").decode().rstrip()
        if not head.endswith(_SHARDS_FOLLOW):
            plan = json.loads(b"".join([head.encode(), *lines]))
            return cls(plan["settings"], {n: _packed(c) for n, c in plan["shards"].items()})
        shards: dict[str, ShardContent] = {}
        for line in lines:
            if line.rstrip() == b"}}":
                return cls(json.loads(head + "}}")["settings"], shards)
            for name, content in json.loads(b"{%b}" % line.rstrip().rstrip(b",")).items():
                shards[name] = _packed(content)
        raise ValueError("the plan has no end")


def _packed(content: str | list[str]) -> ShardContent:
    return content if isinstance(content, str) else PackedRows(content)


def list_shards(inputs: Iterable[InputFile]) -> Iterator[Shard]:
    """The shards of a run without output, in the exact order of the inputs."""
    for is_archive, files in groupby(inputs, key=lambda file: file.is_archive):
        if is_archive:
            yield from (Shard("archive", file.name, size=file.size) for file in files)
        else:
            names, size = PackedRows[str](), 0
            for file in files:
                names.append(file.name)
                size += file.size
            yield Shard("files", None, names, size)


def plan_shards(
    inputs: Iterable[InputFile], store: Store, settings: Settings, shard_size: int, *, force: bool
) -> list[Shard]:
    """The shards of this run; new ones are added to the stored plan."""
    shards, plan = assign_shards(inputs, store, settings, shard_size, force=force)
    if plan is not None:
        store.write(PLAN_FILE, plan.to_lines())
    return shards


def assign_shards(
    inputs: Iterable[InputFile], store: Store, settings: Settings, shard_size: int, *, force: bool
) -> tuple[list[Shard], Plan | None]:
    """The shards of the inputs, and the new plan if it changed; existing shards never change."""
    plan = _load(store)
    if plan is not None and not force:
        _check_settings(plan.settings, settings, store)
    known = {} if plan is None else plan.shards
    shards, new = _assign(inputs, known, shard_size)
    is_changed = new or plan is None or force
    return shards, Plan(settings.identity(), {**known, **new}) if is_changed else None


def _assign(
    inputs: Iterable[InputFile], known: dict[str, ShardContent], shard_size: int
) -> tuple[list[Shard], dict[str, ShardContent]]:
    # Hashes need a third of the memory of names.
    owner = {hash(item): name for name, content in known.items() for item in _items(content)}
    taken = {name.lower() for name in known}
    new: dict[str, ShardContent] = {}
    loose = PackedRows[tuple[str, int]]()
    # Of the shards of this run, in order, the bytes.
    sizes: dict[str, int] = {}
    for file in inputs:
        name = owner.get(hash(file.name), "")
        if not name and file.is_archive:
            name = shard_name(file.name.partition("?")[0], taken)
            taken.add(name.lower())
            new[name] = file.name
        if name:
            sizes[name] = sizes.get(name, 0) + file.size
        else:
            loose.append((file.name, file.size))
    rows = iter(loose)
    number = sum(name.startswith(LOOSE_FILES_PREFIX) for name in taken)
    while chunk := list(islice(rows, shard_size)):
        number += 1
        name = free_name(f"{LOOSE_FILES_PREFIX}{number:05d}", taken)
        taken.add(name.lower())
        new[name] = PackedRows(path for path, _ in chunk)
        sizes[name] = sum(size for _, size in chunk)
    contents = {**known, **new}
    return [_shard(name, contents[name], size) for name, size in sizes.items()], new


def _items(content: ShardContent) -> Iterable[str]:
    return [content] if isinstance(content, str) else content


def _shard(name: str, content: ShardContent, size: int) -> Shard:
    if isinstance(content, str):
        return Shard(name, content, size=size)
    return Shard(name, None, content, size)


def _load(store: Store) -> Plan | None:
    if PLAN_FILE.rpartition("/")[2] not in store.names(STATE_FOLDER):
        return None
    try:
        return Plan.from_lines(store.lines(PLAN_FILE))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(
            f"{store.location}/{PLAN_FILE}: damaged; remove the folder {STATE_FOLDER} to start over"
        ) from None


def _check_settings(before: dict[str, Any], settings: Settings, store: Store) -> None:
    """Refuse to mix records made with different settings in one output."""
    now = settings.identity()
    changed = [
        f"--{name} ({_as_typed(before[name])}, now {_as_typed(value)})"
        for name, value in now.items()
        if before.get(name, value) != value
    ]
    if changed:
        raise UsageError(
            f"{store.location}: its records were made with a different {' and '.join(changed)}; "
            "use the same options, another folder, or --force to start over"
        )


def _as_typed(value: Any) -> str:
    """A value as the user typed it, or what stands for its absence."""
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return "default" if value in (None, "") else str(value)
