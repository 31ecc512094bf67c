"""Standing claims: how soon an edit that breaks one is told, and how often without cause.

    python benchmarks/standing_claims.py REPO … [--commits 100] [--edits 60]

Each REPO is a git directory of a Python project. Over the newest commits that change functions,
claims that hold before the commit are checked again after it, as they are while one types: *calls*,
*writes*, *raises*, *handles*, *never calls*. CPython's parser says of each whether it is true
afterwards; a claim that is told broken and is true is a false alarm, one that is false and is not
told is missed. A function that is gone is not judged.

Then a real server is given a checkout of the first REPO, twenty decisions with claims, and edits of
an open file that break one of them and mend it again: the calls are renamed in the function that
the claim is about, sent as editors send what is typed, by ranges; then in the whole file, sent as
one text. Counted is the time from sending the edit to the diagnostic.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from queue import Empty, Queue
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.claims_of_functions import Made, claims, functions, lines
from benchmarks.support.history import History
from benchmarks.support.lsp import Client, percentile

from codewitness.engine.documents import Document
from codewitness.features.standing import StandingClaim, StandingClaims
from codewitness.features.standing_claims import Standing
from tests.support.client import Json
from tests.support.snapshots import document, snapshot_of_documents

MAX_CLAIMS = 40  # of one commit
N_DECISIONS = 20
MAX_SECONDS = 10.0  # what is told later is not told
OPENED_SECONDS = 0.5  # nobody types the moment a file is opened
OTHER = "_other"  # is put behind the names of what is called


def sources(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8", "replace")
        for path in sorted(root.rglob("*.py"))
        if not {"tests", "test", "docs"} & set(path.relative_to(root).parts)
    }


def changed(history: History, root: Path) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Texts before and after each commit that changes Python sources."""
    before = sources(root)
    for _, _touched in history.replay():
        after = sources(root)
        if after != before:
            yield before, after
        before = after


def alarms(repo: Path, n_commits: int, chance: random.Random) -> Counter[str]:
    """Counts over the newest commits that change what functions of a file say."""
    count: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "checkout"
        history = History(repo, root, n_commits * 4)
        pairs = list(changed(history, root))
    told = [pair for pair in pairs if _touched(*pair)][-n_commits:]
    for before, after in told:
        _one_commit(before, after, count, chance)
    return count


