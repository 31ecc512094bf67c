"""`returns x if f fails`: what stands in a handler of what a call of `f` raises."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.deferring import deferred_by
from codewitness.engine.verify.errors.covering import covering
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts
from codewitness.model.outline import Around, Call
from codewitness.model.text import Span

_FAILING = re.compile(
    r"(?:if|when|whenever|in case) (?:the |a )?(?:call (?:to|of) )?`?(?P<name>[\w.]+)(?:\(\))?`?"
    r"(?: call)? (?:fails|raises|throws|errors|blows up)"
    r"(?: (?:an? |any )?(?P<what>[\w.]+))?$"
)
_INTERRUPTED = re.compile(
    r"(?:if|when|whenever) (?:(?:it|the (?:current )?(?:thread|wait|sleep|call)|\w+) )?"
    r"(?:(?:is|was|gets|has been) )?interrupted$"
)
_SUCCEEDING = re.compile(
    r"(?:if|when|once|whenever) (?:the |a )?(?:call (?:to|of) )?`?(?P<name>[\w.]+)(?:\(\))?`?"
    r"(?: call)? (?:succeeds|does not (?:fail|raise|throw))$"
)
_ANY = frozenset({"error", "exception", "errors", "exceptions", "something", "anything"})


def failing_call(clause: Clause) -> str | None:
    """The name of the call that is said to fail, with whatever error; None if there is none."""
    said = _FAILING.fullmatch(clause.described.strip())
    return said["name"] if said is not None and not said["what"] else None


def where_it_fails(clause: Clause, hits: Sequence[Hit]) -> list[Hit]:
    """Those of the places that stand in a handler of the call which is said to fail.

    Of one that is said to succeed, those in the `else` behind its handlers.
    """
    if (succeeding := _SUCCEEDING.fullmatch(clause.described.strip())) is not None:
        kept = [hit for hit in hits if is_in_else_of_try(hit, succeeding["name"])]
        return kept if len(kept) == len(hits) or not clause.is_only_there else []
    said = _FAILING.fullmatch(clause.described.strip())
    if (missing := _MISSING.fullmatch(clause.described.strip())) is not None:
        kept = [hit for hit in hits if _is_of_missing(hit, missing["what"] or missing["none"])]
        return kept if len(kept) == len(hits) or not clause.is_only_there else []
    if said is None:
        is_so = _INTERRUPTED.fullmatch(clause.described.strip()) is not None
        return [hit for hit in hits if _is_interrupted(hit)] if is_so else []
    kept = [hit for hit in hits if _is_handled(hit, said["name"], said["what"] or "")]
    return kept if len(kept) == len(hits) or not clause.is_only_there else []


_ELSE = re.compile(r"\s*(?:else\s*:?)?\s*(?:#[^\n]*\s*)*")


def is_in_else_of_try(hit: Hit, name: str = "") -> bool:
    """True in the `else` behind the handlers of a `try`, in which a call named so stands."""
    outline = hit.outline
    arms = [
        r.span for r in outline.regions if r.around is Around.ELSE and r.span.contains(hit.whole)
    ]
    handlers = [item.span for item in outline.marked("handler")]
    for arm in arms:
        for handler in handlers:
            if handler.end > arm.start:
                continue
            if _ELSE.fullmatch(outline.text.slice(Span(handler.end, arm.start))) is None:
                continue
            before = [r.span for r in outline.regions if r.around is Around.TRY]
            tried = [one for one in before if one.start < handler.start and not arm.contains(one)]
            calls = [c for c in outline.calls if not name or c.name == parts(name)[-1]]
            if any(one.contains(call.whole) for one in tried for call in calls):
                return True
    return False


def passed_by(clause: Clause, hits: Sequence[Hit]) -> list[Hit] | None:
    """The places that are not come to because the call before them raises, and nobody handles it.

    None if it is not said that one does, or if that may be handled, or be no exception.
    """
    said = _FAILING.fullmatch(clause.described.strip())
    if said is None or not hits or clause.described.startswith("unless"):
        return None
    name = parts(said["name"])[-1]
    found: list[Hit] = []
    for hit in hits:
        outline = hit.outline
        if outline.language not in RAISING or covering(name, outline):
            return None
        before = [c for c in outline.calls if c.name == name and c.whole.end <= hit.whole.start]
        if any(_may_be_kept(call, hit) for call in before):
            return None
        around = outline.around(hit.whole)
        kept = around & {Around.FINALLY, Around.HANDLER}
        if "fails" in clause.described and around & {Around.BRANCH, Around.ELSE}:
            return None  # which may ask what it has given back
        if before and not kept and deferred_by(outline, hit.whole) is None:
            found.append(hit)
    return found


def _may_be_kept(call: Call, hit: Hit) -> bool:
    """True in a `with` that is left before, for `f().catch(g)`, and for Ruby's `f rescue nil`."""
    outline = hit.outline
    blocks = [item.span for item in outline.marked("with")]
    if any(one.contains(call.whole) and not one.contains(hit.whole) for one in blocks):
        return True
    chained = [c for c in outline.calls if c.name in _CATCHING and c.whole.contains(call.whole)]
    behind = outline.text.slice(Span(call.whole.end, hit.whole.start)).split("\n", 1)[0]
    return bool(chained) or re.search(r"\brescue\b", behind) is not None


