"""The forms in which claims about Python functions are made by `ast`: see `ast_claims.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from support.ast_claims import Form, Function, Said, dotted, last

LOOPS = ast.For | ast.AsyncFor | ast.While
COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
CONSTANTS = (None, True, False)


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
    for one, other in zip(names, names[1:], strict=False):
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
    for (line, one), (later, other) in zip(at, at[1:], strict=False):
        if line == later:
            continue
        yield Said("before", f"calls `{one}` before `{other}`", True)
        yield Said("before", f"calls `{other}` before `{one}`", False)
        yield Said("after", f"calls `{other}` after `{one}`", True)
        yield Said("after", f"calls `{one}` after `{other}`", False)
        yield Said("then", f"calls `{one}`, then `{other}`", True)
        yield Said("then", f"calls `{other}`, then `{one}`", False)


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
            iterated = {w for n in found if not isinstance(n, ast.While) for w in _texts(n.iter)}
            if text not in iterated and "while" not in _whiles(found, text):
                yield Said("loops over", f"loops over `{text}`", False)
    if found:
        for name, call in f.lone_calls():
            inside = _in_loop(f, call)
            if inside is not None:
                yield Said("in a loop", f"calls `{name}` in a loop", inside)
                yield Said("outside any loop", f"calls `{name}` outside any loop", not inside)


def _whiles(found: list[ast.AST], text: str) -> str:
    tests = {w for n in found if isinstance(n, ast.While) for w in _texts(n.test)}
    return "while" if text in tests else ""


def _texts(node: ast.AST) -> set[str]:
    return {text for n in ast.walk(node) if (text := dotted(n))}


def _in_loop(f: Function, call: ast.AST) -> bool | None:
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
    for words, denied in _worded(test):
        yield Said("if", f"calls `{name}` if {words}", is_then)
        yield Said("if", f"calls `{name}` if {denied}", not is_then)
        yield Said("only if", f"only calls `{name}` if {words}", is_then)
        yield Said("only if", f"only calls `{name}` if {denied}", not is_then)
        yield Said("unless", f"calls `{name}` unless {words}", not is_then)
        yield Said("unless", f"calls `{name}` unless {denied}", is_then)


_COMPARED = {
    ast.Gt: ("is greater than", "is at most"),
    ast.Lt: ("is less than", "is at least"),
    ast.GtE: ("is at least", "is less than"),
    ast.LtE: ("is at most", "is greater than"),
    ast.Eq: ("is", "is not"),
    ast.NotEq: ("is not", "is"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("is in", "is not in"),
    ast.NotIn: ("is not in", "is in"),
}


def _worded(test: ast.AST) -> Iterator[tuple[str, str]]:
    """A condition in words, and its opposite."""
    match test:
        case ast.Name() | ast.Attribute() if (text := dotted(test)) is not None:
            yield f"`{text}` is truthy", f"`{text}` is falsy"
            yield f"`{text}` is set", f"`{text}` is not set"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            for words, denied in _worded(operand):
                yield denied, words
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            one, other = dotted(left), _value(right)
            if one is not None and other is not None:
                words, denied = _COMPARED[type(op)]
                yield f"`{one}` {words} {other}", f"`{one}` {denied} {other}"


def _value(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=None | bool() | int() | str() as value):
            text = ast.unparse(node)
            return text if value in CONSTANTS else f"`{text}`" if "`" not in text else None
    text = dotted(node)
    return None if text is None else f"`{text}`"


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
            for words, denied in _worded(asked.test):
                is_then = node in asked.body
                yield Said("raises if", f"raises `{text}` if {words}", is_then)
                yield Said("raises if", f"raises `{text}` if {denied}", not is_then)
                yield Said("raises unless", f"raises `{text}` unless {denied}", is_then)
                yield Said("raises unless", f"raises `{text}` unless {words}", not is_then)


def _raised(node: ast.Raise) -> str | None:
    exc = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    text = dotted(exc)
    return text if text and text.rpartition(".")[2][:1].isupper() else None


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
    if not {"Exception", "BaseException", "ArithmeticError", "ZeroDivisionError"} & f.words:
        if all(h.type is not None for h in handlers):
            yield Said("catches", "catches `ZeroDivisionError`", False)


def _caught(handler: ast.ExceptHandler) -> list[str]:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [text for one in types if one is not None and (text := dotted(one))]


def _said_of_handler(name: str, handler: ast.ExceptHandler) -> Iterator[Said]:
    first = handler.body[0]
    does_nothing = isinstance(first, ast.Pass) and len(handler.body) == 1
    reraises = isinstance(handler.body[-1], ast.Raise) and handler.body[-1].exc is None
    has_raise = any(isinstance(n, ast.Raise) for s in handler.body for n in ast.walk(s))
    if does_nothing or reraises or not has_raise:
        yield Said("swallows", f"swallows `{name}`", not reraises)
        yield Said("re-raises", f"catches `{name}` and re-raises it", reraises)
    match first:
        case ast.Return(value=ast.Constant(value=value)) if value in CONSTANTS:
            for one in CONSTANTS:
                text = f"returns {one} when `{name}` is caught"
                yield Said("returns when caught", text, one is value)


def returns(f: Function) -> Iterator[Said]:
    """What is returned, and if what."""
    found = [n for n in f.nodes if isinstance(n, ast.Return)]
    generator = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in f.nodes)
    yield Said("is a generator", "is a generator", generator)
    if generator:
        return
    if all(n.value is None for n in found):
        yield Said("returns nothing", "returns nothing", True)
    elif not any(isinstance(n.value, ast.Constant) and n.value.value is None for n in found):
        yield Said("returns nothing", "returns nothing", False)
    for node in found:
        yield from _said_of_return(f, node, found)


def _said_of_return(f: Function, node: ast.Return, found: list[ast.Return]) -> Iterator[Said]:
    asked = f.above[node]
    match node.value:
        case ast.Constant(value=value) if value in CONSTANTS:
            yield Said("returns constant", f"returns {value}", True)
            others = [
                n for n in found if isinstance(n.value, ast.Constant) and n.value.value == value
            ]
            if isinstance(asked, ast.If) and asked in f.node.body and len(others) == 1:
                ends_otherwise = value is not None or _ends(f.node)
                for words, denied in _worded(asked.test):
                    if node not in asked.body:
                        words, denied = denied, words
                    yield Said("returns if", f"returns {value} if {words}", True)
                    if ends_otherwise and len(found) == 2 and _is_other(found, node):
                        yield Said("returns if", f"returns {value} if {denied}", False)
                        yield Said("returns unless", f"returns {value} unless {words}", False)
        case ast.Name() | ast.Attribute() if (text := dotted(node.value)) is not None:
            yield Said("returns name", f"returns `{text}`", True)
        case ast.Call(func=func) if (text := dotted(func)) is not None:
            yield Said("returns a call's result", f"returns the result of `{text}`", True)
    if len(found) == 1 and isinstance(node.value, ast.Call) and f.node.body[-1] is node:
        inner = {last(c) for c in f.calls if any(c is n for n in ast.walk(node))}
        named = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        if not named & {
            t.id
            for n in f.nodes
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            for t in [n]
        }:
            for name, call in f.lone_calls():
                if last(call) not in inner:
                    text = f"returns the result of `{name}`"
                    yield Said("returns a call's result", text, False)


def _ends(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return isinstance(node.body[-1], ast.Return | ast.Raise)


def _is_other(found: list[ast.Return], node: ast.Return) -> bool:
    other = next(n for n in found if n is not node)
    own = node.value.value if isinstance(node.value, ast.Constant) else ""
    return isinstance(other.value, ast.Constant) and other.value.value != own


def passing(f: Function) -> Iterator[Said]:
    """What is passed to what."""
    for name, call in f.lone_calls():
        own = {text for a in call.args if (text := dotted(a))}
        everything = {t for a in (*call.args, *(k.value for k in call.keywords)) for t in _texts(a)}
        for text in sorted(own):
            yield Said("passes", f"passes `{text}` to `{name}`", True)
        if last(call) == "super":
            continue  # `super().f(x)` may be said to pass x to it
        params = {a.arg for a in f.node.args.args} - {"self", "cls"}
        stored = {n.id for n in f.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        if not (everything & stored) and not any(isinstance(a, ast.Starred) for a in call.args):
            for text in sorted(params - everything - _texts(call.func))[:2]:
                yield Said("passes", f"passes `{text}` to `{name}`", False)
        for keyword in call.keywords:
            match keyword:
                case ast.keyword(arg=str(word), value=ast.Constant(value=bool() | int() as value)):
                    yield Said("keyword", f"calls `{name}` with `{word}={value}`", True)
                    other = (not value) if isinstance(value, bool) else value + 1
                    yield Said("keyword", f"calls `{name}` with `{word}={other}`", False)
                    yield Said("without", f"calls `{name}` without `{word}`", False)


def writes(f: Function) -> Iterator[Said]:
    """Attributes of self that are written, read, counted up."""
    attributes = [
        n
        for n in f.nodes
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == "self"
    ]
    stored = {n.attr for n in attributes if isinstance(n.ctx, ast.Store)}
    deleted = {n.attr for n in attributes if isinstance(n.ctx, ast.Del)}
    changed = {  # by a call, or an item: a reader may say that it is written
        n.attr
        for n in attributes
        if isinstance(f.above[n], ast.Attribute | ast.Subscript | ast.Call)
    }
    for name in sorted({n.attr for n in attributes}):
        if name in stored:
            yield Said("sets", f"sets `self.{name}`", True)
            yield Said("never sets", f"never sets `self.{name}`", False)
        elif name not in deleted | changed:
            yield Said("sets", f"sets `self.{name}`", False)
            yield Said("never sets", f"never sets `self.{name}`", True)
            yield Said("reads", f"reads `self.{name}`", True)
    for node in f.nodes:
        match node:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)],
                value=ast.Constant(value=value),
            ) if value in CONSTANTS:
                yield Said("sets to", f"sets `self.{name}` to {value}", True)
                if sum(n.attr == name and isinstance(n.ctx, ast.Store) for n in attributes) == 1:
                    for other in CONSTANTS:
                        if other is not value:
                            yield Said("sets to", f"sets `self.{name}` to {other}", False)
            case ast.AugAssign(
                target=ast.Attribute(value=ast.Name(id="self"), attr=name),
                op=ast.Add() | ast.Sub() as op,
                value=ast.Constant(value=int()),
            ):
                yield Said("increments", f"increments `self.{name}`", isinstance(op, ast.Add))
                yield Said("decrements", f"decrements `self.{name}`", isinstance(op, ast.Sub))


def signature(f: Function) -> Iterator[Said]:
    """Parameters, defaults, decorators, being async."""
    arguments = f.node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    names = [a.arg for a in every if a.arg not in ("self", "cls")]
    yield Said("is async", "is async", isinstance(f.node, ast.AsyncFunctionDef))
    for name in names[:2]:
        yield Said("takes", f"takes a parameter `{name}`", True)
        yield Said("has no parameter", f"has no parameter `{name}`", False)
    foreign = next((n.rpartition(".")[2] for n in f.foreign_calls), None)
    if foreign is not None and arguments.kwarg is None:
        yield Said("takes", f"takes a parameter `{foreign}`", False)
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = list(zip(reversed(positional), reversed(arguments.defaults), strict=False))
    pairs += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d]
    for argument, default in pairs:
        match default:
            case ast.Constant(value=None | bool() | int() as value):
                other = 17 if value != 17 else 18
                for one in (value, other):
                    text = f"has a parameter `{argument.arg}` that defaults to {one}"
                    yield Said("defaults", text, one is value)
    for decorator in f.node.decorator_list:
        text = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if text:
            yield Said("decorated", f"is decorated with `{text}`", True)
    yield Said("decorated", "is decorated with `functools.cache`", False)


def blocks(f: Function) -> Iterator[Said]:
    """What is done in `with`, `try`, `finally` and in handlers."""
    for name, call in f.lone_calls():
        below: ast.AST = call
        places = {"finally": False, "try": False, "except": False}
        for node in f.around(call):
            if isinstance(node, ast.With | ast.AsyncWith) and below in node.body:
                for item in node.items:
                    text = dotted(item.context_expr)
                    if text is not None:
                        yield Said("with", f"calls `{name}` inside `with {text}`", True)
            if isinstance(node, ast.Try):
                places["finally"] |= below in node.finalbody
                places["try"] |= below in node.body
            places["except"] |= isinstance(node, ast.ExceptHandler) and below in node.body
            below = node
        tries = [n for n in f.nodes if isinstance(n, ast.Try)]
        if tries:
            yield Said("finally", f"calls `{name}` in a finally block", places["finally"])
            yield Said("in try", f"calls `{name}` inside a try block", places["try"])
            yield Said("in except", f"calls `{name}` in an except block", places["except"])
    for node in f.nodes:
        if isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                text = dotted(item.context_expr)
                if text is not None:
                    yield Said("context", f"uses `{text}` as a context manager", True)


def keys(f: Function) -> Iterator[Said]:
    """Keys that are read, set, deleted."""
    found: dict[str, set[type]] = {}
    for node in f.nodes:
        match node:
            case ast.Subscript(value=value, slice=ast.Constant(value=str(key)), ctx=context):
                text = dotted(value)
                if text is not None and "`" not in key:
                    found.setdefault(f'{text}["{key}"]', set()).add(type(context))
    for text, contexts in found.items():
        yield (
            Said("reads key", f"reads `{text}`", True)
            if ast.Load in contexts
            else Said("reads key", f"never reads `{text}`", True)
        )
        yield Said("sets key", f"sets `{text}`", ast.Store in contexts)
        yield Said("deletes key", f"deletes `{text}`", ast.Del in contexts)


def times(f: Function) -> Iterator[Said]:
    """How often something stands there."""
    for name, n in f.calls_of.items():
        of_it = [c for c in f.calls if last(c) == name]
        if (
            any(_in_loop(f, c) is not False for c in of_it)
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


FORMS: tuple[Form, ...] = (
    *(calls, joined, order, loops, conditions, raises, catches, returns, passing, writes),
    *(signature, blocks, keys, times),
)
