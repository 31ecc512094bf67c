"""`runs f in the background`: f is handed to what starts it beside, or called by what is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calls import call_hit
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import LOOSE, Finding
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.shown import shown_by
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_SAID = re.compile(
    r"\b(?:runs?|calls?|executes?|invokes?|performs?|starts?|launch(?:es)?|schedules?|does)"
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
    said = _SAID.search(clause.text)
    if said is None or clause.is_only:
        return None
    name = re.findall(r"\w+", said["what"])[-1]
    hits = tuple(hit for part in subject.parts for hit in _started(name, part.outline, subject))
    return shown_by(hits, replace(clause, place=None))


def _started(name: str, outline: Outline, subject: Subject) -> Iterator[Hit]:
    part = next(one for one in subject.parts if one.outline is outline)
    called = re.compile(rf"(?<![\w$]){re.escape(name)}\s*\(|\s{re.escape(name)}\]")
    for item in outline.marked("spawned"):
        for call in outline.calls:
            if call.name == name and item.span.contains(call.whole):
                yield call_hit(call, part, LOOSE)
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
