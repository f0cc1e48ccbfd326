"""KaTeX, which decides whether TeX can be read: from npm, in a folder that is made once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

VERSION = "0.16.22"
# CI sets it: there the tests must not be skipped.
REQUIRED = "PDFBOT_KATEX"
SCRIPT = """
const katex = require('katex');
const wrong = [];
for (const tex of JSON.parse(require('fs').readFileSync(0, 'utf8'))) {
  try { katex.renderToString(tex, {strict: 'ignore', displayMode: tex.includes('tag{')}); }
  catch (error) { wrong.push(tex + ': ' + error.message); }
}
process.stdout.write(JSON.stringify(wrong));
"""
Katex = Callable[[Sequence[str]], list[str]]


@pytest.fixture(scope="session")
def katex() -> Katex:
    """What KaTeX cannot read of some formulas, each with the reason."""
    node, npm = shutil.which("node"), shutil.which("npm")
    folder = _folder()
    if node is None or npm is None:
        _give_up("needs node and npm")
    if not (folder / "node_modules").exists():
        _install(npm, folder)
    program = [node, "-e", SCRIPT]

    def wrong(formulas: Sequence[str]) -> list[str]:
        if not formulas:
            return []
        done = subprocess.run(
            program, cwd=folder, input=json.dumps(formulas), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        found: list[str] = json.loads(done.stdout)
        return found

    return wrong


def _folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "pdfbot-tests" / f"katex-{VERSION}"


def _install(npm: str, folder: Path) -> None:
    """Beside the folder first: tests that run side by side never see a half of it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=folder.parent))
    command = [npm, "install", "--prefix", str(made), "--no-audit", "--no-fund", f"katex@{VERSION}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        shutil.rmtree(made)
        _give_up(f"npm cannot install KaTeX: {done.stderr.strip()[-300:]}")
    try:
        made.rename(folder)
    except OSError:  # another process was faster
        shutil.rmtree(made)


def _give_up(reason: str) -> NoReturn:
    if os.environ.get(REQUIRED):
        pytest.fail(reason)
    pytest.skip(reason)
