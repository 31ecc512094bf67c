"""Claims made by `ast` about calls: which, in what order, how often, given what."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from benchmarks.support.ast_claim_words import COMPREHENSIONS, texts_in
from benchmarks.support.ast_claims import Function, Said, dotted, last
from benchmarks.support.ast_claims_of_blocks import in_loop


def calls(f: Function) -> Iterator[Said]:
    """What is called, and what a neighbour calls."""
    for name in sorted({str(dotted(call.func)) for call in f.calls}):
        yield Said("calls", f"calls `{name}`", True)
        yield Said("never calls", f"never calls `{name}`", False)
    for name in f.foreign_calls[:2]:
        yield Said("calls", f"calls `{name}`", False)
        yield Said("never calls", f"never calls `{name}`", True)
        yield Said("uses", f"uses `{name}`", False)


def joined(f: Function) -> Iterator[Said]:
    """Two calls, in one sentence."""
    names = sorted({str(dotted(call.func)) for call in f.calls})
    for one, other in pairwise(names):
        yield Said("calls A and B", f"calls `{one}` and `{other}`", True)
        yield Said("neither", f"calls neither `{one}` nor `{other}`", False)
    if names and f.foreign_calls:
        known, foreign = names[0], f.foreign_calls[0]
        yield Said("calls A and B", f"calls `{known}` and `{foreign}`", False)
        yield Said("calls A and B", f"calls `{foreign}` and `{known}`", False)
        yield Said("A but not B", f"calls `{known}` but not `{foreign}`", True)
        yield Said("A but not B", f"calls `{foreign}` but not `{known}`", False)
        yield Said("neither", f"calls neither `{known}` nor `{foreign}`", False)
        yield Said("or", f"calls `{known}` or `{foreign}`", True)
        yield Said("A instead of B", f"calls `{foreign}` instead of `{known}`", False)


def order(f: Function) -> Iterator[Said]:
    """Calls in statements that stand one after the other at the top."""
    at = []
    for name, call in f.lone_calls():
        statement = next(n for n in (call, *f.around(call)) if f.above[n] is f.node)
        if isinstance(statement, ast.Expr | ast.Assign | ast.Return) and statement in f.node.body:
            at.append((f.node.body.index(statement), name))
    at.sort()
    for (line, one), (later, other) in pairwise(at):
        if line == later:
            continue
        yield Said("before", f"calls `{one}` before `{other}`", True)
        yield Said("before", f"calls `{other}` before `{one}`", False)
        yield Said("after", f"calls `{other}` after `{one}`", True)
        yield Said("after", f"calls `{one}` after `{other}`", False)
        yield Said("then", f"calls `{one}`, then `{other}`", True)
        yield Said("then", f"calls `{other}`, then `{one}`", False)


def passing(f: Function) -> Iterator[Said]:
    """What is passed to what."""
    for name, call in f.lone_calls():
        own = {text for a in call.args if (text := dotted(a))}
        everything = {
            t for a in (*call.args, *(k.value for k in call.keywords)) for t in texts_in(a)
        }
        for text in sorted(own):
            yield Said("passes", f"passes `{text}` to `{name}`", True)
        if last(call) == "super":
            continue  # `super().f(x)` may be said to pass x to it
        kept = {  # `self.x = x` gives the one when it gives the other
            n.attr for n in f.nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
        }
        params = {a.arg for a in f.node.args.args} - {"self", "cls", *kept}
        stored = {n.id for n in f.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        if not (everything & stored) and not any(isinstance(a, ast.Starred) for a in call.args):
            for text in sorted(params - everything - texts_in(call.func))[:2]:
                yield Said("passes", f"passes `{text}` to `{name}`", False)
        for keyword in call.keywords:
            match keyword:
                case ast.keyword(arg=str(word), value=ast.Constant(value=bool() | int() as value)):
                    yield Said("keyword", f"calls `{name}` with `{word}={value}`", True)
                    other = (not value) if isinstance(value, bool) else value + 1
                    yield Said("keyword", f"calls `{name}` with `{word}={other}`", False)
                    yield Said("without", f"calls `{name}` without `{word}`", False)


def times(f: Function) -> Iterator[Said]:
    """How often something stands there."""
    for name, n in f.calls_of.items():
        of_it = [c for c in f.calls if last(c) == name]
        if (
            any(in_loop(f, c) is not False for c in of_it)
            or len({dotted(c.func) for c in of_it}) > 1
        ):
            continue
        text = str(dotted(of_it[0].func))
        if n <= 3 and all(_is_at_top(f, c) for c in of_it):
            words = {1: "once", 2: "twice", 3: "three times"}
            for number, word in words.items():
                yield Said("times", f"calls `{text}` exactly {word}", number == n)


def _is_at_top(f: Function, call: ast.Call) -> bool:
    """Whether it runs whenever the function does: nothing asks, and nothing leaves before."""
    statement = _statement(f, call)
    asks = ast.BoolOp | ast.IfExp | COMPREHENSIONS
    if f.above[statement] is not f.node or any(isinstance(n, asks) for n in f.around(call)):
        return False
    if not isinstance(statement, ast.Expr | ast.Assign | ast.Return):
        return False
    before = f.node.body[: f.node.body.index(statement)]
    return not any(isinstance(n, ast.Return | ast.Raise) for s in before for n in ast.walk(s))


def _statement(f: Function, node: ast.AST) -> ast.AST:
    return next(n for n in (node, *f.around(node)) if isinstance(n, ast.stmt))
