"""`calls f even if x`, `regardless of x`: whether a place is one that is not come to where x is."""

from __future__ import annotations

import re

from codewitness.engine.verify.code.deferring import deferred_by
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Around
from codewitness.model.text import Span

_WHATEVER = re.compile(
    r"(?:regardless|irrespective|independent(?:ly)?) of (?:whether |the value of |what )?(?:the )?"
    r"`?(?P<name>[\w.@$]+)`?(?: is(?: set| true| given)?)?$"
)
_EVEN_IF = re.compile(r"\beven (?:if|when|though) (?P<case>.+)$")
# What else is said so, of a state alone.
_ALSO_IF = re.compile(
    r"(?:no matter|also) (?:if|when|though|whether) (?P<case>`?[\w.@$]+(?:\(\))?`? "
    r"(?:is|are|was) "
    r"(?:(?:not|false|true|null|none|nil|empty|unset|off|on|missing|set|zero)\b ?)+)$"
)
_SWITCHED = {"off": "false", "on": "true"}


def is_out_of_question(hit: Hit, said: str) -> bool:
    """True if a place is not reached in the case that a claim says makes no difference."""
    if (found := _EVEN_IF.search(said) or _ALSO_IF.search(said)) is not None:
        words = found["case"].replace("`", "").split()
        return _is_so(" ".join(_SWITCHED.get(word, word) for word in words), hit) is False
    if (named := _WHATEVER.search(said)) is None:
        return False
    asked = [hit.outline.text.slice(span) for span in conditions_around(hit)]
    is_asked = named["name"] in [re.sub(r"[\s()]|^!|\bnot\b", "", text) for text in asked]
    return is_asked or _is_so(named["name"], hit) is not None


def _is_so(case: str, hit: Hit) -> bool | None:
    return is_as_said(f"if {case}", hit.outline, hit.whole, is_only=False).is_so


_ERRORS = re.compile(
    r"\beven (?:if|when|though) .*\b(?:raises?|throws?|panics?|fails?|crashes|exceptions?|errors?"
    r"|raised|thrown|failed)\b"
)
_WHAT_FAILS = re.compile(
    r"\beven (?:if|when|though) `?(?P<what>[\w.@ ]+?)`?(?:\(\))? "
    r"(?:raises?|throws?|panics?|fails?|crashes|raised|thrown|threw|failed)\b"
)
_WHATEVER_FAILS = frozenset(
    {*("it", "that", "this", "something", "anything", "one", "any", "they", "these", "either")}
    | {*("call", "work", "operation", "task", "function", "body", "block", "code", "step")}
    | {*("action", "callback", "handler", "request", "test", "command", "process", "job")}
    | {*("exception", "error")}
)
_STEM = 4


def is_there_what_fails(hit: Hit, said: str) -> bool:
    """True unless `even if the download fails` names what nothing before the place speaks of."""
    found = _WHAT_FAILS.search(said)
    words = set(re.findall(r"[a-z]+", found["what"].lower())) if found is not None else set()
    if not words or words & _WHATEVER_FAILS:
        return True
    outline = hit.outline
    before = outline.text.slice(Span(outline.span.start, max(outline.span.start, hit.whole.end)))
    spoken = f"{outline.name} {before}".lower()
    return any(word[:_STEM] in spoken for word in words if len(word) >= _STEM - 1)


# Of these a call that fails comes back, as a rule.
_BY_VALUES = frozenset({"c", "objc", "go", "rust"})


def says_of_errors(said: str) -> bool:
    """True for `even if the callback raises`."""
    return _ERRORS.search(said) is not None


def is_come_to_anyhow(hit: Hit) -> bool:
    """True in a `finally`, for what is deferred, and where nothing before it may have raised."""
    outline = hit.outline
    around = outline.around(hit.whole)
    if Around.FINALLY in around or deferred_by(outline, hit.whole) is not None:
        return True
    if outline.language in _BY_VALUES:
        return True
    tried = [r.span for r in outline.regions if r.around is Around.TRY]
    is_caught = bool(outline.marked("handler"))
    before = [call.whole for call in outline.calls if call.whole.end <= hit.whole.start]
    before += [item.span for item in outline.marked("yield") if item.span.end <= hit.whole.start]
    left = [span for span in tried if not span.contains(hit.whole)]  # else it is passed over, too
    return all(is_caught and any(span.contains(one) for span in left) for one in before)
