"""Codex's transcripts: their lines in the form of Claude Code's, so that both are read alike.

A line is an envelope with a `payload`: what the session is, what somebody said, a tool that was
used (`update_plan` is its todo list, `apply_patch` writes files), or what came of that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

SESSION = "session-meta"  # the type of a record that says whose conversation it is
_ENVELOPES = ("session_meta", "response_item")
_ROLES = ("user", "assistant")
# What the program says for the user.
_ADDED = re.compile(
    r"\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|skill|INSTRUCTIONS)\b"
    r"|# AGENTS\.md instructions)"
)
_PATCH = "*** Begin Patch"
_OF_FILE = re.compile(r"\*\*\* (Add|Update|Delete) File: (.+)")
_MOVED = re.compile(r"\*\*\* Move to: (.+)")

Record = Mapping[str, Any]


def in_one_form(record: Record) -> Record | None:
    """A record of either program as Claude Code has them; None if it says nothing of that."""
    payload = record.get("payload")
    if not isinstance(payload, Mapping) or "message" in record:
        return record
    kind = record.get("type")
    if kind not in _ENVELOPES:
        return None
    if kind == "session_meta":
        return _session(payload)
    return _item(payload, record.get("timestamp"))


def _session(payload: Record) -> Record:
    git, source = payload.get("git"), payload.get("source")
    is_of_agent = payload.get("thread_source") == "subagent" or (
        isinstance(source, Mapping) and "subagent" in source
    )
    return {
        "type": SESSION,
        "sessionId": payload.get("id") or payload.get("session_id"),
        "cwd": payload.get("cwd"),
        "gitBranch": git.get("branch") if isinstance(git, Mapping) else None,
        "isSidechain": is_of_agent,
    }


def _item(payload: Record, at: Any) -> Record | None:
    match payload.get("type"):
        case "message" if payload.get("role") in _ROLES:
            return _said(payload, at)
        case "function_call":
            blocks = _called(payload, _arguments(payload.get("arguments")))
        case "custom_tool_call":
            given = payload.get("input")
            blocks = _called(payload, {"command": given} if isinstance(given, str) else {})
        case "function_call_output" | "custom_tool_call_output":
            content = payload.get("output")
            block = {"type": "tool_result", "tool_use_id": payload.get("call_id")}
            return _record("user", at, [{**block, "content": _output(content)}])
        case _:
            return None
    return _record("assistant", at, blocks)


def _record(role: str, at: Any, content: list[Any], **more: Any) -> Record:
    return {"type": role, "timestamp": at, "message": {"role": role, "content": content}, **more}


def _said(payload: Record, at: Any) -> Record:
    listed = payload.get("content")
    blocks = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    texts = [one["text"] for one in blocks if isinstance(one.get("text"), str)]
    is_added = payload["role"] == "user" and all(_ADDED.match(text) for text in texts)
    content = [{"type": "text", "text": text} for text in texts if not _ADDED.match(text)]
    shown = content or [{"type": "text", "text": text} for text in texts]
    return _record(payload["role"], at, shown, isMeta=is_added)


def _called(payload: Record, given: Record) -> list[Record]:
    """The use of a tool, and the files that it writes, each as a use of its own."""
    name = payload.get("name")
    use: dict[str, Any] = {
        "type": "tool_use",
        "id": payload.get("call_id"),
        "name": name,
        "input": given,
    }
    if name == "update_plan":
        plan = given.get("plan")
        steps = [one for one in plan if isinstance(one, Mapping)] if isinstance(plan, list) else []
        todos = [{"content": one.get("step"), "status": one.get("status")} for one in steps]
        return [{**use, "name": "TodoWrite", "input": {"todos": todos}}] if todos else [use]
    command = _command(given)
    if not command:
        return [use]
    written: list[Record] = [{**use, "name": "Edit", "input": one} for one in _written(command)]
    return written or [{**use, "name": "Bash", "input": {"command": command}}]


def _arguments(given: Any) -> Record:
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return {}
    return given if isinstance(given, Mapping) else {}


def _command(given: Record) -> str:
    command = given.get("command") or given.get("cmd") or given.get("input")
    if isinstance(command, list):
        return " ".join(one for one in command if isinstance(one, str))
    return command if isinstance(command, str) else ""


def _output(content: Any) -> Any:
    if isinstance(content, Mapping):
        content = content.get("content", "")
    if isinstance(content, list):
        return [{**one, "type": "text"} for one in content if isinstance(one, Mapping)]
    return content


def _written(command: str) -> Iterator[Record]:
    """What a patch writes, file by file."""
    begin = command.find(_PATCH)
    path, old, new = "", list[str](), list[str]()
    edits: list[Record] = []
    for line in command[begin:].splitlines() if begin >= 0 else ():
        of_file = _OF_FILE.match(line)
        is_end = of_file is not None or line.startswith(("@@", "*** End Patch"))
        if is_end and new:
            edits.append({"old_string": "\n".join(old), "new_string": "\n".join(new)})
        if is_end:
            old, new = [], []
        if of_file is not None or line.startswith("*** End Patch"):
            if path and edits:
                yield {"file_path": path, "edits": edits}
            path = of_file[2].strip() if of_file is not None else ""
            edits = []
        elif moved := _MOVED.match(line):
            path = moved[1].strip()
        elif not is_end:
            old += [line[1:]] if line[:1] != "+" else []
            new += [line[1:]] if line[:1] != "-" else []
