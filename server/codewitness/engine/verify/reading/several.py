"""Read what is said of several by name, each by itself: `f and g both call h`, `neither f nor g …`.

What is said of them together, and not of each, is left as it is: `f and g share a lock`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.polarity import NotUnderstood, begins_clause
from codewitness.engine.verify.reading.rewording import reworded
from codewitness.engine.verify.reading.tokens import Sort, tokens

_NAME = r"(?:`[^`]+`|[\w$@#~][\w.$:#@<>~-]*(?<![.:-])[!?]?(?:\(\))?)"
_LIST = rf"{_NAME}(?:, {_NAME})*(?:,? (?P<{{join}}>and|nor|as well as) {_NAME})"
_KINDS = r"(?:the )?(?:(?:methods|functions|classes|constructors|structs|types) )?"
_NAMED = re.compile(
    rf"^(?P<first>both |neither |all of |do |does |are |is )?{_KINDS}(?P<names>"
    rf"{_LIST.format(join='join')})(?P<each>,? (?:both|all|each))? (?P<said>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_SINGLE = re.compile(_NAME)
_BETWEEN = re.compile(r",? (?:and|nor|as well as) |, ")
# `are both static`, `can all raise`: the word says only that it is so of each.
_LATE = re.compile(r"^(?P<aux>are|were|have|do|can|may|will|must|should) (?:both|all|each) ")
_NOT_ALL = re.compile(
    r"^(?P<aux>are|is|do|does|can|may|will|must|should)(?:n't| not) (?:both|all|each) "
)
# What is said of them as one.
_TOGETHER = re.compile(
    r"\b(?:each other(?:'s)?|one another(?:'s)?|same|shar(?:e|es|ed|ing)|together|respectively"
    r"|differ\w*|alike|identical\w*|equal\w*|similar\w*|equivalent|mutual\w*|theirs?|they|them"
    r"|between|in turn|alternat\w*|two|three|several|duplicat\w*|in total"
    r"|in th(?:is|at) order|(?:only|sole) (?:ones?|callers?|users?|places?|methods?|functions?)"
    r"|the ones?|the callers?)\b"
    r"|^(?:all but|(?:are|is) the\b)"
    r"|\bnever (?:both|all|each)\b"
)


def said_of_each(text: str, parse: Callable[[str], Claim]) -> Claim | None:
    """The claim with what it says of each of those that it names; None of what names but one."""
    found = _NAMED.match(text.strip())
    if found is None or _TOGETHER.search(found["said"]):
        return None
    first, is_neither = (found["first"] or "").strip().lower(), found["join"] == "nor"
    if is_neither != (first == "neither"):
        return None
    if (not_all := _NOT_ALL.match(found["said"])) is not None:
        aux = "" if not_all["aux"] in ("do", "does") else f"{not_all['aux']} "
        rest = f"{found['names']} both {aux}{found['said'][not_all.end() :]}"
        claim = None if found["first"] or found["each"] else said_of_each(rest, parse)
        return None if claim is None else not_of_each(claim, text)
    names = _SINGLE.findall(_BETWEEN.sub(" ", found["names"]))
    said = _LATE.sub(r"\g<aux> ", found["said"])
    is_marked = bool(found["each"] or first in ("both", "neither") or said != found["said"])
    if not (_are_names(names, is_marked=is_marked) and _is_said(first, said)):
        return None
    if first in ("are", "is"):
        said = f"is {said}"
    if first in ("do", "does", "are", "is"):
        said = said.rstrip("? ")
    each = tuple(parse(f"{_ticked(name)} {said}") for name in names)
    if is_neither:
        each = tuple(_not_so(one) for one in each)
    if any(one.problem or not one.clauses or one.several for one in each):
        return None
    return replace(each[0], text=text, several=each)


def not_of_each(claim: Claim, text: str) -> Claim:
    """What it is to say that it is not so of all of them: of one it is not, or of more."""
    denied = tuple(_not_so(one) for one in claim.several)
    problem = next((one.problem for one in denied if one.problem), "")
    if problem:
        return replace(claim, text=text, clauses=(), several=(), problem=problem)
    return replace(denied[0], text=text, several=denied, any_of=True)


def _ticked(name: str) -> str:
    return name if name.startswith("`") else f"`{name.removesuffix('()')}`"


def _are_names(names: list[str], *, is_marked: bool) -> bool:
    """True if each is one: as written, or a plain word where `both` says what is meant."""
    read = [tokens(name) for name in names]
    if any(len(one) != 1 for one in read):
        return False
    if all(one.sort is Sort.CODE for [one] in read):
        return True
    return is_marked and all(one.sort in (Sort.CODE, Sort.WORD) for [one] in read)


def _is_said(first: str, said: str) -> bool:
    """True if a verb comes next, and no further name."""
    if first in ("are", "is"):
        return True
    try:
        return begins_clause(Cursor(reworded(tokens(said))))
    except NotUnderstood:
        return False


def _not_so(claim: Claim) -> Claim:
    """The opposite of a plain claim; not understood of one with several parts."""
    if len(claim.clauses) != 1 or claim.members is not None or claim.is_alone or claim.each:
        return replace(claim, problem="what is denied has several parts")
    [clause] = claim.clauses
    return replace(claim, clauses=(replace(clause, is_negated=not clause.is_negated),))
