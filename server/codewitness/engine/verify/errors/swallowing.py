"""The rule for what is swallowed: handlers that raise nothing, what is suppressed or dropped."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.calling.results import rule_results
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.control.flow import statement
from codewitness.engine.verify.errors.ancestry import Ancestry
from codewitness.engine.verify.errors.covering import (
    covering,
    is_taken_before,
    of_source,
    of_unseen,
    own_types,
)
from codewitness.engine.verify.errors.dropped_errors import rule_drops
from codewitness.engine.verify.errors.exceptions import (
    EVERYTHING,
    classes_of,
    covers,
    has_type,
    is_tried,
    with_bases,
)
from codewitness.engine.verify.errors.handing_on import kept_in_part
from codewitness.engine.verify.errors.ignoring import is_let_pass, unless_kept_inside
from codewitness.engine.verify.errors.rejections import rejections, sorted_out
from codewitness.engine.verify.errors.reraising import (
    CATCH_ALL,
    DROPPED,
    raises_only_others,
)
from codewitness.engine.verify.errors.silence import held_to_silence, unless_raised
from codewitness.engine.verify.errors.suppressing import is_handed_on, suppressed, unasked
from codewitness.engine.verify.evidence import (
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import ENDING
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.reading.results_said import DROPPED as RESULT_DROPPED
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline

T = EvidenceType


def rule_swallows(clause: Clause, subject: Subject) -> Finding:
    """`swallows exceptions`: a handler that raises nothing; in C a result that nobody asks for."""
    if subject.language == "c" and clause.objects and _OF_WHAT.search(clause.text):
        return rule_results(replace(clause, detail=RESULT_DROPPED), subject)
    kept = unless_raised(clause, _swallows(of_source(clause, subject), subject), subject)
    return held_to_silence(clause, kept)


def _swallows(clause: Clause, subject: Subject) -> Finding:
    promised = rejections(clause, subject)
    if clause.arguments and not is_tried(clause.arguments[0], subject) and not promised:
        return of_unseen(clause, subject)
    quiet: list[Proof] = []
    loud: list[Proof] = []
    told: dict[str, str] = {}
    suppressing, doubt = _by_suppress(clause, subject, told)
    for part in subject.parts:
        outline = part.outline
        classes = classes_of(clause, subject, part, told)
        for item in _asked_handlers(clause, classes):
            is_meant, open_so = _is_meant(clause, item, classes)
            doubt = doubt or open_so
            if is_meant:
                hit = statement(T.EXCEPT, item, outline)
                is_let = is_let_pass(clause)
                is_loud = _is_left(item, outline, is_sure=is_let and _is_of_all(clause)) and not (
                    is_let and clause.objects and raises_only_others(item, part)
                )
                (loud if is_loud else quiet).append(hit.proof())
    if quiet and not clause.arguments:
        quiet = _not_within(quiet, loud, subject)
    is_every = not clause.arguments and EVERYTHING.search(clause.text) is not None
    given_on, by_promise, unseen = sorted_out(promised, bool(clause.objects) or is_every)
    loud += given_on
    doubt = doubt or unseen
    kept = [*quiet, *suppressing, *by_promise]
    if kept:
        is_lost = clause.is_negated or not all(map(is_handed_on, kept))
        return with_bases(found(kept), told) if is_lost else doubtful(_KEPT)
    if not loud and not doubt and subject.language in DROPPED:
        return rule_drops(clause, subject)
    if any(not one.is_code and one.noun != "exception" for one in clause.objects):
        return doubtful(InWords("what is suppressed is said in plain words"))
    if doubt:
        return doubtful(doubt)
    return Finding(against=tuple(loud)) if loud else unless_kept_inside(clause, subject)


def _asked_handlers(clause: Clause, classes: Ancestry) -> list[Item]:
    """Those of the call that is named, where no other one of the same try has it before them."""
    outline, asked = classes.part.outline, clause.arguments
    handlers = covering(asked[0], outline) if asked else outline.marked("handler")
    return [one for one in handlers if not is_taken_before(clause.objects, one, classes)]


_KEPT = "what is caught is handed on or kept, which may be no swallowing"
_OF_WHAT = re.compile(r"\berrors? (?:of|from|returned by) ")


def _by_suppress(clause: Clause, subject: Subject, told: dict[str, str]) -> tuple[list[Proof], str]:
    """What Python's `suppress` swallows of it, and why it may swallow more."""
    kept: list[Proof] = []
    doubt = ""
    for part in subject.parts:
        classes = classes_of(clause, subject, part, told)
        if not clause.objects and "error" in clause.text:
            kept += [hit.proof() for hit in unasked(part)]
        for one in suppressed(part, clause.arguments):
            types = [item.text for item in one.types]
            how = [covers(t, o.text, classes) for t in types for o in clause.objects]
            if not clause.objects or any(fit not in (Fit.NO, Fit.MAYBE) for fit in how):
                kept.append(one.hit.proof())
            elif Fit.MAYBE in how or any(map(_is_all, types)):
                doubt = "more than that is suppressed"
            if not one.is_all:
                doubt = "what is suppressed can't be seen"
    return kept, doubt


