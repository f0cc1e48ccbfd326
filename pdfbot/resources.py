"""The files in `pdfbot/data`: word lists, tagger weights, style sheets, scripts."""

from __future__ import annotations

from importlib.resources import files


def read_bytes(name: str) -> bytes:
    return (files("pdfbot") / "data" / name).read_bytes()


def read_text(name: str) -> str:
    return read_bytes(name).decode("utf-8")


def list_names(folder: str) -> list[str]:
    """The names of the files in a folder of `data`."""
    return [entry.name for entry in (files("pdfbot") / "data" / folder).iterdir()]
