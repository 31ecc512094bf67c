"""Read what is said behind `is`: a state, who does it, a base, or what it is there for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.counts import read_count
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.having import construct, read_having
from codewitness.engine.verify.reading.lexicon import (
    INHERITED,
    NOUNS,
    QUALITIES,
    STATES,
    USING,
    VERBS,
)
from codewitness.engine.verify.reading.objects import read_objects, with_objects
from codewitness.engine.verify.reading.places import is_place
from codewitness.engine.verify.reading.polarity import Polarity, begins_clause, read_polarity
from codewitness.engine.verify.reading.tokens import Sort, Token

P = Predicate
Reader = Callable[[Cursor, Polarity, Clause | None], Clause]

_STATE_BY_WORDS = {words: (predicate, detail) for words, predicate, detail in STATES}
_FIRST_OF_STATES = frozenset(words.split()[0] for words in _STATE_BY_WORDS)
_MOST_DESCRIBING = 6  # words of `thin convenience wrapper`
_TYPE_NAME = re.compile(r"(?:[A-Z]\w*[a-z]\w*|I[A-Z]\w+)")
_DECLARED = frozenset({"declared", "defined", "marked", "implemented", "written"})
_BY = frozenset({"by", "from", "in", "inside", "within"})
_MADE_OF = (
    *("wrapper around", "thin wrapper around", "wrapper for", "alias for", "shorthand for"),
    *("wrapper over", "thin wrapper over", "shortcut for", "front for", "based on", "built on"),
    *(
        f"{made} {how}"
        for made in ("implemented", "written", "built", "realized", "realised", "defined", "done")
        for how in ("with", "using", "via", "through", "on top of", "in terms of", "by calling")
    ),
)
_LOCKED = tuple(
    f"{how} {word} {article} {lock}"
    for how in ("guarded", "protected", "synchronized", "serialized")
    for word in ("by", "with")
    for article in ("a", "the", "its")
    for lock in ("lock", "mutex")
)
_MEANT = (
    *("responsible for", "in charge of", "able to", "supposed to", "designed to", "meant to"),
    *("careful to", "capable of", "expected to", "guaranteed to", "bound to", "known to"),
    *("allowed to", "where it", "going to", "sure to", "intended to", "what"),
)
_SEEN_ALONE = frozenset({P.WRITES, P.READS, P.RAISES, P.CATCHES, P.AWAITS, P.INSTANTIATES, P.ACTS})
_ARTICLES = frozenset({"a", "an", "the", "its", "any", "some", "of", "kind"})


def read_state(cursor: Cursor, polarity: Polarity, read: Reader) -> Clause:
    """After `is`; `read` reads a predicate that begins with a verb."""
    _unquote_state(cursor)
    if cursor.token.is_quoted and cursor.token.text.startswith(("#[", "[", "@")):
        return with_objects(Clause(predicate=P.DECORATED), read_objects(cursor))
    inner = read_polarity(cursor)
    polarity.is_negated ^= inner.is_negated
    polarity.is_only |= inner.is_only
    polarity.count = polarity.count or inner.count
    cursor.skip(frozenset({"there"}))
    is_lacking = cursor.peek(-1).word in ("of", "from")
    if is_lacking and (construct(cursor) or cursor.word() in ("calls", "any", "all")):
        return read_having(cursor, polarity)  # `is free of loops`
    if cursor.take("no", "not"):
        polarity.is_negated = not polarity.is_negated
    cursor.skip(_ARTICLES)
    if cursor.take("free of", "free from", "devoid of"):
        polarity.is_negated = not polarity.is_negated
        return read_having(cursor, polarity)
    if cursor.take(*_MEANT):
        inner = read_polarity(cursor)
        polarity.is_negated ^= inner.is_negated
        return read(cursor, polarity, None)
    if cursor.word() in _DECLARED and cursor.word(1) in {"as", "an", "a", *_FIRST_OF_STATES}:
        cursor.next()
        cursor.skip(frozenset({"as", "an", "a"}))
    if (clause := _related(cursor)) is not None:
        return clause
    if words := cursor.take(*_STATE_BY_WORDS):
        return _state(cursor, polarity, *_STATE_BY_WORDS[words])
    return _read_participle(cursor, polarity, read)


def read_alone(cursor: Cursor) -> Clause | None:
    """`static` of `is private and static`: a state without an `is` of its own."""
    _unquote_state(cursor)
    words = cursor.take(*_STATE_BY_WORDS)
    if not words:
        return None
    predicate, detail = _STATE_BY_WORDS[words]
    cursor.skip(frozenset({"function", "method", "coroutine", "member", "class"}))
    is_denied = detail == "not"
    return Clause(predicate=predicate, detail="" if is_denied else detail, is_negated=is_denied)


def _unquote_state(cursor: Cursor) -> None:
    """`is declared `final``: a keyword in back-ticks is the word."""
    for ahead in range(4):
        token = cursor.peek(ahead)
        if token.is_quoted and token.text in _STATE_BY_WORDS:
            cursor.tokens[cursor.at + ahead] = Token(Sort.WORD, token.word, token.word)
            return
        if token.sort is not Sort.WORD:
            return


def _related(cursor: Cursor) -> Clause | None:
    """`is a method of x`, `is the only caller of x`, `is a subclass of x`, `is based on x`."""
    if cursor.take("method of", "member of", "function of", "method in", "function in"):
        return with_objects(Clause(predicate=P.DEFINES, detail="passive"), read_objects(cursor))
    if cursor.take("only caller of", "sole caller of"):
        turned = Clause(predicate=P.CALLED_BY, detail="passive")
        return replace(with_objects(turned, read_objects(cursor)), is_only=True)
    if cursor.take(*_LOCKED):
        return Clause(predicate=P.ACTS, detail="lock")
    if cursor.take(*INHERITED):
        return with_objects(Clause(predicate=P.INHERITS), read_objects(cursor))
    if cursor.take(*_MADE_OF):
        return with_objects(Clause(predicate=P.CALLS), read_objects(cursor))
    return None


def _state(cursor: Cursor, polarity: Polarity, predicate: Predicate, detail: str) -> Clause:
    cursor.skip(frozenset({"function", "method", "coroutine", "member", "class", "generator"}))
    if detail == "not":
        polarity.is_negated = not polarity.is_negated
        detail = ""
    if cursor.word() in ("that", "which") and begins_clause(_ahead(cursor)):
        cursor.tokens[cursor.at] = Token(Sort.WORD, "and", "and")  # `is a property that returns x`
    clause = Clause(predicate=predicate, detail=detail)
    if predicate is P.CACHES and cursor.take("with", "by", "using", "via", "through"):
        return with_objects(clause, read_objects(cursor))
    return clause


def _ahead(cursor: Cursor) -> Cursor:
    return Cursor(cursor.rest()[1:])


def _of_relative(cursor: Cursor, polarity: Polarity, read: Reader) -> Clause | None:
    """`is a thin layer that calls f`: what stands behind `that`."""
    start = cursor.at
    while cursor.token.sort is Sort.WORD and cursor.at < start + _MOST_DESCRIBING:
        if cursor.next().word in ("that", "which") and not cursor.is_done:
            inner = read_polarity(cursor)
            if cursor.word() in VERBS or cursor.word() in ACTION_FORMS:
                polarity.is_negated ^= inner.is_negated
                polarity.is_only |= inner.is_only
                return read(cursor, polarity, None)
    cursor.at = start
    return None


def _read_participle(cursor: Cursor, polarity: Polarity, read: Reader) -> Clause:
    """After `is`: `called by`, `decorated with`; what else is said of it can't be seen."""
    word = cursor.word()
    if word in ("decorated", "marked", "annotated", "wrapped"):
        return _read_decorated(cursor)
    if word in USING:
        cursor.next()
        return _read_passive(cursor, P.USES)
    if (clause := _of_relative(cursor, polarity, read)) is not None:
        return clause
    if word in QUALITIES or word not in VERBS:
        said = joined(_state_words(cursor))
        if _TYPE_NAME.fullmatch(said.strip("`")):  # `is a Source`
            said = said.strip("`")
            return Clause(predicate=P.INHERITS, objects=(Object(said),), detail="is")
        return Clause(predicate=P.BEYOND, detail=said)
    cursor.next()
    return _read_passive(cursor, VERBS[word][0])


