"""`ignores x`, `skips x`: not used at all, caught and dropped, or what a condition lets pass by."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.errors.suppressing import suppressed
from codewitness.engine.verify.evidence import NOTHING, Finding, doubtful
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import Fit
from codewitness.engine.verify.reading.results_said import DROPPED, USED
from codewitness.engine.verify.state.defaults import names_with_default
from codewitness.engine.verify.state.uses import use_hits
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.text import Span

P = Predicate
_IGNORING = re.compile(r"\b(?:ignor|skip|disregard|omit|pass(?:es|ing)? over)")
_COMPARING = re.compile(r"[=!<>]=|\bin\b|\bis\b|instanceof|is_a\?|kind_of\?|===|\bas\?|\bcase\b")
_LABEL = re.compile(r"(?:\bcase|\bwhen)\b[^:{}]*$")


def as_caught(clause: Clause, subject: Subject) -> Clause:
    """`ignores queue.Empty`, of which there is a handler: whether that swallows it is asked."""
    if not _is_ignoring(clause, subject) or not clause.objects:
        return clause
    if not all(_is_handled(one, subject) for one in clause.objects):
        return clause
    return replace(clause, predicate=P.SWALLOWS, is_negated=not clause.is_negated)


def as_used(clause: Clause, subject: Subject) -> Clause:
    """`ignores self.limit`, which is no parameter: what functions inside do with it counts, too."""
    given = subject.head.outline.parameters
    is_parameter = any(
        not one.is_code or one.noun == "parameter" or one.text.strip("*") in {p.name for p in given}
        for one in clause.objects
    )
    is_ignored = clause.predicate is P.USES_PARAMETER and _IGNORING.search(clause.text)
    if not is_ignored or not clause.objects or is_parameter or any(p.is_rest for p in given):
        return clause
    return replace(clause, predicate=P.USES)


_LETTING = re.compile(r"(?:(?:never|does|do|did|not) )*(?:lets?|letting|allows?) ")


def as_let_pass(clause: Clause, subject: Subject) -> Clause:
    """`lets OSError propagate`: none of its handlers swallows it; one may raise it again."""
    is_handled = any(map(_may_keep_errors, subject.parts))
    is_told = all(one.is_code for one in clause.objects) if clause.objects else is_handled
    if clause.predicate is not P.CATCHES or not is_told or not _LETTING.match(clause.text):
        return clause
    return replace(clause, predicate=P.SWALLOWS)


_KEEPING_ERRORS = re.compile(r"\btry\?|\bcatch\b")


def _may_keep_errors(part: Part) -> bool:
    """True if it, or a function inside, has a handler; of Swift also for `try?`."""
    outline = part.outline
    body = outline.body_span if outline.language == "swift" else None
    is_said = body is not None and _KEEPING_ERRORS.search(outline.text.slice(body)) is not None
    return is_said or bool(outline.marked("handler")) or _is_handled_inside(part)


_HANDLING = re.compile(r"\b(?:catch|rescue|except)\b")


def _is_handled_inside(part: Part) -> bool:
    text = part.outline.text
    return any(_HANDLING.search(text.slice(one.span)) for one in part.outline.nested)


def unless_kept_inside(clause: Clause, subject: Subject) -> Finding:
    """The doubt about `lets E escape` that a function inside leaves, which may catch it."""
    is_open = is_let_pass(clause) and any(map(_is_handled_inside, subject.parts))
    return doubtful("a function inside may catch it, when it is run") if is_open else NOTHING


_DEFAULTING = re.compile(r"(?:(?:never|does not|always) )*defaults? (?=\S)")


def as_default(clause: Clause, subject: Subject) -> Clause:
    """`defaults x to 5`, of a parameter that has a default: that is what is meant."""
    if clause.predicate is not P.WRITES or not _DEFAULTING.match(clause.text):
        return clause
    given = names_with_default(subject)
    is_parameter = len(clause.objects) == 1 and clause.objects[0].text in given
    is_plain = is_parameter and clause.place is None and clause.condition is None
    if is_plain and _is_replaced(clause.objects[0].text, subject):
        return clause  # `port=None`, and `port = port or 80` then
    return replace(clause, predicate=P.HAS_DEFAULT, detail="") if is_plain else clause


def _is_replaced(name: str, subject: Subject) -> bool:
    """True of a parameter that gets another value in the body, or is replaced where it is used."""
    instead = re.compile(rf"(?<![\w.]){re.escape(name)}\s*(?:or\b|\|\||\?[?:])|\belse {name}\b")
    return any(
        one.target == name or instead.search(one.value)
        for part in subject.parts
        for one in part.outline.assigned
    )


def is_let_pass(clause: Clause) -> bool:
    """True for `lets E escape`, which what is raised in its place does not do."""
    return _LETTING.match(clause.text) is not None


_PANICS = re.compile(r"\bpanics?\b|\brecovers?\b")


def as_recovered(clause: Clause, subject: Subject) -> Clause:
    """`recovers from panics` of Go: `recover` is called, as a rule by what is deferred."""
    if subject.language != "go" or clause.predicate is not P.CATCHES:
        return clause
    if not _PANICS.search(clause.text) or any(one.is_code for one in clause.objects):
        return clause
    return replace(
        clause, predicate=P.CALLS, objects=(Object("recover"),), arguments=(), detail="call"
    )


_TRAPS = re.compile(r"\btraps?$|\btrapping$")


def as_ending(clause: Clause) -> Clause:
    """`never traps`, where nothing is said that is trapped: it does not end the program."""
    if clause.predicate is not P.CATCHES or clause.objects:
        return clause
    if clause.arguments and clause.text.startswith(("traps ", "trap ")):
        named = tuple(map(Object, clause.arguments))
        return replace(clause, predicate=P.RAISES, objects=named, arguments=(), detail="panic")
    is_so = _TRAPS.search(clause.text) is not None
    return replace(clause, predicate=P.RAISES, detail="panic") if is_so else clause


def unless_passed_by(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; but what is compared in a condition may be what is skipped there."""
    finding = _where_ignored(clause, finding)
    if not finding.proofs or not _is_ignoring(clause, subject):
        return finding
    for one in clause.objects:
        if any(_is_compared(hit) for hit in use_hits(one, subject).fitting):
            return doubtful(
                f"a condition compares `{one.text}`; whether it is skipped can't be told"
            )
    return finding


