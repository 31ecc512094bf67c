"""What differs between two versions of a definition's own code: conditions, values, statements.

Layout and comments are in no piece, so they make no difference.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from codewitness.engine.impact.kinds import EffectKind
from codewitness.model.pieces import Piece, PieceKind, Token
from codewitness.model.text import Span, Text

_ALIKE = 0.5  # from which on two statements count as one that was edited
_MAX_PAIRED = 60  # statements on a side among which pairs are looked for
_MAX_COMPARED = 4_000_000  # pairs of words or statements
_MAX_WORDS = 200  # of a statement that say whether it is like another
_CONTEXT = frozenset({"(", ")", ","})


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One difference. `was` and `now`: the pieces, None on a side that has none.

    gone, come: the tokens that differ; of a piece that is on one side alone, all of it. was_span,
    now_span: what is quoted.
    """

    kind: EffectKind
    was: Piece | None
    now: Piece | None
    gone: tuple[Token, ...]
    come: tuple[Token, ...]
    was_span: Span | None
    now_span: Span | None

    def text(self, before: Text, after: Text) -> tuple[str, str]:
        """What is quoted of each side."""
        was = self.was.shown(before, self.was_span) if self.was is not None else ""
        now = self.now.shown(after, self.now_span) if self.now is not None else ""
        return was, now


_PAIRED = {
    PieceKind.CONDITION: EffectKind.CONDITION_CHANGED,
    PieceKind.LOOP: EffectKind.LOOP_CHANGED,
    PieceKind.RETURN: EffectKind.RETURN_CHANGED,
}
_COME = {
    PieceKind.CONDITION: EffectKind.CONDITION_ADDED,
    PieceKind.LOOP: EffectKind.LOOP_ADDED,
    PieceKind.RETURN: EffectKind.RETURN_CHANGED,
    PieceKind.TRY: EffectKind.CODE_CHANGED,
    PieceKind.OTHER: EffectKind.CODE_CHANGED,
}
_GONE = _COME | {
    PieceKind.CONDITION: EffectKind.CONDITION_DROPPED,
    PieceKind.LOOP: EffectKind.LOOP_DROPPED,
}


def edits(before: Sequence[Piece], after: Sequence[Piece]) -> list[Edit]:
    """All differences, in the order of the text."""
    old = [(one.depth, one.words) for one in before]
    new = [(one.depth, one.words) for one in after]
    found: list[Edit] = []
    for start, end, to_start, to_end in _changes(old, new):
        found += _between(before[start:end], after[to_start:to_end])
    return _with_moves(found)


def _between(before: Sequence[Piece], after: Sequence[Piece]) -> Iterator[Edit]:
    """Pairs of what was edited, in order, and what stands alone."""
    at = 0
    partners = _partners(before, after)
    for index, one in enumerate(before):
        to = partners.get(index)
        if to is None:
            yield _lone(one, is_new=False)
            continue
        for lone in after[at:to]:
            yield _lone(lone, is_new=True)
        if one.words == after[to].words:
            yield _moved(one, after[to])
        else:
            yield _pair(one, after[to])
        at = to + 1
    for lone in after[at:]:
        yield _lone(lone, is_new=True)


def _partners(before: Sequence[Piece], after: Sequence[Piece]) -> dict[int, int]:
    """The pairs, in order on both sides, that are most alike in all."""
    if max(len(before), len(after)) > _MAX_PAIRED:
        return {}
    if len(before) == len(after) == 1 and before[0].kind is after[0].kind:
        return {0: 0}
    alike = [[_likeness(one, other) for other in after] for one in before]
    best = [[0.0] * (len(after) + 1) for _ in range(len(before) + 1)]
    for at in reversed(range(len(before))):
        for to in reversed(range(len(after))):
            paired = alike[at][to] + best[at + 1][to + 1] if alike[at][to] else 0.0
            best[at][to] = max(paired, best[at + 1][to], best[at][to + 1])
    found: dict[int, int] = {}
    at = to = 0
    while at < len(before) and to < len(after):
        if best[at][to] == best[at + 1][to]:
            at += 1
        elif best[at][to] == best[at][to + 1]:
            to += 1
        else:
            found[at] = to
            at, to = at + 1, to + 1
    return found


def _likeness(one: Piece, other: Piece) -> float:
    """How much two statements have in common; 0 if one can't have become the other."""
    if one.kind is not other.kind:
        return 0.0
    words = one.words[:_MAX_WORDS], other.words[:_MAX_WORDS]
    found = SequenceMatcher(None, *words, autojunk=False).ratio()
    found -= 0.1 * (one.depth != other.depth)
    return found if found >= _ALIKE else 0.0


