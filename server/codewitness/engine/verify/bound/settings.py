"""Fields and variables that are set as a sentence says: stored, cleared, marked, counted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.bound.acts import Act
from codewitness.engine.verify.bound.sentences import Said
from codewitness.engine.verify.bound.things import Thing, is_just_that, is_named, is_that
from codewitness.engine.verify.bound.verbs import (
    CHANGING,
    COUNTING_DOWN,
    COUNTING_UP,
    EMPTYING,
    KEEPING,
    LETTING_GO,
    SETTING,
    lemma,
)
from codewitness.engine.verify.bound.words import words_of
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Assigned, Outline
from codewitness.model.text import Span

_EMPTY = re.compile(
    r"(?:None|null|nil|undefined|nullptr|NULL|false|False|0|-1|\"\"|''|``|\[\]|\{\}|\(\)"
    r"|(?:new )?\w*(?:List|Map|Set|Dict|dict|list|set|Array)\w*(?:<.*>)?\(\)|b?\"\""
    r"|map\[.*\]\w+\{\})"
)
_LET_GO = re.compile(rf"(?!false|False|0|-1|\"|')(?:{_EMPTY.pattern})")
_TRUE = re.compile(r"(?:true|True|YES|1)")
_KEPT = re.compile(r"[.\[@$]|->|::")
_CLOCK = re.compile(r"(?i)(?:now|time|currenttime\w*|monotonic|perf_counter|nanotime)\(?\)?$")


def set_things(said: Said, part: Part) -> Iterator[Act]:
    """The places where what is said is set, and to what is said."""
    if said.what.is_empty:
        return
    verb, outline = lemma(said.verb), part.outline
    for item in outline.assigned:
        if "," in item.target or not _is_set_so(said, verb, item, part):
            continue
        span = Span(item.target_span.start, item.value_span.end)
        kind = EvidenceType.ATTRIBUTE_WRITE
        yield Act(kind, item.target, part, span, f"sets `{item.target}`")


def _is_set_so(said: Said, verb: str, item: Assigned, part: Part) -> bool:
    outline = part.outline
    between = outline.text.slice(Span(item.target_span.end, item.value_span.start)).strip()
    is_counted = between in ("+=", "-=") or item.target_span == item.value_span
    if verb in COUNTING_UP | COUNTING_DOWN:
        return _is_counted(said, verb, item, outline)
    if is_counted:
        return False
    if verb in EMPTYING | LETTING_GO:
        values = _LET_GO if verb in LETTING_GO else _EMPTY
        return _is_emptied(said, item, outline, values)
    if verb in KEEPING:
        return _is_kept(said, item, outline)
    is_first = verb in CHANGING and not _is_changed(item, outline)
    return verb in SETTING and not is_first and _is_set_to(said, item, outline)


def _is_set_to(said: Said, item: Assigned, outline: Outline, *, is_exact: bool = False) -> bool:
    fits = is_just_that if is_exact else is_that
    if "[" in item.target or not fits(said.what, item.target, outline):
        return False
    return all(
        preposition == "to" and _is_value(thing, item.value, outline)
        for preposition, thing in said.things
    )


def _is_emptied(said: Said, item: Assigned, outline: Outline, values: re.Pattern[str]) -> bool:
    is_field = _KEPT.search(item.target) is not None and "[" not in item.target
    is_it = is_field and not said.things and is_that(said.what, item.target, outline)
    return is_it and values.fullmatch(item.value.strip()) is not None


def _is_kept(said: Said, item: Assigned, outline: Outline) -> bool:
    """True of `self.reader = reader`, and of `start = now()` for the start time."""
    if _KEPT.search(item.target) is None or _EMPTY.fullmatch(item.value.strip()):
        return False
    what = said.what
    if not said.things:
        is_name = re.fullmatch(r"[\w.@$]+", item.value) is not None
        if is_name and is_just_that(what, item.value, outline):
            return True
        if len(what.words) > 1 and what.words[-1] == "time" and _CLOCK.search(item.value.strip()):
            return is_that(what._replace(words=what.words[:-1]), item.target, outline)
    return _is_set_to(said, item, outline, is_exact=True)


def _is_changed(item: Assigned, outline: Outline) -> bool:
    """True for what is more than a variable that gets its first value there."""
    is_given = any(one.name == item.target for one in outline.parameters)
    same = [one for one in outline.assigned if one.target == item.target]
    return is_given or len(same) > 1 or _KEPT.search(item.target) is not None


def _is_value(thing: Thing, value: str, outline: Outline) -> bool:
    plain = value.strip()
    if thing.names and not thing.words:
        return plain == thing.names[0].strip("`") or plain.strip("\"'`") == thing.names[0].strip(
            "\"'`"
        )
    word = thing.words[-1] if len(thing.words) == 1 else ""
    if word in _VALUES:
        return _VALUES[word].fullmatch(plain) is not None
    return re.fullmatch(r"[\w.@$]+(?:\(\))?", plain) is not None and is_that(thing, plain, outline)


_VALUES = {
    **dict.fromkeys(("none", "null", "nil", "undefined"), re.compile(r"None|null|nil|undefined")),
    "true": _TRUE,
    "false": re.compile(r"[Ff]alse|NO|0"),
    "zero": re.compile(r"0(?:\.0+)?[fFlL]?"),
}


def _is_counted(said: Said, verb: str, item: Assigned, outline: Outline) -> bool:
    """`x += 1` and `x++`; by how much is compared, too."""
    whole = outline.text.slice(
        Span(item.target_span.start, max(item.target_span.end, item.value_span.end) + 3)
    )
    sign = "+" if verb in COUNTING_UP else "-"
    by = re.search(rf"\{sign}=\s*([\w.]+)|\{sign}(\{sign})", whole)
    bare = said.what._replace(words=said.what.words[:-1])
    is_it = is_that(said.what, item.target, outline) or (
        said.what.words[-1:] == ("counter",) and is_just_that(bare, item.target, outline)
    )
    if by is None or not is_it:
        return False
    amount = by[1] or "1"
    return all(
        preposition == "by" and (amount in thing.names or is_named(thing, words_of(amount)))
        for preposition, thing in said.things
    )
