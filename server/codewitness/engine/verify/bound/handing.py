"""What is done through others: handed to a function, told to who listens, left to an object."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.bound.acts import Act, as_act, handed
from codewitness.engine.verify.bound.sentences import Said
from codewitness.engine.verify.bound.things import Thing, is_named, is_that
from codewitness.engine.verify.bound.verbs import lemma
from codewitness.engine.verify.bound.words import words_of
from codewitness.engine.verify.in_passing.phrases import given_to
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Call

_HANDING = frozenset({"hand", "pass", "give", "feed", "forward", "delegate", "submit"})
_TELLING = frozenset({"tell", "notify", "inform", "alert", "report", "announce", "signal"})
_TOLD = frozenset(
    {
        *(
            "on",
            "handle",
            "notify",
            "update",
            "emit",
            "fire",
            "dispatch",
            "inform",
            "report",
            "accept",
        )
    }
    | {*("call", "invoke", "apply", "publish", "send", "signal", "trigger", "raise")}
)
_PARENTS = frozenset({"parent", "super", "superclass", "base"})
_OF_PARENT = re.compile(r"(?:super|base|parent)\b")
_IMPLEMENTATIONS = frozenset({"class", "implementation", "method", "version"})


def handed_things(said: Said, part: Part) -> Iterator[Act]:
    """`hands the row to the writer`, of `writer(row)`, or of `write_row` by its name."""
    if _is_verb(said.verb, _HANDING) and [how for how, _ in said.things] == ["to"]:
        to = said.things[0][1]
        for call in part.outline.calls:
            is_it = call.name in to.names or (not to.names and is_that(to, call.text, part.outline))
            given = [handed(one) for one in given_to(call, part.outline)]
            if is_it and any(is_that(said.what, one, part.outline) for one in given):
                yield as_act(call, part)


def told_things(said: Said, part: Part) -> Iterator[Act]:
    """`notifies the listeners`, of `listener(event)`; `reports the row to the hook` as well."""
    if not _is_verb(said.verb, _TELLING) or said.what.is_empty or len(said.things) > 1:
        return
    who, what = said.what, None
    for how, thing in said.things:
        if how not in ("to", "about", "of"):
            return
        who, what = (thing, said.what) if how == "to" else (said.what, thing)
    for call in part.outline.calls:
        on, name = _on(call), words_of(call.name)
        is_bare = not on and is_that(who, call.text, part.outline)
        is_told = bool(name) and name[0] in _TOLD and bool(on) and is_that(who, on, part.outline)
        if (is_bare or is_told) and (what is None or _is_told_of(what, name, call, part)):
            yield as_act(call, part)


def _is_told_of(what: Thing, name: Sequence[str], call: Call, part: Part) -> bool:
    """True if the call has it in its name, or is given it."""
    given = [handed(one) for one in given_to(call, part.outline)]
    return is_named(what, name[1:]) or any(is_that(what, one, part.outline) for one in given)


def calls_of_parent(said: Said, part: Part) -> Iterator[Act]:
    """`calls the parent`, of `super().close()`."""
    if not _is_verb(said.verb, {"call", "delegate", "run", "invoke"}) or said.things:
        return
    words = [one for one in said.what.words if one not in _IMPLEMENTATIONS]
    if said.what.names or len(words) != 1 or words[0] not in _PARENTS:
        return
    for call in part.outline.calls:
        if _OF_PARENT.match(call.text) and (call.name != "super" or not _goes_on(call, part)):
            yield as_act(call, part)


def _goes_on(call: Call, part: Part) -> bool:
    """True for the `super()` of `super().close()`."""
    return any(one != call and one.whole.contains(call.whole) for one in part.outline.calls)


def _on(call: Call) -> str:
    return call.text[: len(call.text) - len(call.name)].rstrip(".:>-?!")


def _is_verb(verb: str, known: frozenset[str] | set[str]) -> bool:
    return bool(known & {lemma(verb), *stems(verb)})
