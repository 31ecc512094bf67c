"""Whether an exception is one of the class that a claim names: by all that it comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.errors.builtin_errors import is_of_root, line_of
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Known, Part

_VALUES = frozenset({"go", "rust", "c"})  # errors are values there
_NAME = re.compile(r"[A-Za-z_$][\w.$]*")
_NO_CLASS = re.compile(r"_*(?:[A-Z][A-Z\d_]+|[a-z]\w*)$")  # as constants and variables are spelt
_MAKERS = frozenset({"new", "exception"})
_STRICT = re.compile(r"\b(?:exactly|precisely|itself|directly|explicitly|by name)\b")


def is_strict(clause: Clause) -> bool:
    """True if a claim asks for the class itself."""
    return clause.is_only or _STRICT.search(clause.text) is not None


class _Line(NamedTuple):
    """Last names of a class, first, and of all that it comes from; whether these are all.

    No names: nothing is known of it. is_here: the class is one of the workspace.
    """

    names: tuple[str, ...] = ()
    is_all: bool = False
    is_here: bool = False


@dataclass(slots=True, kw_only=True)
class Ancestry:
    """What classes of exceptions come from, for one part.

    is_strict: nothing but the class itself is asked for. is_doubted: what can't be known is said
    to be MAYBE, for what is denied. told: of what class those are that fit by what they come from.
    """

    known: Known
    part: Part
    is_strict: bool = False
    is_doubted: bool = False
    told: dict[str, str] = field(default_factory=dict)

    def fit(self, written: str, wanted: str) -> Fit:
        """How what is written is the wanted class, or comes from it."""
        fit = self._itself(written, wanted)
        if fit is not None:
            return fit
        is_of = self._is_of(written, wanted)
        return self._told(written, wanted, is_of)

    def covers(self, written: str, wanted: str) -> Fit:
        """How a handler of what is written takes the wanted class: as itself, or as its base."""
        fit = self._itself(written, wanted)
        if fit is not None:
            return fit
        is_of = self._is_of(wanted, written)
        if is_of is False:
            # One of its classes is not it, but is one of it, too.
            is_part = self._is_of(written, wanted) is True or self._may_hold_classes(written)
            return Fit.MAYBE if self.is_doubted and is_part else Fit.NO
        return self._told(wanted, written, is_of)

    def _itself(self, written: str, wanted: str) -> Fit | None:
        """How it fits without regard to what it comes from; None if that is to be asked."""
        fit = self.part.around.fit(written, wanted, self.part.outline)
        is_alone = self.is_strict or self.part.outline.language in _VALUES
        return fit if fit is not Fit.NO or is_alone else None

    def _told(self, name: str, base: str, is_of: bool | None) -> Fit:
        if is_of:
            self.told[_class_of(name)] = base
            return Fit.LOOSE
        return Fit.MAYBE if is_of is None and self.is_doubted else Fit.NO

    def _is_of(self, written: str, wanted: str) -> bool | None:
        """Whether one class comes from another; None if that can't be known here."""
        name, base = _class_of(written), _class_of(wanted)
        if _NAME.fullmatch(name) is None or _NAME.fullmatch(base) is None:
            return False
        line, asked = self._line(name), self._line(base)
        last = asked.names[0] if asked.names else base.rpartition(".")[2]
        names = line.names or (name.rpartition(".")[2],)
        if last in names[1:]:
            return True
        if line.is_all:
            return False
        if any(is_of_root(one, last, self.part.outline.language) for one in names):
            return True
        # No class from elsewhere comes from one of the workspace.
        is_apart = asked.is_here and last != names[0]
        return False if is_apart and not self._may_hold_classes(written) else None

    def _may_hold_classes(self, written: str) -> bool:
        """True for `FAILURES` and `self.errors`, which are no class that is known."""
        name = _class_of(written)
        is_spelt_so = _NO_CLASS.match(name.rpartition(".")[2]) is not None
        return is_spelt_so and not self._line(name).names

    def _line(self, name: str) -> _Line:
        outline = self.part.outline
        last = name.rpartition(".")[2]
        here = self.known.comes_from(outline, name)
        if here is None:
            first, dot, rest = name.partition(".")
            meant = self.part.around.imports.get(first, first) + dot + rest
            line = line_of(parts(meant), outline.language)
            return _Line(line, is_all=bool(line))
        names, outside = here
        lines = [line_of(parts(one), outline.language) for one in outside]
        above = (parts(one)[-1] for one in names)
        return _Line(
            tuple(dict.fromkeys((last, *above, *(one for line in lines for one in line)))),
            is_all=all(lines),
            is_here=True,
        )


def _class_of(written: str) -> str:
    """The dotted name of the class in `new a.B(c)`, `B.new`, and `B.someCase`."""
    names = list(parts(re.sub(r"^new\s+", "", written.strip())))
    while len(names) > 1 and (
        names[-1] in _MAKERS or (names[-2][:1].isupper() and names[-1][:1].islower())
    ):
        names.pop()
    return ".".join(names)
