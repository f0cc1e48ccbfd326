"""Which papers belong to which shard: decided once, kept with the output, the same ever after."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pdfbot.bulk.inputs import Source
from pdfbot.bulk.names import free_name, shard_name
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.store import STATE, Store
from pdfbot.dataclass import dataclass
from pdfbot.errors import UsageError

PLAN = f"{STATE}/plan.json"
CHUNK = "files-"
# Options whose names differ from those of the settings.
_OPTIONS = {"allow_copy_protected": "allow-copy-protected", "thresholds": "set"}


@dataclass(frozen=True, slots=True)
class Shard:
    """One archive, or a chunk of loose files: the unit that is finished, moved and skipped."""

    name: str
    archive: str | None
    files: tuple[str, ...] = ()
    weight: int = 0


def list_shards(sources: Sequence[Source]) -> Iterator[Shard]:
    """Shards for a run that keeps no output, exactly in the order of the sources."""
    files: list[Source] = []
    for source in sources:
        if not source.is_archive:
            files.append(source)
            continue
        if files:
            yield _chunk("files", files)
            files = []
        yield Shard("archive", source.name, (), source.weight)
    if files:
        yield _chunk("files", files)


def plan_shards(
    sources: Sequence[Source], store: Store, settings: Settings, size: int, *, force: bool
) -> list[Shard]:
    """The shards of this run's sources; those of earlier runs keep their names and files."""
    plan = _load(store)
    if plan is not None and not force:
        _check_settings(plan["settings"], settings, store)
    known: dict[str, list[str] | str] = {} if plan is None else plan["shards"]
    shards, new = _assign(sources, known, size)
    if new or plan is None or force:
        everything = {"settings": settings.identity(), "shards": {**known, **new}}
        store.write(PLAN, json.dumps(everything, indent=1).encode())
    return shards


def _assign(
    sources: Sequence[Source], known: dict[str, list[str] | str], size: int
) -> tuple[list[Shard], dict[str, list[str] | str]]:
    owner: dict[str, str] = {}
    for name, content in known.items():
        for item in [content] if isinstance(content, str) else content:
            owner[item] = name
    weights = {source.name: source.weight for source in sources}
    taken = {name.lower() for name in known}
    new: dict[str, list[str] | str] = {}
    loose: list[str] = []
    chosen: dict[str, None] = {}
    for source in sources:
        if source.name in owner:
            chosen[owner[source.name]] = None
        elif source.is_archive:
            name = shard_name(source.name.partition("?")[0], taken)
            taken.add(name.lower())
            new[name] = source.name
            chosen[name] = None
        else:
            loose.append(source.name)
    for start in range(0, len(loose), size):
        name = free_name(f"{CHUNK}{sum(n.startswith(CHUNK) for n in taken) + 1:05d}", taken)
        taken.add(name.lower())
        new[name] = loose[start : start + size]
        chosen[name] = None
    contents = {**known, **new}
    return [_shard(name, contents[name], weights) for name in chosen], new


def _shard(name: str, content: list[str] | str, weights: dict[str, int]) -> Shard:
    if isinstance(content, str):
        return Shard(name, content, (), weights.get(content, 0))
    return Shard(name, None, tuple(content), sum(weights.get(item, 0) for item in content))


def _chunk(name: str, files: Sequence[Source]) -> Shard:
    return Shard(name, None, tuple(f.name for f in files), sum(f.weight for f in files))


def _load(store: Store) -> dict[str, Any] | None:
    data = store.read(PLAN)
    if data is None:
        return None
    try:
        plan: dict[str, Any] = json.loads(data)
        plan["settings"], plan["shards"]
    except (ValueError, KeyError, TypeError):
        raise UsageError(
            f"{store.place}/{PLAN}: damaged; remove the folder {STATE} to begin anew"
        ) from None
    return plan


def _check_settings(before: dict[str, Any], settings: Settings, store: Store) -> None:
    """Records that were made differently must not end in one output."""
    for name, value in settings.identity().items():
        if before.get(name) != value:
            option = _OPTIONS.get(name, name)
            raise UsageError(
                f"{store.place}: its records were made with another --{option} "
                f"({before.get(name)}, now {value}); use another folder, or --force to begin anew"
            )
