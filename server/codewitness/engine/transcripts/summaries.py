"""What conversations have of one another: summaries that stand elsewhere, and all messages.

A summary names the last message of what it sums up, often that of another file. A conversation that
was resumed may go on in a new file that begins with a copy of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from codewitness.engine.transcripts.conversation import Conversation


def settle_summaries(listed: Sequence[Conversation]) -> list[Conversation]:
    """Give each conversation the summary that is about it; gives those whose summary is another.

    A summary whose last message nobody has is about the conversation in whose file it stands.
    """
    of_others: dict[int, str] = {}
    own: dict[int, str] = {}
    for one in listed:
        for leaf, text in one.summaries:
            owner = _owner(one, leaf, listed)
            (own if owner is one else of_others)[id(owner)] = text
    changed = []
    for one in listed:
        summary = own.get(id(one)) or of_others.get(id(one), "")
        if summary != one.summary:
            one.summary = summary
            changed.append(one)
    return changed


def _owner(one: Conversation, leaf: str, listed: Sequence[Conversation]) -> Conversation:
    key = hash(leaf)
    if not leaf or key in one.uuids:
        return one
    return next((other for other in listed if key in other.uuids), one)


def find_copies(listed: Sequence[Conversation]) -> None:
    """Note of each conversation whether all of it is in another one, which goes on or is a copy."""
    by_first: dict[int, list[Conversation]] = defaultdict(list)
    for one in listed:
        if one.first_uuid:
            by_first[one.first_uuid].append(one)
    for same in by_first.values():
        for at, one in enumerate(same):
            # Of two copies of one file the first one stands for both.
            others = [it for it in same[at:] if it.uuids != one.uuids]
            one.goes_on = any(_is_in(one, other) for other in (*same[:at], *others))


def _is_in(one: Conversation, other: Conversation) -> bool:
    """True if the other begins with all of this one; names of messages alone may be the same."""
    if not one.uuids <= other.uuids or one.project != other.project:
        return False
    asked = other.arcs[: len(one.arcs)]
    edits = [(edit.message, edit.path) for edit in other.edits[: len(one.edits)]]
    return one.arcs == asked and [(edit.message, edit.path) for edit in one.edits] == edits
