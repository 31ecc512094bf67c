"""Read a predicate: the verb, or what `is` and `has` say, with its objects."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify import phrases
from codewitness.engine.verify.actions import ACTION_FORMS
from codewitness.engine.verify.claim import Clause, Count, Predicate
from codewitness.engine.verify.counts import read_count
from codewitness.engine.verify.cursor import Cursor, joined
from codewitness.engine.verify.lexicon import (
    BE,
    CONSTRUCTS,
    HAVE,
    INHERITED,
    NUMBERS,
    PARTICLES,
    QUALITIES,
    STATES,
    USING,
    VERBS,
)
from codewitness.engine.verify.objects import Objects, read_objects, with_objects
from codewitness.engine.verify.polarity import (
    NotUnderstood,
    Polarity,
    read_polarity,
)
from codewitness.engine.verify.tokens import Sort

P = Predicate

_CONSTRUCT_BY_WORDS = {words: (predicate, detail) for words, predicate, detail in CONSTRUCTS}
_STATE_BY_WORDS = {words: (predicate, detail) for words, predicate, detail in STATES}
_FIRST_OF_STATES = frozenset(words.split()[0] for words in _STATE_BY_WORDS)
_DECLARED = frozenset({"declared", "defined", "marked", "implemented", "written"})
_BY = frozenset({"by", "from", "in", "inside", "within"})
_ARTICLES = frozenset({"a", "an", "the", "its", "any", "some", "of", "kind"})
_NOTHING = frozenset({"nothing", "nobody"})
_BEFORE_CONSTRUCT = frozenset(
    {
        "no",
        "neither",
        "multiple",
        "explicit",
        "nested",
        "single",
        "only",
        "just",
        "more",
        "kind",
        "several",
    }
)
_MAKING = frozenset({"makes", "make", "making", "performs", "perform", "performing"})
_DEMANDED = {"default": ("to",), "match": ("on", "against"), "switch": ("on", "over")}
_HANDING = frozenset({"forward", "dispatch", "delegate", "hand"})
_COMPARING = frozenset(
    {"is", "are", "equals", "not", "an", "a", "instance", "of", "empty", "in", "greater", "less"}
    | {"than", "equal", "to", "against", "the", "with", "was", "contains", "isn", "callable"}
)
_RESULTS = frozenset(
    {"its", "the", "result", "results", "return", "value", "values", "computed", "them", "it"}
)
_LACKING = frozenset({"lacks", "lack", "lacking"})


def read_predicate(cursor: Cursor, polarity: Polarity, previous: Clause | None) -> Clause:
    """The clause that the next verb makes; `previous` lends its verb to what has none."""
    for reads in _READERS:
        start = cursor.at
        if (clause := reads(cursor, polarity)) is not None:
            return clause
        cursor.at = start
    is_shared = cursor.token.sort is Sort.CODE or polarity.is_negated
    if previous is not None and is_shared:
        objects = read_objects(cursor)
        if objects.items:
            return with_objects(replace(previous, order=None, is_negated=False), objects)
    raise NotUnderstood(f"no verb that is known in {joined(cursor.rest())!r}")


def _being(cursor: Cursor, polarity: Polarity) -> Clause | None:
    return _read_state(cursor, polarity) if cursor.next().word in BE else None


def _owning(cursor: Cursor, polarity: Polarity) -> Clause | None:
    word = cursor.word()
    if word in HAVE:
        cursor.next()
        return _read_having(cursor, polarity)
    if word in _LACKING:
        cursor.next()
        polarity.is_negated = not polarity.is_negated
        return _read_having(cursor, polarity)
    if word in USING or word in _MAKING:
        cursor.next()
        cursor.take("use of")
        return _read_having(cursor, polarity, P.USES)
    return None


def _returning(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    return _read_returning(cursor) if cursor.word().startswith("return") else None


def _doing(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    return _read_verb(cursor) if cursor.word() in VERBS else None


def _acting(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    if (lemma := ACTION_FORMS.get(cursor.word())) is None:
        return None
    cursor.next()
    objects = read_objects(cursor)
    clause = with_objects(Clause(predicate=P.ACTS, detail=lemma), objects)
    start = cursor.at
    if cursor.take("to", "onto", "on to", "into", "from", "off"):
        # `appends x to y`: both stand in the call.
        goal = read_objects(cursor)
        if goal.items and all(one.is_code for one in goal.items):
            return replace(clause, objects=(*clause.objects, *goal.items))
        cursor.at = start
    return clause


def _naming_construct(cursor: Cursor, polarity: Polarity) -> Clause | None:
    start = cursor.at
    cursor.skip(_ARTICLES)
    is_construct = bool(_construct(cursor))
    cursor.at = start
    if not is_construct and cursor.word() not in ("no", "any"):
        return None
    return _read_having(cursor, polarity)


_READERS = (
    *(
        _being,
        _owning,
        phrases.leaving,
        phrases.breaking,
        phrases.avoiding,
        phrases.sparing,
        phrases.deferring,
        phrases.neglecting,
        phrases.wrapping,
        phrases.calling_itself,
        _returning,
        _doing,
        _acting,
    ),
    _naming_construct,
)


def _demand_particle(cursor: Cursor, predicate: Predicate, lemma: str) -> None:
    """Some verbs say what is known only with the right word behind them."""
    if cursor.word() not in _DEMANDED.get(lemma, (cursor.word(),)):
        raise NotUnderstood(f"no verb that is known in {joined(cursor.rest())!r}")
    if predicate is P.TRIES and cursor.word() == "to":
        raise NotUnderstood("what is tried can't be seen")


def _read_verb(cursor: Cursor) -> Clause:
    predicate, lemma = VERBS[cursor.next().word]
    if cursor.word() == "back" and lemma in ("call", "fall"):
        cursor.next()
    _demand_particle(cursor, predicate, lemma)
    cursor.skip(PARTICLES.get(predicate, frozenset()))
    if predicate is P.CACHES:
        cursor.skip(_RESULTS)
    if predicate is P.READS and cursor.token.sort is not Sort.CODE and lemma != "read":
        cursor.skip(frozenset({"the"}))
    objects = read_objects(cursor)
    clause = Clause(predicate=predicate, detail=lemma)
    if predicate is P.PASSES or (
        lemma in _HANDING and cursor.word() in ("to", "on", "over", "off")
    ):
        return _read_passing(cursor, objects, clause)
    if predicate is P.WRITES and objects.items and cursor.take("to", "to be"):
        value = read_objects(cursor)
        clause = replace(clause, arguments=tuple(one.text for one in value.items[:1]))
    if predicate is P.DEFINES:
        return _defining(objects, clause)
    if predicate is P.BRANCHES and objects.items:
        clause = replace(clause, arguments=_compared(cursor))
    if objects.is_self and predicate is P.CALLS:
        return Clause(predicate=P.RECURSES)
    return with_objects(_meant(clause, objects), objects)


def _compared(cursor: Cursor) -> tuple[str, ...]:
    """Take what is said of what is checked, `is an instance of X`; the names in it."""
    names: list[str] = []
    start = cursor.at
    while cursor.word() in _COMPARING or (names or (cursor.at > start and _is_code(cursor))):
        token = cursor.next()
        if token.sort is Sort.CODE:
            names.append(token.text)
            break
    return tuple(names)


def _is_code(cursor: Cursor) -> bool:
    return cursor.token.sort is Sort.CODE


def _meant(clause: Clause, objects: Objects) -> Clause:
    """The clause as its objects make its verb mean."""
    match clause.predicate:
        case P.READS | P.USES if objects.noun == "parameter":
            return replace(clause, predicate=P.USES_PARAMETER)
        case P.CATCHES if not objects.items:
            return replace(clause, detail="any")
        case P.TAKES if objects.noun not in ("", "parameter") and not objects.items:
            return replace(clause, predicate=P.BEYOND)
        case P.INSTANTIATES if objects.items and not objects.items[0].is_code:
            return replace(clause, predicate=P.ACTS)
        case _:
            return clause


def _defining(objects: Objects, clause: Clause) -> Clause:
    if found := _construct_of(objects):
        return Clause(predicate=found[0], detail=found[1], is_negated=objects.is_negated)
    return with_objects(replace(clause, detail=objects.noun), objects)


def _construct_of(objects: Objects) -> tuple[Predicate, str] | None:
    for one in objects.items:
        if not one.is_code and one.text in _CONSTRUCT_BY_WORDS:
            return _CONSTRUCT_BY_WORDS[one.text]
    return None


def _read_passing(cursor: Cursor, objects: Objects, clause: Clause) -> Clause:
    """`passes x to f`: a call of f with the argument x."""
    if cursor.take("to", "into", "on to", "along to", "over to", "off to"):
        callee = read_objects(cursor)
        if callee.items:
            arguments = tuple(one.text for one in objects.items)
            call = with_objects(replace(clause, predicate=P.CALLS), callee)
            return replace(call, arguments=arguments, is_negated=objects.is_negated)
    if objects.items and all(one.is_code for one in objects.items):
        return with_objects(clause, objects)
    return Clause(predicate=P.BEYOND, detail="passes")


def _read_returning(cursor: Cursor) -> Clause:
    cursor.next()
    if cursor.take("early", "immediately", "prematurely", "without doing anything"):
        return Clause(predicate=P.RETURNS_EARLY)
    cursor.take("the value of", "the value in")
    if cursor.take("the result of", "what", "the output of", "whatever"):
        verb = VERBS.get(cursor.word())
        if verb and verb[0] is P.CALLS:
            cursor.next()
            cursor.skip(PARTICLES[P.CALLS])
        objects = read_objects(cursor)
        cursor.take("returns", "gives")
        return with_objects(Clause(predicate=P.RETURNS, detail="result"), objects)
    if cursor.word() in _NOTHING:
        cursor.next()
        return Clause(predicate=P.RETURNS, detail="nothing")
    kinds = ("a boolean", "boolean", "a bool", "a string", "a list", "a dict", "a dictionary")
    more = ("a tuple", "a set", "an integer", "a number", "an error", "a promise", "a generator")
    if kind := cursor.take(*kinds, *more, "an array", "an object", "a new instance", "a value"):
        return Clause(predicate=P.RETURNS, detail=kind.split(" ", 1)[-1])
    objects = read_objects(cursor)
    is_early = bool(objects.items) and bool(cursor.take("early", "prematurely"))
    predicate = P.RETURNS_EARLY if is_early else P.RETURNS
    return with_objects(Clause(predicate=predicate), objects)


def _read_state(cursor: Cursor, polarity: Polarity) -> Clause:
    """After `is`."""
    inner = read_polarity(cursor)
    polarity.is_negated ^= inner.is_negated
    polarity.is_only |= inner.is_only
    polarity.count = polarity.count or inner.count
    cursor.skip(frozenset({"there"}))
    is_lacking = cursor.peek(-1).word in ("of", "from")
    if is_lacking and (_construct(cursor) or cursor.word() in ("calls", "any", "all")):
        return _read_having(cursor, polarity)  # `is free of loops`
    if cursor.take("no", "not"):
        polarity.is_negated = not polarity.is_negated
    cursor.skip(_ARTICLES)
    if cursor.take("free of", "free from", "devoid of"):
        polarity.is_negated = not polarity.is_negated
        return _read_having(cursor, polarity)
    if cursor.take("method of", "member of", "function of", "method in", "function in"):
        owner = read_objects(cursor)
        return with_objects(Clause(predicate=P.DEFINES, detail="passive"), owner)
    if cursor.take("only caller of", "sole caller of"):
        objects = read_objects(cursor)
        turned = with_objects(Clause(predicate=P.CALLED_BY, detail="passive"), objects)
        return replace(turned, is_only=True)
    if cursor.word() in _DECLARED and cursor.word(1) in {"as", "an", "a", *_FIRST_OF_STATES}:
        cursor.next()
        cursor.skip(frozenset({"as", "an", "a"}))
    if cursor.take(*INHERITED):
        return with_objects(Clause(predicate=P.INHERITS), read_objects(cursor))
    if words := cursor.take(*_STATE_BY_WORDS):
        return _state(cursor, polarity, *_STATE_BY_WORDS[words])
    if cursor.take("wrapper around", "thin wrapper around", "wrapper for", "alias for"):
        return with_objects(Clause(predicate=P.CALLS), read_objects(cursor))
    return _read_participle(cursor)


def _state(cursor: Cursor, polarity: Polarity, predicate: Predicate, detail: str) -> Clause:
    cursor.skip(frozenset({"function", "method", "coroutine", "member", "class", "generator"}))
    if detail == "not":
        polarity.is_negated = not polarity.is_negated
        detail = ""
    return Clause(predicate=predicate, detail=detail)


def _read_participle(cursor: Cursor) -> Clause:
    """After `is`: `called by`, `decorated with`; what else is said of it can't be seen."""
    word = cursor.word()
    if word in ("decorated", "marked", "annotated", "wrapped"):
        return _read_decorated(cursor)
    if word in USING:
        cursor.next()
        return _read_passive(cursor, P.USES)
    if word in QUALITIES or word not in VERBS:
        words = joined(cursor.rest())
        cursor.at = len(cursor.tokens)
        return Clause(predicate=P.BEYOND, detail=words)
    cursor.next()
    return _read_passive(cursor, VERBS[word][0])


