"""Flow of a Python scope: what its statements do with values."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from codewitness.model.flow import Flow
from codewitness.model.names import spelt
from codewitness.syntax.flow.python.assignments import ASSIGNMENTS
from codewitness.syntax.flow.python.calls import CALLS
from codewitness.syntax.flow.python.definitions import DEFINITIONS
from codewitness.syntax.flow.python.displays import DISPLAYS
from codewitness.syntax.flow.python.names import NAMES
from codewitness.syntax.flow.python.operators import OPERATIONS
from codewitness.syntax.flow.python.reader import Read, Reader
from codewitness.syntax.flow.python.statements import STATEMENTS, block
from codewitness.syntax.scopes import Scope

_TABLE: dict[str, Read] = {
    **NAMES,
    **CALLS,
    **OPERATIONS,
    **DISPLAYS,
    **ASSIGNMENTS,
    **STATEMENTS,
    **DEFINITIONS,
}


def python_flow(scope: Scope | None, root: Node, nested: Sequence[Scope], raw: bytes) -> Flow:
    """The flow of `scope` (None for the module `root`), whose direct children are `nested`."""
    base = 0 if scope is None else scope.node.start_byte
    children = {child.node.start_byte: k for k, child in enumerate(nested)}
    parameters = [] if scope is None else [_text(name) for name in scope.parameters]
    reader = Reader(_TABLE, raw, base, children, parameters)
    if scope is None:
        block(reader, root)
    elif scope.body_node is not None and scope.node.type == "lambda":
        reader.recorder.flow.returns.append(reader.value(scope.body_node))
    elif scope.body_node is not None:
        block(reader, scope.body_node)
        if parameters and scope.name_node is not None and _text(scope.name_node) == "__init__":
            reader.recorder.note_surely_given(parameters[0])
    return reader.recorder.end()


def _text(node: Node) -> str:
    return spelt(node.text or b"")
