"""Rules for exceptions: what is raised, raised again, and caught."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from codewitness.engine.verify.calling.calls import RELEVANCE, call_hit, call_hits
from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.code.handed import may_raise
from codewitness.engine.verify.code.macros import may_be_raised
from codewitness.engine.verify.control.flow import statement
from codewitness.engine.verify.errors.ancestry import Ancestry, is_strict
from codewitness.engine.verify.errors.asserting import asserted
from codewitness.engine.verify.errors.covering import (
    held_to_source,
    of_source,
    of_unseen,
)
from codewitness.engine.verify.errors.panicking import may_panic
from codewitness.engine.verify.errors.raised import is_variable, raised_fit
from codewitness.engine.verify.errors.raised_by_messages import raised_by_message
from codewitness.engine.verify.errors.rejections import rejections
from codewitness.engine.verify.errors.reraising import (
    CATCH_ALL,
    PROPAGATING,
)
from codewitness.engine.verify.errors.suppressing import suppressed
from codewitness.engine.verify.errors.throwing import BY_ITSELF, DECLARES, of_calls, rule_declares
from codewitness.engine.verify.errors.wrapped import of_all
from codewitness.engine.verify.evidence import (
    ALIASED,
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import ENDING, Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.reading.objects import is_exception
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Call, Outline

T = EvidenceType
EVERYTHING = re.compile(r"\b(?:all|every|everything|bare|blanket)\b")


def rule_raises(clause: Clause, subject: Subject) -> Finding:
    """`raises E`."""
    if clause.detail == DECLARES:
        return rule_declares(clause, subject)
    if clause.detail == "throw" and subject.language == "ruby":
        thrown = judged(clause, lambda one: _thrown(one, subject))
        if thrown.proofs:
            return thrown
    told: dict[str, str] = {}
    finding = judged(clause, lambda one: raise_hits(one, subject, clause, told))
    finding = of_all(clause, with_bases(finding, told))
    if finding == NOTHING and subject.language == "csharp" and _are_events(clause):
        return judged(clause, lambda one: call_hits(one, subject))  # `Changed?.Invoke(x)`
    if finding == NOTHING and _declares(clause, subject):
        return doubtful("it is declared to throw, by what it calls")
    return of_calls(clause, finding, subject)


def _are_events(clause: Clause) -> bool:
    return bool(clause.objects) and not any(
        is_exception(one.text) or not one.is_code for one in clause.objects
    )


def _declares(clause: Clause, subject: Subject) -> bool:
    """True for a Swift function that says `throws`, if no error is named."""
    outline = subject.head.outline
    is_said = re.search(r"\bthrows\b", outline.text.slice(outline.header_span)) is not None
    is_open = is_said and not clause.objects and BY_ITSELF.search(clause.text) is None
    return subject.language == "swift" and is_open


def _thrown(one: Object | None, subject: Subject) -> Hits:
    """Ruby's `throw :done`, which is a call."""
    hits = [
        call_hit(call, part, LOOSE)
        for part in subject.parts
        for call in part.outline.calls
        if call.text == "throw"
    ]
    return Hits(tuple(h for h in hits if one is None or has_word(h.arguments or "", one.text)))


_PANICS = frozenset({"panic", "abort", "crash", "trap"})
_UNWRAPS = frozenset(
    {"unwrap", "expect", "unwrap_err", "expect_err", "todo", "unimplemented", "unreachable"}
)
_PANICKING = re.compile(r"panic_\w+!?|\w+_panic!")  # macros and functions that say so
_LOGGING_PANIC = re.compile(r"(?:\w+\.)*[lL]og(?:ger)?\.Panic(?:f|ln|w)?")
_EXPLICITLY = re.compile(r"\bexplicitly\b|\bby name\b")
_RAISE = Clause(predicate=Predicate.RAISES)


def classes_of(
    clause: Clause, subject: Subject, part: Part, told: dict[str, str] | None = None
) -> Ancestry:
    """What is known there of the classes of errors; `told` takes what was asked of bases."""
    return Ancestry(
        known=subject.known,
        part=part,
        is_strict=is_strict(clause),
        is_doubted=clause.is_negated,
        told={} if told is None else told,
    )


def with_bases(finding: Finding, told: Mapping[str, str]) -> Finding:
    """Said beside a finding: of which class that is which was found."""
    said = "; ".join(f"`{name}` is a `{base}`" for name, base in told.items())
    return replace(finding, note=said) if finding.proofs and said else finding


