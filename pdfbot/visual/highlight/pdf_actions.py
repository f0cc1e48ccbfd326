"""Active content of a PDF: scripts, launched programs and open actions, removed with pypdf."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pdfbot.errors import OutputError

if TYPE_CHECKING:
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import DictionaryObject

# Actions that run something, send something or change the form.
ACTIVE_KINDS = frozenset(
    {
        "/JavaScript",
        "/Launch",
        "/SubmitForm",
        "/ImportData",
        "/Rendition",
        "/RichMediaExecute",
    }
)
# Keys that hold actions: on a click, on an event, after another action.
ACTION_KEYS = ("/A", "/PA", "/Next")
ADVICE = "--keep-actions (keep_actions=True) leaves them in"


def has_actions(data: bytes) -> bool:
    """Whether this PDF runs a script, starts a program, or acts when opened."""
    # Imported here because that takes longer than a page, and only annotated PDFs need it.
    from pypdf import PdfReader

    try:
        return _take_out(PdfReader(io.BytesIO(data)))
    except Exception as error:
        # Damaged files raise exceptions of all kinds.
        raise OutputError(
            f"the PDF cannot be searched for scripts and actions ({error}); {ADVICE}"
        ) from None


def without_actions(data: bytes) -> bytes:
    """The PDF without scripts, launched programs and open actions, unchanged if it has none.

    Links stay. The file is parsed once, which takes most of the time.
    """
    from pypdf import PdfReader, PdfWriter

    output = io.BytesIO()
    try:
        reader = PdfReader(io.BytesIO(data))
        if not _take_out(reader):
            return data
        writer = PdfWriter(clone_from=reader)
        # A reader's pages are copies, so that nothing has been taken out of them yet.
        _take_out(writer)
        writer.write(output)
    except Exception as error:
        raise OutputError(f"scripts and actions cannot be removed ({error}); {ADVICE}") from None
    return output.getvalue()


def _take_out(pdf: PdfReader | PdfWriter) -> bool:
    """Remove every action that is not a link, in memory; return whether there was one."""
    root = pdf.root_object
    found = root.pop("/OpenAction", None) is not None
    names = _dictionary(root.get("/Names"))
    if names is not None:
        found |= names.pop("/JavaScript", None) is not None
    for owner in _owners(pdf):
        found |= _strip(owner)
    return found


def _owners(pdf: PdfReader | PdfWriter) -> Iterator[DictionaryObject]:
    """Yield what may have actions: the document, pages, annotations, form fields and outline."""
    root = pdf.root_object
    yield root
    for page in pdf.pages:
        yield page
        yield from _tree(page.get("/Annots", ()))
    form = _dictionary(root.get("/AcroForm"))
    if form is not None:
        yield from _tree(form.get("/Fields", ()), "/Kids")
    outline = _dictionary(root.get("/Outlines"))
    if outline is not None:
        yield from _tree([outline.get("/First")], "/First", "/Next")


def _tree(first: object, *keys: str) -> Iterator[DictionaryObject]:
    """Yield the nodes and everything their `keys` lead to, each once, even in a cycle."""
    waiting = list(_entries(first))
    seen: set[int] = set()
    while waiting:
        node = _dictionary(waiting.pop())
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        for key in keys:
            waiting += _entries(node.get(key))


def _entries(value: object) -> list[object]:
    resolved = value.get_object() if hasattr(value, "get_object") else value
    if resolved is None:
        return []
    return list(resolved) if isinstance(resolved, (list, tuple)) else [resolved]


def _dictionary(value: object) -> DictionaryObject | None:
    from pypdf.generic import DictionaryObject

    resolved = value.get_object() if hasattr(value, "get_object") else value
    return resolved if isinstance(resolved, DictionaryObject) else None


def _strip(owner: DictionaryObject) -> bool:
    """Remove the triggers and actions of one dictionary, including chained actions."""
    found = owner.pop("/AA", None) is not None
    action: DictionaryObject | None = owner
    seen: set[int] = set()
    while action is not None and id(action) not in seen:
        seen.add(id(action))
        following = None
        for key in ACTION_KEYS:
            # In an outline, /Next is another item.
            if key == "/Next" and action is owner:
                continue
            steps = [step for item in _entries(action.get(key)) if (step := _dictionary(item))]
            if any(step.get("/S") in ACTIVE_KINDS for step in steps):
                del action[key]
                found = True
            elif steps:
                following = steps[0]
        action = following
    return found
