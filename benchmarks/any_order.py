"""Whether edges depend on what is asked first, or on the order in which sets happen to be walked.

    python benchmarks/any_order.py FOLDER [--seeds 4]

Links all Python of FOLDER in processes of their own, each with another seed for hashes; every other
one in an order of its own, too, and else as a server does. Prints how many edges it has and how
many of them not all processes have, by resolution.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import packed, unpacked_file
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

_ALONE = "--alone"  # in a process: print the edges


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument(_ALONE, action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        print(json.dumps(edges(arguments.folder, int(os.environ["PYTHONHASHSEED"]))))
        return
    every = [linked(arguments.folder, seed) for seed in range(1, arguments.seeds + 1)]
    shared = set.intersection(*every)
    for name, edges_of in (("in all", shared), ("not in all", set.union(*every) - shared)):
        counts = Counter(resolution for *_, resolution in edges_of)
        print(f"{name}: {len(edges_of)} edges", dict(counts.most_common()))
    for edge in sorted(set.union(*every) - shared)[:20]:
        print(" ", *edge)


def linked(folder: Path, seed: int) -> set[tuple[str, ...]]:
    """The edges that a process with this seed finds."""
    command = [sys.executable, __file__, str(folder), _ALONE]
    found = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": str(seed)}, capture_output=True, check=True
    )
    return {tuple(edge) for edge in json.loads(found.stdout)}


def edges(folder: Path, seed: int) -> list[list[str]]:
    """Caller, site, what it leads to, and how that is known, of all edges."""
    graph = Graph(folder.name)
    files = {}
    for path in sorted(folder.rglob("*.py")):
        text = Text.of(path.read_bytes().decode("utf-8", "replace"))
        name = path.relative_to(folder).as_posix()
        if (analysis := analyse(name, text, keep=False)) is not None:
            files[name] = unpacked_file(packed(analysis.core, text.sha256))
    graph.update(files)
    if seed % 2:
        in_an_order(graph, random.Random(seed))
    while graph.link_one():
        graph.tidy()
    return [
        [
            edge.caller.key,
            str(edge.site),
            edge.target or " ".join(sorted(edge.candidates)) or edge.external,
            edge.resolution.value,
        ]
        for edge in graph.all_edges()
    ]


def in_an_order(graph: Graph, chosen: random.Random) -> None:
    """Link all scopes in an order that chance gives."""
    keys = sorted(graph.workspace.scopes)
    chosen.shuffle(keys)
    for key in keys:
        list(graph.outgoing(graph.workspace.scopes[key]))
        graph.tidy()


if __name__ == "__main__":
    main()
