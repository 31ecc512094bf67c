"""A file as the index keeps it for the graph: small, and quick to be taken over.

Beside the flows it has what the look-ups of a workspace would have to read all flows for: the words
of the file, and what it tells of attributes, bases and names.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from codewitness.engine.graph.files import MODULE, File, Scope
from codewitness.engine.graph.flow_texts import lines_of
from codewitness.engine.graph.python.naming.lookups import told_by, words_of
from codewitness.model.facts import FileFacts, Kind

_KINDS = {kind.value: kind for kind in Kind}


def packed(facts: FileFacts, sha256: str) -> bytes:
    """What the graph needs of a file, small; `unpacked_file` is the way back."""
    rows, flows = _rows(facts), _flows(facts)
    file = _made(facts, sha256, rows, flows, _words)
    head = [facts.path, facts.language, facts.module, sha256, rows]
    lines = [_json(head), file.told, file.words, *flows]
    return zlib.compress("\n".join(lines).encode(), 1)


def unpacked_file(data: bytes) -> File:
    """The file that `packed` made this of; the texts of its flows are read when needed."""
    head, told, words, *flows = lines_of(data)
    path, language, module, sha256, rows = json.loads(head)
    return _file(File(path, language, module, sha256, told, words, packed=data), rows, flows)


def file_of(facts: FileFacts, sha256: str) -> File:
    """The same from facts that are at hand, without the way there and back."""
    return _made(facts, sha256, _rows(facts), _flows(facts), _knwords)


@lru_cache(maxsize=4_096)  # of an edited file nearly all flows are as they were before
def _knwords(flow_text: str) -> frozenset[str]:
    return frozenset(words_of((flow_text,)))


def _words(flow_text: str) -> set[str]:
    return words_of((flow_text,))


def _made(
    facts: FileFacts,
    sha256: str,
    rows: list[list[Any]],
    flows: list[str],
    words: Callable[[str], Iterable[str]],
) -> File:
    file = _file(File(facts.path, facts.language, facts.module, sha256), rows, flows)
    file.take(flows)
    told = told_by(file)
    file.told = _json(told) if told else ""
    file.words = "\t".join(sorted(set().union(*(words(scope.flow_text) for scope in file.scopes))))
    return file


def _rows(facts: FileFacts) -> list[list[Any]]:
    return [
        [
            *(one.kind.value, one.name, one.qualified_name, one.parent, one.node_span.start),
            *(one.name_span.start, one.name_span.end, int(one.is_async)),
        ]
        for one in facts.definitions
    ]


def _flows(facts: FileFacts) -> list[str]:
    return [facts.module_facts.flow, *(one.facts.flow for one in facts.definitions)]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _file(file: File, rows: list[list[Any]], flows: list[str]) -> File:
    top = Scope(file, MODULE, f"{file.path}::", _n_flow(flows[0]))
    file.scopes.append(top)
    seen: dict[str, int] = {}
    for ordinal, (row, flow) in enumerate(zip(rows, flows[1:], strict=True)):
        kind, name, qualified, parent, node_start, name_start, name_end, is_async = row
        again = seen[qualified] = seen.get(qualified, -1) + 1
        key = f"{file.path}::{qualified}" + (f"#{again}" if again else "")
        scope = Scope(file, ordinal, key, _n_flow(flow))
        scope.kind, scope.name, scope.is_again_named = _KINDS[kind], sys.intern(name), again > 0
        scope.node_start, scope.n_name = node_start, name_end - name_start
        scope.name_after = name_start - node_start
        scope.is_class, scope.is_callable = scope.kind.is_classlike, scope.kind.is_callable
        scope.is_async = bool(is_async)
        scope.parent = file.scopes[parent + 1]
        scope.number = len(scope.parent.children)
        if not scope.number:
            scope.parent.children = []
        scope.parent.children.append(scope)
        file.scopes.append(scope)
    return file


def _n_flow(text: str) -> int:
    end = text.find("\t")
    return len(text) if end < 0 else end
