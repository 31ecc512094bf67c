"""Check the argument of a custom command; every error names the field and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from codewitness.features.places import BadRequest

_Word = TypeVar("_Word", bound=StrEnum)


class Fields(tuple[str, ...]):
    """The fields that entries of an answer's lists have, as a client asked."""

    __slots__ = ()

    def of(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The entry with these alone."""
        return {name: value for name, value in entry.items() if name in self}


class Arguments:
    """The fields of one command's argument. Read all that are known, then call `finish`.

    `is_local`: from a person at the command line, who may name any file of this machine.
    """

    def __init__(
        self, command: str, given: Sequence[Any] | None, *, is_local: bool = False
    ) -> None:
        self._command = command
        self.is_local = is_local
        self._seen: set[str] = set()
        arguments = list(given or [])
        if len(arguments) > 1:
            raise BadRequest(
                f"{command}: takes one object as its only argument, got {len(arguments)}"
            )
        fields = arguments[0] if arguments else {}
        if fields is None or fields == []:
            fields = {}  # in Lua an empty table is a list as well
        if not isinstance(fields, Mapping):
            raise BadRequest(f"{command}: takes one object, got {_kind(fields)}")
        self._fields = fields

    def value(self, name: str) -> Any:
        """The raw value of a field, None if it is missing."""
        self._seen.add(name)
        return self._fields.get(name)

    def required(self, name: str) -> Any:
        """The raw value of a field that must be there; an error if it is there misspelt."""
        value = self.value(name)
        if value is None and (near := self._misspelt(name)):
            raise BadRequest(f"{near}: unknown field of {self._command}; did you mean {name}?")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A string; required if there is no default."""
        value = self.value(name) if default is not None else self.required(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise self._wrong(name, "a string", value)
        return value

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.value(name)
        if value is None:
            return default
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= value <= high or value != int(value):
            raise self._wrong(name, f"a whole number from {low} to {high}", value)
        return int(value)

    def number(self, name: str, default: float, low: float, high: float) -> float:
        """A number from `low` to `high`."""
        value = self.value(name)
        if value is None:
            return default
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not low <= value <= high
        ):
            raise self._wrong(name, f"a number from {low:g} to {high:g}", value)
        return float(value)

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self.value(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false", value)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings; empty if missing. A single string counts as a list of one."""
        value = self.value(name)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._wrong(name, "a list of strings", value)
        return tuple(value)

    def filters(self, name: str) -> tuple[str, ...]:
        """Texts of which none is blank: a blank one would be a filter that nothing passes."""
        found = self.texts(name)
        if not all(one.strip() for one in found):
            wanted = "texts that are not empty (leave it out to take all)"
            raise self._wrong(name, wanted, self.value(name))
        return found

    def word(self, name: str, default: _Word) -> _Word:
        """One word of an enumeration."""
        value = self.value(name)
        if value is None:
            return default
        words = [word.value for word in type(default)]
        if value not in words:
            raise self._wrong(name, "one of " + ", ".join(words), value)
        return type(default)(value)

    def factors(self, name: str) -> dict[str, float]:
        """An object of numbers from 0 on."""
        value = self.value(name)
        if value is None:
            return {}
        wanted = "an object that maps a domain or tag to a factor from 0 to 100"
        if not isinstance(value, Mapping):
            raise self._wrong(name, wanted, value)
        for factor in value.values():
            is_number = isinstance(factor, int | float) and not isinstance(factor, bool)
            if not is_number or not 0 <= factor <= 100:
                raise self._wrong(name, wanted, factor)
        return {str(key): float(factor) for key, factor in value.items()}

    def fields(self, known: Sequence[str]) -> Fields:
        """Which fields entries have, for a client that pays for what it reads; all if missing."""
        wanted, given = self.texts("fields"), self.value("fields")
        if given is not None and (not wanted or not set(wanted) <= set(known)):
            raise self._wrong("fields", "a list of " + ", ".join(known), given)
        return Fields(wanted or known)

    def check(self, name: str, is_good: Callable[[Any], bool], wanted: str) -> None:
        """Raise if the field is there and not good."""
        value = self.value(name)
        if value is not None and not is_good(value):
            raise self._wrong(name, wanted, value)

    def finish(self) -> None:
        """Raise for fields that the command does not know."""
        unknown = sorted(set(map(str, self._fields)) - self._seen)
        if unknown:
            known = ", ".join(sorted(self._seen)) or "no fields"
            near = get_close_matches(unknown[0], sorted(self._seen), n=1, cutoff=0.75)
            meant = f"did you mean {near[0]}? It" if near else "it"
            told = cut(unknown[0])
            raise BadRequest(f"{told}: unknown field of {self._command}; {meant} takes {known}")

    def _misspelt(self, name: str) -> str:
        """The field that may be meant for one that is missing."""
        others = [one for one in map(str, self._fields) if one not in self._seen]
        return next(iter(get_close_matches(name, others, n=1, cutoff=0.75)), "")

    def _wrong(self, name: str, wanted: str, value: object) -> BadRequest:
        got = "it is missing" if value is None else f"got {_shown(value)}"
        return BadRequest(f"{name}: {self._command} takes {wanted}, {got}")


def _kind(value: object) -> str:
    return {
        list: "a list",
        str: "a string",
        int: "a number",
        float: "a number",
        bool: "a boolean",
    }.get(type(value), type(value).__name__)


def cut(text: str) -> str:
    """What a client has sent, no longer than a message should be."""
    return text if len(text) <= 100 else f"{text[:99]}…"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{_kind(value)} of {len(text)} characters"