def raise_hits(
    one: Object | None,
    subject: Subject,
    clause: Clause = _RAISE,
    told: dict[str, str] | None = None,
) -> Hits:
    """The places that raise one exception; all raises if none is named."""
    hits: list[Hit] = []
    others: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        outline = part.outline
        classes = classes_of(clause, subject, part, told)
        for item in outline.raises:
            hit = _hit(T.RAISE, item, outline)
            if one is None:
                hits.append(hit)
                continue
            fit = raised_fit(item, one.text, classes)
            if fit is Fit.MAYBE:
                doubt = f"`{item.text}` may be it: what it holds, or comes from, can't be seen"
            elif fit is Fit.NO:
                others.append(hit)
            else:
                hits.append(hit._replace(relevance=RELEVANCE[fit]))
        if one is None or not _EXPLICITLY.search(clause.text):
            hits += _bare_raises(one, classes)
        if one is None and clause.detail in _PANICS:
            hits += [call_hit(call, part, LOOSE) for call in outline.calls if _panics(call, part)]
        if one is not None and outline.language in ("go", "rust") and clause.detail not in _PANICS:
            hits += _error_returns(one, part)
        hits += [*_ended_by(one, part), *raised_by_message(one, part)]
        failing, unsure = asserted(one, part, subject, clause)
        hits += failing
        doubt = doubt or unsure
        doubt = doubt or may_be_raised(outline)
    return Hits(tuple(hits), doubt or _unsaid(one, clause, subject), tuple(others))


def _unsaid(one: Object | None, clause: Clause, subject: Subject) -> str:
    """Why it is left open whether it is raised though nothing says so."""
    outlines = [part.outline for part in subject.parts]
    if clause.is_negated:
        name = "" if one is None else parts(one.text)[-1]
        if handed := next(filter(None, (may_raise(name, outline) for outline in outlines)), ""):
            return handed
    if one is None and clause.is_negated and clause.detail in _PANICS:
        return next(filter(None, map(may_panic, outlines)), "")
    if one is None and (said := next(filter(None, map(_raising_by_name, outlines)), "")):
        return said
    is_plain = one is not None and not one.is_code and not is_variable(one.text, outlines)
    return InWords("what is raised is named in plain words only") if is_plain else ""


_RAISES_BY_NAME = re.compile(r"_*(?:[tT]hrow|[rR]aise|[pP]anic)(?:If|Unless|When|_if_|_unless_)\w+")


def _raising_by_name(outline: Outline) -> str:
    """Why a call may raise something, by what it is called: `token.ThrowIfCancelled()`."""
    named = (one.text for one in outline.calls if _RAISES_BY_NAME.match(one.name))
    return next((f"`{one}` says that it may raise something" for one in named), "")


def _panics(call: Call, part: Part) -> bool:
    """True for `x.unwrap()` and `panic_oob!(…)` of Rust, and for Go's `log.Panic(…)`."""
    if (language := part.outline.language) == "go":
        return _LOGGING_PANIC.fullmatch(call.text) is not None
    is_named = call.name.rstrip("!") in _UNWRAPS or _PANICKING.fullmatch(call.name) is not None
    is_of_c = language in ("c", "cpp", "objc") and call.name == "panic"
    return is_of_c or (language == "rust" and is_named)


def _ended_by(one: Object | None, part: Part) -> Iterator[Hit]:
    """`crashes with fatalError`: a call that does not come back."""
    name = "" if one is None else one.text.removesuffix("()").rstrip("!")
    for call in part.outline.calls if name in ENDING else ():
        if call.name.rstrip("!") == name:
            yield call_hit(call, part, LOOSE)


def _hit(kind: EvidenceType, item: Item, outline: Outline, relevance: float = 1.0) -> Hit:
    return Hit(kind, item.text, outline, item.span, item.span, relevance)


def _bare_raises(one: Object | None, classes: Ancestry) -> Iterator[Hit]:
    """A bare `raise` gives on what its handler caught."""
    outline = classes.part.outline
    for item in outline.marked("raised"):
        if not _is_bare(item):
            continue
        holders = [h for h in outline.marked("handler") if h.span.contains(item.span)]
        if one is None:
            yield _hit(T.RAISE, item, outline)
        elif holders:
            body = outline.innermost(item.span, Around.HANDLER)
            end = body.start if body else holders[-1].span.end
            caught = [h for h in outline.handles if holders[-1].span.start <= h.span.start < end]
            if any(classes.fit(h.text, one.text) in (Fit.EXACT, Fit.LOOSE) for h in caught):
                yield _hit(T.RAISE, item, outline, ALIASED)


def _is_bare(item: Item) -> bool:
    return re.fullmatch(r"@?(?:raise|fail|throw)\s*;?", item.text.strip()) is not None


def _error_returns(one: Object, part: Part) -> Iterator[Hit]:
    """Go and Rust give errors back: `return …, ErrX`, `Err(E::X)`."""
    for item in part.outline.returns:
        if re.search(rf"(?<![\w.]){re.escape(one.text)}(?!\w)", item.value) and (
            part.outline.language == "go" or "Err" in item.value
        ):
            yield Hit(T.RAISE, item.value, part.outline, item.value_span, item.span, LOOSE)


