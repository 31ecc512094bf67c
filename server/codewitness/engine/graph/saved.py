"""The edges of a graph as bytes, and back: so that a restart has what was linked before it.

Beside the edges there is what they rest on, and for each file the hash of its text and what it says
of that. A graph of the same files takes all of it over; where the text of a file is another one
now, or the file is new or gone, what rests on anything that the file said or says is left to be
linked again, and what rests on a module that a name does not mean any more. Of other code nothing
is taken over.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from codewitness.engine.graph.cells import Key
from codewitness.engine.graph.files import File
from codewitness.engine.graph.graph import Graph
from codewitness.engine.graph.links import Kept
from codewitness.engine.graph.python.naming.module_lookups import MODULE, answered_otherwise
from codewitness.engine.graph.python.naming.modules import Modules
from codewitness.engine.graph.traces import Trace
from codewitness.engine.graph.workspace import Workspace

_DIGEST_BYTES = 32
_BETWEEN_CHECKS = 1_000  # scopes


class Unusable(ValueError):
    """Bytes that are not what `saved` has made: cut short, or changed."""


def saved(graph: Graph, stamp: str, check: Callable[[], None]) -> Callable[[], bytes]:
    """What makes the bytes, for a time when others may use the graph again.

    stamp: what made the edges. `check` is called now and then, and may raise to stop the work.
    """
    words: dict[str | tuple[str, ...], int] = {}
    trace, numbers = graph.cells.traced()
    check()
    kept = array("I")
    for n, (key, number, edges) in enumerate(graph.links.kept()):
        place = numbers.get(number)
        if place is not None:
            kept.extend((words.setdefault(key, len(words)), place, len(edges) // 3))
            kept.extend(_edges(edges, words))
        if n % _BETWEEN_CHECKS == 0:
            check()
    kinds = sorted({kind for kind, _ in trace.sources})
    places = array("I")
    for (kind, name), node in trace.sources.items():
        places.extend((kinds.index(kind), words.setdefault(name, len(words)), node))
    check()
    said = {source: n for n, source in enumerate(trace.sources) if source[0] != "scope"}
    files = []
    for path, file in graph.workspace.files.items():
        files.append([path, file.sha256, [said[one] for one in sources_of(file) if one in said]])
        check()
    arrays = [kept, places, trace.first, trace.to, trace.made_first, trace.made]
    head = [_state(graph, stamp), files, kinds, [len(one) for one in arrays]]
    return lambda: _bytes([head, list(words)], arrays)


def restore(graph: Graph, data: bytes, stamp: str) -> bool:
    """Take over what is saved of the files of a graph that has linked nothing.

    False if it is of other code; `Unusable` if it is not whole.
    """
    ((state, files, kinds, sizes), words), rest = _parts(data)
    if state != _state(graph, stamp):
        return False
    kept, places, *parts = _arrays(rest, sizes)
    sources: dict[Key, int] = {}
    for at in range(0, len(places), 3):
        sources[kinds[places[at]], words[places[at + 1]]] = places[at + 2]
    trace = Trace.of(sources, *parts)
    gone = _outdated(graph.workspace, files, list(sources))
    words = [tuple(one) if isinstance(one, list) else sys.intern(one) for one in words]
    graph.links.restore(_kept(kept, words))
    graph.cells.restore(trace)
    graph.drop(gone)
    return True


def _outdated(
    workspace: Workspace, files: Sequence[tuple[str, str, list[int]]], sources: Sequence[Key]
) -> list[Key]:
    """Of all pieces of the facts as they were, and are, those that are others now.

    files: path, hash of the text, and numbers of its `sources`, of each file as it was.
    """
    now = workspace.files
    then = {path: sha256 for path, sha256, _ in files}
    changed = {path for path in then if path not in now or now[path].sha256 != then[path]}
    gone = [key for key in sources if key[0] == "scope" and key[1].partition("::")[0] in changed]
    for path, _, said in files:
        if path in changed:
            gone += [sources[n] for n in said]
    for path in [path for path in now if path in changed or path not in then]:
        gone += sources_of(now[path])
        changed.add(path)
    if changed:
        gone.append(("indirect", ""))
    if then.keys() != now.keys():
        questions = (name for kind, name in sources if kind == MODULE)
        old = Modules(then, workspace.own_package)
        gone += answered_otherwise(old, workspace.modules, questions)
    return gone


def sources_of(file: File) -> Iterator[Key]:
    """All pieces of the facts that a file has a part in."""
    for scope in file.scopes:
        yield ("scope", scope.key)
        if scope.name:
            yield ("named", scope.name)
    for word in file.words.split("\t"):
        yield ("mention", word)
    if file.told:
        own, other, classes, aliases, properties, likenesses = json.loads(file.told)
        yield from (("own", one[1]) for one in own)
        yield from (("writes", one[0]) for one in other)
        yield from (("based", one[0]) for one in classes)
        yield from (("alias", one[0]) for one in aliases)
        yield from (("property", one) for one in properties)
        yield from (("likeness", "") for _ in likenesses)


def _state(graph: Graph, stamp: str) -> list[Any]:
    """What must be the same for the edges to be."""
    workspace = graph.workspace
    size = array("I").itemsize
    limits = [workspace.limits.is_large, workspace.limits.is_few]
    return [stamp, workspace.own_package, limits, sys.byteorder, size]


def _edges(edges: Kept, words: dict[str | tuple[str, ...], int]) -> Iterable[int]:
    """Site, code and what it leads to, by number and 0 for nothing, of each edge."""
    for at in range(0, len(edges), 3):
        what = edges[at + 2]
        yield edges[at]
        yield edges[at + 1]
        yield 0 if what is None else 1 + words.setdefault(what, len(words))


def _kept(kept: array[int], words: list[Any]) -> Iterator[tuple[str, int, Kept]]:
    at = 0
    what = [None, *words]
    while at < len(kept):
        key, number, n_edges = kept[at : at + 3]
        at += 3
        edges = kept[at : at + 3 * n_edges].tolist()
        edges[2::3] = [what[n] for n in edges[2::3]]
        at += 3 * n_edges
        yield words[key], number, edges


def _bytes(told: list[Any], arrays: list[array[int]]) -> bytes:
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    whole = b"".join([len(text).to_bytes(8, "big"), text, *(one.tobytes() for one in arrays)])
    packed = zlib.compress(whole, 1)
    return hashlib.sha256(packed).digest() + packed


def _parts(data: bytes) -> tuple[Any, bytes]:
    """What was told, and the bytes of the arrays."""
    digest, packed = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
    if hashlib.sha256(packed).digest() != digest:
        raise Unusable("the digest is another one")
    whole = zlib.decompress(packed)
    end = 8 + int.from_bytes(whole[:8], "big")
    return json.loads(whole[8:end]), whole[end:]


def _arrays(data: bytes, sizes: list[int]) -> Iterator[array[int]]:
    at = 0
    for size in sizes:
        one = array("I")
        end = at + size * one.itemsize
        one.frombytes(data[at:end])
        at = end
        yield one
