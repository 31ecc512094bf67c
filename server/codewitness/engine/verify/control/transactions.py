"""Whether something is done in a transaction: in a block that is one, or that is run in one."""

from __future__ import annotations

import re

from codewitness.engine.verify.control.locks import run_by
from codewitness.engine.verify.hit import Hit
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_SPEAKING = re.compile(
    r"(?i)transact|atomic(?!\w*(?:integer|long|ref|bool))|\bbegin_?tx|\btx\b|\btxn\b"
)
_RUNNING = re.compile(
    r"(?i)[\w.@?!]*\b\w*(?:transaction(?:al|_scope|async)?|atomic(?:ally)?)!?\s*(?:\([^(){}]*)?\)?\s*$"
)
_BLOCK = re.compile(r"(?i)\w*(?:transaction|atomic)\w*[!?]?")


def is_in_transaction(outline: Outline, span: Span) -> bool:
    """True in `with db.transaction():`, `db.transaction do … end`, `transaction { … }`."""
    if any(one.contains(span) and one != span for one in _blocks(outline)):
        return True
    return _RUNNING.search(run_by(outline)) is not None


def unseen_transaction(hits: list[Hit]) -> str:
    """Why it is left open whether one is under way; empty where a block shows where it ends."""
    if any(_blocks(hit.outline) for hit in hits):
        return ""
    return "where a transaction begins and ends can't be seen"


def _blocks(outline: Outline) -> list[Span]:
    blocks = [
        item.span
        for item in outline.marked("with")
        if _SPEAKING.search(re.split(r"\n|\{", item.text, maxsplit=1)[0])
    ]
    if outline.language == "ruby":
        blocks += [
            Span(call.span.end, call.whole.end)
            for call in outline.calls
            if _BLOCK.fullmatch(call.name)
            and re.search(r"\bdo\b|\{", outline.text.slice(Span(call.span.end, call.whole.end)))
        ]
    return blocks
