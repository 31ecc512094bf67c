"""The rule for order: what comes first in the text of one definition, of whatever kind it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from codewitness.engine.verify.calling.arguments_given import is_given
from codewitness.engine.verify.calling.awaiting import await_hits
from codewitness.engine.verify.calling.callbacks_called import says_callback
from codewitness.engine.verify.calling.calls import call_hits, own_calls, rule_calls
from codewitness.engine.verify.calling.instantiating import made_hits
from codewitness.engine.verify.calling.spoken import spoken_hits
from codewitness.engine.verify.claim import Clause, Object, Order, Predicate
from codewitness.engine.verify.code.deferring import as_of, comes_first, deferred_parts
from codewitness.engine.verify.conditions.exclusive import is_in_other_arm, is_left_between
from codewitness.engine.verify.control.flow import branch_hits
from codewitness.engine.verify.control.lock_order import of_lock
from codewitness.engine.verify.control.yielding import yield_hits
from codewitness.engine.verify.errors.exceptions import raise_hits, rule_catches
from codewitness.engine.verify.evidence import NOTHING, EvidenceType, Finding, InWords, doubtful
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import combined
from codewitness.engine.verify.names import is_bound
from codewitness.engine.verify.plain_verbs.acts import act_hits
from codewitness.engine.verify.reading.objects import DESCRIBED
from codewitness.engine.verify.reading.results_said import DROPPED, USED
from codewitness.engine.verify.state.data import read_hits
from codewitness.engine.verify.state.uses import use_hits
from codewitness.engine.verify.state.writes import written_hits
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around
from codewitness.model.text import Span

P = Predicate
T = EvidenceType


def rule_order(clause: Clause, order: Order, subject: Subject) -> Finding:
    """`calls A before B`: the first A comes before the first B; `catches E and then calls f`."""
    if clause.predicate is P.USES and clause.detail in (DROPPED, USED):
        return doubtful("when what it gives is used, or dropped, is not looked at")
    other = _of_the_same(clause, _done_alone(order.other))
    clause, order = _done_alone(clause), order._replace(other=other)
    is_handling = clause.predicate is P.CATCHES and order.other.predicate is P.CALLS
    if is_handling and order.is_before and len(subject.parts) == 1:
        return _in_its_handler(clause, order.other, subject)
    is_unnamed = all(one.noun == DESCRIBED for one in clause.objects)
    if is_unnamed and says_callback(clause.text):
        return doubtful(InWords("what is called is described, not named"))
    if len(order.other.objects) > 1 or (len(clause.objects) > 1 and clause.any_of):
        return doubtful("order is judged between two things")
    return _by_place(clause, order, subject)


def _done_alone(clause: Clause) -> Clause:
    """`writes before it closes x`, whatever is written: a plain verb."""
    is_bare = (
        clause.predicate in (P.READS, P.WRITES) and not clause.objects and not clause.arguments
    )
    is_bare = is_bare and clause.detail in ("read", "write") and not clause.count
    return replace(clause, predicate=P.ACTS) if is_bare else clause


_OF_IT = re.compile(r"\b(?:before|after) (?:it )?\w+ (?:it|them)\b")


def _of_the_same(clause: Clause, other: Clause) -> Clause:
    """`frees the node after closing it`: what is closed is that node."""
    is_it = other.predicate is P.ACTS and not other.objects and _OF_IT.search(clause.text)
    return replace(other, objects=clause.objects) if is_it and clause.objects else other


def _by_place(clause: Clause, order: Order, subject: Subject) -> Finding:
    if len(subject.parts) > 1:
        return doubtful("order is judged within one method")
    second = _second(clause, order, subject)
    if isinstance(second, str):
        return doubtful(second)
    firsts = [_given(clause, _hits_of(clause, one, subject)) for one in clause.objects or (None,)]
    if len(firsts) == 1 and (firsts[0] is None or not firsts[0].fitting):
        spoken = spoken_hits(clause, subject)
        firsts = [spoken] if spoken.fitting else firsts
    if (told := _told_otherwise(clause, order, firsts, subject)) is not None:
        return told
    if second is None:
        return doubtful(_UNTOLD)
    is_way_out = not {clause.predicate, order.other.predicate}.isdisjoint(_WAYS_OUT)
    judged = _in_text if is_way_out else partial(_in_order, clause)
    finding = combined(
        [judged(first, second, is_before=order.is_before) for first in firsts if first],
        any_of=clause.is_negated,
    )
    is_behind = bool(finding.proofs) and _is_behind_exit(order, firsts)
    return doubtful("nothing comes after what leaves") if is_behind else finding


def _is_behind_exit(order: Order, firsts: Sequence[Hits | None]) -> bool:
    """True for `closes x after it returns`, but in a `finally`, a handler or what is deferred."""
    if order.is_before or order.other.predicate not in _WAYS_OUT:
        return False
    hits = [hit for one in firsts if one is not None for hit in one.fitting]
    kept = {Around.FINALLY, Around.HANDLER}
    return not any(hit.outline.around(hit.whole) & kept or _is_deferred(hit) for hit in hits)


def _second(clause: Clause, order: Order, subject: Subject) -> Hits | str | None:
    """Where the other thing is done; a text says why that can't be told."""
    other = order.other
    is_described = any(
        not one.is_code and " " in one.text and not one.text.endswith((" one", " ones"))
        for one in other.objects
    )
    target = other.objects[0] if other.objects else None
    second = _hits_of(other, target, subject) if not is_described else None
    if second is None or not second.fitting:
        spoken = spoken_hits(other, subject)
        second = spoken if spoken.fitting else _done_so_too(clause, other, subject) or second
    if not (second and second.fitting) and (given := _any_return(other, target, subject)):
        is_done = any(_is_done(clause, one, subject) for one in clause.objects or (None,))
        is_open = len(given.fitting) > 1 and is_done
        return InWords("which return is meant is said in plain words") if is_open else given
    if is_described and second is None:
        return _IN_WORDS
    return _as_called(clause, order, second, subject)


