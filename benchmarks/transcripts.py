"""How long transcripts take to read: many conversations made of a few real or made-up ones.

    python benchmarks/transcripts.py [--from DIR] [--count 500] [--megabytes 50]

`--from` is a folder with `*.jsonl` transcripts; without it, conversations are made up.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from codewitness.engine.transcripts.chapters import chapters
from codewitness.engine.transcripts.search import search
from codewitness.platform.transcripts import TranscriptFile, Transcripts

QUERIES = ("set up the project", "fix failing tests", "update documentation", "components", "xyzzy")


def made_up() -> list[bytes]:
    """Lines of one conversation with a todo list and results of tools."""
    lines = []
    for number in range(60):
        todos = [
            {"content": f"step {at} of the upload queue", "status": "completed" if at < number else
             "pending", "activeForm": "x"}
            for at in range(60)
        ]  # fmt: skip
        use = {
            "type": "tool_use",
            "id": f"u{number}",
            "name": "TodoWrite",
            "input": {"todos": todos},
        }
        result = {"type": "tool_result", "tool_use_id": f"u{number}", "content": "y" * 1500}
        for role, block in (("assistant", use), ("user", result)):
            lines.append(
                {"type": role, "isSidechain": False, "cwd": "/home/ann/shop", "sessionId": "s",
                 "timestamp": f"2026-01-01T00:{number:02}:00.000Z",
                 "message": {"role": role, "content": [block]}}
            )  # fmt: skip
    return [json.dumps(line).encode() for line in lines]


def write(sources: list[list[bytes]], folder: Path, count: int, n_bytes: int) -> int:
    written = 0
    for number in range(count):
        lines = sources[number % len(sources)]
        own = f"{number:08d}-0000-4000-8000-000000000000".encode()
        each = n_bytes // count
        out, size = [], 0
        while size < each:
            for line in lines:
                out.append(line.replace(b'"sessionId":"', b'"sessionId":"' + own[:8] + b"-", 1))
                size += len(out[-1]) + 1
                if size >= each:
                    break
        path = folder / f"project-{number % 20}" / f"{own.decode()}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"\n".join(out) + b"\n")
        written += path.stat().st_size
    return written


def timed(files: list[TranscriptFile], query: str) -> float:
    began = time.perf_counter()
    words = {str(one.path): one.words for one in files if one.words is not None}
    search(query, words, limit=20)
    return time.perf_counter() - began


def todos_found(folder: Path) -> tuple[int, int]:
    """How many texts of todos on the main chains are known, and how many were ever written."""
    known = {one.path: {todo.text for todo in one.conversation.todos} for one in _read(folder)}
    written = {
        (path, todo["content"])
        for path in folder.rglob("*.jsonl")
        for line in path.read_bytes().splitlines()
        for block in _blocks(line)
        if block.get("name") == "TodoWrite" and isinstance(block["input"].get("todos"), list)
        for todo in block["input"]["todos"]
    }
    return sum(text in known.get(path, ()) for path, text in written), len(written)


def _read(folder: Path) -> list[TranscriptFile]:
    """All transcripts below a folder, whose projects may lie at any depth."""
    places = sorted({path.parent.parent for path in folder.rglob("*.jsonl")})
    return [one for place in places for one in Transcripts([place]).all()]


def _blocks(line: bytes) -> list[Any]:
    """What the message of a line of the main chain is made of."""
    try:
        record = json.loads(line)
    except ValueError:
        return []
    content = (record.get("message") or {}).get("content")
    is_main = record.get("isSidechain") is not True and isinstance(content, list)
    return [block for block in content if isinstance(block, dict)] if is_main else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="source", type=Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--megabytes", type=int, default=50)
    given = parser.parse_args()
    paths = sorted(given.source.rglob("*.jsonl")) if given.source else []
    sources = [path.read_bytes().splitlines() for path in paths] or [made_up()]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = write(
            [one for one in sources if len(one) > 5], folder, given.count, given.megabytes * 10**6
        )
        transcripts = Transcripts([folder])
        began = time.perf_counter()
        files = transcripts.all()
        print(f"first read of {len(files)} conversations, {size / 1e6:.0f} MB:", end=" ")
        print(f"{time.perf_counter() - began:.2f} s, malformed lines {transcripts.n_malformed}")
        seconds = []
        for query in QUERIES * 4:
            began = time.perf_counter()
            files = transcripts.all()
            seconds.append(time.perf_counter() - began + timed(files, query))
        print(f"later searches: median {1000 * statistics.median(seconds):.1f} ms, "
              f"worst {1000 * max(seconds):.1f} ms")  # fmt: skip
        with files[0].path.open("ab") as stream:
            stream.write(sources[0][-1] + b"\n")
        before = files[0].conversation.n_records
        began = time.perf_counter()
        transcripts.all()
        print(f"an appended line: {1000 * (time.perf_counter() - began):.1f} ms, seen "
              f"{files[0].conversation.n_records - before}")  # fmt: skip
        if paths:
            found, wanted = todos_found(given.source)
            print(f"todos of the main chains as they are given: {found} of {wanted} found")
        n_chapters = sum(len(chapters(one.conversation)) for one in files)
        print(f"{n_chapters} chapters")


if __name__ == "__main__":
    main()
