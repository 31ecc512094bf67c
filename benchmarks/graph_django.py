"""How long the call graph of Django takes: linking, who calls a definition, an edit.

    python benchmarks/graph_django.py [FOLDER] [--sample 200]

FOLDER keeps Django's sources between runs. Prints processor seconds and memory: of making the facts
of all files, of taking them over, of asking for the callers of some definitions while nothing is
linked, of linking all ahead of questions as the server does when it rests, of asking for the
callers of many after that, of a graph that takes over what this one has linked, as the next start
of a server does, of a method with many callers that is renamed, and of files that come and go.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from support.django import django

from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import packed, unpacked_file
from codewitness.engine.graph.saved import restore, saved
from codewitness.model.text import Text
from codewitness.platform.memory import collect_seldom, hold_back
from codewitness.syntax.extract import analyse

RENAMED = ("django/db/models/query.py", "    def select_related(", "    def select_renamed(")
NEW, IMPORTED = "django/utils/helper.py", "django/utils/timezone.py"
LINKED_IN_A_TURN, LINKED_IN_LONG_WORK = 100, 10_000  # scopes, about
METHOD = "django/db/models/query.py::QuerySet.select_related"

_Result = TypeVar("_Result")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--sample", type=int, default=200, help="definitions to ask about")
    arguments = parser.parse_args()
    collect_seldom()
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
    ask(graph, arguments.sample // 4, "nothing is linked")
    timed("link: all scopes ahead", lambda: link(graph))
    n_edges = sum(graph.links.counts().values())
    grown = memory_mb() - before
    print(f"{n_edges} edges, {grown:.0f} MB, {1e6 * grown / n_edges:.0f} kB for 1,000 edges")
    ask(graph, arguments.sample, "all is linked")
    start_again(graph, facts, arguments.sample)
    rename(graph, sources)
    come_and_go(graph, facts)


def facts_of(path: str, source: str) -> bytes:
    """What the graph needs of one file."""
    text = Text.of(source)
    analysis = analyse(path, text, keep=False)
    return b"" if analysis is None else packed(analysis.core, text.sha256)


def take_over(graph: Graph, facts: dict[str, bytes]) -> None:
    """Give all files to the graph."""
    graph.update({path: unpacked_file(data) for path, data in facts.items() if data})


def link(graph: Graph) -> None:
    """Link all that waits, with the collector held back as between the turns of a server."""
    n_linked = 0
    while graph.link_one():
        n_linked += 1
        if n_linked % LINKED_IN_A_TURN == 0:
            hold_back(is_done=False)
    graph.tidy()
    if n_linked > LINKED_IN_LONG_WORK:
        hold_back(is_done=True)


def ask(graph: Graph, n_sample: int, state: str) -> None:
    """Ask for the callers of some definitions."""
    functions = [one for one in graph.workspace.scopes.values() if one.is_callable]
    sample = random.Random(1).sample(functions, n_sample)
    n_edges = 0
    seconds = []
    for scope in sample:
        began = time.process_time()
        n_edges += len(list(graph.incoming(scope)))
        seconds.append(time.process_time() - began)
        graph.tidy()
    seconds.sort()
    shares = {share: seconds[int(len(seconds) * share / 100)] * 1000 for share in (50, 90, 95)}
    told = ", ".join(f"p{share} {value:.2f} ms" for share, value in shares.items())
    print(f"callers of {n_sample}, {state}: {told}, most {seconds[-1] * 1000:.0f} ms")
    print(f"{n_edges} edges; {len(graph.cells)} cells, {memory_mb():.0f} MB in all")


def start_again(graph: Graph, facts: dict[str, bytes], n_sample: int) -> None:
    """Keep the edges, and ask a new graph that has taken them over."""
    make = timed("kept: what edges rest on", lambda: saved(graph, "", lambda: None))
    data = timed("kept: as bytes", make)
    print(f"{len(data) / 1e6:.1f} MB")
    again = Graph()
    timed("started again: take over all files", lambda: take_over(again, facts))
    timed("started again: take over the edges", lambda: restore(again, data, ""))
    print(f"{len(again.links.waiting)} scopes are to be linked")
    ask(again, n_sample, "started again")


def rename(graph: Graph, sources: dict[str, str]) -> None:
    """Rename a method, ask who calls it now, and rename it back."""
    path, old, new = RENAMED
    n_before = len(list(graph.incoming(graph.workspace.scopes[METHOD])))
    renamed = METHOD.replace("related", "renamed")
    for what, key, source in (
        ("renamed", renamed, sources[path].replace(old, new, 1)),
        ("renamed back", METHOD, sources[path]),
    ):
        edited = unpacked_file(facts_of(path, source))
        timed(f"{what}: relink", partial(graph.update, {path: edited}))
        print(f"{len(graph.links.waiting)} scopes are to be linked anew")
        n_after = timed(f"{what}: callers of it now", partial(n_callers, graph, key))
        print(f"{n_before} callers before, {n_after} now")
        timed(f"{what}: link the rest ahead", lambda: link(graph))


def come_and_go(graph: Graph, facts: dict[str, bytes]) -> None:
    """A module that comes beside others, one that is imported and goes, and comes back."""
    again = Graph()
    data = saved(graph, "", lambda: None)()
    take_over(again, {path: own for path, own in facts.items() if path != IMPORTED})
    timed("started again without a file: take over the edges", lambda: restore(again, data, ""))
    print(f"{len(again.links.waiting)} scopes are to be linked")
    for what, path, source in (
        ("a file comes", NEW, facts_of(NEW, "def helper():\n    return 1\n")),
        ("a file goes", IMPORTED, None),
        ("the file is back", IMPORTED, facts[IMPORTED]),
    ):
        changed = {path: None if source is None else unpacked_file(source)}
        timed(f"{what}: relink", partial(graph.update, changed))
        print(f"{len(graph.links.waiting)} scopes are to be linked anew")
        timed(f"{what}: link them", lambda: link(graph))


def n_callers(graph: Graph, key: str) -> int:
    """How many edges lead to a definition."""
    return len(list(graph.incoming(graph.workspace.scopes[key])))


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
