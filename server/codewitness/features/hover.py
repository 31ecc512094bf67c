"""Hover: what the definition at the cursor does, in a few lines of Markdown.

Only on a definition's name. Elsewhere the language's own server has more to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from codewitness.engine.impact.headers import shown_header, without_comments
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.caller_counts import counted, key_of
from codewitness.features.conversations import known_chapters
from codewitness.features.overloads import overloaded_at
from codewitness.features.places import Place, Reading
from codewitness.features.remembered import records_at, said_of
from codewitness.features.signals import broken_notes, signals_of_place, unread_note
from codewitness.model.facts import CallItem, FileFacts, Item, Kind, SubscriptItem
from codewitness.model.freshness import State
from codewitness.model.signals import Signals
from codewitness.model.symbol import Symbol
from codewitness.model.text import Position, Span

SECONDS_TO_COUNT = 0.08  # callers; a hover is there at once or is not read
MAX_ITEMS = 8  # of one kind; a hover is read at a glance
MAX_RECORDS = 4  # of the memory
MAX_CHAPTERS = 3  # of conversations
MAX_ITEM = 60  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A hover: the definition that it is about and its Markdown.

    `is_at_name` is False where the cursor is at another declaration of it, an overload.
    """

    place: Place
    markdown: str
    is_at_name: bool = True


Part = Callable[[Reading, Place], list[str]]


def hover(snapshot: Snapshot, root: str, path: str, position: Position) -> Card | None:
    """The card of the definition whose name is at `position` in `path`."""
    reading = Reading(snapshot)
    for folder in snapshot.folders:
        if str(folder.root) == root:
            place = _named_at(reading, folder, path, position)
            card = _card(reading, place) if place is not None else None
            if card is None or place is None:
                return None
            at = place.text.offset_of(position, snapshot.encoding)
            name = place.symbol.name_span
            return replace(card, is_at_name=name.start <= at <= name.end)
    return None


def _named_at(reading: Reading, folder: Folder, path: str, position: Position) -> Place | None:
    symbols, source = reading.symbols(folder, path)
    if source is None:
        return None
    at = source.text.offset_of(position, reading.snapshot.encoding)
    named = (s for s in symbols if s.name_span.start <= at <= s.name_span.end)
    symbol = next(named, None) or overloaded_at(symbols, source.text.raw, at)
    return Place(folder=folder, symbol=symbol, source=source) if symbol is not None else None


def _card(reading: Reading, place: Place) -> Card | None:
    paragraphs = [line for part in PARTS for line in part(reading, place)]
    if not paragraphs:
        return None
    head = f"**{place.symbol.kind.value}** {_code(_by_end(place.symbol.qualified_name))}"
    return Card(place=place, markdown="\n\n".join([head, *paragraphs]))


def _signature_part(_reading: Reading, place: Place) -> list[str]:
    definition = _facts(place).definitions[place.symbol.ordinal]
    header, language = definition.header_span, place.symbol.language
    line = place.text.line_span(place.text.line_at(definition.name_span.start)).start
    parts = [place.text.slice(header)]
    if header.start < line < header.end:  # decorators, templates: as they stand above
        above = place.text.slice(Span(header.start, line))
        own = place.text.slice(Span(line, header.end))
        parts = [*_statements(without_comments(above, language)), own]
    shown = (shown_header(part, language) for part in parts)
    signature = "\n".join(one for one in shown if one)
    if header.end <= definition.name_span.start:  # C: `typedef struct { … } name`
        signature += f" {{ … }} {place.text.slice(definition.name_span)}"
    return [f"```{language}\n{signature}\n```"] if "```" not in signature else []


def _statements(above: str) -> Iterator[str]:
    """The lines of what stands above a name, with those that brackets or blanks make one of."""
    lines, depth = "", 0
    for line in above.splitlines(keepends=True):
        lines += line
        depth += sum((char in "([{") - (char in ")]}") for char in line)
        if depth <= 0:
            yield lines
            lines, depth = "", 0
    yield lines


def _facts(place: Place) -> FileFacts:
    analysis = place.source.analysis()
    assert analysis is not None  # it has a symbol, so it has been read
    return analysis.core


def _callers_part(reading: Reading, place: Place) -> list[str]:
    kind = place.symbol.kind
    if unread_note(place):
        return []
    if not kind.is_callable and not kind.is_classlike:
        return []
    key = key_of(_facts(place), place.symbol.ordinal)
    count = counted(reading.snapshot, place.folder, key, SECONDS_TO_COUNT)
    if count is not None and not (count.n_callers or count.n_possible) and _is_only_named(kind):
        return []
    return [count.in_words() if count is not None else "callers: still being counted"]


def _is_only_named(kind: Kind) -> bool:
    """True for a type that is used without a call: to have no callers says nothing of it."""
    return kind.is_classlike and kind is not Kind.CLASS


