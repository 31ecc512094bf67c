"""Read what stands before a verb, and see where a verb comes next."""

from __future__ import annotations

from codewitness.engine.verify.claim import Count, SubjectName
from codewitness.engine.verify.conditions.conditions import FOREMOST, LASTLY
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.counts import HOW_OFTEN, read_count
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.lexicon import (
    ADVERBS,
    AUXILIARIES,
    BE,
    HAVE,
    HELPING,
    NEGATING_VERBS,
    ONLY,
    TIMES,
    USING,
    VERBS,
)
from codewitness.engine.verify.reading.tokens import Sort
from codewitness.engine.verify.reading.unknown import looks_like_verb, says_how

_AT_WORK = ("does its work", "does its job", "gets by", "gets along", "does so", "does all this")
_RUNNING = frozenset(
    {
        "manages",
        "finishes",
        "succeeds",
        "functions",
        "runs",
        "run",
        "works",
        "operates",
        "proceeds",
        "completes",
    }
)


class NotUnderstood(ValueError):
    """A claim that can't be parsed; the message says what is the matter with it."""

    def __init__(self, message: str, subject: SubjectName | None = None) -> None:
        super().__init__(message)
        self.subject = subject


class Polarity:
    """What stands before the verb."""

    def __init__(self) -> None:
        self.is_negated = False
        self.is_only = False
        self.is_conditional: bool | None = None
        self.is_always = False
        self.count: Count | None = None
        self.step = ""
        self.how_often = ""
        self.aside: list[str] = []  # adverbs that are not judged


def begins_clause(cursor: Cursor) -> bool:
    """True if a verb comes next, perhaps with its auxiliaries, and not another object."""
    ahead = 0
    skipped = AUXILIARIES | ADVERBS | HOW_OFTEN | ONLY | {"not", "never", "then", "n't"}
    while cursor.word(ahead) in skipped:
        ahead += 1
    word = cursor.word(ahead)
    if word in ("without", "neither"):
        return True
    if any(cursor.has(phrase, ahead) for phrase in NEGATING_VERBS):
        return True
    if word in BE | HAVE | USING:
        return True
    if word in VERBS or word in ACTION_FORMS:
        if ahead == 0 and cursor.token.text.istitle():
            return False  # `derives Debug and Clone`
        return not _is_noun_there(cursor, ahead)
    return looks_like_verb(cursor, ahead) or word in ("lets", "leaves", "keeps", "bails", "asserts")


def _is_noun_there(cursor: Cursor, ahead: int) -> bool:
    """`reads x and returns y` has a verb, `the call and return values` has not."""
    return cursor.word(ahead - 1) in ("the", "a", "an", "its") if ahead else False


def read_polarity(cursor: Cursor) -> Polarity:
    """Take what stands before the verb: negations, auxiliaries, adverbs."""
    found = Polarity()
    is_never = False
    while not cursor.is_done:
        if cursor.word() in _MAY_NEGATE and not _is_left_out(cursor):
            break
        is_denied = found.is_negated
        if denying := cursor.take(*NEGATING_VERBS):
            found.is_negated = not is_denied
            found.is_always |= is_denied and (is_never or denying.startswith(_OMITTING))
        elif cursor.word() in ("not", "never", "without", "neither", "nor", "hardly"):
            word = cursor.next().word
            is_never = is_never or word == "never"
            found.is_negated = not is_denied
            found.is_always |= is_denied and word == "without"
        elif _says_when(cursor, found) or _says_nothing(cursor, found):
            continue
        elif cursor.word() in ("unconditionally", "conditionally"):
            found.is_conditional = cursor.next().word == "conditionally"
        elif cursor.take(*ONLY):
            found.is_only = True
        elif (cursor.word() in TIMES or cursor.has("at most") or cursor.has("at least")) and (
            count := read_count(cursor)
        ):
            found.count = count
        else:
            break
    return found


def _says_when(cursor: Cursor, found: Polarity) -> bool:
    """Take `always`, `first`, `rarely`."""
    word = cursor.word()
    if word in _STEPS and not _is_verb_here(cursor):
        found.step = _STEPS[word]
    elif word in ("always", "invariably") and not _is_verb_here(cursor):
        found.is_always = True
    elif word in HOW_OFTEN:
        found.how_often = word
    else:
        return False
    cursor.next()
    return True


def _says_nothing(cursor: Cursor, found: Polarity) -> bool:
    """Take what leads to a verb: `makes sure to`, `works` of `works without`, `directly`."""
    if cursor.take(*HELPING):
        return True
    if any(cursor.has(f"{phrase} without") for phrase in _AT_WORK):
        return bool(cursor.take(*_AT_WORK))
    is_running = cursor.word() in _RUNNING and cursor.word(1) == "without"
    is_leading = cursor.word() in AUXILIARIES | ADVERBS and not _is_verb_here(cursor)
    is_leading = is_leading or (says_how(cursor.word()) and cursor.word() not in ONLY)
    if is_running or is_leading:
        word = cursor.next().word
        if word in _SAYING_HOW or (says_how(word) and word not in _JUDGED):
            found.aside.append(word)
    return is_running or is_leading


def _is_left_out(cursor: Cursor) -> bool:
    """`stops calling f`, `skips f` deny it; `stops the clock`, `skips blanks` do something."""
    ahead = 1
    while cursor.word(ahead) in ("the", "a", "any", "all", "its"):
        ahead += 1
    word = cursor.word(ahead)
    if word in ("call", "calls", "invocation", "invocations"):
        return True
    if cursor.word() in ("stops", "stopped") and cursor.word(ahead + 1) in _THEN:
        return False  # `stops reading when x`: till then it does
    is_verb = (word in VERBS or word in ACTION_FORMS) and word.endswith("ing")
    is_name = cursor.peek(ahead).sort is Sort.CODE and cursor.word() not in ("stops", "stopped")
    return is_verb or word in USING | HAVE | BE or is_name


_THEN = frozenset({"on", "when", "whenever", "if", "after", "at", "once", "as", "upon", "before"})
# Adverbs that are named in the answer, for nothing in the code is compared with them.
_STEPS = {"first": FOREMOST, "finally": LASTLY, "lastly": LASTLY}
_SAYING_HOW = frozenset(
    {"just", "simply", "merely", "eventually", "ultimately", "finally", "even", "possibly"}
    | {"lazily", "eagerly", "gracefully", "silently", "quietly", "potentially", "safely"}
)
_JUDGED = frozenset({"directly", "actually", "really", "explicitly", "currently", "internally"})
_JUDGED |= {"additionally", "correctly", "properly", "immediately", "successfully"}
# Who never fails to do it does it always.
_OMITTING = ("fail", "omit", "forget", "neglect", "miss", "skip")
_MAY_NEGATE = frozenset({"stops", "stopped", "skips", "skip", "skipping", "misses"})


def _is_verb_here(cursor: Cursor) -> bool:
    """`can` and `to` help a verb; `in` and `at` may begin what narrows."""
    if cursor.word() in ("in", "at"):
        return not (cursor.has("in fact") or cursor.has("at all"))
    return cursor.word() in VERBS and cursor.peek(1).sort is Sort.CODE
