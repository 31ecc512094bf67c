"""Claims about one plain value, `returns None`, held to what each return may give when it is run.

Only a value that is written shows that it is given. But a comparison, a call, a variable may give
it, too: then neither follows, that it is nor that it never is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.alternatives import arms_of
from codewitness.engine.verify.code.declared import types_of
from codewitness.engine.verify.code.families import C_FAMILY, ECMA
from codewitness.engine.verify.code.guarded import narrowed
from codewitness.engine.verify.code.nulls import asks_for_none
from codewitness.engine.verify.code.possible import ANYTHING, NULLS, OTHER, TRUTHS, Marks, possible
from codewitness.engine.verify.code.values import number_of, squeezed
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof, doubtful
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.returning.boolean_returns import by_boolean
from codewitness.engine.verify.returning.declared_marks import allowed
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split
from codewitness.model.outline import Around, Assigned, Outline, Returned
from codewitness.model.text import Span

_TRUTHS = {
    **dict.fromkeys(("True", "true", "YES", "TRUE"), frozenset({"true"})),
    **dict.fromkeys(("False", "false", "NO", "FALSE"), frozenset({"false"})),
}
_LEAVING = re.compile(r"(?i)(?:exit|abort|fail|raise|throw|error|die)\w*[!?]?\(")
_MAY_BE_NONE = re.compile(r"\b(?:None|Optional|Any|object|void|undefined|null|any|unknown|never)\b")


_EMPTY = frozenset({"[]", "{}", "()"})


class Given(NamedTuple):
    """What one way out of a definition may give; `is_end` where that is by running off its end."""

    outline: Outline
    span: Span
    text: str
    marks: Marks
    is_end: bool = False


def wanted(one: Object, language: str) -> Marks:
    """The marks of the value that a claim names; none if it is no plain value."""
    text = one.text
    if not one.is_code:
        return frozenset()
    if text in _TRUTHS:
        return _TRUTHS[text]
    if asks_for_none(text, language):
        if language in ECMA and text in NULLS:
            return frozenset({text})
        return NULLS
    if (number := number_of(text)) is not None:
        return frozenset({f"number:{number}"})
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return frozenset({f"text:{text[1:-1]}"})
    if squeezed(text) in _EMPTY:
        return frozenset({f"other:{squeezed(text)}"})
    return frozenset()


def may_be(marks: Marks, asked: Marks) -> bool:
    """True if what is asked for is among what is possible."""
    sorts = {one.partition(":")[0] for one in asked if ":" in one}
    return bool(marks & asked or marks & sorts)


def held_to_possible(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; but what may be given as well leaves open what else would follow."""
    asked = [wanted(one, subject.language) for one in clause.objects]
    if not asked or not all(asked) or any(part.outline.marked("yield") for part in subject.parts):
        return finding
    together = frozenset[str]().union(*asked)
    ways = list(ways_out(subject))
    shown = [*finding.proofs, *finding.against]
    rest = [one for one in ways if not any(_is_shown(one, proof) for proof in shown)]
    is_placed = clause.condition is not None or clause.place is not None
    sure = [one for one in ways if one.marks and one.marks <= together]
    is_as_often = clause.count is None or clause.count.allows(len(sure))
    is_plain = not (is_placed or clause.is_only) and is_as_often
    if sure and not finding.proofs and is_plain and (clause.any_of or len(asked) == 1):
        return Finding(proofs=tuple(map(_proof, sure)))
    if clause.is_only_there and finding.proofs:
        rest += _other_arms([one for one in ways if one not in rest], together, subject)
    perhaps = [one for one in rest if may_be(one.marks, together)]
    if not perhaps:
        return finding
    places = [(one.outline, one.span, one.text) for one in ways if not one.is_end]
    is_alone = is_placed and not finding.proofs and len(places) == len(ways)
    told = by_boolean(clause, places, subject.language) if is_alone else None
    if told is not None:
        return told
    if finding.proofs:
        is_bound = clause.count is not None and clause.count.most is not None
        is_bound = is_bound and not clause.is_negated  # `never once`
        return _open(perhaps[0], clause) if clause.is_only_there or is_bound else finding
    if finding.against and is_placed:
        return finding if clause.described.startswith("unless") else _open(perhaps[0], clause)
    if finding.against and clause.is_only:
        return _always(finding, ways, together, clause)
    return finding if finding.doubt else _open(perhaps[0], clause)


def _other_arms(ways: list[Given], asked: Marks, subject: Subject) -> list[Given]:
    """The arms of what is chosen that are not just what is asked for."""
    part_by_outline = {id(part.outline): part for part in subject.parts}
    return [
        way._replace(text=arm, marks=marks)
        for way in ways
        for arm in arms_of(way.text)
        for marks in (_of_values(arm, part_by_outline[id(way.outline)]),)
        if not marks <= asked and not arm.isidentifier()
    ]


def _is_shown(one: Given, proof: Proof) -> bool:
    return one.outline is proof.outline and one.span.contains(proof.span)


def _always(finding: Finding, ways: list[Given], together: Marks, clause: Clause) -> Finding:
    """For `always returns x`: other values speak against it if they are surely others.

    A comparison has two outcomes, or nobody would make it.
    """
    others = [one for one in ways if not one.marks <= together]
    if not others:
        return Finding(proofs=tuple(map(_proof, ways)))
    if any(not may_be(one.marks, together) or one.marks <= TRUTHS for one in others):
        return finding
    return _open(others[0], clause)


