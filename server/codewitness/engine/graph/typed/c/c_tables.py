"""C: calls of the functions in a constant table, `ops.read(x)` and `const struct ops *o = &ops`.

What a list fills a table with is bound just before the table itself, in its order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.c import places_in_lists
from codewitness.engine.graph.typed.packages import PackageRules
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import Value, union
from codewitness.engine.graph.typed.world import MODULE, World
from codewitness.model.flow import Expression, Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where

Place = tuple[str, int]  # a file, and the bind of a table there
Tables = Mapping[str, list[Place]]


def constant(world: World, languages: frozenset[str]) -> Tables:
    """The constant variables of files, by name."""
    found: dict[str, list[Place]] = {}
    for path, file in world.files.items():
        if file.language not in languages:
            continue
        binds = file.flow(MODULE).binds
        for target, _ in binds:
            if form(target) == "const" and 0 <= target[1] < len(binds):
                name, value = binds[target[1]]
                if isinstance(name, str) and form(value) == "y":
                    found.setdefault(name, []).append((path, target[1]))
    return found


class WithTables(PackageRules):
    """Packages, and what constant tables hold."""

    @cached_property
    def _constant(self) -> Tables:
        return constant(self.world, self.languages)

    def callees(self, ev: Evaluator, at: Where, site: Site) -> Answer:
        """As everywhere; of a constant table what it was filled with."""
        is_c = ev.file(at.path).language == "c"
        found = put_into(ev, at, site, self._constant) if is_c else NOTHING
        return found or super().callees(ev, at, site)


def put_into(ev: Evaluator, at: Where, site: Site, tables: Tables) -> Answer:
    """The functions in the tables that alone can be meant; nothing if that is not told."""
    if form(site[1]) != "a" or not tables:
        return NOTHING
    meant = _tables(ev, at, site[1][1], tables)
    if meant is None:
        return NOTHING
    found = [_filled(ev, table, site[1][2]) for table in meant]
    return union(found) if all(found) else NOTHING


def _tables(ev: Evaluator, at: Where, value: Expression, tables: Tables) -> list[Place] | None:
    """The tables that a value may be, or lead to; None if it may be anything else."""
    if isinstance(value, str):
        places = tables.get(value, [])
        own = [place for place in places if place[0] == at.path]
        return own or places if len(own or places) == 1 else None
    if form(value) == "y":
        return _tables(ev, at, value[2], tables)
    if form(value) == "v" and len(value) == 3 and value[2] >= 0:
        if at.scope == MODULE:
            return _tables(ev, at, value[1], tables)
        return _tables(ev, at, ev.file(at.path).flow(at.scope).binds[value[2]][1], tables)
    if form(value) != "u":
        return None
    parts = [_tables(ev, at, part, tables) for part in value[1:]]
    known = [part for part in parts if part is not None]
    return [place for part in known for place in part] if len(known) == len(parts) else None


def _filled(ev: Evaluator, table: Place, field: str) -> Answer:
    """The function that a table is filled with for a field."""
    from codewitness.engine.graph.typed.evaluate import Where

    path, index = table
    file, at = ev.file(path), Where(path, MODULE)
    binds = file.flow(MODULE).binds
    kind: Expression = ["y", binds[index][1][1], None]
    names = {field, *_members(ev, ev.value(at, kind), field)}
    found: list[Answer] = []
    for target, value in reversed(binds[:index]):
        if form(target) != "a" or target[1] != kind:
            break
        if target[2] in names:
            found.append(frozenset(v for v in ev.value(at, value) if v[0] == "f"))
    return union(found)


def _members(ev: Evaluator, owners: Answer, field: str) -> list[str]:
    """The places that a field has in a list, such as `#1`."""
    return [place for owner in owners if owner[0] == "I" for place in _place(ev, owner, field)]


def _place(ev: Evaluator, owner: Value, field: str) -> list[str]:
    names = list(places_in_lists.fields(ev.definition(owner)))
    return [f"#{names.index(field)}"] if field in names else []
