"""The memory through a real server: two of them, killed, with positions of a client."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.protocol.buffers import Buffers, write_files
from tests.protocol.conftest import Starting
from tests.protocol.test_watching import git
from tests.support.client import PLAIN, Client

FILES = {"shop/cart.py": "class Cart:\n    def total(self):\n        return self.rows[0]\n"}


def test_records_outlive_a_killed_server(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    first = serve()
    first.initialize(root)
    begun = first.run("session.start", {"description": "x"})
    buffers = Buffers(first, root)
    buffers.open("shop/cart.py", "# above\n" + FILES["shop/cart.py"])
    trace = (
        'Traceback (most recent call last):\n  File "shop/cart.py", line 4, in total\nIndexError: x'
    )
    error = first.run("session.recordError", {"stackTrace": trace})
    assert error["anchor"]["symbol"] == "shop.cart.Cart.total"
    assert error["anchor"]["line"] == 3
    first.process.kill()
    second = serve()
    second.initialize(root)
    assert second.run("session.status")["id"] == begun["id"]
    (found,) = second.run("session.searchErrors", {"query": "IndexError"})["results"]
    assert found["error"]["id"] == error["id"]
    assert second.run("status")["memory"] == {"error": 1, "session": 1}


def test_a_reader_of_the_index_records_too(serve: Starting, root: Path) -> None:
    write_files(root, FILES)
    clients = [serve(), serve()]
    for client in clients:
        client.initialize(root)
        assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    roles = {client.run("status")["storage"]["role"] for client in clients}
    assert roles == {"writer", "reader"}
    symbols = {"symbols": ["Cart.total"]}
    ids = [c.run("session.recordLesson", {"lesson": "x", **symbols})["id"] for c in clients]
    assert ids[0] == ids[1]  # said twice in one session, or in none
    more = [
        client.run("session.recordDecision", {"decision": f"d{n}", "rationale": "r"})["id"]
        for n, client in enumerate(clients)
    ]
    for client in clients:
        listed = client.run("session.decisions")["decisions"]
        assert {one["id"] for one in listed} == set(more)


def test_wrong_fields_are_refused(serve: Starting, root: Path) -> None:
    client = serve()
    client.initialize(root)
    refused = client.refusal(client.command("session.start", {}))
    assert refused.code == -32602
    assert refused.message.startswith("description: ")
    refused = client.refusal(
        client.command("session.resolveError", {"errorId": "x", "solution": 7})
    )
    assert refused.message.startswith("solution: ")
    decision = {"decision": "d", "rationale": "r"}
    for more, field in (
        ({"claims": ["f calls g", ""]}, "claims: "),
        ({"relatedFiles": ["../../etc/passwd"]}, "relatedFiles: "),
        ({"relatedFiles": ["/etc/passwd"]}, "relatedFiles: "),
        ({"relatedFiles": ["file:///etc/passwd"]}, "relatedFiles: "),
    ):
        command = client.command("session.recordDecision", {**decision, **more})
        assert client.refusal(command).message.startswith(field)
    gone = {"errorType": "E", "message": "m", "uri": (root / "gone.py").as_uri()}
    command = client.command("session.recordError", gone)
    assert client.refusal(command).message.startswith("uri: ")
    made = client.run("session.recordDecision", {**decision, "claims": ["f calls g", "f calls g"]})
    assert [one["text"] for one in made["claims"]] == ["f calls g"]


STORE = """class Store:
    def save(self, row):
        self.count += 1
        return self.rows[row]
