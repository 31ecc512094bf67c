"""Ruby: the modules that a class itself is extended by, also by the hooks of what it includes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.ruby import ruby_hooks
from codewitness.engine.graph.typed.ruby.ruby_parts import HOOKS, has_reader, is_of_own_class
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.ruby.rubylang import RubyRules

_MAX_ABOVE = 10  # classes, one above the other


def extends(
    ev: Evaluator, rules: RubyRules, owner: Value, module: Place | None, depth: int = 0
) -> bool:
    """True if a class, or one above it, extends itself by a module, or by all that it has."""
    if module is None or depth > _MAX_ABOVE:
        return False
    return any(
        is_whole or module in [tuple(v[1:3]) for v in given]
        for is_whole, given in _extensions(ev, rules, owner)
    ) or any(
        extends(ev, rules, ("C", *base[1:]), module, depth + 1)
        for base in _classes_above(ev, rules, owner)
    )


def called(ev: Evaluator, rules: RubyRules, at: Where, name: str, found: Answer) -> Answer:
    """What a bare name in the body of a class calls of such modules."""
    if not any(True for _ in ev.world.named(name)):
        return NOTHING
    owners = (("C", *value[1:]) for value in ev.this(at) if value[0] == "I")
    return union(by_modules(ev, rules, owner, name, found) for owner in owners)


def by_modules(
    ev: Evaluator, rules: RubyRules, owner: Value, name: str, found: Answer, depth: int = 0
) -> Answer:
    """The method that such a module gives a class, whose objects have a reader of the name."""
    if depth > _MAX_ABOVE or any(v[0] == "f" and ev.definition(v).name == name for v in found):
        return NOTHING
    if found and not _is_read_of_objects(ev, rules, owner, name):
        return NOTHING
    for _, given in _extensions(ev, rules, owner):
        for module in given:
            own = ev.member(("I", *module[1:]), name) if module[0] in "IC" else NOTHING
            if functions := [v for v in own if v[0] == "f"]:
                return frozenset((*v[:4], ("I", *owner[1:])) for v in functions)
    for base in _classes_above(ev, rules, owner):
        if above := by_modules(ev, rules, ("C", *base[1:]), name, found, depth + 1):
            return above
    return NOTHING


def _is_read_of_objects(
    ev: Evaluator, rules: RubyRules, owner: Value, name: str, depth: int = 0
) -> bool:
    """True for what `attr_reader` makes in a class, above it, or in a module that it includes."""
    if has_reader(ev, rules.parts_saying(ev, owner, name), name):
        return True
    above = rules.bases_in_order(ev, owner) if depth <= _MAX_ABOVE else []
    return any(_is_read_of_objects(ev, rules, one, name, depth + 1) for one in above)


def of_own_class(ev: Evaluator, rules: RubyRules, at: Where, callee: Expression) -> Answer:
    """`self.class.table` in a module: what the classes have that it is mixed into.

    Where no such class is known, what a hook gives to each of them.
    """
    if not is_of_own_class(ev, at, callee):
        return NOTHING
    modules = [value for value in ev.this(at) if value[0] == "I"]
    classes = [("C", *user[1:]) for value in modules for user in rules.users(ev, value)]
    found = union(ev.member(one, callee[2]) for one in classes)
    if not classes and any(True for _ in ev.world.named(callee[2])):
        given = (one for value in modules for one in _given_by_hooks(ev, rules, value))
        found = union(ev.member(("I", *one[1:]), callee[2]) for one in given)
    return frozenset(value for value in found if value[0] == "f")


def _given_by_hooks(ev: Evaluator, rules: RubyRules, module: Value) -> Iterator[Value]:
    """What extends the classes that a module is mixed into, by its own hook or another's."""
    own = rules.parts(ev, module)[0]
    for scope in (None, *ev.world.mentioning(ev.definition(module).name)):
        if scope is None:
            hooking: Value = ("C", *own, ())
        elif scope.name in HOOKS.values() and scope.parent is not None and scope.parent.is_class:
            hooking = ("C", scope.file.path, scope.parent.ordinal, ())
        else:
            continue
        mixed = ruby_hooks.mixed(ev, rules.opened, hooking, "include")
        if scope is None or any(value[1:3] == own for how, value in mixed if how == "include"):
            yield from (value for how, value in mixed if how == "extend" and value[0] == "C")


def _classes_above(ev: Evaluator, rules: RubyRules, owner: Value) -> Iterator[Value]:
    for base in rules.bases_in_order(ev, owner):
        if ev.definition(base).kind is not Kind.MODULE:
            yield base


def _extensions(
    ev: Evaluator, rules: RubyRules, owner: Value
) -> Iterator[tuple[bool, list[Value]]]:
    """Whether a class extends itself by itself, and modules that it is extended by."""
    from codewitness.engine.graph.typed.evaluate import Where as At

    for (path, ordinal), _, modules in rules.heads(owner):
        for how, mixed in modules:
            if how == "extend" and mixed == "this":
                yield True, []
            for one_ in ev.value(At(path, ordinal), mixed):
                given = [
                    v for way, v in ruby_hooks.mixed(ev, rules.opened, one_, how) if way == "extend"
                ]
                if how == "extend":
                    given = [*given, one_, *rules.bases_in_order(ev, one_)]
                yield False, given
