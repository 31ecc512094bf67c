"""Ways to say how a method takes what it is called on, put into those that `receivers` knows."""

from __future__ import annotations

import re

_SELF = r"`?self`?"
# A pattern, and what stands for it.
RECEIVED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b{pattern}(?=$|[,.;?]| (?:and|but|so|when|if)\b)"), rf"takes `{way}`")
    for pattern, way in (
        (rf"(?:consumes|moves) {_SELF}", "self by value"),
        (rf"takes (?:ownership of )?{_SELF} by value", "self by value"),
        (rf"takes ownership of {_SELF}", "self by value"),
        (rf"takes (?:an? )?(?:mutable|exclusive) reference to {_SELF}", "&mut self"),
        (rf"takes {_SELF} by (?:mutable|exclusive) reference", "&mut self"),
        (rf"(?:borrows {_SELF} mutably|mutably borrows {_SELF})", "&mut self"),
        (rf"takes (?:an? )?(?:shared|immutable) reference to {_SELF}", "&self"),
        (rf"takes {_SELF} by (?:shared|immutable) reference", "&self"),
        (rf"(?:takes {_SELF} by reference|borrows {_SELF})", "self by reference"),
        (rf"takes a reference to {_SELF}", "self by reference"),
        (r"takes `?&mut self`?", "&mut self"),
        (r"takes `?&self`?", "&self"),
        (r"(?:has|takes|uses|is declared (?:on|with)) a pointer receiver", "a pointer receiver"),
        (r"(?:has|takes|uses|is declared (?:on|with)) a value receiver", "a value receiver"),
    )
)
