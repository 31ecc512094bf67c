"""Claims made by `ast` about loops, `with`, `try` and what stands in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from benchmarks.support.ast_claim_words import COMPREHENSIONS, LOOPS, texts_in, worded
from benchmarks.support.ast_claims import Function, Said, dotted


def loops(f: Function) -> Iterator[Said]:
    """What is looped over, and what is called in a loop."""
    found = [n for n in f.nodes if isinstance(n, LOOPS)]
    comprehended = [n for n in f.nodes if isinstance(n, COMPREHENSIONS)]
    if not comprehended:
        yield Said("has a loop", "has a loop", bool(found))
        yield Said("has no loop", "has no loop", not found)
    over = {text for n in found if not isinstance(n, ast.While) and (text := dotted(n.iter))}
    for text in sorted(over):
        yield Said("loops over", f"loops over `{text}`", True)
    if found and not comprehended:
        named = {
            t
            for n in f.nodes
            if not isinstance(n, ast.Assign | ast.For) and (t := dotted(n)) is not None
            if not any(isinstance(a, ast.Assign | LOOPS) for a in f.around(n))
        }
        for text in sorted(named - over)[:3]:
            iterated = {w for n in found if not isinstance(n, ast.While) for w in texts_in(n.iter)}
            if text not in iterated and "while" not in _whiles(found, text):
                yield Said("loops over", f"loops over `{text}`", False)
    if found:
        for name, call in f.lone_calls():
            inside = in_loop(f, call)
            if inside is not None:
                yield Said("in a loop", f"calls `{name}` in a loop", inside)
                yield Said("outside any loop", f"calls `{name}` outside any loop", not inside)


def _whiles(found: list[ast.AST], text: str) -> str:
    tests = {w for n in found if isinstance(n, ast.While) for w in texts_in(n.test)}
    return "while" if text in tests else ""


def in_loop(f: Function, call: ast.AST) -> bool | None:
    """Whether it runs with each turn; None where that may be asked."""
    below: ast.AST = call
    for node in f.around(call):
        if isinstance(node, COMPREHENSIONS):
            return None
        if isinstance(node, LOOPS):
            if below in node.body:
                return True
            if isinstance(node, ast.While) or below in node.orelse:
                return None
        below = node
    return False


def blocks(f: Function) -> Iterator[Said]:
    """What is done in `with`, `try`, `finally` and in handlers."""
    has_try = any(isinstance(node, ast.Try) for node in f.nodes)
    for name, call in f.lone_calls():
        chain = [call, *f.around(call)]
        around = list(pairwise(chain))
        for below, node in around:
            if isinstance(node, ast.With | ast.AsyncWith) and below in node.body:
                for text in _entered(node):
                    yield Said("with", f"calls `{name}` inside `with {text}`", True)
        tries = [(below, node) for below, node in around if isinstance(node, ast.Try)]
        handlers = [b for b, node in around if isinstance(node, ast.ExceptHandler)]
        places = {
            ("finally", "in a finally block"): any(b in node.finalbody for b, node in tries),
            ("in try", "inside a try block"): any(b in node.body for b, node in tries),
            ("in except", "in an except block"): bool(handlers),
        }
        for (form, place), is_there in places.items() if has_try else ():
            yield Said(form, f"calls `{name}` {place}", is_there)
    for node in f.nodes:
        if isinstance(node, ast.With | ast.AsyncWith):
            for text in _entered(node):
                yield Said("context", f"uses `{text}` as a context manager", True)


def _entered(node: ast.With | ast.AsyncWith) -> list[str]:
    return [text for item in node.items if (text := dotted(item.context_expr)) is not None]


def stopping(f: Function) -> Iterator[Said]:
    """`break` and `continue` below an `if`, in a loop that stands at the top."""
    loops = [n for n in f.nodes if isinstance(n, ast.For | ast.While)]
    if len(loops) != 1:
        return
    exits = [n for n in f.nodes if isinstance(n, ast.Break | ast.Continue | ast.Return)]
    for node in exits:
        asked = f.above[node]
        if (
            isinstance(node, ast.Return)
            or not isinstance(asked, ast.If)
            or asked not in loops[0].body
        ):
            continue
        if sum(type(n) is type(node) for n in exits) > 1 or node not in asked.body:
            continue
        does = "stops the loop" if isinstance(node, ast.Break) else "skips to the next iteration"
        for words, denied in worded(asked.test):
            yield Said(type(node).__name__.lower(), f"{does} if {words}", True)
            yield Said(type(node).__name__.lower(), f"{does} if {denied}", False)
            yield Said(type(node).__name__.lower(), f"{does} unless {denied}", True)


CHOOSING = ast.IfExp | ast.BoolOp | COMPREHENSIONS


def each(f: Function) -> Iterator[Said]:
    """Calls for each of what is looped over."""
    loops = [n for n in f.nodes if isinstance(n, ast.For | ast.While)]
    if len(loops) != 1 or isinstance(loops[0], ast.While):
        return
    [loop] = loops
    over = dotted(loop.iter)
    plain = [s for s in loop.body if isinstance(s, ast.Expr | ast.Assign)]
    for name, call in f.lone_calls() if over is not None else ():
        around = list(f.around(call))
        if any(isinstance(n, CHOOSING) for n in around):
            continue
        if any(one in plain for one in around):
            yield Said("for each", f"calls `{name}` for each item of `{over}`", True)
            text = f"loops over `{over}` and calls `{name}` for each"
            yield Said("loops over and calls", text, True)
            yield Said("after the loop", f"calls `{name}` after the loop", False)
        elif loop not in around:
            yield Said("for each", f"calls `{name}` for each item of `{over}`", False)
            is_behind = call.lineno > loop.lineno
            if f.above[loop] is f.node:
                yield Said("after the loop", f"calls `{name}` after the loop", is_behind)
                yield Said("before the loop", f"calls `{name}` before the loop", not is_behind)
