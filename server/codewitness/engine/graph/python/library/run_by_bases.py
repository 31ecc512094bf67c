"""Methods that a library runs on its own objects: `visit` of a visitor runs its `visit_Name`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.library.runners import BY_CLASS, RUNNING, VISITED
from codewitness.engine.graph.python.naming.names import Names
from codewitness.engine.graph.python.values.partly import is_itself
from codewitness.model.flow import Site, form

if TYPE_CHECKING:
    from codewitness.engine.graph.python.values.values import Flows


_VISIT = frozenset({"visit"})


class RunByBases:
    """Over one workspace."""

    def __init__(self, names: Names, flows: Flows) -> None:
        self.names = names
        self.flows = flows

    def run(self, dotted: str, scope: Scope, site: Site) -> Iterator[str]:
        """Keys of the methods that a call of something of the library runs on its object."""
        begin, others = RUNNING.get(dotted, ("", frozenset()))
        if not (begin or others) or form(site[1]) != "a":
            return
        base = site[1][1]
        for owner in self.flows.values(scope, base):
            if owner[0] in "IQ":
                keys = [owner[1]]
                if owner[0] == "Q" or is_itself(scope, base):
                    keys += [one.key for one in self.names.subclasses(owner[1])]
                for key in keys:
                    yield from self._run_on(dotted, key, begin, others)

    def _run_on(self, dotted: str, key: str, begin: str, others: frozenset[str]) -> Iterator[str]:
        """A visitor's `generic_visit` comes to its methods by its `visit`, if it has one."""
        if others is not VISITED:
            yield from self._methods(key, begin, others)
            return
        visit = list(self._methods(key, "", _VISIT))
        if visit and dotted.endswith(".generic_visit"):
            yield from visit
            return
        yield from self._methods(key, begin, frozenset())
        yield from list(self._methods(key, "", others - _VISIT)) or visit

    def by_class(self, dotted: str, scope: Scope, site: Site) -> Iterator[str]:
        """Keys of what is run of an object of a class that is told: `dumps(one, cls=Encoder)`."""
        keyword, name = BY_CLASS[dotted]
        named = site[5] if len(site) > 5 else []
        for told, value in zip(named[::2], named[1::2], strict=True):
            for owner in self.flows.values(scope, value) if told == keyword else ():
                if owner[0] == "C":
                    yield from self._methods(owner[1], "", frozenset({name}))

    def _methods(self, key: str, begin: str, others: frozenset[str]) -> Iterator[str]:
        seen: set[str] = set()
        for entry in self.names.mro(key):
            around = self.names.scope(entry[1]) if entry[0] == "C" else None
            own = around.children if around is not None else []
            found = [
                one
                for one in own
                if one.name not in seen
                and one.is_callable
                and (one.name in others or (begin and one.name.startswith(begin)))
            ]
            seen |= {one.name for one in found}
            for name in dict.fromkeys(one.name for one in found):
                made = self.flows.attribute(("I", key), name)
                keys = [one[1] for one in made if one[0] in "FB"]
                yield from keys or [one.key for one in found if one.name == name]
