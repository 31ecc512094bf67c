"""Rules for what is raised again: a caught exception, and an error that is a value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.errors.raised import handled_as
from codewitness.engine.verify.errors.rejections import How, rejections
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Call, Outline
from codewitness.model.text import Span

T = EvidenceType
CATCH_ALL = frozenset(
    {"NSException", "Exception", "BaseException", "Throwable", "StandardError", "exception"}
)
# What stands before a call whose error, a value, is left: `x, _ := f()`, `let _ = f()`, `try? f()`.
DROPPED = {
    "go": re.compile(r"(?:,|^)\s*_\s*:?=\s*$"),
    "rust": re.compile(r"\blet\s+_\s*=\s*$"),
    "swift": re.compile(r"\btry\?\s*$"),
}


def rule_reraises(clause: Clause, subject: Subject) -> Finding:
    """`re-raises`: a raise in a handler of what it caught; `re-raises E`, of a handler of E."""
    proofs = []
    for part in subject.parts:
        outline = part.outline
        again = (one for one in outline.marked("raised") if _is_again(clause, one, part))
        proofs += [Proof(T.RAISE, one.text, outline, one.span) for one in again]
    if not proofs and (doubt := _may_be_raised_again(clause, subject)):
        return doubtful(doubt)
    is_every = re.search(r"\b(?:every|all|always|any|everything)\b", clause.text) is not None
    if is_every and any(Around.BRANCH in one.outline.around(one.span) for one in proofs):
        is_chosen = len(proofs) == 1 and _is_chosen_there(proofs[0])
        told = Finding(against=tuple(proofs))
        return told if is_chosen else doubtful("it is raised again, but under a condition")
    if not proofs and _can_not_throw(subject):
        return NOTHING
    if not proofs and subject.language in PROPAGATING:
        if (finding := _handed_on(clause, subject)) is not None:
            return finding
        return doubtful(InWords("errors are given back here as values or by `?` and `try`"))
    return found(proofs) if proofs else _of_promises(clause, subject, is_every=is_every)


def _is_again(clause: Clause, item: Item, part: Part) -> bool:
    """True for a raise of what was caught, by its own handler or, of a bare one, by a caller's."""
    value = _value(item)
    if Around.HANDLER not in part.outline.around(item.span):
        return not value and not any(one.is_code for one in clause.objects)
    return _is_same(item, part) and _is_handler_of(clause.objects, item, value, part)


def _can_not_throw(subject: Subject) -> bool:
    """True for a function of Swift whose header says nothing of errors."""
    heads = [part.outline.text.slice(part.outline.header_span) for part in subject.parts]
    is_function = subject.language == "swift" and not (subject.is_class or subject.is_file)
    return is_function and not any(re.search(r"\b(?:re)?throws\b", one) for one in heads)


def _of_promises(clause: Clause, subject: Subject, *, is_every: bool) -> Finding:
    """By the handlers of promises: `.catch(e => { log(e); throw e; })`."""
    promised = rejections(clause, subject)
    again = [one.proof for one in promised if one.is_again]
    if again and not is_every and not any(one.is_code for one in clause.objects):
        return found(again)
    if any(one.how is not How.KEPT for one in promised):
        return doubtful("what the handler of a promise is given may be given on")
    return NOTHING


def _is_chosen_there(proof: Proof) -> bool:
    """True for what stands under an `if` of its handler, the one way in which it raises again."""
    outline = proof.outline
    handler = outline.innermost(proof.span, Around.HANDLER)
    branch = outline.innermost(proof.span, Around.BRANCH)
    is_inside = handler is not None and branch is not None and handler.contains(branch)
    return is_inside and Around.ELSE not in outline.around(proof.span)


def _may_be_raised_again(clause: Clause, subject: Subject) -> str:
    """Why it may raise again what its own handlers do not; empty if nothing speaks for it."""
    if given := _given_error(clause, subject):
        return f"`{given}` is what it is given: whether it was raised before is not seen"
    if made := _made_of_caught(clause, subject.parts):
        return f"what is raised is `{made}`, which may be what was caught"
    inner = raised_inside(subject.parts)
    return f"a function inside a handler raises in line {inner}, when it is run" if inner else ""


def _given_error(clause: Clause, subject: Subject) -> str:
    """The parameter that is raised, which `rethrows the exception` may mean; empty if none is."""
    given = {one.name for one in subject.head.outline.parameters}
    named = [one.text for one in clause.objects if one.is_code]
    return next(
        (
            _value(item)
            for part in subject.parts
            for item in part.outline.marked("raised")
            if _value(item) in given and (not named or _value(item) in named)
        ),
        "",
    )


_MADE_BY_CALL = re.compile(r"(?:[\w$]+[.]|::)*(?:<[\w<>, ?]*>)?[a-z]\w*\((?P<given>[^()]*)\)")


def _made_of_caught(clause: Clause, parts_: Sequence[Part]) -> str:
    """`sneaky(e)` of `throw sneaky(e)` in the handler that caught `e`; empty if there is none."""
    for part in parts_:
        for item in part.outline.marked("raised"):
            made = _MADE_BY_CALL.fullmatch(_value(item))
            names = re.findall(r"\w+", made["given"]) if made is not None else ()
            names = names if _is_handler_of(clause.objects, item, _value(item), part) else ()
            if any(handled_as(item, name, part) is not None for name in names):
                return _value(item)
    return ""


