"""Rust: what names of macros stand for, and those of modules that functions share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.tabling import NOTHING, Answer
from codewitness.engine.graph.typed.values import one
from codewitness.model.facts import Kind, join_name
from codewitness.model.flow import Expression, form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator, Where
    from codewitness.engine.graph.typed.rust.rust_crates import Crates


def macros(ev: Evaluator, crates: Crates, path: str, name: str) -> Answer:
    """The macros of a name: those of the file, else of its crate, else the only one."""
    places = [
        place
        for place in ev.world.named(name)
        if ev.file(place[0]).definitions[place[1]].kind is Kind.MACRO
    ]
    crate = crates.place(path)[0]
    own = [place for place in places if place[0] == path]
    near = [place for place in places if crates.place(place[0])[0] == crate]
    meant = own[-1:] or near or places
    return one(("f", *meant[0], None, None)) if len(meant) == 1 else NOTHING


def stars_of_macros(ev: Evaluator, crates: Crates, path: str, scope: int) -> Iterator[str]:
    """What macros that are used in a module import there as a whole."""
    for site in ev.file(path).flow(scope).sites:
        if form(site[1]) == "m" and site[1][1] == "!":
            for macro in macros(ev, crates, path, site[1][2]):
                yield from ev.file(macro[1]).flow(macro[2]).stars


def module_of(crates: Crates, at: Where, module: str, name: Expression, found: Answer) -> Answer:
    """The module that a file declares, where its name stands before `::` and means a function."""
    if not isinstance(name, str) or not found or any(value[0] != "f" for value in found):
        return NOTHING
    return one(("N", join_name(module, name))) if crates.declares(at.path, name) else NOTHING
