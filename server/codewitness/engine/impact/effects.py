"""What an edit of one definition means for those who call it, as sentences with their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from codewitness.engine.impact.kinds import EffectKind
from codewitness.engine.impact.parameters import ParameterChange, parameter_changes
from codewitness.engine.impact.side import Side
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Call, Outline
from codewitness.model.text import Span
from codewitness.syntax.layout import plain_code

# What can't make a caller wrong.
_HARMLESS = frozenset({"handleAdded", "tryAdded", "defaultAdded"})
_MAX_SHOWN = 60  # characters of a value that is given back
_NOTHING = frozenset({"", "None", "null", "nil", "undefined", "NULL", "nullptr", "()", "void"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that changed.

    text: it in words, with the definition as the subject that is left out. name: the parameter,
    callee or exception that it is about. span: where the text of now shows it. was: where the text
    of then does. members: the constants, variables or fields that it is of, by their names;
    lost: those of them that are gone.
    """

    kind: EffectKind
    text: str
    name: str = ""
    span: Span | None = None
    was: Span | None = None
    parameter: ParameterChange | None = None
    members: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def concerns_callers(self) -> bool:
        """False for what can make no caller wrong."""
        if self.kind is EffectKind.PARAMETER_ADDED and self.parameter is not None:
            return self.parameter.is_needed or self.parameter.is_before_others
        return self.kind.value not in _HARMLESS


def effects_of(before: Side, after: Side) -> list[Effect]:
    """What signals show of a change of one definition, what breaks callers first."""
    header = [*_signature(before, after), *_async(before, after)]
    if before.code is not None and before.code == after.code:
        return header
    return [
        *header,
        *_named(before, after, "raises", EffectKind.RAISE_ADDED, EffectKind.RAISE_DROPPED),
        *_named(before, after, "handles", EffectKind.HANDLE_ADDED, EffectKind.HANDLE_DROPPED),
        *_tries(before, after),
        *_returns(before, after),
        *_named(before, after, "calls", EffectKind.CALL_ADDED, EffectKind.CALL_DROPPED),
        *_named(before, after, "attributeWrites", EffectKind.WRITE_ADDED, EffectKind.WRITE_DROPPED),
    ]


def item_changes(before: Side, after: Side) -> tuple[dict[str, list[Item]], dict[str, list[Item]]]:
    """Signals that came and signals that went, by kind; as many as there are more or fewer."""
    added: dict[str, list[Item]] = {}
    removed: dict[str, list[Item]] = {}
    if before.code is not None and before.code == after.code:
        return added, removed  # it may be laid out in another way
    for kind in after.items.keys() | before.items.keys():
        old, new = before.items.get(kind, ()), after.items.get(kind, ())
        if more := _beyond(new, old, after.language):
            added[kind] = more
        if fewer := _beyond(old, new, after.language):
            removed[kind] = fewer
    return added, removed


def _beyond(items: Sequence[Item], others: Sequence[Item], language: str) -> list[Item]:
    """Those of `items` that have no equal in `others`; of several equal ones the last."""
    left = Counter(plain_code(item.text, language) for item in others)
    found = []
    for item in items:
        if left[text := plain_code(item.text, language)]:
            left[text] -= 1
        else:
            found.append(item)
    return found


def _signature(before: Side, after: Side) -> Iterator[Effect]:
    changes = list(parameter_changes(before.parameters, after.parameters, after.language))
    # A definition whose code is that of now has been given it: only names were different.
    is_alone = before.outline is not None and before.outline is after.outline
    for one in changes:
        is_name = is_alone and one.what is EffectKind.PARAMETER_RENAMED
        change = replace(one, is_name_alone=True) if is_name else one
        yield Effect(kind=one.what, text=one.text, name=one.name, span=one.span, parameter=change)
    is_async = before.flags.get("isAsync") != after.flags.get("isAsync")
    if changes:
        is_other = before.frame_words != after.frame_words and not is_async
    else:
        is_other = before.header_words != after.header_words and not is_async
    if is_other:
        yield Effect(
            kind=EffectKind.SIGNATURE_CHANGED,
            text=f"is declared as `{after.signature}` now",
            span=after.definition.header_span,
        )


def _async(before: Side, after: Side) -> Iterator[Effect]:
    was, now = before.flags.get("isAsync", False), after.flags.get("isAsync", False)
    if now and not was:
        yield Effect(kind=EffectKind.ASYNC_NOW, text="is async now", span=after.name_span)
    if was and not now:
        yield Effect(kind=EffectKind.ASYNC_NO_MORE, text="is no longer async", span=after.name_span)


