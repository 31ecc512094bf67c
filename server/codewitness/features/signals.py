"""`codewitness.signals`: what one definition does, as its text is at this moment."""

from __future__ import annotations

from dataclasses import dataclass

from codewitness.engine.view import Snapshot
from codewitness.features.find_symbol import MAX_CANDIDATES, Asked
from codewitness.features.inherited import find_member
from codewitness.features.places import Place, Reading
from codewitness.model.facts import Definition, FileFacts, Kind
from codewitness.model.freshness import Freshness
from codewitness.model.signals import Signals
from codewitness.model.text import Span, Text
from codewitness.syntax.classify import FileNames, signals_of
from codewitness.syntax.registry import is_read_in_depth
from codewitness.syntax.tags import domain_tags, file_tags, parent_tags

_METHODS = 12  # that are named of a class
_PROBLEMS = 2  # that are named of a definition


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalsAnswer:
    """`place` is None when several definitions fit; they are the `candidates` then.

    `signals` is None as well in a language of which they are not read, which the `notes` say.
    """

    place: Place | None
    signals: Signals | None
    tags: tuple[str, ...]
    candidates: tuple[Place, ...]
    notes: tuple[str, ...]
    freshness: Freshness


def signals(snapshot: Snapshot, asked: Asked) -> SignalsAnswer:
    """The signals of the definition that `asked` names."""
    reading = Reading(snapshot)
    places = find_member(reading, asked)
    if len(places) > 1:
        return SignalsAnswer(
            place=None,
            signals=None,
            tags=(),
            candidates=tuple(places[:MAX_CANDIDATES]),
            notes=(),
            freshness=reading.freshness(),
        )
    place = places[0]
    analysis = place.source.analysis()
    assert analysis is not None  # it has a symbol, so it has been read
    facts = analysis.core
    definition = facts.definitions[place.symbol.ordinal]
    note = unread_note(place)
    notes = (note,) if note else (*_methods_note(facts, definition), *broken_notes(place))
    return SignalsAnswer(
        place=place,
        signals=None if note else signals_of_place(place),
        tags=(
            *domain_tags(definition),
            *file_tags(facts.path, facts.language),
            *parent_tags(facts.parent_name(definition)),
        ),
        candidates=(),
        notes=notes,
        freshness=reading.freshness(),
    )


def _methods_note(facts: FileFacts, asked: Definition) -> tuple[str, ...]:
    """That a class does nothing by itself, and which methods its file has."""
    if not asked.kind.is_classlike:
        return ()
    whole = facts.qualified_name(asked)
    methods = dict.fromkeys(
        one.name
        for one in facts.definitions
        if one.kind.is_callable and one.kind is not Kind.LAMBDA and facts.container(one) == whole
    )
    shown = ", ".join([*methods][:_METHODS])
    more = f" and {len(methods) - _METHODS} more" if len(methods) > _METHODS else ""
    named = f"; ask for one of its methods: {shown}{more}" if methods else ""
    article = "an" if asked.kind.value[0] in "aeio" else "a"
    return (f"{article} {asked.kind.value} has no signals of its own{named}",)


def unread_note(place: Place) -> str:
    """That it is not known what a definition does, nor who calls it; empty if it is."""
    language = place.symbol.language
    return "" if is_read_in_depth(language) else f"calls and signals are not read in {language}"


def broken_notes(place: Place) -> tuple[str, ...]:
    """That a part of a definition could not be read, or in part only."""
    analysis = place.source.analysis()
    problems = analysis.core.problems if analysis is not None else ()
    own = place.symbol.span
    found = [
        one.message
        for one in problems
        if (one.span.start < own.end and own.start < one.span.end)
        or _is_cut_off(place.text, own, one.span)
    ]
    if not found:
        return ()
    more = f" and {len(found) - _PROBLEMS} more" if len(found) > _PROBLEMS else ""
    return (f"not all of it is read: {', '.join(found[:_PROBLEMS])}{more}",)


def _is_cut_off(text: Text, own: Span, broken: Span) -> bool:
    """True if the rest of a definition, more indented than it, begins with what is broken."""
    between = text.raw[own.end : max(own.end, broken.start)]
    if broken.start < own.end or between.strip():
        return False
    return b"\n" not in between or _indent(text, broken.start) > _indent(text, own.start)


def _indent(text: Text, at: int) -> int:
    line = text.line_text(text.line_at(at)).expandtabs(4)
    return len(line) - len(line.lstrip())


def signals_of_place(place: Place) -> Signals:
    """The signals of one definition."""
    analysis = place.source.analysis()
    assert analysis is not None  # it has a symbol, so it has been read
    facts = analysis.core
    return signals_of(facts, place.text, place.symbol.ordinal, FileNames.of(facts))
