"""Whether code that does the same has the same edges, however it is written.

    python benchmarks/written_alike.py FOLDER... [--only KIND,KIND] [--show 5]

Links each folder as it is, and again with all its files rewritten so that the calls stay the same:
without comments, with one behind each line, and Python also with variables, functions and classes
written otherwise. Prints for each way how many edges are lost, and how many are new. What a comment
tells of types (JSDoc) is lost with it, and calls of libraries may be named less fully; those of the
project are counted beside.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from benchmarks.support import alike_layout, alike_python

from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.packing import file_of
from codewitness.model.text import Text
from codewitness.platform.memory import collect_seldom
from codewitness.syntax.extract import analyse
from codewitness.syntax.registry import reading

Edges = Counter[tuple[str, str, str]]  # caller, what it leads to, how that is known
MAX_BYTES = 300_000
_LINED = re.compile(r"<([\w ]+):\d+>(?:#\d+)?")  # names that have the line in them


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--only", default="", help="kinds of rewriting, or parts of their names")
    parser.add_argument("--show", type=int, default=5, help="differences to print, of each kind")
    arguments = parser.parse_args()
    collect_seldom()
    for folder in arguments.folders:
        texts = read(folder)
        own = edges(folder.name, texts)
        print(f"{folder.name}: {len(texts)} files, {own.total()} edges", flush=True)
        for kind, changed in rewritten(texts, arguments.only.split(",")):
            compare(kind, own, edges(folder.name, {**texts, **changed}), arguments.show)


def read(folder: Path) -> dict[str, str]:
    """The files of a folder that are linked."""
    texts = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or path.stat().st_size > MAX_BYTES or "node_modules" in path.parts:
            continue
        how = reading(name, path.read_bytes()[:MAX_BYTES])
        if how is None or how.spec is None:
            continue
        try:
            texts[name] = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
    return texts


def rewritten(texts: Mapping[str, str], only: list[str]) -> list[tuple[str, dict[str, str]]]:
    """Each kind of rewriting with the texts that it changes."""
    found = []
    for kind, layout in alike_layout.REWRITES.items():
        found.append((kind, {name: layout(name, text) for name, text in texts.items()}))
    python = {name: text for name, text in texts.items() if name.endswith(".py")}
    for kind, rewrite in alike_python.REWRITES.items():
        changed = {}
        for name, text in python.items():
            try:
                changed[name] = rewrite(text)
            except (SyntaxError, ValueError, RecursionError):
                continue
        found.append((kind, changed))
    wanted = [one for one in found if any(part in one[0] for part in only)]
    return [one for one in wanted if one[1]]


def edges(name: str, texts: Mapping[str, str]) -> Edges:
    """All edges of these files."""
    graph = Graph(name)
    read = ((path, Text.of(text)) for path, text in texts.items())
    facts = ((path, text, analyse(path, text, keep=False)) for path, text in read)
    graph.update({path: file_of(one.core, text.sha256) for path, text, one in facts if one})
    found: Edges = Counter()
    for key in sorted(graph.workspace.scopes):
        for edge in graph.outgoing(graph.workspace.scopes[key]):
            leads_to = edge.target or " ".join(sorted(edge.candidates)) or edge.external or "?"
            found[_plain(key), _plain(leads_to), edge.resolution.value] += 1
        graph.tidy()
    return found


def _plain(key: str) -> str:
    return _LINED.sub(r"<\1>", key)


def compare(kind: str, own: Edges, other: Edges, n_shown: int) -> None:
    """Print what is lost and what is new."""
    lost, new = own - other, other - own
    inside = [sum(n for (_, to, _), n in each.items() if "::" in to) for each in (lost, new)]
    print(
        f"  {kind}: {lost.total()} lost, {new.total()} new; "
        f"of the project's own definitions {inside[0]} and {inside[1]}",
        flush=True,
    )
    for sign, each in (("-", lost), ("+", new)):
        for edge in sorted(each)[:n_shown]:
            print(f"    {sign}", *edge)


if __name__ == "__main__":
    main()
