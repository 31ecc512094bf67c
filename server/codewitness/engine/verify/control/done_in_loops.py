"""`evicts in a loop`: what is called so has to be called in one, if anything there is."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around

_DONE = re.compile(
    r"(?:then |also |always )*(?P<verb>[a-z]+)(?: \w+)? in (?:a|an|its|the) (?:\w+ )?loop\b"
)
_LOOPS = frozenset({Around.LOOP, Around.COMPREHENSION})


def called_in_no_loop(clause: Clause, subject: Subject) -> str:
    """A call named like the verb, if there are such and none of them stands in a loop."""
    said = _DONE.match(clause.text)
    if said is None or clause.objects:
        return ""
    wanted = set(stems(said["verb"]))
    named = [
        (call.text, part.outline.around(call.whole))
        for part in subject.parts
        for call in part.outline.calls
        if wanted & set(in_words(parts(call.text)[-1]).lower().split()[:1])
    ]
    is_there = any(around & _LOOPS for _, around in named)
    return "" if is_there or not named else named[0][0]
