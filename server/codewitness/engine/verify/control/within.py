"""What functions inside a subject do, held to where and when a claim says that it is done.

A place in such a function stands in all that is around what runs the function, too: `f` in
`x?.let { f(it) }` is called if `x` is there, and in a loop if the `let` is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.code.inside import (
    is_run_if_missing,
    is_run_once,
    may_not_be_run,
    run_beside,
    runs_of,
)
from codewitness.engine.verify.conditions.conditions import ANYHOW, FOREMOST, REGARDLESS
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.control.for_each import speaks_of_noun
from codewitness.engine.verify.doubts.told_parity import is_answered
from codewitness.engine.verify.evidence import (
    EXACT,
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
)
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.hits import combined, of_one
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.objects import DESCRIBED
from codewitness.engine.verify.reading.results_said import DROPPED, USED
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Kind
from codewitness.model.outline import Around, Nested
from codewitness.model.text import Span

P = Predicate
Rule = Callable[[Clause, Subject], Finding]


def with_functions_inside(clause: Clause, subject: Subject, told: Rule, rule: Rule) -> Finding:
    """What its own code tells, else what the functions in it do that it runs or hands on."""
    finding = told(clause, subject)
    if finding.proofs and clause.is_only_there and (elsewhere := _elsewhere(clause, subject, rule)):
        return elsewhere
    if finding.proofs or finding.against or finding.is_true or clause.predicate not in _DONE_INSIDE:
        return finding
    if clause.predicate is not P.RECURSES and _BY_ITSELF.search(clause.text):
        return finding
    is_whole = not clause.is_only and clause.count is None and clause.predicate not in _OF_ONE_BODY
    inside = found_inside(clause, subject, rule) if is_whole else None
    if finding == NOTHING and clause.count is not None:
        plain = replace(clause, count=None, is_only=False)
        if (shown := found_inside(plain, subject, rule)) is not None and shown != NOTHING:
            if (once := _done_once(clause, subject, rule)) is not None:
                return once
            return doubtful("a function inside does it: how often that runs can't be seen")
    if inside is None and not finding.doubt:
        inside = may_be_done(clause, subject, told)
    if inside is None and not finding.doubt:
        inside = _done_later(clause, subject, rule)
    return inside or finding


_ONCE = re.compile(
    r"(?:.*(?:::|\.|->))?(?:dispatch_once(?:_f)?|call_once)|(?:.*\.)?\w*[oO]nce\w*\.Do"
)


def _done_once(clause: Clause, subject: Subject, rule: Rule) -> Finding | None:
    """What follows for `only once` of what `once.Do` or `dispatch_once` runs, and nothing else."""
    inside = [inner for part in subject.parts for inner in subject.known.inside(part)]
    plain = replace(clause, count=None, is_only=False)
    alone = [replace(subject, parts=(one,)) for one in inside]
    doing = [one for one in alone if rule(plain, one).proofs]
    if len(doing) != 1 or "exactly" in clause.text or clause.is_negated:
        return None
    runs = next(_levels(doing[0].parts[0], (*subject.parts, *inside)), [])
    callees = [one.outline.text.slice(Span(one.whole.start, one.span.end)) for one in runs]
    if len(runs) != 1 or not _ONCE.fullmatch(callees[0].strip()):
        return None
    told = rule(clause, doing[0])
    return told if told.proofs or told.against else None


def _elsewhere(clause: Clause, subject: Subject, rule: Rule) -> Finding | None:
    """The doubt about `only if x` that a function inside leaves, which does it, too."""
    names = [parts(one.text)[-1] for one in clause.objects if one.noun != DESCRIBED]
    for part in subject.parts if names else ():
        for inner in subject.known.within(part, names):
            alone = replace(subject, parts=(inner,))
            done = rule(_anywhere(clause), alone)
            if done.proofs and not rule(clause, alone).proofs:
                return doubtful(f"a function inside does it in line {done.proofs[0].line + 1}, too")
    return None


_LATER = {P.CALLS: "calls it", P.WRITES: "does it", P.RECURSES: "does it", P.RAISES: "raises it"}


def _done_later(clause: Clause, subject: Subject, rule: Rule) -> Finding | None:
    """What is told of a function inside that does it whenever it is run.

    A denial is in doubt then; else the subject does not do it by itself, and that is all that is
    said. What is raised then comes to whoever runs it.
    """
    if clause.predicate not in _LATER:
        return None
    for part in subject.parts:
        for inner in subject.known.within(part, _spoken_of(clause, subject)):
            told = rule(_anywhere(clause), replace(subject, parts=(inner,)))
            if told.proofs:
                first = told.proofs[0]
                line = first.outline.text.line_at(first.span.start) + 1
                said = f"a function inside {_LATER[clause.predicate]} in line {line}"
                if clause.predicate is P.RAISES:
                    return Finding(note=f"{said}, which comes to whoever runs that")
                said = f"{said}, when that is run"
                return doubtful(said) if clause.is_negated else Finding(note=said)
    return None


def _spoken_of(clause: Clause, subject: Subject) -> list[str]:
    """What stands in the text of a function that does it."""
    if clause.predicate is P.RECURSES:
        return [subject.name]
    return [parts(one.text)[-1] for one in clause.objects if one.noun != DESCRIBED]


_BY_ITSELF = re.compile(r"\b(?:itself|directly|own body|by its own|of its own)\b")


def found_inside(clause: Clause, subject: Subject, rule: Rule) -> Finding | None:
    """What the functions in it that run whenever it does show; None if that is nothing."""
    inside = [inner for part in subject.parts for inner in subject.known.inside(part)]
    is_named = any(one.noun != DESCRIBED for one in clause.objects)
    if not (is_named or clause.predicate in _NAMING_NOTHING):
        return _unnamed_inside(clause, subject, inside, rule)
    if clause.predicate in _FOR_ITSELF:  # a function with a name of its own catches for itself
        inside = [one for one in inside if one.outline.kind is Kind.LAMBDA]
    if not inside:
        return None
    if clause.step:
        return _in_turn(clause, subject, inside, rule)
    if clause.place is None:
        finding = rule(clause, replace(subject, parts=tuple(inside)))
        if clause.predicate is P.USES and clause.detail in (DROPPED, USED):
            return None if finding == NOTHING else finding
        is_open = clause.predicate is P.RECURSES and finding.doubt
        return _shown(finding.proofs) or (doubtful(finding.doubt) if is_open else None)
    around = (*subject.parts, *inside)
    findings = [_of_one(clause, replace(subject, parts=(one,)), around, rule) for one in inside]
    told = [one for one in findings if one is not None]
    return combined(told, any_of=True) if told else None


def _unnamed_inside(
    clause: Clause, subject: Subject, inside: Sequence[Part], rule: Rule
) -> Finding | None:
    """The doubt about `never logs`, where a function inside does and nothing is named."""
    told = rule(_anywhere(clause), replace(subject, parts=tuple(inside))) if inside else None
    if (
        told is None
        or clause.predicate not in (P.ACTS, P.INSTANTIATES)
        or not (told.proofs or told.doubt)
    ):
        return None
    if not told.proofs:
        return doubtful(told.doubt)
    return doubtful(f"a function inside does it in line {told.proofs[0].line + 1}")


# What a function does if one that it runs does it.
_DONE_INSIDE = frozenset(
    {
        *(P.ACTS, P.CALLS, P.RECURSES, P.CATCHES, P.INSTANTIATES, P.READS, P.WRITES, P.SUBSCRIPTS),
        *(P.RAISES, P.USES, P.PASSES, P.SWALLOWS, P.RERAISES, P.TRIES, P.FINALLY, P.LOOPS),
        *(P.BRANCHES, P.AWAITS, P.FALLS_BACK),
    }
)
# What is done though nothing is named that it is done to.
_NAMING_NOTHING = frozenset({P.RAISES, P.RECURSES, P.CATCHES, P.SWALLOWS, P.TRIES, P.FINALLY})
# What is of the one body that it stands in to some, and of the body around to others.
_OF_ONE_BODY = frozenset({P.LOOPS, P.BRANCHES, P.AWAITS})
_FOR_ITSELF = _NAMING_NOTHING - {P.RAISES, P.RECURSES}


def may_be_done(clause: Clause, subject: Subject, rule: Rule) -> Finding | None:
    """The doubt that what is handed on leaves, which may run before the subject returns."""
    anywhere = replace(_anywhere(clause), step="", count=None, is_only=False)
    for part in subject.parts:
        inside = subject.known.inside(part) if clause.predicate in _OF_ONE_BODY else ()
        kept = [(one, "") for one in inside if one.outline.kind is Kind.LAMBDA]
        for inner, given in (*kept, *subject.known.handed(part)):
            told = rule(anywhere, replace(subject, parts=(inner,)))
            if told.proofs:
                first = told.proofs[0]
                line = first.outline.text.line_at(first.span.start) + 1
                how = f"handed to `{given}`, which may run it" if given else "in a function inside"
                return doubtful(f"what does it in line {line} is {how}")
    return None


def _in_turn(
    clause: Clause, subject: Subject, inside: Sequence[Part], rule: Rule
) -> Finding | None:
    """What is said to come first or last, and is done by a function inside."""
    plain = replace(clause, step="")
    told = _shown(rule(plain, replace(subject, parts=tuple(inside))).proofs)
    if told is None:
        return None
    outlines = [part.outline for part in subject.parts]
    deferred = [item.span for one in outlines for item in one.marked("deferred")]
    is_last = all(any(span.contains(p.span) for span in deferred) for p in told.proofs)
    if not is_last or len(deferred) > 1:
        return doubtful("when what does it is run can't be told")
    if clause.step not in ("first", FOREMOST):
        return told
    others = (call.whole for one in outlines for call in one.calls)
    is_second = any(not any(d.contains(other) for d in deferred) for other in others)
    return Finding(against=told.proofs) if is_second else doubtful("it is put off to the end")


def _shown(proofs: tuple[Proof, ...]) -> Finding | None:
    kept = tuple(one._replace(relevance=min(one.relevance, LOOSE)) for one in proofs)
    return Finding(proofs=kept) if kept else None


def _of_one(clause: Clause, inner: Subject, around: tuple[Part, ...], rule: Rule) -> Finding | None:
    """What one of them shows of a clause that says where or when; None if that is nothing."""
    [part] = inner.parts
    own = rule(clause, inner)
    here = _shown(own.proofs)
    if here is None and _is_barred(clause, own):
        return Finding(against=own.against)  # whatever holds where it is run
    levels = list(_levels(part, around))
    if clause.is_outside:
        return _beside(clause, inner, rule) if here is None else _outside(clause, here, levels)
    if here is not None:
        return _unless_run_otherwise(clause, here, levels)
    plain = _shown(rule(_anywhere(clause), inner).proofs)
    if plain is None:
        return None
    return _run_by_its_caller(clause, plain, levels) or _where_run(clause, plain, levels)


def _is_barred(clause: Clause, own: Finding) -> bool:
    """True if a condition inside asks for the opposite of what a claim says."""
    is_plain = not (clause.is_only_there or clause.is_outside)
    return bool(is_plain and clause.described and own.against) and all(
        is_as_said(clause.described, one.outline, one.span, is_only=False).is_so is False
        for one in own.against
    )


def _unless_run_otherwise(clause: Clause, here: Finding, levels: list[list[Hit]]) -> Finding:
    """What is seen there; of `never f if x is null`, the opposite if it is run only if `x` is."""
    if not clause.is_negated or clause.condition is None:
        return here
    is_never = any(_at(clause, runs).against for runs in levels)
    return Finding(against=here.proofs) if is_never else here


def _where_run(clause: Clause, plain: Finding, levels: list[list[Hit]]) -> Finding | None:
    """What follows from where it is run, for what is done somewhere in it."""
    findings = [_at(clause, runs) for runs in levels]
    if placed := [one for one in findings if one.proofs]:
        return _placed(clause, plain, placed[0])
    is_each = any(not is_run_once(run.detail) for runs in levels for run in runs)
    if clause.place is Around.LOOP and is_each:
        if clause.is_each and not any(map(_is_conditional, plain.proofs)):
            heads = [_head(run, one) for runs in levels for run in runs for one in plain.proofs]
            other = "what is gone over is not called so"
            return plain if speaks_of_noun(clause, heads) else doubtful(other)
        return doubtful("what is called for each item does it, which is a loop to some")
    if doubts := [one.doubt for one in findings if one.doubt]:
        return doubtful(doubts[0])
    if clause.predicate is P.WRITES and all(map(_is_made_with, plain.proofs)):
        return doubtful(f"`{plain.proofs[0].detail}` gives it a value, which need not be meant")
    if not any(one.against for one in findings):
        return None
    if clause.place is Around.BRANCH and any(map(_is_conditional, plain.proofs)):
        return doubtful("a function inside does it, under a condition of its own")
    return Finding(against=plain.proofs)


def _placed(clause: Clause, plain: Finding, run: Finding) -> Finding:
    """What is done there, with the conditions that decide whether it is run."""
    if not is_answered(clause, run.proofs, frozenset()):
        return doubtful("what decides whether it is run may ask for something else")
    shown = [one for one in run.proofs if one.type is EvidenceType.CONDITIONAL]
    return Finding(proofs=(*plain.proofs, *shown))


def _head(run: Hit, proof: Proof) -> str:
    """`rows.forEach((row) => ` before what is done with each of them."""
    end = proof.span.start if run.whole.contains(proof.span) else run.whole.end
    return run.outline.text.slice(Span(run.whole.start, max(end, run.whole.start)))


def _is_conditional(proof: Proof) -> bool:
    return not proof.outline.around(proof.span).isdisjoint({Around.BRANCH, Around.ELSE})


_MISSING = re.compile(
    r"\b(?:if|when) (?:(?:the|its|an?|no) )?[\w`.]+(?: \w+)?? (?:is|are|was) (?:(?:not|nowhere) "
    r"(?:yet |already )?(?:there|present|cached|found|known|set)|missing|absent|null|none|nil)$"
    r"|\b(?:if|when) (?:there is no|none|no)\b[\w` .]*$"
)


def _run_by_its_caller(clause: Clause, plain: Finding, levels: list[list[Hit]]) -> Finding | None:
    """What follows for `only if it is missing` of what `getOrPut` runs; None of others."""
    if clause.place is not Around.BRANCH or not levels or not levels[0]:
        return None
    if all(is_run_if_missing(run.detail) for run in levels[0]) and _MISSING.search(
        clause.described
    ):
        return plain
    lazily = next((run.detail for run in levels[0] if may_not_be_run(run.detail)), "")
    return doubtful(f"`{lazily}` decides whether it is done") if lazily else None


def _beside(clause: Clause, inner: Subject, rule: Rule) -> Finding | None:
    """The doubt about `after the loop` of what is done inside, where no loop is."""
    is_done = bool(clause.beside) and bool(rule(_anywhere(clause), inner).proofs)
    return doubtful("a function inside does it") if is_done else None


def _is_made_with(proof: Proof) -> bool:
    """True for the `x` of `T { x: … }`, which changes that of nothing that was there before."""
    raw, end = proof.outline.text.raw, proof.span.end
    return re.match(rb"\s*:(?![:=])", raw[end : end + 8]) is not None


def _outside(clause: Clause, here: Finding, levels: list[list[Hit]]) -> Finding:
    """What follows for `always` and `outside of x`, which must be so of what runs it, too."""
    for runs in levels:
        finding = _at(clause, runs)
        if finding.doubt:
            return doubtful(finding.doubt)
        if not finding.proofs:
            return Finding(against=here.proofs)
        is_always = clause.described in (ANYHOW, REGARDLESS)
        if is_always and not any(is_run_once(run.detail) for run in runs):
            return doubtful(f"how often `{runs[0].detail}` calls it is not seen")
    return here


def _at(clause: Clause, runs: list[Hit]) -> Finding:
    """The finding for what runs it: it has to be so of one of the places."""
    return combined([of_one(clause, Hits((run,))) for run in runs], any_of=True)


def _anywhere(clause: Clause) -> Clause:
    return replace(
        clause,
        place=None,
        condition=None,
        described="",
        beside="",
        of_loop="",
        is_each=False,
        is_only_there=False,
    )


def _levels(part: Part, around: tuple[Part, ...]) -> Iterator[list[Hit]]:
    """Where a function inside is run; then where the function is run that this stands in."""
    known = {id(one.outline): one for one in around}
    seen: set[Span] = set()
    while part is not None:
        own = part.outline
        outer = next(
            (
                (one, nested)
                for one in known.values()
                for nested in one.outline.nested
                if one.outline.shares_text(own) and nested.name_span == own.name_span
            ),
            None,
        )
        if outer is None:
            return
        part, nested = outer
        runs = [
            Hit(EvidenceType.CALL, name, part.outline, span, whole, EXACT)
            for name, span, whole in runs_of(nested, part.outline)
        ]
        if not runs and nested.name_span not in seen:
            seen.add(nested.name_span)  # two may run each other
            part, runs = _run_beside(nested, part, known.values())
        if runs:
            yield runs


def _run_beside(nested: Nested, part: Part, around: Iterable[Part]) -> tuple[Part, list[Hit]]:
    """Where a function is run by another one inside, and that one; `part` if by none."""
    for one in around:
        if one.outline.name_span != nested.name_span and nested in run_beside(
            part.outline, [one.outline]
        ):
            calls = [call for call in one.outline.calls if call.text == nested.name]
            kind, outline = EvidenceType.CALL, one.outline
            hits = [Hit(kind, "", outline, c.name_span, c.whole, EXACT) for c in calls]
            return (one, hits) if hits else (part, [])
    return part, []
