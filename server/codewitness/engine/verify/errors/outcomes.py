"""What is said to be done on success, or on failure: places held to how the function ends."""

from __future__ import annotations

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.code.deferring import deferred_by
from codewitness.engine.verify.conditions.conditions import ON_SUCCESS
from codewitness.engine.verify.conditions.succeeding import is_on_success
from codewitness.engine.verify.errors.failing_calls import RAISING, is_in_else_of_try
from codewitness.engine.verify.evidence import Finding, doubtful
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around

WITHOUT_HANDLERS = frozenset({"c", "go", "rust"})


def on_outcome(clause: Clause, fitting: list[Hit]) -> Finding | tuple[list[Hit], str]:
    """Those of the places that are come to so, and why others may be, or a doubt."""
    return _on_success(clause, fitting) if clause.described == ON_SUCCESS else _on_failure(fitting)


def _on_success(clause: Clause, fitting: list[Hit]) -> Finding | tuple[list[Hit], str]:
    """What is done where no failure is given back behind it, and nowhere else if that is said."""
    anyway = [hit for hit in fitting if _is_anyway(hit)]
    if anyway and clause.is_only_there:
        return Finding(against=tuple(hit.proof() for hit in anyway))
    is_failure = clause.predicate is Predicate.RAISES  # what raises is no success of its own
    known = [
        is_in_else_of_try(hit) or (not is_failure and (is_on_success(hit) or _is_behind_all(hit)))
        for hit in fitting
    ]
    kept = [hit for hit, is_so in zip(fitting, known, strict=True) if is_so]
    if kept and (len(kept) == len(fitting) or not clause.is_only_there):
        return kept, ""
    return doubtful("whether that is on success can't be seen")


def _is_anyway(hit: Hit) -> bool:
    """True in a `finally`, in a handler, and for what is deferred."""
    is_put_off = deferred_by(hit.outline, hit.whole) is not None
    return is_put_off or bool(hit.outline.around(hit.whole) & {Around.FINALLY, Around.HANDLER})


_PASSED_BY = frozenset({Around.BRANCH, Around.ELSE, Around.LOOP, Around.COMPREHENSION, Around.WITH})


def _is_behind_all(hit: Hit) -> bool | None:
    """True for what is passed by if a call before it raises, and none that may raise is kept."""
    outline = hit.outline
    if outline.language not in RAISING or _is_anyway(hit) or outline.kind.is_classlike:
        return None
    if outline.around(hit.whole) & _PASSED_BY or outline.marked("deferred"):
        return None
    before = [call.whole for call in outline.calls if call.whole.end <= hit.whole.start]
    tries = [one.span for one in outline.regions if one.around is Around.TRY]
    is_kept = any(not one.contains(hit.whole) for one in tries if any(map(one.contains, before)))
    return True if before and not is_kept else None


def _on_failure(fitting: list[Hit]) -> Finding | tuple[list[Hit], str]:
    """What stands in a branch may do so on failure; where errors are values, it is taken so."""
    if fitting and all(map(is_in_else_of_try, fitting)):
        return [], ""
    branched = [hit for hit in fitting if Around.BRANCH in hit.outline.around(hit.whole)]
    outcomes = [is_on_success(hit) for hit in branched]
    if any(outcomes):
        return doubtful("a success is given back behind it")
    if branched and len(branched) == len(fitting) and None not in outcomes:
        return branched, ""
    if branched and all(hit.outline.language in WITHOUT_HANDLERS for hit in branched):
        return branched, ""
    return doubtful("whether that is on failure can't be seen")
