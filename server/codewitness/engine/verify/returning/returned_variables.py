"""What is returned by way of a variable: `code = LOST` and, further down, `return code`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.engine.verify.code.nulls import several
from codewitness.engine.verify.conditions.exclusive import (
    is_apart_or_left,
    is_in_other_arm,
    is_left_between,
)
from codewitness.engine.verify.evidence import EvidenceType, InWords
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.returning.named_returns import gives_value
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Around, Assigned, Outline, Returned
from codewitness.model.text import Span

_RESULTS = re.compile(r"\)\s*\(([^()]*)\)\s*$")
_CONDITIONAL = (Around.BRANCH, Around.ELSE, Around.HANDLER, Around.LOOP)


class Held(NamedTuple):
    """Where what is returned further down gets the value that a claim names.

    doubt: why it is left open whether such a value is still there then. always: the returns that
    give nothing else.
    """

    hits: tuple[Hit, ...] = ()
    doubt: str = ""
    always: frozenset[Span] = frozenset()


def held_by_variables(one: Object, clause: Clause, part: Part) -> Held:
    """What is put into the variables that are returned."""
    hits: dict[Span, Hit] = {}
    always: set[Span] = set()
    doubt = ""
    if not one.is_code:
        return Held()
    for item, name in _returned_names(part.outline):
        puts = _puts(name, item, part.outline)
        giving = [put for put in puts if _gives(put, one, part)]
        any_of = clause.objects if clause.any_of else (one,)
        fitting = [put for put in puts if any(_gives(put, this, part) for this in any_of)]
        changed = _changes(name, part.outline) if giving else ()
        is_all = {hit.span for hit in changed} <= {put.target_span for put in fitting}
        if giving and is_all and item.value == name and not _is_given(name, part):
            always.add(item.span)
        for put in giving:
            hit = _hit(part.outline, put.value_span, put.value)
            if (clause.is_only and not is_all) or not _is_still_there(hit, item, changed, clause):
                doubt = InWords(f"`{name}` is returned, which may be {one.text} by then")
            else:
                hits[put.value_span] = hit
    return Held(tuple(hits.values()), "" if hits else doubt, frozenset(always))


def values_given(item: Returned, outline: Outline) -> list[str]:
    """What a return may give: the sides of a choice, or of the choices that set its variable."""
    is_name = re.fullmatch(r"[A-Za-z_$][\w$]*", item.value) is not None
    puts = _puts(item.value, item, outline) if is_name else []
    texts = [put.value for put in puts] or [item.value]
    return [value for text in texts for value in alternatives(text)]


def _is_given(name: str, part: Part) -> bool:
    return any(one.name == name for one in part.outline.parameters)


def _returned_names(outline: Outline) -> Iterator[tuple[Returned, str]]:
    """The variables that are returned, those of Go's named results included."""
    for item in outline.returns:
        values = several(item.value) if item.value else _named_results(outline)
        yield from ((item, one) for one in values if re.fullmatch(r"[A-Za-z_$][\w$]*", one))


def _named_results(outline: Outline) -> list[str]:
    header = outline.text.slice(outline.header_span).rstrip().removesuffix("{").rstrip()
    said = _RESULTS.search(header) if outline.language == "go" else None
    named = said[1].split(",") if said else []
    is_named = any(len(one.split()) > 1 for one in named)
    return [one.split()[0] for one in named if one.split()] if is_named else []


def _puts(name: str, item: Returned, outline: Outline) -> list[Assigned]:
    return [
        one
        for one in outline.assigned
        if one.target.split()[-1:] == [name] and one.value_span.end <= item.span.start
    ]


def _gives(put: Assigned, one: Object, part: Part) -> bool:
    between = part.outline.text.slice(Span(put.target_span.end, put.value_span.start))
    is_plain = re.fullmatch(r"\s*(?::[^=]*)?:?=\s*", between) is not None
    return is_plain and any(gives_value(v, one.text, part) for v in alternatives(put.value))


def _changes(name: str, outline: Outline) -> list[Hit]:
    """Where the variable gets a value, or may get one by its address."""
    word = rf"(?<![\w.$]){re.escape(name)}"
    sign = (
        rf"{word}\b\s*(?:(?:\*\*|//|<<|>>|[-+*/%&|^])?=(?![=>])|:=|\+\+|--|,[^;\n=]*[^=!<>]=(?!=))"
    )
    other = rf"(?:&|\+\+|--|\b(?:ref|out)\s+){word}\b"
    changing = re.compile(rf"{sign}|{other}".encode())
    spans = [one.target_span for one in outline.assigned if re.search(rf"{word}\b", one.target)]
    for gap in outline.gaps:
        for match in changing.finditer(outline.text.raw, gap.start, gap.end):
            span = Span(*match.span())
            spans += [] if any(_is_near(span, one) for one in spans) else [span]
    kept = {span for span in spans if not any(one.contains(span) for one in outline.silent)}
    return [_hit(outline, span, name) for span in sorted(kept)]


def _is_near(one: Span, two: Span) -> bool:
    return one.start < two.end and two.start < one.end


def _hit(outline: Outline, span: Span, text: str) -> Hit:
    return Hit(EvidenceType.SIGNATURE, text, outline, span, span)


def _is_still_there(put: Hit, item: Returned, changed: Sequence[Hit], clause: Clause) -> bool:
    """True if a way leads from the put to the return on which nothing else is put there."""
    end = _hit(put.outline, item.span, item.value)
    if is_left_between(put, end) or is_in_other_arm(put, end):
        return False
    between = [
        one
        for one in changed
        if put.span.end <= one.span.start < item.span.start and not is_apart_or_left(put, one)
    ]
    if not between:
        return True
    if clause.condition is not None or clause.place is not None:
        return False
    is_each_apart = not any(
        is_in_other_arm(one, two) for at, one in enumerate(between) for two in between[:at]
    )
    return is_each_apart and all(_is_passed_by(one, put) for one in between)


def _is_passed_by(change: Hit, put: Hit) -> bool:
    """True for a change that is made under a condition which was not asked before the put."""
    return any(
        region.around in _CONDITIONAL
        and region.span.contains(change.span)
        and not region.span.contains(put.span)
        for region in change.outline.regions
    )