def _touched(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Files that have functions before and after, and differ."""
    paths = [path for path in before if path in after and before[path] != after[path]]
    return [path for path in paths if functions(before[path])]


def _one_commit(
    before: dict[str, str], after: dict[str, str], count: Counter[str], chance: random.Random
) -> None:
    made = [
        (path, one)
        for path in _touched(before, after)
        for one in claims(path, functions(before[path]))
    ]
    made = chance.sample(made, min(MAX_CLAIMS, len(made)))
    now = {path: functions(after[path]) for path, _ in made}
    standing = StandingClaims()
    wanted = [StandingClaim(text=one.text) for _, one in made]
    held = standing.check(_snapshot(before), wanted)
    stood = standing.check(_snapshot(after), wanted)
    n_false = 0
    for (path, one), first, second in zip(made, held, stood, strict=True):
        if first.standing is not Standing.HOLDS:
            count["not supported before"] += 1
            continue
        count["claims"] += 1
        truth = one.holds(now[path])
        if truth is None:
            continue
        count["judged"] += 1
        is_alarm = second.standing is Standing.CONTRADICTED
        count["broken"] += not truth
        count["alarms"] += is_alarm
        n_false += is_alarm and truth
        count["missed"] += not truth and not is_alarm
        if (is_alarm and truth) or (not truth and not is_alarm):
            print(
                f"    {'false alarm' if truth else 'missed'}: {one.text}: {second.answer.summary}"
            )
    count["false alarms"] += n_false
    count["commits"] += 1
    count["commits with a false alarm"] += n_false > 0


def _snapshot(texts: dict[str, str]) -> Any:
    return snapshot_of_documents({path: _read(path, text) for path, text in texts.items()})


@lru_cache(maxsize=2_000)
def _read(path: str, text: str) -> Document:
    """The same text is parsed once, whatever commit it is of."""
    return document(path, text)


def latency(repo: Path, n_edits: int, chance: random.Random, *, whole: bool) -> list[float]:
    """Seconds from an edit to what is told of it: a claim broken, and whole again."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "checkout"
        History(repo, root, 1)
        texts = sources(root)
        made = [(p, one) for p, text in texts.items() for one in claims(p, functions(text))]
        calls = [pair for pair in made if pair[1].kind == "call" and not pair[1].is_negated]
        client = Client(root, Path(folder) / "cache", data=Path(folder) / "data")
        client.wait_until_fresh()
        sample = chance.sample(calls, min(len(calls), 3 * N_DECISIONS))
        documents = {path: document(path, text) for path, text in texts.items()}
        breaking = [pair for pair in sample if _breaks(documents, *pair, whole=whole)]
        chosen = _decided(client, breaking)
        heard, times = client.listen(), []
        for number in range(n_edits):
            path, one = chosen[number % len(chosen)]
            edits = _edits(texts[path], one, whole=whole)
            times += _break_and_mend(client, heard, root / path, texts[path], one, edits)
        client.process.kill()
        return times


def _is_told(heard: Queue[Any], uri: str, one: Made, *, broken: bool) -> bool:
    """Wait until the file's diagnostics have the claim, or have it no more; False if in vain."""
    until = time.perf_counter() + MAX_SECONDS
    while (left := until - time.perf_counter()) > 0:
        try:
            message = heard.get(timeout=left)
        except Empty:
            break
        params = message.get("params", {})
        if message.get("method") != "textDocument/publishDiagnostics" or params["uri"] != uri:
            continue
        if broken is any(one.text in each["message"] for each in params["diagnostics"]):
            return True
    print(f"    not {'told' if broken else 'taken back'}: {one.text}")
    return False


def _edits(text: str, one: Made, *, whole: bool) -> tuple[list[Json], list[Json]]:
    """Changes that rename what is called, from the last to the first, and those that undo them."""
    if whole:
        return [{"text": text.replace(f"{one.item}(", f"{one.item}{OTHER}(")}], [{"text": text}]
    found, inside = [], lines(text)[one.function]
    calls = rf"{re.escape(one.item)}(?=\()"
    for number, line in enumerate(text.splitlines()):
        if number in inside:
            found += [(number, at.end()) for at in re.finditer(calls, line)]
    found.reverse()
    return [_at(*at, 0, OTHER) for at in found], [_at(*at, len(OTHER), "") for at in found]


def _at(line: int, start: int, length: int, text: str) -> Json:
    first, last = {"line": line, "character": start}, {"line": line, "character": start + length}
    return {"range": {"start": first, "end": last}, "text": text}


def _changed(text: str, change: Json) -> str:
    """What the server is told, done here: positions are of one line, and count characters."""
    if "range" not in change:
        return str(change["text"])
    kept = text.splitlines(keepends=True)
    at, end = change["range"]["start"], change["range"]["end"]["character"]
    line = kept[at["line"]]
    kept[at["line"]] = line[: at["character"]] + change["text"] + line[end:]
    return "".join(kept)


def _breaks(documents: dict[str, Document], path: str, one: Made, *, whole: bool) -> bool:
    """True if the edit breaks the claim, which may hold for another reason, or be unclear then."""
    text = documents[path].text.raw.decode("utf-8")
    if whole and re.search(rf"(?:def|class) {re.escape(one.item)}\b", text):
        return False  # it is renamed with its uses, and the claim follows
    for change in _edits(text, one, whole=whole)[0]:
        text = _changed(text, change)
    edited = {**documents, path: document(path, text, 2)}
    (now,) = StandingClaims().check(snapshot_of_documents(edited), [StandingClaim(text=one.text)])
    return now.standing is Standing.CONTRADICTED


def _decided(client: Client, candidates: list[tuple[str, Made]]) -> list[tuple[str, Made]]:
    """Decisions are recorded with these claims; gives those that hold."""
    chosen = []
    for path, one in candidates:
        decision = {"decision": "So it is", "rationale": "it was measured", "claims": [one.text]}
        answer = client.command("session.recordDecision", decision)
        if answer["standing"] == "holds":
            chosen.append((path, one))
        if len(chosen) == N_DECISIONS:
            break
    return chosen


def _break_and_mend(
    client: Client,
    heard: Queue[Any],
    at: Path,
    text: str,
    one: Made,
    edits: tuple[list[Json], list[Json]],
) -> Iterator[float]:
    uri = at.as_uri()
    opened = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": opened})
    time.sleep(OPENED_SECONDS)
    for version, (changes, is_told) in enumerate(zip(edits, (True, False), strict=True), start=2):
        began = time.perf_counter()
        client.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes},
        )
        if not _is_told(heard, uri, one, broken=is_told):
            break  # it can't be decided any more, for instance: told apart by what is printed
        yield time.perf_counter() - began
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repos", nargs="*", type=Path)
    parser.add_argument("--commits", type=int, default=100)
    parser.add_argument("--edits", type=int, default=60)
    given = parser.parse_args()
    if not given.repos:
        print("give git directories of Python projects; nothing was measured")
        return
    chance = random.Random(7)
    total: Counter[str] = Counter()
    for repo in given.repos:
        found = alarms(repo, given.commits, chance)
        total += found
        print(f"{repo}: {dict(sorted(found.items()))}", flush=True)
    share = total["false alarms"] / max(total["alarms"], 1)
    commits = total["commits with a false alarm"] / max(total["commits"], 1)
    print(f"false alarms: {share:.2%} of the alarms, in {commits:.2%} of the commits", flush=True)
    for name, whole in (("in the function", False), ("in the whole file, sent as one text", True)):
        times = latency(given.repos[0], given.edits, chance, whole=whole)
        print(
            f"{len(times)} edits {name}: told after {percentile(times, 0.5):.0f} ms, p95"
            f" {percentile(times, 0.95):.0f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
