"""JavaScript: what objects hold that are tables, by a key that is written or by any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed import keyed
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form, key_said

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

_OF_MAPS = frozenset(
    ("get", "set", "has", "delete", "clear", "forEach", "keys", "values", "entries", "size")
)
_NO_KEYS = ("x:", "a:", "*", "=>", "[")  # how binds begin that are no members


def under(record: Value, name: str) -> Answer:
    """The functions that `record["name"]` may be; a method of a `Map` is none of them."""
    return NOTHING if name in _OF_MAPS else keyed.under(record, name)


def under_symbol(ev: Evaluator, value: Value, name: str) -> Answer:
    """`this[kQueue]`: what a class has under a symbol, which its own file knows by that name."""
    is_known = name in ev.file(value[1]).binds(MODULE)
    return ev.member(value, name) if is_known else NOTHING


def under_variable(ev: Evaluator, value: Value, key: Expression) -> Answer:
    """`this[kRun]` of an object that is written with `[kRun]: run`."""
    name = key[1] if form(key) == "v" else key
    if value[0] != "S" or not isinstance(name, str):
        return NOTHING
    indexes = ev.file(value[1]).binds(value[2]).get(f"[{name}]", ())
    return union(ev.bound(value[1], value[2], index) for index in indexes)


def any_of(ev: Evaluator, value: Value, said: str = "") -> Answer:
    """The functions and objects in an object: each may be meant by a key that is not known."""
    return frozenset(v for v in all_of(ev, value, said) if v[0] in "fIDSM")


def all_of(ev: Evaluator, value: Value, said: str = "") -> Answer:
    """All that an object holds, or what stands there under `[Kind.A]`."""
    if value[0] == "D":
        from codewitness.engine.graph.typed.evaluate import Where

        where = Where(*value[1:3])
        display = ev.file(value[1]).display(*value[2:])
        pairs = [*zip(display[2::2], display[3::2], strict=False)]
        fits = [said and (key == ["?"] or key_said(key) == said) for key, _ in pairs]
        same = [pair for pair, is_so in zip(pairs, fits, strict=True) if is_so]
        return union(ev.value(where, part) for key, part in same or pairs if key != ["**"])
    if ev.definition(value).kind is not Kind.OBJECT:
        return NOTHING
    file = ev.file(value[1])
    names = {file.definitions[one_].name for one_ in file.children.get(value[2], ())}
    names |= {name for name in file.binds(value[2]) if not name.startswith(_NO_KEYS)}
    return union(ev.member(value, name) for name in sorted(names))
