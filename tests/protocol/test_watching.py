"""Changes on disk are noticed: by the system, by the client, or by looking; each counts once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.buffers import Buffers, names, write_files
from tests.protocol.conftest import Starting, change_folders
from tests.support.client import Client, Refused, until

FILES = {"a.py": "def alpha(x):\n    return first(x)\n", "pkg/b.py": "def beta(): second()\n"}
OFFERS = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
POLLING = {"embedder": "none", "index": {"workers": 1, "watch": "polling"}}
OFF = {"embedder": "none", "index": {"workers": 1, "watch": "off"}}
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems tell a little later")


def found(client: Client, query: str) -> list[str]:
    return names(client.run("search", {"query": query}))


def watching(client: Client) -> Any:
    return client.run("status")["watching"]


def numbers(client: Client) -> tuple[int, int]:
    files = client.run("status")["files"]
    return files["indexed"], files["total"]


def git(root: Path, *arguments: str) -> None:
    own = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
    subprocess.run(["git", "-C", str(root), *own, *arguments], check=True, capture_output=True)


def started(serve: Starting, root: Path, **more: Any) -> Client:
    write_files(root, FILES)
    client = serve()
    client.initialize(root, **more)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    return client


def test_changes_are_noticed(client: Client, root: Path) -> None:
    write_files(root, {"a.py": "def alpha(): third()\n", "new/deep/d.py": "def delta(): x()\n"})
    assert until(lambda: found(client, "delta") == ["delta"], 30)
    assert until(lambda: found(client, "third") == ["alpha"], 30)
    assert found(client, "first") == []
    (root / "a.py").rename(root / "renamed.py")
    assert until(lambda: found(client, "alpha") == ["alpha"], 30)
    shutil.rmtree(root / "new")
    assert until(lambda: found(client, "delta") == [], 30)
    assert until(lambda: numbers(client) == (2, 2), 30)


@ON_LINUX
def test_another_branch_and_back(client: Client, root: Path) -> None:
    """Every answer on the way is right, or says that it is not complete."""
    assert until(lambda: watching(client)["by"] == "system", 30)
    git(root, "init")
    write_files(root, {f"main{n}.py": f"def main_{n}(): shared()\n" for n in range(30)})
    git(root, "add", "-A")
    git(root, "commit", "-m", "main")
    git(root, "checkout", "-b", "other")
    git(root, "rm", "-q", "main*.py")
    write_files(root, {f"other{n}.py": f"def other_{n}(): shared()\n" for n in range(30)})
    git(root, "add", "-A")
    git(root, "commit", "-m", "other")
    for branch in ("main", "other", "main"):
        git(root, "checkout", branch)
        while True:
            answer = client.run("search", {"query": "shared", "limit": 100})
            assert {name.partition("_")[0] for name in names(answer)} <= {branch}
            if answer["freshness"]["state"] == "fresh":
                break
        assert sorted(names(answer)) == sorted(f"{branch}_{n}" for n in range(30))


@ON_LINUX
def test_what_a_branch_brings_is_not_denied(client: Client, root: Path) -> None:
    """Until all is read, who asks for a definition hears that the index is not finished."""
    assert until(lambda: watching(client)["by"] == "system", 30)
    git(root, "init")
    bare = {f"m{n}.py": f"def old_{n}(): pass\n" for n in range(80)}
    write_files(root, bare)
    git(root, "add", "-A")
    git(root, "commit", "-m", "old")
    git(root, "checkout", "-b", "new")
    write_files(root, {path: text.replace("old_", "new_") for path, text in bare.items()})
    git(root, "add", "-A")
    git(root, "commit", "-m", "new")
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    for branch, name in (("main", "old"), ("new", "new")):
        git(root, "checkout", branch)
        claim = client.run("verify", {"claim": f"{name}_79 has a loop"})
        while claim["status"] == "SUBJECT_NOT_FOUND":
            assert claim["freshness"]["state"] == "indexing"
            assert claim["freshness"]["indexedFiles"] < claim["freshness"]["totalFiles"]
            assert "not finished yet" in claim["summary"]
            claim = client.run("verify", {"claim": f"{name}_79 has a loop"})
        git(root, "checkout", "new" if branch == "main" else "main")
        git(root, "checkout", branch)
        refused = _refusal(client, f"{name}_78")
        while refused is not None:
            assert refused.data["freshness"]["state"] == "indexing"
            assert "not finished" in refused.message
            refused = _refusal(client, f"{name}_78")


def _refusal(client: Client, name: str) -> Refused | None:
    request = client.command("signals", {"symbol": name})
    client.send(request)
    client.wait(lambda: client.answers.get(request["id"]), "answer")
    [answer] = client.answers[request["id"]]
    return Refused(answer["error"]) if "error" in answer else None


@ON_LINUX
def test_a_request_sees_what_was_written_before_it(client: Client, root: Path) -> None:
    assert until(lambda: watching(client)["by"] == "system", 30)
    for number in range(20):
        write_files(root, {"a.py": f"def alpha_{number}(): pass\n"})
        write_files(root, {f"new{number % 3}.py": f"def new_{number}(): pass\n"})
        symbols = client.call("workspace/symbol", {"query": f"_{number}"})
        assert {f"alpha_{number}", f"new_{number}"} <= {one["name"] for one in symbols}
        answer = client.run("search", {"query": f"alpha_{number} new_{number}", "mode": "lexical"})
        files = {"a.py", "pkg/b.py", *(f"new{one % 3}.py" for one in range(number + 1))}
        if answer["freshness"]["state"] == "fresh":  # what it has looked at is counted
            assert answer["freshness"]["indexedFiles"] == len(files)
        assert {f"alpha_{number}", f"new_{number}"} <= set(names(answer))


@ON_LINUX
def test_callers_are_those_that_were_written_before_it(client: Client, root: Path) -> None:
    assert until(lambda: watching(client)["by"] == "system", 30)
    write_files(root, {"a.py": "def alpha(): pass\n"})
    for number in range(10):
        text = f"from a import alpha\ndef new_{number}(): alpha()\n"
        write_files(root, {f"new{number % 3}.py": text})
        answer = client.run("relationships", {"symbol": "a.py::alpha", "relationship": "callers"})
        assert f"new{number % 3}.new_{number}" in {one["name"] for one in answer["callers"]}
        assert answer["freshness"]["state"] == "fresh"


@ON_LINUX
def test_folders_that_come_and_go_are_watched_and_not_any_more(
    client: Client, root: Path, tmp_path: Path
) -> None:
    def watchers() -> int:
        """Kernel queues that the server has open."""
        found = 0
        for info in Path(f"/proc/{client.process.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # a file that it has closed meanwhile
                found += "inotify" in os.readlink(info)
        return found

    assert until(lambda: watching(client)["by"] == "system", 30)
    assert until(lambda: watchers() == 1, 30)  # those of other tests have ended
    other = tmp_path / "other"
    write_files(other, {"x.py": "def xi(): pass\n", "inner/y.py": "def upsilon(): pass\n"})
    for added in ([other], [other, other / "inner"]):
        change_folders(client, added=added)
        assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
        expected = 1 + len(added)
        assert until(lambda: watchers() == expected, 30)  # noqa: B023 (it is over before the next)
        write_files(other, {"inner/y.py": "def psi(): pass\n", "z.py": "def zeta(): pass\n"})
        assert found(client, "psi") == ["psi"]
        assert found(client, "zeta") == ["zeta"]
        assert found(client, "alpha") == ["alpha"]
        change_folders(client, removed=added)
        assert until(lambda: watchers() == 1, 30)
        assert found(client, "psi zeta") == []
        write_files(other, {"inner/y.py": "def upsilon(): pass\n"})
        (other / "z.py").unlink()
    assert client.run("status")["folders"][0]["watching"]["by"] == "system"


def test_the_client_is_asked_and_counts_once(serve: Starting, root: Path) -> None:
    client = started(serve, root, capabilities=OFFERS)
    assert until(lambda: watching(client)["client"], 30)
    (asked,) = [one for one in client.requests if one["method"] == "client/registerCapability"]
    (wanted,) = asked["params"]["registrations"]
    assert wanted["method"] == "workspace/didChangeWatchedFiles"
    assert wanted["registerOptions"] == {"watchers": [{"globPattern": "**/*"}]}
    write_files(root, {"a.py": "def changed(): pass\n", "c.py": "def gamma(): pass\n"})
    buffers = Buffers(client, root)
    changes = [{"uri": buffers.uri(path), "type": 2} for path in ("a.py", "c.py", "a.py")]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert client.run("waitForFresh")["fresh"]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert client.run("waitForFresh")["fresh"]
    assert watching(client)["changed"] == 2


def test_looking_again_and_again_for_a_client_that_refuses(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    client = serve()

    def refuse(_: Any) -> None:
        raise Refused({"code": -32601, "message": "not here"})

    client.replies["client/registerCapability"] = refuse
    client.initialize(root, capabilities=OFFERS, initializationOptions=POLLING)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    assert until(lambda: watching(client)["by"] == "polling", 30)
    assert watching(client)["detail"] == "setting"
    assert len(client.requests) == 1
    assert watching(client)["client"] is False
    assert client.told("window/showMessage") == []
    write_files(root, {"a.py": "def changed(): pass\n", "new/c.py": "def gamma(): pass\n"})
    (root / "pkg" / "b.py").unlink()
    assert until(lambda: found(client, "gamma") == ["gamma"], 30)
    assert until(lambda: numbers(client) == (2, 2), 30)
    assert found(client, "changed") == ["changed"]


def test_what_the_client_tells_of_ignored_folders_is_nothing(serve: Starting, root: Path) -> None:
    write_files(root, {".gitignore": "node_modules/\n", "node_modules/x/i.js": "let a = 1\n"})
    client = started(serve, root, initializationOptions=OFF)
    buffers = Buffers(client, root)
    changes = [{"uri": buffers.uri(f"node_modules/x{n}/i.js"), "type": 1} for n in range(500)]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert client.run("search", {"query": "alpha"})["freshness"]["state"] == "fresh"


def test_nobody_watches(serve: Starting, root: Path) -> None:
    client = started(serve, root, initializationOptions=OFF)
    assert client.requests == []  # it does not offer to watch
    write_files(root, {"a.py": "def changed(): pass\n"})
    assert watching(client) == {"by": "nobody", "detail": "setting", "client": False, "changed": 0}
    assert client.run("waitForFresh")["fresh"]
    assert watching(client)["changed"] == 1


@ON_LINUX
def test_no_watches_left(serve: Starting, root: Path, tmp_path: Path) -> None:
    """In a user namespace of its own, in which the system has three watches."""
    script = tmp_path / "few-watches"
    few = "echo 3 > /proc/sys/user/max_inotify_watches"
    script.write_text(f'#!/bin/sh\nexec unshare -Ur sh -c \'{few} && exec "$@"\' few "$@"\n')
    script.chmod(0o755)
    tried = subprocess.run([str(script), "true"], capture_output=True, check=False)
    if tried.returncode != 0:
        pytest.skip("user namespaces are not to be had here")
    write_files(root, FILES)
    client = serve(command=[str(script), sys.executable])
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    assert until(lambda: watching(client)["by"] == "system", 30)
    write_files(root, {f"folder{n}/a.py": f"def in_{n}(): pass\n" for n in range(5)})
    assert until(lambda: watching(client)["by"] == "polling", 30)
    assert "max_user_watches" in watching(client)["detail"]
    write_files(root, {"folder4/a.py": "def changed(): pass\n"})
    assert until(lambda: found(client, "changed") == ["changed"], 30)
