"""Read what a predicate is about: names of code and plain words, joined by `and` or `or`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from codewitness.engine.verify.claim import Clause, Count, Object
from codewitness.engine.verify.reading.counts import HOW_OFTEN, read_count
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.lexicon import (
    ANYTHING,
    ARTICLES,
    NOUNS,
    NUMBERS,
    PURPOSE,
    TIMES,
)
from codewitness.engine.verify.reading.polarity import begins_clause
from codewitness.engine.verify.reading.tokens import Sort, Token
from codewitness.engine.verify.reading.unknown import may_be_verb, says_how

_JOINING = frozenset({",", "and", "or", "nor", "&", "/"})
# A plain object ends before these.
_ENDS = (
    PURPOSE
    | HOW_OFTEN
    | {
        *("inside", "in", "within", "outside", "before", "after", "when", "if", "unless", "while"),
        *("but", "without", "only", "with", "on", "under", "whenever", "more", "less", "fewer"),
        *(
            "always",
            "conditionally",
            "unconditionally",
            "anywhere",
            "either",
            "then",
            "not",
            "except",
            "where",
        ),
        *(
            "first",
            "directly",
            "instead",
            "rather",
            "every",
            "exactly",
            "once",
            "twice",
            "multiple",
        ),
        *("is", "are", "returns", "itself", "at", "all", "no", "whose", "which", "that", "times"),
        *(
            "raised",
            "thrown",
            "even",
            "regardless",
            "irrespective",
            "whether",
            "passing",
            "now",
            "untouched",
            "unchanged",
            "alone",
            "intact",
            "unmodified",
        ),
        *("besides", "other", "as", "early", "prematurely", "locally", "lazily", "internally"),
        *("exclusively", "solely", "right", "immediately", "between", "again", "afterwards"),
        *("forever", "indefinitely", "endlessly", "infinitely"),
        *("later", "beforehand", "already", "anymore", "successfully"),
        *("asynchronously", "synchronously", "recursively"),
    }
)
_CALLS_OF = (
    *("calls to", "call to", "calls of", "call of", "the call to", "the call of"),
    *("value of", "values of", "result of", "instance of", "instances of"),
    *("call", "calls", "invocation of"),
)
_NOTHING_ELSE = (
    *("nothing but", "nothing except", "nothing other than", "nothing else than"),
    *("nothing besides", "nothing apart from"),
    *("nobody but", "no one but", "none but", "nobody except", "nobody other than", "nobody else"),
    *(
        f"{words} {other}"
        for noun in (
            *("method", "function", "methods", "functions", "code", "exception", "exceptions"),
            *("error", "errors", "attribute", "attributes", "class", "module", "callers", "caller"),
            *("parameter", "parameters", "argument", "arguments"),
        )
        for words, other in (
            (f"no other {noun}", "than"),
            (f"no {noun}", "other than"),
            (f"no {noun}", "besides"),
            (f"no {noun}", "except"),
            (f"no other {noun}", "but"),
            (f"no {noun}", "but"),
            (f"no {noun}", "apart from"),
        )
    ),
)
# Behind a `not`: `calls nothing but`.
_ANYTHING_ELSE = tuple(
    f"any{noun} {words}"
    for noun in ("thing", "one", " method", " function", " other method", " other function")
    for words in ("but", "besides", "except", "other than", "else than", "apart from", "than")
)
DESCRIBED = "described"  # `every initializer`: no name is given
_DESCRIBING = frozenset({"every", "each", "all", "some", "a", "an", "any", "another"})
_DEFINITE = frozenset({"the", "a", "an", "its", "this", "that"})
_FLAGS = frozenset({"no", "only", "either", "neither"})
_MOST_WORDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Objects:
    """`is_any`: only a noun, or a word such as `anything`, was said."""

    items: tuple[Object, ...] = ()
    any_of: bool = False
    is_negated: bool = False
    is_only: bool = False
    is_any: bool = False
    is_self: bool = False
    noun: str = ""
    count: Count | None = None


def read_objects(cursor: Cursor) -> Objects:
    """Take all objects that come next."""
    taken = _Taken()
    while not cursor.is_done and _take_next(cursor, taken):
        pass
    return Objects(
        items=tuple(taken.items),
        any_of=taken.any_of,
        is_negated=taken.is_negated,
        is_only=taken.is_only,
        is_any=taken.is_any and not taken.items,
        is_self=taken.is_self,
        noun=taken.nouns[-1] if taken.nouns else "",
        count=taken.count,
    )


def with_objects(clause: Clause, objects: Objects) -> Clause:
    """The clause about these objects."""
    return replace(
        clause,
        objects=objects.items,
        any_of=objects.any_of,
        is_negated=clause.is_negated != objects.is_negated,
        is_only=clause.is_only or objects.is_only,
        count=clause.count or objects.count,
        detail=clause.detail or ("any" if objects.is_any else ""),
    )


def is_exception(name: str) -> bool:
    """True if a name says of itself that it is an exception, or is one of Python that doesn't."""
    return name.endswith(("Error", "Exception", "Warning")) or name in _OF_PYTHON


