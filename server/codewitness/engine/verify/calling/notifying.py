"""`notifies the listeners`: what is called of each of them, and what may be called for them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.control.iterating import iterated_in, names_of
from codewitness.engine.verify.evidence import LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.names import dotted

_OF_EACH = frozenset({"forEach", "each", "for_each", "ForEach", "onEach"})
# Those that are there to be told; to `join()` each worker tells them nothing.
_LISTENING = re.compile(
    r"listener|observer|subscri|handler|callback|hook|watch|delegate|plugin|waiter|client|peer"
    r"|monitor|middleware|sink|extension|consumer|interceptor|reporter|receiver"
)
_ON = re.compile(r"_*[oO]n(?:_[a-z]|[A-Z])")


def notified(clause: Clause, words: list[str], subject: Subject) -> Iterator[Hit]:
    """Loops over what is named so, in which something is called: `listeners.forEach(f => f(x))`."""
    is_one = re.match(r"\w+ (?:one|an?) ", clause.text) is not None
    if clause.detail != "notify" or not words or is_one or not _LISTENING.match(words[-1]):
        return
    for part in subject.parts:
        outline = part.outline
        for call in outline.calls:
            owners = parts(dotted(call.text.replace("?", "").replace("!", "")))[:-1]
            if call.name in _OF_EACH and owners and _are(owners[-1], words):
                yield call_hit(call, part, LOOSE)
        for loop in outline.marked("loop"):
            names = [name for text in iterated_in(loop, part) for name in names_of(text)]
            is_done = any(loop.span.contains(call.whole) for call in outline.calls)
            if is_done and any(_are(name, words) for name in names):
                yield Hit(EvidenceType.LOOP, "loop", outline, loop.span, loop.span, LOOSE)


def may_notify(clause: Clause, part: Part) -> str:
    """Why `notifies x` is left open though no call is named so: `on_removed(…)` may do it."""
    if clause.detail != "notify":
        return ""
    called = next((call.text for call in part.outline.calls if _ON.match(call.name)), "")
    return f"`{called}` is called, but whom that tells can't be seen" if called else ""


def _are(name: str, words: list[str]) -> bool:
    """True if a name has the last of the words, and no other that is not said."""
    named = [word.rstrip("s") for word in letters_in(name)]
    asked = [word.rstrip("s") for word in words]
    return bool(named) and named[-1] == asked[-1] and set(named) <= set(asked)
