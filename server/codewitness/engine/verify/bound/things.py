"""What a sentence speaks of, and whether an expression of the code is that.

All words count: the last one, the head, has to be the last of a name, and those before it have to
be in that name, in whose it is, in its type, or in the call that it came from. So `the retry queue`
is `retry_queue`, `self.retry.queue`, and `q` of `q = make_retry_queue()`, but not `queue`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from codewitness.engine.verify.bound.words import is_plural, is_same, plain, words_of
from codewitness.engine.verify.names import type_of
from codewitness.model.outline import Outline


class Thing(NamedTuple):
    """`words` in plain forms, the head last; `names` are code, to be found as they are.

    is_several: that there are several is said. is_each: and that each of them is meant.
    is_given: that it is a parameter, as it was handed in.
    """

    words: tuple[str, ...]
    names: tuple[str, ...] = ()
    is_several: bool = False
    is_each: bool = False
    is_given: bool = False

    @property
    def is_empty(self) -> bool:
        """True if nothing is named that could be looked for."""
        return not self.words and not self.names


_TOKEN = re.compile(r"`[^`]+`|\"[^\"]*\"|'[^' ][^']*'(?!\w)|[^\s,]+|,")
_DETERMINERS = frozenset(
    {*("the", "a", "an", "its", "their", "this", "own", "any", "some", "underlying", "actual")}
    | {"corresponding", "respective", "collected", "accumulated", "whole", "entire"}
)
_GIVEN = frozenset({"given", "passed", "supplied", "provided"})
_ENDS = frozenset({"end", "front", "start", "beginning", "top", "bottom", "back", "head"})
_EACH = frozenset({"all", "every", "each"})
# Words of which others say which are meant, how many, or that none is: nothing in a name does.
_CLOSED = frozenset(
    {*("only", "no", "not", "never", "none", "nothing", "anything", "everything", "something")}
    | {*("both", "either", "neither", "first", "last", "next", "second", "third", "other", "else")}
    | {*("another", "same", "different", "more", "less", "most", "least", "than", "that", "which")}
    | {*("who", "whose", "whatever", "whether", "what", "how", "it", "them", "itself", "again")}
    | {*("themselves", "once", "twice", "one", "two", "three", "four", "five", "few", "several")}
    | {*("many", "single", "half", "just", "also", "too", "and", "or", "but", ",", "there", "is")}
    | {*("are", "was", "were", "be", "been", "has", "have", "had", "does", "do", "did", "where")}
    | {*("than", "rather", "instead", "as", "so", "such", "non", "without", "except", "about")}
    | {*("these", "those", "others", "anyone", "nobody", "copy", "up", "down", "out", "off")}
    | {*("reverse", "order", "ascending", "descending", "missing", "duplicate", "duplicates")}
)
# Heads that say of what sort a thing is: `the stopping flag` is `stopping`.
_SORTS = frozenset(
    {*("flag", "value", "field", "variable", "parameter", "attribute", "option", "property")}
    | {*("member", "object", "instance", "argument", "setting", "result", "function", "method")}
    | {"class", "constant"}
)
_CODE = re.compile(r"[`\"'_.$@#\d/\\:%<>=+*-]|[a-z][A-Z]|^[A-Z][a-z]+[A-Z]")
_OF = "of"
_LETTERS = re.compile(r"[A-Za-z]+")


def thing_said(text: str) -> Thing | None:
    """What plain words name; None if there are some that no name can have."""
    tokens = _TOKEN.findall(text.strip())
    owner: list[str] = []
    if _OF in tokens:
        at = tokens.index(_OF)
        whose = thing_said(" ".join(tokens[at + 1 :]))
        if whose is None or whose.is_each or at == 0:
            return None
        owner, tokens = [*whose.words, *whose.names], tokens[:at]
    return _of_tokens(tokens, owner)


def _of_tokens(tokens: Sequence[str], owner: Sequence[str]) -> Thing | None:
    words, names, is_each = [], [one for one in owner if not _is_plain(one)], False
    is_given = False
    words += [one for one in owner if _is_plain(one)]
    last = ""
    for token in tokens:
        bare = token if token[:1] in "`\"'" else token.strip(".,;!?").removesuffix("'s")
        low = bare.lower()
        if low in _EACH and not words:
            is_each = True
        elif low in _GIVEN:
            is_given = True
        elif low in _DETERMINERS or (low == "that" and token is tokens[0] and len(tokens) > 1):
            continue
        elif low in _CLOSED or not bare:
            return None
        elif _is_plain(bare):
            words.append(plain(bare))
            last = bare
        elif re.fullmatch(r"[a-z]+(?:-[a-z]+)+", bare):
            words += [plain(one) for one in bare.split("-")]
            last = bare
        else:
            names.append(bare)
    if names and words and words[-1] in _SORTS:
        words.pop()
    thing = Thing(tuple(words), tuple(names), is_plural(last), is_each, is_given)
    is_end = not names and len(words) == 1 and words[0] in _ENDS
    return None if thing.is_empty or is_end else thing


def _is_plain(token: str) -> bool:
    return _LETTERS.fullmatch(token) is not None and _CODE.search(token) is None


# --- in the code

_NAME = re.compile(r"[@$#]?[A-Za-z_]\w*(?:\s*(?:\?\.|!?\.|->|::)\s*#?[A-Za-z_]\w*)*")
_JOINT = re.compile(r"\s*(?:\?\.|!?\.|->|::)\s*")
_TEXT = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
_OWN = frozenset({"self", "this", "cls", "Self"})
_NO_NAMES = frozenset(
    {*("await", "new", "not", "and", "or", "in", "is", "for", "if", "else", "return", "lambda")}
    | {*("true", "false", "True", "False", "None", "null", "nil", "undefined", "const", "let")}
)
# Ends of names that say of what sort a thing is, and no more.
_SORT_ENDS = frozenset({"object", "pointer", "value", "instance", "var", "field"})
_SEVERAL_ENDS = frozenset({"list", "map", "dictionary", "set", "array", "table", "vector", "all"})
_MAKING = frozenset(
    {*("new", "get", "create", "make", "build", "open", "load", "read", "find", "fetch", "to")}
)


_WORD = re.compile(r"[A-Za-z_]\w*")
_ASKING = ("is", "has", "m", "the", "my", "this")  # in a name, and no words of what it names


_OPENING = (("open",), ("fopen",), ("open", "sync"), ("create",))


class Naming(NamedTuple):
    """A name in the code: its words, and those of whose it is, of its type, where it is from."""

    words: tuple[str, ...]
    owner: tuple[str, ...] = ()


def is_that(thing: Thing, text: str, outline: Outline, beside: Sequence[str] = ()) -> bool:
    """True if the expression `text` is what is spoken of; `beside` are more words said of it."""
    if thing.is_given and not is_as_given(text, outline):
        return False
    if not all(_is_in(name, text) for name in thing.names):
        return False
    if not thing.words or _is_parameter(thing, text, outline):
        return True
    found = [one for one in namings(text, outline) if _fits(thing, one, beside)]
    if any(is_exact(thing, one) for one in found):
        return True
    return bool(found) and thing.words not in _names_in(outline.text.slice(outline.span))


def is_just_that(thing: Thing, text: str, outline: Outline) -> bool:
    """As `is_that`, of a name that says no more."""
    if thing.names or (thing.is_given and not is_as_given(text, outline)):
        return is_that(thing, text, outline)
    if _is_parameter(thing, text, outline):
        return True
    return any(_fits(thing, one, ()) and is_exact(thing, one) for one in namings(text, outline))


def _is_parameter(thing: Thing, text: str, outline: Outline) -> bool:
    """True of `the string` for what alone has to be given."""
    if thing.names or len(thing.words) != 1 or thing.words[0] not in _ANY_SORT:
        return False
    given = (one for one in outline.parameters if one.default is None and not one.is_rest)
    return [one.name for one in given if one.name not in _OWN] == [text]


_ANY_SORT = frozenset({"string", "input", "argument", "text"})


def is_exact(thing: Thing, naming: Naming) -> bool:
    """True if a name says no more than is said: `retry_queue` is more than `the queue`."""
    asked = (*thing.words, *_ASKING, *_SORT_ENDS)
    return all(any(is_same(one, other) for other in asked) for one in naming.words)


@lru_cache(maxsize=64)
def _names_in(text: str) -> frozenset[tuple[str, ...]]:
    """The words of each name in a text: what is meant if one of them is just what is said."""
    return frozenset(words_of(one) for one in set(_WORD.findall(text)))


def is_as_given(text: str, outline: Outline) -> bool:
    """True for a parameter that is set to nothing else there."""
    name = re.split(r"[.\[(?]", text.strip())[0]
    return any(one.name.lstrip("*&") == name for one in outline.parameters) and not any(
        re.search(rf"\b{re.escape(name)}\b", one.target) for one in outline.assigned
    )


def is_named(thing: Thing, words: Sequence[str], owner: Sequence[str] = ()) -> bool:
    """As `is_that`, of the words of one name."""
    return not thing.names and _fits(thing, Naming(tuple(words), tuple(owner)), ())


def _is_in(name: str, text: str) -> bool:
    bare = name.strip("`\"'")
    if name[:1] in "\"'":
        return any(one.group()[1:-1] == bare for one in _TEXT.finditer(text))
    return re.search(rf"(?<!\w)_*{re.escape(bare)}(?!\w)", text) is not None


def namings(text: str, outline: Outline) -> Iterator[Naming]:
    """The names in an expression; of a variable also its type, and the call that gave it."""
    for found in _NAME.finditer(_TEXT.sub(lambda one: " " * len(one[0]), text)):
        chain = [one.lstrip("@$#") for one in _JOINT.split(found[0])]
        if chain[0] in _OWN:
            chain = chain[1:]
        if not chain or chain[-1] in _NO_NAMES:
            continue
        owner = tuple(word for one in chain[:-1] for word in words_of(one))
        yield Naming(words_of(chain[-1]), owner)
        if len(chain) == 1:
            yield from _further(chain[0], outline)


def _further(name: str, outline: Outline) -> Iterator[Naming]:
    """The type of a variable, and the call or the value that alone gave it."""
    own = words_of(name)
    if told := type_of(outline, name):
        yield Naming(words_of(told.rpartition(".")[2]), own)
    values = [one.value for one in outline.assigned if name in re.findall(r"\w+", one.target)]
    if len(values) != 1:
        return
    if made := re.match(r"(?:await\s+|yield from\s+|new\s+|try[?!]?\s+)?([\w.:]+)\s*\(", values[0]):
        words = words_of(re.split(r"[.:]", made[1])[-1])
        if words in _OPENING and (given := re.match(r"[\w.]+", values[0][made.end() :])):
            yield Naming(words_of(given[0].rpartition(".")[2]), own)
            return
        yield Naming(words[1:] if words[:1] and words[0] in _MAKING else words, own)
    elif re.fullmatch(r"[@$]?[\w.]+", values[0]):
        chain = [one for one in values[0].lstrip("@$").split(".") if one not in _OWN]
        if chain:
            owner = (word for one in chain[:-1] for word in words_of(one))
            yield Naming(words_of(chain[-1]), (*owner, *own))


def _fits(thing: Thing, naming: Naming, beside: Sequence[str]) -> bool:
    if not thing.words:
        return False
    return _are_in(thing.words, thing, naming, beside) or (
        len(thing.words) > 1
        and thing.words[-1] in _SORTS
        and _are_in(thing.words[:-1], thing, naming, beside)
    )


def _are_in(asked: Sequence[str], thing: Thing, naming: Naming, beside: Sequence[str]) -> bool:
    *before, head = asked
    words = list(naming.words)
    if not words:
        return False
    if "".join(asked) == "".join(words) or _are_same(asked, (*words, *naming.owner)):
        return True  # `the job store` of `jobstore`, `the null element` of `Element.NULL`
    if not is_same(words[-1], head) and len(words) > 1:
        ends = _SORT_ENDS | (_SEVERAL_ENDS if thing.is_several else frozenset())
        words = words[:-1] if words[-1] in ends else words
    if not is_same(words[-1], head):
        return False
    around = (*words[:-1], *naming.owner, *beside)
    return all(any(is_same(one, other) for other in around) for one in before)


def _are_same(asked: Sequence[str], words: Sequence[str]) -> bool:
    return len(asked) > 1 and sorted(asked) == sorted(words)
