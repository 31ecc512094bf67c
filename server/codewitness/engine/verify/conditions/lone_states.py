"""`if the watcher is closed` of `w.isClosed()`: a state that but one thing is asked for.

What is spoken of has no name there. A state may be asked for by its opposite, `isOpen()`, and what
is being done by the name of a flag, `isStopping`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from codewitness.engine.verify.conditions.near_names import Asked, only_one
from codewitness.engine.verify.reading.stems import stems

_LEAD = r"(?P<lead>(?:only )?(?:if|when|unless|once|whenever|as soon as))"
_STATE = re.compile(
    rf"^{_LEAD} (?:the|its|this|that|it) ?(?P<noun>[a-z]+)? ?(?:is|was|were|are|has been)"
    r" (?P<no>not )?(?:already |still |yet )?(?P<being>being )?(?P<state>[a-z]{4,})"
    r"(?: already| yet)?$"
)
_OPPOSITE = {
    "closed": "open",
    "open": "closed",
    "stopped": "running",
    "running": "stopped",
    "disconnected": "connected",
}
_STATES = frozenset({"closed", "open", "stopped", "running", "connected", "disconnected"})
_STATES |= {"disposed", "destroyed", "started", "paused", "locked", "cancelled", "finished"}


def lone_state(
    described: str, asked: Sequence[Asked], split: Callable[[str], tuple[str, ...]]
) -> str:
    """The condition by the name of that state; empty if there is none, or another may be meant."""
    said = _STATE.match(described)
    if said is None:
        return ""
    noun = split(said["noun"]) if said["noun"] else ()
    denied = "not " if said["no"] else ""
    if said["being"]:
        name = only_one(one.text for one in asked if _is_doing(noun, said["state"], one))
        return f"{said['lead']} {denied}{name}" if name else ""
    if said["state"] not in _STATES or any(set(noun) & set(one.words + one.owner) for one in asked):
        return ""
    for state, is_turned in ((said["state"], False), (_OPPOSITE.get(said["state"], ""), True)):
        name = only_one(one.text for one in asked if state and one.words == (state,))
        if name:
            return f"{said['lead']} {'not ' if bool(denied) != is_turned else ''}{name}"
    return ""


def _is_doing(noun: tuple[str, ...], state: str, one: Asked) -> bool:
    """True of `_is_process_stopping`, where the process is being stopped."""
    doing = set(stems(state))
    own = [word for word in one.words if set(stems(word)) & doing]
    left = tuple(word for word in one.words if word not in own)
    return len(own) == 1 and own[0].endswith("ing") and left in ((), noun)
