"""Calls that take something out of what they are called on, or of what they are given."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.evidence import LOOSE
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.state.data import FITTING, fit_item, mutations
from codewitness.engine.verify.subject import Part

_PLAIN = frozenset({"pop", "remove", "delete", "discard", "clear", "popitem", "erase"})
_PLAIN |= {"popleft", "pop_front", "pop_back", "pop_first", "pop_last", "dequeue", "shift"}
_NAMED = re.compile(
    r"_?(?:[pP]op|[rR]emove|[dD]elete|[dD]iscard|[eE]rase|[eE]vict|[uU]nset)_?(?=[A-Z_]|$|[a-z]+$)"
)
_VERB = re.compile(r"(?i)_?(?:pop|remove|delete|discard|erase|evict|unset)_?")
# What may be said of anything that is in a container, and where in it that is.
_ANYTHING = frozenset(
    {*("object", "item", "element", "elem", "entry", "key", "value", "row", "record", "node")}
    | {*("member", "child", "at", "first", "last", "front", "back", "by", "if", "where", "all")}
    | {*("range", "index", "one", "id", "many", "min", "max")}
)


def taken_out(wanted: str, part: Part, said: str = "") -> Iterator[Hit]:
    """`x.pop(k)`, `x.removeItem(k)`, Go's `delete(x, k)`; `said` may name what is removed."""
    told = {word.rstrip("s") for word in letters_in(said)}
    for hit in mutations(wanted, part, _NAMED):
        name = parts(hit.detail)[-1]
        if name.lower() in _PLAIN or _is_of(name, told):
            yield hit
    for call in part.outline.calls if part.outline.language == "go" else ():
        hit = call_hit(call, part, LOOSE)
        first = (hit.arguments or "").strip("() \n").split(",")[0].strip()
        if call.text == "delete" and first and fit_item(part, first, wanted) in FITTING:
            yield hit


def _is_of(name: str, told: set[str]) -> bool:
    """True for `removeItem`, and for `removeListener` where a listener is spoken of."""
    found = _VERB.match(name)
    if found is None:
        return False
    words = letters_in(name[found.end() :])
    return bool(words) and (words[0] in _ANYTHING or bool({w.rstrip("s") for w in words} & told))