def _read_decorated(cursor: Cursor) -> Clause:
    cursor.next()
    if cursor.take("in a try", "in try", "in a try block"):
        return Clause(predicate=P.TRIES)
    cursor.skip(frozenset({"with", "by", "as", "using"}))
    return with_objects(Clause(predicate=P.DECORATED), read_objects(cursor))


def _read_passive(cursor: Cursor, predicate: Predicate) -> Clause:
    """After `is called`, `is raised`."""
    inner = read_polarity(cursor)
    word = cursor.word()
    if word in _BY:
        cursor.next()
    is_only = inner.is_only or bool(cursor.take("only"))
    if predicate is P.CALLS:
        predicate = P.CALLED_BY
    if predicate is P.CALLED_BY:
        cursor.skip(frozenset({"in", "inside", "by", "from", "within"}))
        if word not in _BY and not cursor.is_done and cursor.token.sort is not Sort.CODE:
            return Clause(predicate=P.CALLED_BY, is_only=is_only)
        objects = read_objects(cursor)
        return replace(with_objects(Clause(predicate=predicate), objects), is_only=is_only)
    if predicate is P.INHERITS:
        objects = read_objects(cursor)
        return (
            Clause(predicate=P.BEYOND, detail="is inherited")
            if not objects.items
            else (with_objects(Clause(predicate=P.BEYOND), objects))
        )
    objects = read_objects(cursor)
    if word in _BY and objects.items:
        return replace(
            with_objects(Clause(predicate=predicate, detail="passive"), objects), is_only=is_only
        )
    return Clause(predicate=P.BEYOND, detail=f"is {predicate.value}")


