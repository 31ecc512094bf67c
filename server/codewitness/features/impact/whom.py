"""What changed, and whom it concerns, as values; and the reason in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from codewitness.engine.graph.edges import RANK, Resolution
from codewitness.engine.impact.effects import Effect
from codewitness.engine.impact.kinds import EffectKind
from codewitness.features.impact.importers import BrokenImport
from codewitness.features.mentions import Mention
from codewitness.features.places import Place
from codewitness.model.text import Span

_MAX_TEXTS = 4  # effects that a reason lists

# With these a call may have been found before that is not found now.
LOSES_CALLS = frozenset(
    {
        EffectKind.REMOVED,
        EffectKind.RENAMED,
        EffectKind.MOVED,
        EffectKind.PARAMETER_ADDED,
        EffectKind.PARAMETER_REMOVED,
        EffectKind.PARAMETER_RENAMED,
        EffectKind.DEFAULT_REMOVED,
        EffectKind.SIGNATURE_CHANGED,
    }
)
OF_PLACE = frozenset({EffectKind.REMOVED, EffectKind.RENAMED, EffectKind.MOVED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A changed definition: where it was, where it is, and what changed."""

    before: Place | None
    after: Place | None
    name: str
    effects: tuple[Effect, ...]

    @property
    def concerning(self) -> list[Effect]:
        """The effects that can make a caller wrong."""
        return [one for one in self.effects if one.concerns_callers]

    @property
    def may_lose_calls(self) -> bool:
        """True if calls that were found before may not be found now."""
        return self.before is not None and any(one.kind in LOSES_CALLS for one in self.effects)


@dataclass(frozen=True, slots=True, kw_only=True)
class Concerned:
    """One caller, the calls in its text of now, and why they are concerned."""

    place: Place
    sites: tuple[Span, ...]
    resolution: Resolution
    reason: str


class Whom(NamedTuple):
    """Whom a change concerns; n_possible: calls of which nobody knows where they lead."""

    callers: tuple[Concerned, ...] = ()
    n_possible: int = 0
    imports: tuple[BrokenImport, ...] = ()
    mentions: tuple[Mention, ...] = ()


def joined(callers: Iterable[Concerned]) -> tuple[Concerned, ...]:
    """Each caller once, though it calls what has changed and reads it as well."""
    found: dict[tuple[str, int], Concerned] = {}
    for one in callers:
        key = (one.place.symbol.path, one.place.symbol.ordinal)
        found[key] = _both(found[key], one) if key in found else one
    return tuple(found.values())


def _both(one: Concerned, other: Concerned) -> Concerned:
    said = one.reason.split("; ")
    return replace(
        one,
        sites=tuple(sorted({*one.sites, *other.sites})),
        resolution=min(one.resolution, other.resolution, key=RANK.__getitem__),
        reason="; ".join((*said, *(it for it in other.reason.split("; ") if it not in said))),
    )


def reason(name: str, texts: Sequence[str], by_line: dict[str, list[int]]) -> str:
    """Why a caller is concerned: what changed, and what can be seen at its lines."""
    shown = list(texts[:_MAX_TEXTS])
    if len(texts) > _MAX_TEXTS:
        shown.append(f"{len(texts) - _MAX_TEXTS} more")
    sentence = f"`{name}` {', '.join(shown)}"
    return "; ".join([sentence, *(f"{_lines(at)}: {word}" for word, at in by_line.items())])


def _lines(lines: Iterable[int]) -> str:
    numbers = [str(line) for line in dict.fromkeys(lines)]
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
