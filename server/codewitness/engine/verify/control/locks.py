"""Whether something is done under a lock: in a block that holds one, or between two calls."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.hit import Hit, has_word
from codewitness.model.facts import Kind
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_LOCK = re.compile(
    r"(?i)lock|mutex|synchroni[sz]ed|semaphore|monitor"
    r"|^(?:async\s+)?with\s+(?:\w+\.)*_*(?:mu|mtx|rw|sem|cv|cond(?:ition)?)_*\s*:"
)
# What is entered without a call, `with self.guard:`, and may be a lock.
_MAY_LOCK = re.compile(r"(?:async\s+)?with\s+[\w.]+\s*:")
_TAKEN = re.compile(
    r"(?i)(?:r|w|read_?|write_?)?(?:lock|acquire|enter)(?:_?mutex)?"
    r"|(?:try)?enter(?:upgradeable)?(?:read|write)lock"
)
_LEFT = re.compile(
    r"(?i)(?:r|w|read_?|write_?)?(?:unlock|release|exit|leave)(?:_?mutex)?"
    r"|exit(?:upgradeable)?(?:read|write)lock"
)


def is_lock(head: str) -> bool:
    """True of `with self._lock:`."""
    return _LOCK.search(head) is not None


def is_locked(outline: Outline, span: Span, named: str = "") -> bool:
    """True in a `with lock`, a `synchronized` block, and behind `mu.Lock()` that still holds.

    named: which lock it must be, if a claim says.
    """
    for item in outline.marked("with"):
        head = re.split(r"\n|\{", item.text, maxsplit=1)[0]
        is_around = item.span.contains(span) and item.span != span
        if is_around and (has_word(head, named) if named else _LOCK.search(head)):
            return True
    if any(one.contains(span) for one in _blocks(outline, named)):
        return True
    if (run := _RUN_LOCKED.search(run_by(outline))) is not None:
        return not named or has_word(run[0], named)
    deferred = [item.span for item in outline.marked("deferred")]
    if outline.language == "rust":
        return _is_held(outline, span, named)
    taken = [
        c.whole
        for c in outline.calls
        if _TAKEN.fullmatch(c.name.rstrip("!?"))
        and (not named or has_word(outline.text.slice(c.whole), named))
    ]
    left = [
        c.whole
        for c in outline.calls
        if _LEFT.fullmatch(c.name.rstrip("!?")) and not any(d.contains(c.whole) for d in deferred)
    ]
    taken += [one for one in _guards(outline, named) if _is_in_block(outline, one, span)]
    before = [one.end for one in taken if one.end <= span.start and _lasts(outline, one, span)]
    left = [one for one in left if not _is_on_way_out(outline, one, span)]
    return bool(before) and not any(max(before) <= one.start < span.start for one in left)


def _is_on_way_out(outline: Outline, left: Span, span: Span) -> bool:
    """True for what unlocks in an arm that leaves the function, and never comes to the span."""
    arms = [r.span for r in outline.regions if r.around in (Around.BRANCH, Around.ELSE)]
    own = [arm for arm in arms if arm.contains(left) and not arm.contains(span)]
    return any(arm.contains(one) and one.start >= left.end for arm in own for one in outline.exits)


# What runs the function that it is given under a lock, and what may, by a queue.
_RUN_LOCKED = re.compile(
    r"[\w.@?!]*\b(?:withLock(?:Unchecked|IfAvailable)?|synchronized|with(?:Read|Write)Lock"
    r"|lockAround|locked)\s*(?:\([^(){}]*\)\s*)?$"
)
_RUN_IN_TURN = re.compile(r"\b[\w.?!]*\.(?:sync|async|withCriticalRegion)\s*(?:\([^(){}]*\)\s*)?$")
_LONGEST = 120  # bytes of what stands before a lambda


def run_by(outline: Outline) -> str:
    """What calls the lambda, up to it; empty of what has a name."""
    if outline.kind is not Kind.LAMBDA:
        return ""
    start = outline.span.start
    raw = outline.text.raw[max(start - _LONGEST, 0) : start].decode("utf-8", "replace")
    return raw.rpartition("\n")[2]


def may_be_in_turn(hits: Sequence[Hit]) -> str:
    """Why it is left open whether a lock is held: a queue runs it, one after another."""
    found = (_RUN_IN_TURN.search(run_by(hit.outline)) for hit in hits)
    return next((f"`{one[0].strip()}` may serve as a lock" for one in found if one), "")


_WITH_BLOCK = re.compile(r"(?:mon_)?synchronize|with_(?:read_|write_)?lock|lock")


def _blocks(outline: Outline, named: str = "") -> list[Span]:
    """The blocks of Ruby that are run under a lock: `@lock.synchronize { … }`."""
    if outline.language != "ruby":
        return []
    return [
        Span(call.span.end, call.whole.end)
        for call in outline.calls
        if _WITH_BLOCK.fullmatch(call.name) and (not named or has_word(call.text, named))
        if call.name != "lock" or "{" in outline.text.slice(Span(call.span.end, call.whole.end))
    ]


_GUARD_MADE = re.compile(
    r"\.(?:lock|read|write)\(\)(?:\.(?:unwrap|expect|unwrap_or_else)\((?:[^;()]|\([^()]*\))*\)|\.await|\?)*$"
)


def _is_held(outline: Outline, span: Span, named: str) -> bool:
    """As `is_locked`, for Rust: while what `lock()` gave is bound, and else in that statement."""
    for one in outline.assigned:
        if one.value_span.end > span.start or not _GUARD_MADE.search(one.value.strip()):
            continue
        if named and not has_word(one.value, named):
            continue
        name = one.target.split()[-1]
        dropped = any(
            call.name == "drop"
            and one.value_span.end <= call.whole.start < span.start
            and outline.text.slice(Span(call.span.end, call.whole.end)).strip("() ") == name
            for call in outline.calls
        )
        if not dropped and _is_in_block(outline, one.value_span, span):
            return True
    inner = (
        c
        for c in outline.calls
        if c.name == "lock" and c.whole != span and (not named or has_word(c.text, named))
    )
    return any(span.contains(call.whole) for call in inner)


def _is_in_block(outline: Outline, taken: Span, span: Span) -> bool:
    """True if the block that a guard was made in is not left before the span."""
    depth = 0
    for char in outline.text.slice(Span(taken.end, span.start)):
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return True


def _lasts(outline: Outline, taken: Span, span: Span) -> bool:
    """True if whatever block the lock is taken in holds what is done, too."""
    return all(r.span.contains(span) for r in outline.regions if r.span.contains(taken))


def _guards(outline: Outline, named: str = "") -> list[Span]:
    """Where C++ takes a lock for the rest of a block: `std::lock_guard<…> lock(mutex_)`."""
    if outline.language != "cpp":
        return []
    said = outline.text.slice(outline.span)
    made = (one for one in GUARD.finditer(said) if not named or has_word(one[0], named))
    return [outline.text.part_of(outline.span, found.end(), found.end()) for found in made]


# Of the standard library, and what is named as one and given a mutex: `MutexLock lock(mutex_);`.
GUARD = re.compile(
    r"\b(?:lock_guard|unique_lock|scoped_lock|shared_lock)(?:_type|_t)?\b[^;]*;"
    r"|\b(?![Uu]n)\w*(?:Mutex|Auto|Scoped|Read|Write|Shared|Unique|Exclusive|Spin)\w*?"
    r"(?:Lock(?:er)?|Guard)(?:<[^;]*>)?\s+\w+\s*[({]\s*[&*]?[\w.>:-]*?(?:(?i:mutex|mtx|lock)|mu)_?\s*[)}]\s*;"
)


def locked_blocks(outline: Outline) -> list[Span]:
    """The blocks that hold a lock."""
    return [
        item.span
        for item in outline.marked("with")
        if _LOCK.search(re.split(r"\n|\{", item.text, maxsplit=1)[0])
    ]


def has_lock(outline: Outline) -> bool:
    """True if it takes a lock that can be seen."""
    heads = (re.split(r"\n|\{", item.text, maxsplit=1)[0] for item in outline.marked("with"))
    taken = any(_TAKEN.fullmatch(call.name.rstrip("!?")) for call in outline.calls)
    is_given = bool(_guards(outline) or _blocks(outline))
    return taken or is_given or any(map(_LOCK.search, heads))


def unseen_lock(hits: Sequence[Hit]) -> str:
    """Why it is left open whether a lock is held: one is spoken of, but its end can't be seen."""
    for hit in hits:
        for item in hit.outline.marked("with"):
            head = item.text.split("\n", 1)[0]
            is_around = item.span.contains(hit.whole) and not _LOCK.search(head)
            if is_around and _MAY_LOCK.match(head):
                return f"`{head}` may hold one"
        for call in hit.outline.calls:
            name = call.name.rstrip("!?")
            is_seen = bool(_TAKEN.fullmatch(name) or _LEFT.fullmatch(name)) or any(
                one.start == call.span.end for one in _blocks(hit.outline)
            )
            if _LOCK.search(call.text) and not is_seen:
                return f"`{call.text}` is called: where its lock is held can't be seen"
    return ""
