"""Whose summary it is: it names the last message of what it sums up, often that of another file."""

from __future__ import annotations

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
