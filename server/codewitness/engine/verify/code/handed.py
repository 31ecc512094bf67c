"""Functions without a name that are handed to what may run them before it returns, or never.

What is known to run them at once is `inside`'s; what keeps them for later, a timer, an event,
another thread, leaves what they do to them. Of any other nothing can be said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.code.inside import runs_of
from codewitness.model.facts import Kind
from codewitness.model.outline import Call, Nested, Outline
from codewitness.model.text import Span

_LATER = re.compile(
    r"_*(?:on|add|set|register|subscribe|schedule|post|submit|enqueue|queue|dispatch|async|after|spawn"
    r"|launch|listen|watch|observe|bind|once|then|catch|finally|use|defer|invokeLater|runOn|execute"
    r"|start|sink|emit|attach|install|connect|handle|route|when|animate|request|next|Task|Thread|Timer|Promise|Runnable"
    r"|AfterFunc|dispatch_async|performBatch\w*|task|detached|detach|delay|debounce|throttle|callback|hook)"
    r"(?=$|[A-Z_!:])"
    r"|(?:get|put|delete|head|options|patch|all|define)[!:]*$"  # of a router, not `getSocket`
    r"|(?:update_wrapper|wraps|partial|create_server|definePropert\w+)$",
)
_OF_EXECUTORS = re.compile(
    r"execute|use|next|when|handle"
)  # not on anything: a function of that name
_SAYS_LATER = re.compile(r"(?i)later|async|listener|handler|observer|callback|event|timer|deferred")


def handed_on(outline: Outline) -> Iterator[tuple[Nested, Call]]:
    """The functions inside that what they are handed to may run at once, and what that is."""
    for nested in outline.nested:
        if not nested.kind.is_callable or any(True for _ in runs_of(nested, outline)):
            continue
        for call in _given_to(nested, outline):
            if not _is_later(call, outline):
                yield nested, call


_THREAD = re.compile(r"(?:\w+::)*make_(?:shared|unique)\s*<\s*(?:std::)?j?thread\s*>")


def _is_later(call: Call, outline: Outline) -> bool:
    """True for a call that keeps what it is given for later, or starts it beside this."""
    if _LATER.match(call.name) and not _OF_EXECUTORS.fullmatch(call.text):
        return True
    if _SAYS_LATER.search(call.text):
        return True
    return _THREAD.match(outline.text.slice(call.whole)) is not None


def may_be_run(name: str, outline: Outline) -> str:
    """Why a function that is handed on may call `name` before it returns; empty if none may."""
    called = re.compile(rf"(?<![\w$.]){re.escape(name)}\s*[(<{{]|[.>:]{re.escape(name)}\s*[(<{{]")
    for nested in outline.nested:
        if nested.kind is not Kind.LAMBDA or any(True for _ in runs_of(nested, outline)):
            continue
        if called.search(outline.text.slice(nested.span)) is None:
            continue
        for call in _given_to(nested, outline):
            if not _is_later(call, outline):
                line = outline.text.line_at(nested.span.start) + 1
                return f"what calls it in line {line} is handed to `{call.text}`, which may run it"
    return ""


def may_raise(name: str, outline: Outline) -> str:
    """Why a function that is handed on may raise `name`, or anything; empty if none may."""
    raising = _RAISING.get(outline.language)
    for nested in outline.nested if raising is not None else ():
        if not nested.kind.is_callable or any(True for _ in runs_of(nested, outline)):
            continue
        found = raising.findall(outline.text.slice(nested.span)) if raising is not None else []
        if not found or (name and all(one and one != name for one in found)):
            continue
        for call in _given_to(nested, outline):
            if not _is_later(call, outline):
                line = outline.text.line_at(nested.span.start) + 1
                return f"what raises in line {line} is handed to `{call.text}`, which may run it"
    return ""


_THROW = re.compile(r"\bthrow\b(?:\s+new)?\s*(?:[\w.]+\.)?([A-Z]\w*(?=\())?")
# What raises, and the name of what is raised if it is told.
_RAISING = {
    "python": re.compile(r"\braise\b[ \t]*(?:[\w.]+\.)?([A-Z]\w*)?"),
    "ruby": re.compile(r"\b(?:raise|fail)\b[ \t]*(?:[\w:]+::)?([A-Z]\w*)?"),
    "rust": re.compile(
        r"\b(?:panic|todo|unimplemented|unreachable|assert\w*)!()|\.(?:unwrap|expect)()\("
    ),
    "go": re.compile(r"\bpanic()\("),
    **dict.fromkeys(
        ("java", "kotlin", "csharp", "javascript", "typescript", "tsx", "cpp", "swift"), _THROW
    ),
}


def _given_to(nested: Nested, outline: Outline) -> Iterator[Call]:
    """The call that it is an argument of, by itself or by its name."""
    around = [call for call in outline.calls if _is_argument(nested, call, outline)]
    if around:
        yield min(around, key=lambda call: call.whole.end - call.whole.start)


def _is_argument(nested: Nested, call: Call, outline: Outline) -> bool:
    given = Span(call.span.end, max(call.span.end, call.whole.end))
    if nested.kind is Kind.LAMBDA or given.contains(nested.span):
        own = outline.text.slice(nested.span)
        is_method = nested.name != "" and own.startswith(nested.name)
        is_kept = is_method and outline.language in ECMA
        return given.contains(nested.span) and not (is_kept or _is_keyed(nested.span, outline))
    return any(
        given.contains(item.span) and not _is_keyed(item.span, outline)
        for item in outline.occurrences(nested.name)
    )


def _is_keyed(span: Span, outline: Outline) -> bool:
    """True in `{ get: () => … }` and `<Row onClick={toggle} />`, where the object keeps it."""
    before = outline.text.raw[max(span.start - 20, 0) : span.start].rstrip()
    return outline.language in ECMA and before.endswith((b":", b"={"))
