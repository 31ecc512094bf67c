"""Read what narrows a clause: where, when, how often, before what, with which arguments."""

from __future__ import annotations

from codewitness.engine.verify.conditions.conditions import ANYHOW, ON_FAILURE, ON_SUCCESS
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.counts import HOW_OFTEN, IN_ALL_CASES, OFTEN, take_count
from codewitness.engine.verify.reading.cursor import Cursor, as_code, with_names
from codewitness.engine.verify.reading.given import take_arguments
from codewitness.engine.verify.reading.leftover import may_be_left
from codewitness.engine.verify.reading.lexicon import (
    ARTICLES,
    BE,
    ON_ERROR,
    PHRASE_VERBS,
    PURPOSE,
    VERBS,
)
from codewitness.engine.verify.reading.narrow_order import take_order, take_outside
from codewitness.engine.verify.reading.narrowing import CONNECTING, ORDERING, PLACING, Narrowing
from codewitness.engine.verify.reading.objects import is_exception, read_objects
from codewitness.engine.verify.reading.places import (
    ASKED_THERE,
    OUT,
    PASSES,
    PLACE_BY_WORDS,
    SORT_OF_LOOP,
    STEPS,
    WHICH_LOCK,
    WHICH_LOOP,
    adjectives_before_place,
    is_flag,
    is_place,
    place_words,
    take_lead,
)
from codewitness.engine.verify.reading.polarity import begins_clause
from codewitness.engine.verify.reading.tokens import Sort, Token
from codewitness.engine.verify.reading.unknown import may_be_verb
from codewitness.model.outline import Around

_BY_MEANS = (
    *("by calling", "by invoking", "by delegating to", "by means of", "with the help of"),
    *("via", "via a call to", "through", "through a call to", "by a call to", "with a call to"),
)
_ENDING_REST = (*(words for words in _BY_MEANS if " " in words), *IN_ALL_CASES)
_WHEN = ("only when", "only if", "when", "if", "unless", "whenever", "in case", "as long as")
_ON_SUCCESS = (
    *("on success", "upon success", "if it succeeds", "when it succeeds"),
    *(
        f"{when} {what}"
        for when in ("if", "when", "as long as")
        for what in (
            *("nothing raises", "nothing throws", "nothing fails", "nothing goes wrong"),
            *("no exception is raised", "no exception is thrown", "no exception occurs"),
            *("no exception was raised", "no exception was thrown", "no exception occurred"),
            *("no error is raised", "no error is thrown", "no error occurs", "no error occurred"),
            *("everything succeeds", "all goes well", "everything goes well"),
        )
    ),
)
_SAYING_LITTLE = frozenset(
    {
        "right",
        "directly",
        "immediately",
        "shortly",
        "straight",
        "locally",
        "lazily",
        "internally",
        "itself",
        "somewhere",
    }
)
_ANYHOW = (
    *("even if", "even when", "even though", "regardless of", "no matter", "whether or not"),
    *("irrespective of", "independently of", "independent of"),
    *("even for", "even with", "even without", "even on", "even in"),
)
_WITH = frozenset({"with", "via", "through", "using", "by"})
_STANDING = frozenset({"nested", "wrapped", "enclosed", "placed", "located", "but"})
_FAILING = frozenset({"raised", "thrown", "caught", "occurs", "happens", "raises", "throws"})
_FAILING |= {"catches", "handles", "handled"}
_KEEPING = frozenset({"assign", "store"})  # their value and target come behind them
_UNDER_LOCK = ("under the lock", "under a lock", "under its lock", "under the mutex")
_FOR_EACH = ("for each", "for every", "once per", "once for each", "once for every", "one time per")
_BY_DOING = frozenset({"returning", "raising", "throwing", "reraising", "rethrowing"})
_SOURCES = ("thrown by", "raised by", "thrown in", "raised in", "coming from", "that come from")


