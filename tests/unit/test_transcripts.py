"""Transcripts: todos in their three forms, chapters, search, and reading what was appended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codewitness.engine.transcripts.chapters import chapters
from codewitness.engine.transcripts.conversation import Conversation
from codewitness.features.places import BadRequest
from codewitness.platform.transcripts import Transcripts
from tests.support.memory import STORE, Remembering

Json = dict[str, Any]


class Talk:
    """Writes the lines of one transcript."""

    def __init__(self, session: str = "s1", cwd: str = "/home/ann/shop") -> None:
        self.lines: list[str] = []
        self.n = 0
        self.session, self.cwd = session, cwd

    def add(self, kind: str, *blocks: Json | str, **more: Any) -> Talk:
        self.n += 1
        content: Any = blocks[0] if isinstance(blocks[0], str) else list(blocks)
        record = {
            "type": kind, "sessionId": self.session, "cwd": self.cwd, "isSidechain": False,
            "timestamp": f"2026-02-{1 + self.n // 60:02}T10:{self.n % 60:02}:00.000Z",
            "message": {"role": kind, "content": content}, **more,
        }  # fmt: skip
        self.lines.append(json.dumps(record))
        return self

    def use(self, name: str, given: Json, number: str = "u1", **more: Any) -> Talk:
        block = {"type": "tool_use", "id": number, "name": name, "input": given}
        return self.add("assistant", block, **more)

    def result(self, text: Any, number: str = "u1", *, is_error: bool = False, **more: Any) -> Talk:
        block = {"type": "tool_result", "tool_use_id": number, "content": text}
        return self.add("user", {**block, "is_error": is_error}, **more)

    def todos(self, *, key: str = "todos", **status_by_text: str) -> Talk:
        listed = [
            {"content": text, "status": status, "activeForm": text}
            for text, status in status_by_text.items()
        ]
        return self.use("TodoWrite", {key: listed})

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def read(self) -> Conversation:
        found, offset = Conversation(), 0
        for line in self.text.encode().splitlines(keepends=True):
            found.feed(line, offset)
            offset += len(line)
        return found


def todos(found: Conversation) -> tuple[list[str], list[str]]:
    return [one.text for one in found.completed], [one.text for one in found.pending]


def test_snapshots() -> None:
    talk = Talk().add("user", "Mend the store")
    talk.todos(read="in_progress", mend="pending", drop="pending")
    talk.use("Edit", {"file_path": "/p/a.py", "old_string": "x", "new_string": "def save(x):\n  y"})
    talk.todos(read="completed", mend="in_progress")
    talk.todos(read="completed", mend="completed", tell="pending")
    talk.add("assistant", {"type": "text", "text": "done"})
    found = talk.read()
    assert todos(found) == (["read", "mend"], ["tell"])
    listed = chapters(found)
    assert [(one.title, one.start, one.end) for one in listed] == [("read", 1, 4), ("mend", 5, 5)]
    assert listed[0].files == ("/p/a.py",)
    assert listed[0].symbols == ("save",)
    assert listed[0].completed_at == "2026-02-01T10:04:00.000Z"


def test_what_was_completed_stays_when_the_list_is_replaced() -> None:
    found = Talk().todos(a="completed", b="pending").todos(c="pending").read()
    assert todos(found) == (["a"], ["c"])
    again = Talk().todos(a="completed").todos(a="in_progress").read()
    assert todos(again) == ([], ["a"])


def test_older_items_and_odd_ones() -> None:
    talk = Talk().use(
        "TodoWrite",
        {"todos": [{"id": "1", "content": "a", "status": "pending", "priority": "high"}]},
    )
    assert todos(talk.read()) == ([], ["a"])
    as_text = Talk().use(
        "TodoWrite", {"todos": json.dumps([{"content": "b", "status": "completed"}])}
    )
    assert todos(as_text.read()) == (["b"], [])
    broken = (
        Talk().use("TodoWrite", {"todos": "not a list"}).use("TodoWrite", {"todos": None}).read()
    )
    assert todos(broken) == ([], [])
    assert broken.n_malformed == 2


def test_tasks() -> None:
    talk = Talk().add("user", "x")
    talk.use("TaskCreate", {"subject": "one", "description": "d"}, "a")
    talk.result("ok", "a", toolUseResult={"task": {"id": "7", "subject": "one"}})
    talk.use("TaskCreate", {"subject": "two"}, "b")
    talk.result([{"type": "text", "text": "Task #8 created successfully: two"}], "b")
    talk.use("TaskCreate", {"subject": "never"}, "c").result("no", "c", is_error=True)
    talk.use("TaskUpdate", {"taskId": 7, "status": "in_progress"}, "d").result("ok", "d")
    talk.use("TaskUpdate", {"taskId": "7", "status": "completed"}, "e").result("ok", "e")
    talk.use("TaskUpdate", {"taskId": "8", "status": "completed"}, "f")
    talk.result("refused", "f", is_error=True)
    assert todos(talk.read()) == (["one"], ["two"])
    talk.use("TaskUpdate", {"taskId": "8", "status": "deleted"}, "g").result("ok", "g")
    talk.use("TaskCreate", {"subject": "three"}, "h")
    talk.result("ok", "h", toolUseResult={"task": {"id": "7"}})  # ids may be used again
    talk.use("TaskUpdate", {"taskId": "7", "status": "completed"}, "i")
    found = talk.read()
    assert todos(found) == (["one", "three"], [])
    assert [one.title for one in chapters(found)] == ["one", "three"]


def test_without_todos_the_user_says_what_it_was_about() -> None:
    talk = Talk().add("user", "<command-name>/init</command-name>", isMeta=False)
    talk.add("user", {"type": "text", "text": "Add retries\nto uploads"})
    talk.use("Write", {"file_path": "/p/sync.py", "content": "class Uploader:\n    pass"}).result(
        "ok"
    )
    talk.use("Bash", {"command": 'git commit -m "Retry uploads"'}).result("ok")
    talk.add("user", "<system-reminder>noise</system-reminder>Now the tests")
    talk.add("assistant", {"type": "text", "text": "…"})
    found = talk.read()
    assert found.title == "/init"
    assert [(one.title, one.start, one.end) for one in chapters(found)] == [
        ("/init", 1, 1), ("Retry uploads", 2, 6), ("Now the tests", 7, 8),
    ]  # fmt: skip
    assert chapters(found)[1].symbols == ("Uploader",)


def test_sidechains_count_for_nobody() -> None:
    talk = Talk().add("user", "x").todos(a="completed")
    talk.use("TodoWrite", {"todos": [{"content": "b", "status": "pending"}]}, isSidechain=True)
    found = talk.read()
    assert todos(found) == (["a"], [])
    assert found.n_messages == 2


@pytest.mark.parametrize(
    "line",
    [
        b"{", b"[]", b"17", b"null", b"\xff\xfe\n", b"{}", b'{"type": "user"}', b'{"type": []}',
        b'{"type": "user", "message": "x"}', b'{"type": "assistant", "message": {"content": 5}}',
        b'{"type": "user", "message": {"content": [1, null, {"type": 3}]}, "timestamp": 4}',
        b'{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Edit","input":[]}]}}',
        b'{"type":"assistant","message":{"content":[{"type":"tool_use","name":["x"],"input":{"file_path":1,"edits":[3]}}]}}',
        b'{"type":"assistant","message":{"content":[{"type":"tool_use","name":"TodoWrite","input":{"todos":[1,"a",{"content":2,"status":[]}]}}]}}',
        b'{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":{},"content":{}}]}}',
        b"[" * 100_000,
    ],
)  # fmt: skip
def test_odd_lines_break_nothing(line: bytes) -> None:
    found = Conversation()
    found.feed(line, 0)
    found.feed(Talk().todos(a="completed").text.encode(), 0)
    assert "a" in todos(found)[0]
    chapters(found)


def test_a_time_that_is_none_is_left_out() -> None:
    """Conversations are told by their times, the newest first."""
    found = Conversation()
    for when in ("2026-11-22T09:54:00.000Z", "yesterday", "", 7, None):
        record = {"type": "user", "timestamp": when, "message": {"content": "x"}}
        found.feed(json.dumps(record).encode() + b"\n", 0)
    assert (found.first, found.last) == ("2026-11-22T09:54:00.000Z",) * 2


def test_only_what_was_appended_is_read(tmp_path: Path) -> None:
    path = tmp_path / "projects" / "shop" / "s1.jsonl"
    path.parent.mkdir(parents=True)
    talk = Talk().add("user", "x").todos(a="in_progress")
    path.write_text(talk.text)
    (path.parent / "agent-1.jsonl").write_text(Talk().add("user", "y", isSidechain=True).text)
    transcripts = Transcripts([tmp_path])
    (file,) = transcripts.all()
    assert file.conversation.n_records == 2
    size = path.stat().st_size
    more = Talk().todos(a="completed").text
    with path.open("a") as stream:
        stream.write(more[:20])
    (same,) = transcripts.all()
    assert same is file
    assert file.offset == size  # a line without an end is not read yet
    with path.open("a") as stream:
        stream.write(more[20:] + "{broken\n")
    transcripts.all()
    assert (file.conversation.n_records, transcripts.n_malformed) == (4, 1)
    assert todos(file.conversation) == (["a"], [])
    assert [line.decode() for line in transcripts.messages(file, 3, 9)] == [more]
    path.write_text(Talk().todos(b="pending").text)  # written anew
    (other,) = transcripts.all()
    assert todos(other.conversation) == ([], ["b"])
    path.unlink()
    assert transcripts.all() == []


@pytest.fixture
def shop(tmp_path: Path) -> Remembering:
    found = Remembering(tmp_path / "shop", tmp_path / "data")
    folder = tmp_path / "talks"
    folder.mkdir()
    first = Talk("s1", str(found.root)).add("user", "Keep rows safe")
    first.todos(**{"make saving rows safe": "in_progress", "load rows lazily": "pending"})
    edit = {"file_path": str(found.root / "pkg/store.py"), "old_string": "x"}
    first.use(
        "Edit", {**edit, "new_string": "        value = self.rows[row]\n        self.count += 1"}
    )
    first.todos(**{"make saving rows safe": "completed", "load rows lazily": "pending"})
    second = Talk("s2", "/home/ann/other").add("user", "Make loading of rows lazy")
    second.todos(**{"load rows lazily": "completed"})
    (folder / "s1.jsonl").write_text(first.text)
    (folder / "s2.jsonl").write_text(second.text)
    found.folder.transcripts = Transcripts([folder])
    return found


def test_commands(shop: Remembering) -> None:
    listed = shop.ask("conversations.list")["conversations"]
    by_id = {one["sessionId"]: one for one in listed}
    assert by_id["s1"]["completed"] == ["make saving rows safe"]
    assert by_id["s1"]["pending"] == ["load rows lazily"]
    assert by_id["s1"]["messageCount"] == 4
    only = shop.ask("conversations.list", project="other")["conversations"]
    assert [one["sessionId"] for one in only] == ["s2"]
    assert shop.ask("conversations.list", since="2026-03-01")["conversations"] == []
    assert shop.ask("conversations.list", until="2026-01-01")["conversations"] == []
    assert len(shop.ask("conversations.list", limit=1)["conversations"]) == 1
    found = shop.ask("conversations.search", query="lazy loading")["results"]
    assert [one["sessionId"] for one in found] == ["s2", "s1"]  # completed before pending
    assert found[0]["matchedTodos"] == ["load rows lazily"]
    saved = shop.ask("conversations.search", query="safe save")["results"]
    assert [one["sessionId"] for one in saved] == ["s1"]
    (chapter,) = shop.ask("conversations.chapters", sessionId="s1")["chapters"]
    assert chapter["messageRange"] == [1, 4]
    assert chapter["messageCount"] == 4
    pending = shop.ask("conversations.chapters", sessionId="s1")["pendingWork"]
    assert [(one["title"], one["status"]) for one in pending] == [("load rows lazily", "pending")]


def test_what_was_asked_in_the_words_of_the_query_comes_before_todos_with_few_of_them(
    shop: Remembering,
) -> None:
    def talk(name: str, asked: str, **todos: str) -> None:
        said = Talk(name, str(shop.root)).add("user", asked)
        text = said.todos(**todos).text if todos else said.text
        (shop.root.parent / "talks" / f"{name}.jsonl").write_text(text)

    words = "why does the queue forget acknowledged parcels"
    talk("asked", f"{words}?")
    talk("few", "hello", **{"tidy the queue": "completed", "count parcels": "completed"})
    talk("long", " ".join(f"word{n}" for n in range(200)) + " " + words)
    found = shop.ask("conversations.search", query=words)["results"]
    assert [one["sessionId"] for one in found][:2] == ["asked", "few"]
    assert found[0]["matches"] == [{"text": f"{words}?", "status": "asked", "message": 1}]
    assert found[0]["matchedTodos"] == []
    talk("done", "hello", **{words: "completed"})
    talk("due", "hello", **{words: "pending"})
    found = shop.ask("conversations.search", query=words)["results"]
    assert [one["sessionId"] for one in found][:4] == ["done", "due", "asked", "few"]


def test_words_that_say_nothing_find_nothing(shop: Remembering) -> None:
    said = Talk("s3", str(shop.root)).add("user", "how to do this and that with what is there")
    (shop.root.parent / "talks" / "s3.jsonl").write_text(said.text)
    assert shop.ask("conversations.search", query="drag and drop what is dropped")["results"] == []
    found = shop.ask("conversations.search", query="what is there")["results"]
    assert [one["sessionId"] for one in found] == ["s3"]  # there is nothing else in it to ask for
    shop.ask("session.recordDecision", decision="it and that", rationale="how to")
    assert shop.ask("session.decisions", query="drag and drop")["decisions"] == []


def test_a_command_is_told_as_it_was_typed(shop: Remembering) -> None:
    tags = (("message", "review is running…"), ("name", "/review"), ("args", "the cart"))
    said = "\n".join(f"<command-{tag}>{text}</command-{tag}>" for tag, text in tags)
    talk = Talk("s3", str(shop.root)).add("user", said)
    (shop.root.parent / "talks" / "s3.jsonl").write_text(talk.text)
    summaries = {
        one["sessionId"]: one["summary"] for one in shop.ask("conversations.list")["conversations"]
    }
    assert summaries["s3"] == "/review the cart"
    (found,) = shop.ask("conversations.search", query="cart")["results"]
    assert found["sessionId"] == "s3"


def test_context_pages(shop: Remembering) -> None:
    page = shop.ask("conversations.context", sessionId="s1", start=2, end=3)
    assert page["messageRange"] == [2, 3]
    assert [one["role"] for one in page["messages"]] == ["assistant", "assistant"]
    assert "TodoWrite" in page["messages"][0]["content"]
    assert (page["totalMessages"], page["canExpandBefore"], page["canExpandAfter"]) == (
        4,
        True,
        True,
    )
    wider = shop.ask("conversations.context", sessionId="s1", start=2, end=3, expand=10)
    assert wider["messageRange"] == [1, 4]
    assert (wider["canExpandBefore"], wider["canExpandAfter"]) == (False, False)
    beyond = shop.ask("conversations.context", sessionId="s1", start=9, end=12)
    assert beyond["messages"] == []
    for wrong, message in (
        ({"sessionId": "s9", "start": 1}, "sessionId: no transcript"),
        ({"sessionId": "s1", "start": 0}, "start: "),
        ({"sessionId": "s1", "start": 3, "end": 2}, "end: "),
    ):
        with pytest.raises(BadRequest, match=message):
            shop.ask("conversations.context", **wrong)


def test_messages_of_a_shape_that_nobody_expects_are_shown_empty(shop: Remembering) -> None:
    talk = Talk("s4", str(shop.root)).add("user", "Keep going")
    for content in (5, True, {"text": "x"}, None, [None, 5, {"type": 7}]):
        message = {"role": "assistant", "content": content}
        talk.add("assistant", "", message=message)
    (shop.root.parent / "talks" / "s4.jsonl").write_text(talk.text)
    page = shop.ask("conversations.context", sessionId="s4", start=1, end=6)
    assert page["totalMessages"] == 6
    assert [one["content"] for one in page["messages"][:5]] == ["Keep going", "", "", "", ""]


def test_chapters_of_a_method(shop: Remembering) -> None:
    position = {"uri": shop.uri("pkg/store.py"), "position": {"line": 2, "character": 4}}
    (chapter,) = shop.ask("conversations.forSymbol", symbol=position)["chapters"]
    assert (chapter["sessionId"], chapter["title"]) == ("s1", "make saving rows safe")
    other = {**position, "position": {"line": STORE.count("\n") - 2, "character": 8}}
    assert shop.ask("conversations.forSymbol", symbol=other)["chapters"] == []


def test_chapters_of_a_method_whose_file_was_renamed(shop: Remembering) -> None:
    written = STORE.replace("save", "keep").replace("pkg", "old")
    talk = Talk("s3", str(shop.root)).add("user", "Write a store")
    for title, path, given in (
        ("store", "net/store.py", {"content": written}),
        ("open", "net/store.py", {"new_string": "        with open(path) as file:\n            x"}),
        ("main", "net/main.py", {"content": "def load(self, path):\n    return other(path)\n"}),
        ("beside", "pkg/beside.py", {"content": written}),  # it is still there, and its own
    ):
        talk.todos(**{title: "in_progress"})
        talk.use("Write", {"file_path": str(shop.root / path), "old_string": "", **given})
        talk.todos(**{title: "completed"})
    talks = shop.root.parent / "talks"
    (talks / "s3.jsonl").write_text(talk.text)
    shop.folder.transcripts = Transcripts([talks])
    beside = shop.uri("pkg/beside.py")
    shop.session.open_document(shop.folder, "pkg/beside.py", beside, 1, "x = 1\n")

    def titles(line: int) -> list[str]:
        at = {"uri": shop.uri("pkg/store.py"), "position": {"line": line, "character": 8}}
        found = shop.ask("conversations.forSymbol", symbol=at)["chapters"]
        return [one["title"] for one in found if one["sessionId"] == "s3"]

    assert titles(6) == ["store"]  # load
    assert titles(1) == []  # save, of which only some lines are the same as of `keep`


READERS = """class Reader:
    def parse(self, row: str) -> str:
        return row.strip().lower()


