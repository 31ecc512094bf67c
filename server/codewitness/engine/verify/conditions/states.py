"""Whether a thing is there, or empty, where a claim says so in words and code asks in its own way.

`if the entry is not found` is `err == ErrEntryNotFound`, `if the queue is empty` is
`q.Len() == 0`, and `if the key is missing` is `!ok` behind `v, ok := table[key]`, as `when the
channel is closed` is behind `v, ok := <-jobs`. What is spoken of has to be named by what the code
asks; else nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from codewitness.engine.verify.conditions.one_of_sides import Known, Reached
from codewitness.engine.verify.names import is_bound, type_of
from codewitness.engine.verify.question import Question
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_THERE, _EMPTY, _CLOSED, _FULL = "there", "empty", "closed", "full"


class _State(NamedTuple):
    """Whether what the words name is there, empty, or closed, as it is said or known.

    head: the words of which one, of a claim the last, has to be the same. place: of a claim, where
    that is. is_any: of a claim, that it names what can be looked up anywhere; else that it is
    something that was looked up.
    """

    kind: str
    words: frozenset[str]
    holds: bool
    head: frozenset[str] = frozenset()
    place: frozenset[str] = frozenset()
    is_any: bool = False


def in_states(
    described: str, known: Sequence[Known], outline: Outline, span: Span
) -> Reached | None:
    """Whether a place is reached as a claim says in words; None if that can't be told."""
    asked = _state_said(described)
    if asked is None or (
        _NULL.search(described) and any(is_bound(outline, w) for w in asked.words)
    ):
        return None
    every = [(state, one) for one in known for state in _states(one, outline)]
    found = [(state, one) for state, one in every if _is_that(asked, state)]
    same = [(state, one) for state, one in found if state.kind == asked.kind]
    found = same or found or [(s, one) for s, one in every if _may_be_any(asked, s)]
    if (
        len({state.holds for state, _ in found if state.kind == asked.kind}) > 1
    ):  # what is asked around it is nearer
        found = [(state, one) for state, one in found if _is_around(one, outline, span)]
    if len({state.holds for state, _ in found}) != 1:
        return None
    is_inverse = found[0][0].kind != asked.kind  # what is empty has none
    is_so = (found[0][0].holds == asked.holds) != is_inverse
    return Reached(True, [found[0][1].condition]) if is_so else Reached(False)


def _is_around(known: Known, outline: Outline, span: Span) -> bool:
    holders = [one.span for one in outline.marked("conditional", "loop")]
    return any(one.contains(known.condition) and one.contains(span) for one in holders)


_LEAD = re.compile(r"^(?:only\s+)?(?:if|when|unless|whenever|in case|while|until|once)\s+")
_NOUN = (
    r"(?:(?:the|a|an|its|any|that|this|such|one) )*"
    r"(?P<n>(?!(?:there|no|not|it|nothing|they)\b)[\w.@$]+"
    r"(?: (?!(?:and|or|of|in|on|than|is|not)\b)[\w.]+){0,2}?)"
)
_WHERE = (
    r"(?: (?:in|on|from|at|inside|within|by|for) (?:the |its |a |that )?(?P<p>\w+(?: \w+)?))?"
    r"(?: (?:yet|anymore|already|there))?"
)
_PLACE = r"(?:(?:the|its|this) )?(?P<p>[\w.@$>-]+(?: \w+)?)"
_BE = r"(?:is|are|was|were|has been|have been|can be|could be)"
_NO_BE = (
    r"(?:(?:is|are|was|were|has|have|can|could)(?: not|n't)(?: been| be)?|cannot be|can't be"
    r"|is no longer)"
)
_NOT_IN = r"(?:(?:is|are|was|were) not|(?:isn't|aren't)|is no longer)(?= (?:in|on|inside) )"
_THERE_NOW = (
    r"(?:found|present|there|known|available|registered|cached|stored|installed|contained|located"
    r"|tracked|included)"
)
_AT_ITS_END = r"(?:full|at (?:full |its |maximum )?capacity)"
_ROOM = r"(?:room|space|capacity)(?: left| available| in (?:the |its )?(?P<n>\w+))?"
_FORMS = tuple(
    (re.compile(rf"(?i){pattern}"), kind, holds)
    for pattern, kind, holds in (
        (rf"(?:{_NOUN} {_BE} |it is )?(?:already )?{_AT_ITS_END}", _FULL, True),
        (rf"(?:{_NOUN}|it) {_NO_BE} (?:yet )?{_AT_ITS_END}", _FULL, False),
        (rf"there is (?:no|not any) (?:more )?{_ROOM}", _FULL, True),
        (rf"there is (?:still |enough |some )*{_ROOM}", _FULL, False),
        (rf"{_NOUN} {_NO_BE} (?:already |yet )?{_THERE_NOW}{_WHERE}", _THERE, False),
        (rf"{_NOUN} {_BE} (?:already |still )?{_THERE_NOW}{_WHERE}", _THERE, True),
        (rf"{_NOUN} {_BE} (?:missing|absent|unknown|unavailable|gone){_WHERE}", _THERE, False),
        (rf"{_NOUN} {_BE} (?:null|nil|none)", _THERE, False),
        (rf"{_NOUN} {_NO_BE} (?:null|nil|none)", _THERE, True),
        (rf"{_NOUN} (?:does|do|did) not (?:already |yet )?exist{_WHERE}", _THERE, False),
        (rf"{_NOUN} (?:already |still )?exist(?:s|ed)?{_WHERE}", _THERE, True),
        (
            rf"there (?:is|are|was|were) (?:no|not any|not an?) (?:such )?{_NOUN}{_WHERE}",
            _THERE,
            False,
        ),
        (
            rf"there (?:is|are|was|were) (?:already )?(?:an?|any|some|such an?) {_NOUN}{_WHERE}",
            _THERE,
            True,
        ),
        (rf"{_NOUN} {_NOT_IN}{_WHERE}", _THERE, False),
        (rf"{_NOUN} {_BE}(?: already| still)?(?= (?:in|on|inside) ){_WHERE}", _THERE, True),
        (
            rf"{_PLACE} (?:does|do|did) not (?:already )?(?:contain|include|have) {_NOUN}",
            _THERE,
            False,
        ),
        (rf"{_PLACE} (?:already )?(?:contains?|includes?|has|have) {_NOUN}", _THERE, True),
        (rf"no (?:such )?{_NOUN} (?:{_BE} {_THERE_NOW}|exists?){_WHERE}", _THERE, False),
        (rf"{_NOUN} {_NO_BE} (?:empty|blank)", _EMPTY, False),
        (rf"{_NOUN} {_BE} (?:already |still )?(?:empty|blank)", _EMPTY, True),
        (rf"{_NOUN} (?:{_BE} (?:already )?closed|closes)", _CLOSED, True),
        (rf"{_NOUN} (?:{_NO_BE} (?:yet )?closed|is still open)", _CLOSED, False),
    )
)


