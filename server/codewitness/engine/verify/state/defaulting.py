"""`defaults x to v` of `opts.x || v`, and of a parameter `_x` that has that default."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.errors.fallbacks import rule_falls_back
from codewitness.engine.verify.evidence import Finding, Proof, found
from codewitness.engine.verify.names import is_spelt_so, parts
from codewitness.engine.verify.state.defaults import names_with_default, rule_has_default
from codewitness.engine.verify.subject import Subject
from codewitness.model.text import Span

_NOUN = r"(?: (?:parameter|argument|option|property|field|setting))?"
_VALUE = (
    r"(?:an? |the )?(?P<value>`[^`]+`|\"[^\"]*\"|'[^']*'|[-\w.]+(?: (?!if\b|when\b|unless\b)\w+)?)"
)
_SAID = re.compile(
    rf"(?:\bdefaults? (?:the |its )?`?(?P<a>[\w.$@]+)`?{_NOUN}"
    rf"|\b`?(?P<b>[\w.$@]+)`?{_NOUN}(?: of \S+)? defaults) to {_VALUE}$"
)


def rule_defaulted(clause: Clause, subject: Subject) -> Finding | None:
    """What falls back to that value in a line that speaks of the name, or a parameter's default."""
    said = _SAID.search(clause.text)
    if said is None or clause.condition is not None or clause.place is not None:
        return None
    name, value = parts(said["a"] or said["b"])[-1], said["value"].strip("`")
    if clause.predicate not in (Predicate.WRITES, Predicate.HAS_DEFAULT):
        return None
    unit = _COUNTED.fullmatch(value)
    value = unit[1] if unit is not None else value
    for one in (Object(value), Object(value.lower(), is_code=False)):
        instead = Clause(
            predicate=Predicate.FALLS_BACK, objects=(one,), text=f"falls back to {value}"
        )
        if proofs := [p for p in rule_falls_back(instead, subject).proofs if _speaks_of(p, name)]:
            is_other = unit is not None and any(_counts_otherwise(p, unit[2]) for p in proofs)
            return None if is_other else found(proofs)
    given = [one for one in names_with_default(subject) if is_spelt_so(one, name)]
    if len(given) != 1:
        return None
    asked = replace(
        clause,
        predicate=Predicate.HAS_DEFAULT,
        objects=(Object(given[0]),),
        arguments=(value,),
    )
    finding = rule_has_default(asked, subject)
    return finding if finding.proofs else None


_COUNTED = re.compile(r"(\d[\d_.]*) ((?:micro|milli|nano)?seconds?|minutes?|hours?|days?|bytes?)")
_UNITS = re.compile(r"milli|micro|nano|sec|min(?!i)|hour|day|byte|(?<=\d)ms\b")


def _counts_otherwise(proof: Proof, unit: str) -> bool:
    """True if the line has a word for a unit, and not for that one: `5 * time.Minute`."""
    text = proof.outline.text
    said = _UNITS.findall(text.slice(text.line_span(proof.line)).lower())
    return bool(said) and not any(unit.startswith(one) for one in said)


def _speaks_of(proof: Proof, name: str) -> bool:
    """True if what stands before a place, or what is called there, has that name."""
    text = proof.outline.text
    start = text.line_span(proof.line).start
    before = re.split(r"[,;{]", text.slice(Span(start, proof.span.start)))[-1]
    called = [text.slice(one.whole) for one in proof.outline.calls if one.name_span == proof.span]
    return any(is_spelt_so(one, name) for one in re.findall(r"[\w$]+", " ".join([before, *called])))
