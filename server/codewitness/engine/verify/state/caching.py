"""The rule for `caches`: a decorator, or something that is looked at, tested and set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.calling.kept_by_calls import kept_by_calls
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    WEAK,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.headers.shape import wrapping
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.names import Fit, is_bound, parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.nesting import split
from codewitness.model.outline import Assigned, Call, Outline
from codewitness.model.text import Span

T = EvidenceType
_CACHE_NAME = re.compile(r"cache|memo", re.IGNORECASE)
# A call of what is cached itself.
_CACHED = re.compile(
    r"_*(?:get_?)?(?:cached|memoi[sz]ed)|.*(?:cached|memoi[sz]ed)_*$", re.IGNORECASE
)


_LOOKING = re.compile(
    r"(?i)(?:try_?)?get.*|contains.*|has|has_?key|include\??|key\?|fetch|find.*|lookup|setdefault|compute.*|at|load|first(?:index)?"
)
_STORING = re.compile(
    r"(?i)(?:try_?)?(?:set|put|add|insert|store|emplace).*|setdefault|compute.*|getoradd|append|push"
)


def rule_caches(clause: Clause, subject: Subject) -> Finding:
    """`caches`: a cache decorator, or one attribute or element both read and written."""
    if clause.arguments:
        tool = parts(clause.arguments[0])[-1]  # `caches x with memoize`
        kept = _all_kept(subject) if re.search(r"\b(?:with|using|by|via)\b", clause.text) else []
        if any(parts(one.detail)[-1] == tool for one in kept):
            return found(kept)
        return _cached_in(clause.arguments[0], subject)
    if clause.objects and clause.objects[0].is_code and not clause.detail:
        return _cached_by(clause.objects[0].text, subject)
    if proofs := _all_kept(subject):
        words = [] if subject.is_file else [*_plain_words(clause), *_code_words(clause)]
        named = [one for one in proofs if _speaks_of(one, words, is_any=not subject.is_class)]
        if words and not named:
            return doubtful(f"whether `{proofs[0].detail}`, which is kept, is meant can't be seen")
        return found(named or proofs)
    for one in clause.objects:
        is_field = one.text.isidentifier() and not is_bound(subject.head.outline, one.text)
        if is_field and (finding := _cached_in(one.text, subject)).proofs:
            return finding
    is_use = clause.text.startswith("uses")  # of a cache, which more than setting it is
    if put := [] if is_use else list(_put_there(clause, subject)):
        return found(put)
    return _by_calls(clause, subject)


def _put_there(clause: Clause, subject: Subject) -> Iterator[Proof]:
    """`self.cache[key] = row`: an element of what is named after a cache is set to it."""
    words = {word.removesuffix("s") for word in _plain_words(clause)}
    for part in subject.parts:
        for one in part.outline.assigned:
            holder, bracket, _ = one.target.partition("[")
            said = f"{one.target} {one.value} {part.outline.name}".lower().replace("_", "")
            is_it = not words or bool(words & _ANYTHING) or any(word in said for word in words)
            if bracket and _CACHE_NAME.search(holder) and is_it:
                yield Proof(T.SUBSCRIPT_ACCESS, one.target, part.outline, one.target_span, WEAK)


def _by_calls(clause: Clause, subject: Subject) -> Finding:
    """A call that is named after a cache; else what may keep something, or nothing."""
    calls = [(call, part) for part in subject.parts for call in part.outline.calls]
    calls = [(call, part) for call, part in calls if _CACHE_NAME.search(call.text)]
    is_use = clause.text.startswith("uses")  # of a cache, which looking into it is
    for call, part in calls:
        if _CACHED.match(call.name) is None and (is_use or not _is_but_looked_at(call, part)):
            if not is_use and not _may_be_it(clause, call, part):
                return doubtful(f"whether what `{call.text}` is given is meant can't be seen")
            return found([call_hit(call, part, WEAK).proof()])
    if calls:
        return doubtful(f"`{calls[0][0].text}` may be what is cached")
    given = [name for part in subject.parts for name in _given_before(part)]
    return doubtful(f"`{given[0]}` is given back and set, which may keep it") if given else NOTHING


_ANYTHING = frozenset(
    {*("result", "value", "data", "item", "entry", "object", "output", "outcome", "answer")}
    | {
        *(
            "everything",
            "something",
            "thing",
            "them",
            "these",
            "those",
            "anything",
            "call",
            "lookup",
        )
    }
)


def _may_be_it(clause: Clause, call: Call, part: Part) -> bool:
    """True if a call, what it is given, or the function speaks of what is said to be cached."""
    words = {word.removesuffix("s") for word in _plain_words(clause)}
    if not words or words & _ANYTHING:
        return True
    outline = part.outline
    given = outline.text.slice(call.whole)
    made = (
        outline.text.slice(one.value_span)
        for one in outline.assigned
        if has_word(given, one.target.rpartition(".")[2])
    )
    said = " ".join((given, outline.name, *made)).lower().replace("_", "")
    return any(word in said for word in words)


_PEEKING = re.compile(r"get|has|contains\w*|peek|lookup|find|exists\??|include\?|key\?|match")


def _is_but_looked_at(call: Call, part: Part) -> bool:
    """True for `cache.get(key)`, which keeps nothing; `cache.get(key, f)` may."""
    given = part.outline.text.slice(Span(call.name_span.end, call.whole.end))
    is_more = len(split(given.strip("() "), ",")) > 1 or "{" in given
    return _PEEKING.fullmatch(call.name) is not None and not is_more


def _given_before(part: Part) -> Iterator[str]:
    """The fields that are set, and given back before."""
    outline = part.outline
    for one in outline.assigned:
        given = [item.value for item in outline.returns if item.span.end <= one.target_span.start]
        if _is_field(one.target, part) and any(has_word(text, one.target) for text in given):
            yield one.target


def _all_kept(subject: Subject) -> list[Proof]:
    proofs: list[Proof] = []
    for part in subject.parts:
        outline = part.outline
        proofs += [
            Proof(T.DECORATOR, item.text, outline, item.span)
            for item in outline.marked("decorator")
            if _CACHE_NAME.search(item.text)
        ]
        proofs += [hit.proof() for hit in wrapping(outline) if _MEMO.search(hit.detail)]
        if not proofs:
            proofs += _kept(part)
    return proofs


_MEMO = re.compile(r"(?i)\bmemo(?:i[sz]e\w*)?$|\bcached?$|\b_?\.?once$|\buse(?:Memo|Callback)$")


def _plain_words(clause: Clause) -> list[str]:
    """What is said to be cached, in plain words."""
    said = " ".join(one.text for one in clause.objects if not one.is_code)
    return [word for word in re.findall(r"[a-z\d]+", said.lower()) if len(word) > 2]


def _code_words(clause: Clause) -> list[str]:
    """The last name of what is said to be cached, as code writes it."""
    names = (parts(one.text)[-1] for one in clause.objects if one.is_code)
    return [name.strip("@_$").lower() for name in names if name.strip("@_$").isidentifier()]


def _speaks_of(proof: Proof, words: Sequence[str], *, is_any: bool) -> bool:
    """True if what is kept has one of the words in its name, or is a cache of anything."""
    line = proof.line
    text = proof.outline.text
    made = [c.name for c in proof.outline.calls if text.line_at(c.span.start) == line]
    names = " ".join((proof.detail, proof.outline.name, *made)).lower()
    if any(word.rstrip("s") in names for word in words):
        return True
    return is_any and _CACHE_NAME.search(proof.detail) is not None


def _cached_by(wanted: str, subject: Subject) -> Finding:
    """`is cached with x`: a decorator or a call of it."""
    proofs: list[Proof] = []
    for part in subject.parts:
        outline = part.outline
        proofs += [
            Proof(T.DECORATOR, item.text, outline, item.span)
            for item in outline.marked("decorator")
            if has_word(item.text, parts(wanted)[-1])
        ]
        proofs += [
            call_hit(call, part, LOOSE).proof()
            for call in outline.calls
            if part.around.fit_call(call, wanted, outline) not in (Fit.NO, Fit.MAYBE)
        ]
    return found(proofs) if proofs else NOTHING


def _cached_in(wanted: str, subject: Subject) -> Finding:
    """`caches in x`: x or an element of it is looked at, tested, and set."""
    proofs: list[Proof] = []
    for part in subject.parts:
        reads, writes = _looks(wanted, part), _stores(wanted, part)
        if reads and writes and _is_tested(wanted, part):
            proofs += [*reads, *writes]
    if proofs:
        return found(sorted(proofs, key=lambda one: (id(one.outline), one.span)))
    if any(_stores(wanted, part) for part in subject.parts):
        return doubtful(f"`{wanted}` is set, but whether it is looked at before can't be seen")
    return NOTHING


def _is_named(written: str, wanted: str, part: Part) -> bool:
    fits = (Fit.EXACT, Fit.ALIAS, Fit.LOOSE)
    return bool(written) and part.around.fit(written, wanted, part.outline) in fits


def _stores(wanted: str, part: Part) -> list[Proof]:
    """Where it is set, by itself, by an element, or by a call on it."""
    outline = part.outline
    proofs = [
        Proof(T.ATTRIBUTE_WRITE, one.target, outline, one.target_span, LOOSE)
        for one in outline.assigned
        if _is_named(one.target.split()[-1].split("[")[0], wanted, part)
    ]
    return proofs + _calls_on(wanted, part, _STORING)


def _looks(wanted: str, part: Part) -> list[Proof]:
    """Where it is read: each line in which it stands and is not set."""
    outline = part.outline
    targets = [one.target_span for one in outline.assigned]
    last = parts(wanted)[-1]
    calls = _calls_on(wanted, part, _LOOKING)
    setters = {one.span for one in _calls_on(wanted, part, _STORING)}
    proofs = list(calls)
    proofs += [
        Proof(T.ATTRIBUTE_READ, one.target, outline, one.target_span, LOOSE)
        for one in outline.assigned
        if _is_set_once(one, outline) and _is_named(one.target.split("[")[0], wanted, part)
    ]
    for item in outline.occurrences(last):
        if any(span.contains(item.span) for span in (*targets, *setters)):
            continue
        if any(one.span.contains(item.span) for one in calls):
            continue
        proofs.append(Proof(T.ATTRIBUTE_READ, item.text, outline, item.span, LOOSE))
    return list({one.line: one for one in reversed(proofs)}.values())


def _is_set_once(one: Assigned, outline: Outline) -> bool:
    """`x ||= y`: it is looked at and set in one."""
    between = outline.text.slice(Span(one.target_span.end, one.value_span.start))
    if "||=" in between or "??=" in between:
        return True
    itself = re.escape(re.sub(r"^(?:const|let|var|val)\s+", "", one.target.strip()))
    return re.match(rf"\(?{itself}\s*(?:\|\||\?\?|\?:|\bor\b)", one.value.strip()) is not None


def _calls_on(wanted: str, part: Part, name: re.Pattern[str]) -> list[Proof]:
    found_calls = []
    for call in part.outline.calls:
        receiver = call.text[: -len(call.name)].rstrip(".?!:->")
        if name.fullmatch(call.name) and _is_named(receiver, wanted, part):
            found_calls.append(Proof(T.CALL, call.text, part.outline, call.span, LOOSE))
    return found_calls


def _is_tested(wanted: str, part: Part) -> bool:
    """True if a condition, or what stands for one, asks for it or for a local made of it."""
    outline = part.outline
    last = parts(wanted)[-1]
    if any(
        _is_set_once(one, outline) and _is_named(one.target.split("[")[0], wanted, part)
        for one in outline.assigned
    ):
        return True
    names = {last} | {
        one.target.split()[-1] for one in outline.assigned if has_word(one.value, last)
    }
    if _given_if_there(last, outline) is not None:
        return True
    tested = [i.text for i in outline.marked("condition", "conditional", "handler", "fallback")]
    return any(has_word(text, name) for text in tested for name in names)


def _kept(part: Part) -> Iterator[Proof]:
    """Reads and writes of the same attribute, or of an element of the same container."""
    outline = part.outline
    tested = [item.text for item in outline.marked("condition", "conditional")]
    tested += [item.text for item in outline.marked("handler")]
    written = {_key(item.text): item for item in outline.attribute_writes}
    read = {_key(item.text): item for item in outline.attribute_reads}
    once = {one.target for one in outline.assigned if _is_set_once(one, outline)}
    for key in written.keys() & read.keys():
        if written[key].text in once:
            continue
        is_own = key.split(".")[0] in part.around.own_words or written[key].text[:1] == "@"
        is_tested = any(has_word(text, written[key].text) for text in tested)
        if (is_own and is_tested) or _CACHE_NAME.search(key):
            yield Proof(T.ATTRIBUTE_READ, read[key].text, outline, read[key].span, LOOSE)
            yield Proof(T.ATTRIBUTE_WRITE, written[key].text, outline, written[key].span, LOOSE)
    targets = {one.target_span for one in outline.assigned}
    stored = {_key(s.target): s for s in outline.subscripts if s.span in targets}
    for item in outline.subscripts:
        key = _key(item.target)
        is_tested = any(has_word(text, item.target) for text in tested)
        if item.span not in targets and key in stored and (is_tested or _CACHE_NAME.search(key)):
            yield Proof(T.SUBSCRIPT_ACCESS, item.text, outline, item.span, LOOSE)
            kept = stored[key]
            yield Proof(T.SUBSCRIPT_ACCESS, kept.text, outline, kept.span, LOOSE)
    yield from _made_once(part)
    yield from kept_by_calls(part)
    for one in outline.assigned:
        if _is_set_once(one, outline):
            yield Proof(T.ATTRIBUTE_WRITE, one.target, outline, one.target_span, LOOSE)


_MISSING = r"(?:==|===|is|!=|!==)\s*(?:not\s+)?(?:null|nullptr|nil|NULL|None|undefined)\b"


def _made_once(part: Part) -> Iterator[Proof]:
    """A field that is set where it, or a local made of it, is missing, and then given back."""
    outline = part.outline
    tested = [item.text for item in outline.marked("condition")]
    given = {item.value.strip() for item in outline.returns}
    for one in outline.assigned:
        field = one.target
        if not _is_field(field, part):
            continue
        locals_ = [o for o in outline.assigned if o.value.strip() == field]
        names = {field, *(o.target.split()[-1] for o in locals_)}
        asked = rf"(?<![\w.$])(?:{'|'.join(map(re.escape, names))})"
        given_at = _given_if_there(field, outline)
        if given_at is not None and given_at.end <= one.target_span.start:
            yield Proof(T.ATTRIBUTE_READ, field, outline, given_at, LOOSE)
            yield Proof(T.ATTRIBUTE_WRITE, field, outline, one.target_span, LOOSE)
        is_asked = any(re.search(rf"{asked}\s*{_MISSING}|!\s*{asked}$", text) for text in tested)
        if is_asked and names & given:
            for kept in locals_:
                yield Proof(T.ATTRIBUTE_READ, field, outline, kept.value_span, LOOSE)
            yield Proof(T.ATTRIBUTE_WRITE, field, outline, one.target_span, LOOSE)


def _given_if_there(name: str, outline: Outline) -> Span | None:
    """Where `x?.let { return it }` stands."""
    let_by = rf"\b{re.escape(name)}(?=\?\.(?:let|also|run) *\{{[^{{}}]*\breturn\b)"
    text = outline.text.slice(outline.span)
    if outline.language != "kotlin" or (found := re.search(let_by, text)) is None:
        return None
    return outline.text.part_of(outline.span, found.start(), found.start() + len(name))


def _is_field(name: str, part: Part) -> bool:
    """True for `x` where `this` need not be said, and for `this.x`."""
    owner, _, last = name.rpartition(".")
    if owner:
        return owner in part.around.own_words and last.isidentifier()
    is_plain = name.isidentifier() and part.around.implicit_self
    return is_plain and not is_bound(part.outline, name)


def _key(text: str) -> str:
    return ".".join(parts(text))
