"""Whether what a return gives is what a claim names: itself, a call of it, an object of it."""

from __future__ import annotations

import re

from codewitness.engine.verify.code.alternatives import alternatives
from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.code.itself import OWN, is_itself, made_with_body
from codewitness.engine.verify.code.nulls import asks_for_none, is_all_null, is_none, several
from codewitness.engine.verify.code.values import number_of, squeezed
from codewitness.engine.verify.code.with_what import is_with_the_same
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part
from codewitness.model.names import segments
from codewitness.model.outline import Returned

_APART = {"null": frozenset({"null"}), "undefined": frozenset({"", "undefined", "void 0"})}
_TRUTHS = frozenset({"True", "False", "true", "false", "YES", "NO", "TRUE", "FALSE"})


def gives(item: Returned, wanted: str, part: Part) -> bool:
    """True if a return gives back what is named."""
    if wanted in _APART and part.outline.language in ECMA:
        return any(one in _APART[wanted] for one in alternatives(item.value))
    if asks_for_none(wanted, part.outline.language):
        at_once = several(item.value)
        if len(at_once) > 1:
            return is_all_null(at_once, part.outline.language)
        if not item.value and part.outline.language == "go":
            return False  # what the names of its results hold
        return any(is_none(one, part.outline.language) for one in alternatives(item.value))
    return any(gives_value(value, wanted, part) for value in alternatives(item.value))


def gives_value(value: str, wanted: str, part: Part) -> bool:
    """The same for one value that may be given."""
    value = value.removesuffix("!!") if part.outline.language == "kotlin" else value
    if wanted in OWN:
        return is_itself(value, part)
    if _is_denied_so(value, wanted, part):
        return True
    if name := made_with_body(value):
        return part.around.fit(name, wanted, part.outline) not in (Fit.NO, Fit.MAYBE)
    if _is_written_so(value, wanted):
        return True
    if wanted[:1].isupper() and _is_object_of(value, wanted, part):
        return True
    if wanted[:1] in "\"'" or wanted in _TRUTHS or not _is_chain(_PREFIX.sub("", wanted)):
        return False
    number = None if wanted[:1].isupper() else number_of(wanted)  # a class may be `Single`
    if number is not None:
        return number_of(value) == number
    return _is_called(value, wanted, part)


# What makes an object of a class, where that is a call of a method of it.
_MADE = {
    "ruby": re.compile(r"(?:::)?((?:\w+::)*[A-Z]\w*)\.new(?:\s*\(.*\)|\s+[^.]*|)$", re.DOTALL),
    "rust": re.compile(
        r"((?:\w+::)*[A-Z]\w*)(?:::<[^()]*>)?::(?:new|default)\([^.]*\)$", re.DOTALL
    ),
    "objc": re.compile(r"\[(?:\[([A-Z]\w*) alloc\]\s*init.*|([A-Z]\w*) new)\]$", re.DOTALL),
}


def _is_object_of(value: str, wanted: str, part: Part) -> bool:
    """True for `Box.new(x)` where a `Box` is wanted."""
    made = _MADE.get(part.outline.language)
    found = None if made is None else made.match(value.strip())
    if found is None:
        return False
    fit = part.around.fit(found[found.lastindex or 1], wanted, part.outline)
    return fit not in (Fit.NO, Fit.MAYBE)


def _is_written_so(value: str, wanted: str) -> bool:
    is_several = len(several(wanted)) > 1 and several(value) == several(wanted)
    return is_several or squeezed(value) == squeezed(wanted)


def _is_denied_so(value: str, wanted: str, part: Part) -> bool:
    """True if both have the same `not`, or sign, before the same thing."""
    asked, there = _BEFORE.match(wanted), _BEFORE.match(value)
    if asked is None or there is None or asked[0].strip() != there[0].strip():
        return False
    return gives_value(value[there.end() :], wanted[asked.end() :], part)


def _is_called(value: str, wanted: str, part: Part) -> bool:
    """True if the value is the name that is wanted, a call of it, or a variable made by that."""
    name = re.sub(r"^(?:new\s+|::(?=[A-Z]))", "", value)
    if part.outline.language == "ruby" and "(" in wanted:
        name = _COMMAND.sub(r"\1(\2)", name)
    if _is_chain(name) and _is_named(name, wanted, part):
        is_called = wanted.endswith(")") or name.endswith((")", "}"))
        return (
            is_called
            or len(parts(wanted)) > 1
            or parts(name) == parts(wanted)
            or (name.endswith(wanted))
        )
    if re.fullmatch(r"[\w$]+", value):
        made = [one.value for one in part.outline.assigned if one.target.split()[-1] == value]
        if len(made) == 1 and made[0].rstrip().endswith((")", "}")):
            inner = re.sub(r"^(?:await|new|try[?!]?)\s+", "", made[0])
            return _is_chain(inner) and _is_named(inner, wanted, part)
    return False


# What makes another value of one: `not x`, `-x`.
_PREFIX = re.compile(r"^(?:(?:new|await)\s+|[&*@]\s*)")
_BEFORE = re.compile(r"(?:not\b|[-!~](?!=))\s*")


_COMMAND = re.compile(r"^([\w.@]+[?!]?) (?=[\w:@\"'])([^()]+)$")  # Ruby's `make 2`


def _is_named(name: str, wanted: str, part: Part) -> bool:
    fit = part.around.fit(name, wanted, part.outline)
    return fit not in (Fit.NO, Fit.MAYBE) and is_with_the_same(name, wanted)


def _is_chain(text: str) -> bool:
    """True for names, calls and subscripts joined by dots, with nothing between them."""
    return not text.startswith("not ") and all(
        re.match(r"#?[@$\w]+(?:<[^()]*>)?(?:[(\[{].*)?[?!]?$", s, re.DOTALL) for s in segments(text)
    )