def rule_catches(clause: Clause, subject: Subject) -> Finding:
    """`catches E`."""
    clause = of_source(clause, subject)
    promised = rejections(clause, subject)
    if clause.arguments and not is_tried(clause.arguments[0], subject) and not promised:
        return of_unseen(clause, subject)
    if not clause.objects and EVERYTHING.search(clause.text):
        every = tuple(_catches_all(subject))
        return doubtful(_OF_PROMISES) if promised and not every else found(every)
    told: dict[str, str] = {}
    finding = judged(
        replace(clause, arguments=()), lambda one: _catch_hits(one, subject, clause, told)
    )
    if clause.arguments and subject.language not in PROPAGATING and not promised:
        finding = held_to_source(clause.arguments[0], finding)
    if promised and not finding.proofs and clause.place is None and clause.count is None:
        is_typed = bool(clause.objects) or clause.is_only
        return doubtful(_OF_PROMISES) if is_typed else found(one.proof for one in promised)
    return with_bases(finding, told)


_OF_PROMISES = "which errors a promise is rejected with can't be seen"


def is_tried(name: str, subject: Subject) -> bool:
    """True if `name` stands in a try that has a handler, or where errors are values."""
    return any(
        part.outline.language in PROPAGATING
        or any(suppressed(part, [name]))
        or (
            part.outline.marked("handler")
            and any(
                Around.TRY in part.outline.around(item.span)
                for item in part.outline.occurrences(parts(name)[-1])
            )
        )
        for part in subject.parts
    )


def _catches_all(subject: Subject) -> Iterator[Proof]:
    """Handlers without a type, or of the type that all exceptions are of."""
    for part in subject.parts:
        outline = part.outline
        for item in outline.marked("handler"):
            if not has_type(item, outline):
                yield statement(T.EXCEPT, item, outline).proof()
        for item in (*outline.handles, *(t for one in suppressed(part) for t in one.types)):
            if parts(item.text)[-1] in CATCH_ALL:
                yield Proof(T.EXCEPT, item.text, outline, item.span)


def _catch_hits(one: Object | None, subject: Subject, clause: Clause, told: dict[str, str]) -> Hits:
    hits: list[Hit] = []
    others: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        outline = part.outline
        if one is None:
            hits += [statement(T.EXCEPT, item, outline) for item in outline.marked("handler")]
            hits += [one.hit for one in suppressed(part)]
            if not hits and _VALUES.get(outline.language, _NEVER).search(_own(outline)):
                doubt = "this language hands errors on as values"
            continue
        classes = classes_of(clause, subject, part, told)
        quiet = list(suppressed(part))
        doubt = doubt if all(one.is_all for one in quiet) else "what is suppressed can't be seen"
        for item in (*outline.handles, *(t for one in quiet for t in one.types)):
            fit = covers(item.text, one.text, classes)
            if fit not in (Fit.NO, Fit.MAYBE):
                hits.append(_hit(T.EXCEPT, item, outline, RELEVANCE[fit]))
                continue
            others.append(_hit(T.EXCEPT, item, outline))
            if fit is Fit.MAYBE or parts(item.text)[-1] in CATCH_ALL:
                doubt = f"`{item.text}` may cover it"
        heads = [item for item in outline.marked("handler") if not has_type(item, outline)]
        for item in heads:
            body = outline.text.slice(item.span)
            is_implied = outline.language == "ruby" and parts(one.text)[-1] == "StandardError"
            if is_implied or re.search(
                rf"(?:instanceof|is|isinstance\([^)]*)\s*\W?{re.escape(one.text)}\b", body
            ):
                hits.append(statement(T.EXCEPT, item, outline))
            else:
                doubt = "a handler without a type catches everything"
    if one is not None and not one.is_code:
        doubt = doubt or InWords("what is caught is named in plain words only")
    return Hits(tuple(hits), doubt, tuple(others))


def covers(written: str, wanted: str, classes: Ancestry) -> Fit:
    """How a handler takes an exception; one of all exceptions names none of them."""
    if parts(written)[-1] in CATCH_ALL:
        return classes.part.around.fit(written, wanted, classes.part.outline)
    return classes.covers(written, wanted)


# What a language that hands errors on as values may look at them with.
_VALUES = {
    "go": re.compile(r"\berr|recover\(|errors?\."),
    "rust": re.compile(r"Err\b|match\b|unwrap_or|or_else|map_err|is_err|\.ok\(|if let|let Ok"),
    "c": re.compile(r"\bif\b|\?|\bswitch\b"),
}
_NEVER = re.compile(r"(?!)")


def _own(outline: Outline) -> str:
    return "\n".join(outline.text.slice(gap) for gap in outline.gaps)


def has_type(handler: Item, outline: Outline) -> bool:
    """True if a handler says which errors it takes."""
    return any(handler.span.contains(item.span) for item in outline.handles)
