"""That something is remembered or marked: `marks the job as done`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.bound.acts import Act
from codewitness.engine.verify.bound.things import is_that, thing_said
from codewitness.engine.verify.bound.words import is_same, plain, words_of
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.in_passing.phrases import given_to
from codewitness.engine.verify.subject import Part
from codewitness.model.text import Span

_REMEMBERS = re.compile(
    r"(?:remembers|records|notes|stores|keeps track of|tracks)"
    r" (?P<how>that|whether|if) (?P<said>.+)$"
)
_MARKS = re.compile(
    r"(?:marks|flags) (?P<what>.+?) (?:as|to be) (?:being |having been )?(?P<state>[a-z][\w -]*)$"
)
_IDLE = frozenset(
    {*("it", "the", "a", "an", "was", "is", "were", "are", "has", "have", "been", "its", "had")}
    | {*("already", "ever", "we", "there", "being", "be")}
)
_TRUE = re.compile(r"true|True|YES|1")
_FALSE = re.compile(r"false|False|NO|0")


def marked_things(text: str, part: Part) -> Iterator[Act]:
    """The places that show what is remembered or marked."""
    for pattern, find in _FINDERS:
        if (said := pattern.fullmatch(text)) is not None:
            yield from find(said, part)


def _remembered(said: re.Match[str], part: Part) -> Iterator[Act]:
    """`_closeFrameReceived = true` of `remembers that the close frame was received`."""
    if re.search(r"\b(?:not|no|never|if|when|unless)\b", said["said"]):
        return
    asked = [plain(one) for one in re.split(r"[ -]", said["said"]) if one not in _IDLE]
    for item in part.outline.assigned:
        target = words_of(re.split(r"[.>:]", item.target)[-1])
        is_true = _TRUE.fullmatch(item.value.strip()) is not None
        is_told = said["how"] != "that" and _FALSE.fullmatch(item.value.strip()) is None
        if (is_true or is_told) and _are_all(asked, target) and re.search(r"[.@>]", item.target):
            yield _set(item.target, item.target_span, item.value_span, part)


def _are_all(asked: Sequence[str], words: Sequence[str]) -> bool:
    """True if a name has just these words, besides such as say that it is a question."""
    bare = [one for one in words if one not in ("is", "has", "was", "m", "did")]
    return len(bare) == len(asked) and all(map(is_same, bare, asked))


def _set(target: str, start: Span, end: Span, part: Part) -> Act:
    span = Span(start.start, end.end)
    return Act(EvidenceType.ATTRIBUTE_WRITE, target, part, span, f"sets `{target}`")


def _marked(said: re.Match[str], part: Part) -> Iterator[Act]:
    """`job.done = true`, or `mark_job_done()` and `markDone(job)`."""
    outline, thing = part.outline, thing_said(said["what"])
    state = [plain(one) for one in re.split(r"[ -]", said["state"])]
    if thing is None or thing.is_each:
        return
    for item in outline.assigned:
        *owner, last = re.split(r"\.|->|::", item.target)
        is_it = _is_own(thing.words, owner, part) or (
            bool(owner) and is_that(thing, ".".join(owner), outline)
        )
        if is_it and _are_all(state, words_of(last)) and _TRUE.fullmatch(item.value.strip()):
            yield _set(item.target, item.target_span, item.value_span, part)
    for call in outline.calls:
        name = words_of(call.name)
        if name[:1] != ("mark",) or not all(any(is_same(a, b) for b in name) for a in state):
            continue
        rest = [one for one in name[1:] if not any(is_same(one, other) for other in state)]
        on = call.text[: -len(call.name)].rstrip(".:>-")
        places = [*given_to(call, outline), *([on] if on else [])]
        is_in_name = bool(rest) and all(any(is_same(a, b) for b in rest) for a in thing.words)
        if is_in_name or (not rest and any(is_that(thing, one, outline) for one in places)):
            yield Act(EvidenceType.CALL, call.text, part, call.whole, f"calls `{call.text}`")


def _is_own(words: Sequence[str], owner: Sequence[str], part: Part) -> bool:
    """True for a field of the object itself, whose class is spoken of."""
    own = words_of(part.around.container)
    is_self = [one.strip() for one in owner] in (["self"], ["this"], [part.around.receiver])
    return is_self and len(words) == 1 and bool(own) and is_same(words[0], own[-1])


_FINDERS = (
    (_REMEMBERS, _remembered),
    (_MARKS, _marked),
)
