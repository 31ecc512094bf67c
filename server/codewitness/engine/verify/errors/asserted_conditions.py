"""`asserts that n is positive`: the assertions that ask that, or the opposite of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.answered import is_answered
from codewitness.engine.verify.conditions.asked import coded, said
from codewitness.engine.verify.errors.asserting import assertions
from codewitness.engine.verify.evidence import (
    LOOSE,
    EvidenceType,
    Finding,
    InWords,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.question import Question
from codewitness.engine.verify.subject import Subject
from codewitness.model.nesting import split
from codewitness.model.text import Span

_THAT = re.compile(r"\bassert(?:s|ing|ed)? (?:that |whether )?(?:the |its )?(?P<what>.+)$")
_CALL = EvidenceType.CALL
_CALLS = {
    "kotlin": frozenset({"require", "check", "assert", "requireNotNull", "checkNotNull"}),
    "objc": frozenset({"NSAssert", "NSCAssert", "NSParameterAssert", "NSCParameterAssert"}),
    "csharp": frozenset({"Debug.Assert", "Trace.Assert"}),
    "swift": frozenset({"assert", "precondition"}),
    "ruby": frozenset({"assert"}),
}
_ANYTHING = frozenset({"anything", "something", "nothing", "it", "this", "that"})
_NOT_NULL = re.compile(r"NotNull$")


def rule_asserts_that(clause: Clause, subject: Subject) -> Finding | None:
    """What follows from what is asserted; None if nothing is, or no condition is said."""
    if clause.detail != "assert" or (match := _THAT.search(clause.text)) is None:
        return None
    if match["what"] in _ANYTHING:
        return None
    asked = list(said(f"if {match['what']}"))
    every = list(asserted(subject))
    if len(asked) != 1 or not every:
        return None
    told = [(hit, _answer(asked[0], text, subject)) for hit, text in every]
    if fitting := [hit for hit, is_so in told if is_so]:
        return found(hit.proof() for hit in fitting)
    if against := [hit for hit, is_so in told if is_so is False]:
        return Finding(against=tuple(hit.proof() for hit in against))
    return doubtful(InWords("what is asserted there is something else, or said in plain words"))


def _answer(asked: Question, text: str, subject: Subject) -> bool | None:
    known = [is_answered(asked, one, subject.language) for one in coded(text)]
    return next((one for one in known if one is not None), None)


def asserted(subject: Subject) -> Iterator[tuple[Hit, str]]:
    """The assertions, and the conditions that they ask."""
    for part in subject.parts:
        for hit in assertions(part):
            text = hit.outline.text.slice(hit.whole)
            behind = re.sub(r"^.*?\bassert\b\s*", "", text.strip(), flags=re.DOTALL)
            yield hit, re.split(r",\s*f?[\"']|\s:\s*\"", behind, maxsplit=1)[0].rstrip("; ")
        named = _CALLS.get(part.outline.language, frozenset[str]())
        known = {hit.whole for hit in assertions(part)}
        for call in part.outline.calls:
            if call.text in named and call.whole not in known:
                inner = part.outline.text.slice(Span(call.span.end, call.whole.end))
                told = re.match(r"\s*\(([^{}]*)\)|[ ]+([^{}\n]+)", inner)
                if told is not None:
                    asks = " != null" if _NOT_NULL.search(call.text) else ""
                    yield (
                        Hit(_CALL, call.text, part.outline, call.span, call.whole, LOOSE),
                        f"{split(told[1] or told[2], ',')[0]}{asks}",
                    )
