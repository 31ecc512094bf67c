"""A subject whose code is told in other words, and the functions inside it as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from codewitness.engine.verify.retold.reworded import Retold, reworded
from codewitness.engine.verify.subject import Known, Part, Subject
from codewitness.model.outline import Assigned

_SETTING = re.compile(rb"[\w)\]>]\s*:?=(?![=>])")


class Telling:
    """How a subject is told: its parts, and the functions inside that were asked for so far."""

    def __init__(
        self, written: Subject, *, with_calls: bool = False, kept: frozenset[str] = frozenset()
    ) -> None:
        """with_calls, kept: as in `reworded`."""
        teller = _Teller(with_calls, kept)
        parts = tuple(map(teller.part, written.parts))
        same = {id(one): part for one, part in zip(written.parts, parts, strict=True)}
        head = same.get(id(written.head)) or teller.part(written.head)
        # Whatever else is asked is answered as before.
        known = cast(Known, _Inside(written.known, teller))
        self.written = written
        self.subject = replace(written, head=head, parts=parts, known=known)
        self.told = teller.told

    @property
    def variables(self) -> Iterator[Assigned]:
        """All that are told otherwise, of those functions inside that were asked for."""
        return (variable for one in self.told for variable in one.variables)

    @property
    def is_other(self) -> bool:
        """True if something is told otherwise, or may be in a function inside."""
        is_told = any(one.outline.plain is not None for one in self.told)
        return is_told or any(
            _SETTING.search(part.outline.text.raw, inner.span.start, inner.span.end)
            for part in self.written.parts
            for inner in part.outline.nested
        )


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells parts in other words, and keeps what it told. It does not know of what subject."""

    with_calls: bool
    kept: frozenset[str]
    told: list[Retold] = field(default_factory=list)

    def part(self, part: Part) -> Part:
        """The part in other words."""
        told = reworded(part.outline, with_calls=self.with_calls, kept=self.kept)
        if all(one.outline is not told.outline for one in self.told):
            self.told.append(told)
        return part if told.outline is part.outline else replace(part, outline=told.outline)


class _Inside:
    """What is known of other definitions; the functions inside the subject are told, too."""

    def __init__(self, known: Known, teller: _Teller) -> None:
        self._known = known
        self._part = teller.part

    def __getattr__(self, name: str) -> Any:
        return getattr(self._known, name)

    def inside(self, part: Part) -> Sequence[Part]:
        return [*map(self._part, self._known.inside(part))]

    def handed(self, part: Part) -> Sequence[tuple[Part, str]]:
        return [(self._part(one), to) for one, to in self._known.handed(part)]

    def returned(self, part: Part) -> Sequence[Part]:
        return [*map(self._part, self._known.returned(part))]

    def within(self, part: Part, names: Sequence[str]) -> Sequence[Part]:
        return [*map(self._part, self._known.within(part, names))]
