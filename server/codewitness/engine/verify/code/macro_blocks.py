"""Blocks that are given to macros of Rust: whether, and how often, these run them is not seen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.evidence import Finding
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_MACRO = re.compile(rb"\b(\w+)!\s*(?=[({\[])")
# These run what they are given, once and anyway.
_PLAIN = frozenset(
    {
        *(b"println", b"print", b"eprintln", b"eprint", b"write", b"writeln", b"format", b"vec"),
        *(b"format_args", b"panic", b"todo", b"unreachable", b"unimplemented", b"dbg", b"concat"),
        *(b"matches", b"assert", b"assert_eq", b"assert_ne", b"bail", b"ensure", b"anyhow"),
        *(b"debug_assert", b"debug_assert_eq", b"debug_assert_ne", b"r#try", b"env", b"json"),
        *(b"trace", b"debug", b"info", b"warn", b"error", b"log", b"quote", b"include_str"),
    }
)
_PAIRS = {ord("{"): ord("}"), ord("("): ord(")"), ord("["): ord("]")}
_BRACKET = re.compile(rb"[{}()\[\]]")
_LEAVING = re.compile(rb"\b(?:return|break|continue)\b|\?")


def may_not_run(clause: Clause, finding: Finding) -> str:
    """Why it is open when, or how often, what was found is done; empty if that is not asked."""
    is_asked = (
        clause.place is not None
        or clause.condition is not None
        or clause.count is not None
        or clause.order is not None
        or bool(clause.described)
    )
    for proof in (*finding.proofs, *finding.against) if is_asked else ():
        outline = proof.outline
        for name, block in _blocks(outline) if outline.language == "rust" else ():
            is_left = _LEAVING.search(outline.text.raw, block.start, block.end) is not None
            if block.contains(proof.span) or (is_left and block.end <= proof.span.start):
                return f"when the macro `{name}!` runs the block that it is given is not seen"
    return ""


def _blocks(outline: Outline) -> Iterator[tuple[str, Span]]:
    """The blocks in what macros are given, but for those of which it is known what they do."""
    raw = outline.text.raw
    for found in _MACRO.finditer(raw, outline.span.start, outline.span.end):
        is_silent = any(one.contains(Span(*found.span())) for one in outline.silent)
        if found[1] in _PLAIN or is_silent:
            continue
        given = Span(found.end(), _closed(raw, found.end(), outline.span.end))
        opened = raw.find(b"{", given.start, given.end)
        if opened >= 0:
            yield found[1].decode("utf-8", "replace"), Span(opened, given.end)


def _closed(raw: bytes, start: int, end: int) -> int:
    depth = 0
    for found in _BRACKET.finditer(raw, start, end):
        depth += 1 if found[0][0] in _PAIRS else -1
        if depth == 0:
            return found.end()
    return end
