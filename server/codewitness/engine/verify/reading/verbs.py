"""Read a predicate: the verb, or what `is` and `has` say, with its objects."""

from __future__ import annotations

from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.code.values import PHRASES
from codewitness.engine.verify.reading import phrases
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.being import read_alone, read_state
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.doing import unknown_verb, with_goal
from codewitness.engine.verify.reading.giving import passed, returned, written
from codewitness.engine.verify.reading.having import CONSTRUCT_BY_WORDS, construct, read_having
from codewitness.engine.verify.reading.lexicon import AUXILIARIES, BE, HAVE, PARTICLES, USING, VERBS
from codewitness.engine.verify.reading.objects import (
    Objects,
    is_exception,
    read_objects,
    with_objects,
)
from codewitness.engine.verify.reading.places import is_place
from codewitness.engine.verify.reading.polarity import (
    NotUnderstood,
    Polarity,
    begins_clause,
    read_polarity,
)
from codewitness.engine.verify.reading.results_said import resulting
from codewitness.engine.verify.reading.tokens import Sort
from codewitness.model.outline import Around

P = Predicate

_ARTICLES = frozenset({"a", "an", "the", "its", "any", "some", "of", "kind"})
_MAKING = frozenset({"makes", "make", "making", "performs", "perform", "performing"})
_DEMANDED = {"default": ("to",), "match": ("on", "against"), "switch": ("on", "over")}
_HANDING = frozenset({"forward", "dispatch", "delegate", "hand"})
# What is handed to another is often said in words that name nothing.
_HANDED = (
    *(
        f"{words}{particle}"
        for words in ("", "off ", "over ", "its result ", "the result ", "the work ", "the rest ")
        for particle in ("to", "over to", "off to", "on to")
    ),
    *("everything to", "everything on to", "control to", "all of it to", "that to", "it to"),
)
_DOING = (
    *(P.CALLS, P.USES, P.RAISES, P.CATCHES, P.AWAITS, P.WRITES, P.READS, P.LOOPS, P.BRANCHES),
    *(P.RETURNS, P.SUBSCRIPTS, P.INSTANTIATES, P.PASSES),
)
_VAGUE = frozenset({"value", "variable", "container"})  # `sets the state`: which is not said
_COMPARING = frozenset(
    {"is", "are", "equals", "not", "an", "a", "instance", "of", "empty", "in", "greater", "less"}
    | {"than", "equal", "to", "against", "the", "with", "was", "contains", "isn", "callable"}
)
_RESULTS = frozenset(
    {"its", "the", "result", "results", "return", "value", "values", "computed", "them", "it"}
)
_CONTAINERS = frozenset({"slice", "slices", "sequence", "buffer", "vector", "collection", "string"})
_PARENTS = tuple(
    f"{article} {parent}{own} {thing}"
    for article in ("the", "its")
    for parent in (
        "parent",
        "super",
        "superclass",
        "base",
        "base class",
        "inherited",
        "parent class",
    )
    for own in ("", " 's")
    for thing in ("implementation", "method", "constructor", "version", "function")
)
_YIELDED = tuple(
    f"{what}to {whom}"
    for what in ("control ", "execution ", "")
    for whom in ("the block", "its block", "the given block", "the caller", "a block", "its caller")
)
_ADVERBS_BEHIND = frozenset({"always", "directly", "also", "just", "still", "explicitly"})
_TESTING = frozenset({"check", "test", "validate", "verify", "inspect"})
_LACKING = frozenset({"lacks", "lack", "lacking"})


_STATES = frozenset({P.MODIFIER, P.IS_ASYNC, P.CACHES, P.RECURSES})


