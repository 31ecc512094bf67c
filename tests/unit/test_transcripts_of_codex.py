"""Codex's transcripts: whose they are, plans, patches, commands, and what the program adds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codewitness.engine.transcripts.chapters import chapters
from codewitness.engine.transcripts.conversation import Conversation
from codewitness.platform import transcripts as files
from codewitness.platform.transcripts import Transcripts
from tests.support.memory import STORE, Remembering
from tests.unit.test_transcripts import Talk, todos

PATCH = """*** Begin Patch
*** Update File: pkg/store.py
@@ class Store:
     def save(self, row):
-        value = 1
+        value = self.rows[row]
+        self.count += 1
*** Add File: pkg/new.py
+def made():
+    return "a line that is long enough"
*** Delete File: pkg/old.py
*** Update File: pkg/from.py
*** Move to: pkg/to.py
@@
-def before(): pass
+def after(): pass
*** End Patch"""


class Rollout:
    """Writes the lines of one transcript of Codex."""

    def __init__(self, cwd: str = "/home/ann/shop", **more: Any) -> None:
        self.lines: list[str] = []
        git = {"branch": "topic", "commit_hash": "a"}
        self.add("session_meta", {"id": "c1", "cwd": cwd, "git": git, "cli_version": "0.1", **more})

    def add(self, kind: str, payload: Any) -> Rollout:
        at = f"2026-02-01T10:{len(self.lines):02}:00.000Z"
        self.lines.append(json.dumps({"timestamp": at, "type": kind, "payload": payload}))
        return self

    def say(self, role: str, *texts: str) -> Rollout:
        content = [{"type": "input_text", "text": text} for text in texts]
        return self.add("response_item", {"type": "message", "role": role, "content": content})

    def call(self, name: str, given: Any, number: str = "k1") -> Rollout:
        arguments = given if isinstance(given, str) else json.dumps(given)
        call = {"type": "function_call", "name": name, "arguments": arguments, "call_id": number}
        return self.add("response_item", call)

    def plan(self, **status_by_step: str) -> Rollout:
        plan = [{"step": step, "status": status} for step, status in status_by_step.items()]
        return self.call("update_plan", {"plan": plan})

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def read(self) -> Conversation:
        found = Conversation()
        for line in self.lines:
            found.feed(line.encode() + b"\n", 0)
        return found


def test_whose_it_is_and_what_was_done() -> None:
    talk = Rollout()
    talk.say("developer", "rules").say("user", "<environment_context>x</environment_context>")
    talk.say("user", "# AGENTS.md instructions for /home/ann/shop").say("user", "Keep rows safe")
    talk.add("event_msg", {"type": "user_message", "message": "Keep rows safe"})
    talk.add("turn_context", {"cwd": "/elsewhere"}).add("response_item", {"type": "reasoning"})
    talk.plan(save="in_progress", load="pending")
    talk.plan(save="completed", load="in_progress").say("assistant", "done")
    found = talk.read()
    assert (found.session_id, found.project, found.branch) == ("c1", "/home/ann/shop", "topic")
    assert (found.title, found.n_messages) == ("Keep rows safe", 6)
    assert todos(found) == (["save"], ["load"])
    assert [(one.title, one.start, one.end) for one in chapters(found)] == [("save", 1, 5)]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("shell", {"command": ["apply_patch", PATCH]}),
        ("shell", {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF"]}),
        ("exec_command", {"cmd": f"apply_patch <<'EOF'\n{PATCH}\nEOF"}),
        ("apply_patch", {"input": PATCH}),
    ],
)
def test_patches(name: str, given: Any) -> None:
    edits = Rollout().call(name, given).read().edits
    assert [(one.path, sorted(one.written)) for one in edits] == [
        ("/home/ann/shop/pkg/store.py", ["save"]),
        ("/home/ann/shop/pkg/new.py", ["made"]),
        ("/home/ann/shop/pkg/to.py", ["after"]),
    ]


def test_a_patch_as_a_tool_of_its_own() -> None:
    call = {"type": "custom_tool_call", "name": "apply_patch", "input": PATCH, "call_id": "k"}
    assert len(Rollout().add("response_item", call).read().edits) == 3


def test_commits_name_what_was_done() -> None:
    talk = Rollout().say("user", "Save it")
    talk.call("shell", {"command": ["bash", "-lc", 'git commit -m "Keep rows"']})
    output = {"type": "function_call_output", "call_id": "k1", "output": "[main 1] Keep rows"}
    talk.add("response_item", output)
    assert [one.title for one in chapters(talk.read())] == ["Keep rows"]


@pytest.mark.parametrize(
    "more", [{"source": {"subagent": {"thread_spawn": {}}}}, {"thread_source": "subagent"}]
)
def test_what_agents_were_sent_counts_for_nobody(more: Any) -> None:
    assert Rollout(**more).say("user", "look around").plan(a="completed").read().n_messages == 0
    assert Rollout(source="cli").say("user", "look around").read().n_messages == 1


@pytest.mark.parametrize(
    "payload",
    [
        {}, {"type": "message"}, {"type": "message", "role": "user", "content": 3},
        {"type": "function_call"}, {"type": "function_call", "name": 4, "arguments": "{"},
        {"type": "function_call", "name": "update_plan", "arguments": '{"plan": [1, {"step": 2}]}'},
        {"type": "function_call", "name": "shell", "arguments": {"command": [1, None]}},
        {"type": "function_call", "name": "shell", "arguments": "[" * 100_000},
        {"type": "custom_tool_call", "input": "*** Begin Patch\n*** Add File: "},
        {"type": "function_call_output", "output": [3, {"type": "input_text", "text": "x"}]},
        {"type": ["message"]},
    ],
)  # fmt: skip
def test_odd_payloads_break_nothing(payload: Any) -> None:
    talk = Rollout().add("response_item", payload).add("session_meta", payload).add("x", payload)
    found = talk.plan(a="completed").read()
    assert todos(found) == (["a"], [])
    assert found.n_malformed == 0


def test_a_message_of_the_other_program_stays_one() -> None:
    found = Talk().add("user", "Keep rows safe", payload={"type": "message"}).read()
    assert (found.title, found.n_messages) == ("Keep rows safe", 1)


def test_they_are_read_where_they_lie_and_beside_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    shop = Remembering(tmp_path / "shop", tmp_path / "data")
    day = tmp_path / "codex" / "sessions" / "2026" / "02" / "01"
    day.mkdir(parents=True)
    talk = Rollout(str(shop.root)).say("user", "Keep rows safe")
    talk.call("shell", {"command": ["apply_patch", PATCH]}).plan(safe="completed")
    talk.add("response_item", {"type": "function_call_output", "call_id": "k1", "output": "ok"})
    (day / "rollout-1.jsonl").write_text(talk.text)
    other = tmp_path / "claude" / "projects" / "x"
    other.mkdir(parents=True)
    (other / "s1.jsonl").write_text(Talk().add("user", "Something else").text)
    shop.folder.transcripts = Transcripts(files.default_folders())
    listed = shop.ask("conversations.list")["conversations"]
    assert {one["sessionId"] for one in listed} == {"c1", "s1"}
    assert STORE.count("self.count += 1") == 1
    save = {"uri": shop.uri("pkg/store.py"), "position": {"line": 1, "character": 8}}
    (chapter,) = shop.ask("conversations.forSymbol", symbol=save)["chapters"]
    assert (chapter["sessionId"], chapter["title"]) == ("c1", "safe")
    shown = shop.ask("conversations.context", sessionId="c1")["messages"]
    assert [one["role"] for one in shown] == ["user", "assistant", "assistant", "user"]
    assert "[result] ok" in shown[-1]["content"]
    assert "pkg/store.py" in shown[1]["content"]