_IN_WORDS = InWords("what it comes before or after is said in plain words")


def _as_called(
    clause: Clause, order: Order, second: Hits | None, subject: Subject
) -> Hits | str | None:
    """`second`; of `writes x after f`, which names what is called, the calls of that."""
    target = order.other.objects[0] if order.other.objects else None
    is_unsaid = not order.other.text and order.other.predicate is clause.predicate
    if is_unsaid and target is not None and not (second is not None and second.fitting):
        second = _hits_of(_CALL, target, subject) or Hits()
        if not second.fitting:
            return InWords(f"what is done with {target.text!r} is not said")
    is_vague = clause.predicate in (P.ACTS, P.RETURNS_EARLY) and _is_plain(target)
    if is_vague and second is not None and not second.fitting:
        return _IN_WORDS
    return second


def _any_return(other: Clause, target: Object | None, subject: Subject) -> Hits | None:
    """The returns, for `before returning the token`, of which nothing is named so."""
    if other.predicate is not P.RETURNS or not _is_plain(target):
        return None
    return _hits_of(replace(other, objects=()), None, subject)


def _is_done(clause: Clause, one: Object | None, subject: Subject) -> bool:
    hits = _hits_of(clause, one, subject)
    return hits is None or bool(hits.fitting)


def _done_so_too(clause: Clause, other: Clause, subject: Subject) -> Hits | None:
    """`compiles :a before :b`, `calls f with a before b`: the same is done with the other."""
    if other.predicate is not P.CALLS or other.detail or len(other.objects) != 1:
        return None
    [target] = other.objects
    if not target.is_code:
        return _done_to_it_too(clause, target, subject)
    if clause.predicate is P.ACTS:
        found = act_hits(replace(clause, objects=(target,), arguments=()), target, subject)
    elif clause.predicate is P.CALLS and clause.arguments and len(clause.objects) == 1:
        found = call_hits(clause.objects[0], subject)
    else:
        return None
    kept = tuple(
        hit
        for hit in found.fitting
        if is_given(hit, (target.text,)) or _is_done_on(hit, target.text)
    )
    return Hits(kept) if kept else None


