"""Rules for what a definition gives back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.engine.verify.code.declared import declared_hits, may_be_of_type
from codewitness.engine.verify.code.itself import OWN, may_be_itself
from codewitness.engine.verify.code.nulls import (
    NULL_WORDS,
    is_none,
    is_safely_reached,
    nil_errors,
    null_among,
    several,
)
from codewitness.engine.verify.code.values import is_value
from codewitness.engine.verify.conditions.as_written import is_of_another_call
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged, where_said
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.returning.asynchronous import rule_asynchronous
from codewitness.engine.verify.returning.at_once import rule_at_once
from codewitness.engine.verify.returning.callable_values import (
    callable_returned,
    given_body,
    sort_asked,
)
from codewitness.engine.verify.returning.given_functions import is_in_given_function
from codewitness.engine.verify.returning.how_many import rule_how_many
from codewitness.engine.verify.returning.may_give import held_to_possible
from codewitness.engine.verify.returning.named_returns import gives, gives_value
from codewitness.engine.verify.returning.plain_values import is_answer, said_plainly
from codewitness.engine.verify.returning.returned_anew import held_to_new
from codewitness.engine.verify.returning.returned_copies import rule_copy
from codewitness.engine.verify.returning.returned_ends import rule_end
from codewitness.engine.verify.returning.returned_nouns import is_error, noun_said
from codewitness.engine.verify.returning.returned_shapes import (
    SHAPES,
    errors_given,
    hit_of,
    rule_shaped,
)
from codewitness.engine.verify.returning.returned_variables import held_by_variables, values_given
from codewitness.engine.verify.returning.returning_given import as_parameter, is_set_anew
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split
from codewitness.model.outline import Around, Outline, Returned
from codewitness.model.text import Span

_OTHER_WORDS = {"slice": "list", "vector": "list", "hash": "dict", "map": "dict"}


def rule_returns(clause: Clause, subject: Subject) -> Finding:
    """`returns x`, `returns nothing`, `returns a list`, `returns the result of f`."""
    if (called := rule_asynchronous(clause, subject)) is not None:
        return called
    clause = replace(clause, objects=tuple(_as_spelt(one, subject) for one in clause.objects))
    meant = as_parameter(clause, subject)
    if meant is not None and is_set_anew(meant, subject):
        return doubtful(f"`{meant.objects[0].text}` is given another value there")
    finding = held_to_new(clause, _returned(meant or clause, subject), subject)
    if finding.proofs and is_of_another_call(clause.described, subject.head.outline):
        return doubtful("nothing that is done there is called so")
    if _THE_VALUE.search(clause.text) and finding.proofs and _are_answers(finding):
        return doubtful("whether what is returned is that value can't be told")
    if finding.proofs and is_in_given_function(clause, finding.proofs):
        return doubtful("a function is given back, in which that stands")
    return finding


_THE_VALUE = re.compile(r"\breturns? the (?:value|values|item|entry)$")


def _are_answers(finding: Finding) -> bool:
    return all(is_answer(one.detail) for one in finding.proofs)


_SPELT = {
    "python": {"true": "True", "false": "False", "null": "None", "nil": "None", "none": "None"},
    "objc": {"true": "YES", "false": "NO"},
}


def _as_spelt(one: Object, subject: Subject) -> Object:
    """`false` of other languages as this one writes it, if it has no such name."""
    spelt = _SPELT.get(subject.language, {}).get(one.text)
    is_named = any(True for part in subject.parts for _ in part.outline.occurrences(one.text))
    return one if spelt is None or is_named else one._replace(text=spelt)


def _returned(clause: Clause, subject: Subject) -> Finding:
    if not subject.has_body or subject.head.outline.body_span is None:
        return doubtful("it has no body here")
    if (counted := rule_how_many(clause)) is not None:
        return counted
    if (left := _of_none(clause, subject)) is not None:
        return left
    is_sort = clause.detail != "result" and len(clause.objects) == 1
    if is_sort and clause.objects[0].text in _OTHER_WORDS:
        clause = replace(clause, detail=_OTHER_WORDS[clause.objects[0].text], objects=())
    if sort := sort_asked(clause):
        return where_said(clause, callable_returned(sort, clause, subject))
    clause = replace(clause, detail=_OTHER_WORDS.get(clause.detail, clause.detail))
    if clause.detail in SHAPES:
        return _of_shape(clause, subject)
    if not clause.objects and _RETURNS_ITSELF.search(clause.text):
        own = [h for h in _return_hits(None, clause, subject).fitting if h.detail in OWN]
        return found(h.proof() for h in own) if own else doubtful("what is returned may be another")
    if not clause.objects and (noun := noun_said(clause.text)):
        return _noun(noun, clause, subject)
    if clause.detail == "result":
        clause = _of_called(clause, subject)
    finding = judged(clause, lambda one: _return_hits(one, clause, subject))
    finding = _unless_chosen(clause, _unless_inside(clause, finding, subject), subject)
    return held_to_possible(clause, finding, subject)


def _of_shape(clause: Clause, subject: Subject) -> Finding:
    shaped = where_said(clause, rule_shaped(clause, subject))
    is_open = subject.is_class and shaped == NOTHING
    return doubtful("what methods of a class give is not looked at") if is_open else shaped


def _unless_chosen(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; of `always returns x`, left open by `x if c else y`, which chooses."""
    if not clause.is_only or not finding.proofs or not clause.objects:
        return finding
    for part in subject.parts:
        for item in part.outline.returns:
            values = values_given(item, part.outline)
            others = [one for one in values if not _is_any_of(item, one, clause, part)]
            if len(values) > 1 and others and len(others) < len(values):
                return doubtful(f"`{others[0]}` may be given instead")
        ends = part.outline.marked("ending") if part.outline.language == "ruby" else ()
        if set_there := [one.text for one in ends if one.text.strip() not in ("", "nil", "end")]:
            return doubtful(f"`{set_there[0][:40]}` may be what it gives in the end")
    return finding


