"""Names that come from outside, made safe: ids of papers, names of shards and text files."""

from __future__ import annotations

import re
from collections.abc import Container

LONGEST = 100

_ENDING = re.compile(r"\.(pdf|html?)?(\.gz)?$", re.IGNORECASE)
_ARCHIVE_ENDING = re.compile(r"\.(tar|tar\.gz|tgz|zip)$", re.IGNORECASE)
_MONTH = r"\d{2}(?:0[1-9]|1[0-2])"
_NEW_ID = re.compile(rf"{_MONTH}\.\d{{4,5}}(?:v\d+)?")
# The archives of arXiv before April 2007; a closed list, so that paper1234567.pdf is no id.
_OLD_ARCHIVES = (
    "acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas "
    "cond-mat cs dg-ga funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin "
    "nucl-ex nucl-th patt-sol physics plasm-ph q-alg q-bio quant-ph solv-int supr-con"
).split()
_OLD_ID = re.compile(
    rf"(?:^|/)({'|'.join(_OLD_ARCHIVES)})(?:\.[A-Z]{{2}})?[-_/]?({_MONTH}\d{{3}}(?:v\d+)?)$"
)
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def paper_id(name: str) -> str:
    """The arXiv id that a file's name shows (`hep-th/0001208` of the old ones), else its stem."""
    path = _ENDING.sub("", name.replace("\\", "/"))
    stem = path.rpartition("/")[2]
    if _NEW_ID.fullmatch(stem):
        return stem
    old = _OLD_ID.search(path)
    if old is not None:
        return f"{old[1]}/{old[2]}"
    return stem or name


def is_archive(name: str) -> bool:
    return _ARCHIVE_ENDING.search(name) is not None


def is_paper(name: str) -> bool:
    """A PDF by its name; not the shadow files that macOS puts into archives."""
    stem = name.replace("\\", "/").rpartition("/")[2].lower()
    return stem.endswith((".pdf", ".pdf.gz")) and not stem.startswith("._")


def shard_name(archive: str, taken: Container[str]) -> str:
    """The archive's name without its ending, as a plain file name that nobody has yet."""
    stem = archive.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return free_name(_ARCHIVE_ENDING.sub("", stem), taken)


def text_name(name: str, taken: Container[str]) -> str:
    """A plain file name for one paper's text; no part of it can lead to another folder."""
    stem = name.replace("\\", "/").rpartition("/")[2]
    return free_name(_ENDING.sub("", stem), taken)


def free_name(wish: str, taken: Container[str]) -> str:
    """Letters, digits, `.`, `_` and `-` only; `taken` holds names in lower case."""
    plain = _UNSAFE.sub("_", wish).strip("._-")[:LONGEST] or "unnamed"
    name, number = plain, 1
    while name.lower() in taken:
        number += 1
        name = f"{plain}-{number}"
    return name
