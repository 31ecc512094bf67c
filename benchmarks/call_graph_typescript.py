"""How well the call graph of a TypeScript project agrees with TypeScript's own checker.

    npm install --prefix FOLDER typescript
    python benchmarks/call_graph_typescript.py FOLDER/node_modules/typescript PROJECT [--show N]

The checker says of each call, `new`, tagged template and element which declaration it resolves to.
Those within the project are compared with the edges that are exact, typed or inherited. Overloads
count as their implementation, members of a union as each other. Where the checker knows no
declaration (`any`, a parameter that is a function) nothing is judged. Prints precision, recall,
kinds of disagreement, and the first N of each.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from codewitness.model.flow import CONFIGURING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.graph_project import Place, Project, report, sources

_ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_SKIPPED = frozenset(("node_modules", "dist", ".git"))


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
    project = Project(sources(root, _ENDINGS, CONFIGURING, _SKIPPED))
    read = time.process_time()
    edges = project.edges()
    linked = time.process_time()
    kinds, shown = _compare(edges, _checked(options.typescript.resolve(), root))
    print(f"{root.name}: {len(project.texts)} files; read {read - start:.1f} s,", end=" ")
    print(f"linked {linked - read:.1f} s of processor\n")
    report(kinds, shown, options.show)


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
        wanted = _place(call["callee"])
        others = {_place(one) for one in call["others"]}
        if wanted in found or found & others:
            yield "agree"
            if found - others - {wanted}:
                yield "false: others beside the checker's"
        else:
            yield (
                "missing: another one found"
                if found
                else ("missing: nothing found" if is_seen else "missing: not seen as a call")
            )
            if found:
                yield "false: instead of the checker's"


def _place(told: dict) -> Place:
    return (told["path"], told["line"], told["column"])


if __name__ == "__main__":
    main()