def narrow(cursor: Cursor, *, is_denied: bool = False) -> Narrowing:
    """Take everything up to the next clause."""
    found = Narrowing(is_denied=is_denied)
    while not cursor.is_done:
        if cursor.word() in CONNECTING and not _goes_on(cursor):
            break
        if cursor.word() in ("else", "otherwise"):
            break
        if cursor.word() == "by" and not is_denied and _is_done_so(cursor):
            cursor.tokens[cursor.at] = Token(Sort.WORD, "and", "and")  # `handles E by returning x`
            break
        if cursor.skip(_SAYING_LITTLE):
            continue
        if cursor.word() in ("it", "them"):
            found.ignored.append(f"? {cursor.next().word}")
            continue
        if _take_how_often(cursor, found):
            continue
        if cursor.word() in _STANDING and cursor.word(1) in PLACING:
            cursor.next()
            continue
        if not (
            _take_step(cursor, found)
            or _take_error(cursor, found)
            or _take_place(cursor, found)
            or take_outside(cursor, found)
            or take_order(cursor, found)
            or _take_condition(cursor, found)
            or _take_means(cursor, found)
            or take_arguments(cursor, found)
            or take_count(cursor, found)
            or _take_source(cursor, found)
            or _take_receiver(cursor, found)
        ):
            _take_rest(cursor, found)
    return found


def _take_how_often(cursor: Cursor, found: Narrowing) -> bool:
    """`even if x`, `in all cases`, `now and then`."""
    if cursor.take(*_ANYHOW):
        _take_rest(cursor, found)
        if not found.is_denied and found.ignored:
            found.anyhow = found.ignored.pop()
        return True
    if cursor.take("always") or (not found.is_denied and cursor.take(*IN_ALL_CASES)):
        found.is_always = True
        return True
    if cursor.take("forever", "indefinitely", "endlessly", "infinitely"):
        found.ignored.append("? `forever`")
        return True
    words = cursor.take(*OFTEN, *HOW_OFTEN)
    if words:
        found.ignored.append(f"? {words}")
    return bool(words)


def _is_done_so(cursor: Cursor) -> bool:
    """True for `by recursing into x`: another clause says how it is done."""
    word = cursor.word(1)
    if word in _BY_DOING:
        return True
    is_known = word in VERBS or word in ACTION_FORMS
    return word.endswith("ing") and is_known and not any(map(cursor.has, _BY_MEANS))


def _goes_on(cursor: Cursor) -> bool:
    """True for a `,` or `then` that but leads on to more that narrows."""
    if cursor.word() == "," and any(cursor.has(words, 1) for words in _ANYHOW):
        cursor.next()
        return True
    ahead = 1 if cursor.word() == "then" else 2
    if cursor.word(ahead - 1) == "then" and _is_clause(cursor.word(ahead)):
        return False
    if cursor.word() == "then" or (cursor.word() in (",", "and", ";") and cursor.word(1) == "then"):
        return True
    if cursor.has("without arguments") or cursor.has("without any arguments"):
        return True
    if cursor.word() == "," and cursor.word(1) in (*ORDERING, "inside", "outside", "if", "when"):
        cursor.next()
        return True
    return False


def _is_clause(word: str) -> bool:
    """True for a verb that makes a clause of its own behind `then`."""
    return VERBS.get(word, ("", ""))[1] in _KEEPING or word in ACTION_FORMS


def _take_step(cursor: Cursor, found: Narrowing) -> bool:
    """`at the end`, `as the first thing`: nothing is done behind it, or before it."""
    start = cursor.at
    step = STEPS.get(cursor.take(*STEPS, "first", "last"))
    if step is None or not (cursor.is_done or cursor.word() in CONNECTING):
        cursor.at = start
        return False
    found.step = step
    return True


_ANYTHING_FAILS = tuple(
    f"{when} {what} {fails}"
    for when in ("when", "if", "whenever")
    for what in ("anything", "something")
    for fails in ("fails", "goes wrong", "raises", "throws")
)