_CATCHING = frozenset(
    {"catch", "then", "exceptionally", "handle", "finally", "recover", "onFailure"}
)
# Languages in which what a call raises ends the function, unless that is handled.
RAISING = frozenset(
    {"python", "java", "kotlin", "csharp", "javascript", "typescript", "tsx", "ruby"}
)


def is_handled_elsewhere(clause: Clause, hits: Sequence[Hit]) -> bool:
    """True if the call that is said to fail has handlers, and none of the places stands in them."""
    said = _FAILING.fullmatch(clause.described.strip())
    return said is not None and any(covering(said["name"], hit.outline) for hit in hits)


def _is_handled(hit: Hit, name: str, what: str) -> bool:
    outline = hit.outline
    if not any(call.name == parts(name)[-1] for call in outline.calls):
        return False
    for handler in covering(name, outline):
        if not handler.span.contains(hit.whole):
            continue
        types = [o.text for o in outline.handles if handler.span.contains(o.span)]
        named = not what or what in _ANY or not types
        if named or any(parts(one)[-1] == parts(what)[-1] for one in types):
            return True
    return False


def _is_of_missing(hit: Hit, what: str) -> bool:
    """True in the innermost handler of a `FileNotFoundError`, of a file that is missing."""
    holders = [h for h in hit.outline.marked("handler") if h.span.contains(hit.whole)]
    own = min(holders, key=lambda one: one.span.end - one.span.start, default=None)
    types = [o.text for o in hit.outline.handles if own is not None and own.span.contains(o.span)]
    noun = what.lower().rstrip("s")
    return bool(types) and all(
        (_NOT_FOUND.search(one) is not None and noun in one.lower())
        or (noun in _KEYED and parts(one)[-1] in _KEYED[noun])
        for one in types
    )


_MISSING = re.compile(
    r"(?:if|when|whenever) (?:(?:the|its|that|such a|an?) (?P<what>\w+)"
    r" (?:does not exist|doesn't exist|(?:is|was) (?:missing|not found|not there|absent)"
    r"|can ?not be found|can't be found)|(?:there is )?no (?:such )?(?P<none>\w+)"
    r"(?: (?:exists|is there|is found))?)$"
)
_NOT_FOUND = re.compile(r"NotFound|NoSuch|DoesNotExist|Missing|ENOENT|NotExist")
_KEYED = {
    "key": frozenset({"KeyError", "KeyNotFoundException"}),
    "index": frozenset({"IndexError"}),
    "attribute": frozenset({"AttributeError"}),
}


def _is_interrupted(hit: Hit) -> bool:
    """True in the innermost handler of an `InterruptedException`."""
    holders = [h for h in hit.outline.marked("handler") if h.span.contains(hit.whole)]
    own = min(holders, key=lambda one: one.span.end - one.span.start, default=None)
    return own is not None and any(
        own.span.contains(item.span) and "Interrupt" in item.text for item in hit.outline.handles
    )
