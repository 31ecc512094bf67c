"""Members that a class of C++ deletes: `Pool(const Pool&) = delete`, which define nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.subject import Subject

_DELETED = re.compile(
    r"(~?\b\w+|\boperator\s*[^\s(\w]{1,3}|\boperator\s*\(\s*\))\s*\(([^();{}]*)\)[^;{}()]*=\s*delete\s*;"
)
_SAID = re.compile(
    r"(?:(?P<how>copy|move|default|copying|moving) ?)?"
    r"(?P<what>constructors?|ctors?|destructor|assignments?|operations?)?(?: operators?)?"
)
_NAMED = re.compile(r"([^()]*\w|[^()]*operator(?:\(\)|[^\w\s(]+))(?:\((.*)\))?")


def deleted_members(wanted: str, subject: Subject) -> Iterator[Hit]:
    """The declarations that delete what is named, or described: `copy constructor`."""
    if not subject.is_class or subject.language != "cpp":
        return
    outline = subject.head.outline
    text = outline.text.slice(outline.span)
    for found in _DELETED.finditer(text):
        span = outline.text.part_of(outline.span, *found.span())
        is_said = any(one.contains(span) for one in outline.silent)
        if not is_said and _is_it(wanted, re.sub(r"\s", "", found[1]), found[2], subject.name):
            yield Hit(EvidenceType.SIGNATURE, found[0], outline, span, span)


def is_special(wanted: str) -> bool:
    """True for words that can only mean such a member, `copy constructor`."""
    said = _SAID.fullmatch(wanted)
    return said is not None and bool(said["what"] or said["how"])


def _is_it(wanted: str, name: str, given: str, owner: str) -> bool:
    if is_special(wanted):
        return _is_described(wanted, name, given, owner)
    asked = _NAMED.fullmatch(wanted)
    if asked is None or re.sub(r"\s", "", asked[1]).rpartition("::")[2] != name:
        return False
    return asked[2] is None or _types(asked[2]) == _types(given)


def _is_described(wanted: str, name: str, given: str, owner: str) -> bool:
    said = _SAID.fullmatch(wanted)
    assert said is not None  # `is_special` has seen to it
    what = said["what"] or ""
    if what.startswith("assign") and name != "operator=":
        return False
    if what.startswith(("constructor", "ctor")) and name != owner:
        return False
    if what == "destructor" or name not in (owner, "operator="):
        return what == "destructor" and name == f"~{owner}"
    how = (said["how"] or "").removesuffix("ing").replace("mov", "move").replace("movee", "move")
    ways = {"copy": _is_copy, "move": _is_move, "default": _is_default}
    return ways[how](given) if how in ways else True


def _is_copy(given: str) -> bool:
    return "&" in given and "&&" not in given


def _is_move(given: str) -> bool:
    return "&&" in given


def _is_default(given: str) -> bool:
    return not given.strip()


def _types(given: str) -> list[str]:
    """The parameters without their names and blanks."""
    kept = [re.sub(r"(?<=[&*>\s])\s*[a-z_]\w*$", "", one.strip()) for one in given.split(",")]
    return [re.sub(r"\s|\bconst\b", "", one) for one in kept]