def _is_meant(clause: Clause, handler: Item, classes: Ancestry) -> tuple[bool, str]:
    """Whether a handler is one of what is said to be swallowed; a doubt about what it does."""
    outline = classes.part.outline
    is_loud = _is_left(handler, outline)
    types = [one.text for one in own_types(handler, outline)]
    if not types and outline.language == "ruby" and not has_type(handler, outline):
        types = ["StandardError"]  # what a `rescue` without a class is of
    how = [covers(one, asked.text, classes) for one in types for asked in clause.objects]
    is_every = not clause.objects and _EVERY_ONE.search(clause.text)
    if is_every and types and not is_loud and not any(map(_is_all, types)):
        return False, "a handler keeps but some of them"
    if clause.objects and all(one in (Fit.NO, Fit.MAYBE) for one in how):
        is_open = Fit.MAYBE in how or not types or any(map(_is_all, types))
        return False, _MAY_COVER if is_open and not is_loud else ""
    if is_loud and not _is_left(handler, outline, is_sure=True):
        if _is_of_all(clause) and (not clause.is_negated or is_let_pass(clause)):
            return True, ""
        return False, "it is raised again under a condition, and swallowed otherwise"
    given = "" if is_loud else kept_in_part(clause, handler, outline)
    return not given, given


def _is_of_all(clause: Clause) -> bool:
    return not clause.objects and EVERYTHING.search(clause.text) is not None


_EVERY_ONE = re.compile(r"\b(?:all|every|any|everything)\b")
_MAY_COVER = "a handler may cover it, and raises nothing"


def _is_all(name: str) -> bool:
    return parts(name)[-1] in CATCH_ALL


def _is_left(handler: Item, outline: Outline, *, is_sure: bool = False) -> bool:
    """True if something is raised in the handler, or the program ended.

    is_sure: under no condition that stands in the handler.
    """
    inner = [
        one.span
        for one in outline.regions
        if is_sure and one.around is Around.BRANCH and handler.span.contains(one.span)
    ]
    ending = [call.span for call in outline.calls if call.name.rstrip("!") in ENDING]
    raised = [item.span for item in outline.marked("raised")]
    left = [span for span in (*raised, *ending) if handler.span.contains(span)]
    return any(not any(one.contains(span) for one in inner) for span in left)


def _not_within(quiet: list[Proof], loud: list[Proof], subject: Subject) -> list[Proof]:
    """Handlers that stand in no other one that raises: those only keep it from being hidden."""
    handlers = [item.span for part in subject.parts for item in part.outline.marked("handler")]
    outer = [span for span in handlers for one in loud if span.start == one.span.start]
    return [
        one for one in quiet if not any(span.start < one.span.start < span.end for span in outer)
    ]
