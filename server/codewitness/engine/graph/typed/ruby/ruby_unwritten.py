"""What Ruby runs where nobody writes its name: `method_missing`, `<=>` of what is sorted.

Any call on an object may be one of `method_missing`. So who calls that is looked for among all
calls on objects, and in a project with more of them than can be looked at it is told of none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.member_calls import member_calls
from codewitness.engine.graph.typed.ruby.ruby_names import COMPARING, CONTENT
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, builtin, one
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.ruby.rubylang import RubyRules
    from codewitness.engine.graph.typed.world import World

MISSING = "method_missing"
SORTING = words("sort sort! max min minmax")
REFINING = "refine"
_DEFINING = '"define_method"'  # a call; of a name that is written it is a definition
_PLAIN_BASES = frozenset(("Object", "BasicObject"))
_MAX_ABOVE = 10


def run(ev: Evaluator, rules: RubyRules, at: Where, site: Site, found: Answer) -> Answer:
    """What a call runs beside what it names, or where nothing has the name."""
    name = last_name(site[1])
    if name in SORTING:
        return found | _compared(ev, at, site)
    is_open = form(site[1]) == "a" and not found and name not in CONTENT
    if not is_open or not ev.world.named(MISSING) or member_calls(ev.world, "ruby") is None:
        return found
    owners = ev.value(at, site[1][1])
    if any(owner[0] != "I" or _may_have(ev, rules, owner, name) for owner in owners):
        return found
    return frozenset(v for v in ev.members(owners, MISSING) if v[0] == "f")


def _compared(ev: Evaluator, at: Where, site: Site) -> Answer:
    """`<=>` of what a list holds, or an object goes through, where no block compares."""
    flow = ev.file(at.path).flow(at.scope)
    number = next(n for n, one_ in enumerate(flow.sites) if one_ is site)
    if any(_is_of_block(value, number) for _, value in flow.binds):
        return NOTHING
    owners = ev.value(at, site[1][1]) if form(site[1]) == "a" else ev.this(at)
    held = frozenset(value for value in ev.elements(owners) if value[0] == "I")
    return frozenset(v for v in ev.members(held, COMPARING) if v[0] == "f")


def _is_of_block(value: Expression, number: int) -> bool:
    if form(value) == "P":
        return bool(value[2] == number)
    return isinstance(value, list) and any(_is_of_block(part, number) for part in value)


def _may_have(ev: Evaluator, rules: RubyRules, owner: Value, name: str, depth: int = 0) -> bool:
    """True unless it is known that no class of an object has a member of a name."""
    if depth > _MAX_ABOVE or rules.parts_saying(ev, owner, name):
        return True
    if any(_makes_methods(ev, *place) for place in rules.parts(ev, owner)):
        return True
    if any(last_name(base) not in _PLAIN_BASES for base in _unknown_bases(ev, rules, owner)):
        return True
    above = rules.bases_in_order(ev, owner)
    return any(_may_have(ev, rules, base, name, depth + 1) for base in above)


def _makes_methods(ev: Evaluator, path: str, ordinal: int) -> bool:
    """True for a class that defines methods by names that are not written."""
    file = ev.file(path)
    scopes = (ordinal, *file.children.get(ordinal, ()))
    return any(_DEFINING in file.definitions[scope].flow_text for scope in scopes)


def _unknown_bases(ev: Evaluator, rules: RubyRules, value: Value) -> list[Expression]:
    """What a class stands on that is no class of the project."""
    from codewitness.engine.graph.typed.evaluate import Where

    return [
        base
        for (path, ordinal), bases, _ in rules.heads(value)
        for base in bases
        if not any(v[0] == "C" for v in ev.value(Where(path, ev.file(path).parent(ordinal)), base))
    ]


def calls_missing(world: World, function: Scope) -> Iterator[tuple[Scope, int]]:
    """Sites that may run a `method_missing`."""
    if function.name == MISSING and function.file.language == "ruby":
        yield from member_calls(world, "ruby") or ()


def refined(ev: Evaluator, owner: Value, name: str) -> Answer:
    """The method that a refinement adds to a class of the project."""
    own = ev.definition(owner)
    found = [
        ("f", path, place, owner, owner)
        for path, place in ev.world.named(name)
        if refines(ev, path, place) in (own.name, own.qualified_name.replace(".", "::"))
    ]
    return frozenset(found)


def refines(ev: Evaluator, path: str, place: int) -> str:
    """The name of the class that a method stands in a `refine` of; empty for others."""
    file = ev.file(path)
    if file.language != "ruby" or file.definitions[place].kind is not Kind.METHOD:
        return ""
    told = file.header(place).known_as
    return str(told[1]) if form(told) == REFINING else ""


def refined_object(ev: Evaluator, rules: RubyRules, path: str, place: int) -> Answer:
    """`self` of such a method."""
    name = refines(ev, path, place)
    known = rules.full(ev, name.replace("::", ".")) if name else NOTHING
    kinds = frozenset(("I", *value[1:]) for value in known if value[0] == "C")
    if not name or kinds:
        return kinds
    return builtin({"Array": "[]", "Hash": "Map"}.get(name, name))


def several(callee: Value, site: Site) -> Answer:
    """`list.first(2)` gives a list."""
    _, name, receiver = callee
    is_many = name in ("first", "last", "min", "max", "sample", "pop", "shift")
    is_given = len(site) > 4 and bool(site[4])
    return one(receiver) if is_many and is_given and receiver[1] in ("[]", "()") else NOTHING
