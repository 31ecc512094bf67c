"""Who calls a definition in a large project of typed languages: cold, and after an edit.

    python benchmarks/callers_typed.py FOLDER NAME [NAME ...]

NAME is a qualified name or its end: `HttpHeaders.add`. All files of FOLDER that the graph links are
read, without tables. For each name, then once more after a line was put at the end of the file that
defines it, it prints the sites that bear the name, the edges that lead there, the seconds of the
processor that both took, and how much memory the process has.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import packed, unpacked_file
from codewitness.model.text import Text
from codewitness.platform.memory import collect_seldom
from codewitness.syntax.extract import analyse
from codewitness.syntax.registry import LANGUAGES


def main() -> None:
    """Read, ask, edit, ask."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+")
    arguments = parser.parse_args()
    collect_seldom()
    texts: dict[str, Text] = {}
    facts: dict[str, bytes] = {}
    for file in sorted(one for one in arguments.folder.rglob("*") if one.is_file()):
        path, text = file.relative_to(arguments.folder).as_posix(), Text(file.read_bytes())
        if data := facts_of(path, text):
            texts[path], facts[path] = text, data
    graph = Graph()
    began = time.process_time()
    graph.update({path: unpacked_file(data) for path, data in facts.items()})
    facts.clear()
    n_scopes = len(graph.workspace.scopes)
    print(f"{len(texts)} files, {n_scopes} scopes: {time.process_time() - began:.1f} s")
    for name in arguments.names:
        function = find(graph, name)
        ask(graph, function, "cold")
        path = function.file.path
        edited = Text(texts[path].raw + b"\n")
        began = time.process_time()
        graph.update({path: unpacked_file(facts_of(path, edited))})
        print(f"  {path} is edited: {1000 * (time.process_time() - began):.0f} ms")
        ask(graph, graph.workspace.scopes[function.key], "after it")


def facts_of(path: str, text: Text) -> bytes:
    """What the graph needs of one file; nothing of one in no language that is linked."""
    analysis = analyse(path, text, keep=False)
    if analysis is None or analysis.facts.language not in LANGUAGES:
        return b""
    return packed(analysis.core, text.sha256)


def find(graph: Graph, name: str) -> Scope:
    """The first definition of this qualified name."""
    for one in graph.workspace.named(name.rpartition(".")[2]):
        if f".{one.qualified_name}".endswith(f".{name}"):
            return one
    raise SystemExit(f"no definition is named {name}")


def ask(graph: Graph, function: Scope, state: str) -> None:
    """Its callers, and how long that takes."""
    began = time.process_time()
    n_sites = len(graph.candidates(function))
    n_edges = len(list(graph.incoming(function)))
    seconds = time.process_time() - began
    memory = int(Path("/proc/self/statm").read_text().split()[1]) * 4 // 1024
    print(
        f"{function.qualified_name}, {state}: {n_sites} sites, {n_edges} edges, "
        f"{seconds:.1f} s, {memory} MB"
    )


if __name__ == "__main__":
    main()
