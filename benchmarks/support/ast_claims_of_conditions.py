"""Claims made by `ast` about conditions: what is called, raised and returned if what."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.support.ast_claim_words import texts_in, worded
from benchmarks.support.ast_claims import Function, Said, dotted


def conditions(f: Function) -> Iterator[Said]:
    """Calls below one `if` of a name, at the top of a function."""
    for name, call in f.lone_calls():
        branches = [
            (n, below)
            for below, n in zip((call, *f.around(call)), f.around(call), strict=False)
            if isinstance(n, ast.If)
        ]
        deciding = [n for n in f.around(call) if not isinstance(n, _PLAIN)]
        if len(branches) != 1 or len(deciding) != 2 or f.above[branches[0][0]] is not f.node:
            continue
        asked, below = branches[0]
        if below is asked.test or (asked not in f.node.body):
            continue
        yield from _said_if(name, asked.test, below in asked.body)
        yield Said("always", f"always calls `{name}`", False)


_PLAIN = ast.expr | ast.Expr | ast.Assign | ast.Return | ast.AugAssign | ast.keyword | ast.AnnAssign


def _said_if(name: str, test: ast.AST, is_then: bool) -> Iterator[Said]:
    for words, denied in worded(test):
        yield Said("if", f"calls `{name}` if {words}", is_then)
        yield Said("if", f"calls `{name}` if {denied}", not is_then)
        yield Said("only if", f"only calls `{name}` if {words}", is_then)
        yield Said("only if", f"only calls `{name}` if {denied}", not is_then)
        yield Said("unless", f"calls `{name}` unless {words}", not is_then)
        yield Said("unless", f"calls `{name}` unless {denied}", is_then)


def guards(f: Function) -> Iterator[Said]:
    """`if x: return` before a call that stands at the top."""
    for at, guard in enumerate(f.node.body):
        if not (isinstance(guard, ast.If) and not guard.orelse):
            continue
        if not isinstance(guard.body[-1], ast.Return | ast.Raise):
            continue
        inside = {id(n) for n in ast.walk(guard)}
        later = {id(n) for s in f.node.body[at + 1 :] for n in ast.walk(s)}
        stored = {
            t
            for n in f.nodes
            if isinstance(getattr(n, "ctx", None), ast.Store) and (t := dotted(n))
        }
        tested = {t for n in ast.walk(guard.test) if (t := dotted(n))}
        if stored & tested:
            continue
        for name, call in f.lone_calls():
            for words, denied in worded(guard.test):
                if id(call) in later:
                    yield Said("guarded", f"calls `{name}` only if {denied}", True)
                    yield Said("guarded", f"calls `{name}` if {words}", False)
                    yield Said("guarded", f"does not call `{name}` if {words}", True)
                elif id(call) in inside and any(call is n for s in guard.body for n in ast.walk(s)):
                    yield Said("in guard", f"calls `{name}` only if {words}", True)
                    yield Said("in guard", f"calls `{name}` if {denied}", False)


def compound(f: Function) -> Iterator[Said]:
    """A call below `if a and b` or `if a or b`, at the top."""
    for node in f.node.body:
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.BoolOp)):
            continue
        parts = [list(worded(v)) for v in node.test.values]
        if len(parts) != 2 or not all(parts):
            continue
        if texts_in(node.test.values[0]) & texts_in(node.test.values[1]):
            continue  # which may leave no way at all
        (one, not_one), (other, not_other) = parts[0][0], parts[1][0]
        is_and = isinstance(node.test.op, ast.And)
        body = {
            id(n) for s in node.body if isinstance(s, ast.Expr | ast.Assign) for n in ast.walk(s)
        }
        for name, call in f.lone_calls():
            if id(call) not in body or any(
                isinstance(n, ast.BoolOp | ast.IfExp) for n in _until(f, call, node)
            ):
                continue
            yield Said("if A and B", f"calls `{name}` if {one} and {other}", True)
            yield Said("if A or B", f"calls `{name}` if {one} or {other}", not is_and)
            if is_and:
                yield Said("only if A of A and B", f"calls `{name}` only if {one}", True)
                yield Said("only if A of A and B", f"calls `{name}` if {not_one}", False)
                yield Said("only if A of A and B", f"calls `{name}` if {not_other}", False)
            else:
                yield Said("if A of A or B", f"calls `{name}` if {one}", True)
                yield Said("if A of A or B", f"calls `{name}` if {other}", True)
                yield Said("if A of A or B", f"calls `{name}` only if {one}", False)
                yield Said("if A of A or B", f"calls `{name}` if {not_one} and {not_other}", False)


def _until(f: Function, node: ast.AST, end: ast.AST) -> Iterator[ast.AST]:
    for one in f.around(node):
        if one is end:
            return
        yield one


def raises(f: Function) -> Iterator[Said]:
    """What is raised, where, and if what."""
    raised = {n: text for n in f.nodes if isinstance(n, ast.Raise) and (text := _raised(n))}
    for text in sorted(set(raised.values())):
        yield Said("raises", f"raises `{text}`", True)
        yield Said("never raises", f"never raises `{text}`", False)
    for node, text in raised.items():
        asked = f.above[node]
        lone = list(raised.values()).count(text) == 1
        if isinstance(asked, ast.If) and asked in f.node.body and lone:
            for words, denied in worded(asked.test):
                is_then = node in asked.body
                yield Said("raises if", f"raises `{text}` if {words}", is_then)
                yield Said("raises if", f"raises `{text}` if {denied}", not is_then)
                yield Said("raises unless", f"raises `{text}` unless {denied}", is_then)
                yield Said("raises unless", f"raises `{text}` unless {words}", not is_then)


def _raised(node: ast.Raise) -> str | None:
    exc = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    text = dotted(exc)
    return text if text and text.rpartition(".")[2][:1].isupper() else None