def _is_done_on(hit: Hit, name: str) -> bool:
    """True for `@client&.close` of `@client`."""
    owner = re.split(r"[?!&]*(?:\.|::|->)[^.:>-]*$", hit.detail)[0]
    return owner != hit.detail and _OF_ITSELF.sub("", owner) == _OF_ITSELF.sub("", name)


_OF_ITSELF = re.compile(r"^(?:self|this|cls)(?:\.|->|::)")


def _done_to_it_too(clause: Clause, target: Object, subject: Subject) -> Hits | None:
    """`frees the rows before the table`, of which the second is freed, too."""
    if clause.predicate is not P.ACTS:
        return None
    found = act_hits(replace(clause, objects=(target,), arguments=()), target, subject)
    return found if found.fitting else None


def _given(clause: Clause, hits: Hits | None) -> Hits | None:
    """Of `calls f with x before g` the calls that are given it, if any is."""
    if hits is None or clause.predicate is not P.CALLS or not clause.arguments:
        return hits
    kept = tuple(hit for hit in hits.fitting if is_given(hit, clause.arguments))
    return hits._replace(fitting=kept) if kept else hits


_UNTOLD = InWords("in which order they come can't be told from names alone")


def _told_otherwise(
    clause: Clause, order: Order, firsts: Sequence[Hits | None], subject: Subject
) -> Finding | None:
    """What follows of blocks that hold a lock, and where what comes first can't be seen."""
    every = [hit for one in firsts if one is not None for hit in one.fitting]
    if not every and _may_be_kept(clause, subject):
        return doubtful("what is kept may be the value of something else there")
    if every and (told := of_lock(order, every)) is not None:
        return told
    return doubtful(_UNTOLD) if None in firsts else None


_KEEPING = frozenset({"store", "save", "record", "keep"})


def _may_be_kept(clause: Clause, subject: Subject) -> bool:
    """True for `saves x in y before f`, where `y = x` is there."""
    if clause.predicate is not P.WRITES or clause.detail not in _KEEPING:
        return False
    values = [one.value for part in subject.parts for one in part.outline.assigned]
    return any(has_word(value, one.text) for value in values for one in clause.objects)


def _in_its_handler(clause: Clause, call: Clause, subject: Subject) -> Finding:
    """`catches E and then calls f`: f is called in the handler of E."""
    caught = rule_catches(replace(clause, order=None), subject)
    if not caught.proofs:
        return caught
    names = tuple(one.text for one in clause.objects)
    placed = replace(call, order=None, place=Around.HANDLER, condition=names)
    called = rule_calls(placed, subject)
    if called.proofs:
        return Finding(proofs=(*caught.proofs, *called.proofs))
    anywhere = rule_calls(replace(call, order=None), subject)
    is_there = bool(called.against or anywhere.proofs)
    return doubtful("whether it is called behind that is not seen") if is_there else called


_WHICH = re.compile(r"\w+ (?:the|an?|its) (\w+)")


def _is_vague(clause: Clause) -> bool:
    return clause.predicate is P.ACTS and not clause.objects


def _naming(clause: Clause, first: Hits) -> Hits:
    """Of what `emits the last event` may be, that which has the word in its name, if any has."""
    said = _WHICH.match(clause.text) if _is_vague(clause) else None
    named = [hit for hit in first.fitting if said and said[1].lower() in hit.detail.lower()]
    return first._replace(fitting=tuple(named)) if named else first


def _is_on_both_sides(clause: Clause, first: Hits, second: Hits) -> bool:
    """True for `emits the last event before f` of what calls two such things, one behind `f`."""
    names = {hit.detail for hit in first.fitting}
    if (
        not _is_vague(clause)
        or not _WHICH.match(clause.text)
        or len(names) == 1
        or not second.fitting
    ):
        return False
    middle = min(second.fitting, key=_end)
    sides = {comes_first(hit.outline, hit.whole, middle.whole) for hit in first.fitting}
    return sides >= {True, False}


