"""Whether a function uses what it is given: it calls a parameter, a method of it, or keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.typed.arguments_of import is_or_holds
from codewitness.engine.graph.typed.world import MODULE, FileScopes
from codewitness.model.facts import Kind
from codewitness.model.flow import form

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator


def is_called(ev: Evaluator, path: str, ordinal: int, k: int) -> bool:
    """True if a function calls its k-th parameter, itself or in a function in it, or keeps it."""
    file = ev.file(path)
    name = file.header(ordinal).parameters[k].name
    sites = file.flow(ordinal).sites
    own = any(isinstance(s[1], list) and s[1][:1] == ["v"] and -1 - k in s[1][2:] for s in sites)
    kept = (bind[1] for bind in file.flow(ordinal).binds if form(bind[0]) in ("a", "g"))
    if own or any(is_or_holds(one_, ["v", name, -1 - k]) for one_ in kept):
        return True
    return any(
        site[1] == name
        for child in file.children.get(ordinal, ())
        for site in file.flow(child).sites
    )


def is_asked(ev: Evaluator, path: str, ordinal: int, k: int) -> bool:
    """True for a function in a table of JavaScript that calls methods of its k-th parameter."""
    file = ev.file(path)
    taken = file.header(ordinal).parameters
    if file.language != "javascript" or k >= len(taken) or not _is_in_table(file, ordinal):
        return False
    name = ["v", taken[k].name, -1 - k]
    return any(form(site[1]) == "a" and site[1][1] == name for site in file.flow(ordinal).sites)


def is_given_back(ev: Evaluator, path: str, ordinal: int, k: int) -> bool:
    """True for a function that another one of JavaScript gives back and that uses its parameter."""
    file = ev.file(path)
    taken = file.header(ordinal).parameters
    if file.language != "javascript" or k >= len(taken) or file.parent(ordinal) == MODULE:
        return False
    if ["f", file.definitions[ordinal].number] not in file.flow(file.parent(ordinal)).returns:
        return False
    name = ["v", taken[k].name, -1 - k]
    is_asked = any(form(s[1]) == "a" and s[1][1] == name for s in file.flow(ordinal).sites)
    return is_asked or is_called(ev, path, ordinal, k)


def _is_in_table(file: FileScopes, ordinal: int) -> bool:
    own = file.definitions[ordinal]
    if own.parent is not None and own.parent.kind is Kind.OBJECT:
        return True
    return file.display_with(file.parent(ordinal), own.number) is not None
