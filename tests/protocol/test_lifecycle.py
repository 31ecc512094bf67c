"""A server's life: it starts at once, ends in time however its client leaves, and leaves nobody."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.protocol.buffers import Buffers, large_files, write_files
from tests.protocol.conftest import Starting
from tests.support.client import Client, children, is_running, notification, until

TRANSPORTS = pytest.mark.parametrize("tcp", [False, True], ids=["stdio", "tcp"])


@pytest.fixture
def busy(serve: Starting, root: Path) -> Client:
    """A server whose workers are indexing at this moment."""
    write_files(root, large_files(100, 6))
    client = serve()
    client.initialize(root)
    assert until(lambda: len(workers(client)) > 1, 10), client.log()
    return client


def workers(client: Client) -> list[int]:
    return children(client.process.pid)


def exit_in_time(client: Client, seconds: float) -> tuple[int, float]:
    """Exit code, and how long it took to come."""
    began = time.monotonic()
    code = client.process.wait(seconds + 5)
    return code, time.monotonic() - began


def test_shutdown_then_exit(serve: Starting, root: Path) -> None:
    client = serve()
    client.initialize(root)
    client.run("waitForFresh")
    assert client.call("shutdown") is None
    client.notify("exit", None)
    code, seconds = exit_in_time(client, 2)
    assert code == 0
    assert seconds < 2


@TRANSPORTS
def test_shutdown_and_exit_in_one_write(serve: Starting, root: Path, tcp: bool) -> None:
    client = serve(tcp=tcp)
    client.initialize(root)
    shutdown = client.request("shutdown")
    client.send(shutdown, notification("exit", None))
    assert client.answer(shutdown) is None
    assert exit_in_time(client, 2)[0] == 0


def test_shutdown_while_indexing_with_requests_in_flight(busy: Client) -> None:
    alive = workers(busy)
    asked = [busy.command("search", {"query": f"work {number}"}) for number in range(20)]
    asked += [busy.command("waitForFresh", {}), busy.command("reindex", {})]
    shutdown = busy.request("shutdown")
    began = time.monotonic()
    busy.send(*asked, shutdown, notification("exit", None))
    assert busy.process.wait(10) == 0
    assert time.monotonic() - began < 2
    assert busy.answer(shutdown) is None
    for request in asked:
        assert len(busy.answers[request["id"]]) == 1
    assert until(lambda: not any(map(is_running, alive)), 3)


def test_exit_without_shutdown(serve: Starting, root: Path) -> None:
    client = serve()
    client.initialize(root)
    client.notify("exit", None)
    code, seconds = exit_in_time(client, 2)
    assert code == 1
    assert seconds < 2


def test_exit_before_initialize(serve: Starting) -> None:
    client = serve()
    client.notify("exit", None)
    assert exit_in_time(client, 2)[0] == 1


@TRANSPORTS
def test_client_that_hangs_up(serve: Starting, root: Path, tcp: bool) -> None:
    client = serve(tcp=tcp)
    client.initialize(root)
    client.run("waitForFresh")
    client.hang_up()
    code, seconds = exit_in_time(client, 3)
    assert code == 1
    assert seconds < 3


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "codewitness", "serve", "--tcp", port],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 3
    assert done.stderr.startswith(f"codewitness: --tcp: port {port} of 127.0.0.1 can't be")
    assert len(done.stderr.splitlines()) == 1


def test_client_whose_process_ends(serve: Starting, root: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        client = serve()
        client.initialize(root, processId=other.pid)
        client.run("waitForFresh")
        other.kill()
        # Its pipes are open still.
        assert exit_in_time(client, 3)[0] == 1


def test_client_that_is_elsewhere(serve: Starting, root: Path) -> None:
    client = serve()
    client.initialize(root, processId=2**22 + 1)
    assert client.run("waitForFresh")["fresh"]
    assert client.shut_down() == 0


def test_client_that_reads_nothing_and_ends(serve: Starting, root: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        client = serve()
        client.initialize(root, processId=other.pid)
        client.run("waitForFresh")
        client.pause()  # the pipe gets full, and the server waits in a write
        status = [client.command("status", {}) for _ in range(300)]
        client.send(*status)
        other.kill()
        assert exit_in_time(client, 5)[0] == 1
        client.go_on()


def test_client_that_hangs_up_while_indexing(busy: Client) -> None:
    alive = workers(busy)
    busy.hang_up()
    code, seconds = exit_in_time(busy, 3)
    assert code == 1
    assert seconds < 3
    assert until(lambda: not any(map(is_running, alive)), 3)


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_killed_server_leaves_no_worker_and_a_good_index(
    busy: Client, serve: Starting, root: Path
) -> None:
    alive = workers(busy)
    os.kill(busy.process.pid, signal.SIGKILL)
    busy.process.wait(5)
    assert until(lambda: not any(map(is_running, alive)), 3)

    after = serve()
    after.initialize(root)
    assert after.run("waitForFresh", {"timeoutMs": 20_000})["fresh"]
    before = after.run("status")
    assert after.run("reindex")["chunks"] == before["chunks"]
    for key in ("chunks", "symbols", "callSites"):
        assert after.run("status")[key] == before[key] > 0
    serve.may_log_failures = True  # a worker that was just being born


def test_second_server_on_the_same_index_reads(serve: Starting, root: Path) -> None:
    write_files(root, {"a.py": "def alpha():\n    pass\n"})
    first = serve()
    first.initialize(root)
    assert first.run("waitForFresh")["fresh"]
    second = serve()
    second.initialize(root)
    assert second.run("waitForFresh")["fresh"]
    assert first.run("status")["storage"]["role"] == "writer"
    assert second.run("status")["storage"]["role"] == "reader"
    assert second.run("search", {"query": "alpha"})["results"]
    assert second.run("signals", {"symbol": "alpha"})["symbol"]["name"] == "alpha"


def test_the_reader_takes_over_when_the_writer_is_gone(serve: Starting, root: Path) -> None:
    write_files(root, {"a.py": "def alpha():\n    pass\n"})
    first, second = serve(), serve()
    first.initialize(root)
    assert first.run("waitForFresh")["fresh"]
    second.initialize(root)
    assert second.run("waitForFresh")["fresh"]
    assert second.run("status")["storage"]["role"] == "reader"
    Buffers(second, root).open("b.py", "def beta():\n    pass\n")
    first.process.kill()
    assert until(lambda: second.run("status")["storage"]["role"] == "writer", 10)
    write_files(root, {"c.py": "def gamma():\n    pass\n"})
    assert second.run("waitForFresh")["fresh"]
    for name in ("alpha", "beta", "gamma"):
        found = second.run("search", {"query": name})["results"]
        assert [one["symbol"]["name"] for one in found] == [name]
    assert second.run("status")["files"]["indexed"] == 2
    assert second.shut_down() == 0


def test_two_servers_that_start_at_once(serve: Starting, root: Path) -> None:
    write_files(root, {**large_files(14), "a.py": "def alpha():\n    pass\n"})
    both = [serve(), serve()]
    for client in both:
        client.initialize(root)
    for client in both:
        assert client.run("waitForFresh", {"timeoutMs": 20_000})["fresh"]
    assert sorted(one.run("status")["storage"]["role"] for one in both) == ["reader", "writer"]
    for client in both:
        assert client.run("signals", {"symbol": "alpha"})["symbol"]["name"] == "alpha"
        found = client.run("search", {"query": "alpha"})["results"]
        assert [one["symbol"]["name"] for one in found] == ["alpha"]


def test_order_of_messages_is_enforced(serve: Starting, root: Path) -> None:
    client = serve()
    assert client.refusal(client.command("status", {})).code == -32002
    client.initialize(root)
    assert client.refusal(client.request("initialize", {"capabilities": {}})).code == -32600
    buffers = Buffers(client, root)
    buffers.open("a.py", "def alpha(): pass\n")
    shutdown, late = client.request("shutdown"), client.command("status", {})
    client.send(shutdown, late)
    assert client.refusal(late).code == -32600
    assert client.answer(shutdown) is None