def _state_words(cursor: Cursor) -> list[Token]:
    """Take what nobody knows, up to where another clause begins."""
    start = cursor.at
    while not cursor.is_done:
        if cursor.word() in (",", "and", "but", ";") and cursor.at > start:
            ahead = _ahead(cursor)
            if begins_clause(ahead):
                break
        cursor.next()
    return cursor.tokens[start : cursor.at]


def _more_callers(cursor: Cursor, clause: Clause) -> list[Object]:
    """`run` of `is called by fetchAll and run`, where nothing follows that a verb would have."""
    found: list[Object] = []
    while clause.objects and cursor.word() in ("and", "or", ",") and cursor.peek(1).text:
        token, ahead = cursor.peek(1), cursor.word(2)
        is_last = not cursor.peek(2).text or ahead in ("and", "or", ",")
        is_verb = token.word in VERBS or (token.word in ACTION_FORMS and token.word[-1:] == "s")
        if token.sort is not Sort.WORD or is_verb or not is_last or token.word in _FIRST_OF_STATES:
            break
        cursor.at += 2
        found.append(Object(token.text))
    return found


def _read_decorated(cursor: Cursor) -> Clause:
    cursor.next()
    if cursor.take("in a try", "in try", "in a try block"):
        return Clause(predicate=P.TRIES)
    cursor.skip(frozenset({"with", "by", "as", "using"}))
    objects = read_objects(cursor)
    if not objects.items and (named := cursor.peek(-1).word) in NOUNS:
        return Clause(predicate=P.DECORATED, objects=(Object(named),))  # `with property`
    return with_objects(Clause(predicate=P.DECORATED), objects)