def _is_any_of(item: Returned, value: str, clause: Clause, part: Part) -> bool:
    given = item._replace(value=value)
    return any(_is_given(given, one, part) for one in clause.objects)


def _unless_inside(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; of `returns x only if y`, left open where another value has `x` in it."""
    if not clause.is_only_there or not finding.proofs:
        return finding
    shown = [proof.span for proof in finding.proofs]
    others = [
        item.value
        for part in subject.parts
        for item in part.outline.returns
        for rest in (_without(shown, item, part.outline),)
        if any(has_word(rest, one.text) for one in clause.objects)
    ]
    return doubtful(f"`{others[0]}` may give it, too") if others else finding


def _without(shown: Sequence[Span], item: Returned, outline: Outline) -> str:
    """The text of a value without the parts of it that are shown."""
    text, at = "", item.value_span.start
    if any(one.contains(item.value_span) for one in shown):
        return text
    for one in sorted(one for one in shown if item.value_span.contains(one)):
        text += outline.text.slice(Span(at, one.start)) if at < one.start else ""
        at = max(at, one.end)
    return text + outline.text.slice(Span(at, item.value_span.end))


def _of_called(clause: Clause, subject: Subject) -> Clause:
    """`the result of make` is of what is called so there, and not said in plain words."""
    called = {call.name for part in subject.parts for call in part.outline.calls}
    return replace(
        clause,
        objects=tuple(
            one._replace(is_code=one.is_code or one.text in called) for one in clause.objects
        ),
    )


def _of_none(clause: Clause, subject: Subject) -> Finding | None:
    """`returns nothing`, `a nil error`, `never returns`, `the last item`; None for another."""
    if (together := rule_at_once(clause, subject, gives)) is not None:
        return together
    if clause.detail == "nothing":
        is_narrowed = clause.condition is not None or clause.place is not None
        return _nothing_there(clause, subject) if is_narrowed else _nothing(subject)
    if subject.language == "go" and _NIL_ERROR.search(clause.text):
        return where_said(clause, nil_errors(subject))
    if clause.is_negated and _AT_ALL.search(clause.text):
        return _comes_back(subject)
    if _RETURNS_AT_ALL.fullmatch(clause.text) and (back := _comes_back(subject)) is not None:
        return where_said(clause, back) if back.proofs else None
    end = rule_end(clause, subject) or rule_copy(clause, subject)
    return None if end is None else where_said(clause, end)


_RETURNS_AT_ALL = re.compile(r"returns?")  # `returns without calling f`
_NIL_ERROR = re.compile(r"\ba nil error$")
_AT_ALL = re.compile(r"\b(?:never|not) return$|\bnever returns$")


def _comes_back(subject: Subject) -> Finding | None:
    """For `never returns`: the places where it does, whether they give a value or not."""
    spans = [(p.outline, item.span) for p in subject.parts for item in p.outline.marked("return")]
    spans += [(p.outline, item.span) for p in subject.parts for item in p.outline.returns]
    proofs = dict.fromkeys(
        Proof(EvidenceType.SIGNATURE, "return", outline, span) for outline, span in spans
    )
    return found(proofs) if proofs else None


_RETURNS_ITSELF = re.compile(r"\breturns? itself$")


def _noun(what: str, clause: Clause, subject: Subject) -> Finding:
    """Held to the names of what is returned, which what a call is given does not change."""
    asked = replace(clause, objects=(Object(what, is_code=False),))
    if not any(item.value for part in subject.parts for item in part.outline.returns):
        return NOTHING
    if is_error(what) and (errors := errors_given(subject)) and not clause.is_only:
        return where_said(clause, found(errors))
    given = judged(asked, lambda one: _return_hits(one, asked, subject))
    if given.against or not given.proofs:
        return given
    words = set(what.lower().split())
    kept = [
        proof
        for proof in given.proofs
        if words <= set(words_in(_ARGUMENTS.sub("()", proof.detail)))
        or any(is_value(proof.detail, what, part.outline.language) for part in subject.parts)
    ]
    return (
        found(kept) if kept else doubtful(InWords("what is returned is named in plain words only"))
    )


_ARGUMENTS = re.compile(r"\(.*\)", re.DOTALL)


def _return_hits(one: Object | None, clause: Clause, subject: Subject) -> Hits:
    if one is None:
        return _any_hits(clause, subject)
    hits: list[Hit] = []
    others: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        for item in part.outline.returns:
            hit = hit_of(item, part.outline)
            if not (is_fit := _is_given(item, one, part)):
                arm = _arm_that_gives(item, one, part)
                is_fit = arm is not None
                hit = hit._replace(span=arm or hit.span, whole=arm or hit.whole)
            (hits if is_fit else others).extend(_at_arms(hit, item, one, clause, part))
            if is_fit and clause.detail == "result":
                hits += _made_by(item, one.text, part)
        held = held_by_variables(one, clause, part)
        hits, doubt = [*hits, *held.hits], doubt or held.doubt
        others = [hit for hit in others if hit.span not in held.always]
        if clause.detail != "result" and not hits:
            hits += declared_hits(one, part)
    if not one.is_code:
        return said_plainly(one, hits, others, clause.text)
    if not hits:
        doubt = _unseen(one, subject) or _in_more_words(one, others, clause) or doubt
    is_denied = clause.is_negated and one.text in OWN and not hits
    if is_denied and any(may_be_itself(hit.detail, hit.outline) for hit in others):
        doubt = "which object a call or a variable gives back can't be seen"
    return Hits(tuple(hits), "" if hits else doubt, tuple(others))


def _any_hits(clause: Clause, subject: Subject) -> Hits:
    """The returns that give anything, or of `returns inside the loop` all of them."""
    is_any = clause.detail == "statement" or _is_of_leaving(clause)
    hits: dict[bool, list[Hit]] = {True: [], False: []}
    for part in subject.parts:
        for item in part.outline.returns:
            is_fit = is_any or not _is_none(item, part.outline)
            hits[is_fit].append(hit_of(item, part.outline))
    return Hits(tuple(hits[True]), "", tuple(hits[False]))


def _is_of_leaving(clause: Clause) -> bool:
    """True for `returns inside the loop`: there it comes back, with a value or without."""
    return not clause.detail and clause.place in _LEFT


_LEFT = frozenset({Around.LOOP, Around.TRY, Around.HANDLER, Around.WITH, Around.FINALLY})


def _in_more_words(one: Object, others: Sequence[Hit], clause: Clause) -> str:
    """`an md5 hash`, of what `md5(…)` gives: a name that but begins what is said."""
    said = re.search(rf"\breturns? an? {re.escape(one.text)} [a-z]", clause.text)
    named = [hit.detail for hit in others if has_word(hit.detail, one.text)]
    return f"`{named[0]}` may be meant" if said and named else ""


def _unseen(one: Object, subject: Subject) -> str:
    """Why it is left open whether a value is given back that is written nowhere."""
    if one.text in NULL_WORDS:
        given = (
            null_among(several(item.value))
            for part in subject.parts
            for item in part.outline.returns
        )
        if doubt := next(filter(None, given), ""):
            return doubt
        if any(
            is_safely_reached(item.value, part.outline.language)
            for part in subject.parts
            for item in part.outline.returns
        ):
            return "what it returns is reached by way of something that may not be there"
    if any(_is_in_function(one.text, part) for part in subject.parts):
        return f"`{one.text}` stands in a function that is given back"
    if any(_is_element(one.text, i.value) for part in subject.parts for i in part.outline.returns):
        return f"`{one.text}` is a part of what is returned"
    return (
        "of what type the returned value is can't be seen" if may_be_of_type(one, subject) else ""
    )


def _is_element(wanted: str, value: str) -> bool:
    """True for `400` of `[400, {}, []]`."""
    found = _IN_BRACKETS.fullmatch(value.strip())
    return found is not None and wanted in [one.strip() for one in split(found[1], ",")]


_IN_BRACKETS = re.compile(r"[\[({](.*,.*)[\])}]", re.DOTALL)


def _is_in_function(name: str, part: Part) -> bool:
    """True if a function within what is given back names it."""
    outline = part.outline
    inner = [
        nested.span
        for nested in outline.nested
        if any(item.value_span.contains(nested.span) for item in outline.returns)
    ]
    return any(has_word(outline.text.slice(span), name) for span in inner)


_ARM = re.compile(r"(?:\{\s*|\n\s*|->\s*|\belse\s+)([^{}\n]+?)\s*(?=\n?\s*\}|\n|\belse\b)")


def _arm_that_gives(item: Returned, one: Object, part: Part) -> Span | None:
    """Where the arm of `try { x } catch …` or `if (a) { x } else { y }` is that gives it."""
    if not re.match(r"(?:try|if|when|match|switch)\b", item.value):
        return None
    for arm in _ARM.finditer(item.value):
        after = item.value[arm.end() :].lstrip()
        is_last = after.startswith("}") or "->" in arm[0] or arm[0].startswith("else")
        head, arrow, value = arm[1].rpartition("->")
        value = value.strip().rstrip(";, ")
        if is_last and any(gives_value(one_of, one.text, part) for one_of in alternatives(value)):
            at = item.value.index(value, arm.start(1) + len(head + arrow))
            start = item.value_span.start + len(item.value[:at].encode())
            return Span(start, start + len(value.encode()))
    return None


def _at_arms(hit: Hit, item: Returned, one: Object, clause: Clause, part: Part) -> list[Hit]:
    """The hit; of `c ? a : b`, where a condition is said, those of the arms that give it."""
    if clause.condition is None:
        return [hit]
    arms = _arms_that_give(item, one, part)
    return [hit._replace(span=arm, whole=arm) for arm in arms] or [hit]


def _arms_that_give(item: Returned, one: Object, part: Part) -> list[Span]:
    """The arms of `c ? a : b` that give it; none if nothing is chosen."""
    outline = part.outline
    arms = [
        region.span
        for region in outline.regions
        if region.around is Around.BRANCH and item.value_span.contains(region.span)
    ]
    giving = [
        arm
        for arm in arms
        if arm != item.value_span
        and _is_given(item._replace(value=outline.text.slice(arm), value_span=arm), one, part)
    ]
    return [arm for arm in giving if not any(o != arm and arm.contains(o) for o in giving)]


def _is_given(item: Returned, one: Object, part: Part) -> bool:
    if one.noun == "exception" and item.value.startswith("Err(") and has_word(item.value, one.text):
        return True  # `Err(Error::new(ErrorKind::Full))`
    return gives(item, one.text, part) or _is_said(item, one, part.outline.language)


def _is_said(item: Returned, one: Object, language: str) -> bool:
    """True for a value in plain words: `an empty string`."""
    return (not one.is_code or one.text in _NUMBERS_IN_WORDS) and any(
        is_value(value, one.text, language) for value in alternatives(item.value)
    )


_NUMBERS_IN_WORDS = ("NaN", "Infinity")


def _made_by(item: Returned, wanted: str, part: Part) -> list[Hit]:
    """The assignment that made the local variable which is returned."""
    if not re.fullmatch(r"[\w$]+", item.value):
        return []
    return [
        Hit(EvidenceType.CALL, one.value, part.outline, one.value_span, one.value_span)
        for one in part.outline.assigned
        if one.target.split()[-1] == item.value and gives_value(one.value, wanted, part)
    ]


def _is_none(item: Returned, outline: Outline) -> bool:
    return is_none(item.value, outline.language)


def _nothing(subject: Subject) -> Finding:
    outline = subject.head.outline
    if inner := given_body(outline):
        return Finding(against=tuple(inner))
    given = [item for item in outline.returns if not _is_none(item, outline)]
    if given:
        return Finding(
            against=tuple(
                Proof(EvidenceType.SIGNATURE, one.value, outline, one.span) for one in given
            )
        )
    empty = [Proof(EvidenceType.SIGNATURE, "return", outline, one.span) for one in outline.returns]
    if outline.marked("yield"):
        return doubtful("it is a generator")
    header = Proof(EvidenceType.SIGNATURE, "no return", outline, outline.name_span)
    return found(empty or [header])


def _nothing_there(clause: Clause, subject: Subject) -> Finding:
    """`returns nothing if x`: where it says so, it does; at its end it may, which no line shows."""
    hits = [
        hit_of(item, part.outline)
        for part in subject.parts
        for item in part.outline.returns
        if _is_none(item, part.outline)
    ]
    return judged(clause, lambda _: Hits(tuple(hits), "it may do so at its end"))
