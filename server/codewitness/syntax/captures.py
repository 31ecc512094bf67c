"""Parameters that functions and classes inside a definition read, so that it uses them by these.

A parameter of the inner one hides an outer one of its name. What the inner one binds anew is
`is_rebound`: whether the outer one or that is read can't be told from a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from codewitness.model.names import spelt
from codewitness.model.outline import CapturedParameter
from codewitness.model.text import Span
from codewitness.syntax.languages.spec import LanguageSpec
from codewitness.syntax.scopes import Scope
from codewitness.syntax.signals import Region, first_read

_DECLARED_BY_SETTING = frozenset({"python"})


def parameters_captured(
    scope: Scope, scopes: Sequence[Scope], raw: bytes, spec: LanguageSpec
) -> tuple[CapturedParameter, ...]:
    """Where something inside the scope first reads each of its parameters, in source order."""
    names = {name for node in scope.parameters if (name := node.text)}
    found: dict[bytes, CapturedParameter] = {}
    for name, span, is_rebound in _reads_inside(scope, scopes, names, raw, spec):
        if name not in found or (found[name].is_rebound and not is_rebound):
            found[name] = CapturedParameter(spelt(name), span, is_rebound)
    return tuple(sorted(found.values(), key=lambda one: one.span))


def _reads_inside(
    scope: Scope, scopes: Sequence[Scope], names: Iterable[bytes], raw: bytes, spec: LanguageSpec
) -> Iterator[tuple[bytes, Span, bool]]:
    for inner in (scopes[index] for index in scope.children) if names else ():
        for name in names:
            for at in _read_in_head(inner, name, raw, spec):
                yield name, Span(at, at + len(name)), False
        hidden = {node.text for node in inner.parameters}
        left = {name for name in names if name not in hidden}
        if inner.body is not None:
            own = Region.of(inner.body, [scopes[index] for index in inner.children], 0)
            rebound = {name for name in left if _is_rebound(name, own, raw, spec)}
            for name in left:
                read = first_read(inner.node, name, own, raw, spec)
                if read is not None:
                    yield name, Span(read, read + len(name)), name in rebound
            for name, span, is_rebound in _reads_inside(inner, scopes, left, raw, spec):
                yield name, span, is_rebound or name in rebound


def _read_in_head(inner: Scope, name: bytes, raw: bytes, spec: LanguageSpec) -> Iterator[int]:
    """Defaults, bases and lists of captures are read where the function stands."""
    end = inner.body.start if inner.body is not None else inner.head.end
    own = [*inner.parameters, *([inner.name_node] if inner.name_node is not None else [])]
    at = inner.head.start
    for node in sorted(own, key=lambda node: node.start_byte):
        if at < node.start_byte <= end:
            yield from _first(inner, name, Span(at, node.start_byte), raw, spec)
        at = max(at, node.end_byte)
    if at < end:
        yield from _first(inner, name, Span(at, end), raw, spec)


def _first(inner: Scope, name: bytes, span: Span, raw: bytes, spec: LanguageSpec) -> Iterator[int]:
    at = first_read(inner.outer, name, Region(gaps=[span], headers=[], base=0), raw, spec)
    if at is not None:
        yield at


def _is_rebound(name: bytes, own: Region, raw: bytes, spec: LanguageSpec) -> bool:
    """True if its own code has `let n`, `n :=`, `int n =`, or `n =` where that declares."""
    word = rb"(?<![\w$.])" + re.escape(name) + rb"(?![\w$])"
    ways = [
        rb"\b(?:let|var|val|const|auto|my|local|for)\b[\s(]+(?:mut\s+)?" + word,
        word + rb"\s*(?:,\s*\w+\s*)*:=",
        (rb"" if spec.name in _DECLARED_BY_SETTING else rb"[\w>\]*&]\s+[*&]*")
        + word
        + rb"\s*=(?![=~>])",
    ]
    binding = re.compile(rb"|".join(ways))
    return any(binding.search(raw, gap.start, gap.end) for gap in own.gaps)
