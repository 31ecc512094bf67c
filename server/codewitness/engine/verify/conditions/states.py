"""Whether a thing is there, or empty, where a claim says so in words and code asks in its own way.

`if the entry is not found` is `err == ErrEntryNotFound`, `if the queue is empty` is
`q.Len() == 0`, and `if the key is missing` is `!ok` behind `v, ok := table[key]`, as `when the
channel is closed` is behind `v, ok := <-jobs`. What is spoken of has to be named by what the code
asks; else nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from codewitness.engine.verify.conditions.known_states import known_states
from codewitness.engine.verify.conditions.one_of_sides import Known, Reached
from codewitness.engine.verify.conditions.state import (
    CLOSED,
    EMPTY,
    FULL,
    LEAST,
    THERE,
    State,
    words_of,
)
from codewitness.engine.verify.names import is_bound
from codewitness.model.outline import Outline
from codewitness.model.text import Span


def in_states(
    described: str, known: Sequence[Known], outline: Outline, span: Span
) -> Reached | None:
    """Whether a place is reached as a claim says in words; None if that can't be told."""
    asked = _state_said(described)
    if asked is None or (
        _NULL.search(described) and any(is_bound(outline, w) for w in asked.words)
    ):
        return None
    every = [(state, one) for one in known for state in known_states(one, outline)]
    found = [(state, one) for state, one in every if _is_that(asked, state)]
    same = [(state, one) for state, one in found if state.kind == asked.kind]
    is_loose = not found
    found = same or found or [(s, one) for s, one in every if _may_be_any(asked, s)]
    if len({state.holds for state, _ in found if state.kind == asked.kind}) > 1:
        found = _nearest(found, outline, span)
    if len({state.holds for state, _ in found}) != 1:
        return None
    is_inverse = found[0][0].kind != asked.kind  # what is empty has none
    is_so = (found[0][0].holds == asked.holds) != is_inverse
    if is_loose and not is_so:
        read = min(_distance(one, outline, span) for _, one in found)
        if any(_distance(one, outline, span) < read for one in known):
            return None  # a nearer condition may be what is meant
    return Reached(True, [found[0][1].condition]) if is_so else Reached(False)


def _nearest(
    found: Sequence[tuple[State, Known]], outline: Outline, span: Span
) -> list[tuple[State, Known]]:
    """Those of the innermost statement around a place; nothing if none stands around it."""
    far = {id(one): _distance(one, outline, span) for _, one in found}
    least = min(far.values())
    return [pair for pair in found if far[id(pair[1])] == least < _FAR]


def _distance(known: Known, outline: Outline, span: Span) -> int:
    """The length of the statement whose condition it is, around a place; `_FAR` if none is."""
    holders = [one.span for one in outline.marked("conditional", "loop")]
    around = [one for one in holders if one.contains(known.condition) and one.contains(span)]
    return min((one.end - one.start for one in around), default=_FAR)


_FAR = 1 << 40


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
_GONE = r"(?:missing|absent|unknown|unavailable|gone)"
_AT_ITS_END = r"(?:full|at (?:full |its |maximum )?capacity)"
_ROOM = r"(?:room|space|capacity)(?: left| available| in (?:the |its )?(?P<n>\w+))?"
_FORMS = tuple(
    (re.compile(rf"(?i){pattern}"), kind, holds)
    for pattern, kind, holds in (
        (rf"(?:{_NOUN} {_BE} |it is )?(?:already )?{_AT_ITS_END}", FULL, True),
        (rf"(?:{_NOUN}|it) {_NO_BE} (?:yet )?{_AT_ITS_END}", FULL, False),
        (rf"there is (?:no|not any) (?:more )?{_ROOM}", FULL, True),
        (rf"there is (?:still |enough |some )*{_ROOM}", FULL, False),
        (rf"{_NOUN} {_NO_BE} (?:already |yet )?{_THERE_NOW}{_WHERE}", THERE, False),
        (rf"{_NOUN} {_BE} (?:already |still )?{_THERE_NOW}{_WHERE}", THERE, True),
        (rf"{_NOUN} {_BE} {_GONE}{_WHERE}", THERE, False),
        (rf"{_NOUN} {_NO_BE} {_GONE}{_WHERE}", THERE, True),
        (rf"{_NOUN} {_BE} (?:null|nil|none)", THERE, False),
        (rf"{_NOUN} {_NO_BE} (?:null|nil|none)", THERE, True),
        (rf"{_NOUN} (?:does|do|did) not (?:already |yet )?exist{_WHERE}", THERE, False),
        (rf"{_NOUN} (?:already |still |does |do |did )?exist(?:s|ed)?{_WHERE}", THERE, True),
        (
            rf"there (?:is|are|was|were) (?:no|not any|not an?) (?:such )?{_NOUN}{_WHERE}",
            THERE,
            False,
        ),
        (
            rf"there (?:is|are|was|were) (?:already )?(?:an?|any|some|such an?) {_NOUN}{_WHERE}",
            THERE,
            True,
        ),
        (rf"{_NOUN} {_NOT_IN}{_WHERE}", THERE, False),
        (rf"{_NOUN} {_BE}(?: already| still)?(?= (?:in|on|inside) ){_WHERE}", THERE, True),
        (
            rf"{_PLACE} (?:does|do|did) not (?:already )?(?:contain|include|have) {_NOUN}",
            THERE,
            False,
        ),
        (rf"{_PLACE} (?:already )?(?:contains?|includes?|has|have) {_NOUN}", THERE, True),
        (rf"no (?:such )?{_NOUN} (?:{_BE} {_THERE_NOW}|exists?){_WHERE}", THERE, False),
        (rf"{_NOUN} {_NO_BE} (?:empty|blank)", EMPTY, False),
        (rf"{_NOUN} {_BE} (?:already |still )?(?:empty|blank)", EMPTY, True),
        (rf"{_NOUN} (?:{_BE} (?:already )?closed|closes)", CLOSED, True),
        (rf"{_NOUN} (?:{_NO_BE} (?:yet )?closed|is still open)", CLOSED, False),
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
            is_said = bool(named) or kind == FULL
            return _Said(named, place, kind, holds != is_denied) if is_said else None
    return None


def _state_said(described: str) -> State | None:
    if (said := _read(described)) is None:
        return None
    words, place = frozenset(said.named), frozenset(said.place) - _PLAIN
    head = frozenset(said.named[-1:])
    is_any = words <= {CLOSED: _RECEIVED_FROM, FULL: _HOLDING}.get(said.kind, _ANY)
    return State(said.kind, words, said.holds, head, place, is_any)


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


def said_of(described: str) -> list[str]:
    """The words that name what is said to be there, or empty; none of another condition."""
    said = _read(described)
    return [] if said is None else said.named


def _is_same_place(asked: State, known: State) -> bool:
    return all(_is_among(word, known.words) for word in asked.place)


def _may_be_any(asked: State, known: State) -> bool:
    """True for `the key` of whatever was looked up."""
    is_looked_up = asked.is_any and known.is_any and asked.kind == known.kind
    return is_looked_up and _is_same_place(asked, known)


def _is_that(asked: State, known: State) -> bool:
    """True if it is the same thing that is spoken of, and the same that is asked of it."""
    is_none = asked.kind == THERE and known.kind == EMPTY
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
        if word == other or (len(low) >= LEAST and high.startswith(low)):
            return True
    return False
