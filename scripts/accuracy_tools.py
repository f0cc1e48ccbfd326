"""Other extractors for scripts/bench_accuracy.py: how each is run, and what it calls body text."""

from __future__ import annotations

import json
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pdfbot.evaluation.truth import PaperFolder

PYPDFIUM2 = """
import sys, pypdfium2
pages = [p.get_textpage().get_text_range() for p in pypdfium2.PdfDocument(sys.argv[1])]
open(sys.argv[2], "w", encoding="utf-8").write("\\n\\n".join(pages))
"""
PYMUPDF4LLM = """
import json, sys, pymupdf4llm
found = []
for page in pymupdf4llm.to_markdown(sys.argv[1], page_chunks=True, show_progress=False):
    for box in page["page_boxes"]:
        begin, end = box["pos"]
        found.append([box["class"], page["text"][begin:end]])
json.dump(found, open(sys.argv[2], "w", encoding="utf-8"))
"""
OPENDATALOADER = """
import json, os, sys, tempfile, opendataloader_pdf
found = []
def collect(item):
    if "content" in item:
        found.append([item["type"], item["content"]])
    if item["type"] not in ("table", "caption", "header", "footer"):
        for child in item.get("kids", []) + item.get("list items", []):
            collect(child)
with tempfile.TemporaryDirectory() as folder:
    opendataloader_pdf.convert(
        sys.argv[1], output_dir=folder, format="json", quiet=True, image_output="off")
    [name] = [name for name in os.listdir(folder) if name.endswith(".json")]
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        for kid in json.load(file)["kids"]:
            collect(kid)
json.dump(found, open(sys.argv[2], "w", encoding="utf-8"))
"""
WITH_SCRIPTS = "with scripts"
SCRIPT_TAG = re.compile(r"</?su[bp]>")
# What the tools with a layout model call running text.
BODY_CLASSES = ("text", "list-item", "paragraph", "list item")
REFERENCES_HEADING = re.compile(
    r"\W*(?:\d+\.?|[ivx]+\.)?\W*(?:references|bibliography)(?: cited)?\W*", re.IGNORECASE
)


@dataclass(frozen=True)
class Tool:
    """An extractor: its command line for one paper, and whether it classifies its text."""

    name: str
    command: tuple[str, ...]
    version: str
    has_classes: bool = False


def find_tools(python: str) -> list[Tool]:
    """The tools that are installed; the others are listed on stderr."""
    tools = []
    if shutil.which("pdftotext"):
        printed = subprocess.run(["pdftotext", "-v"], capture_output=True, text=True).stderr
        found = re.search(r"version (\S+)", printed)
        tools.append(Tool("pdftotext", ("pdftotext",), found[1] if found else ""))
    candidates = (
        ("pypdfium2", sys.executable, PYPDFIUM2, False),
        ("pymupdf4llm", python, PYMUPDF4LLM, True),
        ("opendataloader-pdf", python, OPENDATALOADER, True),
    )
    for name, program, code, has_classes in candidates:
        version = package_version(program, name)
        if version:
            tools.append(Tool(name, (program, "-c", code), version, has_classes))
    for name in {"pdftotext", *(c[0] for c in candidates)} - {tool.name for tool in tools}:
        print(f"{name}: not installed, skipped", file=sys.stderr)
    return tools


def package_version(python: str, name: str) -> str:
    """The version of a package that can be imported; empty if it cannot."""
    code = (
        f"import importlib.metadata, {name.replace('-', '_')}; "
        f"print(importlib.metadata.version({name!r}))"
    )
    done = subprocess.run([python, "-c", code], capture_output=True, text=True)
    return done.stdout.strip().splitlines()[-1] if done.returncode == 0 else ""


def run_tool(
    tool: Tool, papers: Iterable[PaperFolder], folder: Path, *, cpu_seconds: int, reuse: bool
) -> Path:
    """Run the tool on every paper and return the folder of its texts.

    The raw output is kept next to them as .raw; with `reuse`, papers that have one are skipped.
    The folder WITH_SCRIPTS has the same texts with raised and lowered text in tags.
    """
    place = folder / tool.name
    (place / WITH_SCRIPTS).mkdir(parents=True, exist_ok=True)
    for paper in papers:
        raw, text = place / f"{paper.id}.raw", place / f"{paper.id}.txt"
        if not (reuse and raw.exists()):
            raw.unlink(missing_ok=True)
            call_tool(tool, paper, raw, cpu_seconds)
        content = raw.read_text("utf-8", "replace") if raw.exists() else ""
        tagged = body_text(content) if tool.has_classes else content
        (place / WITH_SCRIPTS / text.name).write_text(tagged, "utf-8")
        text.write_text(SCRIPT_TAG.sub("", tagged) if tool.has_classes else tagged, "utf-8")
    return place


def call_tool(tool: Tool, paper: PaperFolder, raw: Path, cpu_seconds: int) -> None:
    """Limited in CPU time rather than elapsed time, so that a busy machine fails no tool."""

    def set_limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))

    command = [*tool.command, str(paper.pdf), str(raw)]
    done = subprocess.run(command, capture_output=True, preexec_fn=set_limit)
    if done.returncode != 0 or not raw.exists():
        raw.unlink(missing_ok=True)
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        print(f"{tool.name}: {paper.id}: failed, code {done.returncode} {last}", file=sys.stderr)


def body_text(content: str) -> str:
    """From [class, text] pairs, the running text up to the references."""
    kept = []
    for name, text in json.loads(content or "[]"):
        if REFERENCES_HEADING.fullmatch(text.strip()):
            break
        if name in BODY_CLASSES:
            kept.append(strip_markdown(" ".join(text.split())))
    return "\n\n".join(kept)


def strip_markdown(text: str) -> str:
    """Remove the Markdown syntax of emphasis and lists; raised and lowered text stays in tags."""
    text = re.sub(r"^(?:[-*+•]\s+|>\s?)|<br\s*/?>|</?[biu]>", "", text)
    return re.sub(r"(?<!\\)(?:\*\*|__|~~|`)|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", "", text)