_NULL = re.compile(r"(?i) (?:null|nil|none)$")


class _Said(NamedTuple):
    """`named` in words is there, or empty, or it `holds` not; perhaps at a `place`."""

    named: list[str]
    place: list[str]
    kind: str
    holds: bool


def _read(described: str) -> _Said | None:
    """What a claim's condition says of a thing; None if it says something else, or more."""
    text = described.strip().replace("`", "")
    is_denied = text.startswith(("unless", "until"))
    text = _LEAD.sub("", text)
    for pattern, kind, holds in _FORMS:
        if found := pattern.fullmatch(text):
            groups = found.groupdict()
            named, place = (words_of(groups.get(one) or "") for one in ("n", "p"))
            named = [word for word in named if word not in _PLAIN]
            is_said = bool(named) or kind == _FULL
            return _Said(named, place, kind, holds != is_denied) if is_said else None
    return None


def _state_said(described: str) -> _State | None:
    if (said := _read(described)) is None:
        return None
    words, place = frozenset(said.named), frozenset(said.place) - _PLAIN
    head = frozenset(said.named[-1:])
    is_any = words <= {_CLOSED: _RECEIVED_FROM, _FULL: _HOLDING}.get(said.kind, _ANY)
    return _State(said.kind, words, said.holds, head, place, is_any)


