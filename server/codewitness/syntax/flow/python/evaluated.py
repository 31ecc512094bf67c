"""What code in a text calls that `eval` or `exec` is given as it stands."""

from __future__ import annotations

import ast
import re

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.python.reader import Reader

EVALUATING = ("eval", "exec")
_MAX_CODE = 400  # characters of such a text
_NAMES_OF_ITS_OWN = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
_OWN = re.compile(rb"\b(?:def|class|import|as)[ \t]+(?:eval|exec)\b")


def evaluated(reader: Reader, given: Node) -> Expression:
    """Record the calls in a text that is run here; gives what its last expression is."""
    text = reader.text(given)
    is_code = given.type == "string" and "(" in text and len(text) <= _MAX_CODE
    if not is_code or _OWN.search(reader.raw) is not None:
        return None
    try:
        body = ast.parse(ast.literal_eval(text).strip()).body
    except (SyntaxError, ValueError, AttributeError):
        return None
    found: Expression = None
    for statement in body:
        if isinstance(statement, ast.Expr | ast.Assign):
            found = _read(reader, given, statement.value)
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    reader.recorder.assign(target.id, found)
    return found


def _read(reader: Reader, at: Node, node: ast.expr) -> Expression:
    match node:
        case ast.Name(id=name):
            return reader.recorder.read(name)
        case ast.Constant(value=int() | str() as value):
            return ["k", value]
        case ast.Attribute(value=value, attr=name):
            base = _read(reader, at, value)
            return None if base is None else ["a", base, name]
        case ast.Call(func=callee, args=arguments, keywords=keywords):
            meant = _read(reader, at, callee)
            given = [_read(reader, at, one) for one in arguments]
            named: list[Expression] = []
            for one in keywords:
                named += (one.arg or "**", _read(reader, at, one.value))
            return None if meant is None else ["c", reader.site("c", meant, at, given, named)]
    is_read = not isinstance(node, _NAMES_OF_ITS_OWN)
    for part in ast.iter_child_nodes(node) if is_read else ():
        if isinstance(part, ast.expr):
            _read(reader, at, part)
    return None
