"""Whether a function runs what it is given whenever it runs: `def locked(f): lock(); f()`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.code.inside import INVOKING, is_run_once, runs_of
from codewitness.engine.verify.conditions.under import is_reached_anyhow
from codewitness.engine.verify.evidence import LOOSE
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

# Languages whose functions that wait are waited for by whoever calls them.
_WAITED_FOR = frozenset({"kotlin", "swift"})


def runs_what_it_is_given(part: Part, inside: Sequence[Part]) -> bool:
    """True if it calls one of its parameters, and no other, come what may.

    `inside` are the functions in it that run whenever it runs.
    """
    outline = part.outline
    if outline.marked("yield") or (outline.is_async and outline.language not in _WAITED_FOR):
        return False
    names = {one.name.strip("&*$") for one in outline.parameters}
    called = [
        (name, call, one)
        for one in (part, *inside)
        for name, call in _called_of(names, one.outline)
    ]
    if len({name for name, _, _ in called}) != 1:
        return False
    return any(_is_reached(call, one, part) for _, call, one in called)


def _called_of(names: set[str], outline: Outline) -> Iterator[tuple[str, Call]]:
    """The calls of what a variable of one of these names holds: `f()`, `f.call()`."""
    invoking = INVOKING.get(outline.language, ())
    for call in outline.calls:
        owner = call.text.removesuffix(call.name).rstrip("?!.")
        name = owner if call.name in invoking else call.text
        if name in names:
            yield name, call


def _is_reached(call: Call, part: Part, outer: Part) -> bool:
    """True if nothing decides whether it is called, nor whether the function around it is."""
    if is_reached_anyhow(call_hit(call, part, LOOSE)) is not True:
        return False
    if part.outline is outer.outline:
        return True
    runs = [
        (name, whole)
        for nested in outer.outline.nested
        if nested.name_span == part.outline.name_span
        for name, _, whole in runs_of(nested, outer.outline)
    ]
    return any(is_run_once(name) and _is_free(whole, outer) for name, whole in runs)


def _is_free(whole: Span, outer: Part) -> bool:
    return any(
        call.whole == whole and is_reached_anyhow(call_hit(call, outer, LOOSE)) is True
        for call in outer.outline.calls
    )
