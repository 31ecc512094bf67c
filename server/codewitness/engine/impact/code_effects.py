"""What an edit changes that no signal shows: conditions, loops, constants, single statements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from codewitness.engine.impact.edits import Edit, edits, is_covered, is_indented
from codewitness.engine.impact.effects import Effect, item_changes, shown
from codewitness.engine.impact.kinds import EffectKind
from codewitness.engine.impact.side import Side
from codewitness.model.facts import Item
from codewitness.model.pieces import Piece, PieceKind, Token
from codewitness.model.text import Span
from codewitness.syntax.layout import plain_code

_MAX_EDITS = 20  # of one definition that are told one by one
_TOLD_BY_NAME = ("calls", "raises", "handles", "attributeWrites")  # lists of items
_RETURN = re.compile(r"(?:co_)?return(?:@\w+)?\b\s*")
_OF_TRY = frozenset(
    {
        EffectKind.TRY_ADDED,
        EffectKind.TRY_REMOVED,
        EffectKind.HANDLE_ADDED,
        EffectKind.HANDLE_DROPPED,
    }
)
_BRANCHES = frozenset(
    {
        EffectKind.CONDITION_ADDED,
        EffectKind.CONDITION_DROPPED,
        EffectKind.LOOP_ADDED,
        EffectKind.LOOP_DROPPED,
    }
)
_SAID = {
    EffectKind.CONDITION_CHANGED: "decides by `{now}`, no longer by `{was}`",
    EffectKind.CONDITION_ADDED: "now decides by `{now}`",
    EffectKind.CONDITION_DROPPED: "no longer decides by `{was}`",
    EffectKind.LOOP_CHANGED: "loops by `{now}`, no longer by `{was}`",
    EffectKind.LOOP_ADDED: "now loops by `{now}`",
    EffectKind.LOOP_DROPPED: "no longer loops by `{was}`",
    EffectKind.CODE_MOVED: "has `{now}` at another place",
}


def code_effects(before: Side, after: Side, told: Sequence[Effect]) -> Iterator[Effect]:
    """Differences of the code that the effects told so far say nothing of."""
    own = edits(before.pieces, after.pieces)
    if not own:
        return
    names = _renamed(after, told)
    found = [one for one in own if not _is_rename(one, names)] if names else own
    is_known = _Known(before, after, told, own)
    found = [one for one in found if not is_known(one)]
    if (again := _throughout(found)) is not None:
        yield again
        return
    for one in found[:_MAX_EDITS]:
        yield _of_members(_effect_of(one, *one.text(before.text, after.text)), one, before, after)
    if len(found) > _MAX_EDITS:
        more = f"has {len(found) - _MAX_EDITS} more differences"
        effect = Effect(kind=EffectKind.CODE_CHANGED, text=more)
        rest = [_of_members(effect, one, before, after) for one in found[_MAX_EDITS:]]
        yield replace(
            effect,
            members=tuple(dict.fromkeys(name for one in rest for name in one.members)),
            lost=tuple(dict.fromkeys(name for one in rest for name in one.lost)),
        )


class _Known:
    """What other effects tell of an edit."""

    def __init__(
        self, before: Side, after: Side, told: Sequence[Effect], own: Sequence[Edit]
    ) -> None:
        added, removed = item_changes(before, after)
        self.texts = before.text, after.text
        self.kinds = {one.kind for one in told}
        self.was, self.now = _told_at(before, removed), _told_at(after, added)
        self.language = after.language
        returned = [item for side in (added, removed) for item in side.get("returns", ())]
        self.values = {plain_code(item.text, self.language) for item in returned}
        self.returned = [
            [item.span for item in items.get("returns", ())] for items in (removed, added)
        ]
        self.n_branches = sum(one.kind in _BRANCHES for one in own)

    def __call__(self, one: Edit) -> bool:
        if one.kind is EffectKind.RETURN_CHANGED:
            is_told = EffectKind.RETURN_CHANGED in self.kinds
            if one.was is None or one.now is None:
                return self.n_branches > 0 or is_told
            texts = (_RETURN.sub("", text) for text in one.text(*self.texts))
            return is_told and any(plain_code(text, self.language) in self.values for text in texts)
        if one.kind is EffectKind.CODE_MOVED:
            return is_indented(one) and bool(self.kinds & _OF_TRY)
        if one.kind in _BRANCHES and "else" in one.text(*self.texts):
            return self.n_branches > 1
        is_code = one.kind is EffectKind.CODE_CHANGED
        if not is_code and one.kind is not EffectKind.CONSTANT_CHANGED:
            return False
        if EffectKind.RETURN_CHANGED in self.kinds and is_covered(one, *self.returned):
            return True
        return is_code and self._is_named(one)

    def _is_named(self, one: Edit) -> bool:
        if self.kinds & _OF_TRY and (_is_of_try(one) or _passes_on(one)):
            return True
        return self._is_other_raise(one) or is_covered(one, self.was, self.now)

    def _is_other_raise(self, one: Edit) -> bool:
        """True if another exception is raised in the same place, whatever it is given."""
        if not self.kinds >= {EffectKind.RAISE_ADDED, EffectKind.RAISE_DROPPED}:
            return False
        return all(
            piece is not None
            and piece.words[0] in ("raise", "throw")
            and any(piece.span.contains(span) for span in told)
            for piece, told in ((one.was, self.was), (one.now, self.now))
        )


def _renamed(after: Side, told: Sequence[Effect]) -> dict[str, str]:
    """Parameters by their old names that have new ones."""
    return {
        one.name: after.text.slice(one.span)
        for one in told
        if one.kind is EffectKind.PARAMETER_RENAMED and one.span is not None
    }


def _is_rename(one: Edit, names: Mapping[str, str]) -> bool:
    if one.was is None or one.now is None:
        return False
    return tuple(names.get(word, word) for word in one.was.words) == one.now.words


def _throughout(found: Sequence[Edit]) -> Effect | None:
    """One effect for all of them, if they put one name for another everywhere."""
    pairs = {(_word(one.gone), _word(one.come)) for one in found}
    if len(found) < 2 or len(pairs) != 1:
        return None
    ((was, now),) = pairs
    if was is None or now is None or not (was.isidentifier() and now.isidentifier()):
        return None
    first = found[0]
    return Effect(
        kind=EffectKind.CODE_CHANGED,
        text=f"has `{now}` for `{was}` in {len(found)} places",
        span=_quoted(first.now_span, first.come),
        was=_quoted(first.was_span, first.gone),
    )


def _word(tokens: Sequence[Token]) -> str | None:
    words = {one.text for one in tokens}
    return words.pop() if len(words) == 1 and not tokens[0].is_literal else None


def _told_at(side: Side, items: Mapping[str, Sequence[Item]]) -> list[Span]:
    """Where what came or went by its name is written."""
    return [
        item.span
        for name in _TOLD_BY_NAME
        for item in side.items.get(name, ())
        if any(item.text == one.text for one in items.get(name, ()))
    ]


def _passes_on(one: Edit) -> bool:
    """True for a bare `raise`, which is no more than its handler."""
    return {piece.words for piece in (one.was, one.now) if piece} <= {("raise",), ("throw",)}


def _is_of_try(one: Edit) -> bool:
    return all(piece is None or piece.kind is PieceKind.TRY for piece in (one.was, one.now))


def _effect_of(one: Edit, was: str, now: str) -> Effect:
    if _passes_on(one) and "" in (was, now):
        what = "raises again what it handles"
        kind = EffectKind.RAISE_ADDED if now else EffectKind.RAISE_DROPPED
        text = f"now {what}" if now else f"no longer {what}"
        return Effect(kind=kind, text=text, span=one.now_span, was=one.was_span)
    if one.kind is EffectKind.CONSTANT_CHANGED:
        values = [" ".join(token.text for token in side) for side in (one.come, one.gone)]
        text = "has `{}` where it had `{}`".format(*map(shown, values))
    elif "else" in (was, now) and "" in (was, now):
        text = "has an `else` now" if now else "has no `else` any more"
    else:
        said = _SAID.get(one.kind)
        if said is None and one.now is None:
            said = "no longer has `{was}`"
        elif said is None:
            said = "has `{now}`, no longer `{was}`" if one.was is not None else "now has `{now}`"
        text = said.format(was=shown(was), now=shown(now))
    return Effect(
        kind=one.kind,
        text=text,
        span=_quoted(one.now_span, one.come),
        was=_quoted(one.was_span, one.gone),
    )


def _of_members(effect: Effect, one: Edit, before: Side, after: Side) -> Effect:
    """The effect with the names of the constants, variables and fields that it is of."""
    was = _declared_in(before, one.was, one.gone)
    now = {declared.name for declared in after.declared}
    text = effect.text
    if was and effect.kind is EffectKind.CONSTANT_CHANGED:
        text += f" in `{shown(', '.join(was))}`"
    return replace(
        effect,
        text=text,
        members=tuple(name for name in was if name in now),
        lost=tuple(name for name in was if name not in now),
    )


def _declared_in(side: Side, piece: Piece | None, tokens: Sequence[Token]) -> list[str]:
    if piece is None:
        return []
    own = [one for one in side.declared if piece.span.contains(one.span)]
    differing = [
        one for one in own if any(one.whole.contains(token.span) for token in tokens or ())
    ]
    return [one.name for one in differing or own]


def _quoted(span: Span | None, tokens: Sequence[Token]) -> Span | None:
    """What is shown, from the first word of it that differs."""
    if span is None or not tokens:
        return span
    return Span(max(span.start, tokens[0].span.start), span.end)
