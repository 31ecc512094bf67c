"""Call hierarchy against what the test suites of four language servers assert.

    python benchmarks/call_hierarchy.py FOLDER [--show]

FOLDER holds, in any folders below it, files as they are in the repositories of

    microsoft/TypeScript      tests/cases/fourslash/callHierarchy*.ts and, for each of them,
                              tests/baselines/reference/*.callHierarchy.txt
    microsoft/pyright         packages/pyright-internal/src/tests/fourslash/showcallhierarchy.*.ts
    golang/tools              gopls/internal/test/marker/testdata/callhierarchy/*.txt
    rust-lang/rust-analyzer   crates/ide/src/call_hierarchy.rs

Each test becomes a folder of one workspace; a server is asked over LSP at the tests' markers.
Counted are the items that the suites assert (what a place stands for, its callers, its callees, and
theirs), those that were found, how many of these have the same name, kind, range and call sites,
and items that no suite has.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import (
    hierarchy_gopls,
    hierarchy_pyright,
    hierarchy_rust,
    hierarchy_typescript,
)
from benchmarks.support.hierarchy_cases import Call, Case, Item, Question, Range
from benchmarks.support.lsp import Client

READERS = (hierarchy_typescript, hierarchy_pyright, hierarchy_gopls, hierarchy_rust)
COLUMNS = ("items", "found", "names", "kinds", "ranges", "calls", "call sites", "extra")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="folder of the suites' files")
    parser.add_argument("--show", action="store_true", help="tell each difference")
    options = parser.parse_args()
    if options.folder is None:
        print("needs a folder with files of the suites")
        return
    cases = [case for reader in READERS for case in reader.read(options.folder)]
    counts, shown = run(cases)
    for suite in dict.fromkeys(case.suite for case in cases):
        own = [case for case in cases if case.suite == suite]
        asked = [case for case in own if not case.left_out]
        told = ", ".join(f"{counts[suite, column]} {column}" for column in COLUMNS)
        print(f"{suite}: {len(asked)} of {len(own)} tests asked: {told}")
    for case in cases:
        if reason := case.left_out:
            print(f"left out: {case.suite} {case.name}: {reason}")
    if options.show:
        print("\n".join(shown))


def run(cases: list[Case]) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Counts by suite and column, and a line for each difference."""
    counts: Counter[tuple[str, str]] = Counter()
    shown: list[str] = []
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary).resolve()
        roots = {f"{case.suite} {case.name}": top / f"case{i}" for i, case in enumerate(cases)}
        for case in cases:
            _write(roots[f"{case.suite} {case.name}"], case.files)
        folders = [{"uri": root.as_uri(), "name": name} for name, root in roots.items()]
        client = Client(top, top / "cache", folders=folders, data=top / "data")
        client.wait_until_fresh()
        for case in cases:
            if not case.left_out:
                asking = Asking(client, roots[f"{case.suite} {case.name}"])
                for question in case.questions:
                    asking.ask(question)
                counts += Counter({(case.suite, word): n for word, n in asking.counts.items()})
                shown += [f"{case.suite} {case.name}: {line}" for line in asking.shown]
        client.close()
    return counts, shown


class Asking:
    """The questions of one case, counted."""

    def __init__(self, client: Client, root: Path) -> None:
        self.client = client
        self.root = root
        self.counts: Counter[str] = Counter()
        self.shown: list[str] = []

    def ask(self, question: Question) -> None:
        """Compare what a place stands for, and all that is asserted about it."""
        document = {"uri": (self.root / question.path).as_uri()}
        at = {"line": question.at[0], "character": question.at[1]}
        items = self._request(
            "textDocument/prepareCallHierarchy", {"textDocument": document, "position": at}
        )
        where = f"{question.path}:{question.at[0] + 1}:{question.at[1] + 1}"
        if all(one.path is None for one in question.items):  # only its calls are asserted
            for expected in question.items:
                self._compare_calls(where, expected, items[0] if items else None)
            return
        pairs = self._matched(where, question.items, items)
        for expected, item in pairs:
            self._compare_calls(where, expected, item)

    def _compare_calls(self, where: str, expected: Item, item: Any | None) -> None:
        for calls, word, side in (
            (expected.incoming, "incoming", "from"),
            (expected.outgoing, "outgoing", "to"),
        ):
            if calls is not None:
                self._compare(f"{where} {word}", calls, item, word, side)

    def _compare(
        self, where: str, calls: tuple[Call, ...], item: Any | None, word: str, side: str
    ) -> None:
        found = self._request(f"callHierarchy/{word}Calls", {"item": item}) if item else []
        by_item = {id(call[side]): call["fromRanges"] for call in found}
        asserted = {id(call.item): call for call in calls}
        pairs = self._matched(where, [call.item for call in calls], [one[side] for one in found])
        for expected, one in pairs:
            sites = asserted[id(expected)].sites
            self.counts["calls"] += 1
            got = sorted(_range(site) for site in by_item[id(one)])
            if sites is None or sorted(sites) == got:
                self.counts["call sites"] += 1
            else:
                self.shown.append(
                    f"{where} > {one['name']}: sites {_told(got)}, not {_told(sites)}"
                )
            self._compare_calls(f"{where} > {one['name']}", expected, one)

    def _matched(
        self, where: str, expected: Iterable[Item], found: list[Any]
    ) -> Iterator[tuple[Item, Any]]:
        rest = list(found)
        pairs = []
        for item in expected:
            self.counts["items"] += 1
            one = next((one for one in rest if self._is(item, one)), None)
            if one is None:
                self.shown.append(f"{where}: lacks {item.name or ''} {item.path} {_at(item)}")
                continue
            rest.remove(one)
            pairs.append((item, one))
            self.counts["found"] += 1
            self._same(where, item, one)
        for one in rest:
            self.counts["extra"] += 1
            path = one["uri"].rpartition("/")[2]
            self.shown.append(
                f"{where}: extra {one['name']} {path} {_told([_range(one['selectionRange'])])}"
            )
        return iter(pairs)

    def _is(self, item: Item, one: Any) -> bool:
        if item.path is None:
            return False
        is_there = one["uri"] == (self.root / item.path).as_uri()
        return is_there and _range(one["selectionRange"]) == item.name_range

    def _same(self, where: str, item: Item, one: Any) -> None:
        for column, expected, got, same in (
            ("names", item.name, one["name"], item.name == one["name"]),
            ("kinds", item.kinds, one["kind"], item.kinds and one["kind"] in item.kinds),
            ("ranges", item.whole, _range(one["range"]), item.whole == _range(one["range"])),
        ):
            if expected is None or same:
                self.counts[column] += 1
            else:
                self.shown.append(f"{where}: {one['name']}: {column}: {got}, not {expected}")

    def _request(self, method: str, params: Any) -> list[Any]:
        return self.client.request(method, params) or []


def _write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _range(told: Any) -> Range:
    start, end = told["start"], told["end"]
    return (start["line"], start["character"]), (end["line"], end["character"])


def _at(item: Item) -> str:
    return _told([item.name_range]) if item.name_range is not None else ""


def _told(ranges: Iterable[Range]) -> str:
    return " ".join(f"{a[0] + 1}:{a[1] + 1}-{b[0] + 1}:{b[1] + 1}" for a, b in sorted(ranges))


if __name__ == "__main__":
    main()
