"""Claims made by `ast` about what is caught, and what is done then."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.support.ast_claim_words import CONSTANTS
from benchmarks.support.ast_claims import Function, Said, dotted


def catches(f: Function) -> Iterator[Said]:
    """What is caught, and what is done then."""
    handlers = [n for n in f.nodes if isinstance(n, ast.ExceptHandler)]
    if not handlers:
        return
    caught = [_caught(h) for h in handlers]
    for handler, names in zip(handlers, caught, strict=True):
        for name in names:
            yield Said("catches", f"catches `{name}`", True)
            yield Said("never catches", f"never catches `{name}`", False)
            if sum(name in one for one in caught) == 1:
                yield from _said_of_handler(name, handler)
    of_all = {"Exception", "BaseException", "ArithmeticError", "ZeroDivisionError"}
    if not of_all & f.words and all(handler.type is not None for handler in handlers):
        yield Said("catches", "catches `ZeroDivisionError`", False)


def _caught(handler: ast.ExceptHandler) -> list[str]:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [text for one in types if one is not None and (text := dotted(one))]


def _said_of_handler(name: str, handler: ast.ExceptHandler) -> Iterator[Said]:
    first = handler.body[0]
    does_nothing = isinstance(first, ast.Pass) and len(handler.body) == 1
    reraises = isinstance(handler.body[-1], ast.Raise) and handler.body[-1].exc is None
    within = [n for s in handler.body for n in ast.walk(s)]
    leaves = any(isinstance(n, ast.Raise) for n in within) or any(
        isinstance(n, ast.Call) and (dotted(n.func) or "").endswith("exit") for n in within
    )
    if does_nothing or reraises or not leaves:
        yield Said("swallows", f"swallows `{name}`", not reraises)
        yield Said("re-raises", f"catches `{name}` and re-raises it", reraises)
    match first:
        case ast.Return(value=ast.Constant(value=value)) if value in CONSTANTS:
            for one in CONSTANTS:
                text = f"returns {one} when `{name}` is caught"
                yield Said("returns when caught", text, one is value)


def handled(f: Function) -> Iterator[Said]:
    """Calls in a handler of one exception."""
    for node in f.nodes:
        if not (isinstance(node, ast.Try) and len(node.handlers) == 1) or "suppress" in f.words:
            continue
        caught = dotted(node.handlers[0].type)
        if caught is None or sum(isinstance(n, ast.ExceptHandler) for n in f.nodes) > 1:
            continue
        top = {
            id(n)
            for s in node.handlers[0].body
            if isinstance(s, ast.Expr | ast.Assign | ast.Return)
            for n in ast.walk(s)
        }
        tried = {id(n) for s in node.body for n in ast.walk(s)}
        orelse = {id(n) for s in node.orelse for n in ast.walk(s)}
        for name, call in f.lone_calls():
            if id(call) in top:
                yield Said("when caught", f"calls `{name}` when `{caught}` is caught", True)
                yield Said("when caught", f"only calls `{name}` when `{caught}` is caught", True)
                yield Said("when caught", f"calls `{name}` when `{caught}` is raised", True)
            elif id(call) in orelse:
                yield Said("when caught", f"calls `{name}` when `{caught}` is caught", False)
            elif id(call) in tried:
                yield Said("when caught", f"calls `{name}` when `{caught}` is caught", False)
                yield Said("catches from", f"catches `{caught}` raised by `{name}`", True)
            else:
                yield Said("catches from", f"catches `{caught}` raised by `{name}`", False)
        raised = [n for s in node.handlers[0].body for n in ast.walk(s) if isinstance(n, ast.Raise)]
        if len(raised) == 1 and raised[0] in node.handlers[0].body:
            exc = raised[0].exc.func if isinstance(raised[0].exc, ast.Call) else raised[0].exc
            text = dotted(exc)
            if text and text[:1].isupper() and text != caught:
                yield Said("converts", f"converts `{caught}` to `{text}`", True)
                yield Said("converts", f"converts `{text}` to `{caught}`", False)
                yield Said("converts", f"catches `{caught}` and raises `{text}`", True)
