"""Where a definition that is gone, or has another name, is still named without a call.

As with calls, they are those that meant it in the graph as it was. In a file that has changed as
well, those count whose whole line is still written in what they stood in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from codewitness.engine.view import Folder
from codewitness.features.impact.pairs import Key
from codewitness.features.impact.whom import Concerned
from codewitness.features.mentions import Mention
from codewitness.features.places import Place, Reading
from codewitness.model.outline import whole_word
from codewitness.model.text import Span, Text


def still_named(
    reading: Reading,
    folder: Folder,
    name: str,
    old: Sequence[Mention],
    changed: set[str],
    after_by_before: Mapping[Key, Key],
) -> tuple[Mention, ...]:
    """The mentions of then that are still written, in the text of now."""
    found = []
    for one in old:
        path, ordinal = one.place.symbol.path, one.place.symbol.ordinal
        if path not in changed:
            found.append(one)
            continue
        key = after_by_before.get((path, ordinal)) if ordinal >= 0 else (path, ordinal)
        place = _place(reading, folder, one.place, key) if key is not None else None
        if place is not None and (sites := list(_sites(place, name, one))):
            found.append(Mention(place, sites))
    return tuple(found)


def untold(found: Sequence[Mention], callers: Sequence[Concerned]) -> tuple[Mention, ...]:
    """Mentions without those that are among the callers: a property is run where it is named."""
    told = {(one.place.symbol.path, span) for one in callers for span in one.sites}
    left = (
        Mention(
            one.place, [span for span in one.sites if (one.place.symbol.path, span) not in told]
        )
        for one in found
    )
    return tuple(one for one in left if one.sites)


def _place(reading: Reading, folder: Folder, was: Place, key: Key) -> Place | None:
    path, ordinal = key
    symbols, source = reading.symbols(folder, path)
    if source is None or ordinal >= len(symbols):
        return None
    symbol = symbols[ordinal] if ordinal >= 0 else was.symbol
    return Place(folder=folder, symbol=symbol, source=source)


def _sites(place: Place, name: str, old: Mention) -> Iterator[Span]:
    left = Counter(_line(old.place.text, span) for span in old.sites)
    is_file = place.symbol.ordinal < 0
    start, end = (0, len(place.text)) if is_file else place.symbol.span
    for match in whole_word(name).finditer(place.text.raw, start, end):
        span = Span(*match.span())
        line = _line(place.text, span)
        if left[line]:
            left[line] -= 1
            yield span


def _line(text: Text, span: Span) -> str:
    return text.line_text(text.line_at(span.start)).strip()
