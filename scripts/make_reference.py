"""Write docs/reference.md, the public names of the library, from their docstrings.

    python scripts/make_reference.py

A test compares the page with the docstrings; the site of the documentation shows it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import pdfbot

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"
FUNCTIONS = "extract batch record from_json replica explain recover regions".split()
RESULTS = "Paper Paragraph Sentence Span Section Caption Footnote Reference RankedSentence".split()
HEAD = """# The Python library

Every public name, from the docstrings; [How do I …](howto.md) has the common tasks.
Lengths are in points, with the origin at the lower left of the page.
"""


def main() -> None:
    PAGE.write_text(render(), "utf-8")


def render() -> str:
    """The page: functions, the result and what is in it, other types, errors."""
    names = [name for name in pdfbot.__all__ if not name.startswith("_")]
    errors = [name for name in names if name.endswith("Error")]
    modules = [name for name in names if isinstance(getattr(pdfbot, name), ModuleType)]
    others = sorted(set(names) - {*FUNCTIONS, *RESULTS, *errors, *modules})
    parts = [HEAD, "## Functions\n", *map(_function, FUNCTIONS)]
    for title, group in {"The result": RESULTS, "Other types": others}.items():
        parts += [f"## {title}\n", *map(_type, group)]
    parts += ["## Errors\n", "| error | exit code |\n|---|---|", *map(_error, errors), ""]
    parts += [_module(name) for name in modules]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"


def _function(name: str) -> str:
    function = getattr(pdfbot, name)
    return (
        f"### `{name}`\n\n```text\npdfbot.{name}{_signature(function)}\n```\n\n{_prose(function)}"
    )


def _type(name: str) -> str:
    owner = getattr(pdfbot, name)
    parts = [f"### `{name}`\n", _prose(owner)]
    if isinstance(owner, type) and issubclass(owner, Enum):
        parts.append(", ".join(f"`{member.value}`" for member in owner) + "\n")
    else:
        rows = list(_rows(owner))
        if rows:
            parts += ["| field | type | meaning |\n|---|---|---|", *rows, ""]
        parts += _members(owner)
    return "\n".join(parts)


def _rows(owner: Any) -> Iterator[str]:
    """A row for each field: its name, its type, and what its annotation says of it."""
    if is_dataclass(owner):
        names = [item.name for item in fields(owner) if not item.name.startswith("_")]
    else:
        names = list(getattr(owner, "__annotations__", ()))
    # Before Python 3.12 an array has no type of its items when the program runs.
    hints = get_type_hints(owner, localns={"array": Sequence}, include_extras=True)
    for name in names:
        texts = [text for text in _metadata(hints[name]) if isinstance(text, str)]
        meaning = texts[-1] if texts else ""
        yield f"| `{name}` | `{_plain(hints[name])}` | {meaning} |".replace("||", "| |")


def _metadata(hint: Any) -> list[Any]:
    return list(getattr(hint, "__metadata__", ()))


def _plain(hint: Any) -> str:
    """The type without what annotations add to it."""
    if hasattr(hint, "__metadata__"):
        return _plain(hint.__origin__)
    if hint is None or hint is type(None):
        return "None"
    if hint is Ellipsis:
        return "..."
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is None or not arguments:
        return getattr(hint, "__name__", str(hint))
    inner = [_plain(item) if not isinstance(item, str) else repr(item) for item in arguments]
    if str(origin) in ("typing.Union", "<class 'types.UnionType'>"):
        return " or ".join(inner)
    name = getattr(origin, "__name__", str(origin)).removeprefix("typing.")
    return f"{name}[{', '.join(inner)}]"


def _members(owner: type) -> Iterator[str]:
    """The properties and methods that are the type's own or of a base that is not public."""
    public = {getattr(pdfbot, name) for name in pdfbot.__all__ if name != owner.__name__}
    for name, member in inspect.getmembers(owner):
        inherited = next((base for base in owner.__mro__ if name in vars(base)), owner)
        if name.startswith("_") or inherited in public or inherited.__module__ == "builtins":
            continue
        if isinstance(member, property):
            yield f"#### `{owner.__name__}.{name}`\n\n{_prose(member)}"
        elif inspect.isfunction(member) and inspect.getdoc(member):
            call = f"{owner.__name__}.{name}"
            yield f"#### `{call}`\n\n```text\n{name}{_signature(member)}\n```\n\n{_prose(member)}"


def _signature(function: Any) -> str:
    """The parameters as they are written, one a line if there are many."""
    found = inspect.signature(function)
    given = [item for item in found.parameters.values() if item.name != "self"]
    parameters = [_parameter(item) for item in given]
    by_name = [number for number, item in enumerate(given) if item.kind is item.KEYWORD_ONLY]
    if by_name:
        parameters.insert(by_name[0], "*")
    line = f"({', '.join(parameters)})"
    if len(line) > 80:
        line = "(\n    " + ",\n    ".join(parameters) + ",\n)"
    returned = found.return_annotation
    return line if returned is inspect.Signature.empty else f"{line} -> {returned}"


def _parameter(item: inspect.Parameter) -> str:
    text = f"{'**' if item.kind is item.VAR_KEYWORD else ''}{item.name}: {item.annotation}"
    return text if item.default is item.empty else f"{text} = {item.default!r}"


def _prose(item: Any) -> str:
    """The docstring, with its example as code."""
    text, _, example = (inspect.getdoc(item) or "").partition("\n>>> ")
    code = f"\n\n```text\n>>> {example}\n```" if example else ""
    return f"{text.rstrip()}{code}\n"


def _error(name: str) -> str:
    return f"| `{name}` | {int(getattr(pdfbot, name).exit_code)} |"


def _module(name: str) -> str:
    module = getattr(pdfbot, name)
    return f"## `pdfbot.{name}`\n\n{_prose(module)}"


if __name__ == "__main__":
    main()
