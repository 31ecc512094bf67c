"""Where notebooks (`.ipynb`) name a definition of Python: their cells, not read, may call it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.graph.files import Scope
from codewitness.engine.view import Folder
from codewitness.features.call_graph import CallGraph, module_symbol
from codewitness.features.places import Place
from codewitness.model.files import Reason
from codewitness.model.text import Span

_ENDING = ".ipynb"
_MAKERS = frozenset({"__init__", "__new__"})
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_SOURCE = re.compile(
    rb'"source"\s*:\s*(?:\[(?:\s*+' + _STRING + rb"\s*+,?)*+\s*\]|" + _STRING + rb")"
)
_KIND = re.compile(rb'"cell_type"\s*:\s*"(\w+)"')
_IMPORT = re.compile(r'["\s]*(?:import|from)\s')


def in_notebooks(graph: CallGraph, function: Scope) -> Iterator[tuple[Place, Span]]:
    """The notebooks that name it in cells of code, and the word.

    If one can't be looked at, the graph is no longer `is_complete`.
    """
    if function.file.language != "python":
        return
    name = _written(function).encode()
    # A cell may be one text, whose lines are parted by `\n` as it is written.
    word = re.compile(rb"(?:(?<![\w$])|(?<=\\[nt]))" + re.escape(name) + rb"(?![\w$])")
    for path in _paths(graph.folder):
        graph.graph.cells.check()
        source = graph.reading.source(graph.folder, path)
        if source is None:
            graph.is_complete = False
            continue
        symbol = replace(module_symbol(path, "json", ""), qualified_name=path)
        place = Place(folder=graph.folder, symbol=symbol, source=source)
        for cell in _code_cells(source.text.raw) if name in source.text.raw else ():
            for match in word.finditer(source.text.raw, cell.start, cell.end):
                line = source.text.line_text(source.text.line_at(match.start()))
                if _IMPORT.match(line) is None:
                    yield place, Span(*match.span())


def _written(function: Scope) -> str:
    """The name that calls it: what makes an object is called by the name of its class."""
    owner = function.parent
    is_maker = function.name in _MAKERS and owner is not None and owner.is_class
    return owner.name if owner is not None and is_maker else function.name


def _paths(folder: Folder) -> list[str]:
    unread = (one.path for one in folder.view.skipped if one.reason is Reason.UNSUPPORTED)
    return sorted(path for path in {*unread, *folder.documents} if path.endswith(_ENDING))


def _code_cells(raw: bytes) -> Iterator[Span]:
    for cell in _SOURCE.finditer(raw):
        kind = _KIND.match(raw, max(raw.rfind(b'"cell_type"', 0, cell.start()), 0))
        if kind is None or kind[1] == b"code":
            yield Span(*cell.span())