# What tells of a thing neither what it is nor where.
_PLAIN = frozenset(
    {
        *(
            "the",
            "given",
            "requested",
            "wanted",
            "own",
            "current",
            "such",
            "corresponding",
            "matching",
        )
    }
    | {*("existing", "specified", "respective", "already", "any", "other", "same", "new", "old")}
)
# Whatever is looked up.
_ANY = frozenset(
    {*("key", "entry", "item", "element", "value", "record", "match", "one", "result", "node")}
)
_RECEIVED_FROM = frozenset({"channel", "chan"})
# What may be full.
_HOLDING = frozenset(
    {
        *(
            "cache",
            "buffer",
            "queue",
            "pool",
            "table",
            "list",
            "array",
            "stack",
            "heap",
            "map",
            "ring",
        )
    }
    | {*("store", "set", "collection", "backlog", "deque", "vector", "bucket", "page", "log")}
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_LEAST = 3  # letters of a short form


def said_of(described: str) -> list[str]:
    """The words that name what is said to be there, or empty; none of another condition."""
    said = _read(described)
    return [] if said is None else said.named


def words_of(text: str) -> list[str]:
    """The words of names and plain words, without endings of the plural."""
    return [_stem(word.lower()) for word in _WORD.findall(text)]


def _stem(word: str) -> str:
    if word.endswith("ies") and len(word) > _LEAST + 1:
        return word[:-3] + "y"
    is_plural = word.endswith("s") and not word.endswith("ss") and len(word) > _LEAST
    return word[:-1] if is_plural else word


def _is_same_place(asked: _State, known: _State) -> bool:
    return all(_is_among(word, known.words) for word in asked.place)


def _may_be_any(asked: _State, known: _State) -> bool:
    """True for `the key` of whatever was looked up."""
    is_looked_up = asked.is_any and known.is_any and asked.kind == known.kind
    return is_looked_up and _is_same_place(asked, known)


def _is_that(asked: _State, known: _State) -> bool:
    """True if it is the same thing that is spoken of, and the same that is asked of it."""
    is_none = asked.kind == _THERE and known.kind == _EMPTY
    if asked.kind != known.kind and not is_none:
        return False
    if not _is_same_place(asked, known):
        return False
    if asked.words == _FILE and known.words & _FOLDERS:
        return False
    is_headed = all(_is_among(word, known.head) for word in asked.head)
    return is_headed and all(_is_among(word, known.words) for word in asked.words)


_FILE, _FOLDERS = {"file"}, {"dir", "directory", "folder", "parent"}


def _is_among(word: str, words: frozenset[str]) -> bool:
    """True if it, or a short form of it, is one of the words."""
    for other in words:
        low, high = sorted((word, other), key=len)
        if word == other or (len(low) >= _LEAST and high.startswith(low)):
            return True
    return False


_ERROR = re.compile(r"(?i)(?:\w*_)?(?:err(?:or)?s?|ex|exc|exception|e)\d?")
_LOOKS = re.compile(
    r"\w\s*\[[^\]]+\]|\b(?:object|value)(?:ForKey|AtIndex)|(?i:\b(?:\w*[._>:])?(?:get|find|lookup"
    r"|look_up|fetch|search|at|peek|locate|detect|load)\w*\s*[({])"
)
_SIZE = re.compile(r"(?i)(?:^|[.>_])(?:n_?\w+|num\w*|\w*(?:len|length|size|count))(?:_?locked)?$")
_EXISTING = re.compile(
    r"(?i)(?:\w*exists?|has|has_?key|contains|contains_?key|includes?|member|is_?found|is_?present)"
)
_FOUND = re.compile(r"(?i)(?:ok|found|exists?|existed|present|has\w*|is_?found|hit)")
_ABSENT = re.compile(
    r"(?i)(?<![a-z])(?:not_?found|no_?such|missing|absent|not_?exist\w*|enoent|does_?not_?exist)|[a-z](?:Not_?Found|Missing|NotExist\w*|NoSuch)"
)
_TAKEN = re.compile(r"(?i)(?:already_?exists|duplicate)|[a-z](?:AlreadyExists|Exists)$")


def _states(known: Known, outline: Outline) -> Iterator[_State]:
    """What a question of the code says of things that may be there, or empty."""
    one = known.question
    last = _last(one.what)
    if one.kind in ("exists", "in") or (one.kind == "true" and _EXISTING.fullmatch(last)):
        text = outline.text.slice(known.condition)
        named = f"{one.what} {one.value} {text if _is_alone(text) else ''}"
        yield _named(words_of(named), one.holds, is_any=not _is_of_file(named))
    elif one.kind == "true" and (channel := _received_from(one.what, known, outline)):
        yield _named(words_of(channel), not one.holds, is_any=True)._replace(kind=_CLOSED)
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
        yield _State(_EMPTY, frozenset((*words, *owners)), is_empty, head)


def _named(words: Sequence[str], holds: bool, *, is_any: bool) -> _State:
    """What is there, or not, among all that is named."""
    every = frozenset(words) - _ASKING
    return _State(_THERE, every, holds, every, is_any=is_any)


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


def _of_value(known: Known, outline: Outline, *, holds: bool) -> _State:
    """What is there, or not, if a value is: what that is named after, and what was looked up."""
    what = known.question.what
    made = _made(what, known, outline)
    text = outline.text.slice(known.condition)
    looked = made if _looks(made) else (text if _is_alone(text) and _looks(text) else "")
    if looked:
        return _named(words_of(f"{what} {looked}"), holds, is_any=True)
    words = [word for word in words_of(what) if word not in _MARKING]
    return _State(_THERE, frozenset(words), holds, frozenset(words[-1:]))


_MARKING = frozenset({"ptr", "ref", "opt", "maybe", "optional", "m", "p", "self", "this"})


def _is_plain(known: Known, outline: Outline) -> bool:
    """True for `if (node)`, `if rows:`: a name, which is no flag and no call."""
    one = known.question
    is_flag = re.match(r"(?i)is|has|can|should|was|did|use", _last(one.what)) is not None
    text = outline.text.slice(known.condition).rstrip(") ")
    return not one.value and not is_flag and "(" not in text.lstrip("( ")


def _of_constant(known: Known, outline: Outline) -> Iterator[_State]:
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


def _of_fullness(one: Question) -> Iterator[_State]:
    if (is_full := _fullness(one)) is not None:
        words = frozenset(words_of(f"{one.what} {one.value}"))
        yield _State(_FULL, words, is_full, words, is_any=True)


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
