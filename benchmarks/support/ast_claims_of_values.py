"""Claims made by `ast` about values: returned, kept, handed on; and about signatures."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.support.ast_claim_words import CONSTANTS, value_of, worded
from benchmarks.support.ast_claims import Function, Said, dotted


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
    match node.value:
        case ast.Constant(value=value) if value in CONSTANTS:
            yield Said("returns constant", f"returns {value}", True)
            yield from _said_of_branch(f, node, found)
        case ast.Name() | ast.Attribute() if (text := dotted(node.value)) is not None:
            yield Said("returns name", f"returns `{text}`", True)
        case ast.Call(func=func) if (text := dotted(func)) is not None:
            yield Said("returns a call's result", f"returns the result of `{text}`", True)
    stored = {n.id for n in f.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    named = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    is_all = len(found) == 1 and f.node.body[-1] is node and isinstance(node.value, ast.Call)
    for name, call in f.lone_calls() if is_all and not named & stored else ():
        if all(call is not one for one in ast.walk(node)):
            yield Said("returns a call's result", f"returns the result of `{name}`", False)


def _said_of_branch(f: Function, node: ast.Return, found: list[ast.Return]) -> Iterator[Said]:
    """Of a constant that one branch at the top returns."""
    asked = f.above[node]
    value = _constant(node)
    is_lone = [_constant(one) for one in found].count(value) == 1
    if not (isinstance(asked, ast.If) and asked in f.node.body and is_lone):
        return
    is_ended = value is not None or isinstance(f.node.body[-1], ast.Return | ast.Raise)
    is_pair = len(found) == 2
    for words, denied in worded(asked.test):
        when, otherwise = (words, denied) if node in asked.body else (denied, words)
        yield Said("returns if", f"returns {value} if {when}", True)
        if is_ended and is_pair and all(isinstance(n.value, ast.Constant) for n in found):
            yield Said("returns if", f"returns {value} if {otherwise}", False)
            yield Said("returns unless", f"returns {value} unless {when}", False)


def _constant(node: ast.Return) -> object:
    return node.value.value if isinstance(node.value, ast.Constant) else node


def forms_of_values(f: Function) -> Iterator[Said]:
    """What is returned, by its form; what is put at an end."""
    found = [n for n in f.nodes if isinstance(n, ast.Return) and n.value is not None]
    for node in found:
        yield from _said_of_call(node.value)
        match node.value:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                one, other = dotted(left), value_of(right)
                if one and other and isinstance(op, ast.Eq | ast.NotEq | ast.Gt | ast.Lt):
                    yield Said("compares", f"compares `{one}` with {other}", True)
            case ast.UnaryOp(op=ast.Not(), operand=one) if dotted(one):
                yield Said("returns not", f"returns whether `{dotted(one)}` is falsy", True)
                yield Said("returns not", f"returns whether `{dotted(one)}` is truthy", False)
            case ast.Tuple(elts=[one, other]) if dotted(one) and dotted(other):
                texts = f"`{dotted(one)}` and `{dotted(other)}`"
                yield Said("returns tuple", f"returns {texts}", True)
                yield Said("returns tuple", f"returns a tuple of {texts}", True)
            case ast.IfExp() if len(found) == 1:
                yield from _said_of_choice(node.value)
    for node in f.nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr="append"), args=[one]):
                text, into = dotted(one), dotted(owner)
                if text and into:
                    yield Said("appends", f"appends `{text}` to `{into}`", True)
                    yield Said("appends", f"appends `{into}` to `{text}`", False)


def _said_of_call(value: ast.expr | None) -> Iterator[Said]:
    match value:
        case ast.Call(func=ast.Name(id="len"), args=[one]) if dotted(one):
            yield Said("returns length", f"returns the length of `{dotted(one)}`", True)
        case ast.Call(func=ast.Name(id="int" | "str" | "float" as kind), args=[one]):
            if dotted(one):
                yield Said("converts to", f"converts `{dotted(one)}` to `{kind}`", True)
        case ast.Call(func=ast.Name(id="isinstance"), args=[one, kind]):
            if dotted(one) and dotted(kind):
                text = f"checks whether `{dotted(one)}` is an instance of `{dotted(kind)}`"
                yield Said("isinstance", text, True)


def _said_of_choice(choice: ast.IfExp) -> Iterator[Said]:
    one, other = value_of(choice.body), value_of(choice.orelse)
    if not one or not other or one == other:
        return
    for words, denied in worded(choice.test):
        yield Said("returns if, ternary", f"returns {one} if {words}", True)
        yield Said("returns if, ternary", f"returns {other} if {denied}", True)
        yield Said("returns if, ternary", f"returns {one} if {denied}", False)
        yield Said("returns if, ternary", f"returns {other} if {words}", False)


def handed_on(f: Function) -> Iterator[Said]:
    """A result that is kept, or given to the next call."""
    lone = {id(call): name for name, call in f.lone_calls()}
    kept = [n for n in f.nodes if isinstance(n, ast.Assign) and len(n.targets) == 1]
    targets = [dotted(one.targets[0]) for one in kept]
    stored = [dotted(n) for n in f.nodes if isinstance(getattr(n, "ctx", None), ast.Store)]
    for node, target in zip(kept, targets, strict=True):
        if target is not None and stored.count(target) == 1:
            yield from _said_of_kept(f, node, target, lone.get(id(node.value)))
    for name, call in f.lone_calls():
        for inner in (lone[id(one)] for one in call.args if id(one) in lone):
            yield Said("passes the result", f"passes the result of `{inner}` to `{name}`", True)
            yield Said("passes the result", f"passes the result of `{name}` to `{inner}`", False)


def _said_of_kept(f: Function, node: ast.Assign, target: str, name: str | None) -> Iterator[Said]:
    if name is not None:
        yield Said("stores the result", f"stores the result of `{name}` in `{target}`", True)
        within = {id(one) for one in ast.walk(node.value)}
        on_it = [c for c in f.calls if str(dotted(c.func)).startswith(f"{target}.")]
        within |= {id(one) for call in on_it for one in ast.walk(call)}
        others = [other for other, call in f.lone_calls() if id(call) not in within]
        for other in others[:1]:
            text = f"stores the result of `{other}` in `{target}`"
            yield Said("stores the result", text, False)
    elif (text := dotted(node.value)) is not None and target.startswith("self."):
        yield Said("stores", f"stores `{text}` in `{target}`", True)
        yield Said("stores", f"stores `{target}` in `{text}`", False)


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
    yield from _set_and_stepped(f, attributes)


def _set_and_stepped(f: Function, attributes: list[ast.Attribute]) -> Iterator[Said]:
    stored = [n.attr for n in attributes if isinstance(n.ctx, ast.Store)]
    for node in f.nodes:
        match node:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)],
                value=ast.Constant(value=value),
            ) if value in CONSTANTS:
                yield Said("sets to", f"sets `self.{name}` to {value}", True)
                if stored.count(name) == 1:
                    for other in CONSTANTS:
                        if other is not value:
                            yield Said("sets to", f"sets `self.{name}` to {other}", False)
            case ast.AugAssign(
                target=ast.Attribute(value=ast.Name(id="self"), attr=name),
                op=ast.Add() | ast.Sub() as op,
                value=ast.Constant(value=int()),
            ):
                is_up = isinstance(op, ast.Add)
                yield Said(
                    "steps", f"{'increments' if is_up else 'decrements'} `self.{name}`", True
                )
                if stored.count(name) == 1:
                    other = "decrements" if is_up else "increments"
                    yield Said("steps", f"{other} `self.{name}`", False)


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
    yield Said("decorated", "is decorated with `functools.total_ordering`", False)


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
