"""How well the call graph of a project of C or C++ agrees with clang.

    pip install --target FOLDER libclang
    cmake -S PROJECT -B PROJECT/build -DCMAKE_EXPORT_COMPILE_COMMANDS=1
    python benchmarks/call_graph_clang.py FOLDER PROJECT PROJECT/build/compile_commands.json
        [--headers FOLDER] [--show N]

clang says of each call and constructor which function it resolves to. Those within the project are
compared with the edges that are exact, typed or inherited, by the place of the callee's name; what
overrides the function that clang names counts as right beside it. Calls that a macro writes, calls
of pointers, and names that depend on a template's parameters are not judged. `--headers` is the
folder of a compiler's own headers (`gcc -print-file-name=include`), which libclang has not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.graph_project import Place, Project, report, sources

_ENDINGS = (".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".inc", ".ipp")
_SKIPPED = frozenset((".git",))


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("libclang", type=Path, nargs="?", help="folder of the package libclang")
    parser.add_argument("project", type=Path, nargs="?", help="folder of a project")
    parser.add_argument("commands", type=Path, nargs="?", help="its compile_commands.json")
    parser.add_argument("--headers", action="append", default=[], help="more, of the system")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="of each disagreement")
    options = parser.parse_args()
    if options.commands is None:
        print("needs the folder of the package libclang, a project, and its compile_commands.json")
        return
    root = options.project.resolve()
    start = time.process_time()
    project = Project(sources(root, _ENDINGS, frozenset(), _SKIPPED))
    edges, implicit = project.edges(), project.edges(implicit=True)
    seconds = time.process_time() - start
    kinds, shown = _compare(edges, implicit, project.candidates(), _checked(options, root))
    print(f"{root.name}: {len(project.texts)} files; read and linked in {seconds:.1f} s\n")
    report(kinds, shown, options.show)


def _checked(options: argparse.Namespace, root: Path) -> Iterator[dict[str, Any]]:
    script = Path(__file__).parent / "support" / "clang_calls.py"
    run = subprocess.run(
        [
            *(sys.executable, str(script), str(root), str(options.libclang.resolve())),
            *(str(options.commands.resolve()), *options.headers),
        ],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return map(json.loads, run.stdout.splitlines())


def _compare(
    edges: dict[Place, set[Place]],
    implicit: dict[Place, set[Place]],
    candidates: dict[Place, set[Place]],
    checked: Iterator[dict[str, Any]],
) -> tuple[Counter[str], dict[str, list[Any]]]:
    by_line: dict[tuple[str, int], set[Place]] = defaultdict(set)
    for (path, line, _), targets in (*edges.items(), *implicit.items()):
        by_line[path, line] |= targets
    kinds: Counter[str] = Counter()
    shown: dict[str, list[Any]] = defaultdict(list)
    for call in checked:
        place = (call["path"], call["line"], call["column"])
        # The place of a constructor is that of what is made: any call of its line may be it.
        targets = by_line.get(place[:2]) if call["is_near"] else edges.get(place)
        kind = _kind(call, targets, candidates.get(place, set()))
        kinds[kind] += 1
        if kind.startswith(("missing", "false")):
            shown[kind].append((*place, call["text"], call["callee"], sorted(targets or ())))
    return kinds, shown


def _kind(call: dict[str, Any], targets: set[Place] | None, candidates: set[Place]) -> str:
    if call["state"] in ("value", "macro", "unknown"):
        found = "we know one" if targets else "nor do we"
        return f"not judged, {call['state']}: {found}"
    if call["state"] == "external":
        return "false: a declaration outside" if targets else "outside for both"
    right = {tuple(one) for one in (call["callee"], call["declared"]) if one}
    overriding = {tuple(one) for one in call["overriding"] if one}
    if not targets and candidates & (right | overriding):
        return "missing: ambiguous, clang's is a candidate"
    if not targets:
        return "missing: nothing found" if targets is not None else "missing: not seen as a call"
    if not targets & right:
        return "only what overrides it" if targets & overriding else "false: instead of clang's"
    if call["is_near"] or not targets - right - overriding:
        return "agree"
    return "false: others beside clang's"


if __name__ == "__main__":
    main()
