"""`takes read_mutex`: a lock is taken, and no parameter, by what it is called."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject

_LOCK = re.compile(r"\w+(?:_lock|Lock|_mutex|Mutex|_mtx|Mtx|_mu|[a-z]Mu)_?")
_OWN_LOCK = re.compile(r"_*(?:lock|mutex|mtx|mu)_?")  # `self._lock`, `p.mu`
_LOCKS = re.compile(r"(?:both |all |two )?(?:of )?(?:the |its )?(?:locks|mutexes)")


def as_locking(clause: Clause, subject: Subject) -> Clause:
    """The clause as one about a lock, if what it takes is named so and is no parameter."""
    if clause.predicate is not Predicate.TAKES or len(clause.objects) != 1:
        return clause
    if not clause.objects[0].is_code and _LOCKS.fullmatch(clause.objects[0].text):
        return replace(clause, predicate=Predicate.ACTS, objects=(), detail="lock")
    name = parts(clause.objects[0].text)[-1]
    given = {one.name for one in subject.head.outline.parameters}
    is_owned = "." in clause.objects[0].text and _OWN_LOCK.fullmatch(name) is not None
    is_lock = is_owned or _LOCK.fullmatch(name) is not None
    if not clause.objects[0].is_code or name in given or not is_lock:
        return clause
    return replace(clause, predicate=Predicate.ACTS, detail="lock")
