"""Anchors: what is kept of a definition so that it is found again."""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.identity.mark import Mark, mark
from codewitness.model.facts import Definition, FileFacts, Kind
from codewitness.model.records import Anchor
from codewitness.model.text import Text


def anchor_of(facts: FileFacts, definition: Definition, text: Text) -> Anchor:
    """The anchor of one definition of a file."""
    found = mark(facts, text, definition)
    return anchor_at(found, text.line_at(definition.name_span.start) + 1)


def anchor_at(found: Mark, line: int) -> Anchor:
    """The anchor of a mark whose name is at `line`."""
    return Anchor(
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
