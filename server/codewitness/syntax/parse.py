"""Parse text to trees, afresh or from the tree of an older text.

An incremental parse equals a fresh one wherever the text is well formed. In broken text the two may
recover differently, so that facts would depend on the way the text came about. A tree with errors
is therefore made afresh: at once in most files, in large ones (15 ms for 100 kB) when typing rests.
Until then such a tree is not settled.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node, Parser, Point, Tree

from codewitness.model.facts import Problem
from codewitness.model.text import Span, Text, TextEdit
from codewitness.syntax import brackets, conflicts
from codewitness.syntax.languages.spec import LanguageSpec, RepairAt
from codewitness.syntax.queries_loader import language

FRESH_BYTES = 40_000  # up to here a fresh parse costs a keystroke no more than 6 ms
_MAX_PROBLEMS = 20
_LOCAL_BYTES = 200  # in errors where a bracket was left out; more, and it was the wrong one
_MAX_REPAIRS = 6  # what is taken out at an error may uncover the next
_BOM = b"\xef\xbb\xbf"
_FEW_BYTES = 100
_PAIRING = re.compile(rb"[^\w.,;:=+ -]")
_LONE_RETURN = re.compile(rb"\r(?!\n)")


def parse(raw: bytes, grammar: str, spec: LanguageSpec | None = None) -> Tree:
    """A tree of `raw`, also of broken text; of what `spec` makes of it if it can be read better."""
    raw = _with_line_feeds(raw)
    if _hangs(raw, grammar):
        raw += b"\n"
    if spec is not None and spec.prepare is not None:
        raw = spec.prepare(raw)
    raw, tree = _of_one_side(raw, grammar)
    if spec is None or not tree.root_node.has_error:
        return tree
    repaired = raw if spec.repair is None else spec.repair(raw)
    if repaired != raw and _error_weight(other := _parser(grammar).parse(repaired)) < (
        _error_weight(tree)
    ):
        raw, tree = repaired, other
    raw, tree = _without_brackets(tree, raw, grammar)
    return tree if spec.repair_at is None else _repaired_at(tree, raw, grammar, spec.repair_at)


def _of_one_side(raw: bytes, grammar: str) -> tuple[bytes, Tree]:
    """The text and its tree, with one side of each conflict if that can be read better."""
    tree = _parser(grammar).parse(raw)
    if tree.root_node.has_error and (above := conflicts.sides_above(raw)) != raw:
        other = _parser(grammar).parse(above)
        if _error_weight(other) < _error_weight(tree):
            return above, other
    return raw, tree


def _without_brackets(
    tree: Tree, raw: bytes, grammar: str, *, is_large: bool = False
) -> tuple[bytes, Tree]:
    """Without the brackets that have no partner, or with one where that leaves less broken.

    If all is still broken, without the lines of those brackets.

    A large text is parsed from `tree`.
    """
    alone = brackets.unpaired(tree.root_node, raw, grammar) if tree.root_node.has_error else []
    if not alone:
        return raw, tree

    def parsed(blanked: bytes) -> Tree:
        if not is_large:
            return _parser(grammar).parse(blanked)
        edited = tree.copy()
        _mask(edited, raw, brackets.differences(raw, blanked))
        return _parser(grammar).parse(blanked, edited)

    blanked = brackets.without(raw, alone)
    closed = parsed(blanked)
    most = _error_weight(tree) + _LOCAL_BYTES
    for other_way in (brackets.with_partners, brackets.without_lines):
        if not closed.root_node.has_error or grammar in brackets.INDENTED:
            break
        if (changed := other_way(raw, alone)) == blanked:
            continue
        other = parsed(changed)
        if _error_weight(other) < _error_weight(closed):
            blanked, closed = changed, other
    return (blanked, closed) if _error_weight(closed) <= most else (raw, tree)


def _repaired_at(tree: Tree, raw: bytes, grammar: str, repair_at: RepairAt) -> Tree:
    is_bold = False
    for _ in range(_MAX_REPAIRS):
        if not tree.root_node.has_error:
            break
        other_raw = repair_at(raw, tree.root_node, is_bold)
        other = tree if other_raw == raw else _parser(grammar).parse(other_raw)
        if _error_weight(other) < _error_weight(tree):
            raw, tree = other_raw, other
        elif is_bold:
            break
        else:
            is_bold = True
    return tree


def reparse(
    old: Tree,
    before: Text,
    edits: Sequence[TextEdit],
    after: Text,
    grammar: str,
    spec: LanguageSpec | None = None,
) -> tuple[Tree, bool]:
    """The tree of `after`, which came from `before` by `edits` in this order; is it settled?"""
    if any(_is_to_be_changed(text.raw, grammar) for text in (before, after)):
        return parse(after.raw, grammar, spec), True
    is_large = len(after) > FRESH_BYTES
    has_repair = spec is not None and spec.repair is not None  # which the tree keeps till it rests
    was_masked = is_masked(old.root_node, before)
    is_afresh = not is_large and (old.root_node.has_error or was_masked)
    if is_afresh or (spec and spec.prepare and spec.prepare(after.raw) != after.raw):
        return parse(after.raw, grammar, spec), True
    edited = old.copy()
    raw = brackets.given(old.root_node, before.raw) if was_masked else before.raw
    pairs_stay = not _may_pair(edits, before.raw)
    if was_masked and not pairs_stay and not has_repair:  # what was left out of it is there again
        _mask(edited, before.raw, brackets.differences(before.raw, raw))
        raw = before.raw
    for edit in edits:
        raw = _edit(edited, raw, edit)
    tree = _parser(grammar).parse(raw, edited)
    if not (old.root_node.has_error or was_masked or tree.root_node.has_error):
        return tree, True
    if not is_large:
        return parse(after.raw, grammar, spec), True
    if not pairs_stay:
        tree = _without_brackets(tree, raw, grammar, is_large=True)[1]
    return tree, False


def _may_pair(edits: Sequence[TextEdit], raw: bytes) -> bool:
    """True if they may change which brackets there are, or in which lines."""
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        touched = edit.replacement + raw[start:end]
        if len(touched) > _FEW_BYTES or _PAIRING.search(touched):
            return True
        raw = b"".join((raw[:start], edit.replacement, raw[end:]))
    return False


def is_masked(root: Node, text: Text) -> bool:
    """True if the tree is of another text of the same length, see `LanguageSpec.repair`."""
    # What the other text has as blanks at its start or end is outside of the root.
    around = text.raw[: root.start_byte].removeprefix(_BOM) + text.raw[root.end_byte :]
    return bool(around.strip()) or root.text != text.raw[root.start_byte : root.end_byte]


def _hangs(raw: bytes, grammar: str) -> bool:
    """True if the grammar's scanner may look for the end of the last line for ever."""
    return grammar == "perl" and b"#" in raw[raw.rfind(b"\n") + 1 :]


