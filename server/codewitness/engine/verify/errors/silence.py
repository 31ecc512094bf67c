"""`silently swallows E`: whether a handler tells nobody of what it keeps, and keeps all of it."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding, Proof, doubtful
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_SILENTLY = re.compile(r"\b(?:silently|quietly|in silence)\b")
_EVERY = re.compile(r"\b(?:all|every|any|each|everything|always)\b")
_TELLING = re.compile(
    r"(?i)_?(?:log\w*|\w*log|e?print\w*|\w+f?println|dbg|warn(?:ing)?|error|info|debug|trace|fatal"
    r"|critical|exception|puts|p|pp|echo|write_?line|report\w*|capture\w*|emit\w*|notif\w*"
    r"|publish\w*|dispatch\w*|alert\w*|record\w*|show\w*)!?"
)
_TELLERS = re.compile(
    r"(?i)(?:_?m_)?(?:console|_*log(?:ger|ging)?s?_*|slog|timber|tracing|stderr|stdout|sentry|debug)"
)
_STREAMS = re.compile(r"\b(?:cerr|cout|clog|stderr|stdout|STDERR|STDOUT)\b")
_OF_ERRORS = re.compile(r"(?i)err|fail|exc|problem|issue|handle|fault")
_CAUGHT = re.compile(
    r"\bcatch\s*\(\s*(?:final\s+|const\s+)*(?:[\w.|:<>?&*@\s]+[\s&*])?(?P<a>\w+)\s*(?::[^)]*)?\)"
    r"|\bas\s+(?P<b>\w+)\s*:|=>\s*(?P<c>\w+)|\bcatch\s+let\s+(?P<d>\w+)"
)


def held_to_silence(clause: Clause, finding: Finding) -> Finding:
    """The finding, of handlers that tell nobody if `silently` is said."""
    if finding.proofs and (loud := _let_out(clause, finding)):
        return Finding(against=loud)
    if not finding.proofs or not _SILENTLY.search(clause.text):
        return finding
    told = [(one, _is_silent(one)) for one in finding.proofs]
    telling = tuple(one for one, is_so in told if is_so is False)
    silent = tuple(one for one, is_so in told if is_so)
    if telling and (_EVERY.search(clause.text) or len(telling) == len(told)):
        return Finding(against=telling)
    if silent and (len(silent) == len(told) or not _EVERY.search(clause.text)):
        return Finding(proofs=silent, note=finding.note)
    return doubtful("whether somebody is told of it there can't be seen")


_EACH_ONE = re.compile(r"\b(?:all|every|each|everything)\b")


def _let_out(clause: Clause, finding: Finding) -> tuple[Proof, ...]:
    """For `swallows every exception` what another handler of the same try raises again."""
    if clause.objects or not _EACH_ONE.search(clause.text):
        return ()
    found = []
    for one in finding.proofs:
        own = _own_try(one.span, one.outline)
        for other in one.outline.marked("handler") if own is not None else ():
            raised = [i for i in one.outline.marked("raised") if other.span.contains(i.span)]
            free = [i for i in raised if Around.BRANCH not in one.outline.around(i.span)]
            is_beside = _own_try(other.span, one.outline) == own
            if is_beside and not other.span.contains(one.span) and free:
                found.append(Proof(one.type, free[0].text, one.outline, free[0].span))
    return tuple(found)


def _own_try(span: Span, outline: Outline) -> Span | None:
    tries = [item.span for item in outline.marked("try") if item.span.contains(span)]
    return min(tries, key=lambda one: one.end - one.start, default=None)


def unless_raised(clause: Clause, finding: Finding, subject: Subject) -> Finding:
    """The finding on `swallows E`; a doubt where E itself is raised outside of any try."""
    names = {parts(one.text)[-1] for one in clause.objects}
    if not finding.proofs or not names:
        return finding
    for part in subject.parts:
        for item in part.outline.raises:
            around = part.outline.around(item.span)
            is_free = not around & {Around.TRY, Around.HANDLER}
            if is_free and parts(item.text.removeprefix("new ").split("(")[0])[-1] in names:
                return doubtful("it is raised there, too, where nothing handles it")
    return finding


def _is_silent(proof: Proof) -> bool | None:
    """Whether nobody is told where that is caught; None if that can't be seen."""
    outline = proof.outline
    around = [one.span for one in outline.marked("handler") if one.span.contains(proof.span)]
    if around:
        return _tells_nobody(min(around, key=lambda one: one.end - one.start), outline)
    call = next((one for one in outline.calls if one.name_span == proof.span), None)
    if call is None or call.name not in ("catch", "then", "exceptionally"):
        return True  # `with suppress(E):`
    given = outline.text.slice(Span(call.name_span.end, call.whole.end))
    names = re.findall(r"([\w$.]+)\s*\(", given[1:])
    if any(_is_telling(name) for name in names):
        return False
    return None if names or not re.search(r"=>|->|\{", given) else True


def tells_nobody_there(proof: Proof) -> bool:
    """True if the branch or handler that it stands in, or else the function, tells nobody of it."""
    outline = proof.outline
    kinds = (Around.BRANCH, Around.ELSE, Around.HANDLER)
    there = outline.innermost(proof.span, *kinds) or outline.span
    inside = [one for one in outline.calls if there.contains(one.whole)]
    others = [one for one in inside if proof.span not in (one.span, one.name_span)]
    is_streamed = _STREAMS.search(outline.text.slice(there)) is not None
    return not is_streamed and not any(_is_telling(one.text) for one in others)


def _is_telling(callee: str) -> bool:
    *owners, name = parts(callee)
    return _TELLING.fullmatch(name) is not None or any(map(_TELLERS.fullmatch, owners))


def _tells_nobody(handler: Span, outline: Outline) -> bool | None:
    text = outline.text.slice(handler)
    calls = [one for one in outline.calls if handler.contains(one.whole)]
    if any(_is_telling(one.text) for one in calls) or _STREAMS.search(text):
        return False
    head = re.match(r"[^\n{]*", text)
    caught = _CAUGHT.search(text)
    name = next((one for one in caught.groups() if one), "") if caught is not None else ""
    name = name or "error" * (outline.language == "swift")
    body = text[head.end() if head is not None else 0 :]
    if name and has_word(body, name):
        return None  # it is given to somebody, or kept
    is_of_it = any(_OF_ERRORS.search(outline.text.slice(one.whole)) for one in calls)
    is_inside = any(handler.contains(one.span) for one in outline.nested)
    return None if is_of_it or is_inside else True
