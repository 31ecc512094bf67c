"""What an assertion raises where it does not hold, in languages in which it is no plain call."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.conditions.asserted_before import failing
from codewitness.engine.verify.evidence import LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around, Call

PANICS = frozenset({"panic", "abort", "crash", "trap"})
_FAILURE = "AssertionError"
# Calls that raise if what they are given does not hold, and what they raise.
_CHECKS = {
    "kotlin": {
        **dict.fromkeys(("require", "requireNotNull"), "IllegalArgumentException"),
        **dict.fromkeys(("check", "checkNotNull", "error"), "IllegalStateException"),
        "TODO": "NotImplementedError",
    },
}
# Calls that end the program, and those that do so in some builds only.
_ENDING = {
    "rust": frozenset({"assert", "assert_eq", "assert_ne"}),
    "swift": frozenset({"precondition", "preconditionFailure", "fatalError"}),
}
_PERHAPS = {
    "rust": frozenset({"debug_assert", "debug_assert_eq", "debug_assert_ne"}),
    "swift": frozenset({"assert", "assertionFailure"}),
    **dict.fromkeys(("c", "cpp", "objc"), frozenset({"assert", "NSAssert"})),
}
_STATEMENT = re.compile(r"\b(?:statements?|explicit\w*|by name|keyword)\b")
_ASSERT_MODULE = re.compile(r"(?:node:)?assert(?:/strict)?(?:\.|$)")
_NOT_EVERYWHERE = "an assertion is checked in some builds only"
_CAUGHT = "what an assertion raises there is caught there"
_WHEN_IT_FAILS = "an assertion raises it, under what condition is said by what it asserts"


def asserted(
    one: Object | None, part: Part, subject: Subject, clause: Clause
) -> tuple[list[Hit], str]:
    """Assertions that raise `one`, whatever it is if it is None; why they may or may not."""
    language = part.outline.language
    if clause.detail in PANICS and one is None:
        ended, doubt = _ended(part)
        return _where_they_fail(ended)[0] if _is_held(clause) else ended, doubt
    raised = "" if one is None else parts(one.text)[-1]
    is_statement = bool(_STATEMENT.search(clause.text)) or clause.count is not None
    if one is None and (is_statement or clause.is_only):
        return [], ""
    hits = [
        call_hit(call, part, LOOSE)
        for call, error in _checks(part, subject)
        if raised in ("", error)
    ]
    doubt = ""
    if raised in ("", _FAILURE):
        every = list(assertions(part))
        failing = [hit for hit in every if not _is_caught(hit)]
        if len(failing) < len(every):
            doubt = _CAUGHT
        if failing and one is None and language in ("java", "kotlin"):
            doubt = _NOT_EVERYWHERE
        else:
            hits += failing
    if hits and _is_held(clause):
        hits, is_told = _where_they_fail(hits)
        return (hits, doubt) if is_told else ([], _WHEN_IT_FAILS)
    return hits, doubt


def _is_held(clause: Clause) -> bool:
    """True for `if x`, and for `always`."""
    return clause.condition is not None or bool(clause.described)


def _where_they_fail(hits: list[Hit]) -> tuple[list[Hit], bool]:
    """The places where assertions fail, of which that can be read, and whether it can of all."""
    told = [(hit, failing(hit.outline, hit.span)) for hit in hits]
    found = [hit if end is None else hit._replace(whole=end) for hit, end in told]
    return found, all(end is not None for _, end in told)


def assertions(part: Part) -> Iterator[Hit]:
    """Statements and calls that raise an AssertionError."""
    outline = part.outline
    if outline.language in ("python", "java"):
        for item in outline.occurrences("assert"):
            line = outline.text.line_span(outline.text.line_at(item.span.start))
            yield Hit(EvidenceType.RAISE, "assert", outline, item.span, line, LOOSE)
    for call in outline.calls:
        first = parts(call.text)[0]
        is_ours = outline.language == "kotlin" and call.text == "assert"
        is_node = outline.language in ECMA and _ASSERT_MODULE.match(
            part.around.imports.get(first, "")
        )
        if is_ours or is_node:
            yield call_hit(call, part, LOOSE)


_COVERING = frozenset({"AssertionError", "Exception", "BaseException", "Error", "Throwable"})


def _is_caught(hit: Hit) -> bool:
    """True for what stands in a `try` that has a handler for it."""
    outline = hit.outline
    inside = outline.innermost(hit.span, Around.TRY)
    if inside is None:
        return False
    tries = [item.span for item in outline.marked("try") if item.span.contains(inside)]
    own = min(tries, key=lambda one: one.end - one.start, default=None)
    for handler in outline.marked("handler") if own is not None else ():
        if own is None or not own.contains(handler.span) or inside.contains(handler.span):
            continue
        types = [parts(t.text)[-1] for t in outline.handles if handler.span.contains(t.span)]
        if not types or _COVERING & set(types):
            return True
    return False


def _checks(part: Part, subject: Subject) -> Iterator[tuple[Call, str]]:
    by_name = _CHECKS.get(part.outline.language, {})
    for call in part.outline.calls:
        if call.text in by_name and not subject.known.is_callable(call.name):
            yield call, by_name[call.text]


def _ended(part: Part) -> tuple[list[Hit], str]:
    """Assertions that end the program."""
    language = part.outline.language
    names = [(call, call.name.rstrip("!")) for call in part.outline.calls]
    ending, perhaps = _ENDING.get(language, frozenset()), _PERHAPS.get(language, frozenset())
    hits = [call_hit(call, part, LOOSE) for call, name in names if name in ending]
    return hits, _NOT_EVERYWHERE if any(name in perhaps for _, name in names) else ""