def _where_ignored(clause: Clause, finding: Finding) -> Finding:
    """Of uses where `ignores x if y` is said those that are reached if y."""
    is_such = clause.predicate is P.USES_PARAMETER and clause.is_negated and clause.described
    if not is_such or not finding.proofs or not _IGNORING.search(clause.text):
        return finding
    said = clause.described
    told = [is_as_said(said, one.outline, one.span, is_only=False).is_so for one in finding.proofs]
    kept = tuple(one for one, is_so in zip(finding.proofs, told, strict=True) if is_so)
    if kept or all(is_so is False for is_so in told):
        return replace(finding, proofs=kept)
    return doubtful("it is used where that is not asked for, which may not be what is meant")


def _is_ignoring(clause: Clause, subject: Subject) -> bool:
    if clause.predicate not in (P.USES, P.USES_PARAMETER) or not _IGNORING.search(clause.text):
        return False
    if clause.detail in (DROPPED, USED):
        return False
    own = {one.name for one in subject.head.outline.parameters}
    return not any(one.noun == "parameter" or one.text in own for one in clause.objects)


def _is_handled(one: Object, subject: Subject) -> bool:
    return any(
        part.around.fit(item.text, one.text, part.outline) not in (Fit.NO, Fit.MAYBE)
        for part in subject.parts
        for item in (*part.outline.handles, *(t for o in suppressed(part) for t in o.types))
    )


_LABELS = 8  # lines over which the labels of an arm may go on
_FURTHER_LABEL = re.compile(r"\bcase\b[^:;{}]*,\s*[\w.]*$")


def _is_compared(hit: Hit) -> bool:
    outline = hit.outline
    text = outline.text
    line = text.line_span(text.line_at(hit.span.start))
    if _LABEL.search(text.slice(Span(line.start, hit.span.start))):
        return True
    above = text.line_span(max(text.line_at(hit.span.start) - _LABELS, 0))
    if _FURTHER_LABEL.search(text.slice(Span(above.start, hit.span.start))):
        return True
    return any(
        item.span.contains(hit.span) and _COMPARING.search(item.text)
        for item in outline.marked("condition")
    )
