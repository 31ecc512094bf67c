"""What is done where a call has failed: `if not self.disk.push(x): self.memory.push(x)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around, Outline

_FAILED = re.compile(
    r"\(?\s*(?:(?:not\b|!(?!=))\s*(?P<denied>[\w.$:>-]+)(?P<given>\(.*)?"
    r"|(?P<error>\w*[eE]rr\w*)\s*!=\s*(?:nil|NULL|null|0)"
    r"|(?P<none>[\w.$]+)\s*(?:={2,3}|is)\s*(?:None|null|nil|undefined|nullptr|NULL|[Ff]alse))\s*\)?$",
    re.DOTALL,
)
_ARMS = frozenset({Around.BRANCH, Around.ELSE})


def done_instead(hits: tuple[Hit, ...]) -> Iterator[Hit]:
    """Of the calls those that stand where another, or what it gave, is asked to have failed."""
    for hit in hits:
        if hit.outline.innermost(hit.whole, Around.BRANCH) is None:
            continue
        texts = [hit.outline.text.slice(span).strip() for span in conditions_around(hit)]
        if texts and _asks_for_failure(texts[-1], hit.outline):
            yield hit


def may_be_instead(outline: Outline) -> bool:
    """True if anything there is done under a condition, or in a handler."""
    return any(one.around in _ARMS | {Around.HANDLER} for one in outline.regions)


def _asks_for_failure(condition: str, outline: Outline) -> bool:
    asked = _FAILED.match(condition)
    if asked is None:
        return False
    name = asked["denied"] or asked["error"] or asked["none"]
    made = [one.value for one in outline.assigned if name in one.target.split()[-1:]]
    return bool(asked["given"]) or any(value.rstrip().endswith((")", "}")) for value in made)
