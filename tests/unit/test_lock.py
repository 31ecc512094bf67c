import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from codewitness.platform.lock import FILE_NAME, WriterLock, holder

SERVER = Path(__file__).resolve().parents[2] / "server"
HOLD = """
import sys, time
from pathlib import Path
from codewitness.platform.lock import WriterLock
lock = WriterLock.acquire(Path(sys.argv[1]))
print("held" if lock else "refused", flush=True)
time.sleep(60)
"""


@contextmanager
def child(folder: Path, script: str = HOLD) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        env={**os.environ, "PYTHONPATH": str(SERVER)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_one_holder_at_a_time(tmp_path: Path) -> None:
    lock = WriterLock.acquire(tmp_path)
    assert lock is not None
    assert lock.is_held
    assert WriterLock.acquire(tmp_path) is None
    lock.release()
    assert not lock.is_held
    lock.release()
    with WriterLock.acquire(tmp_path) or pytest.fail("still held") as again:
        assert again.is_held
    assert holder(tmp_path) is None


def test_folder_is_made(tmp_path: Path) -> None:
    with WriterLock.acquire(tmp_path / "a" / "b") or pytest.fail("refused"):
        assert (tmp_path / "a" / "b" / FILE_NAME).exists()


def test_folders_are_apart(tmp_path: Path) -> None:
    with WriterLock.acquire(tmp_path / "a") or pytest.fail("refused"):
        assert holder(tmp_path / "b") is None
        with WriterLock.acquire(tmp_path / "b") or pytest.fail("refused"):
            assert holder(tmp_path / "b") is not None


def test_holder_tells_pid_and_time(tmp_path: Path) -> None:
    assert holder(tmp_path / "missing") is None
    with WriterLock.acquire(tmp_path) or pytest.fail("refused"):
        text = holder(tmp_path)
        assert text is not None
        assert text.startswith(f"pid {os.getpid()}, since 20")
        assert WriterLock.acquire(tmp_path) is None


def test_killed_holder_holds_no_more(tmp_path: Path) -> None:
    with child(tmp_path) as (process, said):
        assert said == "held"
        assert WriterLock.acquire(tmp_path) is None
        assert (holder(tmp_path) or "").startswith(f"pid {process.pid},")
        process.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        process.wait()
        assert holder(tmp_path) is None
        with WriterLock.acquire(tmp_path) or pytest.fail("the dead hold it"):
            assert (holder(tmp_path) or "").startswith(f"pid {os.getpid()},")


def test_other_process_is_refused(tmp_path: Path) -> None:
    with (
        WriterLock.acquire(tmp_path) or pytest.fail("refused"),
        child(tmp_path) as (_, said),
    ):
        assert said == "refused"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_does_not_keep_the_lock(tmp_path: Path) -> None:
    fork = HOLD.replace("print(", "import os; pid = os.fork()\nif pid: print(pid, lock.is_held, ")
    fork = fork.replace("time.sleep", "else: assert not lock.is_held; lock.release()\ntime.sleep")
    with child(tmp_path, fork) as (process, said):
        forked, *rest = said.split()
        assert rest == ["True", "held"]
        try:
            assert holder(tmp_path) is not None
            process.kill()
            process.wait()
            os.kill(int(forked), 0)  # it lives
            until = time.monotonic() + 30  # it lets go once it runs
            while holder(tmp_path) is not None and time.monotonic() < until:
                time.sleep(0.01)
            assert holder(tmp_path) is None
        finally:
            os.kill(int(forked), signal.SIGKILL)


@pytest.mark.skipif(os.name == "nt", reason="an open file can't be removed there")
def test_a_removed_file_ends_the_lock(tmp_path: Path) -> None:
    lock = WriterLock.acquire(tmp_path)
    assert lock is not None
    (tmp_path / FILE_NAME).unlink()
    assert not lock.is_held
    with WriterLock.acquire(tmp_path) or pytest.fail("refused"):
        lock.release()
        assert holder(tmp_path) is not None


def test_asking_for_the_holder_refuses_no_one(tmp_path: Path) -> None:
    ask = (
        "import sys, time; from pathlib import Path; from codewitness.platform.lock import holder\n"
    )
    ask += "print(flush=True)\nwhile True: holder(Path(sys.argv[1])); time.sleep(0.001)"
    WriterLock.acquire(tmp_path).release()  # type: ignore[union-attr]
    process = subprocess.Popen(
        [sys.executable, "-c", ask, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(SERVER)},
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        process.stdout.readline()
        for _ in range(50):
            with WriterLock.acquire(tmp_path) or pytest.fail("refused"):
                pass
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
