"""Signals of one definition, as they are shown: calls split into internal and external."""

from __future__ import annotations

from dataclasses import dataclass

from codewitness.model.facts import CallItem, Item, SubscriptItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What one function, method or lambda does by itself. Spans are absolute."""

    internal_calls: tuple[CallItem, ...] = ()
    external_calls: tuple[CallItem, ...] = ()
    attribute_reads: tuple[Item, ...] = ()
    attribute_writes: tuple[Item, ...] = ()
    subscripts: tuple[SubscriptItem, ...] = ()
    parameters_used: tuple[Item, ...] = ()
    raises: tuple[Item, ...] = ()
    handles: tuple[Item, ...] = ()
    has_loop: bool = False
    has_conditional: bool = False
    has_try: bool = False
    is_async: bool = False
    line_count: int = 0

    @property
    def calls(self) -> tuple[CallItem, ...]:
        """All calls in source order."""
        both = (*self.internal_calls, *self.external_calls)
        return tuple(sorted(both, key=lambda call: call.span))
