"""A corpus: PAPERS/<id>/truth.json holds the ground truth, next to the PDF or its replica."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pdfbot.errors import FileMissingError, InputError

TRUTH = "truth.json"


@dataclass(frozen=True, slots=True)
class TruthParagraph:
    """A paragraph of the body text.

    `optional` text (appendices) is neither required nor penalised. `label` may precede the text or
    not: the number of a list item, a run-in heading, "Proof.".
    """

    text: str
    optional: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class NonbodyText:
    """Text that must not be extracted; `kind` is title, heading, caption, table, …"""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class RunInLabel:
    """A label that may be kept or dropped directly before the words `following`."""

    text: str
    following: str


@dataclass(frozen=True, slots=True)
class Truth:
    """What must be extracted from a paper, and what must not.

    `fold` lists characters that count as equal in the ground truth and in every output, as pairs
    (seen, compared as). `labels` is None where the truth does not list run-in labels.
    """

    paragraphs: tuple[TruthParagraph, ...]
    nonbody: tuple[NonbodyText, ...]
    fold: tuple[tuple[str, str], ...] = ()
    labels: tuple[RunInLabel, ...] | None = None

    def fold_characters(self, text: str) -> str:
        return _fold(text, self.fold)


@dataclass(frozen=True, slots=True)
class PaperFolder:
    """One paper of a corpus: its ground truth, and the files it can be extracted from."""

    id: str
    truth: Path
    pdf: Path | None
    replica: Path | None


def find_papers(folder: Path, only: str = "") -> list[PaperFolder]:
    """The papers in `folder` whose ids start with `only`, sorted by id."""
    if not folder.is_dir():
        raise FileMissingError(f"{folder}: no such folder; pass one that contains <id>/{TRUTH}")
    places = sorted(path for path in folder.iterdir() if (path / TRUTH).is_file())
    papers = [_paper_folder(place) for place in places if place.name.startswith(only)]
    if not papers:
        wanted = f" and a name that starts with {only}" if only and places else ""
        raise FileMissingError(f"{folder}: contains no folder with a {TRUTH}{wanted}")
    return papers


def _paper_folder(place: Path) -> PaperFolder:
    name = place.name
    pdfs = (place / "paper.pdf", place / f"{name}.pdf")
    replicas = (
        place / stem
        for stem in ("replica.html.gz", "replica.html", f"{name}.html.gz", f"{name}.html")
    )
    return PaperFolder(name, place / TRUTH, _first_file(pdfs), _first_file(replicas))


def _first_file(paths: Iterable[Path]) -> Path | None:
    return next((path for path in paths if path.is_file()), None)


def corpus_name(folder: Path) -> str:
    """The name of the folder, or of its parent if it is called papers."""
    path = folder.resolve()
    return path.parent.name if path.name == "papers" else path.name


def corpus_digest(papers: Iterable[PaperFolder]) -> str:
    """The digest of ids and ground truth; figures with different digests are not comparable."""
    digest = sha256()
    for paper in sorted(papers, key=lambda paper: paper.id):
        digest.update(f"{paper.id} {sha256(paper.truth.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def read_truth(path: Path) -> Truth:
    """Read a ground truth file; errors name the file and what is wrong with it."""
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
            f"{path}: not ground truth as described in docs/evaluation.md ({reason})"
        ) from None


def parse_truth(record: dict[str, Any]) -> Truth:
    """The ground truth from its JSON object."""
    fold = tuple((str(a), str(b)) for a, b in record.get("fold") or ())
    labels = record.get("labels")
    return Truth(
        paragraphs=tuple(
            TruthParagraph(
                _fold(_text(item, "text"), fold),
                bool(item.get("optional", False)),
                _fold(str(item.get("label") or ""), fold),
            )
            for item in record["paragraphs"]
        ),
        nonbody=tuple(
            NonbodyText(_text(item, "kind"), _fold(_text(item, "text"), fold))
            for item in record["nonbody"]
        ),
        fold=fold,
        labels=None
        if labels is None
        else tuple(
            RunInLabel(_fold(str(label), fold), _fold(str(following), fold))
            for label, following in labels
        ),
    )


def _fold(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    for seen, compared in pairs:
        text = text.replace(seen, compared)
    return text


def _text(item: dict[str, Any], name: str) -> str:
    value = item[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is not text")
    return value


def read_output(path: Path) -> str:
    """The text a tool extracted; empty if the file does not exist."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise FileMissingError(f"{path}: cannot be read ({error.strerror or error})") from None
