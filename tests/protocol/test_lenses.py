"""Lenses: callers are counted when a lens is resolved, and any client can run its command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.protocol.buffers import Buffers, replacement, write_files
from tests.protocol.conftest import Starting
from tests.support.client import Client, Json

CODE = """\
class Zoo:
    def __init__(self, name):
        self.name = name

    def feed(self, food):
        return [one(food) for one in self.eaters]


def day(zoo: Zoo):
    zoo.feed(1)
    zoo.feed(2)
"""
OTHER = """\
from zoo import Zoo, day

day(Zoo("a"))


def wild(thing):
    thing.feed(3)
"""
FILES = {"zoo.py": CODE, "other.py": OTHER}


def lenses(client: Client, buffers: Buffers, path: str = "zoo.py") -> list[Any]:
    found: list[Any] = client.call(
        "textDocument/codeLens", {"textDocument": {"uri": buffers.uri(path)}}
    )
    return found


def resolved(client: Client, lens: Json) -> Json:
    """The lens with its number, which may be counted in the background first."""

    def ask() -> Any:
        found = client.call("codeLens/resolve", lens)
        assert found["range"] == lens["range"]
        return found if "…" not in found["command"]["title"] else None

    whole: Json = client.wait(ask, "a lens that is counted")
    return whole


def titles(client: Client, buffers: Buffers) -> dict[int, str]:
    found = [resolved(client, one) for one in lenses(client, buffers)]
    return {one["range"]["start"]["line"]: one["command"]["title"] for one in found}


def test_nothing_is_counted_before_a_lens_is_seen(client: Client, buffers: Buffers) -> None:
    found = lenses(client, buffers)
    assert [one["range"]["start"]["line"] for one in found] == [0, 1, 4, 8]
    assert all("command" not in one for one in found)


def test_numbers_of_callers(client: Client, buffers: Buffers) -> None:
    assert titles(client, buffers) == {
        0: "1 caller",
        1: "1 caller",
        4: "2 callers, 1 by name alone",
        8: "1 caller",
    }


def test_numbers_follow_unsaved_text(client: Client, buffers: Buffers) -> None:
    buffers.open("zoo.py", CODE)
    (lens,) = [one for one in lenses(client, buffers) if one["range"]["start"]["line"] == 8]
    buffers.change("zoo.py", 2, replacement((0, 0), (0, 0), "# a line\n"))
    assert resolved(client, lens)["command"]["title"] == "1 caller"
    buffers.change("zoo.py", 3, replacement((12, 0), (12, 0), "\n\ndef night():\n    day(None)\n"))
    assert resolved(client, lens)["command"]["title"] == "2 callers"


def test_a_lens_of_what_is_gone(client: Client, buffers: Buffers) -> None:
    buffers.open("zoo.py", CODE)
    lens = lenses(client, buffers)[-1]
    buffers.change("zoo.py", 2, replacement((8, 4), (8, 7), "dusk"))
    title = client.call("codeLens/resolve", lens)["command"]["title"]
    assert not any(character.isdigit() for character in title)


def test_any_client_can_run_the_command(client: Client, buffers: Buffers) -> None:
    (lens,) = [one for one in lenses(client, buffers) if one["range"]["start"]["line"] == 4]
    command = resolved(client, lens)["command"]
    params = {"command": command["command"], "arguments": command["arguments"]}
    answer = client.call("workspace/executeCommand", params)
    assert answer["symbol"]["qualifiedName"] == "zoo.Zoo.feed"
    assert {one["name"]: len(one["sites"]) for one in answer["callers"]} == {
        "zoo.day": 2,
        "other.wild": 1,
    }
    assert said(client)[-1].split("\n  ") == [
        "zoo.Zoo.feed has 2 callers:",
        "zoo.day [typed]: zoo.py:10,11",
        "other.wild [ambiguous]: other.py:7",
    ]


def test_callers_in_tests_are_told_after_the_others(client: Client, root: Path) -> None:
    (root / "test_zoo.py").write_text(
        "from zoo import Zoo\n\n\ndef test_feed():\n    Zoo(1).feed(2)\n"
    )
    client.run("lens.callers", {"symbol": "Zoo.feed"})
    assert said(client)[-1].split("\n  ")[1:] == [
        "zoo.day [typed]: zoo.py:10,11",
        "test_zoo.test_feed [typed]: test_zoo.py:5",
        "other.wild [ambiguous]: other.py:7",
    ]


def said(client: Client) -> list[str]:
    return [one["message"] for one in client.told("window/showMessage")]


def test_who_runs_the_command_is_told_why_there_is_no_answer(client: Client, root: Path) -> None:
    (root / "other.py").write_text(OTHER + "\n\ndef day():\n    pass\n")
    answer = client.run("lens.callers", {"symbol": "day"})
    assert answer["symbol"] is None
    assert {one["qualifiedName"] for one in answer["candidates"]} == {"zoo.day", "other.day"}
    assert set(said(client)[-1].split("\n  ")) == {
        "several have this name:",
        "zoo.py::zoo.day",
        "other.py::other.day",
    }
    assert client.refusal(client.command("lens.callers", {"symbol": "dey"})).code == -32602
    client.wait(lambda: "no definition is named 'dey'" in said(client)[-1], "the refusal")


def test_a_client_without_lenses_has_them_as_code_actions(
    client: Client, serve: Starting, root: Path
) -> None:
    at = {"line": 5, "character": 8}
    asked = {
        "textDocument": {"uri": (root / "zoo.py").as_uri()},
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], "triggerKind": 1},
    }

    def counted() -> Any:
        (action,) = client.call("textDocument/codeAction", asked)
        return action if "(" in action["title"] else None

    action = client.wait(counted, "the number of callers")
    assert action["title"] == "Show who calls feed (2 callers, 1 by name alone)"
    assert action["kind"] == "codewitness.show"
    answer = client.call("workspace/executeCommand", action["command"])
    assert answer["symbol"]["qualifiedName"] == "zoo.Zoo.feed"
    lesson = "they bite\nwho feeds them"
    client.run("session.recordLesson", {"lesson": lesson, "symbols": ["Zoo.feed"]})
    (record,) = client.run("lens.remembered", {"symbol": "Zoo.feed"})["records"]
    assert (record["type"], record["text"]) == ("lesson", "lesson: they bite")
    assert record["lesson"] == lesson
    titles = [one["title"] for one in client.call("textDocument/codeAction", asked)]
    assert titles[1:] == ["Show what is remembered of feed"]
    by_itself = {**asked, "context": {"diagnostics": [], "triggerKind": 2}}
    assert client.call("textDocument/codeAction", by_itself) == []

    with_lenses = serve()
    with_lenses.initialize(root, capabilities={"textDocument": {"codeLens": {}}})
    assert with_lenses.call("textDocument/codeAction", asked) == []


def test_the_setting_turns_them_off(client: Client, buffers: Buffers) -> None:
    change = {"settings": {"codewitness": {"lens": {"callers": False}}}}
    client.notify("workspace/didChangeConfiguration", change)
    client.wait(lambda: not lenses(client, buffers), "no lenses")
    client.notify(
        "workspace/didChangeConfiguration",
        {"settings": {"codewitness": {"lens": {"callers": True}}}},
    )
    client.wait(lambda: lenses(client, buffers), "lenses")


def test_the_client_is_asked_to_renew_them_when_all_files_are_known(
    serve: Starting, root: Path
) -> None:
    write_files(root, FILES)
    client = serve()
    client.initialize(root, capabilities={"workspace": {"codeLens": {"refreshSupport": True}}})

    def n_renewals() -> int:
        return [one["method"] for one in client.requests].count("workspace/codeLens/refresh")

    client.wait(lambda: n_renewals() > 0, "a renewal after the index was opened")
    buffers = Buffers(client, root)
    n_before = n_renewals()
    buffers.open("zoo.py", CODE)
    client.wait(lambda: titles(client, buffers)[8] == "1 caller", "its callers are counted")
    client.wait(lambda: n_renewals() > n_before, "a renewal after a buffer was opened")
    n_before = n_renewals()
    (root / "third.py").write_text("from zoo import day\n\n\ndef third():\n    day(None)\n")
    client.wait(lambda: n_renewals() > n_before, "a renewal after a file has come")
    client.wait(lambda: titles(client, buffers)[8] == "2 callers", "its caller")
    assert n_renewals() <= 6  # one for each, or two on a slow machine
