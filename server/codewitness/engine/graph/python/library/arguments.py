"""What `argparse` calls of what a parser is told, `type=port`, and what it gives of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.cells import NONE, Values
from codewitness.engine.graph.files import Scope
from codewitness.engine.graph.python.naming.names import Value
from codewitness.model.flow import Expression, Site, form, last_name

if TYPE_CHECKING:
    from codewitness.engine.graph.python.calls.calls import Calls

ADDING = "add_argument"
PARSING = frozenset(
    ("parse_args", "parse_known_args", "parse_intermixed_args", "parse_known_intermixed_args")
)


class Arguments:
    """Over one workspace."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.flows = calls.flows

    def run(self, dotted: str, scope: Scope, site: Site) -> Iterator[Value]:
        """What a call of `parse_args` calls: of the parsers of its file, or of the only others."""
        of, _, name = dotted.rpartition(".")
        if name == ADDING and of.startswith("argparse."):  # which makes an object of its action
            made = self.flows.values(scope, _named(site, "action"))
            for one in made:
                yield from self.calls.making.constructors(one) if one[0] == "C" else ()
        if name not in PARSING or name != last_name(site[1]) or not of.startswith("argparse."):
            return
        places = [*self._added()]
        files = {home.file.path for home, _ in places}
        near = [one for one in places if one[0].file is scope.file]
        for home, site in near or (places if len(files) == 1 else []):
            yield from self.flows.values(home, _named(site, "type"))
            for kind in self.flows.values(home, _named(site, "action")):
                if kind[0] == "C":
                    yield from self.calls.cells.get(("ia", kind[1], "__call__"))

    def given(self, name: str) -> Iterable[Value]:
        """Rule `at`: what an argument of a name is made to be."""
        found: Values = NONE
        for home, site in self._added():
            if _destination(site) == name:
                for made in self.flows.values(home, _named(site, "type")):
                    if made[0] == "C":
                        found |= {("I", made[1])}
                    elif made[0] in "FB":
                        found |= self.calls.cells.get(("ret", made[1]))
        return found

    def _added(self) -> Iterator[tuple[Scope, Site]]:
        for scope, index in self.calls.sites.of_name(ADDING):
            yield scope, scope.flow.sites[index]


def _named(site: Site, name: str) -> Expression:
    named = site[5] if len(site) > 5 else []
    return next((v for k, v in zip(named[::2], named[1::2], strict=True) if k == name), None)


def _destination(site: Site) -> str:
    """The attribute that an argument is kept in: of its first long option, or its name."""
    own = _named(site, "dest")
    names = [
        one[1] for one in ([own] if own else site[4] if len(site) > 4 else []) if _is_text(one)
    ]
    longest = [one for one in names if one.startswith("--")] or names
    return str(longest[0]).lstrip("-").replace("-", "_") if longest else ""


def _is_text(one: Expression) -> bool:
    return form(one) == "k" and isinstance(one[1], str)
