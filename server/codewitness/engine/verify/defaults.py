"""The rule for `has a default x of v`: which parameters have a default value, and what it is."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.keys import literal
from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.values import is_value
from codewitness.model.outline import Parameter


def rule_has_default(clause: Clause, subject: Subject) -> Finding:
    """`has a default for x`, `has a default x of v`, `has default values`."""
    outline = subject.head.outline
    names = {p.name.lstrip("*") for p in outline.parameters}
    given = _with_default(subject)
    asked = [one.text for one in clause.objects]
    is_named = bool(clause.arguments) or any(one in names for one in asked)
    # A value beside a name may be told as an object, too.
    values = [
        *clause.arguments,
        *(one for one in asked if one not in names and not clause.arguments),
    ]
    wanted = [one for one in asked if one in names or clause.arguments]
    wanted = wanted or [one for one in clause.condition or () if one in names]
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
        is_left_out = any(
            _may_be_left_out(p, subject) for p in outline.parameters if p.name in wanted
        )
        return doubtful("it is optional, without a default") if is_left_out else NOTHING
    return found(
        Proof(EvidenceType.SIGNATURE, f"{p.name} = {p.default}", outline, p.span) for p in fitting
    )


def _may_be_left_out(one: Parameter, subject: Subject) -> bool:
    """True for `signal?: AbortSignal` of TypeScript."""
    outline = subject.head.outline
    is_typed = subject.language in ("typescript", "tsx")
    return is_typed and outline.text.raw[one.span.end : one.span.end + 1] == b"?"


def _with_default(subject: Subject) -> list[Parameter]:
    """The parameters that have a default, where they are declared if not where they are defined."""
    outline = subject.head.outline
    given = [p for p in outline.parameters if p.default is not None]
    if given or not (declared := subject.known.declared(subject)):
        return given
    return [
        p._replace(default=match[1].strip())
        for p in outline.parameters
        if (match := re.search(rf"\b{re.escape(p.name)}\s*=\s*([^,)]+)", declared))
    ]


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
        return said == value[1:-1]
    return is_value(default, value, language) or literal(default) == value.strip("\"'")


def _near(asked: list[str], given: list[Parameter]) -> str:
    """A parameter of whose name a plain word is a part: `read_timeout` for `timeout`."""
    words = [one.lower() for one in asked if one.isidentifier() and len(one) > 3]
    return next((p.name for p in given for word in words if word in p.name.lower()), "")
