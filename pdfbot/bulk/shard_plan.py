"""Which papers belong to which shard: decided once and stored with the output."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pdfbot.bulk.inputs import InputFile
from pdfbot.bulk.names import free_name, shard_name
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.store import STATE_FOLDER, Store
from pdfbot.errors import UsageError

PLAN_FILE = f"{STATE_FOLDER}/plan.json"
LOOSE_FILES_PREFIX = "files-"

# An archive, or a list of loose files.
ShardContent = str | list[str]


@dataclass(frozen=True, slots=True)
class Shard:
    """One archive or a chunk of loose files: the unit that is finished, moved and skipped.

    `size` is in bytes and only used to estimate progress.
    """

    name: str
    archive: str | None
    files: tuple[str, ...] = ()
    size: int = 0


def list_shards(inputs: Sequence[InputFile]) -> Iterator[Shard]:
    """The shards of a run without output, in the exact order of the inputs."""
    for is_archive, files in groupby(inputs, key=lambda file: file.is_archive):
        if is_archive:
            yield from (Shard("archive", file.name, (), file.size) for file in files)
        else:
            yield _loose_files(list(files))


def _loose_files(files: Sequence[InputFile]) -> Shard:
    return Shard("files", None, tuple(f.name for f in files), sum(f.size for f in files))


def plan_shards(
    inputs: Sequence[InputFile], store: Store, settings: Settings, shard_size: int, *, force: bool
) -> list[Shard]:
    """The shards of this run; new ones are added to the stored plan."""
    shards, plan = assign_shards(inputs, store, settings, shard_size, force=force)
    if plan is not None:
        store.write(PLAN_FILE, json.dumps(plan, indent=1).encode())
    return shards


def assign_shards(
    inputs: Sequence[InputFile], store: Store, settings: Settings, shard_size: int, *, force: bool
) -> tuple[list[Shard], dict[str, Any] | None]:
    """The shards of the inputs, and the new plan if it changed; existing shards never change."""
    plan = _load(store)
    if plan is not None and not force:
        _check_settings(plan["settings"], settings, store)
    known: dict[str, ShardContent] = {} if plan is None else plan["shards"]
    shards, new = _assign(inputs, known, shard_size)
    is_changed = new or plan is None or force
    merged = {"settings": settings.identity(), "shards": {**known, **new}}
    return shards, merged if is_changed else None


def _assign(
    inputs: Sequence[InputFile], known: dict[str, ShardContent], shard_size: int
) -> tuple[list[Shard], dict[str, ShardContent]]:
    owner: dict[str, str] = {}
    for name, content in known.items():
        for item in [content] if isinstance(content, str) else content:
            owner[item] = name
    taken = {name.lower() for name in known}
    new: dict[str, ShardContent] = {}
    loose: list[str] = []
    chosen: dict[str, None] = {}
    for file in inputs:
        if file.name in owner:
            chosen[owner[file.name]] = None
        elif file.is_archive:
            name = shard_name(file.name.partition("?")[0], taken)
            taken.add(name.lower())
            new[name] = file.name
            chosen[name] = None
        else:
            loose.append(file.name)
    for start in range(0, len(loose), shard_size):
        number = sum(name.startswith(LOOSE_FILES_PREFIX) for name in taken) + 1
        name = free_name(f"{LOOSE_FILES_PREFIX}{number:05d}", taken)
        taken.add(name.lower())
        new[name] = loose[start : start + shard_size]
        chosen[name] = None
    contents = {**known, **new}
    sizes = {file.name: file.size for file in inputs}
    return [_shard(name, contents[name], sizes) for name in chosen], new


def _shard(name: str, content: ShardContent, sizes: dict[str, int]) -> Shard:
    if isinstance(content, str):
        return Shard(name, content, (), sizes.get(content, 0))
    return Shard(name, None, tuple(content), sum(sizes.get(item, 0) for item in content))


def _load(store: Store) -> dict[str, Any] | None:
    data = store.read(PLAN_FILE)
    if data is None:
        return None
    try:
        plan: dict[str, Any] = json.loads(data)
        plan["settings"], plan["shards"]
    except (ValueError, KeyError, TypeError):
        raise UsageError(
            f"{store.location}/{PLAN_FILE}: damaged; remove the folder {STATE_FOLDER} to start over"
        ) from None
    return plan


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
    return {True: "on", False: "off", None: "default", "": "default"}.get(value, str(value))