_OF_PYTHON = frozenset(
    {"StopIteration", "StopAsyncIteration", "KeyboardInterrupt", "SystemExit", "GeneratorExit"}
)


class _Taken:
    """What has been read so far."""

    def __init__(self) -> None:
        self.items: list[Object] = []
        self.nouns: list[str] = []
        self.any_of = self.is_negated = self.is_only = self.is_any = self.is_self = False
        self.count: Count | None = None
        self.is_quoted = False  # the last one

    def take_articles(self, cursor: Cursor) -> None:
        """Articles, and the words among them that negate or limit."""
        flags = _take_articles(cursor)
        self.is_negated ^= ("no" in flags) != ("neither" in flags)
        self.any_of |= bool(flags & {"either", "neither"})
        self.is_only |= "only" in flags


def _take_next(cursor: Cursor, taken: _Taken) -> bool:
    """Take one more object; False if none follows it."""
    start = cursor.at
    if taken.items and not _goes_on(cursor, taken):
        return False
    taken.is_only |= bool(cursor.take(*_NOTHING_ELSE))
    if cursor.take(*_ANYTHING_ELSE):
        taken.is_only, taken.is_negated = True, not taken.is_negated
    cursor.take(*_CALLS_OF)
    if cursor.word() == "both" and NOUNS.get(cursor.word(1)) and _is_base(cursor):
        cursor.next()
    if _is_bare_name(cursor):
        taken.items.append(Object(cursor.next().text))
        return True
    taken.count = read_count(cursor) or taken.count
    taken.take_articles(cursor)
    cursor.take(*_CALLS_OF)
    if cursor.take(*_NOTHING_ELSE):
        taken.is_only = True
        taken.take_articles(cursor)
    if cursor.word() in ANYTHING:
        taken.is_negated ^= cursor.next().word in ("nothing", "nobody", "nowhere")
        taken.is_any = True
        return False
    if cursor.word() in ("itself", "themselves"):
        cursor.next()
        taken.is_self = True
        return False
    return _take_named(cursor, taken, start)


# Functions may have the names of words that say how many.
_HOW_MANY = frozenset({"all", "any", "each", "every", "some", "none", "both", "same", "other"})
_HOW_MANY |= {"own", "such", "another"}
# Or of words that say when, as `now` and `first` do.
_WHEN = frozenset({"now", "first", "then"})
_ACTIVELY = frozenset({"call", "calls", "calling", "invoke", "invokes", "invoking"})
_CALLING = frozenset({"call", "calls", "calling", "called", "invoke", "invokes", "invoking"})
_BEHIND = frozenset(
    {"", ",", "and", "or", "before", "after", "if", "when", "unless", "in", "inside"}
)
_BEHIND |= {"within", "outside", "once", "twice", "with", "unconditionally", "conditionally"}
_BEHIND |= {"on", "always"}
_BEHIND_WHEN = {"first", "last", "again", "only", "more", "exactly", "at", "no"}


def _is_bare_name(cursor: Cursor) -> bool:
    """True for the `all` of `calls all` and the `now` of `calls now`, with nothing named behind."""
    before = cursor.peek(-1).word
    is_when = cursor.word() in _WHEN and before in _ACTIVELY
    is_so = is_when or (cursor.word() in _HOW_MANY and before in _CALLING)
    behind = _BEHIND | _BEHIND_WHEN if is_when else _BEHIND
    is_so = is_so or (cursor.word() in NOUNS and _is_base(cursor))
    return is_so and cursor.token.sort is Sort.WORD and cursor.word(1) in behind


def _is_base(cursor: Cursor) -> bool:
    """True behind `inherits from` and `extends`: `inherits from header` names a class."""
    back = 1 + (cursor.peek(-1).word in ("both", "only", "either"))
    if cursor.peek(-back).word == "from":
        return cursor.peek(-back - 1).word in _INHERITING
    return cursor.peek(-back).word in _EXTENDING


_INHERITING = frozenset({"inherits", "inherit", "inheriting", "derives", "derive", "derived"})
_EXTENDING = frozenset({"extends", "extend", "extending", "subclasses"})


