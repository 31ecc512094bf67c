"""`deletes the root`, of `rmdir(self.root)`: what a call that is given a thing may do to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.code.stepping import STEPPING
from codewitness.engine.verify.errors.handing_on import TELLING
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call
from codewitness.model.text import Span

# What an assignment does, and no call that is but given the thing.
_SETTING = frozenset(
    {"", "set", "assign", "clear", "empty", "modify", "mutate", "change", "alter", *STEPPING}
)
_ASKING = re.compile(
    r"(?i)_*(?:get|is|has|len|size|count|contains|exists?|str|repr|int|bool|isinstance|type|hash"
    r"|equals|compare|to_?string|check|assert|expect|copy|clone|hash_?code)(?=$|[A-Z_])"
)


def may_be_left_to_call(clause: Clause, subject: Subject) -> str:
    """Why it is left open whether something is done to what plain words name; empty if not."""
    if clause.predicate is not Predicate.WRITES or clause.detail in _SETTING or clause.arguments:
        return ""
    for one in clause.objects:
        for part in subject.parts:
            for call in _given(parts(one.text)[-1], part):
                if clause.detail in _WRITING or not TELLING.match(call.name):
                    return f"`{call.text}` is given it, and may do so"
    return ""


_WRITING = frozenset({"write", "record", "store", "save"})


def _given(name: str, part: Part) -> Iterator[Call]:
    """The calls that may do something with what has this name: they ask for nothing."""
    outline = part.outline
    asking = [item.span for item in outline.marked("condition")]
    for call in outline.calls:
        if _ASKING.match(call.name) or any(span.contains(call.whole) for span in asking):
            continue
        given = _MESSAGE.sub('""', outline.text.slice(Span(call.span.end, call.whole.end)))
        if has_word(given, name):
            yield call


# A text of several words, in which no name is put.
_MESSAGE = re.compile(r"\"(?:[^\"{}$\\\n]*\s[^\"{}$\\\n]*)\"|'(?:[^'{}$\\\n]*\s[^'{}$\\\n]*)'")
