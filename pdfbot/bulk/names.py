"""Paper ids, shard names and names of text files, derived safely from untrusted names."""

from __future__ import annotations

import re
from collections.abc import Container

# Characters.
MAX_NAME_LENGTH = 100

_SUFFIX = re.compile(r"\.(pdf|html?)?(\.gz)?$", re.IGNORECASE)
_ARCHIVE_SUFFIX = re.compile(r"\.(tar|tar\.gz|tgz|zip)$", re.IGNORECASE)
_MONTH = r"\d{2}(?:0[1-9]|1[0-2])"
_NEW_ID = re.compile(rf"{_MONTH}\.\d{{4,5}}(?:v\d+)?")
# arXiv's archives before April 2007; a closed list, so that paper1234567.pdf is not an id.
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
    """The arXiv id in a file name (old ids as `hep-th/0001208`), or else the stem of the name."""
    path = _SUFFIX.sub("", name.replace("\\", "/"))
    stem = path.rpartition("/")[2]
    if _NEW_ID.fullmatch(stem):
        return stem
    old = _OLD_ID.search(path)
    if old is not None:
        return f"{old[1]}/{old[2]}"
    return stem or name


def is_archive(name: str) -> bool:
    """Whether this is an archive by its name, not one of the `._` shadow files of macOS."""
    return _ARCHIVE_SUFFIX.search(name) is not None and not _is_shadow(name)


def is_paper(name: str) -> bool:
    """Whether this is a PDF by its name, with the same exception."""
    return name.lower().endswith((".pdf", ".pdf.gz")) and not _is_shadow(name)


def _is_shadow(name: str) -> bool:
    return name.replace("\\", "/").rpartition("/")[2].startswith("._")


def shard_name(archive: str, taken: Container[str]) -> str:
    """The archive's name without its suffix, as a plain file name that is not taken."""
    return _path_name(_ARCHIVE_SUFFIX.sub("", archive.rstrip("/\\")), taken)


def text_name(name: str, taken: Container[str]) -> str:
    """A plain file name for a paper's text; it can never point to another folder."""
    return _path_name(_SUFFIX.sub("", name), taken)


def _path_name(path: str, taken: Container[str]) -> str:
    """The last part of a path, with as many of its folders before it as make it unique."""
    parts = path.replace("\\", "/").split("/")
    names = (_plain("_".join(parts[start:])) for start in range(len(parts) - 1, -1, -1))
    return next((name for name in names if name.lower() not in taken), None) or free_name(
        parts[-1], taken
    )


def free_name(desired: str, taken: Container[str]) -> str:
    """A name of letters, digits, `.`, `_` and `-`; `taken` contains lower-case names."""
    plain = _plain(desired)
    name, number = plain, 1
    while name.lower() in taken:
        number += 1
        name = f"{plain}-{number}"
    return name


def _plain(desired: str) -> str:
    return _UNSAFE.sub("_", desired).strip("._-")[:MAX_NAME_LENGTH] or "unnamed"
