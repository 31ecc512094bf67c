"""Strings as names: what is read, set or taken out under a key, `d["k"] += 1`, `getenv("k")`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.evidence import EXACT, LOOSE, EvidenceType
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split
from codewitness.model.outline import Call
from codewitness.model.text import Span

_FITTING = (Fit.EXACT, Fit.ALIAS, Fit.LOOSE)
# A string, or a symbol of Ruby: its prefix, and what it says.
_LITERAL = re.compile(r"(?s)(?:[@bBrRuUfFL]{0,2}([\"'`])(.*)\1|:(\w+[?!]?))")
_IN_CALL = re.compile(
    r"(?s)\s*[(:]?\s*(?:.*\bfor[A-Z]\w*\s*:\s*|\w[\w.]*\s*,\s*)?"
    r"(@?[\"'`][\w.-]+[\"'`]|:\w+)\s*(?:[,)\]]|$)"
)
# The first of two that are given, and what stands behind `forKey:`.
_NAMED_IN_CALL = re.compile(
    r"(?s)\s*[(:]?\s*(?:.*\bfor[A-Z]\w*\s*:\s*([A-Za-z_][\w.]*)\s*[,)\]]|([A-Za-z_][\w.]*)\s*,)"
)
# A key by the name of what holds it: `SecAttrLabel`, `kLabel`, `LABEL`, `Keys.label`.
_CONSTANT = re.compile(r"(?:\w+\.)*(?:[A-Z]\w*|k[A-Z]\w*)|[A-Z]\w*(?:\.\w+)+")
_OPTION = re.compile(r"(?:\w+(?:::|\.))*[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_GIVING = re.compile(
    r"(?i)_?(?:(?:try_?)?get|fetch|look_?up|dig|pop|at$|remove$|take$|env$|var(?:_os)?$"
    r"|(?!set|remove)\w+forKey)"
)
_PUTTING = re.compile(r"(?i)_?(?:set|put|store$|insert|emplace|assign$|incr|decr)")
_TAKING = re.compile(r"(?i)_?(?:pop$|remove|delete|del$|unset|erase|discard|clear_?env)")


def literal(written: str) -> str | None:
    """What a string or a symbol says; None for anything else."""
    found = _LITERAL.fullmatch(written.strip())
    return None if found is None else found[2] or found[3]


def keyed(wanted: str, part: Part, targets: set[Span], *, is_written: bool) -> Iterator[Hit]:
    """Subscripts under the key `k`, for `k` and for `d.k`: those written, or the others."""
    outline = part.outline
    holder, key = _split(wanted)
    for item in outline.subscripts if key else ():
        # Swift's `d["k"]! += 1` sets what the mark is behind, too.
        spans = (item.span, Span(item.span.start, item.span.end + 1))
        if any(one in targets for one in spans) != is_written:
            continue
        if is_written and _is_constant(item.key, wanted):
            yield Hit(EvidenceType.SUBSCRIPT_ACCESS, item.text, outline, item.span, item.span)
        elif literal(item.key) != key:
            continue
        elif not holder or part.around.fit(item.target, holder, outline) in _FITTING:
            kind = EvidenceType.SUBSCRIPT_ACCESS
            yield Hit(kind, item.text, outline, item.span, item.span, EXACT)


def _is_constant(written: str, wanted: str) -> bool:
    """True for a constant by its name, of which nobody says that it is set itself."""
    asked, name = parts(wanted), parts(written)
    is_told = len(asked) > 1 or _CONSTANT.fullmatch(wanted) is not None  # not `group` alone
    is_so = is_told and _CONSTANT.fullmatch(written.strip()) is not None
    return is_so and name[-len(asked) :] == asked


def unpacked(wanted: str, part: Part) -> Iterator[Hit]:
    """`const { k } = d` and `{ k: name } = d`: `k` of `d` is read."""
    outline = part.outline
    holder, key = _split(wanted)
    for one in outline.assigned if key else ():
        if not one.target.startswith("{") or not re.search(rf"[{{,]\s*{key}\b", one.target):
            continue
        if not holder or part.around.fit(one.value, holder, outline) in _FITTING:
            kind = EvidenceType.ATTRIBUTE_READ
            yield Hit(kind, one.target, outline, one.target_span, one.target_span, LOOSE)


def is_in_literal(wanted: str, subject: Subject) -> bool:
    """True for `k` of `{ k: v }` in JavaScript, which may be said to be set."""
    for part in subject.parts:
        outline = part.outline
        is_so = outline.language in ("javascript", "typescript", "tsx") and wanted.isidentifier()
        for item in outline.occurrences(wanted) if is_so else ():
            before = outline.text.raw[max(item.span.start - 40, 0) : item.span.start].rstrip()
            after = outline.text.raw[item.span.end : item.span.end + 4].lstrip()
            if before.endswith((b"{", b",")) and after.startswith(b":"):
                return True
    return False


def given_by_key(wanted: str, part: Part) -> Iterator[Hit]:
    """Calls that give what is kept under a key, `environ.get("k")`."""
    yield from _called_with(wanted, part, _GIVING)


def put_by_key(wanted: str, part: Part) -> Iterator[Hit]:
    """Calls that put something under a key, `environ.setdefault("k", v)`."""
    yield from _called_with(wanted, part, _PUTTING)


def put_as_option(wanted: str, part: Part) -> Iterator[tuple[Hit, str]]:
    """Calls that set an option by its constant, `setsockopt(s, SOL_TCP, NODELAY, on)`, and to what.

    The constant that is given last is the value, and not what is set.
    """
    if _OPTION.fullmatch(wanted) is None:
        return
    for call in part.outline.calls:
        if not any(word.startswith("set") for word in letters_in(call.name)):
            continue
        hit = _given(call, part)
        given = [one.strip() for one in split((hit.arguments or "").strip()[1:-1], ",")]
        if wanted in given[:-1]:
            yield hit._replace(arguments=None), given[-1]


def taken_by_key(wanted: str, part: Part) -> Iterator[Hit]:
    """What is taken out under a key: `del d["k"]`, `environ.pop("k")`."""
    outline = part.outline
    deleted = {item.span for item in outline.marked("deleted")}
    yield from keyed(wanted, part, deleted, is_written=True)
    yield from _called_with(wanted, part, _TAKING)


def is_spelt(wanted: str, subject: Subject) -> bool:
    """True if the name stands as a whole string where it may be a key, but is not seen to be one.

    What is done under a key that is seen, in a subscript or a call of `get`, is known.
    """
    key = _split(wanted)[1]
    for part in subject.parts if key else ():
        outline = part.outline
        ways = (_GIVING, _TAKING, _PUTTING)
        seen = [item.span for item in outline.subscripts if literal(item.key) == key]
        seen += [hit.whole for way in ways for hit in _called_with(key, part, way)]
        for span in outline.silent:
            said = outline.text.slice(span)
            is_own = any(gap.contains(span) for gap in outline.gaps)
            is_seen = any(one.contains(span) for one in seen)
            if key in (said, literal(said)) and is_own and not is_seen:
                return True
    return False


def _called_with(wanted: str, part: Part, names: re.Pattern[str]) -> Iterator[Hit]:
    holder, key = _split(wanted)
    outline = part.outline
    for call in outline.calls if key else ():
        given = _IN_CALL.match(outline.text.slice(Span(call.span.end, call.whole.end)))
        if not names.match(call.name):
            continue
        if names is _PUTTING and _is_put_by_name(call, wanted, part):
            yield _given(call, part)
        if given is None or literal(given[1]) != key or not _is_own(given, 1):
            continue
        if outline.language == "objc" and given[1].startswith(":"):
            continue  # `objectForKey:name`, which is a variable
        if not holder or part.around.fit(_receiver(call), holder, outline) in _FITTING:
            yield _given(call, part)


def _given(call: Call, part: Part) -> Hit:
    outline = part.outline
    arguments = outline.text.slice(Span(call.span.end, call.whole.end))
    kind = EvidenceType.CALL
    return Hit(kind, call.text, outline, call.name_span, call.whole, LOOSE, arguments)


def _is_put_by_name(call: Call, wanted: str, part: Part) -> bool:
    """True for `map.put(LABEL, v)`, where `LABEL` is said to be set."""
    given = _NAMED_IN_CALL.match(part.outline.text.slice(Span(call.span.end, call.whole.end)))
    if given is None:
        return False
    at = 1 if given[1] else 2
    return _is_own(given, at) and _is_constant(given[at], wanted)


def _is_own(given: re.Match[str], at: int) -> bool:
    """False for `set(map.get(forKey: "k"))`, in which another call has the key."""
    before = given.string[: given.start(at)]
    is_closed = before.count("[") <= before.count("]")
    return is_closed and before.count("(") - before.count(")") <= before[:2].count("(")


def _receiver(call: Call) -> str:
    return call.text[: -len(call.name)].rstrip(".?!:->")


def _split(wanted: str) -> tuple[str, str]:
    """In what, and under which key: `k` and `:k` in anything, `d.k` in `d`."""
    if (said := literal(wanted)) is not None:
        return "", said
    if "[" in wanted or "(" in wanted:
        return "", ""
    *holder, key = parts(wanted)
    return ".".join(holder), key if re.fullmatch(r"\w+", key) else ""
