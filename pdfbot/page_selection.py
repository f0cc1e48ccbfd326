"""Restricts a result to some of its pages, keeping the ids of the whole document.

The annotations of the fields say on which page an object is, and which fields are ids of other
objects, so a new part of the paper needs no change here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from pdfbot.model import Extraction, Paragraph, Section
from pdfbot.record_fields import IdOf, Kind, Mark, RecordField, record_fields

# The ids of what is kept, by the name of its type.
Ids = dict[str, set[str]]


def select_pages(paper: Extraction, numbers: Collection[int]) -> Extraction:
    """Everything that is at least partly on these pages, without its places on other pages.

    A sentence keeps its whole text, and a paragraph those of its sentences that are on the pages. A
    section is kept with its heading or any text below it. Statistics are those of the document.
    """
    wanted = frozenset(numbers)
    kept: dict[str, Any] = {
        item.name: _on_pages(getattr(paper, item.name), wanted)
        for item in _placed_lists(Extraction)
    }
    kept["sections"] = _sections(paper.sections, kept["paragraphs"], wanted)
    ids: Ids = defaultdict(set)
    for items in kept.values():
        for type_name, item_id in _ids(items):
            ids[type_name].add(item_id)
    found = replace(paper, **kept)
    return replace(found, **_without_lost_ids(found, Extraction, ids))


@cache
def _page_number(owner: type) -> str | None:
    """The field that holds the page number of an object of this type."""
    names = (item.name for item in record_fields(owner) if Mark.PAGE_NUMBER in item.shape.marks)
    return next(names, None)


@cache
def _placed_lists(owner: type) -> tuple[RecordField, ...]:
    """The fields that are lists of objects with a place on pages."""
    return tuple(
        item for item in _lists(owner, Kind.OBJECT) if _is_placed(item.shape.contents.type)
    )


def _lists(owner: type, kind: Kind) -> Iterator[RecordField]:
    for item in record_fields(owner):
        if item.shape.kind is Kind.LIST and item.shape.contents.kind is kind:
            yield item


def _is_placed(owner: type) -> bool:
    return _page_number(owner) is not None or bool(_placed_lists(owner))


def _on_pages(items: Iterable[Any], wanted: frozenset[int]) -> tuple[Any, ...]:
    found = (_part_on_pages(item, wanted) for item in items)
    return tuple(item for item in found if item is not None)


def _part_on_pages(item: Any, wanted: frozenset[int]) -> Any:
    """The part of the object that is on the pages, or None."""
    owner: type = type(item)
    page = _page_number(owner)
    if page is not None:
        return item if getattr(item, page) in wanted else None
    names = [field.name for field in _placed_lists(owner)]
    kept = {name: _on_pages(getattr(item, name), wanted) for name in names}
    return replace(item, **kept) if any(kept.values()) else None


def _sections(
    sections: Collection[Section], paragraphs: Iterable[Paragraph], wanted: frozenset[int]
) -> tuple[Section, ...]:
    """The sections with a heading or text on the pages, and their parents."""
    needed = {paragraph.section for paragraph in paragraphs}
    needed |= {s.id for s in sections if any(span.page in wanted for span in s.spans)}
    # A section comes after its parent.
    for section in reversed(tuple(sections)):
        if section.id in needed:
            needed.add(section.parent)
    return tuple(section for section in sections if section.id in needed)


def _ids(items: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        owner: type = type(item)
        if hasattr(item, "id"):
            yield owner.__name__, item.id
            for field in _placed_lists(owner):
                yield from _ids(getattr(item, field.name))


def _without_lost_ids(item: Any, owner: type, ids: Ids) -> dict[str, Any]:
    """The fields that refer to other objects, without references to those that are not kept."""
    kept: dict[str, Any] = {}
    for field in _lists(owner, Kind.TEXT):
        target = field.shape.contents.find(IdOf)
        if target is not None:
            known = ids[target.type_name]
            kept[field.name] = tuple(i for i in getattr(item, field.name) if i in known)
    for field in _lists(owner, Kind.OBJECT):
        inner = field.shape.contents.type
        if _refers(inner):
            parts = (part for part in getattr(item, field.name) if _is_kept(part, inner, ids))
            kept[field.name] = tuple(
                replace(part, **_without_lost_ids(part, inner, ids)) for part in parts
            )
    return kept


@cache
def _refers(owner: type) -> bool:
    """Whether an object of this type, or one inside it, refers to others by id."""
    names_others = any(field.shape.contents.find(IdOf) for field in _lists(owner, Kind.TEXT))
    inner = (field.shape.contents.type for field in _lists(owner, Kind.OBJECT))
    return names_others or _subject(owner) is not None or any(map(_refers, inner))


@cache
def _subject(owner: type) -> tuple[str, str] | None:
    """For a type without a place: the field with the id of its subject, and the subject's type."""
    if not _is_placed(owner):
        for item in record_fields(owner):
            if target := item.shape.find(IdOf):
                return item.name, target.type_name
    return None


def _is_kept(item: Any, owner: type, ids: Ids) -> bool:
    subject = _subject(owner)
    return subject is None or getattr(item, subject[0]) in ids[subject[1]]
