"""The project's own documents, each extracted and drawn once for all tests that look at it."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pdfbot
from pdfbot.options import ReadingOptions
from pdfbot.visual.replica.build import Replica, build_replica

ROOT = Path(__file__).parents[1]
PAPERS = ROOT / "fixtures" / "papers"
WORLD = ROOT / "fixtures" / "world"
HOSTILE = ROOT / "fixtures" / "hostile"
NAMES = sorted(path.name for path in PAPERS.iterdir())
PDFS = [PAPERS / name / f"{name}.pdf" for name in NAMES]
WORLD_PDFS = sorted(WORLD.glob("*/*.pdf"))
LANGUAGES = ROOT / "fixtures" / "languages"
LANGUAGE_PDFS = sorted(LANGUAGES.glob("*/*.pdf"))
REPLICAS = sorted(PAPERS.glob("*/*.html"))
# Its truth includes the appendix after the references, which is left out by default.
WITH_APPENDIX = "onecolumn-blocks"

_WORD = re.compile(r"[^\W\d_]{3,}(?:-[^\W\d_]+)*")


def extract_options(path: Path) -> dict[str, Any]:
    """How a document must be extracted so that the result can be compared with its truth."""
    keep = path.parent.name == WITH_APPENDIX
    return {"thresholds": pdfbot.Thresholds(keep_appendices=True)} if keep else {}


@cache
def extracted(path: Path) -> pdfbot.Paper:
    return pdfbot.extract(path, **extract_options(path))


@cache
def built_replica(path: Path) -> Replica:
    return build_replica(path, ReadingOptions())


@cache
def truth(name: str) -> dict[str, Any]:
    folder = next(f for f in (PAPERS, WORLD, LANGUAGES) if (f / name).is_dir())
    content: dict[str, Any] = json.loads((folder / name / "truth.json").read_text("utf-8"))
    return content


def letters(text: str, fold: list[list[str]]) -> str:
    """Letters and digits alone: spaces and punctuation in inline math are a matter of taste."""
    text = unicodedata.normalize("NFKC", text).replace("\N{INCREMENT}", "Δ")
    for one, other in fold:
        text = text.replace(one, other)
    return re.sub(r"[\W_]+", "", text).casefold()


def words(text: str, fold: list[list[str]]) -> list[str]:
    """Words of three letters or more, compounds whole; shorter ones are mostly inline math."""
    text = unicodedata.normalize("NFKC", text)
    for one, other in fold:
        text = text.replace(one, other)
    return _WORD.findall(text)
