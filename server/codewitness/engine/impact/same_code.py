"""Edits of a definition's code that mean nothing to anybody else.

A variable of its own that has another name everywhere, and a value that is given back with or
without the word `return`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat

from codewitness.engine.impact.side import Side
from codewitness.model.flow import unpacked
from codewitness.model.pieces import Piece, PieceKind, Token

_RETURN = "return"
_GIVES = ("=",)  # before a body of Kotlin that is one expression, whose value it gives back
_STANDS_FOR = "=>"  # before one of C#, whose value is given back if there is to be one
_MAX_TOKENS = 20_000
_NEAR, _FAR = 200, 2_000  # bytes in which the sign beside a word, and the bracket around it, are

# How deep it stands, whether it is given back, if that is known, and what it says.
_Plain = tuple[int, bool | None, Sequence[Token]]


def as_now(before: Side, after: Side) -> Side:
    """`before` with the code of `after` if the two mean the same; else itself."""
    if before.outline is None or after.outline is None:
        return before
    if (names := _renamed(before, after)) is None:
        return before
    return replace(
        before,
        items=after.items,
        outline=after.outline,
        pieces=after.pieces,
        header_words=tuple(names.get(word, word) for word in before.header_words),
        frame_words=tuple(names.get(word, word) for word in before.frame_words),
    )


def _renamed(before: Side, after: Side) -> dict[str, str] | None:
    """Variables of its own that have new names; None if there is any other difference."""
    old, new = list(_plain(before.pieces)), list(_plain(after.pieces))
    if len(old) != len(new) or not all(map(_are_alike, old, new, repeat(len(old) == 1))):
        return None
    pairs = [
        pair
        for (*_, own), (*_, others) in zip(old, new, strict=True)
        for pair in zip(own, others, strict=True)
    ]
    if len(pairs) > _MAX_TOKENS or any(one.is_text != other.is_text for one, other in pairs):
        return None
    alone = [(one, other) for one, other in pairs if not _is_member(one, before)]
    if any(one.text != other.text for one, other in pairs if _is_member(one, before)):
        return None
    names = _put_for_each_other([(one.text, other.text) for one, other in alone])
    if not names:
        return names
    is_own = names.keys() <= _own(before) and set(names.values()) <= _own(after)
    if not is_own or any(_is_key(one, before) for one, _ in alone if one.text in names):
        return None
    return names


def _put_for_each_other(pairs: Sequence[tuple[str, str]]) -> dict[str, str] | None:
    """The words that others stand for, everywhere and for them alone; None if that is not so."""
    names: dict[str, str] = {}
    for was, now in pairs:
        if names.setdefault(was, now) != now:
            return None
    names = {was: now for was, now in names.items() if was != now}
    said, says = {was for was, _ in pairs}, {now for _, now in pairs}
    is_apart = says.isdisjoint(names) and said.isdisjoint(names.values())
    return names if is_apart and len(set(names.values())) == len(names) else None


def _plain(pieces: Iterable[Piece]) -> Iterator[_Plain]:
    """The code without what is but another way to write a value that is given back."""
    for one in pieces:
        if one.words == _GIVES:
            continue
        is_given: bool | None = one.kind is PieceKind.RETURN
        tokens = one.tokens
        if len(tokens) > 1 and is_given and tokens[0].text == _RETURN:
            tokens = tokens[1:]
        elif len(tokens) > 1 and tokens[0].text == _STANDS_FOR:
            tokens, is_given = tokens[1:], None
        yield one.depth, is_given, tokens


def _are_alike(one: _Plain, other: _Plain, is_all: bool) -> bool:
    """True for the same number of words at one depth, given back by both or by neither."""
    (depth, is_given, own), (other_depth, is_other_given, others) = one, other
    is_as_deep = is_all or depth == other_depth  # a block around all of it is no difference
    is_known = is_given is not None and is_other_given is not None
    return is_as_deep and len(own) == len(others) and not (is_known and is_given != is_other_given)


def _own(side: Side) -> set[str]:
    """Its parameters and variables."""
    flow = unpacked(side.definition.facts.flow)
    bound = {target for target, _ in flow.binds if isinstance(target, str)}
    return bound | {one.name for one in side.parameters}


def _is_member(token: Token, side: Side) -> bool:
    """True for what is said of something else: the second word of `self.size`."""
    before = side.text.raw[max(0, token.span.start - _NEAR) : token.span.start].rstrip()
    return before.endswith((b".", b"->", b"::")) and not before.endswith(b"..")


def _is_key(token: Token, side: Side) -> bool:
    """True if others see its name: `{ size }` and `size:` make a key of it, `size=` may."""
    if token.is_text:
        return True
    raw, span = side.text.raw, token.span
    next_to = raw[span.end : span.end + 2]
    if next_to.startswith(b"=") and next_to != b"==":
        return True
    if side.language == "python":
        return False
    if next_to.startswith(b":") and next_to not in (b"::", b":="):
        return True
    before = raw[max(0, span.start - _NEAR) : span.start].rstrip()
    after = raw[span.end : span.end + _NEAR].lstrip()
    is_listed = before.endswith((b"{", b",")) and after.startswith((b"}", b","))
    return is_listed and not before.endswith((b"${", b"#{")) and _is_in_braces(raw, span.start)


def _is_in_braces(raw: bytes, at: int) -> bool:
    """True if the innermost bracket that is open there is a brace."""
    depth = 0
    for sign in reversed(raw[max(0, at - _FAR) : at]):
        depth += (sign in b")]}") - (sign in b"([{")
        if depth < 0:
            return sign == ord("{")
    return True
