"""Anchors: what is kept of a definition so that it is found again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from codewitness.engine.identity.mark import Mark, mark, place_of
from codewitness.model.facts import Definition, FileFacts, Kind
from codewitness.model.records import Anchor, ErrorRecord, Record
from codewitness.model.text import Text

_Kind = TypeVar("_Kind", bound=Record)

MAX_NEIGHBOURS = 16  # names of a file that are kept with an anchor in it


class Around(NamedTuple):
    """The file of a definition: its module, and a sketch of the names that it defines."""

    module: str
    names: tuple[int, ...]

    def own_name(self, qualified_name: str) -> str:
        """The name within the file, without the lines that lambdas are named by."""
        return own_name(self.module, qualified_name)


class Placed(NamedTuple):
    """A definition of a text: its mark, the line of its name, from 1, and its file."""

    mark: Mark
    line: int
    around: Around

    @property
    def own_name(self) -> str:
        """Its name within the file."""
        return self.around.own_name(self.mark.qualified_name)


def around(facts: FileFacts) -> Around:
    """What is kept of a file with each anchor in it."""
    named = (one.name for one in facts.definitions if one.kind is not Kind.LAMBDA)
    return Around(facts.module, sketch_of_names(named))


def with_anchors(record: _Kind, anchors: tuple[Anchor, ...]) -> _Kind:
    """The record with its anchors there; the place of an error goes with the method it was in."""
    found: dict[str, Any] = {"anchors": anchors}
    if isinstance(record, ErrorRecord) and record.anchors and anchors:
        before, now = record.anchors[0], anchors[0]
        if before.path == record.path and not now.is_lost:
            found["path"] = now.path
            found["line"] = record.line and max(record.line + now.line - before.line, 1)
    return replace(record, **found)


def sketch_of_names(names: Iterable[str]) -> tuple[int, ...]:
    """What is kept of the names that a file defines."""
    hashes = sorted(crc32(name.encode()) for name in {*names})
    return tuple(hashes[:MAX_NEIGHBOURS])


def own_name(module: str, qualified_name: str) -> str:
    """A qualified name without its module and without the lines that lambdas are named by."""
    place = place_of(qualified_name)
    return place.removeprefix(f"{module}.") if module else place


def likeness_of_files(one: Iterable[int], other: Iterable[int]) -> float:
    """How much of two sketches of names is the same, from 0 to 1."""
    mine, others = {*one}, {*other}
    # The smallest hashes of both together are a sample of all names of either.
    sample = sorted(mine | others)[:MAX_NEIGHBOURS]
    return sum(name in mine and name in others for name in sample) / len(sample) if sample else 1.0


def likeness_after_moving(before: Iterable[int], after: Iterable[int]) -> float:
    """How likely a file with names `after` is the one that had those `before`, from 0 to 1."""
    old, new = {*before}, {*after}
    sample = sorted(old | new)[:MAX_NEIGHBOURS]
    n_stayed = sum(name in old and name in new for name in sample)
    n_old = sum(name in old for name in sample)
    return (n_stayed / n_old + n_stayed / len(sample)) / 2 if n_old else 0.0


def anchors_in(
    facts: FileFacts, definitions: Iterable[Definition], text: Text
) -> tuple[Anchor, ...]:
    """The anchors of definitions of one file."""
    return tuple(anchor_at(one) for one in placed(facts, definitions, text))


def placed(facts: FileFacts, definitions: Iterable[Definition], text: Text) -> Iterator[Placed]:
    """Definitions of one file, whose text this is, with what is kept of them."""
    file = around(facts)
    for one in definitions:
        yield Placed(mark(facts, text, one), text.line_at(one.name_span.start) + 1, file)


def anchor_at(placed: Placed) -> Anchor:
    """The anchor of a definition where it is."""
    found, line, file = placed
    return Anchor(
        module=file.module,
        neighbours=file.names,
        path=found.path,
        kind=found.kind.value,
        qualified_name=found.qualified_name,
        parameters=found.parameters,
        shingles=found.shingles,
        n_shingles=found.n_shingles,
        line=line,
    )


def mark_of(anchor: Anchor) -> Mark:
    """The mark that an anchor was made of."""
    return Mark(
        kind=Kind(anchor.kind),
        path=anchor.path,
        qualified_name=anchor.qualified_name,
        parameters=anchor.parameters,
        shingles=anchor.shingles,
        n_shingles=anchor.n_shingles,
    )


def touched(facts: FileFacts, text: Text, lines: Iterable[int]) -> list[Definition]:
    """The innermost definitions but lambdas at these lines (from 1), each once, in order."""
    spans = [
        (text.line_at(one.span.start) + 1, text.line_at(max(one.span.end - 1, 0)) + 1, number)
        for number, one in enumerate(facts.definitions)
        if one.kind is not Kind.LAMBDA
    ]
    innermost = [-1] * (text.n_lines + 1)
    for first, last, number in sorted(spans, key=lambda span: (span[0] - span[1], span[2])):
        innermost[first : last + 1] = [number] * (last + 1 - first)
    if isinstance(lines, range):  # it may end far behind the text
        lines = lines[: text.n_lines + 1]
    there = {innermost[line] for line in lines if 0 < line <= text.n_lines}
    return [facts.definitions[number] for number in sorted(there - {-1})]
