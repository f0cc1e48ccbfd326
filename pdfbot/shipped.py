"""The files that pdfbot ships: lists of words, weights, styles.

They lie in a real folder, for the PDF library cannot be loaded out of an archive either; so the
general machinery for resources, which is slow to import, is not needed.
"""

from __future__ import annotations

import os

FOLDER = os.path.join(os.path.dirname(__file__), "data")


def read_shipped(name: str) -> bytes:
    """The bytes of a file in `data/`."""
    with open(os.path.join(FOLDER, name), "rb") as file:
        return file.read()
