"""What an `await` waits for: its operand, and what that is made of, as far as it can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

# What waits for all that it is given, for the first of it alone, and for one of it.
_ALL = frozenset(
    {*("Promise.all", "Promise.allSettled", "asyncio.gather", "gather", "Task.WhenAll", "WhenAll")}
    | {*("awaitAll", "joinAll", "join_all", "try_join_all", "join", "try_join", "join!")}
    | {*("try_join!", "tokio::join!", "tokio::try_join!", "futures::join!")}
)
_FIRST = frozenset(
    {*("asyncio.wait_for", "wait_for", "asyncio.shield", "shield", "asyncio.create_task")}
    | {*("create_task", "asyncio.ensure_future", "ensure_future", "loop.create_task", "timeout")}
    | {*("Promise.resolve", "Task.Run", "tokio::spawn", "tokio::time::timeout", "Box::pin")}
)
_ONE = frozenset(
    {*("Promise.race", "Promise.any", "Task.WhenAny", "WhenAny", "asyncio.wait", "select")}
    | {*("asyncio.as_completed", "select!", "tokio::select!")}
)
_LISTS = frozenset(
    {"listOf", "arrayOf", "setOf", "vec!", "Array.of", "list", "tuple", "Array.from"}
)
_HANDED_ON = re.compile(
    r"(?:\s*\.(?:ConfigureAwait|AsTask|WaitAsync|catch|then|finally)\((?:[^()]|\([^()]*\))*\))+$"
)
_AWAIT = re.compile(r"(?:(?:try[?!]?\s+)?await\s+|co_await\s+)")
_SUFFIX = re.compile(r"\s*\.\s*(?:await|awaitAll|joinAll|join)(?:\(\s*\))?\s*$")
_SPREAD = re.compile(r"(?:\.\.\.|\*)\s*(?=[\w\[({$])")
_OPENED = {"[": "]", "(": ")", "{": "}"}
_DEEPEST = 5
_IN_IT = re.compile(r"=>|->|\{|\bfor\b|\blambda\b|\|\w*\|")


class Awaited(NamedTuple):
    """What is waited for: by which `await`, and whether for sure. is_first: the operand itself."""

    item: Span
    span: Span
    is_sure: bool
    is_first: bool = False


def awaited_by(outline: Outline, imports: Mapping[str, str]) -> Iterator[list[Awaited]]:
    """Of each `await` its operand, and behind that all that it is made of.

    `imports` has what the file's imports name, by the name that they have in it.
    """
    there = _There(outline, imports)
    for item in outline.marked("await"):
        if (operand := _operand(item.span, outline)) is not None:
            yield there.all_of(item.span, operand)
    for call in outline.calls:
        is_kotlin = outline.language == "kotlin" and call.name in ("await", "awaitAll", "joinAll")
        if is_kotlin and call.text != call.name:
            receiver = _trimmed(outline, Span(call.whole.start, call.name_span.start - 1))
            yield there.all_of(call.whole, receiver)
        elif is_kotlin or (outline.language == "rust" and call.text in _ALL and "!" in call.text):
            yield there.all_of(call.whole, call.whole)


def holds_in_it(value: str) -> bool:
    """True for what may do something when it is run, `xs.map(x => f(x))`, `[f(x) for x in xs]`."""
    return _IN_IT.search(value) is not None


def _operand(item: Span, outline: Outline) -> Span | None:
    text = outline.text.slice(item)
    if (before := _AWAIT.match(text)) is not None:
        start = outline.text.part_of(item, *before.span()).end
        return _trimmed(outline, Span(start, item.end))
    if (behind := _SUFFIX.search(text)) is not None:
        return _trimmed(outline, outline.text.part_of(item, 0, behind.start()))
    return None


@dataclass(frozen=True, slots=True)
class _There:
    """The code around what is awaited."""

    outline: Outline
    imports: Mapping[str, str]

    def all_of(self, item: Span, operand: Span) -> list[Awaited]:
        return [
            Awaited(item, operand, True, is_first=True),
            *(Awaited(item, span, is_sure) for span, is_sure in self._made_of(operand, True, 0)),
        ]

    def _made_of(self, span: Span, sure: bool, depth: int) -> Iterator[tuple[Span, bool]]:
        """What is waited for by waiting for the expression there, but for itself."""
        if depth > _DEEPEST:
            return
        for inner, is_sure in self._inside(span, sure):
            more = list(self._made_of(inner, is_sure, depth + 1))
            yield from more or [(inner, is_sure)]
            if more:
                yield inner, False

    def _inside(self, span: Span, sure: bool) -> Iterator[tuple[Span, bool]]:
        text = self.outline.text.slice(span)
        if (handed := _HANDED_ON.search(text)) is not None:
            yield self.outline.text.part_of(span, 0, handed.start()), sure
        elif spread := _SPREAD.match(text):
            yield Span(span.start + len(spread[0]), span.end), sure
        elif text[:1] in ("[", "(") and text[-1:] == _OPENED[text[0]]:
            yield from ((one, sure) for one in _elements(span, self.outline))
        elif re.fullmatch(r"[\w$]+", text):
            yield from self._kept_in(text, span, sure)
        elif (call := _call_at(span, self.outline)) is not None:
            yield from self._given(call, sure)

    def _kept_in(self, name: str, span: Span, sure: bool) -> Iterator[tuple[Span, bool]]:
        """What the local variable was given before."""
        given = [
            one.value_span
            for one in self.outline.assigned
            if one.target.split()[-1] == name and one.value_span.end <= span.start
        ]
        yield from ((_trimmed(self.outline, one), sure and len(given) == 1) for one in given)

    def _given(self, call: Call, sure: bool) -> Iterator[tuple[Span, bool]]:
        """Of what a call is given, that which is waited for by waiting for the call."""
        name = re.sub(r"\s|<[^<>]*>", "", call.text)
        first, dot, rest = name.partition(".")
        name = f"{self.imports.get(first, first)}{dot}{rest}"
        names = {name, "::".join(name.split("::")[-2:]), name.rpartition("::")[2]}
        arguments = Span(call.span.end, call.whole.end)
        opened = self.outline.text.slice(arguments)
        start = re.match(r"[^(\[{]*", opened)
        behind = len(start[0].encode()) if start else 0
        elements = _elements(Span(arguments.start + behind, arguments.end), self.outline)
        if names & (_ALL | _LISTS):
            yield from ((one, sure) for one in elements)
        elif names & _FIRST:
            yield from ((one, sure) for one in elements[:1])
        elif names & _ONE:
            yield from ((one, False) for one in elements)


def _call_at(span: Span, outline: Outline) -> Call | None:
    return next((call for call in outline.calls if call.whole == span), None)


def _elements(span: Span, outline: Outline) -> list[Span]:
    """What stands in the brackets, one by one."""
    text = outline.text.slice(span)
    spans, depth, start, quote = list[Span](), 0, 1, ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote and text[at - 1] != "\\" else quote
        elif sign in "\"'`":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        is_end = depth == 0 and at > 0
        if (sign == "," and depth == 1 and not quote) or is_end:
            spans.append(_trimmed(outline, outline.text.part_of(span, start, at)))
            start = at + 1
        if is_end:
            break
    return [one for one in spans if one.start < one.end]


def _trimmed(outline: Outline, span: Span) -> Span:
    raw = outline.text.raw[span.start : span.end]
    left = len(raw) - len(raw.lstrip())
    return Span(span.start + left, span.start + max(left, len(raw.rstrip())))
