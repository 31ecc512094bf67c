"""The rule for `has a default x of v`: which parameters have a default value, and what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.keys import literal
from codewitness.engine.verify.code.values import is_value, number_of
from codewitness.engine.verify.evidence import (
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Kind
from codewitness.model.nesting import outside_quotes, split
from codewitness.model.outline import Outline, Parameter
from codewitness.model.text import Span


def rule_has_default(clause: Clause, subject: Subject) -> Finding:
    """`has a default for x`, `has a default x of v`, `has default values`."""
    every = [_of_one(clause, subject, one) for one in _heads(subject)]
    shown = [one for one in every if one.proofs]
    return next(iter((*shown, *(one for one in every if one.against or one.doubt), *every)))


def names_with_default(subject: Subject) -> set[str]:
    """The parameters that have a default value."""
    return {p.name for head in _heads(subject) for p in _with_default(subject, head)}


def _of_one(clause: Clause, subject: Subject, head: _Head) -> Finding:
    outline = head.outline
    names = {p.name.lstrip("*") for p in head.parameters}
    given = _with_default(subject, head)
    asked = [one.text for one in clause.objects]
    is_named = bool(clause.arguments) or any(one in names for one in asked)
    # A value beside a name may be told as an object, too.
    values = [
        *clause.arguments,
        *(one for one in asked if one not in names and not clause.arguments),
    ]
    wanted = [one for one in asked if one in names or clause.arguments]
    wanted = wanted or [one for one in clause.condition or () if one in names]
    if not asked and not wanted and (said := _FOR.search(clause.text)) and said[1] in names:
        wanted = [said[1]]  # a name that is a noun: `has a default for key`
    if not is_named and (near := _near(asked, given)):
        return doubtful(f"whether `{near}` is meant can't be told")
    fitting = [
        p
        for p in given
        if (not wanted or p.name in wanted)
        and all(_is_so(p, value, outline.language) for value in values)
    ]
    if not fitting and any(value[:1] == '"' and _may_be_text(given, wanted) for value in values):
        return doubtful("its default is not written there as a text")
    if any(name not in {p.name for p in fitting} for name in wanted):
        is_left_out = any(_may_be_left_out(p, subject) for p in head.parameters if p.name in wanted)
        if is_left_out:
            return doubtful("it is optional, without a default")
        return Finding(against=_proofs(_other(given, wanted, values), outline))
    return found(_proofs(fitting, outline))


def _other(given: list[Parameter], wanted: list[str], values: list[str]) -> list[Parameter]:
    """Those of which another value is the default: of a parameter only one can be."""
    mine = [one for one in given if one.name in wanted]
    is_one_each = len(mine) == len(wanted) and len(values) == 1
    is_plain = is_one_each and all(map(_is_plain, (*values, *(p.default for p in mine))))
    return mine if is_plain else []


# `nullptr` may be a 0.
_CONSTANT = re.compile(r"(?:[Tt]rue|[Ff]alse|None|nil|YES|NO)")


def _is_plain(value: str | None) -> bool:
    """True for a number, a text and the like, which can be no other value by another name."""
    said = (value or "").strip()
    is_text = literal(said) is not None
    return is_text or number_of(said) is not None or _CONSTANT.fullmatch(said) is not None


_FOR = re.compile(r"\bdefaults?(?: values?)? for (?:the |its )?`?(\w+)`?$")


def _proofs(given: list[Parameter], outline: Outline) -> tuple[Proof, ...]:
    return tuple(
        Proof(EvidenceType.SIGNATURE, f"{p.name} = {p.default}", outline, p.span) for p in given
    )


class _Head(NamedTuple):
    """What declares parameters: a function, or a constructor of a class."""

    outline: Outline
    parameters: tuple[Parameter, ...]


def _heads(subject: Subject) -> list[_Head]:
    outline = subject.head.outline
    if not subject.is_class:
        return [_Head(outline, (*outline.parameters, *_taken_apart(outline)))]
    made = [
        _Head(part.outline, tuple(part.outline.parameters))
        for part in subject.parts
        if part.outline.kind is Kind.CONSTRUCTOR
        or part.outline.name in ("__init__", "constructor", "initialize")
    ]
    return [*made, _Head(outline, in_header(outline))]


_TAKEN = re.compile(r"(?:(?P<key>\w+)\s*:\s*)?(?P<name>\w+)\s*=(?![=>])\s*(?P<value>[^,{}]+)")


def _taken_apart(outline: Outline) -> Iterator[Parameter]:
    """What a parameter is taken apart into in the body: `const { size = 3 } = props`."""
    if outline.language not in ("javascript", "typescript", "tsx"):
        return
    given = {one.name for one in outline.parameters}
    for one in outline.assigned:
        if one.target.startswith("{") and one.value.strip() in given:
            for said in _TAKEN.finditer(one.target):
                start = one.target_span.start + len(one.target[: said.start()].encode())
                span = Span(start, start + len(said[0].rstrip().encode()))
                for name in filter(None, (said["key"], said["name"])):
                    yield Parameter(name, span, said["value"].strip(), is_rest=False)


_DECLARED = re.compile(
    r"(?:^|[\s@)])(\w+)\s*:[^=]*(?:=\s*(?P<k>.*))?$|\s(\w+)\s*(?:=\s*(?P<c>.*))?$", re.DOTALL
)


def in_header(outline: Outline) -> tuple[Parameter, ...]:
    """What the primary constructor of Kotlin and of C# takes: `class M(val n: Int = 3)`."""
    text = outline.text.slice(outline.header_span)
    opened = text.find("(", text.find(outline.name) + len(outline.name))
    if outline.language not in ("kotlin", "csharp") or opened < 0:
        return ()
    found_, at = [], opened + 1
    closed = [
        opened + n
        for n, letter, depth in outside_quotes(text[opened:])
        if letter == ")" and depth <= 0
    ]
    inside = text[at : closed[0] if closed else at]
    for piece in split(inside, ","):
        if (said := _DECLARED.search(piece.rstrip())) is not None:
            name, default = said[1] or said[3], said["k"] or said["c"]
            ends = at + said.start() + 1, at + len(piece)
            span = outline.text.part_of(outline.header_span, *ends)
            found_.append(Parameter(name, span, default, is_rest=False))
        at += len(piece) + 1
    return tuple(found_)