def _take_error(cursor: Cursor, found: Narrowing) -> bool:
    if cursor.take(*ON_ERROR, *_ANYTHING_FAILS):
        found.place, found.described = Around.HANDLER, ON_FAILURE
        return True
    ahead = 1 if cursor.word() == "only" else 0
    if any(cursor.has(words, ahead) for words in _ON_SUCCESS):
        cursor.at += ahead
        cursor.take(*_ON_SUCCESS)
        cursor.take("in between", "before", "before that", "until then", "meanwhile")
        found.place, found.described, found.is_only_there = Around.BRANCH, ON_SUCCESS, ahead > 0
        return True
    return False


def _take_place(cursor: Cursor, found: Narrowing) -> bool:
    start = cursor.at
    is_out = bool(cursor.take(*OUT))
    if not is_out and not take_lead(cursor):
        if cursor.take(*_FOR_EACH):
            return _each(cursor, found)
        if cursor.take("conditionally", "unconditionally"):
            found.place = Around.BRANCH
            found.is_outside = cursor.peek(-1).word == "unconditionally"
            found.described = ANYHOW if found.is_outside else ""
            return True
        return False
    is_each = cursor.take(*PASSES).startswith(("each", "every"))
    flags = cursor.skip(ARTICLES | {"no", "one", "single"})
    if n_adjectives := adjectives_before_place(cursor):
        _take_which(cursor, found, n_adjectives)
    if words := "" if _is_waited_for(cursor, start) else place_words(cursor):
        cursor.at += len(words.split())
        behind = cursor.skip(
            frozenset({"block", "body", "statement", "clause", "for", "condition"})
        )
        is_asked = words == "condition" or "condition" in behind
        if cursor.take("of a", "of the", "of its", "of"):
            cursor.take("loop", "for loop", "while loop")
        found.place = PLACE_BY_WORDS[words]
        found.is_each = is_each or words.startswith(("each", "every"))
        found.of_loop = found.of_loop or SORT_OF_LOOP.get(words, "")
        found.of_loop = ASKED_THERE if is_asked else found.of_loop
        found.ignored += [f"? in the same {words}"] * ("same" in flags)
        found.is_outside = is_out or "no" in flags
        is_handled = found.place is Around.HANDLER and is_exception(cursor.token.text)
        if cursor.token.sort is Sort.CODE or is_handled:
            found.condition = (cursor.next().text,)
        if cursor.word() in ("that", "which") and begins_clause(Cursor(cursor.rest()[1:])):
            cursor.tokens[cursor.at] = Token(Sort.WORD, "and", "and")  # `in a loop that calls f`
        return True
    if not is_out and cursor.token.sort is Sort.CODE and cursor.peek(-1).word != "on":
        _take_inside(cursor, found)
        return True
    cursor.at = start
    return False


def _is_waited_for(cursor: Cursor, start: int) -> bool:
    """True for `under the condition`, which may be one to wait for."""
    return cursor.word() == "condition" and [t.word for t in cursor.tokens[start : cursor.at]] == [
        "under",
        "the",
    ]


def _take_inside(cursor: Cursor, found: Narrowing) -> None:
    """`in x` is where something is done, or kept; `under FLAG`, when."""
    is_under = cursor.peek(-1).word == "under" and found.place is None
    name = cursor.next().text
    if is_under and is_flag(name):
        found.place, found.condition, found.described = Around.BRANCH, (name,), f"if {name}"
    else:
        found.inside = name


def _take_which(cursor: Cursor, found: Narrowing, n_words: int) -> None:
    """Take `inner` of `in the inner loop`; which one the `retry loop` is can't be told."""
    said = [cursor.next().word for _ in range(n_words)]
    found.of_loop = " ".join(word for word in said if word in WHICH_LOOP)
    if not found.of_loop:
        is_lock = SORT_OF_LOOP.get(place_words(cursor)) == "lock"  # `under the read lock`
        which = f"{WHICH_LOCK}{' '.join(said)}"
        found.ignored.append(which if is_lock else "? which one it is")


