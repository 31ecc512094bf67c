"""Whether a call is given something as what a claim says: `as mode`, `as its first argument`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hits
from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.nesting import split

_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_AS = re.compile(r"^(?:\? )?as (?:the |its |a |an )?`?(\w+)`?( argument| parameter| option)?$")


def is_elsewhere(words: str, claim: Claim, subject: Subject, *, else_: bool) -> bool:
    """True if `words` say what something is passed as, and no call is seen to get it so.

    else_: what is said of other words.
    """
    match = _AS.match(words)
    clauses = [one for one in claim.clauses if one.predicate is Predicate.CALLS and _given(one)]
    if match is None or len(clauses) != 1:
        return else_
    [clause] = clauses
    name, place = match[1], _ORDINALS.get(match[1]) if match[2] else None
    texts = [
        hit.arguments or "" for one in clause.objects for hit in call_hits(one, subject).fitting
    ]
    if place is not None:
        return not any(_is_at(place, text, _given(clause)) for text in texts)
    keyed = re.compile(rf"(?<!\w){re.escape(name)}\s*[=:](?!=)\s*([^,)}}]*)")
    values = [value for text in texts for value in keyed.findall(text)]
    if not values:
        return else_
    return not any(all(has_word(value, one) for one in _given(clause)) for value in values)


_WRAPPING = re.compile(r"^wrap(?:s|ping)? `?([\w.]+)`? (?:in|with|inside) ")


# `returns nothing but strings`: not the package of that name.
_KINDS = frozenset({"strings", "errors", "bytes", "lists", "slices", "maps", "numbers", "booleans"})


def as_names(clause: Clause, is_name: Callable[[str], bool]) -> Clause:
    """The clause with plain words taken for what they name in the code."""
    if clause.predicate is Predicate.ACTS:
        return clause
    objects = tuple(
        one
        if one.is_code or (clause.is_only and one.text in _KINDS) or not is_name(one.text)
        else one._replace(is_code=True)
        for one in clause.objects
    )
    return replace(clause, objects=objects)


def what_is_given(clause: Clause, subject: Subject) -> str:
    """Why `wraps x in f` is left open though f is called; empty if x is seen to be given to it."""
    match = _WRAPPING.match(clause.text)
    if match is None or clause.predicate is not Predicate.CALLS:
        return ""
    name = parts(match[1])[-1]
    calls = [hit for one in clause.objects for hit in call_hits(one, subject).fitting]
    if any(has_word(hit.arguments or "", name) for hit in calls):
        return ""
    return f"`{name}` is not seen to be what is wrapped"


def _given(clause: Clause) -> tuple[str, ...]:
    return clause.arguments or clause.given


def _is_at(place: int, arguments: str, names: tuple[str, ...]) -> bool:
    values = _split(arguments)
    is_there = -len(values) <= place < len(values)
    return is_there and all(has_word(values[place], one) for one in names)


def _split(arguments: str) -> list[str]:
    """The arguments of `(a, f(b, c))`, one by one."""
    return split(arguments.strip().removeprefix("(").removesuffix(")"), ",")


def is_given_so(clause: Clause, subject: Subject) -> bool:
    """True if what is passed in plain words is part of an argument, or said in more words."""
    made = [word for word in clause.given if _result_of(word) in clause.text]
    words = [word for word in clause.given if word not in made and word not in _WHATEVER]
    texts = [
        (hit.arguments or "").lower()
        for one in clause.objects
        for hit in call_hits(one, subject).fitting
    ]
    if not all(any(f"{word.lower()}(" in text for text in texts) for word in made):
        return False
    return all(any(_speaks_of(text, word.lower()) for text in texts) for word in words)


# What may be called so whatever it is.
_WHATEVER = frozenset(
    {*("it", "them", "value", "values", "argument", "arguments", "result", "results", "data")}
    | {*("parameter", "parameters", "object", "input", "this", "that", "itself", "self")}
    | {*("everything", "anything", "nothing", "whatever", "all", "both", "rest")}
    | {*("on", "along", "over", "off", "back", "down", "up")}
)


def is_given_nothing(clause: Clause, subject: Subject) -> bool:
    """True if all the calls that are spoken of have no arguments."""
    hits = [hit for one in clause.objects for hit in call_hits(one, subject).fitting]
    return all(re.fullmatch(r"\(\s*\)", (hit.arguments or "").strip()) for hit in hits)


def _result_of(word: str) -> str:
    return f"result of {word} "


def _speaks_of(text: str, word: str) -> bool:
    short = word.rstrip("s") if len(word) > _SHORT else word
    return short in text if len(word) > _SHORT else has_word(text, word)


_LEAST = 3  # letters of a word that may describe what is passed
_SHORT = 3  # letters of a word that may be a part of any other


def is_described(clause: Clause) -> bool:
    """True if what is passed may be described: `n` describes nothing."""
    return any(len(word) >= _LEAST or _result_of(word) in clause.text for word in clause.given)
