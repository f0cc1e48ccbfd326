"""A folder of papers with their truth: PAPERS/<id>/truth.json, the PDF or a replica beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pdfbot.dataclass import dataclass
from pdfbot.errors import FileMissingError, InputError

TRUTH = "truth.json"


@dataclass(frozen=True, slots=True)
class TrueParagraph:
    """A paragraph of the body.

    `optional` is neither wanted nor punished (appendices). `label` may stand in front of the
    text or not: an item's number, a run-in heading, "Proof.".
    """

    text: str
    optional: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Nonbody:
    """Text that shall not come out: `kind` is title, heading, caption, table and so on."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Truth:
    """What should come out of a paper, and what should not."""

    paragraphs: tuple[TrueParagraph, ...]
    nonbody: tuple[Nonbody, ...]
    # Characters that count as the same, in the truth and in every output: (seen, compared as).
    fold: tuple[tuple[str, str], ...] = ()

    def folded(self, text: str) -> str:
        for seen, compared in self.fold:
            text = text.replace(seen, compared)
        return text


@dataclass(frozen=True, slots=True)
class PaperFolder:
    """One paper of the corpus: its truth, and what it can be read from."""

    id: str
    truth: Path
    pdf: Path | None
    replica: Path | None


def find_papers(folder: Path, only: str = "") -> list[PaperFolder]:
    """The papers under `folder` whose names begin with `only`, by name."""
    if not folder.is_dir():
        raise FileMissingError(f"{folder}: no such folder; name one that holds <id>/{TRUTH}")
    places = sorted(path for path in folder.iterdir() if (path / TRUTH).is_file())
    papers = [_paper_folder(place) for place in places if place.name.startswith(only)]
    if not papers:
        wanted = f" with a name that begins with {only}" if only and places else ""
        raise FileMissingError(f"{folder}: no folder in it has a {TRUTH}{wanted}")
    return papers


def _paper_folder(place: Path) -> PaperFolder:
    name = place.name
    pdfs = (place / "paper.pdf", place / f"{name}.pdf")
    replicas = (
        place / stem
        for stem in ("replica.html.gz", "replica.html", f"{name}.html.gz", f"{name}.html")
    )
    return PaperFolder(name, place / TRUTH, _first(pdfs), _first(replicas))


def _first(paths: Iterable[Path]) -> Path | None:
    return next((path for path in paths if path.is_file()), None)


def read_truth(path: Path) -> Truth:
    """The truth from its file; what is not as described is refused with its name."""
    try:
        record = json.loads(path.read_bytes())
    except OSError as error:
        raise FileMissingError(f"{path}: cannot be read ({error.strerror or error})") from None
    except ValueError as error:
        raise InputError(f"{path}: not JSON ({error})") from None
    try:
        return parse_truth(record)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = " ".join(str(error).split())
        raise InputError(
            f"{path}: not a truth as docs/evaluation.md describes it ({reason})"
        ) from None


def parse_truth(record: dict[str, Any]) -> Truth:
    """The truth from its JSON object."""
    bare = Truth((), (), tuple((str(a), str(b)) for a, b in record.get("fold") or ()))
    return Truth(
        tuple(
            TrueParagraph(
                bare.folded(_text(item, "text")),
                bool(item.get("optional", False)),
                bare.folded(str(item.get("label") or "")),
            )
            for item in record["paragraphs"]
        ),
        tuple(
            Nonbody(_text(item, "kind"), bare.folded(_text(item, "text")))
            for item in record["nonbody"]
        ),
        bare.fold,
    )


def _text(item: dict[str, Any], name: str) -> str:
    value = item[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is not text")
    return value


def read_output(path: Path) -> str:
    """What a tool extracted, as text; nothing when there is no such file."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise FileMissingError(f"{path}: cannot be read ({error.strerror or error})") from None
