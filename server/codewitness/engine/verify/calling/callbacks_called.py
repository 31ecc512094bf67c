"""`calls a callback`, `never calls the hook`: a call of what it was given, or that is called so."""

from __future__ import annotations

import re

from codewitness.engine.verify.calling import calls
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import LOOSE, Finding
from codewitness.engine.verify.hit import Hits
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call

_SAID = re.compile(
    r"\b(?:calls?|calling|invokes?|runs?|triggers?|fires?|executes?) "
    r"(?:a|an|any|the|its|no|each|every|all)(?: (?:single|given|user|passed))?"
    r" (?:callback|hook|listener|handler|delegate)s?\b"
)
_NAMES = frozenset(
    {"callback", "callbacks", "cb", "hook", "hooks", "listener", "handler", "delegate"}
)
# What callbacks are put by, taken away by, or looked for.
_KEEPING = frozenset(
    {*("add", "remove", "set", "register", "unregister", "subscribe", "unsubscribe", "attach")}
    | {*("detach", "has", "get", "is", "clear", "make", "create", "new", "bind", "delete", "wrap")}
)
_INVOKING = frozenset({"Invoke", "invoke", "call", "apply", "accept", "run"})


def rule_calls(clause: Clause, subject: Subject) -> Finding:
    """`calls X`, and `calls a callback`, of which only the sort is said."""
    if clause.objects or _SAID.search(clause.text) is None:
        return calls.rule_calls(clause, subject)
    return judged(clause, lambda _: _called(subject))


def says_callback(text: str) -> bool:
    """True for `calls the callback`, which is not named."""
    return _SAID.search(text) is not None


def _called(subject: Subject) -> Hits:
    each = [(call, part) for part in subject.parts for call in part.outline.calls]
    hits = tuple(calls.call_hit(one, part, LOOSE) for one, part in each if is_callback(one, part))
    doubt = "which of its calls are of a callback can't be told" if each and not hits else ""
    return Hits(hits, doubt)


def is_callback(call: Call, part: Part) -> bool:
    """True for a call of a function that is given to the subject, or is named as a callback."""
    first, *rest = parts(call.text)
    is_given = any(one.name == first for one in part.outline.parameters)
    if is_given and (not rest or (len(rest) == 1 and rest[0] in _INVOKING)):
        return True
    words = in_words(parts(call.text)[-1]).lower().split()
    is_made = parts(call.text)[-1][:1].isupper() and part.outline.language not in ("go", "csharp")
    if is_made:
        return False  # `Listener(f)`
    if words and words[0] in _KEEPING:
        return False  # `addEventListener(f)`, which is handed it
    is_event = re.match(r"_?on[A-Z_]", parts(call.text)[-1]) is not None
    return bool(_NAMES & set(words)) or is_event