_WORDS = {
    EffectKind.CALL_ADDED: ("now calls `{}`", "calls `{}` once more"),
    EffectKind.CALL_DROPPED: ("no longer calls `{}`", "calls `{}` once less"),
    EffectKind.RAISE_ADDED: ("now raises `{}`", ""),
    EffectKind.RAISE_DROPPED: ("no longer raises `{}`", ""),
    EffectKind.HANDLE_ADDED: ("now handles `{}`", ""),
    EffectKind.HANDLE_DROPPED: ("no longer handles `{}`", ""),
    EffectKind.WRITE_ADDED: ("now sets `{}`", ""),
    EffectKind.WRITE_DROPPED: ("no longer sets `{}`", ""),
}


def _named(
    before: Side, after: Side, items: str, added: EffectKind, dropped: EffectKind
) -> Iterator[Effect]:
    """Things by their name that came or went."""
    old, new = before.items.get(items, ()), after.items.get(items, ())
    language = after.language
    for kind, here, there in ((added, new, old), (dropped, old, new)):
        others = {plain_code(item.text, language) for item in there}
        own = after if kind is added else before
        made = {item.text for item in own.items.get("raises", ())} if items == "calls" else set()
        for text in dict.fromkeys(item.text for item in _beyond(here, there, language)):
            if text in made:
                continue  # `raise E()` says enough
            words = _WORDS[kind][plain_code(text, language) in others]
            if words:
                items_here = [item.span for item in here if item.text == text]
                cut = shown(" ".join(text.split()))
                span, was = (items_here[-1], None) if kind is added else (None, items_here[-1])
                yield Effect(kind=kind, text=words.format(cut), name=text, span=span, was=was)


def _tries(before: Side, after: Side) -> Iterator[Effect]:
    was, now = _guarded(before.outline), _guarded(after.outline)
    if before.flags.get("hasTry") and not after.flags.get("hasTry"):
        yield Effect(kind=EffectKind.TRY_REMOVED, text="has no try any more", span=after.name_span)
        return
    if after.flags.get("hasTry") and not before.flags.get("hasTry"):
        yield Effect(kind=EffectKind.TRY_ADDED, text="has a try now", span=after.name_span)
        return
    free = {call.text: call.name_span for call in _free(after.outline)}
    for text in was:
        if text not in now and text in free:
            yield Effect(
                kind=EffectKind.TRY_REMOVED,
                text=f"calls `{shown(text)}` outside of its try now",
                name=text,
                span=free[text],
            )


def _guarded(outline: Outline | None) -> dict[str, None]:
    """Calls that stand in a try."""
    if outline is None:
        return {}
    return {c.text: None for c in outline.calls if outline.innermost(c.whole, Around.TRY)}


def _free(outline: Outline | None) -> Iterator[Call]:
    if outline is not None:
        yield from (c for c in outline.calls if not outline.innermost(c.whole, Around.TRY))


def _returns(before: Side, after: Side) -> Iterator[Effect]:
    if before.outline is None or after.outline is None:
        return
    old, new = before.items["returns"], after.items["returns"]
    gone, come = _beyond(old, new, after.language), _beyond(new, old, after.language)
    if not gone and not come:
        return
    was, now = _values(old), _values(new)
    if was == now:
        return
    span = come[0].span if come else None
    then = gone[0].span if gone else None
    if was and not now:
        text = "no longer gives a value back"
    elif now and not was:
        text = f"now gives back {_listed(come)}"
    elif come and gone:
        text = f"gives back {_listed(come)}, no longer {_listed(gone)}"
    elif come:
        text = f"may also give back {_listed(come)}"
    else:
        text = f"no longer gives back {_listed(gone)}"
    yield Effect(kind=EffectKind.RETURN_CHANGED, text=text, span=span, was=then)


def _values(items: Sequence[Item]) -> set[str]:
    """What is given back; a bare return gives nothing, and so does a body that just ends."""
    values = {item.text for item in items}
    return set() if values <= _NOTHING else values


def _listed(items: Sequence[Item]) -> str:
    texts = dict.fromkeys(item.text for item in items)
    return ", ".join(f"`{shown(text)}`" if text else "nothing" for text in texts)


def shown(text: str) -> str:
    """`text`, cut to what a sentence can hold."""
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"
