"""What fits the name that a claim speaks of: one definition, or all that make up a class."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from codewitness.engine.verify.claim import Role
from codewitness.engine.verify.code.declared import is_of_class as is_written_so
from codewitness.features.classes import OPEN
from codewitness.features.declarations import is_declaring
from codewitness.features.places import Place
from codewitness.features.written_apart import WrittenApart
from codewitness.model.facts import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A subject: one place, or for a class all places that it is written in.

    `inherited_from` names the class whose body counts, if the one that was asked for has none.
    """

    places: tuple[Place, ...]
    inherited_from: str = ""
    is_file: bool = False

    @property
    def place(self) -> Place:
        """The first place."""
        return self.places[0]

    @property
    def is_stub(self) -> bool:
        """True for what a `.pyi` or `.d.ts` declares, without what it does."""
        return not self.is_file and is_declaring(self.place.symbol.path)


class NotThere(LookupError):
    """No such definition; `suggestions` are near names."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        super().__init__(name)
        self.suggestions = suggestions


def chosen(places: Sequence[Place], role: Role) -> list[Place]:
    """Those of the role that the claim speaks of; bodies before mere declarations."""
    kept = list(places)
    if role is Role.CALLABLE:
        kept = [one for one in kept if one.symbol.kind.is_callable] or kept
    if role is Role.CLASS:
        kept = [one for one in kept if one.symbol.kind.is_classlike] or kept
    classes = [one for one in kept if one.symbol.kind.is_classlike]
    if classes and len(classes) < len(kept):
        owners = {one.symbol.qualified_name for one in classes}
        named = [one.symbol for one in classes]
        parted = [WrittenApart(one, named) for one in classes]
        kept = [
            one
            for one in kept
            if one.symbol.container not in owners
            and not any(apart.has(one.symbol, one.source) for apart in parted)
        ]
    return kept


def of_named(found: list[Found]) -> list[Found]:
    """Those that are no anonymous class, nor of one, if any is: it bears another's name."""
    return [one for one in found if not _is_anonymous(one)] or found


_NAMING_ANONYMOUS = frozenset({"java", "kotlin"})
_MADE_AT_ONCE = re.compile(r"new\b|object\s*[:{]")


def _is_anonymous(found: Found) -> bool:
    """True for `new Name() { … }`, and for what is defined in it."""
    symbol = found.place.symbol
    if found.is_file or symbol.language not in _NAMING_ANONYMOUS:
        return False
    analysis = found.place.source.analysis()
    at = symbol.ordinal if analysis is not None else -1
    while analysis is not None and at >= 0:
        one = analysis.core.definitions[at]
        if one.kind is Kind.OBJECT and _MADE_AT_ONCE.match(found.place.text.slice(one.span)):
            return True
        at = one.parent
    return False


_SAID_LEVEL = re.compile(r"(?i)\b(?P<of>class|singleton|instance) method `*$")


def of_level(found: list[Found], name: str, text: str) -> list[Found]:
    """Of Ruby's methods of a name those of instances for `X#m`, and others for `class method X.m`.

    `X.m` alone may be either, for so people write of methods of instances, too. Of Objective-C's
    those that are declared with the sign of `+[X m]` or `-[X m]`.
    """
    signed = _SIGNED.search(text)
    if signed is not None and name.endswith(f"{signed[2]}.{signed[3]}"):
        return [one for one in found if _sign_of(one.place) in ("", signed[1])] or found
    said = _SAID_LEVEL.search(text.partition(name)[0])
    if "#" in name or (said is not None and said["of"].lower() == "instance"):
        return [one for one in found if not is_of_class(one.place)] or found
    return found if said is None else [one for one in found if is_of_class(one.place)] or found


_SIGNED = re.compile(r"(?<![\w)\]])([-+])\s*\[\s*(\w+)(?:\(\w*\))?\s+(\w+)")


def _sign_of(place: Place) -> str:
    """`+` or `-` of a method of Objective-C, as it is declared; empty of anything else."""
    if place.symbol.language != "objc" or place.symbol.kind.is_classlike:
        return ""
    declared = place.text.slice(place.symbol.span).lstrip()
    return declared[:1] if declared[:1] in "+-" else ""


def is_of_class(place: Place) -> bool:
    """True for `def self.name`, and for what stands in `class << self`."""
    symbol = place.symbol
    if symbol.language != "ruby" or symbol.kind.is_classlike:
        return False
    return is_written_so(place.text, symbol.span, symbol.name_span)


_ACCESSOR = re.compile(
    rb"@(?:[\w.]*property|\w+\.(?:setter|deleter|getter))[ \t]*(?:#[^\n]*)?\r?\n"
    rb"(?:\s*[@#][^\n]*\n)*\s*def\s+$"
)
_BEFORE_NAME = 300  # bytes in which decorators stand


def _is_accessor(place: Place) -> bool:
    """True for one of the methods that make up a property of Python."""
    at = place.symbol.name_span.start
    if place.symbol.language != "python":
        return False
    return _ACCESSOR.search(place.text.raw[max(at - _BEFORE_NAME, 0) : at]) is not None


_EXTENDED = frozenset({"rust", "swift"})


def _declared_once(places: Sequence[Place]) -> dict[str, str]:
    """Types by name, if one alone has it: an `impl` or `extension` in another file is of that."""
    found: dict[str, set[str]] = {}
    for place in places:
        symbol = place.symbol
        is_type = symbol.kind.is_classlike and symbol.kind is not Kind.EXTENSION
        if is_type and symbol.language in _EXTENDED:
            found.setdefault(symbol.name, set()).add(symbol.qualified_name)
    return {name: owners.pop() for name, owners in found.items() if len(owners) == 1}


def _is_one_class(place: Place, places: Sequence[Place]) -> bool:
    """True for what makes up a class of Objective-C, whose name is known in all files.

    Not where several declare one of the name, as programs that share nothing may.
    """
    symbol = place.symbol
    if symbol.language != "objc" or symbol.kind not in (Kind.CLASS, Kind.EXTENSION):
        return False
    declared = {
        one.symbol.path
        for one in places
        if one.symbol.language == "objc" and one.symbol.kind is Kind.CLASS
    }
    return len(declared) < 2


def pooled(places: Sequence[Place]) -> list[Found]:
    """Places of one class, such as `impl` blocks and extensions, as one."""
    groups: dict[tuple[object, ...], list[Place]] = {}
    types = _declared_once(places)
    for number, place in enumerate(places):
        symbol = place.symbol
        is_open = symbol.kind.is_classlike and symbol.language in OPEN
        name = symbol.qualified_name
        if symbol.language in _EXTENDED and symbol.kind is Kind.EXTENSION:
            name = types.get(symbol.name, name)
        if is_open and _is_one_class(place, places):
            name = symbol.name
        key: tuple[object, ...] = (name,) if is_open else (number,)
        if symbol.kind is Kind.PROPERTY or _is_accessor(place):  # its getter and its setter
            key = (symbol.path, symbol.qualified_name)
        groups.setdefault(key, []).append(place)
    return [
        Found(places=tuple(sorted(group, key=lambda p: p.symbol.kind is Kind.EXTENSION)))
        for group in groups.values()
    ]