def _freshness_part(reading: Reading, _place: Place) -> list[str]:
    """What the card lacks, if it lacks something."""
    found = reading.freshness()
    match found.state:
        case State.INDEXING:
            if not found.total_files:
                return ["*the index is being opened*"]
            numbers = f"{found.indexed_files} of {found.total_files} files"
            return [f"*still indexing: this rests on {numbers}*"]
        case State.STALE:
            return ["*a file has changed and could not be read again*"]
        case _:
            return []


def _signals_part(_reading: Reading, place: Place) -> list[str]:
    if not place.symbol.kind.is_callable:
        return []
    own = signals_of_place(place)
    if note := unread_note(place):
        return [f"{_n_lines(own)} · *{note}*"]
    lines = [f"{word} {', '.join(items)}" for word, items in _listed(own) if items]
    return ["  \n".join([*lines, _shape(own)]), *(f"*{one}*" for one in broken_notes(place))]


def _listed(own: Signals) -> Iterator[tuple[str, list[str]]]:
    yield "calls", _shown(_own_first(own))
    yield "reads", _shown(own.attribute_reads)
    yield "writes", _shown(own.attribute_writes)
    yield "subscripts", _shown(own.subscripts)
    yield "raises", _shown(own.raises)
    yield "handles", _shown(own.handles)


def _own_first(own: Signals) -> Sequence[CallItem]:
    """The calls as they stand; of more than are shown, those that are the class's or file's own."""
    if len({item.text for item in own.calls}) <= MAX_ITEMS:
        return own.calls
    return (*own.internal_calls, *own.external_calls)


def _shown(items: Iterable[Item | CallItem | SubscriptItem]) -> list[str]:
    texts = list(dict.fromkeys(item.text for item in items))
    shown = [_code(text) for text in texts[:MAX_ITEMS]]
    return shown + ([f"and {len(texts) - MAX_ITEMS} more"] if len(texts) > MAX_ITEMS else [])


def _n_lines(own: Signals) -> str:
    return f"{own.line_count} lines" if own.line_count != 1 else "1 line"


def _shape(own: Signals) -> str:
    words = [_n_lines(own)]
    words += [word for word, holds in (
        ("async", own.is_async),
        ("loop", own.has_loop),
        ("branch", own.has_conditional),
        ("try", own.has_try),
    ) if holds]  # fmt: skip
    return " · ".join(words)


def _members_part(reading: Reading, place: Place) -> list[str]:
    if not place.symbol.kind.is_classlike:
        return []
    symbols, _ = reading.symbols(place.folder, place.symbol.path)
    names = [s.name for s in symbols if _is_member(s, place.symbol)]
    if not names:
        return []
    shown = [_code(name) for name in names[:MAX_ITEMS]]
    more = [f"and {len(names) - MAX_ITEMS} more"] if len(names) > MAX_ITEMS else []
    return [f"methods {', '.join([*shown, *more])}"]


def _is_member(symbol: Symbol, of: Symbol) -> bool:
    return (
        symbol.container == of.qualified_name
        and symbol.kind.is_callable
        and of.span.start <= symbol.span.start < of.span.end
    )


def _by_end(name: str) -> str:
    """A qualified name that would be cut, by its last parts: those say what it is."""
    if len(name) <= MAX_ITEM:
        return name
    kept = name[1 - MAX_ITEM :]
    return f"…{kept[kept.find('.') + 1 :]}"


def _code(text: str) -> str:
    """`text` as code on one line, whatever backticks it has."""
    line = " ".join(text.split())
    line = line if len(line) <= MAX_ITEM else line[: MAX_ITEM - 1] + "…"
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    space = " " if longest else ""
    return f"{fence}{space}{line}{space}{fence}"


def _memory_part(reading: Reading, place: Place) -> list[str]:
    records = records_at(reading.snapshot, place)
    lines = [_plain(said_of(one)) for one in records[:MAX_RECORDS]]
    if len(records) > MAX_RECORDS:
        lines.append(f"and {len(records) - MAX_RECORDS} records more")
    return ["  \n".join(lines)] if lines else []


def _written_part(_reading: Reading, place: Place) -> list[str]:
    found = known_chapters(place)[:MAX_CHAPTERS] if place.symbol.kind.is_callable else []
    if not found:
        return []
    titles = [f"{_plain(one.chapter.title)} ({one.conversation.last[:10]})" for one in found]
    return [f"written in: {'; '.join(titles)}"]


def _plain(text: str) -> str:
    """Text of others as one line that is no Markdown."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))


# What a card is made of, in this order. Each part gives paragraphs, or nothing.
PARTS: tuple[Part, ...] = (
    _signature_part,
    _signals_part,
    _members_part,
    _callers_part,
    _memory_part,
    _written_part,
    _freshness_part,
)
