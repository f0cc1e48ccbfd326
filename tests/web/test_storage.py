"""Stored papers survive the server, make room for newer ones, and expire."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from pdfbot.web.paper_store import META, NEWEST, PDF, PaperStore
from pdfbot.web.problems import ProblemError

from .conftest import PAPER, StartServer, misbehaving, small_paper, wait_until

DAY = 86400.0


def put(store: PaperStore, size: int = 100, *, status: str = "done") -> str:
    """Keep a paper of some bytes that is done."""
    upload = store.new_upload()
    upload.write_bytes(bytes(size))
    paper = store.add(upload, "a.pdf")
    store.save(paper.id, status=status)
    time.sleep(0.002)
    return paper.id


def has(store: PaperStore, paper_id: str) -> bool:
    try:
        store.get(paper_id)
    except ProblemError:
        return False
    return True


def test_papers_survive_the_death_of_the_server(start_server: StartServer) -> None:
    server = start_server("--jobs", "1")
    kept = server.keep()
    text = server.client.get(f"/papers/{kept}?format=txt").text
    server.client.put(f"/papers/{kept}/scores", json={"s1.1": 1})
    working = server.post(misbehaving("sleep 1"))["id"]
    queued = server.post(small_paper())["id"]
    wait_until(lambda: server.client.get(f"/papers/{working}").json()["status"] == "working")
    server.process.kill()
    server.process.wait()
    again = start_server("--jobs", "1")
    assert again.client.get(f"/papers/{kept}?format=txt").text == text
    assert (
        len(again.client.get(f"/papers/{kept}/highlight?format=annotations").json()["items"]) == 1
    )
    for paper_id in (working, queued):
        assert again.events(paper_id)[-1]["status"] == "done"


def test_paper_at_which_servers_die_is_given_up(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server()
    paper_id = server.post(misbehaving("sleep 20"))["id"]
    server.process.kill()
    server.process.wait()
    meta = tmp_path / "papers" / "papers" / paper_id / META
    meta.write_text(json.dumps(json.loads(meta.read_text()) | {"attempts": 3}))
    again = start_server()
    answer = again.client.get(f"/papers/{paper_id}")
    assert (answer.status_code, answer.json()["code"]) == (500, "worker-died")


def test_oldest_paper_makes_room(tmp_path: Path) -> None:
    store = PaperStore(tmp_path, 3000, DAY)
    first, second = put(store, 1000), put(store, 1000)
    assert has(store, first)
    third = put(store, 1000)
    assert [has(store, paper) for paper in (first, second, third)] == [False, True, True]
    assert store.total_size <= 3000
    assert not (tmp_path / "papers" / first).exists()


def test_papers_in_work_are_never_removed_for_others(tmp_path: Path) -> None:
    store = PaperStore(tmp_path, 2000, DAY)
    first = put(store, 1500, status="queued")
    upload = store.new_upload()
    upload.write_bytes(bytes(1500))
    with pytest.raises(ProblemError) as caught:
        store.add(upload, "b.pdf")
    assert caught.value.problem.status == 503
    assert "Retry-After" in caught.value.headers
    assert has(store, first)


def test_paper_is_kept_for_its_time_and_no_longer(tmp_path: Path) -> None:
    store = PaperStore(tmp_path, 10_000, 0.3)
    done, queued = put(store), put(store, status="queued")
    store.expire()
    assert has(store, done)
    time.sleep(0.35)
    assert not has(store, done)
    store.expire()
    assert not (tmp_path / "papers" / done).exists()
    assert (tmp_path / "papers" / queued).exists()


def test_what_was_not_written_whole_is_not_there(tmp_path: Path) -> None:
    store = PaperStore(tmp_path, 10_000, DAY)
    whole, torn = put(store), put(store)
    (tmp_path / "papers" / torn / META).write_text('{"id": ')
    meta = tmp_path / "papers" / whole / META
    meta.write_text(json.dumps({**json.loads(meta.read_text()), "of a later version": 1}))
    (tmp_path / "papers" / "stray").mkdir()
    (tmp_path / "uploads" / "half").write_bytes(b"%PDF")
    again = PaperStore(tmp_path, 10_000, DAY)
    assert (has(again, whole), has(again, torn), again.count) == (True, False, 1)
    assert [path.name for path in (tmp_path / "papers").iterdir()] == [whole]
    assert not list((tmp_path / "uploads").iterdir())


def test_file_of_a_deleted_paper_is_not_written(tmp_path: Path) -> None:
    store = PaperStore(tmp_path, 10_000, DAY)
    paper_id = put(store)
    store.delete(paper_id)
    with pytest.raises(ProblemError):
        store.save(paper_id, {"txt": b"text"})
    assert not (tmp_path / "papers" / paper_id).exists()


def test_ids_are_long_and_random_and_no_paths(tmp_path: Path) -> None:
    store = PaperStore(tmp_path, 100_000, DAY)
    ids = {put(store, 1) for _ in range(20)}
    assert len(ids) == 20
    assert all(len(paper_id) == 22 for paper_id in ids)
    for wrong in ("../../x", "", "a/b", "x" * 21, "x" * 22 + "\n"):
        with pytest.raises(ProblemError):
            store.path(wrong, PDF)


def test_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    PaperStore(tmp_path / "new", 1000, DAY)
    assert (tmp_path / "new" / "papers").stat().st_mode & 0o077 == 0


def test_server_removes_old_papers_when_storage_is_full(start_server: StartServer) -> None:
    size = PAPER.stat().st_size
    server = start_server("--max-size", "400K", "--max-storage", "1200K", "--jobs", "1")
    assert size < 400 << 10
    ids = [server.keep() for _ in range(4)]
    kept = [server.client.get(f"/papers/{paper_id}").status_code for paper_id in ids]
    assert kept[0] == 404
    assert kept[-1] == 200
    metrics = server.client.get("/metrics").text
    stored = next(line for line in metrics.splitlines() if line.startswith("pdfbot_papers_bytes"))
    assert float(stored.split()[1]) <= 1200 << 10


def test_storage_that_cannot_be_written_is_a_problem(start_server: StartServer) -> None:
    server = start_server()
    uploads = server.folder / "uploads"
    uploads.rmdir()
    uploads.write_text("in the way")
    for path in ("/extract", "/papers"):
        answer = server.client.post(path, content=small_paper())
        assert (answer.status_code, answer.json()["code"]) == (507, "storage-failed")
        assert str(server.folder) not in answer.text
    assert server.client.get("/health").json()["papers"] == 0


def test_internal_error_is_one_line_without_a_traceback(start_server: StartServer) -> None:
    server = start_server()
    paper_id = server.keep()
    (server.folder / "papers" / paper_id / "sentences").write_text("no JSON")
    answer = server.client.get(f"/papers/{paper_id}/sentences")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal-error")
    assert server.client.get(f"/papers/{paper_id}").status_code == 200
    assert server.stop() == 0
    (line,) = server.errors().splitlines()
    assert line.startswith("pdfbot: internal error, please report it (JSONDecodeError: ")


def test_unfinished_paper_that_expired_while_the_server_was_down_is_dropped(
    start_server: StartServer,
) -> None:
    server = start_server("--keep", "1h")
    paper_id = server.post(misbehaving("sleep 20"))["id"]
    server.process.kill()
    server.process.wait()
    time.sleep(0.2)
    again = start_server("--keep", "0.1s")
    assert again.client.get(f"/papers/{paper_id}").status_code == 404
    assert not list((again.folder / "papers").iterdir())


def test_result_of_a_paper_that_expires_meanwhile_can_be_saved(tmp_path: Path) -> None:
    store = PaperStore(tmp_path, 1000, keep=0.01)
    paper_id = put(store, status="working")
    time.sleep(0.02)
    store.save(paper_id, {"txt": b"text"}, status="done")
    store.expire()
    assert not list((tmp_path / "papers").iterdir())


def test_paper_kept_by_an_older_version_is_processed_again(tmp_path: Path) -> None:
    store = PaperStore(tmp_path, 10_000, DAY)
    old, new = put(store), put(store)
    store.save(new, {NEWEST: b"[]"})
    again = PaperStore(tmp_path, 10_000, DAY)
    assert [paper.id for paper in again.unfinished()] == [old]
    assert again.get(new).status == "done"
