"""What is not done without something: `never calls f without the lock`, `without checking x`.

Two denials say what is always so, or so beforehand, and neither may be lost.
"""

from __future__ import annotations

import re
from typing import Any

_NO = r"(?:never|does not|doesn't|do not|don't|will not|won't|cannot|can't)(?: ever)?"
_DENIED = rf"\b(?P<no>{_NO}) (?P<what>(?:(?!\bwithout\b| and | but |[,;]).)+?)"
_END = r"(?=[ .]*$|,| (?:and|but|if|when|unless|even)\b)"
_LEFT = r"(?:return|leave|exit|finish|end|complete|terminate|come back|get out)(?:s|es)?"
# What is done first, or else it is no use.
_FIRST = (
    r"(?:checking|validating|verifying|asserting|testing|ensuring|asking|initiali[sz]ing|opening"
    r"|connecting|authenticating|authori[sz]ing)"
)


def _only_after(said: re.Match[str]) -> str:
    """`calls f only after checking x`, of `never calls f without checking x`."""
    verb, _, rest = said["what"].partition(" ")
    if not said["no"].startswith("never"):
        verb = f"{verb}es" if re.search(r"(?:s|x|ch|sh)$", verb) else f"{verb}s"
    return f"{verb} {rest} only after {said['doing']}".replace("  ", " ")


# What is done to a thing, as it is said of whoever does it; and of that thing, `by f`.
_VERBS = {
    "acquires": ("acquired", "acquiring"),
    "takes": ("taken", "taking"),
    "locks": ("locked", "locking"),
    "unlocks": ("unlocked", "unlocking"),
    "releases": ("released", "releasing"),
    "closes": ("closed", "closing"),
    "opens": ("opened", "opening"),
    "reads": ("read", "reading"),
    "catches": ("caught", "catching"),
    "handles": ("handled", "handling"),
    "deletes": ("deleted", "deleting"),
    "flushes": ("flushed", "flushing"),
}
_VERB_BY_FORM = {form: verb for verb, each in _VERBS.items() for form in each}
_FORMS = "|".join(_VERB_BY_FORM)
_NAME = r"`?[\w:.$#@]*[._A-Z][\w:.$#@]*`?"
_PASSIVE = (
    rf"^(?P<x>{_NAME}) (?:is|gets) (?P<no>never |not )?(?P<done>{_FORMS})"
    rf" by (?P<by>{_NAME})(?=[ .?]*$)"
)


def _actively(said: re.Match[str]) -> str:
    """`f never locks x`, of `x is never locked by f`."""
    is_denied = "never " if said["no"] else ""
    return f"{said['by']} {is_denied}{_VERB_BY_FORM[said['done']]} {said['x']}"


def _never(said: re.Match[str]) -> str:
    """`f never locks x`, of `f runs without locking x`: it is not said that it runs anything."""
    return f"never {_VERB_BY_FORM[said['doing']]} "


WITHOUT: tuple[tuple[re.Pattern[str], Any], ...] = (
    (re.compile(_PASSIVE), _actively),
    (
        re.compile(
            rf"^there is an? ({_NAME}) (?:created|instantiated|constructed) (?:in|by) ({_NAME})"
            r"(?=[ .?]*$)"
        ),
        r"\2 creates a \1",
    ),
    (
        re.compile(rf"^(?=[A-Z])({_NAME}) is (?:instantiated|constructed) by ({_NAME})(?=[ .?]*$)"),
        r"\2 instantiates \1",
    ),
    (
        re.compile(rf"^there is an? assignment (?:of|to) ({_NAME}) in ({_NAME})(?=[ .?]*$)"),
        r"\2 writes \1",
    ),
    (
        re.compile(rf"^in ({_NAME}), ({_NAME}) is deferred(?=[ .?]*$)"),
        r"\1 defers \2",
    ),
    (
        re.compile(rf"^there is a handler for ({_NAME}) in ({_NAME})(?=[ .?]*$)"),
        r"\2 catches \1",
    ),
    (
        re.compile(
            r"\b(?:runs|works|operates|proceeds|executes) without (?:ever )?"
            rf"(?P<doing>{_FORMS}) (?=\S+[ .?]*$)"
        ),
        _never,
    ),
    (
        re.compile(r"\bnowhere (?:but|except|other than|else than) (?=in|inside|within|under\b)"),
        "only ",
    ),
    (
        re.compile(rf",? without (?:an?|the|any|its) (?:lock|mutex)(?: held| taken)?{_END}"),
        " outside the lock",
    ),
    (
        re.compile(rf",? without (?:the|its) (\w+) (?:lock|mutex)(?: held| taken)?{_END}"),
        r" outside the \1 lock",
    ),
    (
        re.compile(rf"{_DENIED},? without (?:looping|an? loop){_END}"),
        r"\g<no> \g<what> outside a loop",
    ),
    (
        re.compile(rf"{_DENIED},? without (?:an? |any )?try(?: block| statement)?{_END}"),
        r"\g<no> \g<what> outside a try",
    ),
    (
        re.compile(rf"\b(?P<no>{_NO}) {_LEFT} without (?=\w+ing\b)"),
        "never leaves without ",
    ),
    (
        re.compile(rf"{_DENIED} without (?:first |previously |beforehand )(?P<doing>\w+ing\b)"),
        _only_after,
    ),
    (re.compile(rf"{_DENIED} without (?P<doing>{_FIRST}\b)"), _only_after),
)
