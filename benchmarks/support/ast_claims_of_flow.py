"""Claims made by `ast` about what leads to what: guards, branches, handlers, results handed on."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from support.ast_claim_forms import _value, _worded
from support.ast_claims import Form, Function, Said, dotted, last

LEAVES = ast.Return | ast.Raise | ast.Continue | ast.Break


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
            for words, denied in _worded(guard.test):
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
        parts = [list(_worded(v)) for v in node.test.values]
        if len(parts) != 2 or not all(parts):
            continue
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


def handled(f: Function) -> Iterator[Said]:
    """Calls in a handler of one exception."""
    for node in f.nodes:
        if not (isinstance(node, ast.Try) and len(node.handlers) == 1):
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


def handed_on(f: Function) -> Iterator[Said]:
    """A result that is kept, or given to the next call."""
    lone = dict((id(call), name) for name, call in f.lone_calls())
    writes = [n for n in f.nodes if isinstance(n, ast.Assign) and len(n.targets) == 1]
    for node in writes:
        target = dotted(node.targets[0])
        stored = {t for n in f.nodes if isinstance(getattr(n, "ctx", None), ast.Store) and (t := dotted(n))}
        if target is None or sum(dotted(w.targets[0]) == target for w in writes) > 1:
            continue
        if id(node.value) in lone:
            name = lone[id(node.value)]
            yield Said("stores the result", f"stores the result of `{name}` in `{target}`", True)
            for other, call in f.lone_calls():
                if not any(call is n for n in ast.walk(node.value)) and not _shares(node, call):
                    text = f"stores the result of `{other}` in `{target}`"
                    yield Said("stores the result", text, False)
                    break
        elif isinstance(node.value, ast.Name | ast.Attribute) and target.startswith("self."):
            text = str(dotted(node.value))
            if dotted(node.value):
                yield Said("stores", f"stores `{text}` in `{target}`", True)
                yield Said("stores", f"stores `{target}` in `{text}`", False)
    for name, call in f.lone_calls():
        for argument in call.args:
            if id(argument) in lone:
                inner = lone[id(argument)]
                yield Said("passes the result", f"passes the result of `{inner}` to `{name}`", True)
                yield Said(
                    "passes the result", f"passes the result of `{name}` to `{inner}`", False
                )


def _shares(assigned: ast.Assign, call: ast.Call) -> bool:
    """Whether the call's result may get there by way of a variable."""
    return (
        any(
            isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
            for n in ast.walk(assigned.value)
        )
        and False
    )


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
        for words, denied in _worded(asked.test):
            yield Said(type(node).__name__.lower(), f"{does} if {words}", True)
            yield Said(type(node).__name__.lower(), f"{does} if {denied}", False)
            yield Said(type(node).__name__.lower(), f"{does} unless {denied}", True)


def each(f: Function) -> Iterator[Said]:
    """Calls for each of what is looped over."""
    loops = [n for n in f.nodes if isinstance(n, ast.For)]
    if len(loops) != 1 or (over := dotted(loops[0].iter)) is None:
        return
    inside = {id(n) for s in loops[0].body for n in ast.walk(s)}
    plain = {
        id(n) for s in loops[0].body if isinstance(s, ast.Expr | ast.Assign) for n in ast.walk(s)
    }
    for name, call in f.lone_calls():
        if any(
            isinstance(
                n,
                ast.IfExp
                | ast.BoolOp
                | ast.GeneratorExp
                | ast.ListComp
                | ast.SetComp
                | ast.DictComp,
            )
            for n in f.around(call)
        ):
            continue
        if id(call) in plain:
            yield Said("for each", f"calls `{name}` for each item of `{over}`", True)
            yield Said(
                "loops over and calls", f"loops over `{over}` and calls `{name}` for each", True
            )
            yield Said("after the loop", f"calls `{name}` after the loop", False)
        elif id(call) not in inside:
            yield Said("for each", f"calls `{name}` for each item of `{over}`", False)
            line = call.lineno > loops[0].lineno
            if f.above[loops[0]] is f.node and call is not loops[0].iter:
                top = next(n for n in (call, *f.around(call)) if f.above[n] is f.node)
                if top is not loops[0]:
                    yield Said("after the loop", f"calls `{name}` after the loop", line)
                    yield Said("before the loop", f"calls `{name}` before the loop", not line)


def values(f: Function) -> Iterator[Said]:
    """What is returned, by its form."""
    found = [n for n in f.nodes if isinstance(n, ast.Return) and n.value is not None]
    for node in found:
        match node.value:
            case ast.Call(func=ast.Name(id="len"), args=[one]) if dotted(one):
                yield Said("returns length", f"returns the length of `{dotted(one)}`", True)
            case ast.Call(func=ast.Name(id="int" | "str" | "float" as kind), args=[one]) if dotted(
                one
            ):
                yield Said("converts to", f"converts `{dotted(one)}` to `{kind}`", True)
            case ast.Call(func=ast.Name(id="isinstance"), args=[one, kind]) if dotted(
                one
            ) and dotted(kind):
                text = f"checks whether `{dotted(one)}` is an instance of `{dotted(kind)}`"
                yield Said("isinstance", text, True)
            case ast.Compare(
                left=left, ops=[ast.Eq() | ast.NotEq() | ast.Gt() | ast.Lt()], comparators=[right]
            ):
                one, other = dotted(left), _value(right)
                if one and other:
                    yield Said("compares", f"compares `{one}` with {other}", True)
            case ast.UnaryOp(op=ast.Not(), operand=one) if dotted(one):
                yield Said("returns not", f"returns whether `{dotted(one)}` is falsy", True)
                yield Said("returns not", f"returns whether `{dotted(one)}` is truthy", False)
            case ast.Tuple(elts=elements) if len(elements) == 2 and all(
                dotted(e) for e in elements
            ):
                one, other = (str(dotted(e)) for e in elements)
                yield Said("returns tuple", f"returns `{one}` and `{other}`", True)
                yield Said("returns tuple", f"returns a tuple of `{one}` and `{other}`", True)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                one, other = _value(body), _value(orelse)
                if one and other and one != other and len(found) == 1:
                    for words, denied in _worded(test):
                        yield Said("returns if, ternary", f"returns {one} if {words}", True)
                        yield Said("returns if, ternary", f"returns {other} if {denied}", True)
                        yield Said("returns if, ternary", f"returns {one} if {denied}", False)
                        yield Said("returns if, ternary", f"returns {other} if {words}", False)
    for node in f.nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr="append"), args=[one]):
                text, into = dotted(one), dotted(owner)
                if text and into:
                    yield Said("appends", f"appends `{text}` to `{into}`", True)
                    yield Said("appends", f"appends `{into}` to `{text}`", False)


FLOW_FORMS: tuple[Form, ...] = (*(guards, compound, handled, handed_on, stopping, each, values),)