_CALL = Clause(predicate=P.CALLS)
_WAYS_OUT = frozenset({P.RAISES, P.RETURNS, P.RETURNS_EARLY})


def _is_plain(one: Object | None) -> bool:
    """True for words and numbers: `after a timeout`, `after 3 attempts`."""
    return one is not None and (not one.is_code or one.text.isdigit())


def _in_order(clause: Clause, first: Hits, second: Hits, *, is_before: bool) -> Finding:
    """By the first of each that the same way through the code comes to."""
    first = _naming(clause, first)
    if _is_on_both_sides(clause, first, second):
        return doubtful("it is done before and after that, and which is meant can't be told")
    if not first.fitting or not second.fitting:
        return _in_text(first, second, is_before=is_before)
    if clause.predicate is P.CALLS:
        first, second = _apart(first, second), _apart(second, first)
    pair = _on_one_way(first.fitting, second.fitting)
    if pair is None:
        return doubtful("the way through one of them never comes to the other")
    finding = _compared(*pair, is_before=is_before)
    if (
        finding.against
        and not is_before
        and any(_comes_after(one, pair[1]) for one in first.fitting)
    ):
        return doubtful("it is done before that, and after it")
    return finding


def _apart(one: Hits, other: Hits) -> Hits:
    """Without what the other is, too, if more is left: `close` in `close before pool.close`."""
    places = {hit.whole for hit in other.fitting}
    kept = tuple(hit for hit in one.fitting if hit.whole not in places)
    return one._replace(fitting=kept) if kept else one


def _comes_after(one: Hit, two: Hit) -> bool:
    return bool(_compared(one, two, is_before=False).proofs)


def _in_text(first: Hits, second: Hits, *, is_before: bool) -> Finding:
    """By the first of each; `before it returns` by the last, other ways out aside."""
    if not first.fitting or not second.fitting:
        doubt = first.doubt or second.doubt
        return doubtful(doubt) if doubt else NOTHING
    is_return = is_before and len(second.fitting) > 1 and second.fitting[0].detail == "return"
    last = max if is_return else min
    one, two = min(first.fitting, key=_end), last(second.fitting, key=_end)
    return _compared(one, two, is_before=is_before, is_way_out=True)


def _is_deferred(*hits: Hit) -> bool:
    return any(d.span.contains(h.whole) for h in hits for d in h.outline.marked("deferred"))


def _compared(one: Hit, two: Hit, *, is_before: bool, is_way_out: bool = False) -> Finding:
    if is_in_other_arm(one, two):
        return doubtful("they stand in different branches")
    is_first = comes_first(one.outline, one.whole, two.whole)
    if is_first is None or (is_way_out and _is_deferred(one, two)):
        return doubtful("one of them is deferred")
    pair = (one.proof(), two.proof())
    if one.whole == two.whole:
        return doubtful("both are one place")
    return Finding(proofs=pair) if is_first == is_before else Finding(against=pair)


def _end(hit: Hit) -> int:
    return hit.whole.end


def _on_one_way(first: Sequence[Hit], second: Sequence[Hit]) -> tuple[Hit, Hit] | None:
    """The first of each that may both be come to; None if none may.

    What stands in a branch that ends by leaving is not before what stands behind the branch.
    """
    pairs = [(one, two) for one in first for two in second if not is_left_between(one, two)]
    if not pairs:
        return None
    one = min((pair[0] for pair in pairs), key=_end)
    return one, min((two for own, two in pairs if own is one), key=_end)


def _hits_of(clause: Clause, one: Object | None, subject: Subject) -> Hits | None:
    """The places of what a clause speaks of, put off or not; None if they can't be told."""
    own = _own_hits(clause, one, subject)
    if one is None or (own is not None and own.fitting):
        return own
    for part in deferred_parts(subject):
        inner = _own_hits(clause, one, replace(subject, parts=(part,)))
        if inner is not None and inner.fitting:
            return Hits(as_of(subject.parts[0].outline, inner.fitting))
    others = tuple(subject.known.inside(subject.parts[0]))
    inner = _own_hits(clause, one, replace(subject, parts=others)) if others else None
    return Hits(doubt="a function inside does it") if inner and inner.fitting else own


