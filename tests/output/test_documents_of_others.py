"""The examples of docs/howto.md that hand chunks to LangChain and LlamaIndex."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import pdfbot

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"^```py\n(.*?)^```$", (ROOT / "docs/howto.md").read_text(), re.M | re.S)


@pytest.mark.parametrize("program", ["langchain_core", "llama_index"])
def test_documented_documents_have_every_chunk(
    program: str, papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(program, reason=f"{program} is not installed: run tox -e clients")
    (pdf,) = (papers / "twocolumn-conference").glob("*.pdf")
    (tmp_path / "paper.pdf").write_bytes(pdf.read_bytes())
    monkeypatch.chdir(tmp_path)
    (example,) = [example for example in EXAMPLES if f"from {program}" in example]
    found: dict[str, Any] = {}
    exec(example, found)
    chunks = pdfbot.extract("paper.pdf").chunks(200, overlap=1)
    made = found.get("documents") or found["nodes"]
    texts = [
        getattr(document, "page_content", "") or getattr(document, "text", "") for document in made
    ]
    assert texts == [chunk.text for chunk in chunks]
    assert [document.metadata for document in made] == [c.metadata for c in chunks]