"""


def diagnostics(client: Client, uri: str) -> list[dict[str, Any]]:
    """The last that was sent for a file."""
    told = [p for p in client.told("textDocument/publishDiagnostics") if p["uri"] == uri]
    return told[-1]["diagnostics"] if told else []


def test_a_broken_decision_is_shown_while_it_is_typed(serve: Starting, root: Path) -> None:
    write_files(root, {"shop/store.py": STORE})
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    made = client.run(
        "session.recordDecision",
        {
            "decision": "Rows are counted", "rationale": "For the bill",
            "symbols": ["Store.save"], "claims": ["Store.save writes self.count"],
            "branch": "billing",
        },
    )  # fmt: skip
    assert made["standing"] == "holds"
    buffers = Buffers(client, root)
    uri = buffers.uri("shop/store.py")
    buffers.open("shop/store.py", STORE)
    buffers.change("shop/store.py", 2, STORE.replace("self.count += 1", "pass"))
    (found,) = client.wait(lambda: diagnostics(client, uri), "diagnostic")
    assert found["code"] == "decision-contradicted"
    assert "Rows are counted" in found["message"]
    assert "made on branch billing" in found["message"]
    assert found["range"]["start"]["line"] == 1
    actions = client.call(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": uri}, "range": found["range"],
            "context": {"diagnostics": [found]},
        },
    )  # fmt: skip
    assert [one["title"].split(" ")[:3] for one in actions] == [
        ["Mark", "the", "decision"],
        ["Drop", "this", "claim"],
        ["Show", "what", "is"],  # once, though the method has it as well
        ["Show", "who", "calls"],
    ]
    shown = actions[2]["command"]
    params = {"command": shown["command"], "arguments": shown["arguments"]}
    answer = client.call("workspace/executeCommand", params)
    assert [record["id"] for record in answer["records"]] == [made["id"]]
    buffers.change("shop/store.py", 3, STORE)
    client.wait(lambda: not diagnostics(client, uri), "no diagnostic")
    buffers.change("shop/store.py", 4, STORE.replace("self.count += 1", "pass"))
    client.wait(lambda: diagnostics(client, uri), "diagnostic")
    command = actions[0]["command"]
    client.call(
        "workspace/executeCommand",
        {"command": command["command"], "arguments": command["arguments"]},
    )
    client.wait(lambda: not diagnostics(client, uri), "no diagnostic")


def test_past_errors_are_shown_where_they_were(serve: Starting, root: Path) -> None:
    write_files(root, {"shop/store.py": STORE})
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    buffers = Buffers(client, root)
    uri = buffers.uri("shop/store.py")
    buffers.open("shop/store.py", STORE)
    place = {"uri": uri, "lineNumber": 4}
    error = client.run("session.recordError", {"errorType": "KeyError", "message": "x", **place})
    (found,) = client.wait(lambda: diagnostics(client, uri), "diagnostic")
    assert (found["code"], found["severity"]) == ("past-error", 3)
    mended = STORE.replace("self.rows[row]", "self.rows.get(row, self.none)")
    buffers.change("shop/store.py", 2, mended)
    solution = {"errorId": error["id"], "solution": "use get"}
    client.run("session.resolveError", solution)
    client.wait(lambda: not diagnostics(client, uri), "no diagnostic")
    at = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 9}}
    assert (
        "past error: KeyError: x → use get"
        in client.call("textDocument/hover", at)["contents"]["value"]
    )
    lenses = client.call("textDocument/codeLens", {"textDocument": {"uri": uri}})
    (command,) = [lens["command"] for lens in lenses if "command" in lens]
    assert command["title"] == "1 past error"
    params = {"command": command["command"], "arguments": command["arguments"]}
    answer = client.call("workspace/executeCommand", params)
    assert [one["id"] for one in answer["records"]] == [error["id"]]
    assert "past error: KeyError: x → use get" in answer["message"]
    buffers.change("shop/store.py", 3, STORE)  # as it was when it failed
    (found,) = client.wait(lambda: diagnostics(client, uri), "diagnostic")
    assert "use get" in found["message"]
    client.run("session.recordError", {"errorType": "KeyError", "message": "x", **place})
    told = "this came back after it was solved: KeyError: x; solved before by: use get"
    client.wait(
        lambda: any(told in one["message"] for one in diagnostics(client, uri)), "diagnostic"
    )
    hover = client.call("textDocument/hover", at)["contents"]["value"]
    assert "KeyError: x (2 times) (came back; solved before by: use get)" in hover


def test_a_message_published_again_is_known(serve: Starting, root: Path) -> None:
    write_files(root, {"shop/store.py": STORE})
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    buffers = Buffers(client, root)
    uri = buffers.uri("shop/store.py")
    buffers.open("shop/store.py", STORE)
    client.run("session.start", {"description": "Mend the store"})
    at = {"line": 2, "character": 8}
    wrong = {
        "message": "7 is no row",
        "source": "Lint",
        "severity": 1,
        "range": {"start": at, "end": at},
    }
    report = {"uri": uri, "diagnostics": [wrong]}
    client.run("session.reportDiagnostics", report)
    buffers.save("shop/store.py")
    (error,) = client.wait(
        lambda: client.run("session.searchErrors")["results"] or None, "candidate"
    )
    assert error["error"]["candidate"]
    buffers.change("shop/store.py", 2, STORE.replace("self.rows[row]", "self.rows.get(row)"))
    (mended,) = client.run("session.reportDiagnostics", {**report, "diagnostics": []})["mended"]
    client.run("session.resolveError", {"errorId": mended["id"]})
    wrong["message"] = "8 is no row"
    (known,) = client.run("session.reportDiagnostics", report)["known"]
    assert known["error"]["id"] == mended["id"]
    found = client.wait(
        lambda: [one for one in diagnostics(client, uri) or [] if "met before" in one["message"]],
        "diagnostic",
    )
    assert (found[0]["code"], found[0]["severity"]) == ("past-error", 3)
    assert found[0]["range"]["start"]["line"] == 2
    assert "in the session “Mend the store”" in found[0]["message"]
    # Open again, it would be told of its method, too.
    again = {"errorType": known["error"]["errorType"], "message": wrong["message"]}
    client.run("session.recordError", {**again, "uri": uri, "lineNumber": 3})
    client.wait(
        lambda: any("solved before by" in one["message"] for one in diagnostics(client, uri) or []),
        "diagnostic",
    )
    (told,) = [one for one in diagnostics(client, uri) or [] if mended["id"] in one["message"]]
    assert told["range"]["start"]["line"] == 2


def test_saves_are_captured_during_a_session(serve: Starting, root: Path) -> None:
    write_files(root, {"shop/store.py": STORE})
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    buffers = Buffers(client, root)
    buffers.open("shop/store.py", STORE)
    client.run("session.start", {"description": "x"})
    changed = STORE.replace("self.count += 1", "self.count += len(row)")
    buffers.change("shop/store.py", 2, changed)
    (root / "shop/store.py").write_text(changed)
    buffers.save("shop/store.py")
    touched = client.wait(
        lambda: client.run("session.status")["filesTouched"] or None, "captured change"
    )
    assert touched == ["shop/store.py"]
    assert "+ calls len" in client.run("session.end")["summary"]


def test_what_another_editor_deletes_is_shown_no_more(serve: Starting, root: Path) -> None:
    write_files(root, {"shop/store.py": STORE})
    typing, other = serve(), serve()
    for client in (typing, other):
        client.initialize(root)
        assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    buffers = Buffers(typing, root)
    uri = buffers.uri("shop/store.py")
    made = other.run(
        "session.recordDecision",
        {"decision": "d", "rationale": "r", "claims": ["Store.save writes self.count"]},
    )
    buffers.open("shop/store.py", STORE)
    buffers.change("shop/store.py", 2, STORE.replace("self.count += 1", "pass"))
    typing.wait(lambda: diagnostics(typing, uri), "diagnostic")
    other.run("memory.delete", {"ids": [made["id"]]})
    typing.wait(lambda: not diagnostics(typing, uri), "no diagnostic")
    other.run(
        "session.recordDecision",
        {"decision": "e", "rationale": "r", "claims": ["Store.save never writes self.gone"]},
    )
    buffers.change("shop/store.py", 3, STORE.replace("self.count", "self.gone"))
    typing.wait(lambda: diagnostics(typing, uri), "diagnostic")


def test_a_method_that_was_moved_this_moment_is_not_lost(serve: Starting, root: Path) -> None:
    write_files(root, {"shop/store.py": STORE, "shop/other.py": "x = 1\n"})
    client = serve()
    client.initialize(root)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    claim = {"decision": "d", "rationale": "r", "claims": ["Store.save writes self.count"]}
    client.run("session.recordDecision", claim)
    moved = STORE.replace("class Store", "class Shelf")
    (root / "shop/shelf.py").write_text(moved)
    (root / "shop/store.py").unlink()
    found = client.run("session.decisions")
    (one,) = found["decisions"][0]["claims"]
    if found["freshness"]["state"] == "fresh":  # else it says that it does not know yet
        assert (one.get("readAs"), one["standing"]) == ("`Shelf.save` writes self.count", "holds")


def test_a_claim_of_one_folder_is_about_that_folder(serve: Starting, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        write_files(folder, {"shop/store.py": STORE})
    write_files(folders[1], {".codewitness/claims.md": "- Store.save reads self.rows\n"})
    client = serve()
    client.initialize(*folders)
    assert client.run("waitForFresh", {"timeoutMs": 30_000})["fresh"]
    claim = {"decision": "d", "rationale": "r", "claims": ["Store.save writes self.count"]}
    client.run("session.recordDecision", {**claim, "folder": folders[1].as_uri()})
    first, second = (Buffers(client, folder) for folder in folders)
    broken = STORE.replace("self.count += 1", "pass").replace("self.rows", "rows")
    first.open("shop/store.py", broken)
    second.open("shop/store.py", STORE)
    second.change("shop/store.py", 2, broken)
    told = client.wait(lambda: diagnostics(client, second.uri("shop/store.py")), "diagnostic")
    codes = {"decision-contradicted", "claim-contradicted"}
    client.wait(
        lambda: (
            {one["code"] for one in diagnostics(client, second.uri("shop/store.py")) or []} == codes
        ),
        f"both diagnostics, got {told}",
    )
    assert not diagnostics(client, first.uri("shop/store.py"))
    second.change("shop/store.py", 3, STORE)
    client.wait(lambda: not diagnostics(client, second.uri("shop/store.py")), "no diagnostic")
    assert not diagnostics(client, first.uri("shop/store.py"))


def test_commits_are_not_noted_against_the_setting(serve: Starting, root: Path) -> None:
    write_files(root, {"shop/store.py": STORE})
    git(root, "init")
    git(root, "commit", "--allow-empty", "-m", "first")
    client = serve()
    client.initialize(root, initializationOptions={**PLAIN, "memory.captureCommits": False})
    client.run("session.start", {"description": "work"})
    git(root, "commit", "--allow-empty", "-m", "second")
    assert client.run("session.status")["counts"]["commits"] == 0
    notify = {"settings": {"codewitness": {**PLAIN, "memory": {"captureCommits": True}}}}
    client.notify("workspace/didChangeConfiguration", notify)
    client.wait(lambda: client.run("session.status")["counts"]["commits"] == 1, "the commit")
    assert client.run("session.end")["counts"]["commits"] == 1
