"""What narrows a clause, as it has been read so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from codewitness.engine.verify.claim import Count, Order
from codewitness.model.outline import Around

# What joins clauses, and words that a place, a time or an order begins with.
CONNECTING = frozenset({",", "and", "or", "but", ";", "yet", "while", "nor", "then", "without"})
PLACING = frozenset({"in", "inside", "within", "before", "after", "if", "when", "on", "during"})
ORDERING = frozenset({"before", "after", "prior"})


@dataclass(slots=True)
class Narrowing:
    """See the fields of `Clause`; the others are names of code that say more.

    receiver: what a method is called on; is_receiver_aside: or else why, as of `on failure`;
    is_receiver_source: or else where from.
    beside: `before` or `after` the place that it is said to be outside of.
    inside: where. means: what is called to do it. helper: a plain word that may be what is called
    to do it. until: how long it is done again. anyhow: what it is done in spite of, `even if x`.
    source: whose errors are spoken of. construct: what it is said to be done with, `for loop`.
    mentioned: what else is named, in words that nobody knows. is_denied: the clause is, so that
    nothing of it may be left out.
    """

    place: Around | None = None
    is_outside: bool = False
    beside: str = ""
    is_only: bool = False
    is_only_there: bool = False
    of_loop: str = ""
    is_each: bool = False
    step: str = ""
    inside: str = ""
    condition: tuple[str, ...] | None = None
    described: str = ""
    arguments: tuple[str, ...] = ()
    count: Count | None = None
    order: Order | None = None
    later: list[Order] = field(default_factory=list)
    receiver: str = ""
    is_receiver_aside: bool = False
    is_receiver_source: bool = False
    means: tuple[str, ...] = ()
    helper: str = ""
    until: str = ""
    anyhow: str = ""
    is_always: bool = False
    source: str = ""
    construct: str = ""
    mentioned: list[str] = field(default_factory=list)
    is_denied: bool = False
    ignored: list[str] = field(default_factory=list)