def read_predicate(cursor: Cursor, polarity: Polarity, previous: Clause | None) -> Clause:
    """The clause that the next verb makes; `previous` lends its verb to what has none."""
    if (clause := _named_too(cursor, previous) or _by_verb(cursor, polarity)) is not None:
        return clause
    if previous is not None and previous.predicate in _STATES and (state := read_alone(cursor)):
        return state  # `is private and static`
    if previous is not None and is_place(cursor):
        # `calls f twice and never inside a loop`
        return replace(previous, is_negated=False, order=None, count=None, place=None)
    is_shared = cursor.token.sort is Sort.CODE or polarity.is_negated
    is_without = cursor.peek(-1).word == "without"
    if previous is not None and previous.predicate is P.CALLED_BY and polarity.is_negated:
        is_shared = bool(cursor.take("by")) or is_shared
    start = cursor.at
    if previous is not None and is_shared:
        objects = read_objects(cursor)
        if objects.items and (objects.items[0].is_code or not is_without):
            is_of = not previous.objects and previous.count is not None
            previous = replace(previous, count=None if is_of else previous.count)
            if previous.predicate is P.ACTS and previous.arguments:
                previous = Clause(predicate=P.CALLS)  # `loads x with f, not g`
            return with_objects(replace(previous, order=None, is_negated=False), objects)
    cursor.at = start
    if (clause := _by_means(cursor, polarity) or unknown_verb(cursor)) is not None:
        return clause
    raise NotUnderstood(f"no verb that is known in {joined(cursor.rest())!r}")


def _by_verb(cursor: Cursor, polarity: Polarity) -> Clause | None:
    """The clause of a verb that is known; None, and nothing is taken, if there is none."""
    for reads in _READERS:
        start = cursor.at
        if (clause := reads(cursor, polarity)) is not None:
            return clause
        cursor.at = start
    return None


_AFTER_NAME = frozenset({"", ",", "and", "or", "nor", "but", "before", "after", "in", "inside"})


def _named_too(cursor: Cursor, previous: Clause | None) -> Clause | None:
    """A call of the `read` of `calls f but not read`: as a verb it would be `reads`."""
    word = cursor.word()
    if previous is None or previous.predicate is not P.CALLS or word not in VERBS:
        return None
    is_base = cursor.token.sort is Sort.WORD and not word.endswith(("s", "ing", "ed"))
    said = previous.text.split()
    is_third = any(one in ("calls", "invokes", "runs", "executes") for one in said)
    is_helped = any(one in AUXILIARIES for one in (cursor.peek(-2).word, cursor.peek(-1).word))
    is_such = [one.text for one in previous.objects[-1:]] == said[-1:] and is_third
    if not (is_base and is_such) or is_helped or cursor.word(1) not in _AFTER_NAME:
        return None
    name = Object(cursor.next().text)
    return replace(previous, objects=(name,), order=None, is_negated=False, any_of=False)


def _by_means(cursor: Cursor, polarity: Polarity) -> Clause | None:
    """`tidies up by calling f`, `goes on without calling f`: what is done is said behind it."""
    start = cursor.at
    while not cursor.is_done and cursor.token.sort is Sort.WORD and cursor.word() != "if":
        is_without = cursor.word() == "without"
        if cursor.take("by", "through", "without", "via") and cursor.at > start + 1:
            verb = VERBS.get(cursor.word())
            polarity.is_always |= is_without and polarity.is_negated
            if verb is not None and verb[0] in _DOING:
                polarity.is_negated ^= is_without
                return _read_verb(cursor)
            if cursor.word() in ACTION_FORMS and cursor.word().endswith("ing"):
                polarity.is_negated ^= is_without
                return _acting(cursor, polarity)
            if _is_code(cursor) and not is_without and cursor.peek(-1).word != "by":
                return with_objects(Clause(predicate=P.CALLS), read_objects(cursor))
        else:
            cursor.next()
    cursor.at = start
    return None


def _by_doing(cursor: Cursor, *, is_plain: bool = False) -> Clause | None:
    """`terminates x by setting x[0] to 0`: what is done to do it, unless it is but a call.

    is_plain: only where nothing before it is named: `overwrites the oldest by setting x`.
    """
    ahead = Cursor(cursor.tokens)
    ahead.at = cursor.at + 1
    while not ahead.is_done and ahead.word() not in ("and", "or", "but", ",", ";"):
        if is_plain and ahead.token.sort is not Sort.WORD:
            return None
        is_by = ahead.next().word == "by" and ahead.word().endswith("ing")  # no `thrown by write`
        verb = VERBS.get(ahead.word())
        if is_by and verb and verb[0] in (P.WRITES, P.RAISES, P.RETURNS, P.READS, P.SUBSCRIPTS):
            cursor.at = ahead.at
            return _returning(cursor, Polarity()) or _read_verb(cursor)
        if is_by and ahead.word() in ACTION_FORMS:
            cursor.at = ahead.at
            return _acting(cursor, Polarity())
    return None


