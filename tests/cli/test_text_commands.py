"""Unusable inputs, which `regions` and `blocks` report alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from pdfbot.cli import main

from .conftest import Streams


@pytest.mark.parametrize("command", ["regions", "blocks"])
@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("missing.pdf", 3, "no such file"),
        ("empty.pdf", 4, "the file is empty"),
        ("not-a-pdf.pdf", 4, "failed download"),
        ("truncated.pdf", 5, "damaged"),
        ("encrypted-user-password.pdf", 6, "a password is needed"),
        ("copy-protected.pdf", 7, "forbade copying"),
        ("image-only.pdf", 8, "OCR is needed"),
    ],
)
def test_unusable_input_is_reported_in_one_line(
    capfd: Streams, root: Path, command: str, name: str, code: int, message: str
) -> None:
    assert main([command, str(root / "fixtures" / "hostile" / name)]) == code
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err
