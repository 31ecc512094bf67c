"""`returns a copy of the rows`: values that are made anew of what they are given, as written."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding, doubtful, found
from codewitness.engine.verify.returning.returned_shapes import values_given
from codewitness.engine.verify.subject import Subject

_SAID = re.compile(
    r"\breturns? (?:only )?(?:a|the|its) (?:(?:shallow|deep|defensive|new|fresh|full) )*"
    r"(?:copy|clone|duplicate)(?: of (?P<the>the |its )?`?(?P<whose>[\w.$@]+)`?)?$"
)
_X = r"(?P<x>[\w.$@]+)"
_COPIES = (
    re.compile(
        r"(?:new\s+)?(?:\w+\.)*(?:dict|list|set|tuple|frozenset|bytearray|copy|deepcopy|cloneDeep|clone"
        r"|structuredClone|from|copyOf|copyOfRange|Map|Set|Array|(?:Linked)?(?:Array)?List|(?:Linked)?HashMap"
        r"|(?:Linked)?HashSet|TreeMap|TreeSet|Dictionary|Collection|Queue|Stack)"
        rf"(?:<[^()]*>)?\(\s*\*?{_X}\s*(?:,[^()]*)?\)$"
    ),
    re.compile(
        rf"{_X}(?:\?|!!)?\.(?:copy|clone|Clone|slice|concat|dup|copyOf|toList|toMutableList|toMap|toMutableMap"
        r"|toSet|toMutableSet|ToList|ToArray|ToDictionary|toArray|to_vec|to_owned)\(\s*\)$"
    ),
    re.compile(rf"{_X}\[:\]$|\[\s*(?:\.\.\.|\*){_X.replace('x>', 'y>')}\s*\]$"),
    re.compile(
        rf"\{{\s*(?:\.\.\.|\*\*){_X}\s*\}}$|Object\.assign\(\{{\}}, {_X.replace('x>', 'y>')}\)$"
    ),
)


def rule_copy(clause: Clause, subject: Subject) -> Finding | None:
    """What follows where something is copied, or given back as it is; None if neither is seen."""
    said = _SAID.search(clause.text.strip())
    if said is None:
        return None
    values = list(values_given(subject))
    copies = [(hit, copied(value)) for hit, value in values]
    fitting = [hit for hit, what in copies if what and _is_of(said, what)]
    if fitting:
        return found(hit.proof() for hit in fitting)
    if any(what for _, what in copies):
        return doubtful("a copy is given back, of something that is called otherwise")
    whole = [hit for hit, value in values if said["whose"] and _is_same(said, value)]
    return (
        Finding(against=tuple(hit.proof() for hit in whole))
        if whole == [hit for hit, _ in values] and whole
        else None
    )


def copied(value: str) -> str:
    """The name of what a value is a copy of; empty if it is none, as far as can be seen."""
    for pattern in _COPIES:
        if (made := pattern.match(value)) is not None:
            named = made.groupdict()
            return named.get("x") or named.get("y") or ""
    return ""


def _is_of(said: re.Match[str], what: str) -> bool:
    """True if a name is the one that is said, or has the plain word in it."""
    if (whose := said["whose"]) is None:
        return True
    last, own = whose.rpartition(".")[2].lower(), what.rpartition(".")[2].lower()
    if said["the"]:
        return last.rstrip("s") in own
    return last.strip("_@$") == own.strip("_@$")


def _is_same(said: re.Match[str], value: str) -> bool:
    return re.fullmatch(r"[\w.$@]+", value) is not None and _is_of(said, value)