def _being(cursor: Cursor, polarity: Polarity) -> Clause | None:
    return read_state(cursor, polarity, read_predicate) if cursor.next().word in BE else None


def _owning(cursor: Cursor, polarity: Polarity) -> Clause | None:
    word = cursor.word()
    if word in HAVE:
        cursor.next()
        return _that_does(cursor, polarity, read_having(cursor, polarity))
    if word in _LACKING:
        cursor.next()
        polarity.is_negated = not polarity.is_negated
        return read_having(cursor, polarity)
    if word in USING or word in _MAKING:
        cursor.next()
        if cursor.take("no use of"):
            polarity.is_negated = not polarity.is_negated
        cursor.take("use of")
        return read_having(cursor, polarity, P.USES)
    return None


_PLACE_OF = {
    P.LOOPS: Around.LOOP,
    P.TRIES: Around.TRY,
    P.FINALLY: Around.FINALLY,
    P.CATCHES: Around.HANDLER,
    P.BRANCHES: Around.BRANCH,
}


def _that_does(cursor: Cursor, polarity: Polarity, clause: Clause) -> Clause:
    """`has a loop that calls f`: a call in a loop."""
    place = _PLACE_OF.get(clause.predicate)
    is_relative = cursor.word() in ("that", "which")
    if place is None or clause.objects or not is_relative:
        return clause
    if not begins_clause(Cursor(cursor.rest()[1:])):
        return clause
    cursor.next()
    inner = read_polarity(cursor)
    polarity.is_negated ^= inner.is_negated
    said = read_predicate(cursor, polarity, None)
    of_loop = clause.detail if clause.detail in ("for", "while", "do", "nested") else ""
    is_other = said.predicate is not clause.predicate
    return replace(said, place=place, of_loop=of_loop) if is_other else said


