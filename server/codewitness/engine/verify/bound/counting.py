"""Counters that calls count: `self.failed.Add(1)`, `hits.incrementAndGet()`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.bound.acts import Act, as_act
from codewitness.engine.verify.bound.sentences import Said
from codewitness.engine.verify.bound.things import is_named, is_that, thing_said
from codewitness.engine.verify.bound.verbs import COUNTING_DOWN, COUNTING_UP, lemma
from codewitness.engine.verify.bound.words import is_same, plain, words_of
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.in_passing.phrases import given_to
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Call
from codewitness.model.text import Span

_UP = re.compile(r"(?i)inc|incr|increment|(?:get_?and_?)?increment(?:_?and_?get)?")
_DOWN = re.compile(r"(?i)dec|decr|decrement|(?:get_?and_?)?decrement(?:_?and_?get)?")
_BY = re.compile(r"(?i)add|fetch_?add|add_?and_?get|get_?and_?add")
_TAKING = re.compile(r"(?i)fetch_?sub|sub")


def counted_things(said: Said, part: Part) -> Iterator[Act]:
    """The calls that count up or down what is said, and by as much."""
    verb = lemma(said.verb)
    if verb not in COUNTING_UP | COUNTING_DOWN or said.what.is_empty:
        return
    for call, counter, amount in _counted(part):
        is_way = amount.startswith("-") != (verb in COUNTING_UP)
        is_it = is_that(said.what, counter, part.outline)
        by = amount.lstrip("-")
        is_as_much = all(
            how == "by" and (by in thing.names or is_named(thing, words_of(by)))
            for how, thing in said.things
        )
        if is_way and is_it and is_as_much:
            yield as_act(call, part)


def _counted(part: Part) -> Iterator[tuple[Call, str, str]]:
    """Calls that count, what they count, and by how much."""
    for call in part.outline.calls:
        on = call.text[: len(call.text) - len(call.name)].rstrip(".:>-?!")
        given = given_to(call, part.outline)
        first = given[0] if given else ""
        if not re.search(r"\w", on):
            continue
        if _UP.fullmatch(call.name) and len(given) <= 1:
            yield call, on, first or "1"
        elif _DOWN.fullmatch(call.name) and len(given) <= 1:
            yield call, on, f"-{first or 1}"
        elif _BY.fullmatch(call.name) and re.fullmatch(r"-?\d+", first):
            yield call, on, first
        elif _TAKING.fullmatch(call.name) and re.fullmatch(r"\d+", first):
            yield call, on, f"-{first}"


_COUNTS = re.compile(r"counts (?P<what>.+?) as (?:an? )?(?P<state>[a-z]+)$")
_COUNTER = frozenset({"count", "counter", "total", "number", "num", "n"})


def counted_as(text: str, part: Part) -> Iterator[Act]:
    """`counts the task as failed`, of `self.failedTasks += 1` or a call that counts it."""
    found = _COUNTS.fullmatch(text)
    what = thing_said(found["what"]) if found else None
    if found is None or what is None or what.is_each or what.names:
        return
    asked = (plain(found["state"]), *what.words)
    for call, counter, amount in _counted(part):
        if not amount.startswith("-") and _is_counter(asked, counter):
            yield as_act(call, part)
    for item in part.outline.assigned:
        sign = part.outline.text.slice(Span(item.target_span.end, item.value_span.start)).strip()
        if sign == "+=" and _is_counter(asked, item.target):
            span = Span(item.target_span.start, item.value_span.end)
            yield Act(EvidenceType.ATTRIBUTE_WRITE, item.target, part, span, "")


def _is_counter(asked: Sequence[str], name: str) -> bool:
    """True if a name has the state, and nothing but what is counted besides."""
    words = [one for one in words_of(re.split(r"[.:>]", name)[-1]) if one not in _COUNTER]
    is_state = any(is_same(one, asked[0]) for one in words)
    return is_state and all(any(is_same(one, other) for other in asked) for one in words)
