"""`calls the backend`, of `self.backend.run()`: the calls on what plain words name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hits
from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.control.iterating import iterated_in, names_of
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.names import dotted
from codewitness.model.outline import Call
from codewitness.model.text import Span

_CALLS = frozenset({"call", "invoke", "pass"})


def as_received(clause: Clause, subject: Subject) -> Clause:
    """The clause about the calls on what `the backend` names, if nothing is called so itself."""
    is_call = clause.predicate is Predicate.CALLS and clause.detail in _CALLS
    if not (is_call or clause.predicate is Predicate.AWAITS) or clause.is_only:
        return clause
    if len(clause.objects) != 1 or clause.objects[0].is_code:
        return clause
    one = clause.objects[0]
    is_of_several = one.text.endswith("s") and one.text.islower()
    if not is_of_several and not re.search(rf"\b{_ARTICLE} {re.escape(one.text)}\b", clause.text):
        return clause
    hits = call_hits(one, subject)
    if hits.fitting or hits.doubt:
        return clause
    is_call = is_call and clause.detail != "pass"
    each = _called_each(one.text, subject) if is_call else ()
    called = dict.fromkeys(each) or dict.fromkeys(call.text for call in _on(one.text, subject))
    objects = tuple(Object(text) for text in called)
    return replace(clause, objects=objects, any_of=len(objects) > 1) if objects else clause


_ARTICLE = r"(?:the|its|this|that|their|each|every|all|any|all the|each of the)"


def _called_each(said: str, subject: Subject) -> Iterator[str]:
    """`listener` of `calls the listeners`, if each of them is called by that name."""
    asked = [word.rstrip("s") for word in said.lower().split()]
    if not said.endswith("s") and len(asked) != 1:
        return
    inside = [one for part in subject.parts for one in subject.known.inside(part)]
    for part in (*subject.parts, *inside):
        for call in part.outline.calls:
            if call.text.isidentifier() and words_in(call.text) == asked:
                yield call.text
        yield from _called_in_loops(asked, part)


def _called_in_loops(asked: Sequence[str], part: Part) -> Iterator[str]:
    """`cb` of `for cb in self.listeners`, which is called there."""
    for loop in part.outline.marked("loop"):
        head = re.split(r"[:{\n]", loop.text, maxsplit=1)[0]
        names = (name for text in iterated_in(loop, part) for name in names_of(text))
        if not any([word.rstrip("s") for word in words_in(name)] == asked for name in names):
            continue
        body = Span(loop.span.start + len(head.encode()), loop.span.end)
        for call in part.outline.calls:
            is_of_each = call.text.isidentifier() and body.contains(call.whole)
            if is_of_each and has_word(head, call.text):
                yield call.text


def may_be_awaited(clause: Clause, subject: Subject) -> str:
    """Why `awaits each task` is left open: something is awaited that is called so in part."""
    words = {
        word.rstrip("s")
        for one in clause.objects
        if clause.predicate is Predicate.AWAITS and not one.is_code
        for word in one.text.lower().split()
    }
    for part in subject.parts:
        for item in part.outline.marked("await"):
            if words & {word.rstrip("s") for word in words_in(item.text)}:
                return f"`{item.text}` may be what is meant"
    return ""


def may_be_forwarded(clause: Clause, subject: Subject) -> str:
    """Why `forwards the token`, which says not to whom, is left open: a call is given it."""
    if clause.detail not in _FORWARDING or clause.is_only:
        return ""
    for one in clause.objects:
        asked = one.text.lower().split() if not one.is_code else None
        for part in subject.parts:
            for call in part.outline.calls:
                given = part.outline.text.slice(Span(call.span.end, call.whole.end))
                names = re.findall(r"[A-Za-z_]\w*", given)
                if any(name == one.text or words_in(name) == asked for name in names):
                    return f"`{call.text}` is given it, which may be what is meant"
    return ""


_FORWARDING = frozenset({"forward", "delegate", "dispatch", "propagate", "relay"})


def _on(said: str, subject: Subject) -> Iterator[Call]:
    """The calls whose receiver has just these words in its name."""
    asked = [word.rstrip("s") for word in said.lower().split()]
    for part in subject.parts:
        for call in part.outline.calls:
            *owners, _ = parts(dotted(call.text.replace("?", "").replace("!", "")))
            if owners and [w.rstrip("s") for w in words_in(owners[-1])] == asked:
                yield call
