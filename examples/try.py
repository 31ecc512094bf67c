"""`make try`: codewitness at work on a real package, told step by step.

What is shown comes from the server's answers, and each line that is quoted has been compared with
the text it was said to be in. If something is not as expected, the program ends with status 1.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lsp_client import Client, RequestFailed
from package import Package, get_package

SECONDS_FOR_ALL = 600  # 30 s on two idle cores; a busy machine may need many times as long
LINES_SHOWN = 3  # of a search result
CALLERS_SHOWN = 4  # and callees
TIMES_TO_ASK = 5  # for callers again, where there was no time to look at every call
EACH_KIND_SHOWN = 4  # signals of one kind
TEXT_SHOWN = 28  # characters of a signal
NEXT = (
    ("--help", "all that it can be asked"),
    ('search "retry" --root DIR', "code by words and by meaning"),
    ("callers NAME --root DIR", "who calls a function of yours"),
    ('verify "NAME never raises" --root DIR', "whether that is so"),
)

Item = tuple[str, int, str]  # kind, 1-based line, text


class Unexpected(Exception):
    """The server's answer is not what this program knows to be true."""


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise Unexpected(what)


def say(text: str = "") -> None:
    print(text, flush=True)


def count(message: str) -> None:
    """How far the server is, on one line that the next message writes over; nothing in a file."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K   {message}", end="\r", flush=True)


def title(text: str) -> None:
    say(f"\n── {text} " + "─" * (76 - len(text)))


class Buffer:
    """A file as an editor has it open: its lines, its version, and each change told the server."""

    def __init__(self, client: Client, file: Path) -> None:
        self._client = client
        self.file = file
        self.uri = file.as_uri()
        self.version = 1
        self.saved = file.read_bytes()
        self.lines = self.saved.decode().split("\n")
        document = {"uri": self.uri, "languageId": "python", "version": 1}
        document["text"] = self.saved.decode()
        client.notify("textDocument/didOpen", {"textDocument": document})

    def insert(self, line: int, text: str) -> None:
        """Type whole lines above `line` (from 0), without saving."""
        at = {"line": line, "character": 0}
        self.version += 1
        self.lines[line:line] = text.split("\n")[:-1]
        self._client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [{"range": {"start": at, "end": at}, "text": text}],
            },
        )

    def cut(self, range_: dict[str, Any]) -> str:
        """The text in a range."""
        start, end = range_["start"], range_["end"]
        lines = self.lines[start["line"] : end["line"] + 1]
        lines[-1] = lines[-1][: end["character"]]
        lines[0] = lines[0][start["character"] :]
        return "\n".join(lines)


def items(signals: dict[str, Any], buffer: Buffer) -> Iterator[Item]:
    """The listed signals, each compared with the text at its place."""
    listed = {
        "calls (own)": signals["calls"]["internal"],
        "calls": signals["calls"]["external"],
        "reads": signals["attributeReads"],
        "writes": signals["attributeWrites"],
        "subscripts": signals["subscripts"],
        "uses": signals["parametersUsed"],
        "raises": signals["raises"],
        "handles": signals["handles"],
    }
    for kind, found in listed.items():
        for one in found:
            there, line = buffer.cut(one["range"]), one["range"]["start"]["line"] + 1
            expect(there == one["text"], f"line {line} has {there!r}, not {one['text']!r}")
            yield kind, line, one["text"]


def show_item(item: Item, buffer: Buffer, mark: str = " ") -> None:
    kind, line, text = item
    shown = text if len(text) <= TEXT_SHOWN else text[: TEXT_SHOWN - 1] + "…"
    say(f" {mark} {kind:<12}{shown:<{TEXT_SHOWN}} {line:>4} │ {buffer.lines[line - 1].strip()}")


def show_results(answer: dict[str, Any], root: Path) -> None:
    for result in answer["results"]:
        line = result["range"]["start"]["line"] + 1
        path = result["uri"].removeprefix(root.as_uri()).lstrip("/")
        name = result["symbol"]["qualifiedName"] if result["symbol"] else ""
        say(f"   {result['score']:.3f}  {name}   {path}:{line}")
        for number, text in enumerate(result["snippet"].split("\n")[:LINES_SHOWN], line):
            say(f"          {number:>4} │ {text}")
    for note in answer["notes"]:
        say(f"   note: {note}")


def show_freshness(answer: dict[str, Any]) -> None:
    found = answer["freshness"]
    versions = [f"version {v} of {Path(u).name}" for u, v in found["documents"].items()]
    files = f"{found['indexedFiles']} of {found['totalFiles']} files"
    say(f"   stands on: {found['state']}, {files}" + "".join(f", {v}" for v in versions))


def index(client: Client) -> None:
    title("Indexing")
    early = client.command("codewitness.status", {}, when="(while it indexes)")["freshness"]
    expect(early["state"] == "indexing", "an answer during indexing must say so")
    say(f"   asked at once, it says: {early['state']}, {early['indexedFiles']} files so far")
    wait = {"timeoutMs": SECONDS_FOR_ALL * 1000}
    answer = client.command("codewitness.waitForFresh", wait, when="(reads all files)")
    expect(answer["fresh"], "the index must be complete")
    found = client.command("codewitness.status", {})
    files = found["files"]
    say(
        f"   {found['state']}: {files['indexed']} of {files['total']} files, {found['chunks']}"
        f" chunks, {found['symbols']} symbols, {found['callSites']} call sites,"
        f" {found['storage']['bytes'] / 1e6:.1f} MB"
    )
    for problem in files["failed"][:LINES_SHOWN]:
        say(f"   not read: {Path(problem['uri']).name} ({problem['problem']})")


def search(client: Client, package: Package, root: Path) -> None:
    title(f"Search: {package.question}")
    answer = client.command("codewitness.search", {"query": package.question, "limit": 3})
    show_results(answer, root)
    names = [one["symbol"]["qualifiedName"] for one in answer["results"] if one["symbol"]]
    expect(any(n.endswith(package.method) for n in names), f"{package.method} must be found")


def ask_signals(client: Client, package: Package, buffer: Buffer) -> dict[str, Any]:
    when = "(right after the edit)" if buffer.version > 1 else ""
    answer = client.command("codewitness.signals", {"symbol": package.method}, when=when)
    expect(answer["symbol"] is not None, f"{package.method} must be one symbol")
    read = answer["freshness"]["documents"].get(buffer.uri)
    expect(read == buffer.version, f"version {buffer.version} must be read, not {read}")
    return answer


def show_signals(answer: dict[str, Any], package: Package, buffer: Buffer) -> list[Item]:
    title(f"Signals: what {package.method} does, and where")
    found = list(items(answer["signals"], buffer))
    for kind in dict.fromkeys(kind for kind, _, _ in found):
        own = [item for item in found if item[0] == kind]
        for item in own[:EACH_KIND_SHOWN]:
            show_item(item, buffer)
        if len(own) > EACH_KIND_SHOWN:
            say(f"   {kind:<12}… and {len(own) - EACH_KIND_SHOWN} more")
    flags = [flag for flag in ("hasLoop", "hasConditional", "hasTry") if answer["signals"][flag]]
    say(f"   {answer['signals']['lineCount']} lines, {', '.join(flags)}")
    show_freshness(answer)
    return found


def type_lines(answer: dict[str, Any], package: Package, buffer: Buffer) -> int:
    """Gives the 0-based line above which the edit went."""
    title("Now two lines are typed, and not saved")
    within = answer["symbol"]["range"]
    first, last = within["start"]["line"], within["end"]["line"]
    number = next(n for n in range(first, last) if buffer.lines[n].strip() == package.above)
    indent = buffer.lines[number].removesuffix(package.above)
    buffer.insert(number, "".join(f"{indent}{text}\n" for text in package.edit.splitlines()))
    for line in range(number, number + 3):
        say(f"   {'+' if line < number + 2 else ' '} {line + 1:>4} │ {buffer.lines[line]}")
    return number


def show_difference(before: set[Item], answer: dict[str, Any], buffer: Buffer) -> list[Item]:
    """What is new, other than in `before`, which has the lines as they are now."""
    title("The same question again: what has changed")
    after = list(items(answer["signals"], buffer))
    # A parameter is listed where it is first used, and that may be in the new lines.
    gone = {item for item in before - set(after) if item[0] != "uses"}
    expect(not gone, f"nothing was taken out, but these are gone: {gone}")
    new = [item for item in after if item not in before]
    for item in new:
        show_item(item, buffer, "+")
    show_freshness(answer)
    return new


def verify(client: Client, package: Package, buffer: Buffer, *, expected: str) -> None:
    """Judge the claim that the method does not do what the edit brings."""
    claim = f"{package.method} never calls {package.called}"
    when = "(unsaved text)" if buffer.version > 1 else ""
    title(f"Verify: {claim}")
    answer = client.command("codewitness.verify", {"claim": claim}, when=when)
    say(f"   {answer['status']} ({answer['confidence']:.2f}): {answer['summary']}")
    for one in answer["evidence"]:
        there = buffer.lines[one["line"] - 1]
        expect(there == one["text"], f"line {one['line']} has {there!r}, not {one['text']!r}")
        expect(hashlib.sha256(there.encode()).hexdigest() == one["sha256"], "its hash must fit")
        say(f"   {one['polarity']:<12} {one['line']:>4} │ {one['text'].strip()}")
    show_freshness(answer)
    expect(answer["status"] == expected, f"the verdict must be {expected}")
    if expected == "CONTRADICTED":
        expect(bool(answer["evidence"]), "no verdict without the lines that prove it")


def callers(client: Client, package: Package, buffer: Buffer) -> None:
    """Who calls the method and what it calls, a line of each, and how it is known."""
    title(f"Who calls {package.method}, and what it calls")
    for symbol, kind in ((package.method, "callers"), (package.method, "callees")):
        asked = {"symbol": symbol, "relationship": kind}
        answer = client.command("codewitness.relationships", asked, when=f"({kind})")
        for _ in range(TIMES_TO_ASK):
            if answer["complete"]:
                break
            say(f"   {len(answer[kind])} {kind}: there was no time for more; asked again")
            answer = client.command("codewitness.relationships", asked, when=f"({kind}, again)")
        for one in answer[kind][:CALLERS_SHOWN]:
            show_edge(one, kind[:-1], buffer)
        for one in answer["possible"][:1] if kind == "callers" else ():
            show_edge(one, "possible", buffer)
        n_found = len(answer[kind])
        what = kind if n_found != 1 else kind[:-1]
        say(f"   {n_found} {what}{'' if answer['complete'] else ', and perhaps more'}")
    show_freshness(answer)


def show_edge(edge: dict[str, Any], kind: str, buffer: Buffer) -> None:
    """One caller or callee, how that is known if it is, and the first of its lines."""
    name = edge["symbol"]["qualifiedName"] if edge["symbol"] else edge["name"]
    say(f"   {kind:<8} {name}  [{edge.get('resolution', 'by its name alone')}]")
    for site in edge["sites"][:1]:
        line = site["range"]["start"]["line"]
        there = buffer.lines if site["uri"] == buffer.uri else lines_of(site["uri"])
        say(f"            {line + 1:>4} │ {there[line].strip()}")


def lines_of(uri: str) -> list[str]:
    return Path(unquote(urlsplit(uri).path)).read_text("utf-8").split("\n")


def find_unsaved(client: Client, package: Package, buffer: Buffer, root: Path) -> None:
    title(f"Search for what calls {package.called}, which is in no file")
    argument = {"query": package.called, "calls": [package.called], "limit": 1}
    answer = client.command("codewitness.search", argument, when="(unsaved text)")
    show_results(answer, root)
    expect(len(answer["results"]) == 1, "unsaved text must be found")
    found = items(answer["results"][0]["signals"], buffer)
    calls = [item for item in found if item[::2] == ("calls", package.called)]
    expect(len(calls) == 1, f"the result must be what calls {package.called}")
    show_item(calls[0], buffer)
    show_freshness(answer)
    expect(buffer.file.read_bytes() == buffer.saved, "the file must be as it was")
    say(f"   {buffer.file.name} on the disk is as it was, byte for byte")


def tell(client: Client, package: Package, root: Path) -> None:
    """The whole story."""
    server = client.initialize(root)["serverInfo"]
    say(f"   {server['name']} {server['version']} answered initialize")
    buffer = Buffer(client, root / package.file)
    index(client)
    search(client, package, root)
    first = ask_signals(client, package, buffer)
    before = show_signals(first, package, buffer)
    verify(client, package, buffer, expected="SUPPORTED")
    typed = type_lines(first, package, buffer)
    n_typed = len(package.edit.splitlines())
    moved = {(kind, n + n_typed if n > typed else n, text) for kind, n, text in before}
    new = show_difference(moved, ask_signals(client, package, buffer), buffer)
    expect(("calls", typed + 1, package.called) in new, f"the call of {package.called} is new")
    expect(("raises", typed + 2, package.raised) in new, f"raising {package.raised} is new")
    verify(client, package, buffer, expected="CONTRADICTED")
    callers(client, package, buffer)
    find_unsaved(client, package, buffer, root)


def main() -> int:
    began = time.perf_counter()
    title("A package that knows nothing of codewitness")
    here = Path(sys.prefix) if sys.prefix != sys.base_prefix else Path(tempfile.gettempdir())
    package, root, source = get_package(here / ".try")
    say(f"   {package.name} {package.version}, {source}")
    # The index goes where nothing of it is left afterwards.
    with tempfile.TemporaryDirectory(prefix="codewitness-try-") as cache:
        client = Client(
            [sys.executable, "-m", "codewitness"],
            environment={
                **os.environ,
                "CODEWITNESS_CACHE_DIR": cache,
                "CODEWITNESS_DATA_DIR": f"{cache}/data",
                "CODEWITNESS_STATE_DIR": f"{cache}/state",
            },
            on_progress=count,
            on_message=lambda message: say(f"   {message}"),
            deadline_seconds=SECONDS_FOR_ALL,
        )
        try:
            try:
                tell(client, package, root.resolve())
            finally:
                status = client.close()
            expect(status == 0, f"the server must leave with status 0, not {status}")
        except (Unexpected, RequestFailed) as failure:
            print(f"\nNot as expected: {failure}", file=sys.stderr)
            return 1
    title("How long each answer took")
    for what, milliseconds in client.timings:
        say(f"   {milliseconds:8.1f} ms  {what}")
    say(f"   {time.perf_counter() - began:8.1f} s   all of this")
    tell_what_next()
    return 0


def tell_what_next() -> None:
    title("Now with code of yours")
    program = os.path.relpath(Path(sys.executable).with_name("codewitness"))
    for arguments, what in NEXT:
        say(f"   {program} {arguments:<38} {what}")
    say("   The README tells how to have it in an editor.")


if __name__ == "__main__":
    raise SystemExit(main())
