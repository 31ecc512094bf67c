"""The rule for `writes x`, `sets x to v`, `clears x`, `removes k from x`."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.mutating import zeroing
from codewitness.engine.verify.code.setting_once import unless_kept
from codewitness.engine.verify.code.stepping import STEPPING
from codewitness.engine.verify.code.values import is_literal, number_of
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import combined, judged, names_near, where_said
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.plain_verbs.acts import rule_acts
from codewitness.engine.verify.reading.lexicon import NOUNS
from codewitness.engine.verify.reading.objects import is_exception
from codewitness.engine.verify.state.channels import by_channels
from codewitness.engine.verify.state.data import (
    CHANGING,
    FITTING,
    fit_item,
    is_bound_there,
    mutations,
    unless_plain,
    write_hits,
)
from codewitness.engine.verify.state.deleting import (
    DELETING,
    FROM_WHAT,
    deletes,
    deletions,
    from_that,
    is_in_owner,
    removed,
    unless_key,
)
from codewitness.engine.verify.state.emptying import emptied
from codewitness.engine.verify.state.flags import flag_hits, flag_set
from codewitness.engine.verify.state.restoring import RESTORING, restored_by_call
from codewitness.engine.verify.state.set_in_literals import called_so, set_in_literal
from codewitness.engine.verify.state.shadowing import shadowed
from codewitness.engine.verify.state.stored_there import rule_stored_there
from codewitness.engine.verify.state.writing_parameters import (
    is_of_parameters,
    rule_writes_parameters,
    unless_bound,
    unless_copied,
    with_members,
)
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Around, Call
from codewitness.model.text import Span

T = EvidenceType
_KEEPING = frozenset({"store", "save", "record"})
_EMPTYING = frozenset({"clear", "empty"})


_SPECIAL = re.compile(r"((?:copy|move|default) (?:constructor|ctor|assignment)|destructor)\b")


_IN_NAMES = {"write": "write", "initialize": "init", "initialise": "init"}


def rule_writes(clause: Clause, subject: Subject) -> Finding:
    """`writes x`, `sets x to v`, `modifies x`, `modifies its parameters`."""
    if (told := flag_set(clause, subject) or rule_stored_there(clause, subject)) is not None:
        return told
    if is_of_parameters(clause, subject):
        return rule_writes_parameters(clause, subject)
    clause = replace(clause, detail=clause.detail.removeprefix("parameters "))
    lemma = clause.detail or "write"
    if not clause.objects and _SORT_SET.search(clause.text):
        return doubtful(InWords("what is set is said in plain words only"))
    flagged = judged(clause, lambda one: Hits(tuple(flag_hits(lemma, one, subject))))
    is_flag = bool(flagged.proofs or flagged.against) and not clause.arguments
    finding = flagged if is_flag else _writes(clause, subject)
    if finding == NOTHING and not clause.objects and lemma in _IN_NAMES:
        names = (call.name for part in subject.parts for call in part.outline.calls)
        writer = next((name for name in names if _IN_NAMES[lemma] in name.lower()), "")
        return doubtful(f"`{writer}` may {lemma}") if writer else finding
    if finding == NOTHING and any(_is_in_text(one, subject) for one in clause.objects):
        return doubtful("it stands there in a text; whether that is what is written can't be seen")
    return finding


def _is_in_text(one: Object, subject: Subject) -> bool:
    """True for `Content-Length`, which can only be a text, of `out << "Content-Length: "`."""
    said = one.text.strip('"')
    outlines = [part.outline for part in subject.parts] if said != one.text else []
    return any(said in text.text.slice(span) for text in outlines for span in text.silent)


# `sets the result to 5`: of what sort a thing is, and what it gets.
_SORT_SET = re.compile(
    r"\b(?:sets?|setting|changes?|resets?|updates?|assigns?|initiali[sz]es?) "
    r"(?:the |its |an? |any |each |every |all )?[a-z]+ to \S"
)


def _writes(clause: Clause, subject: Subject) -> Finding:
    lemma = clause.detail or "write"
    if lemma in DELETING and (said := _SPECIAL.search(clause.text)):
        clause = replace(clause, objects=(Object(said[1], is_code=False),))
    if lemma in DELETING and clause.objects and all(map(is_in_owner, clause.objects)):
        return removed(clause, subject)
    is_plain = not any(one.is_code for one in clause.objects) and not clause.arguments
    if is_plain and not (clause.objects and lemma in STEPPING):
        acted = rule_acts(replace(clause, detail=lemma), subject)
        if acted.proofs or acted.against:
            return from_that(clause, acted, subject)
        if not clause.objects and clause.detail and lemma in CHANGING | DELETING | _EMPTYING:
            return doubtful(InWords(f"what is meant by {lemma!r} is said in plain words only"))
    if lemma in _EMPTYING:
        finding = judged(clause, lambda one: emptied(one, subject))
        return unless_plain(clause, finding, "emptied")
    if lemma in DELETING:
        finding = deletes(clause, subject)
        is_left = finding == NOTHING and is_plain and FROM_WHAT.search(clause.text)
        return (
            doubtful(InWords("from what it is removed is said in plain words"))
            if is_left
            else finding
        )
    finding = unless_kept(clause, _set(clause, lemma, subject))
    if finding == NOTHING and lemma in _KEEPING and _is_changed(clause, subject):
        return doubtful(InWords("a call changes it, but what is kept there is said in plain words"))
    if finding == NOTHING and _is_sort_alone(clause) and _gives_any(subject):
        return doubtful(InWords("what is written is said in plain words only"))
    return unless_key(clause, finding, subject)


def _is_sort_alone(clause: Clause) -> bool:
    """True for `sets the entry to nil`, which says of what sort a thing is, and not which."""
    said = re.search(r"\b(?:the|its|an?|this|that|any|each|every) (\w+)", clause.text)
    return not clause.objects and said is not None and said[1] in NOUNS


def _gives_any(subject: Subject) -> bool:
    """True if anything is given a value there, in an object that is made there, too."""
    outlines = [part.outline for part in subject.parts]
    return any(
        one.assigned or one.attribute_writes or _PAIR.search(one.text.slice(gap))
        for one in outlines
        for gap in one.gaps
    )


_PAIR = re.compile(r"[{,(]\s*[\w\"'-]+\s*[:=](?![:=])")


def _set(clause: Clause, lemma: str, subject: Subject) -> Finding:
    """`sets x to v`, `modifies x`: where it gets a value, or what is in it."""
    finding = judged(clause, lambda one: write_hits(one, subject, lemma, clause.arguments))
    if kept := _is_local_only(clause, lemma, finding):
        return doubtful(f"`{kept}` is but a variable that gets its value there")
    if kept := shadowed(clause, finding, subject):
        return doubtful(f"`{kept}` is declared anew there, beside the member of that name")
    finding = unless_copied(lemma, unless_bound(lemma, finding, subject))
    finding = with_members(clause, finding, subject)
    if finding == NOTHING and (told := set_in_literal(clause, subject)) is not None:
        return told
    finding = unless_plain(clause, finding, "written")
    return _otherwise(clause, lemma, subject) if finding == NOTHING else finding


_SENDING = frozenset({"write", "store", "save", "record", "persist", "flush"})


def _is_local_only(clause: Clause, lemma: str, finding: Finding) -> str:
    """`baseline` of `writes the baseline`, where no more is seen than `val baseline = …`."""
    if lemma not in _SENDING or not finding.proofs or len(clause.objects) != 1:
        return ""
    name = clause.objects[0].text
    is_said = re.search(rf"\b(?:the|its|an?|this|that) {re.escape(name)}\b", clause.text)
    return name if is_said and all(map(_binds, finding.proofs)) else ""


def _binds(proof: Proof) -> bool:
    """True where a local variable gets its first value."""
    hit = Hit(proof.type, proof.detail, proof.outline, proof.span, proof.span)
    return is_bound_there(hit)


def written_hits(clause: Clause, one: Object, subject: Subject) -> Hits:
    """The places of `clears x`, `removes x`, `sets x`."""
    lemma = clause.detail or "set"
    if lemma in _EMPTYING:
        return emptied(one, subject)
    if lemma in DELETING:
        return deletions(one, subject, clause.text)
    hits = write_hits(one, subject, lemma, clause.arguments)
    return hits if hits.fitting else called_so(one, lemma, subject)


def _is_changed(clause: Clause, subject: Subject) -> bool:
    """True if calls change what is named: `x.set(k, v)`."""
    return any(
        True for one in clause.objects for p in subject.parts for _ in mutations(one.text, p)
    )


def _otherwise(clause: Clause, lemma: str, subject: Subject) -> Finding:
    """What follows if it is not set: something may be written to it, or done to it by a call."""
    if lemma == "write" and (sent := _sent(clause, subject)) != NOTHING:
        return sent
    called = judged(clause, lambda one: called_so(one, lemma, subject))
    if called.proofs or called.against or (called.doubt and clause.described):
        return called
    if lemma in RESTORING and clause.objects:
        back = judged(clause, lambda one: restored_by_call(one or Object(""), subject))
        if back.proofs or back.doubt:
            return back
    if clause.arguments and (kept := _defaulted(clause, subject)):
        return Finding(proofs=tuple(hit.proof() for hit in kept))
    is_value = bool(clause.arguments) and is_literal(clause.arguments[0])
    is_value = is_value and "result of" not in clause.text
    if clause.arguments and lemma not in STEPPING and not is_value:
        return where_said(clause, _set_to_what(clause, subject))
    if clause.is_negated and lemma not in CHANGING:
        changed = [judged(clause, lambda one: write_hits(one, subject, "modify"))]
        proofs = combined(changed, any_of=True).proofs
        if any(one.type is T.CALL or not clause.arguments for one in proofs):
            return doubtful("it is not set, but changed by a call")
    return NOTHING


_WRITING = re.compile(r"(?i)(?:write|print|append|insert|push|store|send|put|emit|log|<<)")


def _sent(clause: Clause, subject: Subject) -> Finding:
    """What follows of `writes to x`, where that is no place that gets a value."""
    sent = judged(clause, lambda one: _written_to(clause, one, subject))
    taker = "" if sent.proofs else _taker(clause, subject)
    if taker:
        return doubtful(f"it is handed to `{taker}`, which may write to it")
    return sent if sent.proofs else NOTHING


def _taker(clause: Clause, subject: Subject) -> str:
    """What is called with that to which something is said to be written; empty if nothing is."""
    if len(clause.objects) != 1 or not re.search(r"\bwrit\w+ (?:in)?to\b", clause.text):
        return ""
    name = clause.objects[0].text
    inside = [one for part in subject.parts for one in subject.known.inside(part)]
    handed = [one for part in subject.parts for one, _ in subject.known.handed(part)]
    for part in (*subject.parts, *inside, *handed):
        for call in part.outline.calls:
            given = call_hit(call, part, LOOSE).arguments or ""
            if has_word(given, name):
                return call.text
    return ""


def _written_to(clause: Clause, one: Object | None, subject: Subject) -> Hits:
    """`writes to stream`: a call of it, or one on it that writes."""
    hits: list[Hit] = list(by_channels(clause, one, subject))
    for part in subject.parts:
        for call in part.outline.calls if one is not None else ():
            receiver = call.text[: -len(call.name)].rstrip(".?!:->")
            is_callee = one is not None and parts(call.text) == parts(one.text)
            is_callee = is_callee and (_gives(part, call) or bool(_WRITING.match(call.name)))
            if is_callee or (
                one is not None
                and receiver
                and _WRITING.match(call.name)
                and fit_item(part, receiver, one.text) in FITTING
            ):
                hits.append(call_hit(call, part, LOOSE))
    return Hits(tuple(hits))


def _gives(part: Part, call: Call) -> bool:
    """True for a call that is given something, which may be what is written."""
    given = part.outline.text.slice(Span(call.name_span.end, call.whole.end))
    return re.search(r"[^\s()]", given) is not None


def _defaulted(clause: Clause, subject: Subject) -> list[Hit]:
    """`defaults x to v` of `x = y || v`; `zeroes x` of `memset(x, 0, n)`."""
    if number_of(clause.arguments[0]) == 0:
        return [
            call_hit(call, part, LOOSE)
            for part in subject.parts
            for one in clause.objects
            for call in zeroing(one.text, part, fit_item)
        ]
    if not clause.text.startswith("default"):
        return []
    ways = re.compile(rf"(?:\|\||\?\?|\?:|\bor\b)\s*{re.escape(clause.arguments[0])}\s*[;)]?$")
    return [
        Hit(T.ATTRIBUTE_WRITE, made.target, part.outline, made.target_span, made.target_span, LOOSE)
        for part in subject.parts
        for made in part.outline.assigned
        if ways.search(made.value.strip())
        and any(parts(made.target)[-1] == parts(one.text)[-1] for one in clause.objects)
    ]


def _set_to_what(clause: Clause, subject: Subject) -> Finding:
    """What is set to something that is described, or made of what is named."""
    [value, *_] = clause.arguments
    hits = [hit for one in clause.objects for hit in write_hits(one, subject, "set").fitting]
    is_name = f"`{value}`" in clause.text
    made = [hit for hit in hits if _is_made_of(hit, value, is_name) or _is_caught(hit, value)]
    if made:
        return Finding(proofs=tuple(hit.proof() for hit in made))
    return doubtful("it is set, but whether to that can't be told") if hits else NOTHING


def _is_caught(hit: Hit, value: str) -> bool:
    """`stores the KeyError in x`: in its handler."""
    return is_exception(value) and names_near(hit, (value,), Around.HANDLER)


def _is_made_of(hit: Hit, value: str, is_name: bool) -> bool:
    texts = [
        one.value.lower()
        for one in hit.outline.assigned
        if one.target_span.contains(hit.span) or hit.span.contains(one.target_span)
    ]
    if is_name or not value.islower() or not value.replace(" ", "").isalpha():
        return any(has_word(text, value.lower()) for text in texts)
    words = [word for word in value.split() if len(word) > 2]
    return any(any(word in text for word in words) for text in texts)
