"""Read one clause of a claim: polarity, predicate, objects, and what narrows them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from codewitness.engine.verify.claim import Clause, Object, Order, Predicate
from codewitness.engine.verify.conditions.conditions import ANYHOW, REGARDLESS
from codewitness.engine.verify.reading.actions import ACTIONS
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.having import CONSTRUCT_BY_WORDS
from codewitness.engine.verify.reading.lexicon import ROLES
from codewitness.engine.verify.reading.narrow import narrow
from codewitness.engine.verify.reading.narrowing import Narrowing
from codewitness.engine.verify.reading.polarity import Polarity, read_polarity
from codewitness.engine.verify.reading.verbs import read_predicate
from codewitness.model.outline import Around

P = Predicate


# Letters of a plain word that may be a name: `sorts rows with key`, `calls f with x`.
_LONGEST_HELPER = {P.ACTS: 80, P.SUBSCRIPTS: 80, P.CALLS: 2}


def read_clause(cursor: Cursor, previous: Clause | None) -> tuple[list[Clause], list[str]]:
    """The next clause, with one for what it says is called to do it; words that change nothing."""
    start = cursor.at
    if cursor.take("otherwise", "else", "or else") and previous is not None:
        previous = replace(previous, place=None, condition=None, described="")
    polarity = read_polarity(cursor)
    clause = read_predicate(cursor, polarity, previous)
    narrowing = narrow(cursor, is_denied=clause.is_negated != polarity.is_negated)
    clause = _narrowed(clause, polarity, narrowing)
    narrowing.ignored += polarity.aside
    if polarity.how_often:
        narrowing.ignored.append(f"? {polarity.how_often}")
    clause = _with_names(clause, narrowing)
    clause = replace(clause, text=joined(cursor.tokens[start : cursor.at]))
    clause = _in_its_place(_again_on(clause))
    in_order = [words for words in narrowing.ignored if words in _IN_ORDER]
    if (in_order or narrowing.later) and len(clause.objects) >= 1:
        narrowing.ignored = [words for words in narrowing.ignored if words not in _IN_ORDER]
        return _in_turn(clause, narrowing), narrowing.ignored
    if narrowing.construct:
        return _with_construct(clause, narrowing.construct), narrowing.ignored
    return [*_with_means(clause, narrowing), *_mentioning(clause, narrowing)], narrowing.ignored


def _with_names(clause: Clause, narrowing: Narrowing) -> Clause:
    """The clause with names that say more of it; what they may mean else is left open."""
    clause = _inside(clause, narrowing)
    if narrowing.source and clause.predicate in (P.CATCHES, P.SWALLOWS):
        clause = replace(clause, arguments=(narrowing.source,))
    elif narrowing.source:
        narrowing.ignored.append(f"? raised by `{narrowing.source}`")
    longest = _LONGEST_HELPER.get(clause.predicate, 0)
    if narrowing.helper and len(narrowing.helper) <= longest and " " not in narrowing.helper:
        return replace(clause, arguments=(*clause.arguments, narrowing.helper))
    if narrowing.helper:
        narrowing.ignored.append(f"? with {narrowing.helper}")
    if narrowing.helper.isidentifier() and clause.predicate is P.CALLS:
        return replace(clause, given=(*clause.given, narrowing.helper))
    return clause


def _inside(clause: Clause, narrowing: Narrowing) -> Clause:
    """`in x` is where it is kept, what things are in, or a function: which, the verb tells."""
    if not narrowing.inside or clause.predicate is P.CALLED_BY:
        return clause
    if clause.predicate is P.CACHES:
        return replace(clause, arguments=(narrowing.inside,))
    if clause.predicate is P.ACTS and not clause.is_negated:  # `puts x in y`
        return replace(clause, objects=(*clause.objects, Object(narrowing.inside)))
    if clause.predicate in (P.READS, P.USES) and not clause.is_negated:
        narrowing.mentioned.append(narrowing.inside)
    else:
        narrowing.ignored.append(f"? in `{narrowing.inside}`")
    return clause


def narrowed_too(clause: Clause, narrowing: Narrowing) -> Clause:
    """The clause with what narrows several at once, unless it says itself where or when."""
    first = clause.text.split(" ", 1)[0].lower()
    if clause.place is not None or clause.order is not None or first in ("else", "otherwise"):
        return clause
    return replace(
        clause,
        place=narrowing.place,
        is_outside=narrowing.is_outside,
        beside=narrowing.beside,
        of_loop=narrowing.of_loop,
        condition=narrowing.condition,
        described=narrowing.described,
        order=narrowing.order,
    )


def _mentioning(clause: Clause, narrowing: Narrowing) -> list[Clause]:
    """`calls f with capacity n`: whatever that says, `n` has to be spoken of."""
    told = {one.text for one in clause.objects} | {*clause.arguments, *narrowing.means}
    names = [name for name in dict.fromkeys(narrowing.mentioned) if name not in told]
    if not names or clause.is_negated:
        return []
    return [Clause(predicate=P.USES, objects=tuple(map(Object, names)), text=clause.text)]


def _with_means(clause: Clause, narrowing: Narrowing) -> list[Clause]:
    """`frees x via f`: a call of f with x; `returns x via f`: both."""
    named = narrowing.arguments or (clause.arguments if clause.detail == "guard" else ())
    is_handed = clause.detail in ("dispatch", "delegate", "forward", "hand")
    is_handed = is_handed and not _is_to_one(clause)
    is_by_call = clause.predicate in (P.READS, P.WRITES, P.BRANCHES, P.TAKES) or is_handed
    is_by_call = is_by_call and bool(named)
    if is_by_call and _is_plain(clause):
        # `reads the file using f`
        callees = tuple(Object(name) for name in named)
        return [replace(clause, predicate=P.CALLS, objects=callees, arguments=(), detail="")]
    if not narrowing.means:
        return [clause]
    if clause.predicate is P.CALLED_BY and not clause.objects:
        clause = replace(clause, objects=tuple(map(Object, narrowing.means)), detail="via")
    elif clause.is_negated:
        narrowing.ignored.append(f"? via `{narrowing.means[0]}`")
    if clause.detail == "via" or clause.is_negated:
        return [clause]
    given = tuple(
        one.text
        for one in clause.objects
        if one.is_code
        and not any(name.startswith(one.text) for name in narrowing.means)
        and not re.search(rf"{re.escape(one.text)}`? {_OF_IT_SAID}", clause.text)
    )
    arguments = given if clause.predicate is P.ACTS else ()
    callees = tuple(Object(name) for name in narrowing.means)
    call = replace(clause, predicate=P.CALLS, objects=callees, any_of=False, detail="")
    if clause.predicate is P.CALLS and len(clause.objects) == 1 and clause.objects[0].is_code:
        [one] = clause.objects  # `calls f via x`
        return [replace(clause, objects=(one._replace(text=f"{narrowing.means[0]}.{one.text}"),))]
    is_plain = bool(clause.objects) and _is_plain(clause)
    names_doing = (P.ACTS, P.WRITES, P.CALLS, P.USES, P.INSTANTIATES)
    if is_plain and clause.predicate in (P.TAKES, P.SWALLOWS, P.BRANCHES, P.READS):
        return [call]  # `takes the maximum via f`
    if not clause.objects and clause.predicate in (P.READS, P.RAISES, P.RETURNS):
        return [call]  # `reads through f`, `throws via f`
    if clause.predicate not in names_doing and not (is_plain and clause.predicate is P.IMPORTS):
        return [clause, replace(call, arguments=(), count=None, order=None)]
    return [replace(call, arguments=arguments)]


def _is_to_one(clause: Clause) -> bool:
    """True for `delegates to register`: a word that may be a name by itself."""
    words = [one.text for one in clause.objects if not one.noun]
    is_one = len(words) == 1 and words[0].isidentifier() and words[0] not in ROLES
    return is_one and f" to {words[0]} " in clause.text


def _is_plain(clause: Clause) -> bool:
    return not any(one.is_code and one.text not in _NOTHINGS for one in clause.objects)


# `reports a put failure via f`: what f is given is the failure.
_OF_IT_SAID = r"(?:failures?|errors?|exceptions?|results?|problems?|calls?|events?|response)\b"
_NOTHINGS = frozenset({"null", "nil", "none", "undefined"})
_BUILT_OF = frozenset(
    {P.LOOPS, P.BRANCHES, P.TRIES, P.FINALLY, P.HAS, P.CATCHES, P.AWAITS, P.YIELDS}
)


def _again_on(clause: Clause) -> Clause:
    """`retries on E`: the handler around which it loops is of E; nothing stands in it."""
    is_so = clause.predicate is P.ACTS and clause.detail == "retry" and not clause.objects
    if not is_so or clause.place is not Around.HANDLER:
        return clause
    if not clause.condition:  # `on failure`
        return replace(clause, place=None, condition=None, described="")
    named = tuple(Object(name) for name in clause.condition)
    return replace(clause, objects=named, place=None, condition=None, described="")


def _in_its_place(clause: Clause) -> Clause:
    """`polls in a while loop`, whatever polling is: there is such a loop."""
    is_unknown = clause.predicate is P.ACTS and clause.detail not in ACTIONS
    predicate = _OF_PLACE.get(clause.place) if clause.place is not None else None
    is_going = clause.detail in _GOING and all(not one.is_code for one in clause.objects)
    is_named = clause.detail in _GOING and any(one.is_code for one in clause.objects)
    if is_named and clause.place is Around.LOOP and not clause.arguments and clause.order is None:
        if clause.of_loop == "while":
            return replace(clause, predicate=P.USES, detail="")  # `follows x in a while loop`
        if clause.of_loop == "for" and not clause.is_negated:
            return replace(clause, predicate=P.LOOPS, place=None, detail="for", of_loop="")
    is_bare = is_going or not (clause.objects or clause.arguments)
    is_alone = is_bare and clause.order is None
    if (
        not is_unknown
        or predicate is None
        or not is_alone
        or clause.is_negated
        or clause.is_outside
    ):
        return clause
    if clause.described or clause.condition or clause.is_only_there:
        return clause
    detail = clause.of_loop if is_going and clause.of_loop in ("for", "while", "do") else ""
    return replace(clause, predicate=predicate, place=None, detail=detail, of_loop="", arguments=())


# Verbs of which a loop is what there is to see, `climbs the parents in a while loop`.
_GOING = frozenset(
    f"{verb}{ending}"
    for verb, endings in (
        *((verb, ("s", "ing")) for verb in ("walk", "climb", "scan", "crawl", "follow", "visit")),
        *((verb, ("s", "ing")) for verb in ("ascend", "descend", "count", "poll", "drain", "spin")),
        *((verb, ("es", "ing")) for verb in ("search", "march", "process")),
    )
    for ending in endings
)
_OF_PLACE = {Around.LOOP: P.LOOPS, Around.FINALLY: P.FINALLY, Around.TRY: P.TRIES}
_IN_ORDER = frozenset({"? in that order", "? in this order", "? in order", "? in turn"})


def _in_turn(clause: Clause, narrowing: Narrowing) -> list[Clause]:
    """`calls a, b and c in that order`, `calls a, then b, then c`: each before the next."""
    things = [replace(clause, objects=(one,), order=None) for one in clause.objects]
    if clause.order is not None:
        for other in (clause.order.other, *(order.other for order in narrowing.later)):
            last = things[-1] if things else clause  # `then b` is of the verb before it
            is_bare = other.predicate is P.BEYOND
            things.append(
                replace(other, predicate=last.predicate, detail=last.detail) if is_bare else other
            )
    if len(things) < 2:
        return [clause]
    return [
        replace(
            clause,
            objects=one.objects,
            predicate=one.predicate,
            detail=one.detail,
            order=Order(True, other),
        )
        for one, other in pairwise(things)
    ]


def _with_construct(clause: Clause, words: str) -> list[Clause]:
    """`skips x with continue`: what is done with a construct, and that it is there."""
    predicate, detail = CONSTRUCT_BY_WORDS[words]
    if predicate not in _BUILT_OF:
        return [clause]
    if predicate is clause.predicate:
        return [replace(clause, detail=detail)]  # `goes over x with a for loop`
    there = replace(clause, predicate=predicate, detail=detail, objects=(), arguments=())
    is_plain = all(not one.is_code for one in clause.objects)
    return [there] if clause.predicate is P.ACTS and is_plain else [clause, there]


def _received(clause: Clause, narrowing: Narrowing) -> Clause:
    """The clause about a method of what it is called on, `calls f on x`."""
    if narrowing.is_receiver_source and clause.predicate is P.INSTANTIATES:
        narrowing.mentioned.append(narrowing.receiver)  # `builds a `C` from x`
        narrowing.receiver = ""
    if narrowing.receiver and _is_aside(clause, narrowing):
        said = f"`{narrowing.receiver}`" if _names_form(narrowing.receiver) else narrowing.receiver
        narrowing.ignored.append(f"? on {said}")
        narrowing.receiver = ""
    if narrowing.receiver and len(clause.objects) == 1 and "." not in clause.objects[0].text:
        [one] = clause.objects
        clause = replace(clause, objects=(one._replace(text=f"{narrowing.receiver}.{one.text}"),))
    elif narrowing.receiver and not clause.objects and clause.predicate in (P.WRITES, P.READS):
        clause = replace(clause, objects=(Object(narrowing.receiver),))
    elif narrowing.receiver and not clause.objects and not narrowing.is_receiver_source:
        narrowing.ignored.append(f"? on `{narrowing.receiver}`")  # `terminates on TERM`
    return clause


def _names_form(text: str) -> bool:
    """True for `Some(_)` or `ErrorKind::Eof`, which say of what kind something is."""
    return "(" in text or "::" in text


def _is_aside(clause: Clause, narrowing: Narrowing) -> bool:
    """True for `returns 0 on success`, and `returns the result of f on x`: no part of a name."""
    if not narrowing.is_receiver_aside:
        return False
    is_plain = clause.predicate is P.ACTS and all(not one.is_code for one in clause.objects)
    is_event = is_plain and re.fullmatch(r"[a-z]+", narrowing.receiver) is not None
    is_event = is_event or narrowing.receiver in _EVENTS
    return is_event or clause.predicate in (P.RETURNS, P.RAISES, P.YIELDS)


_EVENTS = frozenset({"exit", "return", "shutdown", "startup", "completion", "timeout", "close"})
_EVENTS |= {"cancellation", "teardown", "disposal", "entry"}
_AT_A_PLACE = frozenset({P.CALLS, P.WRITES, P.RAISES, P.AWAITS, P.PASSES, P.ACTS})
_AT_A_PLACE |= {P.INSTANTIATES, P.READS, P.SUBSCRIPTS, P.YIELDS, P.USES}


# What may be done again and again.
_AGAIN = frozenset({P.CALLS, P.WRITES, P.READS, P.SUBSCRIPTS, P.AWAITS, P.YIELDS, P.PASSES})


def _always(clause: Clause) -> tuple[Clause, Around | None]:
    """`always calls f`: under no condition; `always returns x`: nothing else."""
    is_told = bool(clause.objects) or clause.predicate is P.ACTS
    if clause.predicate in _AT_A_PLACE and is_told and clause.order is None:
        return replace(clause, described=ANYHOW), Around.BRANCH
    if clause.predicate is P.RETURNS and (clause.objects or clause.detail):
        return replace(clause, is_only=True), None
    return clause, None


def _in_any_case(
    clause: Clause, polarity: Polarity, narrowing: Narrowing, place: Around | None
) -> tuple[Clause, Around | None]:
    """`always calls f`; `calls f even if x`: what has to hold for it must not be that.

    Also what it then is not to stand in, unless the claim says that already.
    """
    if place is not None or narrowing.condition is not None:
        narrowing.ignored += [narrowing.anyhow] * bool(narrowing.anyhow)
        return clause, None
    if polarity.is_always or narrowing.is_always:
        if clause.predicate is P.RETURNS and narrowing.order is not None:
            narrowing.ignored.append("? `always`")  # `always returns before f`
        return _always(clause)
    if not narrowing.anyhow:
        return clause, None
    is_told = bool(clause.objects) or clause.predicate is P.ACTS
    is_seen = clause.predicate in _AT_A_PLACE and is_told and narrowing.order is None
    if is_seen and not polarity.is_negated:
        return replace(clause, described=REGARDLESS), Around.BRANCH
    narrowing.ignored.append(narrowing.anyhow)
    return clause, None


def _foremost(clause: Clause, polarity: Polarity, order: Order | None) -> str:
    """`first calls f`, where it is not said what comes second."""
    is_alone = order is None and clause.predicate is P.CALLS and len(clause.objects) == 1
    return polarity.step if is_alone and not polarity.is_negated else ""


def _left_so(clause: Clause, narrowing: Narrowing) -> Clause:
    """`returns when x`, where nothing is said to be given back: it does so early."""
    is_bare = clause.predicate is P.RETURNS and not clause.objects and not clause.detail
    is_bare = is_bare and not narrowing.ignored  # `this`
    is_left = is_bare and narrowing.condition is not None
    return replace(clause, predicate=P.RETURNS_EARLY) if is_left else clause


_OF_ITSELF = re.compile(
    r"^(if|when|unless) (?:there is (?:one|any)|(?:one|it|any) exists|any|present)$"
)
_NULL = re.compile(r"\b(?:null|nil|none|undefined|set|given|defined|there|present)$")
_VALUES = frozenset({"null", "nil", "none", "undefined", "nullptr", "true", "false", "yes", "no"})
_OF_IT = re.compile(r"^(if|when|unless) it (?=(?:is|was|has|exists)\b)")


def _of_object(clause: Clause, narrowing: Narrowing) -> None:
    """`closes x if there is one`, `if it is open`: what the condition is about is the object."""
    if len(clause.objects) != 1 or narrowing.condition:
        return
    name = clause.objects[0].text
    is_value = name.lower() in _VALUES or not re.match(r"[A-Za-z_$@.:`]", name)
    if is_value or (not clause.objects[0].is_code and not name.isidentifier()):
        return  # of `returns null if it is closed` it is the object itself
    said = narrowing.described
    if clause.predicate is not P.CALLS:  # `one` is what is called, or what it is given
        said = _OF_ITSELF.sub(rf"\1 {name} is set", said)
    owner = name.rpartition(".")[0]
    if owner and clause.predicate is P.CALLS and _NULL.search(said):
        name = owner  # `calls x.f only if it is not null`
    said = _OF_IT.sub(rf"\1 {name} ", said)
    if said != narrowing.described:
        narrowing.described = said
        narrowing.condition = (name,) if clause.objects[0].is_code else ()


def _only_there(
    polarity: Polarity, narrowing: Narrowing, place: Around | None, *, is_outside: bool
) -> bool:
    """Whether it is said to be done nowhere else; an `only` that says so is said no more."""
    is_there = narrowing.place is not None and (not is_outside or place is not Around.BRANCH)
    if polarity.is_only and is_there:
        polarity.is_only = False  # `only throws x in a loop`
        return True
    if narrowing.is_only and is_there and not narrowing.arguments and narrowing.order is None:
        narrowing.is_only = False  # `calls f only outside the loop`
        return True
    return narrowing.is_only_there


def _narrowed(clause: Clause, polarity: Polarity, narrowing: Narrowing) -> Clause:
    _of_object(clause, narrowing)
    place, is_outside = narrowing.place or clause.place, narrowing.is_outside
    if place is None and polarity.is_conditional is not None:
        place, is_outside = Around.BRANCH, not polarity.is_conditional
        narrowing.described = narrowing.described or ANYHOW * is_outside
    plain = clause
    clause, anyhow = _in_any_case(clause, polarity, narrowing, place)
    if polarity.is_always and clause == plain and anyhow is None and not polarity.is_negated:
        narrowing.ignored.append("always")
    place, is_outside = (place, is_outside) if anyhow is None else (anyhow, True)
    is_again = clause.predicate in _AGAIN and bool(clause.objects) and not is_outside
    if narrowing.until and is_again and place in (None, Around.LOOP):
        place, clause = Around.LOOP, replace(clause, described=narrowing.until)
    elif narrowing.until:
        narrowing.ignored.append(narrowing.until)
    clause = _left_so(clause, narrowing)
    is_only_there = _only_there(polarity, narrowing, place, is_outside=is_outside)
    order = narrowing.order
    if order is not None and order.other.predicate is P.BEYOND:
        # `before b`: the same kind of thing.
        same = P.CALLS if clause.predicate is P.ACTS else clause.predicate
        order = order._replace(other=replace(order.other, predicate=same))
    if order is not None and clause.predicate is not order.other.predicate is P.HAS:
        order = None
    arguments = (*clause.arguments, *narrowing.arguments)
    clause = _received(clause, narrowing)
    if narrowing.inside and clause.predicate is P.CALLED_BY and not clause.objects:
        clause = replace(clause, objects=(Object(narrowing.inside),), detail="")
    if clause.predicate is P.SUBSCRIPTS and arguments:
        clause = replace(clause, detail="indexed")
    return replace(
        clause,
        is_negated=clause.is_negated != polarity.is_negated,
        is_only=clause.is_only or polarity.is_only or narrowing.is_only,
        place=place,
        is_outside=is_outside,
        beside=narrowing.beside,
        is_only_there=is_only_there,
        of_loop=narrowing.of_loop or clause.of_loop,
        is_each=narrowing.is_each,
        step=narrowing.step or _foremost(clause, polarity, order),
        condition=clause.condition if narrowing.condition is None else narrowing.condition,
        described=narrowing.described or clause.described,
        arguments=arguments,
        count=clause.count or polarity.count or narrowing.count,
        order=order,
    )
