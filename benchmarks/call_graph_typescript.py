"""How well the call graph of a TypeScript project agrees with TypeScript's own checker.

    npm install --prefix FOLDER typescript
    python benchmarks/call_graph_typescript.py FOLDER/node_modules/typescript PROJECT [--show N]

The checker says of each call, `new`, tagged template and element which declaration it resolves to.
Those within the project are compared with the edges that are exact, typed or inherited. Overloads
count as their implementation. Where the checker knows no declaration (`any`, a parameter that is a
function) nothing is judged. Prints precision, recall, kinds of disagreement, and the first N of
each.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from codewitness.engine.graph.edges import Resolution
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.flow import CONFIGURING
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

Place = tuple[str, int, int]  # path, line from 1, column from 0 in UTF-16 units

_ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_SKIPPED = frozenset(("node_modules", "dist", ".git"))
_KNOWN = frozenset((Resolution.EXACT, Resolution.TYPED, Resolution.INHERITED))


class Project:
    """The texts of a project and the graph of its calls."""

    def __init__(self, root: Path) -> None:
        self.texts = {path: Text.of(source) for path, source in _sources(root)}
        files = {}
        for path, text in self.texts.items():
            analysis = analyse(path, text, keep=False)
            if analysis is not None:
                files[path] = file_of(analysis.core, text.sha256)
        self.graph = Graph()
        self.graph.update(files)
        self._starts: dict[str, list[int]] = {}

    def place(self, path: str, byte: int) -> Place:
        """Line and column of a byte."""
        raw = self.texts[path].raw
        starts = self._starts.get(path)
        if starts is None:
            starts = [0, *(at + 1 for at, char in enumerate(raw) if char == ord("\n"))]
            self._starts[path] = starts
        line = bisect_right(starts, byte) - 1
        before = raw[starts[line] : byte].decode("utf-8", "replace")
        return path, line + 1, len(before.encode("utf-16-le")) // 2

    def edges(self) -> dict[Place, set[Place]]:
        """Names of the definitions that each place is known to call."""
        found: dict[Place, set[Place]] = {}
        for edge in self.graph.all_edges():
            site = edge.caller.flow.sites[edge.site]
            if edge.is_implicit:
                continue
            start = edge.caller.node_start + site[2]
            targets = found.setdefault(self.place(edge.caller.file.path, start), set())
            if edge.target is not None and edge.resolution in _KNOWN:
                targets.add(self._name(self.graph.workspace.scopes[edge.target]))
        return found

    def _name(self, scope: Scope) -> Place:
        return self.place(scope.file.path, scope.name_start)


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("typescript", type=Path, nargs="?", help="folder of the package typescript")
    parser.add_argument("project", type=Path, nargs="?", help="folder of a project")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="of each disagreement")
    options = parser.parse_args()
    if options.typescript is None or options.project is None:
        print("needs the folder of the npm package typescript, and that of a project")
        return
    root = options.project.resolve()
    start = time.process_time()
    project = Project(root)
    read = time.process_time()
    edges = project.edges()
    linked = time.process_time()
    kinds, shown = _compare(edges, _checked(options.typescript.resolve(), root))
    n_false = sum(n for kind, n in kinds.items() if kind.startswith("false"))
    n_missing = sum(n for kind, n in kinds.items() if kind.startswith("missing"))
    print(f"{root.name}: {len(project.texts)} files; read {read - start:.1f} s,", end=" ")
    print(f"linked {linked - read:.1f} s of processor\n")
    print("| | calls |\n|---|--:|")
    for kind in sorted(kinds):
        print(f"| {kind} | {kinds[kind]:,} |")
    print(f"\nprecision {kinds['agree'] / max(kinds['agree'] + n_false, 1):.4f}", end=", ")
    print(f"recall {kinds['agree'] / max(kinds['agree'] + n_missing, 1):.4f}")
    for kind, examples in shown.items():
        for example in examples[: options.show]:
            print(kind, *example)


def _sources(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if _SKIPPED & {*inside.parts} or not path.is_file():
            continue
        if path.suffix in _ENDINGS or path.name in CONFIGURING:
            try:
                yield inside.as_posix(), path.read_text("utf-8")
            except UnicodeDecodeError:
                print(f"left out, no UTF-8: {inside}")


def _checked(typescript: Path, root: Path) -> Iterator[dict]:
    script = Path(__file__).parent / "support" / "typescript_calls.js"
    run = subprocess.run(
        ["node", str(script), str(root), str(typescript)],
        capture_output=True,
        text=True,
        check=True,
    )
    return map(json.loads, run.stdout.splitlines())


def _compare(
    edges: dict[Place, set[Place]], checked: Iterator[dict]
) -> tuple[Counter[str], dict[str, list]]:
    kinds: Counter[str] = Counter()
    shown: dict[str, list] = {}
    for call in checked:
        place = (call["path"], call["line"], call["column"])
        found = edges.get(place, set())
        for kind in _kinds(call, found, is_seen=place in edges):
            kinds[kind] += 1
            if kind != "agree":
                shown.setdefault(kind, []).append((place, call["text"], call["callee"], found))
    return kinds, shown


def _kinds(call: dict, found: set[Place], *, is_seen: bool) -> Iterator[str]:
    if call["state"] == "unknown":
        yield "not judged: the checker knows no declaration" if found else "not judged: nor do we"
    elif call["state"] == "external":
        yield "false: a declaration outside" if found else "outside for both"
    else:
        callee = call["callee"]
        wanted = (callee["path"], callee["line"], callee["column"])
        if wanted in found:
            yield "agree"
            if len(found) > 1:
                yield "false: others beside the checker's"
        else:
            yield (
                "missing: another one found"
                if found
                else ("missing: nothing found" if is_seen else "missing: not seen as a call")
            )
            if found:
                yield "false: instead of the checker's"


if __name__ == "__main__":
    main()