class IntReader(Reader):
    def parse(self, row: str) -> int:
        return int(row.strip())


class FloatReader(Reader):
    def parse(self, row: str) -> float:
        return float(row.strip())

    def parse_all(self, rows: list[str]) -> list[float]:
        return [self.parse(one) for one in rows]
"""


def test_methods_of_a_name_are_told_apart(tmp_path: Path) -> None:
    """What an editor shows around the place is not what was written."""
    old = "        return int(row.strip())\n\n\nclass FloatReader(Reader):\n"
    new = f"        if not row.strip():\n            return 0\n{old}"
    head = "    def parse(self, row: str) -> int:\n"
    now = READERS.replace(old, new)
    shop = Remembering(tmp_path / "shop", tmp_path / "data", {"pkg/readers.py": now})
    edits = (
        ("lenient", {"old_string": head + old, "new_string": head + new}),
        (
            "listed",
            {
                "old_string": "        return float(row.strip())\n",
                "new_string": "        return float(row.strip())\n\n"
                "    def parse_all(self, rows: list[str]) -> list[float]:\n"
                "        return [self.parse(one) for one in rows]\n",
            },
        ),
        ("based", {"content": READERS[: READERS.index("class IntReader")]}),
    )
    talk = Talk(cwd=str(shop.root)).add("user", "Read rows")
    for title, given in edits:
        talk.todos(**{title: "in_progress"})
        talk.use("Edit", {"file_path": str(shop.root / "pkg/readers.py"), **given})
        talk.todos(**{title: "completed"})
    (tmp_path / "talks").mkdir()
    (tmp_path / "talks" / "s1.jsonl").write_text(talk.text)
    shop.folder.transcripts = Transcripts([tmp_path / "talks"])
    lines = {line.strip(): number for number, line in enumerate(now.splitlines())}

    def written(line: str) -> list[str]:
        at = {"line": lines[line], "character": 9}
        asked = {"uri": shop.uri("pkg/readers.py"), "position": at}
        found = shop.ask("conversations.forSymbol", symbol=asked)["chapters"]
        return [one["title"] for one in found]

    assert written("def parse(self, row: str) -> str:") == ["based"]
    assert written("def parse(self, row: str) -> int:") == ["lenient"]
    assert written("def parse(self, row: str) -> float:") == []
    assert written("def parse_all(self, rows: list[str]) -> list[float]:") == ["listed"]


def test_a_hover_waits_for_no_transcript(shop: Remembering) -> None:
    transcripts = shop.folder.transcripts
    assert transcripts is not None
    first = transcripts.known()  # begins to read, and does not wait for it
    assert first in ([], transcripts.known())
    assert transcripts.soon(60)[1] is None
    assert {one.conversation.session_id for one in transcripts.known()} == {"s1", "s2"}


def test_late_words_of_a_long_conversation_are_found(tmp_path: Path) -> None:
    talk = Talk()
    for number in range(40):
        talk.add("user", f"step {number} " + "filler words here " * 20)
    talk.add("user", "and now the zebra")
    (tmp_path / "s.jsonl").write_text(talk.text)
    (file,) = Transcripts([tmp_path]).all()
    assert file.words is not None
    assert "zebra" in file.words.asked


def test_a_day_without_a_time_is_all_of_it(shop: Remembering) -> None:
    by_day = shop.ask("conversations.list", since="2026-02-01", until="2026-02-01")
    assert len(by_day["conversations"]) == 2
    before = shop.ask("conversations.list", until="2026-01-31")
    assert before["conversations"] == []
    at_midnight = shop.ask("conversations.list", until="2026-02-01T00:00:00Z")
    assert at_midnight["conversations"] == []


def test_conversations_of_a_folder(shop: Remembering) -> None:
    def of_folder(command: str, **argument: str) -> set[str]:
        answer = shop.ask(f"conversations.{command}", folder=shop.root.as_uri(), **argument)
        found = answer.get("conversations", answer.get("results"))
        return {one["sessionId"] for one in found}

    assert of_folder("list") == of_folder("search", query="load rows") == {"s1"}
    talks = shop.root.parent / "talks"
    for name, cwd in {"in": "pkg", "near": "../shop2", "around": ".."}.items():
        talk = Talk(name, str((shop.root / cwd).resolve())).add("user", "load rows")
        (talks / f"{name}.jsonl").write_text(talk.text)
    (talks / "nowhere.jsonl").write_text(Talk("nowhere", "").add("user", "load rows").text)
    assert of_folder("list") == of_folder("search", query="load rows") == {"s1", "in", "around"}
    assert len(shop.ask("conversations.list")["conversations"]) == 6
    with pytest.raises(BadRequest, match="folder: "):
        shop.ask("conversations.list", folder="file:///elsewhere")


def test_a_conversation_that_goes_on_in_another_file_is_told_once(shop: Remembering) -> None:
    edit = {"file_path": str(shop.root / "pkg/store.py"), "old_string": "x"}
    edit["new_string"] = "    def load(self, path):\n        with open(path) as file:"

    def resumed(session: str, *, upto: int, text: str = "") -> str:
        talk = Talk(session, str(shop.root)).add("user", "Count zebras", uuid="z1")
        talk.use("Edit", edit, uuid="z2").todos(**{"count the zebras": "completed"})
        talk.lines[-1] = json.dumps({**json.loads(talk.lines[-1]), "uuid": "z3"})
        talk.add("user", text or "And the lions", uuid="z4" + text)
        return "\n".join(talk.lines[:upto]) + "\n"

    talks = shop.root.parent / "talks"
    (talks / "old.jsonl").write_text(resumed("old", upto=3))
    (talks / "new.jsonl").write_text(resumed("new", upto=4))
    found = shop.ask("conversations.search", query="zebras")["results"]
    assert [one["sessionId"] for one in found] == ["new"]
    listed = {one["sessionId"] for one in shop.ask("conversations.list")["conversations"]}
    assert listed == {"s1", "s2", "new"}
    assert len(shop.ask("conversations.chapters", sessionId="old")["chapters"]) == 1
    load = {"uri": shop.uri("pkg/store.py"), "position": {"line": 6, "character": 8}}
    chapters_ = shop.ask("conversations.forSymbol", symbol=load)["chapters"]
    assert [one["sessionId"] for one in chapters_] == ["new"]
    # One that went another way from there is one of its own.
    (talks / "old.jsonl").write_text(resumed("old", upto=4, text="And the tigers"))
    found = shop.ask("conversations.search", query="zebras")["results"]
    assert {one["sessionId"] for one in found} == {"new", "old"}


def test_a_transcript_that_lies_in_two_folders_is_told_once(shop: Remembering) -> None:
    talks = shop.root.parent / "talks"
    talk = Talk("twin", str(shop.root)).add("user", "Count zebras", uuid="z1").text
    (talks / "kept").mkdir()
    (talks / "twin.jsonl").write_text(talk)
    (talks / "kept" / "twin.jsonl").write_text(talk)
    found = shop.ask("conversations.search", query="zebras")["results"]
    assert [one["sessionId"] for one in found] == ["twin"]
    # The one that is gone on with is all of it.
    (talks / "kept" / "twin.jsonl").write_text(
        talk + Talk("twin", str(shop.root)).add("user", "And lions", uuid="z2").text
    )
    found = shop.ask("conversations.search", query="zebras lions")["results"]
    assert [one["sessionId"] for one in found] == ["twin"]
    listed = shop.ask("conversations.list")["conversations"]
    assert [one["messageCount"] for one in listed if one["sessionId"] == "twin"] == [2]


def test_messages_of_one_name_in_two_files_make_no_copy(shop: Remembering) -> None:
    talks = shop.root.parent / "talks"
    for name, asked in {"short": "Count zebras", "long": "Count lions"}.items():
        talk = Talk(name, str(shop.root)).add("user", asked, uuid="m1")
        if name == "long":
            talk.add("user", "And tigers", uuid="m2")
        (talks / f"{name}.jsonl").write_text(talk.text)
    listed = {one["sessionId"] for one in shop.ask("conversations.list")["conversations"]}
    assert listed == {"s1", "s2", "short", "long"}