def _may_be_left_out(one: Parameter, subject: Subject) -> bool:
    """True for `signal?: AbortSignal` of TypeScript."""
    outline = subject.head.outline
    is_typed = subject.language in ("typescript", "tsx")
    return is_typed and outline.text.raw[one.span.end : one.span.end + 1] == b"?"


def _with_default(subject: Subject, head: _Head) -> list[Parameter]:
    """The parameters that have a default, where they are declared if not where they are defined."""
    given = [one for p in head.parameters if (one := _own(p, head.outline)).default is not None]
    if given or not (declared := subject.known.declared(subject)):
        return given
    return [
        p._replace(default=match[1].strip())
        for p in head.parameters
        if (match := re.search(rf"\b{re.escape(p.name)}\s*=\s*([^,)]+)", declared))
    ]


_DESTRUCTURED = re.compile(rb"\s*=(?![=>])\s*([^,{}\n]+)")


def _own(parameter: Parameter, outline: Outline) -> Parameter:
    """The parameter with the default that it is taken apart with: `({ size = 3 } = {})`."""
    is_script = outline.language in ("javascript", "typescript", "tsx")
    if not is_script or not outline.header_span.contains(parameter.span):
        return parameter
    raw, end = outline.text.raw, parameter.span.end
    if raw[end : end + 9].lstrip()[:1] == b"}":
        return parameter._replace(default=None)  # what follows is that of the whole
    said = _DESTRUCTURED.match(raw, end)
    if said is None:
        return parameter
    is_last = raw[said.end() : said.end() + 1] == b"}"
    if parameter.default is not None and not is_last:
        return parameter
    return parameter._replace(default=said[1].decode().strip())


def _may_be_text(given: list[Parameter], wanted: list[str]) -> bool:
    """True if a default is a name or a call, which may stand for a text."""
    defaults = [p.default or "" for p in given if not wanted or p.name in wanted]
    return any(
        _NAMED.match(one) and literal(one) is None and not is_value(one, "none", "")
        for one in defaults
    )


_NAMED = re.compile(r"(?![Tt]rue\b|[Ff]alse\b|YES$|NO$)[A-Za-z_$]")


def _is_so(parameter: Parameter, value: str, language: str) -> bool:
    default = parameter.default or ""
    if (said := literal(default)) is not None and value[:1] == '"' and len(value) > 1:
        return _plain_text(said) == _plain_text(value[1:-1])
    if (text := literal(default)) is not None and _plain_text(text) == _plain_text(value):
        return True
    return is_value(default, value, language)


def _plain_text(text: str) -> str:
    """A text without quotes and hyphens, which claims may have lost."""
    return text.strip("\"'").replace("-", " ")


def _near(asked: list[str], given: list[Parameter]) -> str:
    """A parameter of whose name a plain word is a part: `read_timeout` for `timeout`."""
    words = [one.lower() for one in asked if one.isidentifier() and len(one) > 3]
    return next((p.name for p in given for word in words if word in p.name.lower()), "")
