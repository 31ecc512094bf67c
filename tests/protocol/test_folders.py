"""Workspaces of several folders, of none, and with an index that can't serve or be written."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from codewitness.storage.lazy_import import lancedb_module
from tests.protocol.buffers import Buffers, calls, large_files, names, write_files
from tests.protocol.conftest import Starting, change_folders
from tests.support.client import Client, until

ALPHA = "def alpha(x):\n    return first(x)\n"
BETA = "def beta(x):\n    return second(x)\n"


@pytest.fixture
def roots(tmp_path: Path) -> list[Path]:
    """Two folders, each with enough files for workers of its own."""
    both = [tmp_path / "one", tmp_path / "two"]
    write_files(both[0], {"pkg/a.py": ALPHA, **large_files(60, 2, "one")})
    write_files(both[1], {"pkg/b.py": BETA, **large_files(14, 1, "two")})
    return both


def is_settled(client: Client) -> bool:
    fresh: bool = client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    return fresh


def symbol(client: Client, name: str) -> Any:
    return client.run("signals", {"symbol": name})["symbol"]["qualifiedName"]


def test_several_folders_at_once(serve: Starting, roots: list[Path]) -> None:
    client = serve()
    client.initialize(*roots)
    assert is_settled(client)
    assert symbol(client, "alpha") == "pkg.a.alpha"
    assert symbol(client, "beta") == "pkg.b.beta"
    found = client.run("search", {"query": "alpha beta"})
    assert {"alpha", "beta"} <= set(names(found))
    assert found["freshness"]["indexedFiles"] == found["freshness"]["totalFiles"] == 76
    status = client.run("status")
    assert [one["workspace"] for one in status["folders"]] == [root.as_uri() for root in roots]
    assert {one["state"] for one in status["folders"]} == {"ready"}
    buffers = Buffers(client, roots[1])
    buffers.open("pkg/b.py", BETA.replace("second", "third"))
    answer = client.run("signals", {"symbol": "beta"})
    assert calls(answer) == ["third"]
    assert list(answer["freshness"]["documents"]) == [buffers.uri("pkg/b.py")]
    assert client.shut_down() == 0


def test_a_folder_without_a_name_is_a_folder(serve: Starting, roots: list[Path]) -> None:
    client = serve()
    one, two = ({"uri": root.as_uri()} for root in roots)
    client.initialize(roots[0], workspaceFolders=[one])
    assert is_settled(client)
    event = {"added": [two], "removed": [one]}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    assert is_settled(client)
    folders = client.run("status")["folders"]
    assert [folder["workspace"] for folder in folders] == [roots[1].as_uri()]
    assert client.shut_down() == 0


def test_the_same_name_in_two_folders_is_told_apart_by_the_folder(
    serve: Starting, tmp_path: Path
) -> None:
    roots = [tmp_path / "api", tmp_path / "web"]
    for root, error in zip(roots, ("KeyError", "OSError"), strict=True):
        write_files(root, {"run.py": f"def go():\n    raise {error}\n"})
    client = serve()
    client.initialize(*roots)
    assert is_settled(client)
    assert len(client.run("signals", {"symbol": "run.py::go"})["candidates"]) == 2
    for given in ("web/run.py::go", f"{roots[1]}/run.py::go"):
        found = client.run("signals", {"symbol": given})["symbol"]
        assert found["uri"] == (roots[1] / "run.py").as_uri()
        assert client.run("verify", {"claim": f"{given} raises OSError"})["status"] == "SUPPORTED"
    told = client.run("verify", {"claim": "go raises OSError"})["summary"]
    assert "NOT_SUPPORTED for run.go (api/run.py:1), SUPPORTED for run.go (web/run.py:1)" in told
    found = client.run("search", {"query": "go"})["results"]
    assert len(found) == 2  # of files that have but the same path
    assert not any("sameFile" in one["scores"]["boosts"] for one in found)
    assert len({one["score"] for one in found}) == 1
    unknown = client.command("signals", {"symbol": "other/run.py::go"})
    assert client.refusal(unknown).code == -32602
    assert client.shut_down() == 0


def test_folders_come_and_go(shared: Client, roots: list[Path]) -> None:
    client = shared
    change_folders(client, added=[roots[0]])
    assert is_settled(client)
    unknown = client.command("signals", {"symbol": "beta"})
    assert client.refusal(unknown).code == -32602

    change_folders(client, added=[roots[1]])
    assert is_settled(client)
    assert symbol(client, "beta") == "pkg.b.beta"

    buffers = Buffers(client, roots[1])
    buffers.open("pkg/b.py", "def unsaved_zeppelin():\n    pass\n")
    assert names(client.run("search", {"query": "zeppelin"})) == ["unsaved_zeppelin"]
    change_folders(client, removed=[roots[1]])
    assert names(client.run("search", {"query": "zeppelin"})) == []
    assert client.refusal(client.command("signals", {"symbol": "beta"})).code == -32602
    assert symbol(client, "alpha") == "pkg.a.alpha"
    buffers.change("pkg/b.py", 2, "def too_late(): pass\n")
    buffers.close("pkg/b.py")

    change_folders(client, removed=[roots[0]])
    assert client.run("search", {"query": "alpha"})["results"] == []
    change_folders(client, removed=[roots[0]])  # is gone already
    change_folders(client, added=[roots[1], roots[1]])
    assert is_settled(client)
    assert symbol(client, "beta") == "pkg.b.beta"
    assert len(client.run("status")["folders"]) == 1
    assert until(lambda: client.run("status")["storage"]["role"] == "writer", 10)
    change_folders(client, removed=[roots[1]])


def test_callers_are_not_complete_where_a_folder_lies_within_another(
    serve: Starting, tmp_path: Path
) -> None:
    root = tmp_path / "api"
    write_files(
        root, {"lib.py": "def go(): pass\n", "top.py": "from lib import go\ndef top(): go()\n"}
    )
    write_files(root / "sub", {"user.py": "from lib import go\ndef use(): go()\n"})
    client = serve()
    client.initialize(root)
    assert is_settled(client)
    asked = {"symbol": "go", "relationship": "callers"}
    claim = {"claim": "go is only called by top"}
    whole = client.run("relationships", asked)
    assert (len(whole["callers"]), whole["complete"]) == (2, True)
    assert client.run("verify", claim)["status"] == "CONTRADICTED"

    change_folders(client, added=[root / "sub"])
    assert is_settled(client)
    part = client.run("relationships", asked)
    assert (len(part["callers"]), part["complete"]) == (1, False)
    assert client.run("verify", claim)["status"] == "INCONCLUSIVE"
    assert client.run("verify", {"claim": "go is called by top"})["status"] == "SUPPORTED"

    change_folders(client, removed=[root / "sub"])
    assert is_settled(client)
    assert client.run("relationships", asked)["complete"]
    assert client.shut_down() == 0


def test_a_folder_that_is_deleted_counts_no_files_until_it_is_back(
    serve: Starting, tmp_path: Path
) -> None:
    roots = [tmp_path / "api", tmp_path / "web"]
    for root in roots:
        write_files(root, {"run.py": f"def {root.name}():\n    pass\n"})
    client = serve()
    client.initialize(*roots)
    assert is_settled(client)

    shutil.rmtree(roots[1])
    began = time.monotonic()
    found = client.run("waitForFresh", {"timeoutMs": 60_000})
    assert time.monotonic() - began < 50  # it does not wait for the folder
    assert not found["fresh"]
    fresh = found["freshness"]
    assert (fresh["indexedFiles"], fresh["totalFiles"]) == (1, 1)
    answer = client.run("search", {"query": "web"})["freshness"]
    assert (answer["state"], answer["staleFiles"]) == ("stale", [roots[1].as_uri()])
    gone = client.run("status")["folders"][1]
    assert gone["files"] == {"indexed": 0, "total": 0, "failed": [], "failedByReason": {}}
    assert gone["symbols"] == 0
    assert gone["notes"][-1].startswith("the folder can't be listed: No such file")

    write_files(roots[1], {"run.py": "def back():\n    pass\n"})
    assert until(lambda: client.run("status")["folders"][1]["files"]["indexed"] == 1, 10)
    assert symbol(client, "back") == "run.back"
    assert len(client.run("status")["folders"][1]["notes"]) == 1
    assert client.run("search", {"query": "back"})["freshness"]["state"] == "fresh"
    assert client.shut_down() == 0


def test_folder_removed_while_it_is_indexed(shared: Client, roots: list[Path]) -> None:
    client = shared
    change_folders(client, added=roots)
    wait = client.command("waitForFresh", {"timeoutMs": 30_000})
    client.send(wait)
    change_folders(client, removed=[roots[0]])
    client.wait(lambda: client.answers.get(wait["id"]), "answer")
    assert is_settled(client)
    assert symbol(client, "beta") == "pkg.b.beta"
    change_folders(client, removed=[roots[1]])


def test_folder_within_a_folder(shared: Client, root: Path) -> None:
    write_files(root, {"a.py": ALPHA, "[in] ner/b.py": BETA})
    inner = root / "[in] ner"
    client = shared
    buffers = Buffers(client, root)
    buffers.open("[in] ner/b.py", BETA.replace("second", "third"))

    def check(n_files: list[int]) -> None:
        assert is_settled(client)
        answer = client.run("signals", {"symbol": "beta"})
        assert calls(answer) == ["third"]
        assert list(answer["freshness"]["documents"]) == [buffers.uri("[in] ner/b.py")]
        at = {"uri": buffers.uri("[in] ner/b.py"), "position": {"line": 0, "character": 5}}
        assert calls(client.run("signals", {"symbol": at})) == ["third"]
        assert names(client.run("search", {"query": "beta"})) == ["beta"]
        folders = client.run("status")["folders"]
        assert [one["files"]["indexed"] for one in folders] == n_files

    change_folders(client, added=[root])  # a buffer of it is open already
    check([2])
    change_folders(client, added=[inner])
    check([1, 1])
    change_folders(client, removed=[inner])
    check([2])
    buffers.change("[in] ner/b.py", 2, BETA.replace("second", "fourth"))
    assert calls(client.run("signals", {"symbol": "beta"})) == ["fourth"]
    buffers.close("[in] ner/b.py")
    assert calls(client.run("signals", {"symbol": "beta"})) == ["second"]
    change_folders(client, removed=[root])


def test_folder_that_does_not_exist(serve: Starting, roots: list[Path], root: Path) -> None:
    client = serve()
    client.initialize(root / "missing", roots[1], root / "missing-too")
    assert is_settled(client)
    told = [one["message"] for one in client.told("window/showMessage")]
    assert len(told) == 2
    assert "missing" in told[0]
    assert symbol(client, "beta") == "pkg.b.beta"
    assert [one["workspace"] for one in client.run("status")["folders"]] == [roots[1].as_uri()]


def test_no_folder_at_all(shared: Client, root: Path) -> None:
    client = shared
    assert client.run("waitForFresh")["fresh"]
    assert client.run("status")["state"] == "no workspace folder is open"
    answer = client.run("search", {"query": "alpha"})
    assert answer["results"] == []
    assert answer["notes"] == ["no workspace folder is open"]
    assert answer["freshness"]["totalFiles"] == 0
    assert (
        "no workspace folder"
        in client.refusal(client.command("signals", {"symbol": "alpha"})).message
    )
    assert client.run("reindex")["files"] == 0
    assert client.call("workspace/symbol", {"query": ""}) == []
    assert client.told("window/showMessage") == []
    write_files(root, {"a.py": ALPHA})
    change_folders(client, added=[root])
    assert is_settled(client)
    assert symbol(client, "alpha") == "a.alpha"
    change_folders(client, removed=[root])


@pytest.mark.parametrize("how", ["rootUri", "rootPath"])
def test_root_of_older_clients(serve: Starting, root: Path, how: str) -> None:
    client = serve()
    value = root.as_uri() if how == "rootUri" else str(root)
    client.call("initialize", {"processId": None, "capabilities": {}, "rootUri": None, how: value})
    assert client.run("status")["workspace"] == root.as_uri()


def test_cache_folder_that_cannot_be_written(serve: Starting, root: Path) -> None:
    write_files(root, {"a.py": ALPHA})
    blocked = root.parent / "a-file"
    blocked.write_text("in the way")
    client = serve(cache=blocked)
    client.initialize(root)
    assert is_settled(client)
    assert names(client.run("search", {"query": "alpha"})) == ["alpha"]
    status = client.run("status")
    assert any("temporary" in note for note in status["notes"])
    (told,) = [one["message"] for one in client.told("window/showMessage")]
    assert told.startswith(f"codewitness: {root.name}: the folder of the index can't be written (")
    assert "the index is temporary" in told
    storage = Path(status["storage"]["uri"])
    assert storage.exists()
    assert client.shut_down() == 0
    assert until(lambda: not storage.exists(), 2)
    assert blocked.read_text() == "in the way"


def test_index_of_another_embedder_is_rebuilt(serve: Starting, root: Path) -> None:
    write_files(root, {"a.py": ALPHA})
    first = serve()
    first.initialize(root, initializationOptions={"embedder": "static"})
    assert is_settled(first)
    assert not any("rebuilt" in note for note in first.run("status")["notes"])
    assert first.shut_down() == 0
    second = serve()
    second.initialize(root)
    assert is_settled(second)
    (note,) = [note for note in second.run("status")["notes"] if "rebuilt" in note]
    assert "embedder" in note
    assert names(second.run("search", {"query": "alpha"})) == ["alpha"]


def test_index_of_another_schema_is_rebuilt_and_that_of_a_crash_repaired(
    serve: Starting, root: Path
) -> None:
    write_files(root, {"a.py": ALPHA})

    def again(why: str) -> Path:
        client = serve()
        client.initialize(root)
        assert is_settled(client)
        status = client.run("status")
        assert [why in note for note in status["notes"] if "rebuilt" in note] == [True] * bool(why)
        assert names(client.run("search", {"query": "alpha"})) == ["alpha"]
        assert (status["chunks"], status["symbols"], status["callSites"]) == (1, 1, 1)
        assert client.shut_down() == 0
        return Path(status["storage"]["uri"])

    uri = again("")
    tables = lancedb_module().connect(str(uri))
    schema = pa.schema([("path", pa.utf8())], metadata={"codewitness.schema": "999"})
    tables.create_table("chunks", schema=schema, mode="overwrite")
    again("schema 999 is newer")
    # As a crash within the first commit leaves it: rows of files that are not known.
    lancedb_module().connect(str(uri)).open_table("files").delete("true")
    again("")
