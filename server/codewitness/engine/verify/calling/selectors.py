"""Selectors of Objective-C: `paint:bounds:` is another message than `paint:at:`."""

from __future__ import annotations

import re

from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

_SELECTOR = re.compile(r"(?:[\w.]+\.)?(?P<labels>\w+:(?:\w+:)+)$")
_NESTED = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}|@?\"(?:[^\"\\]|\\.)*\"")
_LABEL = re.compile(r"(\w+)\s*:(?!:)")


def is_other_selector(wanted: str, call: Call, outline: Outline) -> bool:
    """True for a message whose further labels are not those of the selector that is asked for."""
    said = _SELECTOR.match(wanted) if outline.language == "objc" else None
    return said is not None and said["labels"].rstrip(":").split(":")[1:] != labels(call, outline)


def labels(call: Call, outline: Outline) -> list[str]:
    """The labels of a message behind its first: `bounds` of `[self paint:c bounds:b]`."""
    written = outline.text.slice(Span(call.name_span.end, call.whole.end)).rstrip("] \n")
    before = None
    while before != written:
        before, written = written, _NESTED.sub("", written)
    return _LABEL.findall(re.sub(r"\?[^:\]]*:", "", written))