def _goes_on(cursor: Cursor, taken: _Taken) -> bool:
    """Take what joins two objects; False, and nothing is taken, if no other object follows."""
    start = cursor.at
    is_or = cursor.word() in _JOINING and _take_joint(cursor)
    is_other = cursor.word() == "only" or (taken.is_quoted and _may_say(cursor))
    if (
        is_other
        or cursor.at == start
        or cursor.is_done
        or begins_clause(cursor)
        or not _is_object(cursor)
    ):
        cursor.at = start
        return False
    taken.any_of |= is_or
    return True


def _may_say(cursor: Cursor) -> bool:
    """True for the `retries` of `catches `E` and retries`, which is no other object."""
    is_last = cursor.peek(1).text == "" or cursor.word(1) in _JOINING
    word = cursor.word()
    return is_last and may_be_verb(cursor) and word.endswith("s") and word not in NOUNS


_ITERATING = frozenset({"loops", "loop", "looping", "iterates", "iterate", "iterating"})


def _is_gone_over(cursor: Cursor, start: int) -> bool:
    """True behind `loops over` and `iterates through`."""
    before = [one.word for one in cursor.tokens[max(start - 2, 0) : start]]
    return before[-1:] in (["over"], ["through"]) and before[0] in _ITERATING


def _take_named(cursor: Cursor, taken: _Taken, start: int) -> bool:
    """Take one object that is named or described."""
    before = cursor.token
    is_definite = cursor.peek(-1).word in _DEFINITE
    taken.nouns += _take_nouns(cursor)
    taken.take_articles(cursor)
    article = cursor.peek(-1)
    is_described = article.word in _DESCRIBING
    is_ordinal = cursor.word() in ("first", "last") and NOUNS.get(cursor.word(1)) == "parameter"
    one = Object(cursor.next().word, is_code=False) if is_ordinal else _take_one(cursor)
    if one is None and taken.nouns and _is_gone_over(cursor, start):
        one = Object(before.text, is_code=False)  # `loops over the keys`, as not every loop does
    if one is None and NOUNS.get(before.word) == "container":
        one = Object(before.text, is_code=not is_definite)  # `inherits from dict`
    if one is None:
        taken.is_any = taken.is_any or bool(taken.nouns)
        if not taken.nouns:
            cursor.at = start
        return False
    if not one.is_code and not is_ordinal and article.word in _DEFINITE:
        one = _named_so(cursor, article) or one
    elif one.is_code:
        _skip_sort(cursor)
    more = _take_nouns(cursor)
    if more and more[-1] != "value" and not one.is_code and cursor.token.sort is Sort.CODE:
        is_of = cursor.peek(-1).word == "of"
        named = _take_one(cursor) or one  # `the cached field x`, `the f method of x`
        one = Object(f"{named.text}.{one.text}") if is_of else named
    elif more and one.is_code and cursor.token.sort is Sort.CODE and cursor.peek(-1).word == "of":
        one = Object(f"{cursor.next().text}.{one.text}")  # `the x attribute of y`
    taken.nouns += more
    unnamed = DESCRIBED if is_described and not one.is_code else ""
    taken.is_quoted = cursor.peek(-1).is_quoted
    taken.items.append(one._replace(noun=(more or taken.nouns or [unnamed])[-1]))
    return True


def _named_so(cursor: Cursor, article: Token) -> Object | None:
    """The name behind its description: `the channel x`, `a checked exception, x`."""
    is_behind = cursor.token.text == "," and article.word in ("a", "an", "its")
    ahead = 1 if is_behind else 0
    is_last = cursor.word(ahead + 1) in ("", ",") and not cursor.peek(ahead + 1).is_quoted
    if cursor.peek(ahead).sort is not Sort.CODE or (is_behind and not is_last):
        return None
    cursor.at += ahead
    return _take_one(cursor)


_NO_SORTS = {*NUMBERS, *TIMES, "prior", "together", "separately", "several", "many", "via", "per"}
_NO_SORTS |= {"last", "alone", "late", "too", "well", "soon", "often", "anyway", "instead", "least"}


def _skip_sort(cursor: Cursor) -> None:
    """Take `bytes` of `len bytes with f`: what a thing is behind its name."""
    is_noun = may_be_verb(cursor) and not begins_clause(cursor)
    word = cursor.word()
    if (
        not is_noun
        or word in _NO_SORTS
        or word in _ENDS
        or word in _JOINING
        or word in NOUNS
        or says_how(word)
    ):
        return
    following = cursor.peek(1)
    is_ended = following.text == "" or (following.sort is not Sort.CODE and cursor.word(1) in _ENDS)
    if is_ended or cursor.word(1) in ("for", "from", "by", "to", "into", "using"):
        cursor.next()


