"""The Dockerfile: its steps work in a clean environment, where there is no Docker either."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import httpx
import pytest

from tests.documents import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
HADOLINT = shutil.which("hadolint", path=PATH)
TOKEN = "correct-horse-battery"


def instructions(name: str) -> list[str]:
    """What follows the instructions of a kind, with continued lines joined."""
    joined = DOCKERFILE.replace("\\\n", " ")
    return re.findall(rf"^{name} +(.+)$", joined, re.MULTILINE)


def test_server_runs_as_a_user_without_rights() -> None:
    assert instructions("USER") == ["10001"]
    assert instructions("VOLUME") == ["/papers"]
    assert "slim" in instructions("FROM")[0]


def test_what_is_copied_is_what_docker_may_see() -> None:
    seen = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for line in instructions("COPY"):
        for name in line.split()[:-1]:
            assert f"!{name}" in seen
            assert (ROOT / name).exists()


@pytest.mark.skipif(HADOLINT is None, reason="hadolint is not installed")
def test_hadolint_finds_nothing() -> None:
    call = [str(HADOLINT), str(ROOT / "Dockerfile")]
    done = subprocess.run(call, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.install
def test_steps_give_a_server_that_is_healthy(tmp_path: Path) -> None:
    source, papers = tmp_path / "src", tmp_path / "papers"
    for line in instructions("COPY"):
        *names, target = line.split()
        for name in names:
            copy_step(ROOT / name, source / target)
    programs = tmp_path / "env" / "bin"
    venv.create(tmp_path / "env")
    # The pip of the tests installs into that environment, too; a copy would take seconds.
    pip = f'#!/bin/sh\nexec "{sys.executable}" -m pip --python "{programs}/python" "$@"\n'
    (programs / "pip").write_text(pip)
    (programs / "pip").chmod(0o755)
    (install,) = (line for line in instructions("RUN") if line.startswith("pip install"))
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    environment["PDFBOT_TOKEN"] = TOKEN
    environment.pop("PYTHONPATH", None)
    subprocess.run(install, shell=True, cwd=source, env=environment, check=True, timeout=600)
    command = json.loads(instructions("CMD")[0].replace("8070", "0"))
    command[command.index("/papers")] = str(papers)
    server = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        found = re.search(r":(\d+)/", server.stdout.readline().decode())
        assert found is not None
        (health,) = instructions("HEALTHCHECK")
        check = json.loads(health.partition("CMD ")[2].replace("8070", found[1]))
        subprocess.run(check, cwd=tmp_path, env=environment, check=True, timeout=30)
        address = f"http://127.0.0.1:{found[1]}/papers?sample=paper"
        kept = httpx.post(address, headers={"Authorization": f"Bearer {TOKEN}"})
        assert kept.status_code == 202, "the samples are not in the wheel"
        assert len(list((papers / "papers").iterdir())) == 1
    finally:
        server.terminate()
        assert server.wait(30) == 0


def copy_step(origin: Path, target: Path) -> None:
    """As COPY does: a folder's content, or a file into a folder."""
    if origin.is_dir():
        shutil.copytree(origin, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(origin, target)
