"""Rust: the `From::from` that `into()` runs, and `?` where a function gives another error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.packages import Place
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import METHOD, Value, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

_WITH_BOTH = 4  # parts of `Result<T, E>` as an expression


def is_of_error(site: Site) -> bool:
    """True for the site of a `?`."""
    return site[0] == "o" and form(site[1]) == "a" and site[1][2] == "from"


def of_error(ev: Evaluator, at: Where, site: Site) -> Answer:
    """The `From::from` of the error that a function gives which takes the one that came."""
    if at.scope == MODULE or ev.file(at.path).definitions[at.scope].kind is Kind.LAMBDA:
        return NOTHING
    given = site[1][1][1] if form(site[1][1]) == "w" else site[1][1]
    wanted = _errors(ev, at.path, at.scope)
    callees = [v for v in ev.callees(at.path, at.scope, given[1]) if v[0] == "f"]
    came = union(_errors(ev, v[1], v[2]) for v in callees)
    kinds = frozenset(("C", *v[1:]) for v in wanted if v[0] == "I")
    if not came or came & wanted:
        return NOTHING
    ways = (v for v in ev.members(kinds, "from" + METHOD) if v[0] == "f")
    return frozenset(v for v in ways if ev.parameter(v[1], v[2], 0) & came)


def displayed(ev: Evaluator, at: Where, site: Site, blocks: Sequence[Place]) -> Answer:
    """The `fmt` that `to_string()` runs of types that keep `Display`, of whose blocks these are."""
    if form(site[1]) != "a" or site[1][2] != "to_string" or not blocks:
        return NOTHING
    return _texts(ev, at, site, blocks)


def formatted(
    ev: Evaluator, at: Where, site: Site, by_trait: Mapping[str, Sequence[Place]]
) -> Answer:
    """The `fmt` that a text with places runs of what is put there."""
    return _texts(ev, at, site, by_trait.get(site[4][0][1], ()))


def is_formatted(site: Site) -> bool:
    """True for what is put into a text."""
    return site[0] == "o" and form(site[1]) == "a" and site[1][2] == "fmt" and bool(site[4])


def told(ev: Evaluator, at: Where, expression: Expression) -> Answer:
    """`Err(e)`: the second type of what the function gives whose call is matched."""
    callees = ev.callees(at.path, at.scope, expression[2])
    return union(_errors(ev, v[1], v[2]) for v in callees if v[0] == "f")


def _texts(ev: Evaluator, at: Where, site: Site, blocks: Sequence[Place]) -> Answer:
    owners = {value[:3]: value for value in ev.owners(at, site[1][1]) if value[0] == "I"}
    return frozenset(
        ("f", path, place, owners[kind[:3]], owners[kind[:3]])
        for path, block in (blocks if owners else ())
        for kind in ev.rules.instance_of(ev, path, block)
        if kind[:3] in owners
        for place in ev.file(path).members.get((block, "fmt"), ())
    )


def _errors(ev: Evaluator, path: str, ordinal: int) -> Answer:
    """The second type of the `Result` that a function is declared to give."""
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    place = Where(path, ev.rules.header_scope(file, ordinal), ordinal)
    return _second(ev, place, file.header(ordinal).returns)


def _second(ev: Evaluator, place: Where, kind: Expression) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    if form(kind) == "G" and len(kind) == _WITH_BOTH and last_name(kind[1]) == "Result":
        return ev.type(place, kind[3])
    name = kind[1] if form(kind) == "G" else kind
    if form(name) == "a" and name[2] == "Result":
        named = ev.value(place, name)
        if named and all(value[0] == "X" for value in named):  # `io::Result<T>`
            return ev.type(place, ["a", name[1], "Error"])
    elif isinstance(name, str):
        named = ev.look_up(place, name, is_type=True)
    else:
        return NOTHING
    for value in named:
        told: Expression = ev.file(value[1]).header(value[2]).known_as if value[0] == "C" else None
        if form(told) == "G" and len(told) == _WITH_BOTH and last_name(told[1]) == "Result":
            return ev.type(Where(value[1], ev.file(value[1]).parent(value[2]), value[2]), told[3])
    return NOTHING


def into(ev: Evaluator, owner: Value) -> Answer:
    """What `into()` runs: the one `From::from` of the project that takes such an object."""
    from codewitness.engine.graph.typed.evaluate import Where

    if owner[0] != "I":
        return NOTHING
    found: list[Answer] = []
    for path, place in ev.world.named("from"):
        file = ev.file(path)
        taken = file.header(place).parameters
        block = file.parent(place)
        if file.language != "rust" or len(taken) != 1 or block == MODULE:
            continue
        if any(v[:3] == owner[:3] for v in ev.type(Where(path, block, place), taken[0].type)):
            made = ev.type(Where(path, file.parent(block), block), file.header(block).known_as)
            found.append(frozenset(("f", path, place, one_, one_) for one_ in made))
    return found[0] if len(found) == 1 else NOTHING
