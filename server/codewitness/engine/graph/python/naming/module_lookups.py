"""Which file a module's name means, asked so that an answer that changes is noticed.

Whoever asks depends on the question. When files come or go, those questions are asked again whose
answers something rests on, and only what rests on another answer now is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codewitness.engine.graph.cells import Cells, Key
from codewitness.engine.graph.python.naming.modules import Modules, folder_of
from codewitness.engine.graph.workspace import Workspace

MODULE = "module"  # the kind of a piece of facts that is an answer; its name is the question
_FIND, _INSIDE, _LIKE = "f", "i", "l"
_BETWEEN = "\0"  # is in no path and no name


class ModuleLookups:
    """`Modules` of a workspace, for the rules of its cells."""

    def __init__(self, workspace: Workspace, cells: Cells) -> None:
        self._workspace = workspace
        self._cells = cells

    def find(self, importer: str, name: str) -> str | None:
        """As `Modules.find`."""
        self._cells.note(MODULE, f"{_FIND}{_BETWEEN}{folder_of(importer)}{_BETWEEN}{name}")
        return self._workspace.modules.find(importer, name)

    def inside(self, module: str, name: str) -> str | None:
        """As `Modules.inside`."""
        self._cells.note(MODULE, f"{_INSIDE}{_BETWEEN}{module}{_BETWEEN}{name}")
        return self._workspace.modules.inside(module, name)

    def named_like(self, importer: str, begin: str, end: str) -> list[str]:
        """As `Modules.named_like`."""
        self._cells.note(MODULE, _BETWEEN.join((_LIKE, importer, begin, end)))
        return self._workspace.modules.named_like(importer, begin, end)


def answered_otherwise(old: Modules, new: Modules, questions: Iterable[str]) -> Iterator[Key]:
    """The pieces of facts that are another answer now."""
    if old.paths != new.paths:
        for question in questions:
            if _answer(old, question) != _answer(new, question):
                yield (MODULE, question)


def _answer(modules: Modules, question: str) -> object:
    kind, where, name, *more = question.split(_BETWEEN)
    if kind == _FIND:
        return modules.find_from(where, name)
    if kind == _INSIDE:
        return modules.inside(where, name)
    return modules.named_like(where, name, *more)