def _construct(cursor: Cursor) -> str:
    """The longest name of a construct that comes next."""
    found = [words for words in _CONSTRUCT_BY_WORDS if cursor.has(words)]
    return max(found, key=lambda words: len(words.split()), default="")


def _read_having(cursor: Cursor, polarity: Polarity, verb: Predicate = P.HAS) -> Clause:
    """After `has`, `contains`, `uses`."""
    start, was_negated = cursor.at, polarity.is_negated
    count = read_count(cursor)
    while cursor.word() in _ARTICLES | _BEFORE_CONSTRUCT and not cursor.token.is_quoted:
        word = cursor.word()
        if word == "nested" and _construct(cursor):
            break
        if word in ("no", "neither"):
            polarity.is_negated = not polarity.is_negated
        if word == "multiple":
            count = Count(2, None)
        cursor.next()
    if cursor.word() in NUMBERS and count is None:
        count = Count(NUMBERS[cursor.word()], NUMBERS[cursor.next().word])
    if cursor.take("calls to", "call to", "calls of", "call of", "invocation of", "calls"):
        clause = with_objects(Clause(predicate=P.CALLS), read_objects(cursor))
        return replace(clause, count=count)
    if words := _construct(cursor):
        cursor.at += len(words.split())
        cursor.skip(frozenset({"statement", "statements", "block", "blocks", "expression"}))
        predicate, detail = _CONSTRUCT_BY_WORDS[words]
        return _construct_clause(cursor, predicate, detail, count)
    cursor.at, polarity.is_negated = start, was_negated
    count = read_count(cursor) or count
    objects = read_objects(cursor)
    return _had(cursor, objects, count, verb)