def _own_hits(clause: Clause, one: Object | None, subject: Subject) -> Hits | None:
    if clause.predicate is P.ACTS and clause.detail == "try" and one is not None:
        tried = call_hits(one._replace(is_code=True), subject)
        return tried if tried.fitting else None
    if (find := _ANY.get(clause.predicate)) is not None:
        return find(clause, one, subject)
    if one is not None and not one.is_code and clause.predicate in (P.WRITES, P.READS):
        return act_hits(replace(clause, arguments=()), one, subject)
    named = _NAMED.get(clause.predicate)
    return None if named is None or one is None or not one.is_code else named(clause, one, subject)


def _returns(one: Object | None, subject: Subject) -> Hits:
    outline = subject.parts[0].outline
    hits = [
        Hit(T.SIGNATURE, "return", outline, item.span, item.span)
        for item in outline.returns
        if one is None or has_word(item.value, one.text)
    ]
    return Hits(tuple(hits))


def _valued(clause: Clause, hits: Hits) -> Hits:
    """Of `returns the value` the returns that give one."""
    if clause.detail not in ("value", "any"):
        return hits
    kept = [hit for hit in hits.fitting if not _GIVING_NONE.fullmatch(_text_of(hit))]
    return hits._replace(fitting=tuple(kept))


_GIVING_NONE = re.compile(r"(?:return\s*)?(?:None|null|nil|undefined|nullptr)?\s*;?")


def _text_of(hit: Hit) -> str:
    return hit.outline.text.slice(hit.whole).strip()


def _loops(subject: Subject) -> Hits:
    """Loops by where they begin."""
    outline = subject.parts[0].outline
    hits = [
        Hit(T.LOOP, "loop", outline, item.span, Span(item.span.start, item.span.start))
        for item in outline.marked("loop")
    ]
    return Hits(tuple(hits))


def _read_there(_clause: Clause, one: Object, subject: Subject) -> Hits:
    """Where it is read: `item` is, too, where it is set to what was looked up."""
    hits = read_hits(one, subject)
    made = tuple(
        Hit(T.ATTRIBUTE_READ, made.target, part.outline, made.value_span, made.value_span)
        for part in subject.parts
        for made in part.outline.assigned
        if made.target.split()[-1:] == [one.text] and is_bound(part.outline, one.text)
    )
    return hits._replace(fitting=(*hits.fitting, *made)) if hits.fitting else hits


Finds = Callable[[Clause, Object | None, Subject], Hits]
FindsNamed = Callable[[Clause, Object, Subject], Hits]
# What has a place though nothing is named.
_ANY: Mapping[Predicate, Finds] = {
    P.CALLS: lambda _clause, one, subject: call_hits(one, subject),
    P.CALLED_BY: lambda _clause, one, subject: call_hits(one, subject),
    P.RETURNS: lambda clause, one, subject: _valued(clause, _returns(one, subject)),
    P.RETURNS_EARLY: lambda _clause, one, subject: _returns(one, subject),
    P.RAISES: lambda _clause, one, subject: raise_hits(one, subject),
    P.LOOPS: lambda _clause, _one, subject: _loops(subject),
    P.AWAITS: lambda _clause, one, subject: await_hits(one, subject),
    P.RECURSES: lambda _clause, _one, subject: own_calls(subject),
    P.YIELDS: lambda _clause, one, subject: yield_hits(one, subject),
    P.ACTS: act_hits,
}
_NAMED: Mapping[Predicate, FindsNamed] = {
    P.WRITES: written_hits,
    P.READS: _read_there,
    P.INSTANTIATES: lambda _clause, one, subject: made_hits(one, subject),
    P.USES: lambda _clause, one, subject: use_hits(one, subject),
    P.BRANCHES: branch_hits,
}
