"""What the code's questions say of things that may be there, empty, closed or full."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.conditions.one_of_sides import Known
from codewitness.engine.verify.conditions.state import CLOSED, EMPTY, FULL, THERE, State, words_of
from codewitness.engine.verify.names import type_of
from codewitness.engine.verify.question import Question
from codewitness.model.outline import Outline

_ERROR = re.compile(r"(?i)(?:\w*_)?(?:err(?:or)?s?|ex|exc|exception|e)\d?")
_LOOKS = re.compile(
    r"\w\s*\[[^\]]+\]|\b(?:object|value)(?:ForKey|AtIndex)|(?i:\b(?:\w*[._>:])?(?:get|find|lookup"
    r"|look_up|fetch|search|at|peek|locate|detect|load)\w*\s*[({])"
)
_SIZE = re.compile(r"(?i)(?:^|[.>_])(?:n_?\w+|num\w*|\w*(?:len|length|size|count))(?:_?locked)?$")
_LOOKED_UP = re.compile(
    r"(?:not )?\(*[\w$.@>:*&-]*?\b"
    r"(?:get|get_mut|find|find_by_\w+|find_?one|lookup|look_up|peek)\([^()]*"
    r"|\[\w[\w.\s]* (?:object|value)ForKey:[^\[\]]*\]"
)
_EXISTING = re.compile(
    r"(?i)(?:\w*exists?|has|has_?key|contains|contains_?key|includes?|member|is_?found|is_?present)"
)
_FOUND = re.compile(r"(?i)(?:ok|found|exists?|existed|present|has\w*|is_?found|hit)")
_ABSENT = re.compile(
    r"(?i)(?<![a-z])(?:not_?found|no_?such|missing|absent|not_?exist\w*|enoent|does_?not_?exist)|[a-z](?:Not_?Found|Missing|NotExist\w*|NoSuch)"
)
_TAKEN = re.compile(r"(?i)(?:already_?exists|duplicate)|[a-z](?:AlreadyExists|Exists)$")


def known_states(known: Known, outline: Outline) -> Iterator[State]:
    """What a question of the code says of things that may be there, or empty."""
    one = known.question
    last = _last(one.what)
    if one.kind in ("exists", "in") or (one.kind == "true" and _EXISTING.fullmatch(last)):
        text = outline.text.slice(known.condition)
        named = f"{one.what} {one.value} {text if _is_alone(text) else ''}"
        yield _named(words_of(named), one.holds, is_any=not _is_of_file(named))
    elif one.kind == "true" and (channel := _received_from(one.what, known, outline)):
        yield _named(words_of(channel), not one.holds, is_any=True)._replace(kind=CLOSED)
    elif one.kind == "true" and _FOUND.fullmatch(last):
        made = _made(one.what, known, outline)
        if ".(" not in made and "<-" not in made:  # `n, ok := x.(Named)`
            yield _named(words_of(f"{made} {one.what}"), one.holds, is_any=_looks(made))
    elif one.kind == "true" and _ABSENT.search(one.value):  # `errors.Is(err, ErrNotFound)`
        yield _named(words_of(one.value), not one.holds, is_any=True)
    elif one.kind == "null" and not _ERROR.fullmatch(last):
        yield _of_value(known, outline, holds=not one.holds)
    elif one.kind == "true" and _is_plain(known, outline):
        yield _of_value(known, outline, holds=one.holds)
    elif one.kind == "equals":
        yield from _of_constant(known, outline)
    yield from _of_fullness(one)
    if (is_empty := emptiness(one)) is not None:
        name = _without(one.what, _SIZE)
        words = words_of(name) or [""]
        owners = _owner(name, outline) if "." not in name else []
        head = frozenset((words[-1], *owners[-1:]))
        yield State(EMPTY, frozenset((*words, *owners)), is_empty, head)


def _named(words: Sequence[str], holds: bool, *, is_any: bool) -> State:
    """What is there, or not, among all that is named."""
    every = frozenset(words) - _ASKING
    return State(THERE, every, holds, every, is_any=is_any)


_ASKING = frozenset(
    {*("exist", "has", "contain", "include", "found", "if", "guard", "try", "let", "var", "ok")}
    | {*("not", "any", "get", "find", "at", "in", "true", "false", "self", "this")}
)


def _is_alone(text: str) -> bool:
    """True if a condition asks for one thing."""
    return re.search(r"&&|\|\||\band\b|\bor\b|,\s*(?:let|var|case)\b", text) is None


def _is_of_file(name: str) -> bool:
    return re.search(r"(?i)file|path|dir|folder", name) is not None


def _last(name: str) -> str:
    return re.split(r"[.:>]", name)[-1]


def _without(name: str, last: re.Pattern[str]) -> str:
    """A dotted name without a last part that says what is asked."""
    owner, _, end = name.rpartition(".")
    if owner and last.search(end):
        return owner
    *words, asked = words_of(end) or [""]
    return " ".join(words) if words and last.fullmatch(asked) else name


def _made(name: str, known: Known, outline: Outline) -> str:
    """What a variable was last set to before it is asked for."""
    values = [
        one.value
        for one in outline.assigned
        if name in re.split(r"\W+", one.target) and one.value_span.start <= known.condition.end
    ]
    return values[-1] if values else ""


def _received_from(name: str, known: Known, outline: Outline) -> str:
    """The channel of `n, ok := <-jobs`, of which the second name tells whether it is closed."""
    for one in outline.assigned:
        *others, last = re.findall(r"\w+", one.target) or [""]
        is_before = one.value_span.start <= known.condition.end
        if others and last == name and is_before and one.value.startswith("<-"):
            return one.value
    return ""


def _looks(text: str) -> bool:
    """True for what looks something up: `table[key]`, `users.find(name)`."""
    return _LOOKS.search(text) is not None


def _of_value(known: Known, outline: Outline, *, holds: bool) -> State:
    """What is there, or not, if a value is: what that is named after, and what was looked up."""
    what = known.question.what
    made = _made(what, known, outline)
    text = outline.text.slice(known.condition)
    looked = made if _looks(made) else (text if _is_alone(text) and _looks(text) else "")
    if looked:
        return _named(words_of(f"{what} {looked}"), holds, is_any=True)
    words = [word for word in words_of(what) if word not in _MARKING]
    return State(THERE, frozenset(words), holds, frozenset(words[-1:]))


_MARKING = frozenset({"ptr", "ref", "opt", "maybe", "optional", "m", "p", "self", "this"})


def _is_plain(known: Known, outline: Outline) -> bool:
    """True for `if (node)`, `if rows:`, `if (!rows.get(key))`: no flag, and no call that asks."""
    one = known.question
    is_flag = re.match(r"(?i)is|has|can|should|was|did|use", _last(one.what)) is not None
    text = outline.text.slice(known.condition).strip("(!) ")
    is_looked_up = _LOOKED_UP.fullmatch(text) is not None
    return is_looked_up or (not one.value and not is_flag and "(" not in text)


def _of_constant(known: Known, outline: Outline) -> Iterator[State]:
    """`err == ErrEntryNotFound`, `status == errSecItemNotFound`, an arm `Some(n) =>`."""
    one = known.question
    for named, is_there in ((_ABSENT, False), (_TAKEN, True)):
        if named.search(one.raw):
            yield _named(words_of(f"{one.raw} {one.what}"), one.holds == is_there, is_any=True)
            return
    made = _made(one.what, known, outline)
    text = outline.text.slice(known.condition)
    looked = made if _looks(made) else text * (_is_alone(text) and _looks(text))
    if _BEYOND.search(one.raw) and looked:  # `it == table.end()` behind `table.find(key)`
        yield _named(words_of(looked), not one.holds, is_any=True)
        return
    if one.raw in ("Some", "None"):
        yield _of_value(known, outline, holds=one.holds == (one.raw == "Some"))
    if outline.language == "go" and one.value == "0" and _looks(made):
        yield _named(
            words_of(made), not one.holds, is_any=True
        )  # a map gives 0 for what it has not


_BEYOND = re.compile(r"(?:[.>]c?r?end\(\)|\bnpos|\bNSNotFound)$")


def emptiness(one: Question) -> bool | None:
    """Whether what is known says that something is empty; None if it says nothing of that."""
    if one.kind == "empty":
        return one.holds
    if not _SIZE.search(one.what):
        return None
    if one.kind == "true" and not one.value:
        return not one.holds
    if (one.kind, one.value) in (("equals", "0"), ("below", "1")):
        return one.holds
    return not one.holds if (one.kind, one.value) == ("above", "0") else None


_CAPACITY = re.compile(r"(?i)(?:\w*_)?cap(?:acity)?\w{0,2}(?:\(\))?$|\w*Capacity(?:\(\))?$")
_BOUND = re.compile(r"(?i)_*max\w*$|\w*(?:limit|_max|bound)s?$|\w*[a-z]Max$")
_NUMBERED = re.compile(
    r"(?i)_*(?:i|n|top|tail|used|total|num\w*|\w*(?:len|length|size|count))\(?\)?$"
)


def _of_fullness(one: Question) -> Iterator[State]:
    if (is_full := _fullness(one)) is not None:
        words = frozenset(words_of(f"{one.what} {one.value}"))
        yield State(FULL, words, is_full, words, is_any=True)


def _fullness(one: Question) -> bool | None:
    """Whether what is known says that something is full; None if it says nothing of that."""
    if one.kind == "true":
        return one.holds if re.fullmatch(r"(?i)_*(?:is_?)?full", _last(one.what)) else None
    if one.kind not in ("below", "above", "equals"):
        return None
    size, end, kind = _last(one.what), _last(one.value), one.kind
    if _CAPACITY.match(size):  # `capacity <= size`
        size, end, kind = end, size, {"below": "above", "above": "below"}.get(kind, kind)
    is_its = _CAPACITY.match(end) or (_BOUND.match(end) and _NUMBERED.match(size))
    if not is_its or _CAPACITY.match(size) or (kind == "above" and not one.holds):
        return None
    return one.holds != (kind == "below")


def _owner(name: str, outline: Outline) -> list[str]:
    """The words of the type of what is asked: `q` of a `TransmitQueue`."""
    return words_of(type_of(outline, name))