def raised_inside(parts_: Sequence[Part], within: Span | None = None) -> int:
    """The line in which a function that stands in a handler raises; 0 if none does."""
    for part in parts_:
        outline, raw = part.outline, part.outline.text.raw
        for inner in outline.nested:
            is_in = within is None or within.contains(inner.span)
            if not is_in or Around.HANDLER not in outline.around(inner.span):
                continue
            if thrown := _RAISING.search(raw, inner.span.start, inner.span.end):
                return outline.text.line_at(thrown.start()) + 1
    return 0


_RAISING = re.compile(rb"\b(?:throw|raise)\b")


def _value(raised: Item) -> str:
    value = re.sub(r"^@?(?:raise|throw)\b\s*", "", raised.text.strip())
    return re.sub(r"\s*(?://|#\s).*", "", value).rstrip("; \n")


def _is_same(raised: Item, part: Part) -> bool:
    value = _value(raised)
    return not value or handled_as(raised, value, part) is not None


def raises_only_others(handler: Item, part: Part) -> bool:
    """True if all that is raised in a handler is made there: what it caught does not get out."""
    raised = [o for o in part.outline.marked("raised") if handler.span.contains(o.span)]
    made = {
        one.target
        for one in part.outline.assigned
        if handler.span.contains(one.value_span) and _MADE.match(one.value)
    }
    return bool(raised) and not any(
        _is_same(one, part) or (_is_kept(one) and _value(one) not in made) for one in raised
    )


_MADE = re.compile(r"(?:new\s+)?(?:\w+(?:\.|::))*[A-Z]\w*(?:\.new\b|\(|\s*<)")


def _is_kept(raised: Item) -> bool:
    """True for `throw last`, of which nobody knows what it is."""
    return (
        re.fullmatch(r"[\w.@$]+[?!]*", _value(raised)) is not None
        and not _value(raised)[:1].isupper()
    )


_ERROR_OF = re.compile(r"(\w*[eE]rr\w*)\s*:?=\s*$")


def _handed_on(clause: Clause, subject: Subject) -> Finding | None:
    """`propagates the error of f` where errors are values: `f()?`, `err := f(); return err`."""
    named = {parts(one.text)[-1] for one in clause.objects if one.is_code}
    named |= {parts(name)[-1] for name in clause.arguments}
    for part in subject.parts:
        outline, text = part.outline, part.outline.text
        for call in outline.calls:
            if call.name not in named:
                continue
            if outline.language == "rust" and text.raw[call.whole.end : call.whole.end + 1] == b"?":
                return found([call_hit(call, part, LOOSE).proof()])
            line = text.line_span(text.line_at(call.whole.start))
            before = text.slice(Span(line.start, call.whole.start))
            if DROPPED[outline.language].search(before):
                return Finding(against=(call_hit(call, part, LOOSE).proof(),))
            if outline.language == "go" and (kept := _ERROR_OF.search(before)):
                return _given_back(kept[1], call, part)
    return None


def _given_back(name: str, call: Call, part: Part) -> Finding | None:
    """What follows if the error is kept in a variable: it is the next thing to be given back."""
    behind = [item for item in part.outline.returns if item.span.start >= call.whole.end]
    if not behind or not has_word(behind[0].value, name):
        return None
    value = behind[0]
    proof = Proof(T.RAISE, value.value, part.outline, value.span, LOOSE)
    return found([call_hit(call, part, LOOSE).proof(), proof])


def _is_handler_of(objects: Sequence[Object], item: Item, value: str, part: Part) -> bool:
    """True if the handler around takes one of these exceptions, or all."""
    named = [one.text for one in objects if one.is_code and one.text != value]
    if not named:
        return True
    caught = [item.text.split("{", 1)[0] for item in part.outline.marked("handler")]
    variables = [name for name in named if name[:1].islower() and "." not in name]
    if any(has_word(head, name) for name in variables for head in caught):
        return False  # a variable that another handler has
    types = _types_around(item, part.outline)
    lasts = {parts(one.text)[-1] for one in part.outline.handles}
    has_own = any(parts(name)[-1] in lasts for name in named)  # which is what is spoken of
    if has_own:
        return not types or not {parts(one)[-1] for one in types}.isdisjoint(
            parts(name)[-1] for name in named
        )
    return not types or any(
        part.around.fit(one, name, part.outline) not in (Fit.NO, Fit.MAYBE)
        or parts(one)[-1] in CATCH_ALL
        for one in types
        for name in named
    )


def _types_around(item: Item, outline: Outline) -> list[str]:
    """The types of the innermost handler around."""
    holders = [h for h in outline.marked("handler") if h.span.contains(item.span)]
    if not holders:
        return []
    holder = min(holders, key=lambda one: one.span.end - one.span.start)
    body = outline.innermost(item.span, Around.HANDLER)
    end = body.start if body else holder.span.end
    return [h.text for h in outline.handles if holder.span.start <= h.span.start < end]


PROPAGATING = frozenset({"go", "rust", "swift"})
