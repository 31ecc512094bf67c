"""How long the call graph of Django takes: linking, who calls a definition, an edit.

    python benchmarks/graph_django.py [FOLDER] [--sample 200]

FOLDER keeps Django's sources between runs. Prints processor seconds and memory: of making the facts
of all files, of taking them over, of asking for the callers of a sample of definitions (each for
the first time, and again), and of the answer after a method with many callers was renamed.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from support.django import django

from codewitness.engine.graph.files import packed, unpacked_file
from codewitness.engine.graph.graph import Graph
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

RENAMED = ("django/db/models/query.py", "    def select_related(", "    def select_renamed(")
METHOD = "django/db/models/query.py::QuerySet.select_related"

_Result = TypeVar("_Result")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--sample", type=int, default=200, help="definitions to ask about")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.gettempdir()) / "codewitness-django"
    root = django(folder)
    sources = {
        path.relative_to(root).as_posix(): path.read_bytes().decode("utf-8", "replace")
        for path in sorted(root.rglob("*.py"))
    }
    facts = timed("facts of all files", lambda: {p: facts_of(p, t) for p, t in sources.items()})
    print(f"{len(sources)} files, {sum(map(len, facts.values())) / 1e6:.1f} MB packed")
    before = memory_mb()
    graph = Graph()
    timed("link: take over all files", lambda: take_over(graph, facts))
    timed("link: index of names", lambda: graph.workspace.mentioning(""))
    timed("link: index of attributes and bases", lambda: graph.workspace.lookups)
    print(f"{len(graph.workspace.scopes)} scopes, {memory_mb() - before:.0f} MB")
    ask(graph, arguments.sample)
    rename(graph, sources)


def facts_of(path: str, source: str) -> bytes:
    """What the graph needs of one file."""
    text = Text.of(source)
    analysis = analyse(path, text, keep=False)
    return b"" if analysis is None else packed(analysis.core, text.sha256)


def take_over(graph: Graph, facts: dict[str, bytes]) -> None:
    """Give all files to the graph."""
    graph.update({path: unpacked_file(data) for path, data in facts.items() if data})


def ask(graph: Graph, n_sample: int) -> None:
    """Ask for the callers of some definitions, twice."""
    functions = [one for one in graph.workspace.scopes.values() if one.is_callable]
    sample = random.Random(1).sample(functions, n_sample)
    n_edges = 0
    for times in ("first", "again"):
        seconds = []
        for scope in sample:
            began = time.process_time()
            n_edges += len(list(graph.incoming(scope)))
            seconds.append(time.process_time() - began)
            graph.tidy()
        seconds.sort()
        shares = {share: seconds[int(len(seconds) * share / 100)] * 1000 for share in (50, 90, 95)}
        told = ", ".join(f"p{share} {value:.1f} ms" for share, value in shares.items())
        print(f"callers, {times}: {told}, most {seconds[-1] * 1000:.0f} ms")
    print(f"{n_edges // 2} edges; {len(graph.cells)} cells, {memory_mb():.0f} MB in all")


def rename(graph: Graph, sources: dict[str, str]) -> None:
    """Rename a method, and ask who calls it now."""
    path, old, new = RENAMED
    scope = graph.workspace.scopes[METHOD]
    n_before = len(list(graph.incoming(scope)))
    edited = unpacked_file(facts_of(path, sources[path].replace(old, new, 1)))
    timed("relink after a rename", lambda: graph.update({path: edited}))
    renamed = graph.workspace.scopes[METHOD.replace("related", "renamed")]
    n_after = timed("callers of it now", lambda: len(list(graph.incoming(renamed))))
    print(f"{n_before} callers before, {n_after} after")


def timed(what: str, work: Callable[[], _Result]) -> _Result:
    """Do it, and print how many seconds of the processor it took."""
    began = time.process_time()
    result = work()
    print(f"{what}: {time.process_time() - began:.3f} s")
    return result


def memory_mb() -> float:
    """Resident memory of this process, where the system tells it."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * 4096 / 1e6 if status.exists() else 0.0


if __name__ == "__main__":
    main()
