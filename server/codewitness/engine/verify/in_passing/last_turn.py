"""`re-raises E on the last attempt`, `gives up after three attempts`: the last turn of a loop.

A loop of a fixed number of turns has a last one; a condition that compares what counts them with
that number, or with one less where it counts from nought, asks for it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from codewitness.engine.verify.conditions.holding import known_at
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof
from codewitness.engine.verify.in_passing.phrases import NUMBER, amount_of
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.question import Question
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around

_TURN = r"(?:attempt|try|retry|round|iteration)"
_ON_LAST = re.compile(
    r"(?:re-?raises|rethrows|raises|throws|propagates) (?P<what>`?[\w.]+`?|the (?:last )?"
    r"(?:error|exception))(?: again)?"
    rf" (?:(?:only )?(?:on|in|after) the (?P<which>last|final|first) {_TURN}"
    rf"|(?:once|when|after) (?:the|all|its) (?:{_TURN}s|attempts|tries|retries)"
    r"(?: are| have been| has been)? (?:used up|exhausted|spent|over|failed))"
)
_AFTER = re.compile(
    rf"(?:gives up|stops trying|raises|re-?raises|throws|fails) after (?P<n>{NUMBER})"
    r"(?: failed)? (?:attempts?|tries|retries)"
)
_ANY = re.compile(r"the (?:last )?(?:error|exception)")
_COUNTED = re.compile(
    r"for\s+(?P<i>\w+)\s+in\s+range\(\s*(?:(?P<from>\d+)\s*,\s*)?(?P<to>[\w.+ -]+?)\s*\)"
    r"|(?:let|var|int|long|size_t)?\s*(?P<j>\w+)\s*:?=\s*(?P<first>\d+)\s*;"
    r"\s*(?P=j)\s*(?P<sign><=?)\s*(?P<bound>[\w.]+)\s*;"
)
_EXACT = frozenset({"equals"})


class _Turns(NamedTuple):
    """What counts the turns of a loop, its first value, and one behind its last."""

    name: str
    first: int
    end: str
    is_closed: bool  # `i <= n`


def rule_last_turn(said: str, subject: Subject) -> Finding | None:
    """What is raised where the last turn is asked for; None if no loop counts its turns."""
    if (after := _AFTER.fullmatch(said)) is not None:
        return _given_up(amount_of(after["n"]), subject)
    if (last := _ON_LAST.fullmatch(said)) is None:
        return None
    raised = [
        (item, part)
        for part in subject.parts
        for item in part.outline.marked("raised")
        if Around.LOOP in part.outline.around(item.span)
        and Around.HANDLER in part.outline.around(item.span)
        and _is_of(last["what"].strip("`"), item, part)
    ]
    turns = [(item, part, _is_last(item, part)) for item, part in raised]
    if len(turns) != 1 or turns[0][2] is None:
        return None
    item, part, is_last = turns[0]
    proof = Proof(EvidenceType.RAISE, item.text, part.outline, item.span)
    is_so = is_last == (last["which"] != "first")
    return Finding(proofs=(proof,)) if is_so else Finding(against=(proof,))


def _is_of(what: str, item: Item, part: Part) -> bool:
    if _ANY.fullmatch(what):
        return True
    outline = part.outline
    holders = [h for h in outline.marked("handler") if h.span.contains(item.span)]
    holder = min(holders, key=lambda one: one.span.end - one.span.start, default=None)
    types = [o.text for o in outline.handles if holder is not None and holder.span.contains(o.span)]
    return any(parts(one)[-1] == parts(what)[-1] for one in types) or what in item.text


def _is_last(item: Item, part: Part) -> bool | None:
    """Whether what is raised there is so in the last turn; None if nothing tells."""
    turns = _turns_around(item, part)
    if turns is None:
        return None
    for asked in known_at(part.outline, item.span):
        if asked.what == turns.name and asked.kind in _EXACT and asked.holds:
            return _is_end(asked, turns)
    return None


def _is_end(asked: Question, turns: _Turns) -> bool | None:
    value = re.sub(r"\s", "", asked.raw or asked.value)
    end = re.sub(r"\s", "", turns.end)
    if value.isdigit() and end.isdigit():
        last = int(end) - (0 if turns.is_closed else 1)
        return True if int(value) == last else (False if int(value) == turns.first else None)
    if value == (end if turns.is_closed else f"{end}-1"):
        return True
    if not turns.is_closed and end == f"{value}+1":  # `range(n + 1)` and `i == n`
        return True
    return False if value.isdigit() and int(value) == turns.first else None


def _turns_around(item: Item, part: Part) -> _Turns | None:
    loops = [one for one in part.outline.marked("loop") if one.span.contains(item.span)]
    loop = min(loops, key=lambda one: one.span.end - one.span.start, default=None)
    found = _COUNTED.search(re.split(r"[{\n]", loop.text, maxsplit=1)[0]) if loop else None
    if found is None:
        return None
    if found["i"]:
        return _Turns(found["i"], int(found["from"] or 0), found["to"], is_closed=False)
    return _Turns(found["j"], int(found["first"]), found["bound"], is_closed=found["sign"] == "<=")


def _given_up(n_attempts: float, subject: Subject) -> Finding | None:
    """By the one loop with a `try` in it whose turns are a number."""
    loops = [
        (one, part)
        for part in subject.parts
        for one in part.outline.marked("loop")
        if any(t.span != one.span and one.span.contains(t.span) for t in part.outline.marked("try"))
    ]
    if len(loops) != 1:
        return None
    loop, part = loops[0]
    head = re.split(r"[{\n]", loop.text, maxsplit=1)[0]
    found = _COUNTED.search(head)
    if found is None:
        return None
    first, end = (
        (int(found["from"] or 0), found["to"])
        if found["i"]
        else (int(found["first"]), found["bound"])
    )
    if not end.strip().isdigit():
        return None
    is_closed = not found["i"] and found["sign"] == "<="
    n_turns = int(end) - first + (1 if is_closed else 0)
    proof = Proof(EvidenceType.LOOP, head.strip(), part.outline, loop.span)
    if n_turns == n_attempts:
        return Finding(proofs=(proof,))
    is_near = abs(n_turns - n_attempts) <= 1  # the first may be no attempt that is counted
    return None if is_near else Finding(against=(proof,))
