"""What is expected where the parts of an object stand whose type is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import union
from codewitness.engine.graph.typed.world import MODULE, FileScopes
from codewitness.model.facts import Kind

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator

_MAX_DEPTH = 6  # objects in objects


def keyed(ev: Evaluator, kinds: Answer, key: str) -> Answer:
    """Of what types ask for what stands under a key; without one the types themselves."""
    if not key or not kinds:
        return kinds
    found = frozenset(value for value in ev.members(kinds, key) if value[0] not in "bX")
    listed = (v for v in kinds if v[0] == "O" or v[:2] == ("B", "Map"))
    return found or union(ev.rules.item(ev, value, ["k", key]) for value in listed)


def of_member(ev: Evaluator, path: str, held: int, number: int, depth: int = _MAX_DEPTH) -> Answer:
    """What is expected of a definition in an object with a name."""
    file = ev.file(path)
    key = _key(file, held, number)
    return keyed(ev, _of_object(ev, path, held, depth), key) if key else NOTHING


def _of_object(ev: Evaluator, path: str, held: int, depth: int) -> Answer:
    from codewitness.engine.graph.typed.evaluate import Where

    file = ev.file(path)
    around, number = file.parent(held), file.definitions[held].number
    if around != MODULE and file.definitions[around].kind is Kind.OBJECT:
        return of_member(ev, path, around, number, depth - 1) if depth else NOTHING
    uses = file.uses(around).get(number, ())
    return union(
        keyed(ev, ev.type(Where(path, around), use[1]), use[2]) for use in uses if use[0] == "y"
    )


def _key(file: FileScopes, held: int, number: int) -> str:
    """The name by which an object has a definition."""
    own = ["f", number]
    names = (target for target, value in file.flow(held).binds if value == own)
    found = next((name for name in names if isinstance(name, str)), "")
    return found or file.definitions[file.children[held][number]].name