def _is_to_be_changed(raw: bytes, grammar: str) -> bool:
    return _has_lone_returns(raw) or _hangs(raw, grammar) or conflicts.may_have(raw)


def _has_lone_returns(raw: bytes) -> bool:
    return b"\r" in raw and raw.count(b"\r") != raw.count(b"\r\n")


def _with_line_feeds(raw: bytes) -> bytes:
    """`raw` with LF for each CR that ends a line by itself: to a grammar it ends no comment."""
    return _LONE_RETURN.sub(b"\n", raw) if _has_lone_returns(raw) else raw


def _error_weight(tree: Tree) -> int:
    n_bytes = 0
    stack = [tree.root_node]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            n_bytes += max(1, node.end_byte - node.start_byte)
        elif node.has_error:
            stack.extend(node.children)
    return n_bytes


def problems(root: Node, text: Text) -> tuple[tuple[Problem, ...], int]:
    """The first problems of the tree, and how many bytes lie in ERROR nodes."""
    found = [_conflict(one, text) for one in conflicts.unread(root, text.raw)]
    found += [_not_closed(at, text) for at in brackets.left_out(root, text.raw)]
    del found[_MAX_PROBLEMS:]
    n_bytes = len(found)
    if not root.has_error:
        return tuple(found), n_bytes
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            n_bytes += node.end_byte - node.start_byte
            if len(found) < _MAX_PROBLEMS:
                found.append(_problem(node, text))
        elif node.has_error:
            stack.extend(reversed(node.children))
    return tuple(found), n_bytes


def _conflict(one: Span, text: Text) -> Problem:
    first, last = text.line_at(one.start) + 1, text.line_at(one.end - 1) + 1
    return Problem(f"lines {first} to {last}: a merge conflict, read as its upper side", one)


def _not_closed(at: int, text: Text) -> Problem:
    bracket = chr(text.raw[at])
    if bracket.isspace():
        said = "a bracket is not closed before '{'"
    else:
        said = f"{bracket!r} {'is not closed' if bracket in '{([' else 'closes nothing'}"
    line = text.line_at(at)
    # From the end of what stands before it: it may be all that a definition had for a body.
    start = len(text.raw[: text.line_span(line).start].rstrip())
    return Problem(f"line {line + 1}: {said}", Span(max(0, start - 1), at + 1))


def _problem(node: Node, text: Text) -> Problem:
    line = text.line_at(node.start_byte) + 1
    what = f"missing {node.type!r}" if node.is_missing else "syntax not understood"
    return Problem(f"line {line}: {what}", Span(node.start_byte, node.end_byte))


def _parser(grammar: str) -> Parser:
    # A parser has state and may not be shared by threads; making one takes microseconds.
    return Parser(language(grammar))


def _edit(tree: Tree, raw: bytes, edit: TextEdit) -> bytes:
    start, end = edit.span.start, edit.span.end
    new = b"".join((raw[:start], edit.replacement, raw[end:]))
    new_end = start + len(edit.replacement)
    tree.edit(start, end, new_end, _point(raw, start), _point(raw, end), _point(new, new_end))
    return new


def _mask(tree: Tree, raw: bytes, places: Sequence[int]) -> None:
    """Other bytes stand at these offsets from now on, as many as before."""
    row = counted = 0  # to count the lines above each place anew would take longer than parsing
    for at in sorted(places):
        row += raw.count(b"\n", counted, at)
        counted = at
        start = Point(row, at - raw.rfind(b"\n", 0, at) - 1)
        end = Point(row + 1, 0) if raw[at : at + 1] == b"\n" else Point(row, start.column + 1)
        tree.edit(at, at + 1, at + 1, start, end, end)


def _point(raw: bytes, offset: int) -> Point:
    # tree-sitter counts rows by \n alone and columns in bytes.
    return Point(raw.count(b"\n", 0, offset), offset - raw.rfind(b"\n", 0, offset) - 1)