def _open(one: Given, clause: Clause) -> Finding:
    at = one.outline.text.line_at(one.span.start) + 1
    names = " or ".join(item.text for item in clause.objects)
    if one.is_end:
        return doubtful(f"it may end behind line {at} without a value")
    text = one.text or "return"
    shown = text if len(text) < _SHORT else f"{text[:_SHORT]}…"
    return doubtful(f"line {at} returns `{' '.join(shown.split())}`, which may be {names}")


_SHORT = 60  # characters


def _proof(one: Given) -> Proof:
    detail = one.text or "no return"
    return Proof(EvidenceType.SIGNATURE, detail, one.outline, one.span)


def ways_out(subject: Subject) -> Iterator[Given]:
    """What each return gives, and the end of the body where that gives something."""
    for part in subject.parts:
        outline = part.outline
        left = allowed(part)
        for item in outline.returns:
            marks = _of_values(item.value, part) if item.value else _nothing(outline)
            if item.value.isidentifier():
                marks = narrowed(marks, item.value, item.span, outline)
            yield Given(outline, item.span, item.value, _within(marks, left))
        for ending in outline.marked("ending"):
            if ending.text:
                yield Given(outline, ending.span, ending.text, _of_values(ending.text, part))
            elif marks := _within(_nothing(outline), _kept_to(left, outline)):
                marks |= frozenset() if _is_run_off(part, ending.span) else OTHER
                yield Given(outline, _last_line(outline, ending.span), "", marks, is_end=True)


def truth_given(item: Returned, part: Part) -> bool | None:
    """Whether a return gives true or false; None if that can't be seen."""
    given = _of_values(item.value, part)
    if not may_be(_within(given, allowed(part)), TRUTHS):
        return False
    is_number = part.outline.language in C_FAMILY
    return (
        True if given <= TRUTHS | ({"number:1.0", "number:0.0"} if is_number else set()) else None
    )


def _kept_to(left: Marks, outline: Outline) -> Marks:
    """What a header leaves at the end of a body: Python holds nobody to what it says."""
    return ANYTHING if outline.language == "python" else left


def _nothing(outline: Outline) -> Marks:
    if outline.language == "go":
        return ANYTHING  # the results have names
    return frozenset({"undefined" if outline.language in ECMA else "null"})


def _within(marks: Marks, left: Marks) -> Marks:
    """Those of the marks that the header leaves."""
    if left == ANYTHING:
        return marks
    sorts = {one.partition(":")[0] for one in left}
    return frozenset(one for one in marks if one in left or one.partition(":")[0] in sorts)


def _is_run_off(part: Part, last: Span) -> bool:
    """False if what stands last may not come back, or a header says that there is a value."""
    if _LEAVING.search(part.outline.text.slice(last)):
        return False
    return all(_MAY_BE_NONE.search(item.text) for item in types_of(part))


def _last_line(outline: Outline, last: Span) -> Span:
    """Where the last line of it begins."""
    line = outline.text.line_span(outline.text.line_at(max(last.end - 1, last.start)))
    return Span(max(line.start, last.start), last.end)


def _of_values(value: str, part: Part) -> Marks:
    language = part.outline.language

    def named(name: str) -> Marks:
        return _of_variable(name, part, 0)

    if language == "go":  # several at once
        pieces = [one for one in split(value, ",") if one.strip()]
        return frozenset[str]().union(*(possible(one, language, named) for one in pieces))
    return possible(value, language, named)


def _of_variable(name: str, part: Part, depth: int) -> Marks:
    """What a local variable holds, if all that is put into it can be seen."""
    outline = part.outline
    raw = outline.text.slice(outline.span)
    if any(one.name == name for one in outline.parameters) or depth > _MAX_STEPS:
        return ANYTHING
    if not is_bound(outline, name):
        return ANYTHING
    put = [
        one for one in outline.assigned if re.search(rf"(?<![\w.]){re.escape(name)}\b", one.target)
    ]
    if not put or not all(_is_plain(outline, one, name) for one in put):
        return ANYTHING
    spans = {one.target_span for one in put}
    bound = [item for item in outline.marked("bound") if item.text == name]
    word = re.escape(name)
    if any(not any(span.contains(item.span) for span in spans) for item in bound):
        return ANYTHING
    if re.search(rf"(?:&|ref |out |\bglobal [^\n]*|\bnonlocal [^\n]*){word}\b", raw):
        return ANYTHING
    inner = "".join(outline.text.slice(one.span) for one in outline.nested)
    if re.search(rf"(?<![\w.]){word}\s*(?:[-+|&]?=(?!=)|:=)", inner):
        return ANYTHING
    is_always = any(Around.BRANCH not in outline.around(one.value_span) for one in put)
    unset = NULLS if outline.language in ("ruby", *ECMA) and not is_always else frozenset()
    steps = depth + 1
    language = outline.language
    return frozenset[str](unset).union(
        *(possible(one.value, language, lambda n: _of_variable(n, part, steps)) for one in put)
    )


_MAX_STEPS = 3


def _is_plain(outline: Outline, one: Assigned, name: str) -> bool:
    """True for `x = v`, `x := v`, `x: T = v`; false for `x += v` and for `x, y = v`."""
    between = outline.text.slice(Span(one.target_span.end, one.value_span.start)).strip()
    return (
        one.target.split()[-1] == name and "," not in one.target and bool(_PUT.fullmatch(between))
    )


_PUT = re.compile(r"(?::[^=]*)?:?=(?:\s*await)?")