def _each(cursor: Cursor, found: Narrowing) -> bool:
    """What follows `for each`, `once per`: in a loop."""
    found.place, found.is_each = Around.LOOP, True
    while not cursor.is_done and cursor.word() not in CONNECTING | ORDERING:
        cursor.next()
    return True


def _take_condition(cursor: Cursor, found: Narrowing) -> bool:
    word = cursor.take(*_WHEN)
    if not word:
        return False
    names: list[str] = []
    is_failing = False
    start = cursor.at
    while not cursor.is_done and cursor.word() not in (";", "but") and not _ends(cursor, start):
        is_failing = is_failing or cursor.word() in _FAILING
        token = cursor.next()
        if token.sort is Sort.CODE or (is_failing and is_exception(token.text)):
            names.append(token.text)
    said_raised = is_failing and _is_raised(cursor.tokens[start : cursor.at])
    if not names and is_failing and (said_raised or is_exception(cursor.tokens[start].text)):
        names.append(cursor.tokens[start].text)  # `when OSError is caught`
    if found.described:
        found.ignored.append(f"? under `{found.described}`")
    is_handled = is_failing and names and (all(map(is_exception, names)) or said_raised)
    found.place = found.place or (Around.HANDLER if is_handled else Around.BRANCH)
    found.condition = tuple(names)
    if found.place is Around.HANDLER and is_handled and word == "unless":
        found.is_outside = True
    found.is_only_there = found.is_only_there or word.startswith("only")
    said = as_code(cursor.tokens[start : cursor.at])
    found.described = f"{word.removeprefix('only ')} {said}"
    return True


def _is_raised(tokens: list[Token]) -> bool:
    """True for `NotFound is raised`, whatever the name of the class."""
    ends = (at for at, one in enumerate(tokens) if one.word in (",", "then"))
    tokens = tokens[: next(ends, len(tokens))]
    is_class = len(tokens) == 3 and tokens[0].text[:1].isupper()
    return is_class and tokens[1].word in BE and tokens[2].word in ("raised", "thrown", "caught")


def _ends(cursor: Cursor, start: int) -> bool:
    """True where a condition that began at `start` ends: `, otherwise y`, `, and returns y`."""
    if _otherwise(cursor):
        return True
    joint = (cursor.word(), cursor.word(1))
    is_joined = cursor.at > start + 1 and joint in ((",", "and"), (",", "then"), ("and", "then"))
    ahead = Cursor(cursor.rest()[2:])
    return is_joined and ahead.word() not in BE and begins_clause(ahead)


def _otherwise(cursor: Cursor) -> bool:
    """True for `, otherwise y`, `and else y` behind a condition."""
    ahead = 0
    while cursor.word(ahead) in (",", "and", "or", "else"):
        ahead += 1
    return cursor.word(ahead) == "otherwise" or (ahead > 0 and cursor.word(ahead - 1) == "else")


def _take_means(cursor: Cursor, found: Narrowing) -> bool:
    """`by calling f`, `via f`: what is called to do it."""
    start = cursor.at
    if cursor.take(*_BY_MEANS):
        cursor.skip(ARTICLES | {"to", "call", "calls"})
        names = read_objects(cursor).items
        if names and all(one.is_code for one in names):
            found.means = tuple(one.text for one in names)
            return True
    cursor.at = start
    return False


def _take_source(cursor: Cursor, found: Narrowing) -> bool:
    """`thrown by f`: whose errors they are."""
    start = cursor.at
    if cursor.take(*_SOURCES):
        cursor.take("calls to", "the call to", "a call to", "calling")
        token = cursor.next()
        is_word = token.sort is Sort.WORD and not token.word.endswith("s")
        if token.sort is Sort.CODE or (cursor.is_done and is_word):
            found.source = token.text.removesuffix("()")
            return True
    cursor.at = start
    return False


