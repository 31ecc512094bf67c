"""Where a lock is taken: by a statement, a guard, a modifier, or a call that is known to.

What only speaks of locks leaves it open. `clock`, `block` and `Interlocked` do not speak of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.control.locks import GUARD
from codewitness.engine.verify.evidence import LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call
from codewitness.model.text import Span

# Words of names that speak of locks; those that end in `lock` are looked at, too.
_LOCKISH = re.compile(
    r"(?:try|re|r|w|rw|rd|wr|f|spin|srw)?lock|mutex|mtx|semaphores?$|sem$|monitor$|synchroni[sz](?!able)|rw$"
    r"|acquir|latch$|critical$"
)
_NO_LOCK = ("clock", "block", "unlock", "padlock")
_IN_WITH = re.compile(r"cond(?:ition)?$|guard$|sync$")
_CERTAIN = re.compile(r"(?:r|rw|w|spin)?lock(?:ed)?|mutex|mtx|synchronized|lockf?")
_SHORT = re.compile(r"\bwith\s+(?:\w+\.)*_*(?:mu|mtx)_*\s*:?\s*$")
_TAKING = re.compile(
    r"(?i)(?:try_?)?(?:r|w|rd|wr|read_?|write_?|with_?)?(?:try_?)?lock"
    r"(?:_?(?:interruptibly|shared|async|mutex|file))?"
    r"|(?:\w+_)?(?:mutex|mtx|spin|rwlock|unfair_lock|lock)_(?:try|timed)?(?:rd|wr)?(?:lock|acquire|enter)"
    r"|synchroni[sz]ed?|(?:mutex|rwlock)_?(?:try_?)?(?:rd|wr|read|write)?lock|mtx_(?:try)?lock"
    r"|(?:Try)?Enter(?:(?:Upgradeable)?Read|Write)Lock|EnterCriticalSection|AcquireSRWLock\w+"
    r"|objc_sync_enter|flockfile"
)
_ENTERING = re.compile(r"(?:\w+[.])*Monitor[.](?:Try)?Enter")
_ACQUIRING = re.compile(r"(?i)(?:try_?)?(?:acquire|enter)(?:_?(?:async|shared|read|write))?")
_LEAVING = re.compile(r"(?i)(?:\w+_)?(?:r|w|rd|wr|read_?|write_?)?(?:unlock|release|exit|leave)\w*")
_LIKE_GUARD = re.compile(
    r"\b\w*(?:(?<![BbCc])[Ll]ock(?:er)?|Mutex\w*)(?:<[^;]*>)?\s+\w+\s*[({][^;]*;"
)
_MODIFIER = re.compile(r"\bsynchronized\b|@Synchronized\b|MethodImplOptions\.Synchronized\b")


def lock_hits(words: Sequence[str], subject: Subject, *, may_make: bool = False) -> Hits:
    """The places that take a lock whose text has all `words`, and why there may be another.

    may_make: places that make one as well.
    """
    fitting: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        for hit, is_sure in (
            *_called(part, may_make=may_make),
            *_stated(part),
            *_guarded(part),
            *_declared(part),
        ):
            text = f"{hit.detail}{hit.arguments or ''}".lower()
            if is_sure and all(word in text for word in words):
                fitting.append(hit)
            else:
                doubt = doubt or f"`{hit.detail}` may take a lock, but that can't be told"
    return Hits(tuple(fitting), "" if fitting else doubt)


def speaks_of_locks(text: str) -> bool:
    """True if a word of a name in it is one for a lock."""
    return any(_is_lockish(word) for word in words_in(text))


def _is_lockish(word: str) -> bool:
    is_ended = word.endswith("lock") and not word.endswith(_NO_LOCK)
    return is_ended or _LOCKISH.match(word) is not None


def _called(part: Part, *, may_make: bool) -> Iterator[tuple[Hit, bool]]:
    for call in part.outline.calls:
        makes = call.name[:1].isupper() and part.outline.language not in _CAPITALS
        is_sure = _takes(call)
        if is_sure is None and _is_handed_lock(call, part):
            is_sure = False
        if (may_make or not makes) and is_sure is not None:
            yield call_hit(call, part, LOOSE), is_sure


_HANDED = re.compile(r"[(,:]\s*[&*]?(?:\w+(?:\.|->))*_?(\w+)(?=\s*[,)])")


def _is_handed_lock(call: Call, part: Part) -> bool:
    """True for `execute(in: itemLock) { … }`, which may take it."""
    if _LEAVING.fullmatch(call.name.rstrip("!?")):
        return False
    given = part.outline.text.slice(Span(call.name_span.end, call.whole.end)).partition("{")[0]
    words = [words_in(name) for name in _HANDED.findall(given)]
    return any(_CERTAIN.fullmatch(one[-1].lower()) for one in words if one)


# Where methods have capitals, so that `x.Lock()` makes no lock.
_CAPITALS = frozenset({"go", "csharp", "c", "cpp", "objc"})


def _takes(call: Call) -> bool | None:
    """Whether a call takes a lock; None if nothing in it speaks of one."""
    name = call.name.rstrip("!?")
    if _TAKING.fullmatch(name) or _ENTERING.fullmatch(call.text):
        return True
    if _LEAVING.fullmatch(name):
        return None
    is_of_lock = speaks_of_locks(call.text.removesuffix(call.name))
    if _ACQUIRING.fullmatch(name):
        return is_of_lock
    return False if is_of_lock or speaks_of_locks(name) else None


def _stated(part: Part) -> Iterator[tuple[Hit, bool]]:
    """`lock (x)`, `synchronized (x)`, `with self._lock`; not what is called there."""
    for item in part.outline.marked("with"):
        head = item.text.split("\n", 1)[0].split("{", 1)[0]
        words = words_in(head)
        span = Span(item.span.start, item.span.start + len(head.rstrip().encode()))
        hit = Hit(EvidenceType.TRY, head.strip(), part.outline, span, span, LOOSE)
        if any(_CERTAIN.fullmatch(word) for word in words) or _SHORT.search(head):
            yield hit, True
        elif any(_is_lockish(word) or _IN_WITH.match(word) for word in words):
            yield hit, False


def _guarded(part: Part) -> Iterator[tuple[Hit, bool]]:
    """`std::lock_guard lock(x);` of C++, and what is declared like one."""
    outline = part.outline
    if outline.language != "cpp":
        return
    raw = outline.text.slice(outline.span)
    for pattern, is_sure in ((GUARD, True), (_LIKE_GUARD, False)):
        for found in pattern.finditer(raw):
            span = outline.text.part_of(outline.span, *found.span())
            if not any(silent.contains(span) for silent in outline.silent):
                yield Hit(EvidenceType.CALL, found[0], outline, span, span, LOOSE), is_sure


def _declared(part: Part) -> Iterator[tuple[Hit, bool]]:
    """A method that is declared as `synchronized`."""
    outline = part.outline
    if outline.language not in ("java", "kotlin", "csharp"):
        return
    spans = [outline.header_span, *(item.span for item in outline.marked("decorator"))]
    for span in spans:
        raw = outline.text.slice(span)
        if found := _MODIFIER.search(raw):
            at = outline.text.part_of(span, *found.span())
            yield Hit(EvidenceType.SIGNATURE, found[0], outline, at, at, LOOSE), True
            return
