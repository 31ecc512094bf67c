"""C++: overloads of which a header defines some and only declares others."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.c.c_files import IncludeRules
from codewitness.engine.graph.typed.overloads import unqualified
from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.world import MODULE
from codewitness.model.facts import Kind
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator
    from codewitness.engine.graph.typed.packages import Place
    from codewitness.engine.graph.typed.world import FileScopes

_PROTOTYPE = "p:"


class PrototypeRules(IncludeRules):
    """What prototypes say of the functions that a file sees."""

    def declared_beside(
        self, ev: Evaluator, path: str, seen: list[Place], places: list[Place]
    ) -> list[Place]:
        """Of other functions of the name those that a file knows by a prototype of their own."""
        if not seen or ev.file(path).language != "cpp" or len(places) == len(seen):
            return []
        others = [place for place in places if place not in seen]
        declared = self._declared.get(ev.file(seen[0][0]).definitions[seen[0][1]].name, {})
        around = self.included(path)
        known = [types for where, listed in declared.items() if where in around for types in listed]
        taken = [self._types(ev, place) for place in seen]
        return [
            place
            for place in others
            if (own := self._types(ev, place)) in known and own not in taken
        ]

    def overloads_beside(self, ev: Evaluator, file: FileScopes, found: Answer) -> Answer:
        """Of functions that a file itself defines."""
        seen = [(value[1], value[2]) for value in found if value[0] == "f" and value[3] is None]
        if file.language != "cpp" or len(seen) != len(found) or not seen:
            return NOTHING
        definition = ev.file(seen[0][0]).definitions[seen[0][1]]
        named = self.by_full_name.get(definition.qualified_name, ())
        places = [one for one in named if ev.file(one[0]).definitions[one[1]].is_callable]
        beside = self.declared_beside(ev, file.path, seen, places)
        return frozenset(("f", *place, None, None) for place in beside)

    def _types(self, ev: Evaluator, place: Place) -> list[Expression]:
        parameters = ev.file(place[0]).header(place[1]).parameters
        return [unqualified(one.type) for one in parameters]

    @cached_property
    def _declared(self) -> dict[str, dict[str, list[Expression]]]:
        """By the name of a function what its prototypes take, for each file that has some."""
        found: dict[str, dict[str, list[Expression]]] = {}
        for path, file in self.world.files.items():
            if file.language != "cpp":
                continue
            for scope in range(MODULE, len(file.definitions)):
                if scope != MODULE and file.definitions[scope].kind is not Kind.NAMESPACE:
                    continue
                for target, value in file.flow(scope).binds:
                    if not isinstance(target, str) or not target.startswith(_PROTOTYPE):
                        continue
                    if form(value) == "y" and form(value[1]) == "F":
                        types = [unqualified(one) for one in value[1][2:]]
                        name = target.removeprefix(_PROTOTYPE)
                        found.setdefault(name, {}).setdefault(path, []).append(types)
        return found
