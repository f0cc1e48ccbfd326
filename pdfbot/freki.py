"""Blocks of a PDF in the Freki format, for mining interlinear glosses and other aligned text.

found = pdfbot.freki.blocks("grammar.pdf")
text = pdfbot.freki.dumps(found.blocks)
assert pdfbot.freki.loads(text) == list(found.blocks)
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Literal

from pdfbot.layout.textblocks import Block, BlockLine, Blocks, find_blocks
from pdfbot.output.freki import dumps, loads, safe_id
from pdfbot.source import check_choices, open_document

__all__ = ["Block", "BlockLine", "Blocks", "blocks", "dumps", "loads"]


def blocks(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    *,
    doc_id: str | None = None,
    valley: bool = False,
    engine: Literal["auto", "embedded", "pdf2htmlex"] = "auto",
    pages: Sequence[int] | None = None,
    password: str | None = None,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
) -> Blocks:
    """The blocks of a document by XY-cut; `valley` is for documents with double-spaced lines.

    `doc_id` names the document in the blocks; a file's name without its ending is the default.
    """
    check_choices(engine=engine, rules="default", columns=None, pages=pages)
    document = open_document(
        source,
        engine=engine,
        pages=pages,
        password=password,
        allow_copy_protected=allow_copy_protected,
        pdf2htmlex=pdf2htmlex,
    )
    if doc_id is None:
        doc_id = Path(source).stem if isinstance(source, (str, os.PathLike)) else "document"
    return find_blocks(document, safe_id(doc_id), valley=valley)