def _take_receiver(cursor: Cursor, found: Narrowing) -> bool:
    start = cursor.at
    if cursor.take("on", "of", "from"):
        cursor.skip(ARTICLES)
        if is_exception(cursor.token.text) and not found.place:
            found.place, found.condition = Around.HANDLER, (cursor.next().text,)
            return True
        is_bare = cursor.at == start + 1 and cursor.token.sort is Sort.WORD
        is_last = not cursor.peek(1).text or cursor.word(1) in CONNECTING
        is_receiver = is_bare and is_last and cursor.peek(-1).word == "on" and may_be_verb(cursor)
        if cursor.token.sort is Sort.CODE or is_receiver:
            found.is_receiver_aside = is_receiver or cursor.tokens[start].word == "on"
            found.is_receiver_source = cursor.tokens[start].word == "from"
            found.receiver = cursor.next().text
            cursor.skip(frozenset({"object", "instance", "attribute", "module", "class"}))
            return True
    cursor.at = start
    return False


def _take_rest(cursor: Cursor, found: Narrowing) -> None:
    """Take words that change nothing: a purpose, or what nobody here knows."""
    start = cursor.at
    is_purpose = cursor.word() in PURPOSE
    is_until = cursor.word() == "until"
    is_end = cursor.word() in ("to", "so", "because", "since", "for", "as")
    is_goal = cursor.word() in ("to", "as", "for")
    is_whole = is_end and not (is_goal and (cursor.word() == "for" or _is_thing(cursor)))
    is_asking = is_whole and not (is_goal and not _is_infinitive(cursor.word(1)))
    cursor.next()
    while not cursor.is_done and not _ends_rest(cursor, is_whole=is_whole, is_asking=is_asking):
        cursor.next()
    said = cursor.tokens[start : cursor.at]
    words = with_names(said)
    if is_until and not found.is_denied:
        found.until = words.replace("`", "")
    elif is_until:
        found.ignored.append(f"? {words}")
    elif not found.is_denied and may_be_left(said):
        found.mentioned += [t.text for t in said if t.sort is Sort.CODE and not is_end]
        plain = words.replace("`", "")
        found.ignored.append(words if is_purpose and plain == words else f"? {plain}")
    else:
        found.ignored.append(words if is_purpose else f"? {words}")


def _ends_rest(cursor: Cursor, *, is_whole: bool, is_asking: bool) -> bool:
    """True where something begins that is the clause's own: where it is done, or when."""
    if cursor.word() in CONNECTING | ORDERING or any(map(cursor.has, _ENDING_REST)):
        return True
    if cursor.word() in ("when", "if", "unless") and not is_asking:
        return True
    if cursor.word() == "at" and any(map(cursor.has, STEPS)):
        return True
    if cursor.word() == "only" and cursor.word(1) in ("if", "when", "while", "unless"):
        return True
    is_with = cursor.has("with a") or cursor.has("with an")  # `from the queue with a timeout`
    is_with = is_with or (cursor.word() in _WITH and cursor.peek(1).sort is Sort.CODE)
    is_under = cursor.word() == "under" and any(map(cursor.has, _UNDER_LOCK))
    is_there = is_under or (cursor.word() in ("in", "within") and is_place(cursor))
    is_there = is_there or cursor.word() in ("inside", "outside")
    return (is_with or is_there) and not is_whole


def _is_infinitive(word: str) -> bool:
    """True for `to bail out if x`, where the condition is that of the purpose."""
    return word not in _TARGETS and (word in ACTION_FORMS or f"{word}s" in {*VERBS, *PHRASE_VERBS})


# Where something is sent or written to, though each is a verb, too.
_TARGETS = frozenset(
    {*("log", "cache", "queue", "stream", "buffer", "list", "map", "pool", "end", "start", "front")}
    | {*("target", "result", "state", "file", "record", "index", "table", "default", "done")}
)


def _is_thing(cursor: Cursor) -> bool:
    """True for `to the args`, `as is`, behind which a condition is the clause's own."""
    named = cursor.peek(1)
    return named.sort is Sort.CODE or named.word in ARTICLES or named.word == "is"