def _read_passive(cursor: Cursor, predicate: Predicate) -> Clause:
    """After `is called`, `is raised`."""
    inner = read_polarity(cursor)
    count = inner.count or read_count(cursor)
    word = cursor.word()
    if word in _BY and not (predicate is P.CALLS and is_place(cursor)):
        cursor.next()
    elif word in _BY:
        return Clause(predicate=P.CALLED_BY, is_only=inner.is_only, count=count)
    is_only = inner.is_only or bool(cursor.take("only"))
    if predicate is P.CALLS:
        predicate = P.CALLED_BY
    if predicate is P.CALLED_BY:
        cursor.skip(frozenset({"in", "inside", "by", "from", "within"}))
        if word not in _BY and not cursor.is_done and cursor.token.sort is not Sort.CODE:
            return Clause(predicate=P.CALLED_BY, is_only=is_only, count=count)
        if cursor.take("itself"):
            itself = Clause(predicate=predicate, detail="itself", count=count)
            return replace(itself, is_only=is_only)
        objects = read_objects(cursor)
        clause = with_objects(Clause(predicate=predicate, count=count), objects)
        clause = replace(clause, objects=(*clause.objects, *_more_callers(cursor, clause)))
        return replace(clause, is_only=is_only or clause.is_only)
    if predicate is P.INHERITS:
        objects = read_objects(cursor)
        return (
            Clause(predicate=P.BEYOND, detail="is inherited")
            if not objects.items
            else (with_objects(Clause(predicate=P.BEYOND), objects))
        )
    objects = read_objects(cursor)
    if word in _BY and objects.items:
        passive = Clause(predicate=predicate, detail="passive", count=count)
        return replace(with_objects(passive, objects), is_only=is_only or objects.is_only)
    if predicate in _SEEN_ALONE and not objects.items:
        return Clause(predicate=predicate, detail="passive", is_only=is_only, count=count)
    return Clause(predicate=P.BEYOND, detail=f"is {predicate.value}")
