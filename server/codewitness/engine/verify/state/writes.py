"""The rule for `writes x`, `sets x to v`, `clears x`, `removes k from x`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.deleted import deleted_members, is_special
from codewitness.engine.verify.code.keys import is_in_literal, taken_by_key
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
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.state.channels import by_channels
from codewitness.engine.verify.state.data import (
    CHANGING,
    FITTING,
    as_a_string,
    fit_item,
    hit_of,
    is_bound_there,
    mutations,
    unless_plain,
    write_hits,
)
from codewitness.engine.verify.state.emptying import emptied
from codewitness.engine.verify.state.flags import flag_hits, flag_set
from codewitness.engine.verify.state.removing import of_that_thing, removes_another_sort
from codewitness.engine.verify.state.restoring import RESTORING, restored_by_call
from codewitness.engine.verify.state.set_in_literals import called_so, set_in_literal
from codewitness.engine.verify.state.shadowing import shadowed
from codewitness.engine.verify.state.stored_there import rule_stored_there
from codewitness.engine.verify.state.taking_out import taken_out
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
_DELETING = frozenset({"delete", "remove"})


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
    if lemma in _DELETING and (said := _SPECIAL.search(clause.text)):
        clause = replace(clause, objects=(Object(said[1], is_code=False),))
    if lemma in _DELETING and clause.objects and all(map(_is_in_owner, clause.objects)):
        return _removed(clause, subject)
    is_plain = not any(one.is_code for one in clause.objects) and not clause.arguments
    if is_plain and not (clause.objects and lemma in STEPPING):
        acted = rule_acts(replace(clause, detail=lemma), subject)
        if acted.proofs or acted.against:
            return _from_that(clause, acted, subject)
        if not clause.objects and clause.detail and lemma in CHANGING | _DELETING | _EMPTYING:
            return doubtful(InWords(f"what is meant by {lemma!r} is said in plain words only"))
    if lemma in _EMPTYING:
        finding = judged(clause, lambda one: emptied(one, subject))
        return unless_plain(clause, finding, "emptied")
    if lemma in _DELETING:
        finding = _deletes(clause, subject)
        is_left = finding == NOTHING and is_plain and _FROM_WHAT.search(clause.text)
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
    return _unless_key(clause, finding, subject)


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
    if not finding.proofs and lemma in _OPERATORS and _has_product(lemma, subject):
        return doubtful("an expression may do so, which gives nothing another value")
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


_OPERATORS = {"multiply": r"\*", "divide": "/"}


def _has_product(lemma: str, subject: Subject) -> bool:
    """True where `x * y` is written, or any product at all, which may be what is meant."""
    sign = re.compile(rf"[\w)\]]\s*{_OPERATORS[lemma]}\s*[\w(@$]")
    outlines = [part.outline for part in subject.parts]
    return any(sign.search(one.text.slice(gap)) for one in outlines for gap in one.gaps)


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


_FROM_WHAT = re.compile(r"\bfrom (?:the |its |his )?([\w.]+)$")


def _speaks_of(proof: Proof, name: str) -> bool:
    """True if what is done there is done with what is named, and not on it by `x.removePrefix`."""
    outline = proof.outline
    calls = [call for call in outline.calls if call.whole.contains(proof.span)]
    own = min(calls, key=lambda call: call.whole.end - call.whole.start, default=None)
    if own is None:
        return has_word(outline.text.slice(outline.text.line_span(proof.line)), name)
    return has_word(outline.text.slice(Span(own.span.end, own.whole.end)), name)


def _from_that(clause: Clause, acted: Finding, subject: Subject) -> Finding:
    """`acted`; of `deletes from x`, where a place is there that names `x`."""
    if clause.detail in _DELETING and (other := removes_another_sort(clause.text, acted)):
        return doubtful(f"`{other}` removes another sort of thing")
    if clause.detail in _DELETING:
        acted = of_that_thing(clause.text, acted, subject)
    said = _FROM_WHAT.search(clause.text) if clause.detail in _DELETING else None
    if said is None or not acted.proofs:
        return acted
    named = replace(clause, objects=(Object(said[1]),))
    finding = judged(named, lambda one: _deletions(one, subject, clause.text))
    if finding.proofs:
        return finding
    kept = [one for one in acted.proofs if _speaks_of(one, said[1])]
    if kept:
        return replace(acted, proofs=tuple(kept))
    return doubtful(f"whether that removes it from `{said[1]}` can't be told")


def _deletes(clause: Clause, subject: Subject) -> Finding:
    """`deletes x`, `removes from x`."""
    finding = judged(clause, lambda one: _deletions(one, subject, clause.text))
    if finding == NOTHING and len(clause.objects) == 1 and _FROM.search(clause.text):
        asked = replace(clause, objects=(Object(f"{clause.objects[0].text}.entry"),))
        finding = judged(asked, lambda one: _deletions(one, subject))
    if finding == NOTHING and len(clause.objects) == 1:
        finding = _entry_of(clause, subject)
    if finding == NOTHING and all(one.is_code for one in clause.objects):
        finding = judged(clause, lambda one: _taken_as_given(one, subject))
    is_named = all(is_special(one.text) for one in clause.objects)
    if is_named and subject.is_class and subject.language == "cpp":
        return finding
    return _unless_key(clause, unless_plain(clause, finding, "deleted"), subject)


_TAKING_OUT = re.compile(r"(?i)_?(?:delete|remove|reject|drop|erase|unlink|evict|discard)")


def _taken_as_given(one: Object | None, subject: Subject) -> Hits:
    """`removes the row` of `rows.reject! { |r| r == row }`, which is given it."""
    calls = ((call, p) for p in subject.parts for call in p.outline.calls if one is not None)
    hits = (call_hit(call, part, LOOSE) for call, part in calls if _TAKING_OUT.match(call.name))
    return Hits(tuple(hit for hit in hits if one and has_word(hit.arguments or "", one.text)))


def _entry_of(clause: Clause, subject: Subject) -> Finding:
    """`deletes item.id from self.items`: what is taken out there by that very name."""
    said = _FROM_WHAT.search(clause.text)
    if said is None:
        return NOTHING
    asked = replace(clause, objects=(Object(f"{said[1]}.entry"),))
    finding = judged(asked, lambda one: _deletions(one, subject))
    kept = [one for one in finding.proofs if _speaks_of(one, clause.objects[0].text)]
    return replace(finding, proofs=tuple(kept)) if kept else NOTHING


_FROM = re.compile(r"\b(?:deletes?|removes?|deleting|removing) from\b")


def _unless_key(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """`finding`; but what is a string there may be the key under which it is written."""
    doubts = [as_a_string(one, subject) for one in clause.objects]
    doubts += [
        f"`{one.text}` is given a value in an object that is made there"
        for one in clause.objects
        if is_in_literal(one.text, subject)
    ]
    return doubtful(next(filter(None, doubts))) if finding == NOTHING and any(doubts) else finding


def written_hits(clause: Clause, one: Object, subject: Subject) -> Hits:
    """The places of `clears x`, `removes x`, `sets x`."""
    lemma = clause.detail or "set"
    if lemma in _EMPTYING:
        return emptied(one, subject)
    if lemma in _DELETING:
        return _deletions(one, subject, clause.text)
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
    if clause.arguments and lemma not in STEPPING and not is_literal(clause.arguments[0]):
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
    made = [hit for hit in hits if _is_made_of(hit, value) or _is_caught(hit, value)]
    if made:
        return Finding(proofs=tuple(hit.proof() for hit in made))
    return doubtful("it is set, but whether to that can't be told") if hits else NOTHING


def _is_caught(hit: Hit, value: str) -> bool:
    """`stores the KeyError in x`: in its handler."""
    return is_exception(value) and names_near(hit, (value,), Around.HANDLER)


def _is_made_of(hit: Hit, value: str) -> bool:
    texts = [
        one.value.lower()
        for one in hit.outline.assigned
        if one.target_span.contains(hit.span) or hit.span.contains(one.target_span)
    ]
    if not value.islower() or not value.replace(" ", "").isalpha():
        return any(has_word(text, value.lower()) for text in texts)
    words = [word for word in value.split() if len(word) > 2]
    return any(any(word in text for word in words) for text in texts)


def _deletions(one: Object | None, subject: Subject, said: str = "") -> Hits:
    """`del x`, `delete x`, and calls that take something out of it."""
    hits: list[Hit] = []
    for part in subject.parts:
        hits += [
            hit_of(T.ATTRIBUTE_WRITE, item, part.outline)
            for item in part.outline.marked("deleted")
            if one is None
            or _is_it(item.text, one)
            or fit_item(part, item.text, one.text) in FITTING
        ]
        if one is not None:
            hits += taken_out(one.text, part, said)
            hits += taken_by_key(one.text, part)
    if one is not None:
        hits += deleted_members(one.text, subject)
    if one is not None and not hits and len(parts(one.text)) > 1:
        hits += _taken_from(one, subject)
    return Hits(tuple({(id(hit.outline), hit.span): hit for hit in hits}.values()))


def _is_in_owner(one: Object) -> bool:
    """True for `x.name` of `removes the name from x`."""
    return not one.is_code and "." in one.text


def _removed(clause: Clause, subject: Subject) -> Finding:
    """For what is described, and taken out of what is named."""
    finding = judged(clause, lambda one: _deletions(one, subject))
    owners = [parts(one.text)[-2] for one in clause.objects]
    is_there = any(
        True for owner in owners for part in subject.parts for _ in part.outline.occurrences(owner)
    )
    return doubtful("what is deleted is described") if finding == NOTHING and is_there else finding


# What may be said of anything that is in a container.
_THINGS = frozenset({"item", "element", "entry", "key", "value", "record", "node", "one", "object"})


def _taken_from(one: Object, subject: Subject) -> Iterator[Hit]:
    """`removes the name from x`: `del x[name]`, `x.pop(name)`, `delete(x, name)`."""
    said, _, thing = one.text.rpartition(".")
    owner = Object(said)
    named = [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", thing)]
    words = [word.rstrip("s") for word in named]
    is_any = bool(named) and not _THINGS.isdisjoint(stems(named[-1]))
    for part in subject.parts:
        outline = part.outline
        given = [
            call_hit(call, part, LOOSE)
            for call in outline.calls
            if call.name in _DELETING and len(parts(call.text)) == 1
        ]
        first = re.compile(rf"\(\s*{re.escape(owner.text)}\s*,")
        hits = [hit for hit in given if first.match(hit.arguments or "")]
        hits += _deletions(owner, replace(subject, parts=(part,))).fitting
        for hit in hits:
            text = outline.text.slice(hit.whole).lower()
            if is_any or all(word in text for word in words):
                yield hit._replace(relevance=LOOSE)


def _is_it(name: str, one: Object) -> bool:
    """True for an element, and for `frontToken` of `deletes the tokens`: it ends in that word."""
    if one.is_code:
        return name.startswith(f"{one.text}[")
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", parts(name)[-1])
    last = words[-1].lower() if words else name
    return one.text.split()[-1] in (last, f"{last}s")