def _lone(one: Piece, *, is_new: bool) -> Edit:
    kind = (_COME if is_new else _GONE)[one.kind]
    return Edit(
        kind=kind,
        was=None if is_new else one,
        now=one if is_new else None,
        gone=() if is_new else one.tokens,
        come=one.tokens if is_new else (),
        was_span=None if is_new else one.asked,
        now_span=one.asked if is_new else None,
    )


def _moved(was: Piece, now: Piece) -> Edit:
    return Edit(
        kind=EffectKind.CODE_MOVED,
        was=was,
        now=now,
        gone=(),
        come=(),
        was_span=was.asked,
        now_span=now.asked,
    )


def _pair(was: Piece, now: Piece) -> Edit:
    gone, come = _differing(was, now)
    kind, was_span, now_span = _PAIRED.get(was.kind), was.asked, now.asked
    if not (_are_in(gone, was_span) and _are_in(come, now_span)):
        was_span, now_span = was.span, now.span
    if kind is None and (spans := _condition(was, now, gone, come)) is not None:
        kind, was_span, now_span = EffectKind.CONDITION_CHANGED, *spans
    if kind is None:
        is_literal = bool(gone) and bool(come) and all(one.is_literal for one in (*gone, *come))
        kind = EffectKind.CONSTANT_CHANGED if is_literal else EffectKind.CODE_CHANGED
    return Edit(
        kind=kind, was=was, now=now, gone=gone, come=come, was_span=was_span, now_span=now_span
    )


def _are_in(tokens: Sequence[Token], span: Span) -> bool:
    return all(span.contains(one.span) for one in tokens)


def _condition(
    was: Piece, now: Piece, gone: Sequence[Token], come: Sequence[Token]
) -> tuple[Span, Span] | None:
    """The conditions within two statements in which all differences lie."""
    if len(was.conditions) != len(now.conditions):
        return None
    for old, new in zip(was.conditions, now.conditions, strict=True):
        if _are_in(gone, old) and _are_in(come, new):
            rest = [one.text for one in was.tokens if not old.contains(one.span)]
            if rest == [one.text for one in now.tokens if not new.contains(one.span)]:
                return old, new
    return None


def _differing(was: Piece, now: Piece) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    gone: list[Token] = []
    come: list[Token] = []
    for start, end, to_start, to_end in _changes(was.words, now.words):
        gone += was.tokens[start:end]
        come += now.tokens[to_start:to_end]
    return tuple(gone), tuple(come)


def _changes(
    before: Sequence[Hashable], after: Sequence[Hashable]
) -> Iterator[tuple[int, int, int, int]]:
    """Where two sequences differ: parts of both. Of what is long, its ends alone are compared."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if len(old) * len(new) > _MAX_COMPARED:
        yield start, start + len(old), start, start + len(new)
        return
    found = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for tag, one, to_one, other, to_other in found:
        if tag != "equal":
            yield start + one, start + to_one, start + other, start + to_other


def _with_moves(found: list[Edit]) -> list[Edit]:
    """A statement that went here and came there has moved; what a new branch indents has not."""
    come = {one.now.words: one for one in reversed(found) if one.was is None and one.now}
    moved: list[Edit] = []
    taken: set[int] = set()
    for one in found:
        other = come.get(one.was.words) if one.was is not None and one.now is None else None
        if other is not None and id(other) not in taken:
            assert one.was is not None
            assert other.now is not None
            taken |= {id(one), id(other)}
            moved.append(_moved(one.was, other.now))
    rest = [one for one in found if id(one) not in taken]
    has_lone = any(one.was is None or one.now is None for one in rest)
    return [
        one
        for one in (*rest, *moved)
        if not (has_lone and one.kind is EffectKind.CODE_MOVED and is_indented(one))
    ]


def is_indented(one: Edit) -> bool:
    """True for what stands within more or fewer statements, which are told of themselves."""
    return one.was is not None and one.now is not None and one.was.depth != one.now.depth


def is_covered(one: Edit, was: Sequence[Span], now: Sequence[Span]) -> bool:
    """True if all that differs lies in these places, which other effects tell of."""
    if one.was is None or one.now is None:
        return any(
            piece.span.contains(span)
            for piece, spans in ((one.was, was), (one.now, now))
            if piece is not None
            for span in spans
        )
    return all(
        token.text in _CONTEXT or any(span.contains(token.span) for span in spans)
        for tokens, spans in ((one.gone, was), (one.come, now))
        for token in tokens
    )