def _construct_clause(
    cursor: Cursor, predicate: Predicate, detail: str, count: Count | None
) -> Clause:
    clause = Clause(predicate=predicate, detail=detail, count=count)
    if predicate is P.RECURSES:
        return clause
    particles = {
        P.LOOPS: ("over", "through"),
        P.BRANCHES: ("on", "checking", "for", "that checks"),
        P.CATCHES: ("for", "catching", "of"),
        P.HAS_DEFAULT: ("of", "for", "value for", "for the", "value of"),
        P.RAISES: ("of", "for"),
        P.AWAITS: ("on", "of"),
        P.YIELDS: ("of",),
    }.get(predicate, ())
    if (particles and cursor.take(*particles)) or cursor.token.sort is Sort.CODE:
        clause = with_objects(clause, read_objects(cursor))
    return clause


def _had(cursor: Cursor, objects: Objects, count: Count | None, verb: Predicate) -> Clause:
    if objects.noun == "parameter":
        predicate = P.TAKES if verb is P.HAS else P.USES_PARAMETER
        clause = with_objects(Clause(predicate=predicate, count=count), objects)
    elif objects.noun == "decorator":
        clause = with_objects(Clause(predicate=P.DECORATED), objects)
    elif verb is P.HAS and objects.noun in ("function", "attribute", "class"):
        clause = with_objects(Clause(predicate=P.DEFINES, detail=objects.noun), objects)
    elif verb is P.HAS and objects.items and not objects.items[0].is_code:
        words = " ".join(one.text for one in objects.items)
        clause = Clause(predicate=P.BEYOND, detail=f"has {words}")
    elif verb is P.HAS and objects.items:
        clause = with_objects(Clause(predicate=P.DEFINES, detail=""), objects)
    elif objects.items and all(not one.is_code for one in objects.items):
        clause = with_objects(Clause(predicate=P.USES, detail="words"), objects)
    elif objects.items and cursor.take("as a fallback", "as the fallback", "as a default"):
        clause = with_objects(Clause(predicate=P.FALLS_BACK), objects)
    elif objects.items or objects.noun:
        clause = with_objects(Clause(predicate=P.USES), objects)
    else:
        raise NotUnderstood(f"what it has can't be seen: {joined(cursor.rest())}")
    return replace(clause, count=count)
