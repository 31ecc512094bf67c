"""Conditional compilation taken out of C text, lengths and lines unchanged.

The lines of `#if`, `#else` and their kin are blanked. What stands between them stays, unless a
branch is no whole statement, such as one that opens a brace: then only the first branch stays, and
the calls of the others where a statement can stand. Heads of one class are joined.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from codewitness.syntax.languages.c_heads import joined_heads
from codewitness.syntax.languages.c_left_out import calls_alone, is_in_body

_TOKEN = re.compile(
    rb"""(?P<comment>//[^\n]*|/\*[\s\S]*?(?:\*/|\Z))
    |(?P<raw>R"(?P<mark>[^(\s\\)"]*)\([\s\S]*?\)(?P=mark)")
    |(?P<text>"(?:[^"\\\n]++|\\[\s\S])*+"?|'(?:[^'\\\n]|\\.){1,12}')
    |^[ \t]*\#[ \t]*(?P<word>\w*)(?:[^\n\\/]|\\[\s\S]|/(?!\*)|/\*[\s\S]*?(?:\*/|\Z))*+
    |(?P<bracket>[(){}\[\]])""",
    re.MULTILINE | re.VERBOSE,
)
_COMMENT = re.compile(rb"/\*(?:[^*]++|\*(?!/))*+\*/(?=[ \t]*\\\r?\n)")
_OPENING = b"({["
_ENDS = b";},:"


@dataclass(slots=True)
class _Branch:
    """What stands between two directives of one group."""

    start: int
    is_dead: bool
    end: int = 0
    depth: int = 0
    lowest: int = 0
    last: int = 0x3B

    @property
    def is_whole(self) -> bool:
        return self.depth == 0 == self.lowest and self.last in _ENDS


@dataclass(slots=True)
class _Cutter:
    raw: bytes
    out: bytearray
    open_groups: list[list[_Branch]] = field(default_factory=list)

    def cut(self) -> bytes:
        at = 0
        for match in _TOKEN.finditer(self.raw):
            self._see_plain(at, match.start())
            at = match.end()
            if match["bracket"]:
                self._see_bracket(match["bracket"])
            elif match["word"] is not None:
                self._see_directive(match["word"], match.start(), match.end())
            elif not match["comment"]:
                self._see_last(0x22)
        return bytes(self.out)

    def _see_plain(self, start: int, end: int) -> None:
        if self.open_groups and (piece := self.raw[start:end].rstrip()):
            self._see_last(piece[-1])

    def _see_last(self, char: int) -> None:
        if self.open_groups:
            self.open_groups[-1][-1].last = char

    def _see_bracket(self, bracket: bytes) -> None:
        if self.open_groups:
            branch = self.open_groups[-1][-1]
            branch.depth += 1 if bracket in _OPENING else -1
            branch.lowest = min(branch.lowest, branch.depth)
            branch.last = bracket[0]

    def _see_directive(self, word: bytes, start: int, end: int) -> None:
        is_open = bool(self.open_groups)
        if word in (b"if", b"ifdef", b"ifndef"):
            is_dead = self.raw[start:end].split()[-1:] == [b"0"]
            self.open_groups.append([_Branch(end, is_dead)])
        elif word in (b"elif", b"else", b"elifdef", b"elifndef") and is_open:
            self.open_groups[-1][-1].end = start
            self.open_groups[-1].append(_Branch(end, False))
        elif word == b"endif" and is_open:
            self.open_groups[-1][-1].end = start
            self._close(self.open_groups.pop())
        else:
            self._see_last(0x3B)
            self._blank_comments(start, end)
            return
        self._blank(start, end)

    def _close(self, group: list[_Branch]) -> None:
        kept = next((branch for branch in group if not branch.is_dead), group[0])
        if len(group) > 1 and not all(branch.is_whole for branch in group):
            if self._join_heads([branch for branch in group if not branch.is_dead]):
                group = [branch for branch in group if branch is kept or branch.is_dead]
            for branch in group:
                if branch is not kept:
                    self._leave_out(branch, kept)
        if self.open_groups:
            outer = self.open_groups[-1][-1]
            outer.lowest = min(outer.lowest, outer.depth + kept.lowest)
            outer.depth += kept.depth
            outer.last = kept.last

    def _join_heads(self, group: list[_Branch]) -> bool:
        made = joined_heads([bytes(self.out[one.start : one.end]) for one in group])
        for branch, piece in zip(group, made or (), strict=False):
            self.out[branch.start : branch.end] = piece
        return made is not None

    def _leave_out(self, branch: _Branch, kept: _Branch) -> None:
        has_calls = not branch.is_dead and kept.depth > 0 and branch.start > kept.start
        if has_calls and is_in_body(bytes(self.out[kept.start : kept.end])):
            self.out[branch.start : branch.end] = calls_alone(self.raw[branch.start : branch.end])
        else:
            self._blank(branch.start, branch.end)

    def _blank_comments(self, start: int, end: int) -> None:
        # The grammar ends a macro at a comment, though its line goes on.
        for match in _COMMENT.finditer(self.raw, start, end):
            self._blank(match.start(), match.end())

    def _blank(self, start: int, end: int) -> None:
        self.out[start:end] = re.sub(rb"[^\r\n]", b" ", self.raw[start:end])


def without_conditionals(raw: bytes) -> bytes:
    """`raw` as if all branches of `#if` were compiled, or the first where that can't be."""
    return _Cutter(raw, bytearray(raw)).cut()