def _returning(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    return returned(cursor) if cursor.word().startswith("return") else None


def _doing(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    if cursor.word() not in VERBS:
        return None
    if cursor.word() in ("annotates", "annotating", "decorates", "decorating"):
        return with_goal(cursor, Clause(predicate=P.ACTS, detail=VERBS[cursor.next().word][1]))
    return _by_doing(cursor, is_plain=True) or _read_verb(cursor)


def _acting(cursor: Cursor, _polarity: Polarity) -> Clause | None:
    if (lemma := ACTION_FORMS.get(cursor.word())) is None:
        return None
    if (clause := _by_doing(cursor)) is not None:
        return clause
    cursor.next()
    cursor.skip(frozenset({"up", "out", "down", "away", "back", "together"}))
    return with_goal(cursor, Clause(predicate=P.ACTS, detail=lemma))


def _naming_construct(cursor: Cursor, polarity: Polarity) -> Clause | None:
    start = cursor.at
    cursor.skip(_ARTICLES)
    is_construct = bool(construct(cursor))
    cursor.at = start
    if not is_construct and cursor.word() not in ("no", "any"):
        return None
    return read_having(cursor, polarity)


_READERS = (
    *(
        resulting,
        _being,
        _owning,
        phrases.leaving,
        phrases.breaking,
        phrases.jumping,
        phrases.avoiding,
        phrases.sparing,
        phrases.deferring,
        phrases.neglecting,
        phrases.wrapping,
        phrases.calling_itself,
        phrases.defaulting,
        phrases.locking,
        phrases.looking,
        phrases.emptying,
        phrases.idling,
        phrases.letting,
        phrases.translating,
        phrases.ensuring,
        phrases.guarding,
        phrases.asserting,
        _returning,
        _doing,
        _acting,
    ),
    _naming_construct,
)


def _demand_particle(cursor: Cursor, predicate: Predicate, lemma: str) -> None:
    """Some verbs say what is known only with the right word behind them."""
    is_named = lemma == "match" and _is_code(cursor)
    if not is_named and cursor.word() not in _DEMANDED.get(lemma, (cursor.word(),)):
        raise NotUnderstood(f"no verb that is known in {joined(cursor.rest())!r}")
    if predicate is P.TRIES and cursor.word() == "to":
        raise NotUnderstood("what is tried can't be seen")


def _read_verb(cursor: Cursor) -> Clause:
    predicate, lemma = VERBS[cursor.next().word]
    if cursor.word() == "back" and lemma in ("call", "fall"):
        cursor.next()
    _demand_particle(cursor, predicate, lemma)
    if lemma in _HANDING:
        cursor.take(*_HANDED)
    if (clause := _with_words(cursor, predicate)) is not None:
        return clause
    cursor.skip(PARTICLES.get(predicate, frozenset()))
    if cursor.word() in _ADVERBS_BEHIND and cursor.peek(1).sort is Sort.CODE:
        cursor.next()
    if predicate is P.YIELDS:
        cursor.take(*_YIELDED)
    if predicate is P.CACHES:
        cursor.skip(_RESULTS)
    if predicate is P.CACHES and cursor.take("into"):
        kept = tuple(one.text for one in read_objects(cursor).items)
        return Clause(predicate=predicate, arguments=kept)
    if predicate is P.READS and cursor.token.sort is not Sort.CODE and lemma != "read":
        cursor.skip(frozenset({"the"}))
    return _with_its_objects(cursor, Clause(predicate=predicate, detail=lemma))


def _with_words(cursor: Cursor, predicate: Predicate) -> Clause | None:
    """What a verb says with words of its own: `loops forever`, `falls back to an empty list`."""
    if predicate is P.LOOPS and cursor.word() in ("while", "until"):
        start = cursor.at
        while not cursor.is_done and cursor.word() not in ("and", ",", "but"):
            cursor.next()
        said = joined(cursor.tokens[start : cursor.at]).replace("`", "")
        return Clause(predicate=predicate, described=said)
    if predicate is P.LOOPS and cursor.take("forever", "indefinitely", "endlessly", "infinitely"):
        return Clause(predicate=predicate, detail="infinite")
    if predicate is P.CALLS and cursor.take(*_PARENTS):
        return Clause(predicate=predicate, objects=(Object("super"),))
    start = cursor.at
    cursor.skip(PARTICLES.get(predicate, frozenset()))
    if predicate is P.FALLS_BACK and (words := cursor.take(*PHRASES)):
        return Clause(predicate=predicate, objects=(Object(words, is_code=False),))
    cursor.at = start
    return None


def _with_its_objects(cursor: Cursor, clause: Clause) -> Clause:
    predicate, lemma = clause.predicate, clause.detail
    objects = read_objects(cursor)
    if not objects.items and (predicate is P.PASSES or lemma in _HANDING):
        _skip_handed(cursor)
    if predicate is P.PASSES or (
        lemma in _HANDING and cursor.word() in ("to", "on", "over", "off")
    ):
        return passed(cursor, objects, clause)
    if predicate is P.WRITES:
        objects, clause = written(cursor, objects, clause)
    if predicate is P.DEFINES:
        return _defining(objects, clause)
    is_by_call = cursor.word() == "with" and lemma in _TESTING  # `checks each of them with f`
    if predicate is P.BRANCHES and objects.items and not is_by_call:
        clause = replace(clause, arguments=_compared(cursor))
    objects = _without_idle(cursor, predicate, objects)
    if objects.is_self and predicate is P.CALLS:
        return Clause(predicate=P.RECURSES)
    clause = with_objects(_meant(clause, objects), objects)
    if predicate is P.TRIES and objects.items:  # `tries f before g`
        clause = replace(clause, predicate=P.ACTS)
    if lemma == "declare" and _is_thrown(objects):
        clause = replace(clause, predicate=P.RAISES)
    return _with_source(cursor, clause, lemma)


def _with_source(cursor: Cursor, clause: Clause, lemma: str) -> Clause:
    """`caches the result in x`, `inherits close from Base`: what is there goes to `arguments`."""
    if clause.predicate is P.INHERITS and lemma == "inherit" and clause.objects:
        if cursor.take("from"):
            members = tuple(one.text for one in clause.objects)
            return with_objects(replace(clause, arguments=members), read_objects(cursor))
    elif clause.predicate is P.CACHES and cursor.take("into", "under") and _is_code(cursor):
        kept = tuple(one.text for one in read_objects(cursor).items)
        return replace(clause, arguments=kept, objects=())
    return clause


def _without_idle(cursor: Cursor, predicate: Predicate, objects: Objects) -> Objects:
    """The objects without words that name nothing, such as `the original error`."""
    if predicate in (P.SWALLOWS, P.CATCHES, P.RERAISES) and objects.is_any:
        _skip_source(cursor)
    if predicate is P.RERAISES and objects.noun == "exception":
        return replace(objects, items=tuple(one for one in objects.items if one.is_code))
    if predicate is P.SUBSCRIPTS and objects.items and objects.items[0].text in _CONTAINERS:
        return replace(objects, items=(), is_any=True)  # `doesn't index into any slice`
    return objects


def _skip_handed(cursor: Cursor) -> None:
    """Take `the name` of `hands the name to f`: words that name nothing."""
    for n_words in range(1, 4):
        if cursor.word(n_words) == "to" and cursor.peek(n_words + 1).sort is Sort.CODE:
            cursor.at += n_words
            return


def _skip_source(cursor: Cursor) -> None:
    """Take `exception f raises` of `swallows whatever exception f raises`."""
    start = cursor.at
    cursor.skip(frozenset({"exception", "exceptions", "error", "errors", "that", "the"}))
    is_named = cursor.token.sort is Sort.CODE
    cursor.next()
    if not is_named or not cursor.take("raises", "throws", "may raise", "may throw", "raised"):
        cursor.at = start


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
        case P.WRITES if objects.noun in _VAGUE and not objects.items and not objects.is_negated:
            return replace(clause, objects=(Object(objects.noun, is_code=False),))
        case P.WRITES if objects.noun == "parameter" and _is_of_variable(clause, objects):
            return replace(clause, detail=f"parameters {clause.detail}".rstrip())
        case P.INHERITS if clause.detail == "implement" and _is_method(objects):
            return replace(clause, predicate=P.OVERRIDES)
        case P.CATCHES if not objects.items:
            return replace(clause, detail="any")
        case P.TAKES if objects.noun not in ("", "parameter") and not objects.items:
            return replace(clause, predicate=P.BEYOND)
        case P.INSTANTIATES if objects.items and not objects.items[0].is_code:
            return replace(clause, predicate=P.ACTS)
        case _:
            return clause


def _is_of_variable(clause: Clause, objects: Objects) -> bool:
    """True for `mutates its arguments`, and `reassigns its parameter x`."""
    return not objects.items or clause.detail in _OF_VARIABLES


_OF_VARIABLES = frozenset(
    {"modify", "mutate", "update", "change", "alter", "reassign", "rebind", "overwrite"}
)


def _is_thrown(objects: Objects) -> bool:
    """True if only exceptions are named, as `declares IOException` does."""
    return bool(objects.items) and all(is_exception(one.text) for one in objects.items)


def _is_method(objects: Objects) -> bool:
    """True for `Base.run`."""
    [last, *before] = (objects.items[0].text if objects.items else "").split(".")[::-1]
    return bool(before) and before[0][:1].isupper() and last[:1].islower()


def _defining(objects: Objects, clause: Clause) -> Clause:
    if found := _construct_of(objects):
        return Clause(predicate=found[0], detail=found[1], is_negated=objects.is_negated)
    return with_objects(replace(clause, detail=objects.noun), objects)


def _construct_of(objects: Objects) -> tuple[Predicate, str] | None:
    for one in objects.items:
        words = f"{one.text} {objects.noun}".strip()
        for said in (words, one.text) if not one.is_code else ():
            if said in CONSTRUCT_BY_WORDS:
                return CONSTRUCT_BY_WORDS[said]
    return None
