"""What is left open of a block that a macro leads, `ITER(x) { … }`: whether it is run at all.

The macro may be a loop, a condition or neither; where its text and its name don't tell, no answer
that hangs on it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.conditions.conditions import ANYHOW, REGARDLESS
from codewitness.engine.verify.evidence import Finding, Proof, doubtful
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline

_ASKING = (ANYHOW, REGARDLESS)


def open_if_led(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """The finding, or a doubt where it hangs on whether a macro is a loop."""
    led = [item for part in subject.parts for item in part.outline.marked("led")]
    if clause.predicate is Predicate.LOOPS and clause.detail:
        led += [item for part in subject.parts for item in _macro_loops(part.outline)]
    if not led or finding.doubt:
        return finding
    if clause.predicate is Predicate.LOOPS:
        is_shown = finding.proofs and clause.count is None
        return finding if is_shown else _doubt(led[0])
    asks_loop = clause.place is Around.LOOP or clause.is_each
    if not (asks_loop or clause.count is not None or clause.described in _ASKING):
        return finding
    in_led = [one for one in (*finding.proofs, *finding.against) if _holder(one)]
    if not in_led:
        return finding
    kept = tuple(one for one in finding.proofs if one not in in_led)
    if kept and clause.count is None and not clause.is_only_there:
        return Finding(proofs=kept, note=finding.note)
    return _doubt(_holder(in_led[0]) or led[0])


_KEYWORDS = re.compile(r"(?:for|while|do)\b")


def _macro_loops(outline: Outline) -> Iterator[Item]:
    """The loops that a macro leads, of which no keyword tells the sort."""
    for item in outline.marked("loop"):
        if is_led(item, outline):
            yield item


def is_led(loop: Item, outline: Outline) -> bool:
    """True for a loop that a macro leads, `list_for_each(item, list) { … }`."""
    return outline.language in ("c", "cpp", "objc") and not _KEYWORDS.match(loop.text)


def _holder(proof: Proof) -> Item | None:
    """The block led by a macro around a proof."""
    marked = proof.outline.marked("led")
    return next((item for item in marked if item.span.contains(proof.span)), None)


def _doubt(led: Item) -> Finding:
    name = led.text.partition("(")[0].strip()
    return doubtful(f"whether the macro `{name}` leads a loop can't be told")
