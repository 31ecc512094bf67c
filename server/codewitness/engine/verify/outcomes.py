"""What is said to be done on success, or on failure: places held to how the function ends."""

from __future__ import annotations

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions import ON_SUCCESS
from codewitness.engine.verify.evidence import Finding, doubtful
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.succeeding import is_on_success
from codewitness.model.outline import Around

WITHOUT_HANDLERS = frozenset({"c", "go", "rust"})


def on_outcome(clause: Clause, fitting: list[Hit]) -> Finding | tuple[list[Hit], str]:
    """Those of the places that are come to so, and why others may be, or a doubt."""
    return _on_success(clause, fitting) if clause.described == ON_SUCCESS else _on_failure(fitting)


def _on_success(clause: Clause, fitting: list[Hit]) -> Finding | tuple[list[Hit], str]:
    """What is done where no failure is given back behind it, and nowhere else if that is said."""
    known = [is_on_success(hit) for hit in fitting]
    kept = [hit for hit, is_so in zip(fitting, known, strict=True) if is_so]
    if kept and (len(kept) == len(fitting) or not clause.is_only_there):
        return kept, ""
    return doubtful("whether that is on success can't be seen")


def _on_failure(fitting: list[Hit]) -> Finding | tuple[list[Hit], str]:
    """What stands in a branch may do so on failure; where errors are values, it is taken so."""
    branched = [hit for hit in fitting if Around.BRANCH in hit.outline.around(hit.whole)]
    outcomes = [is_on_success(hit) for hit in branched]
    if any(outcomes):
        return doubtful("a success is given back behind it")
    if branched and len(branched) == len(fitting) and None not in outcomes:
        return branched, ""
    if branched and all(hit.outline.language in WITHOUT_HANDLERS for hit in branched):
        return branched, ""
    return doubtful("whether that is on failure can't be seen")