def _take_joint(cursor: Cursor) -> bool:
    """Take `,`, `and`, `or`; True for `or`."""
    is_or = False
    while cursor.word() in _JOINING:
        is_or |= cursor.next().word in ("or", "nor")
    return is_or


def _is_object(cursor: Cursor) -> bool:
    ahead = Cursor(cursor.tokens)
    ahead.at = cursor.at
    _take_articles(ahead)
    ahead.take(*_CALLS_OF)
    _take_nouns(ahead)
    _take_articles(ahead)
    token = ahead.token
    if token.sort in (Sort.CODE, Sort.TEXT, Sort.NUMBER):
        return True
    return token.sort is Sort.WORD and token.word not in _ENDS


def _plain_word(cursor: Cursor) -> str:
    """The next word unless a capital says that it is a name: `New`, `Map`."""
    return cursor.word() if cursor.token.text == cursor.token.word else ""


_NAMES = frozenset(
    {"name", "object", "result", "other"}
)  # of `a name argument`, `takes name and age`
_BEHIND_NAME = frozenset({"", "and", "or", ",", "as", "from", "in", "into", "before", "after"})


# What says of which sort a thing is: `its local helper x`.
_BEFORE_SORT = frozenset({"local", "inner", "nested", "private", "internal", "static", "shared"})


def _sorts_a_name(cursor: Cursor) -> bool:
    """True for the `local` of `local helper x`, behind which the name stands."""
    named = cursor.peek(2)
    is_word = named.sort is Sort.WORD and named.word not in _ENDS | _JOINING
    return cursor.word(1) in NOUNS and (named.sort is Sort.CODE or is_word)


def _take_articles(cursor: Cursor) -> set[str]:
    taken: set[str] = set()
    while (word := _plain_word(cursor)) in ARTICLES or word in _FLAGS or word in _BEFORE_SORT:
        if word in _BEFORE_SORT and not _sorts_a_name(cursor):
            break
        if word == "other" and not cursor.peek(1).text:
            break
        ahead = cursor.word(1)
        is_named = cursor.peek(1).sort is not Sort.CODE and ahead in _BEHIND_NAME
        if word == "only" and ahead in ("if", "when", "in", "inside", "unless", "on", "from"):
            break
        if word in _NAMES and (NOUNS.get(ahead) == "parameter" or is_named):
            break
        taken.add(word)
        cursor.next()
    return taken


def _take_nouns(cursor: Cursor) -> list[str]:
    taken: list[str] = []
    while (noun := NOUNS.get(_plain_word(cursor))) is not None:
        taken.append(noun)
        cursor.next()
        cursor.skip(frozenset({"named", "called", "of", "type"}) if not cursor.is_done else ())
    return taken


def _take_one(cursor: Cursor) -> Object | None:
    token = cursor.token
    if token.sort is Sort.CODE:
        cursor.next()
        return Object(token.text.removesuffix("()") if token.text != "()" else token.text)
    if token.sort is Sort.TEXT:
        cursor.next()
        return Object(f'"{token.text}"')
    if token.sort is Sort.NUMBER:
        cursor.next()
        return Object(token.text)
    if not cursor.peek(1).text and cursor.peek(-1).word in NOUNS and cursor.word() == "other":
        return Object(cursor.next().text, is_code=False)  # `takes a parameter other`
    words: list[str] = []
    while (
        cursor.token.sort is Sort.WORD
        and cursor.word() not in _ENDS | _JOINING
        and cursor.word() not in TIMES
        and not (cursor.word() in NUMBERS and cursor.word(1) in ("times", "time"))
        and len(words) < _MOST_WORDS
        and not (words and cursor.word() in {*NOUNS, *_SORTS})
        and not cursor.word().endswith(_MANNER)
        and not (words and cursor.word() == "last" and cursor.word(1) in _BEHIND_LAST)
    ):
        words.append(cursor.next().text)
    if not words:
        return None
    is_code = len(words) == 1 and (words[0] in _LITERALS or words[0][:1].isupper())
    return Object(" ".join(words) if is_code else " ".join(words).lower(), is_code=is_code)


_BEHIND_LAST = ("", "and", "or", ",", "but")  # `calls f last`
_SORTS = ("object", "objects", "instance", "instances")
_MANNER = ("ently", "ally", "itly", "ately", "edly", "fully", "ssly", "ectly", "erly")  # `silently`
_LITERALS = frozenset({"self", "this", "true", "false", "null", "nil", "none", "undefined", "void"})
