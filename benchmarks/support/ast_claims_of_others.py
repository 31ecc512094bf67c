"""False claims made by `ast`: what stands in one block is said of another that the function has."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.support.ast_claim_words import texts_in, worded
from benchmarks.support.ast_claims import Function, Said, dotted

CHANGING = ast.For | ast.While | ast.comprehension | ast.Assign | ast.AugAssign | ast.NamedExpr


def other_loops(f: Function) -> Iterator[Said]:
    """A call in one `for`, said of another that goes over something else."""
    loops = [(n, text) for n in f.nodes if isinstance(n, ast.For) and (text := dotted(n.iter))]
    for name, call in f.lone_calls():
        around = set(map(id, f.around(call)))
        others = [text for loop, text in loops if id(loop) not in around]
        texts = {text for loop, _ in loops if id(loop) in around for text in texts_in(loop)}
        if not any(id(loop) in around for loop, _ in loops):
            continue
        for over in sorted(set(others) - texts):
            yield Said("each of another loop", f"calls `{name}` for each item of `{over}`", False)
            text = f"loops over `{over}` and calls `{name}` for each"
            yield Said("each of another loop", text, False)


def other_conditions(f: Function) -> Iterator[Said]:
    """A call under one `if` at the top, or under none, said to be under another."""
    asked = [n for n in f.node.body if isinstance(n, ast.If) and not _leaves(n)]
    if any(_leaves(n) for n in f.node.body if isinstance(n, ast.If)):
        return
    for name, call in f.lone_calls():
        around = list(f.around(call))
        deciding = [n for n in around if isinstance(n, ast.If | ast.IfExp | ast.BoolOp | CHANGING)]
        if len(deciding) != 1 or deciding[0] not in asked:
            continue
        own = texts_in(deciding[0])
        for other in asked:
            if other is deciding[0] or texts_in(other.test) & own:
                continue
            for words, denied in worded(other.test):
                yield Said("if of another", f"calls `{name}` if {words}", False)
                yield Said("if of another", f"only calls `{name}` if {words}", False)
                yield Said("if of another", f"calls `{name}` unless {denied}", False)


def _leaves(node: ast.If) -> bool:
    leaving = ast.Return | ast.Raise | ast.Continue | ast.Break
    return any(isinstance(one, leaving) for one in ast.walk(node))


def other_blocks(f: Function) -> Iterator[Said]:
    """A call in one `with`, or in none, said to be in another; the same of handlers."""
    entered = [
        (n, text)
        for n in f.nodes
        if isinstance(n, ast.With | ast.AsyncWith)
        for item in n.items
        if (text := dotted(item.context_expr))
    ]
    handlers = [
        (n, text) for n in f.nodes if isinstance(n, ast.ExceptHandler) and (text := dotted(n.type))
    ]
    for name, call in f.lone_calls():
        around = set(map(id, f.around(call)))
        own = {text for n, text in entered if id(n) in around}
        for other in sorted({text for n, text in entered if id(n) not in around} - own):
            yield Said("with of another", f"calls `{name}` inside `with {other}`", False)
        own = {text for n, text in handlers if id(n) in around}
        for caught in (
            sorted({text for n, text in handlers if id(n) not in around} - own) if own else ()
        ):
            yield Said("caught by another", f"calls `{name}` when `{caught}` is caught", False)
