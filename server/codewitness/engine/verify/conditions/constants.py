"""Values that have a name: an enum's cases, constants. Whether it is the one that a claim names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from codewitness.engine.verify.conditions.comparing import Relation, related
from codewitness.engine.verify.question import Question, is_same_name
from codewitness.model.nesting import split

# `.open`, `Mode.open`, `Mode::Open`; `OPEN`; what a claim may say for them, too: `open`.
_CASE = re.compile(r"\.[A-Za-z_]\w*|(?:\w+(?:\.|::))*[A-Z]\w*(?:\.|::)[A-Za-z_]\w*")
_CAPITALS = re.compile(r"[A-Z][A-Z\d_]+")
_NAME = re.compile(r"[.]?[A-Za-z_]\w*(?:(?:\.|::)\w+)*")
_OTHER = "\0"


def of_constants(asked: Question, known: Sequence[Question]) -> Relation | None:
    """How what is asked stands to constants that the same thing is compared with; None if not."""
    mine = [
        (one, cases)
        for one in known
        if is_same_name(asked.what, one.what) and (cases := _cases(one)) is not None
    ]
    wanted = _names(asked)
    if not mine or wanted is None:
        return None
    told = frozenset().union(*(cases for _, cases in mine))
    if not wanted <= told and not all(_is_another(one, told, mine) for one in wanted - told):
        return None
    tests = [_is_among(cases, holds=one.holds) for one, cases in mine]
    relation = related(_is_among(wanted, holds=asked.holds), tests, {_OTHER, *wanted, *told})
    if relation is Relation.OVERLAPPING and asked.holds:
        is_one = any(one.holds and wanted < cases for one, cases in mine)
        return Relation.WITHIN if is_one else relation
    return relation


def _is_another(
    name: str, told: frozenset[str], mine: Sequence[tuple[Question, frozenset[str]]]
) -> bool:
    """True for a name that is spelled as the constants are, and is like none of them."""
    is_spelled_so = all(_CAPITALS.fullmatch(one) for one in (name, *told)) or (
        all(name[:1].isupper() == one[:1].isupper() for one in told)
        and any(one.raw.lstrip("( ")[:1] == "." or name[:1].isupper() for one, _ in mine)
    )
    bare = _bare(name)
    return is_spelled_so and not any(bare in _bare(one) or _bare(one) in bare for one in told)


def _bare(name: str) -> str:
    return name.replace("_", "").lower()


def _cases(question: Question) -> frozenset[str] | None:
    """The constants that code compares with, by their last names."""
    items = _items(question)
    if items and all(_CASE.fullmatch(one) or _CAPITALS.fullmatch(one) for one in items):
        return frozenset(map(_last, items))
    return None


def _names(question: Question) -> frozenset[str] | None:
    """The names that a claim asks for."""
    items = _items(question)
    is_named = bool(items) and all(map(_NAME.fullmatch, items))
    return frozenset(map(_last, items)) if is_named else None


def _items(question: Question) -> list[str]:
    if question.kind == "equals":
        return [question.raw]
    if question.kind != "in" or not re.fullmatch(r"\(.*\)", question.raw, re.DOTALL):
        return []
    return [one.strip() for one in split(question.raw[1:-1], ",")]


def _last(name: str) -> str:
    return re.split(r"[.:]+", name)[-1]


def _is_among(names: frozenset[str], *, holds: bool) -> Callable[[float | str], bool]:
    return lambda one: (one in names) == holds
