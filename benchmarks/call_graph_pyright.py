"""How well the call hierarchy of a Python project agrees with pyright's.

    npm pack pyright, unpacked in FOLDER
    python benchmarks/call_graph_pyright.py FOLDER/package PROJECT [--sample 300] [--show N]

Both servers are asked, over LSP, for the outgoing and the incoming calls of the same functions. An
edge is (file, line of the name that calls) to (file, line of the name that is called), both in the
project; ours counts if it is exact, typed or inherited. Prints how many edges both have, kinds of
those that one has, recall against pyright, and N of each kind, picked by the seed.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.lsp import Client

Place = tuple[str, int]  # path in the project, line from 1 of the name
Edge = tuple[Place, Place]
Site = tuple[str, int, int]  # path in the project, line from 1, column

KNOWN = ("exact", "typed", "inherited")
WAYS = {"outgoing": "to", "incoming": "from"}


@dataclass(frozen=True, slots=True)
class Function:
    """Where the name of a function stands: line and column as LSP counts them, from 0."""

    path: str
    line: int
    column: int

    @property
    def place(self) -> Place:
        """The same without the column."""
        return self.path, self.line + 1


class Project:
    """The functions of a project, as its syntax trees have them.

    One that is declared more than once by `@overload` counts as its implementation, and what a
    nested function or a lambda does counts as done by the outermost function around it: pyright's
    outgoing calls are those of the whole text of a function. What the body of a class calls counts
    as the file's.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.functions: list[Function] = []  # outermost ones, and methods
        self.nested: dict[Function, list[Function]] = {}
        self._lines: dict[str, list[str]] = {}
        self._meant: dict[Place, Place] = {}
        self._spans: dict[str, list[tuple[int, int, Place]]] = {}
        self._classes: set[Place] = set()
        self._accessors: dict[Place, bool] = {}  # functions of properties; True for setters
        self._called: set[Site] = set()
        self._stored: set[Site] = set()
        for path in sorted(root.rglob("*.py")):
            inside = path.relative_to(root).as_posix()
            text = path.read_text("utf-8")
            self._lines[inside] = text.split("\n")
            tree = ast.parse(text)
            self._read(inside, tree, None)
            self._called |= {(inside, *place) for place in _called(tree)}
            self._stored |= {(inside, *place) for place in _stored(tree)}

    def line(self, path: str, line: int) -> str:
        """The text of a line, counted from 1."""
        return self._lines[path][line - 1].strip()

    def meant(self, place: Place) -> Place:
        """The implementation of an overload; else the place itself."""
        return self._meant.get(place, place)

    def caller(self, place: Place, line: int) -> Place:
        """The outermost function around a line of a caller's file, or the caller itself."""
        for start, end, outer in self._spans.get(place[0], ()):
            if start <= line <= end:
                return outer
        return (place[0], 1) if place in self._classes else place

    def is_called(self, site: Site) -> bool:
        """True if a name is that of what a call calls, or of a decorator."""
        return site in self._called

    def is_accessor(self, place: Place) -> bool:
        """True for a function of a property."""
        return place in self._accessors

    def is_other_accessor(self, place: Place, sites: set[Site]) -> bool:
        """True for a setter where its property is only read, or a getter where it is only set."""
        is_setter = self._accessors.get(place)
        return is_setter is not None and all((site in self._stored) != is_setter for site in sites)

    def _read(self, path: str, around: ast.AST, outer: Function | None) -> None:
        overloads: dict[str, list[Function]] = {}
        for node in _definitions(around):
            if isinstance(node, ast.ClassDef):
                self._classes.add((path, node.lineno))
                self._read(path, node, outer)
                continue
            function = self._function(path, node)
            if node.decorator_list and isinstance(around, ast.ClassDef):
                word = ast.unparse(node.decorator_list[-1]).rpartition(".")[2]
                if word in ("property", "setter", "cached_property"):
                    self._accessors[function.place] = word == "setter"
            waiting = overloads.setdefault(node.name, [])
            if any(
                ast.unparse(one).rpartition(".")[2] == "overload" for one in node.decorator_list
            ):
                waiting.append(function)
                continue
            self._meant |= {one.place: function.place for one in waiting}
            waiting.clear()
            if outer is None:
                self.functions.append(function)
                span = (node.body[0].lineno, node.end_lineno or node.lineno)
                self._spans.setdefault(path, []).append((*span, function.place))
            else:
                self.nested.setdefault(outer, []).append(function)
            self._read(path, node, outer or function)

    def _function(self, path: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Function:
        line = self._lines[path][node.lineno - 1]
        return Function(path, node.lineno - 1, line.index(node.name, node.col_offset + 3))


def _called(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Line and column of the last name of all callees."""
    for node in ast.walk(tree):
        callees = [node.func] if isinstance(node, ast.Call) else []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            callees = node.decorator_list
        for callee in callees:
            column = callee.end_col_offset or 0
            if isinstance(callee, ast.Name | ast.Attribute):
                name = callee.id if isinstance(callee, ast.Name) else callee.attr
                yield callee.end_lineno or 0, column - len(name)


def _stored(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Line and column of the names of attributes that are assigned."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node.end_lineno or 0, (node.end_col_offset or 0) - len(node.attr)


def _definitions(
    around: ast.AST,
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Functions and classes in the body of another, or of a file."""
    for node in ast.iter_child_nodes(around):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
        else:
            yield from _definitions(node)


@dataclass(slots=True)
class Answers:
    """What a server says of all functions: sites by edge, how each is known, whom it could name."""

    sites: dict[Edge, set[Site]] = field(default_factory=dict)
    how: dict[Edge, str] = field(default_factory=dict)
    unknown: list[Function] = field(default_factory=list)
    names: dict[Place, str] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)


def main() -> None:
    """Ask both and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pyright", type=Path, nargs="?", help="folder of the package pyright")
    parser.add_argument("project", type=Path, nargs="?", help="folder of a project")
    parser.add_argument("--sample", type=int, default=300, help="how many functions are asked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="of each disagreement")
    options = parser.parse_args()
    if options.pyright is None or options.project is None:
        print("needs the folder of the npm package pyright, and that of a project")
        return
    root = options.project.resolve()
    project = Project(root)
    functions = project.functions
    chosen = random.Random(options.seed)
    asked = sorted(
        chosen.sample(functions, min(options.sample, len(functions))),
        key=lambda one: (one.path, one.line),
    )
    print(f"{root.name}: {len(asked)} of {len(functions)} functions are asked about")
    server = ("node", str(options.pyright.resolve() / "langserver.index.js"), "--stdio")
    with tempfile.TemporaryDirectory() as temporary:
        ours_server = Client(root, Path(temporary))
        ours_server.wait_until_fresh()
        ours = {way: _ask(ours_server, project, asked, way) for way in WAYS}
        ours_server.close()
        folders = [{"uri": root.as_uri(), "name": root.name}]
        theirs_server = Client(root, Path(temporary), command=server, folders=folders)
        _open(theirs_server, root, {one.path for one in asked})
        theirs = {way: _ask(theirs_server, project, asked, way) for way in WAYS}
        theirs_server.process.kill()
        theirs_server.process.wait()
    for way in WAYS:
        _report(project, way, ours[way], theirs[way], chosen, options.show)


def _open(client: Client, root: Path, paths: set[str]) -> None:
    for path in sorted(paths):
        uri, text = (root / path).as_uri(), (root / path).read_text("utf-8")
        document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": document})


def _ask(client: Client, project: Project, functions: list[Function], way: str) -> Answers:
    found = Answers()
    for outer in functions:
        for function in (outer, *(project.nested.get(outer, ()) if way == "outgoing" else ())):
            began = time.perf_counter()
            document = {"uri": (project.root / function.path).as_uri()}
            at = {"line": function.line, "character": function.column}
            items = client.request(
                "textDocument/prepareCallHierarchy", {"textDocument": document, "position": at}
            )
            if not items:
                found.unknown.append(function)
                continue
            calls = client.request(f"callHierarchy/{way}Calls", {"item": items[0]}) or ()
            found.seconds.append(time.perf_counter() - began)
            for call in calls:
                _add(found, project, outer.place, function.place, call, way)
    return found


def _add(
    found: Answers, project: Project, asked: Place, own: Place, call: dict[str, Any], way: str
) -> None:
    item = call[WAYS[way]]
    path = _inside(project.root, item["uri"])
    if path is None:
        return
    other = (path, item["selectionRange"]["start"]["line"] + 1)
    caller, callee = (own, other) if way == "outgoing" else (other, own)
    callee = project.meant(callee)
    how = resolution_in(item.get("detail") or "")
    if way == "outgoing":
        found.names[callee] = item["name"]
    for one in call["fromRanges"]:
        line = one["start"]["line"] + 1
        edge = (project.caller(caller, line), callee)
        if edge[0 if way == "outgoing" else 1] != asked:
            continue  # of a property's setter, say, of whose name pyright means the last function
        found.sites.setdefault(edge, set()).add((caller[0], line, one["start"]["character"]))
        found.how[edge] = min(how, found.how.get(edge, how), key=_rank)


def resolution_in(detail: str) -> str:
    """How a call is known, by the detail of our items; "" of pyright's."""
    return re.split(r"[,\]]", detail.partition("[")[2])[0]


def _rank(how: str) -> int:
    return KNOWN.index(how) if how in KNOWN else len(KNOWN)


def _inside(root: Path, uri: str) -> str | None:
    path = Path(unquote(urlparse(uri).path))
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else None


def _report(
    project: Project, way: str, ours: Answers, theirs: Answers, chosen: random.Random, n_shown: int
) -> None:
    kinds: dict[str, list[Edge]] = {}
    for edge in sorted(ours.sites.keys() | theirs.sites.keys()):
        kinds.setdefault(_kind(project, edge, ours, theirs), []).append(edge)
    counts = Counter({kind: len(edges) for kind, edges in kinds.items()})
    print(f"\n| {way} | edges |\n|---|--:|")
    for kind in sorted(kinds):
        print(f"| {kind} | {counts[kind]:,} |")
    n_missing = sum(n for kind, n in counts.items() if kind.startswith("only pyright"))
    print(
        f"recall against pyright {counts['both'] / max(counts['both'] + n_missing, 1):.4f}",
        end="; ",
    )
    for who, answers in (("ours", ours), ("pyright", theirs)):
        ordered = sorted(answers.seconds)
        share = ordered[int(0.95 * len(ordered))] * 1000 if ordered else 0
        print(f"{who}: p95 {share:.0f} ms, {len(answers.unknown)} not known", end="; ")
    print()
    for kind, edges in sorted(kinds.items()):
        if kind != "both":
            for edge in chosen.sample(edges, min(n_shown, len(edges))):
                print(f"  {kind}: {_told(project, edge, ours, theirs)}")


def _kind(project: Project, edge: Edge, ours: Answers, theirs: Answers) -> str:
    """What the two say of an edge that at least one has."""
    is_known = edge in ours.sites and ours.how[edge] in KNOWN
    if edge in theirs.sites:
        if is_known:
            return "both"
        if edge in ours.sites:
            return f"only pyright: ours is {ours.how[edge]}"
        sites = theirs.sites[edge]
        others = _others(edge, sites, ours)
        if project.is_other_accessor(edge[1], sites):
            return "not judged: pyright does not tell a property's getter and setter apart"
        if not project.is_accessor(edge[1]) and not any(map(project.is_called, sites)):
            return "not judged: pyright counts what is handed around and not called"
        return "only pyright: ours leads elsewhere" if others else "only pyright: ours has nothing"
    how = ours.how[edge]
    others = _others(edge, ours.sites[edge], theirs)
    return f"only ours: {how}, pyright's " + ("leads elsewhere" if others else "has nothing")


def _others(edge: Edge, sites: set[Site], answers: Answers) -> list[Edge]:
    """Edges of the same sites."""
    return [one for one, own in answers.sites.items() if one != edge and own & sites]


def _told(project: Project, edge: Edge, ours: Answers, theirs: Answers) -> str:
    own, other = ours.sites.get(edge, set()), theirs.sites.get(edge, set())
    path, line, column = min(own | other)
    (caller_path, caller_line), (callee_path, callee_line) = edge
    name = ours.names.get(edge[1]) or theirs.names.get(edge[1]) or ""
    callee = f"{callee_path}:{callee_line} {name}".strip()
    beside = [
        f"{one[1][0]}:{one[1][1]}"
        for answers in (ours, theirs)
        for one in _others(edge, own | other, answers)
    ]
    more = f" (else {', '.join(sorted(set(beside))[:4])})" if beside else ""
    where = f"{caller_path}:{caller_line}"
    return f"{where} at {path}:{line}:{column} -> {callee}{more} | {project.line(path, line)[:90]}"


if __name__ == "__main__":
    main()
