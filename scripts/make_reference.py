"""Write docs/reference.md, the public names of the library, from their docstrings.

    python scripts/make_reference.py

A test compares the page with the docstrings; the site of the documentation shows it.
"""

from __future__ import annotations

import ast
import inspect
import re
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import fields, is_dataclass
from enum import Enum
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

from reference_examples import EXAMPLES

import pdfbot

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"
FUNCTIONS = "extract batch record from_json replica explain recover regions".split()
RESULTS = (
    "Paper Paragraph Sentence Span Section Caption Table Equation Footnote Reference Metadata "
    "RankedSentence"
).split()
HEAD = """# The Python library

Every public name, from the docstrings; [How do I …](howto.md) has the common tasks.
Lengths are in points, with the origin at the lower left of the page. In the examples, `paper` is
`pdfbot.extract("paper.pdf")`, of the paper that comes with the checkout.
"""


def main() -> None:
    PAGE.write_text(render(), "utf-8")


def render() -> str:
    """The page: functions, the result and what is in it, other types, errors."""
    paper = pdfbot.extract(ROOT / "paper.pdf")
    names = [name for name in pdfbot.__all__ if not name.startswith("_")]
    errors = [name for name in names if name.endswith("Error")]
    modules = [name for name in names if isinstance(getattr(pdfbot, name), ModuleType)]
    others = sorted(set(names) - {*FUNCTIONS, *RESULTS, *errors, *modules})
    parts = [HEAD, "## Functions\n", *map(_function, FUNCTIONS)]
    for title, group in {"The result": RESULTS, "Other types": others}.items():
        parts += [f"## {title}\n", *(_type(name, paper) for name in group)]
    parts += ["## Errors\n", "| error | exit code |\n|---|---|", *map(_error, errors), ""]
    parts += [_module(name) for name in modules]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"


def _function(name: str) -> str:
    function = getattr(pdfbot, name)
    return (
        f"### `{name}`\n\n```text\npdfbot.{name}{_signature(function)}\n```\n\n{_prose(function)}"
    )


def _type(name: str, paper: pdfbot.Paper) -> str:
    owner = getattr(pdfbot, name)
    parts = [f"### `{name}`\n", _prose(owner)]
    if name in EXAMPLES:
        parts.append(f"```text\n{run_example(EXAMPLES[name], paper)}```\n")
    if isinstance(owner, type) and issubclass(owner, Enum):
        parts.append(", ".join(f"`{member.value}`" for member in owner) + "\n")
    else:
        rows = list(_rows(owner))
        if rows:
            parts += ["| field | type | meaning |\n|---|---|---|", *rows, ""]
        parts += _members(owner)
    return "\n".join(parts)


def run_example(code: str, paper: pdfbot.Paper) -> str:
    """The statements as they are typed, each with what it prints."""
    known = {"pdfbot": pdfbot, "paper": paper}
    code = code.strip()
    shown = ""
    for statement in ast.parse(code).body:
        source = ast.get_source_segment(code, statement) or ""
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(ast.Interactive([statement]), "<example>", "single"), known)
        shown += ">>> " + source.replace("\n", "\n... ") + f"\n{printed.getvalue()}"
    return shown


def _rows(owner: Any) -> Iterator[str]:
    """A row for each field: its name, its type, and what its annotation says of it."""
    if is_dataclass(owner):
        names = [item.name for item in fields(owner) if not item.name.startswith("_")]
    else:
        names = list(getattr(owner, "__annotations__", ()))
    hints = _hints(owner)
    comments = _comments(owner) if owner is pdfbot.Thresholds else {}
    for name in names:
        meaning = _meaning(hints[name]) or comments.get(name, "")
        if not meaning and owner is pdfbot.BatchRecord:
            meaning = "as in the JSON of a paper: [output.md](output.md)"
        yield f"| `{name}` | `{_plain(hints[name])}` | {meaning} |".replace("||", "| |")


def _hints(owner: Any) -> dict[str, Any]:
    # Before Python 3.12 an array has no type of its items when the program runs.
    return get_type_hints(owner, localns={"array": Sequence}, include_extras=True)


def _meaning(hint: Any) -> str:
    """What the annotation of a field says in words."""
    texts = [text for text in _metadata(hint) if isinstance(text, str)]
    return texts[-1] if texts else ""


def _comments(owner: type) -> dict[str, str]:
    """The comment behind each field."""
    found: dict[str, str] = {}
    for token in tokenize.generate_tokens(StringIO(inspect.getsource(owner)).readline):
        name, colon, _ = token.line.strip().partition(":")
        if token.type == tokenize.COMMENT and colon and name.isidentifier():
            found[name] = token.string.lstrip("# ")
    return found


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
