"""`runs f in the background`: f is handed to what starts it beside, or called by what is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import LOOSE, Finding, doubtful
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

_SAID = re.compile(
    r"\b(?:runs?|calls?|executes?|invokes?|performs?|starts?|launch(?:es)?|schedules?|spawns?|does"
    r"|kicks? off|spins? up)"
    r" (?:the |its )?`?(?P<what>\[?[\w.:>-]+(?: \w+\])?)`?(?:\(\))? asynchronously$"
)
# What starts what it is handed, and does not wait for it.
_STARTING = re.compile(
    r"(?:std::)?async|dispatch_async\w*|dispatch_after|(?:[\w.()]+\.)?(?:async(?:After)?|Run|StartNew)"
    r"|(?:[\w.]+\.)?(?:create_task|ensure_future|run_in_executor|submit|spawn(?:_blocking)?|to_thread)"
    r"|(?:[\w.]+\.)?(?:setImmediate|setTimeout|nextTick|queueMicrotask|supplyAsync|runAsync|detached)"
    r"|(?:[\w.]*\.)?(?:launch|execute|QueueUserWorkItem|start_new_thread)|(?:\w+(?:\.|::))*Thread"
    r"|(?:\w+::)*thread(?:::spawn)?|Thread\.(?:new|start)|Task(?:\.detached)?"
)


def rule_beside(clause: Clause, subject: Subject) -> Finding | None:
    """What is handed to a thread, a task or a queue; None if nothing is seen of it."""
    if clause.is_only or not (name := _said_of(clause)):
        return None
    hits = tuple(hit for part in subject.parts for hit in _started(name, part.outline, subject))
    return shown_by(hits, replace(clause, place=None))


def held_beside(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`, unless it has the call that is said to run beside at a place where it does not.

    In Go, which has no other way, a call that nothing starts beside is waited for.
    """
    name = _said_of(clause)
    if not name or clause.is_only or subject.language != "go":
        return finding
    if (started := rule_beside(clause, subject)) is not None:
        return started
    plain = [
        call_hit(call, part, LOOSE)
        for part in subject.parts
        for call in part.outline.calls
        if call.name == name and not _is_within_another(call, part.outline)
    ]
    if _is_mentioned_within(name, subject):
        return doubtful("whether it is run beside can't be told")
    return Finding(against=tuple(hit.proof() for hit in plain)) if plain else finding


def _said_of(clause: Clause) -> str:
    said = _SAID.search(clause.text)
    return "" if said is None else str(re.findall(r"\w+", said["what"])[-1])


def _is_within_another(call: Call, outline: Outline) -> bool:
    return any(one.whole.contains(call.whole) and one is not call for one in outline.calls)


def _is_mentioned_within(name: str, subject: Subject) -> bool:
    """True if a function inside of the subject has the name, or a call is given it."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for part in subject.parts:
        text = part.outline.text
        given = (Span(one.span.end, one.whole.end) for one in part.outline.calls)
        inside = (one.span for one in part.outline.nested)
        if any(word.search(text.slice(span)) for span in (*given, *inside)):
            return True
    return False


def _started(name: str, outline: Outline, subject: Subject) -> Iterator[Hit]:
    part = next(one for one in subject.parts if one.outline is outline)
    called = re.compile(rf"(?<![\w$]){re.escape(name)}\s*\(|\s{re.escape(name)}\]")
    for item in outline.marked("spawned"):
        own = [one for one in outline.calls if item.span.contains(one.whole)]
        yield from (call_hit(one, part, LOOSE) for one in own if one.name == name)
        functions = (one for one in outline.nested if item.span.contains(one.span))
        if any(called.search(outline.text.slice(one.span)) for one in functions):
            whole = Call(item.text, item.span, name, item.span, item.span)
            yield call_hit(whole, part, LOOSE)  # `go func() { f() }()`
    for call in outline.calls:
        given = Span(call.span.end, call.whole.end)
        head = outline.text.slice(call.whole)[:80]
        if _STARTING.fullmatch(call.text) is None or re.search(r"(?i)main", head):
            continue  # what is handed to the main queue is not beside it
        for nested in outline.nested:
            text = outline.text.slice(nested.span)
            if given.contains(nested.span) and called.search(text):
                yield call_hit(call, part, LOOSE)
        first = [one.strip() for one in outline.text.slice(given).strip("() ").split(",")]
        is_given = any(re.fullmatch(r"[\w.:&>-]+", one) and parts(one)[-1] == name for one in first)
        if is_given or any(re.match(rf"target\s*=.*\b{re.escape(name)}$", one) for one in first):
            yield call_hit(call, part, LOOSE)
