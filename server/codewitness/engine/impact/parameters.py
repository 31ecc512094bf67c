"""What happened to the parameters of a definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from codewitness.engine.impact.kinds import EffectKind
from codewitness.model.outline import Parameter
from codewitness.model.text import Span
from codewitness.syntax.layout import plain_code


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterChange:
    """One change. `name` is the parameter's name before, or, if it is new, now.

    is_needed: a call that does not give it can't be right any more. is_before_others: what calls
    give by place may count as another parameter now. is_name_alone: it has another name, and the
    code is the same but for it. stood_behind: of one that is gone, those that stood before it.
    """

    what: EffectKind
    name: str
    text: str
    span: Span | None = None
    is_needed: bool = False
    is_before_others: bool = False
    is_name_alone: bool = False
    stood_behind: tuple[str, ...] = ()


def parameter_changes(
    before: Sequence[Parameter], after: Sequence[Parameter], language: str
) -> Iterator[ParameterChange]:
    """All changes, in the order of the parameters."""
    old, new = [one.name for one in before], [one.name for one in after]
    kept = {*old} & {*new}
    pairs: list[tuple[str, str]] = []
    if [name for name in old if name in kept] != [name for name in new if name in kept]:
        order = ", ".join(new)
        yield ParameterChange(
            what=EffectKind.PARAMETER_MOVED, name="", text=f"takes its parameters as {order}"
        )
        pairs, gone, come = [], [n for n in old if n not in kept], [n for n in new if n not in kept]
    else:
        pairs, gone, come = _paired(before, after)
    by_name = {one.name: one for one in after}
    for was, now in pairs:
        yield ParameterChange(
            what=EffectKind.PARAMETER_RENAMED,
            name=was,
            text=f"its parameter `{was}` is now `{now}`",
            span=by_name[now].span,
        )
    for name in gone:
        yield ParameterChange(
            what=EffectKind.PARAMETER_REMOVED,
            name=name,
            text=f"takes no `{name}` any more",
            stood_behind=tuple(old[: old.index(name)]),
        )
    for name in come:
        rest = new[new.index(name) + 1 :]
        yield _added(by_name[name], next((one for one in rest if one in kept), ""))
    for one in before:
        if one.name in kept:
            yield from _default(one, by_name[one.name], language)


def _paired(
    before: Sequence[Parameter], after: Sequence[Parameter]
) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Renamed ones, and those that went and came. Renamed is what stands where another stood."""
    old, new = [one.name for one in before], [one.name for one in after]
    pairs: list[tuple[str, str]] = []
    gone: list[str] = []
    come: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        is_renamed = b - a == d - c and all(
            one.is_rest == other.is_rest and (one.default is None) == (other.default is None)
            for one, other in zip(before[a:b], after[c:d], strict=True)
        )
        if is_renamed:
            pairs += zip(old[a:b], new[c:d], strict=True)
        else:
            gone += old[a:b]
            come += new[c:d]
    return pairs, gone, come


def _added(one: Parameter, following: str) -> ParameterChange:
    is_needed = one.default is None and not one.is_rest
    way = " without a default" if is_needed else ""
    way += f" before `{following}`" if following else ""
    return ParameterChange(
        what=EffectKind.PARAMETER_ADDED,
        name=one.name,
        text=f"now takes `{one.name}`{way}",
        span=one.span,
        is_needed=is_needed,
        is_before_others=bool(following),
    )


def _default(was: Parameter, now: Parameter, language: str) -> Iterator[ParameterChange]:
    old, new = (one.default and plain_code(one.default, language) for one in (was, now))
    if old == new:
        return
    if now.default is None:
        what, text = (
            EffectKind.DEFAULT_REMOVED,
            f"its parameter `{now.name}` has no default any more",
        )
    elif was.default is None:
        what, text = (
            EffectKind.DEFAULT_ADDED,
            f"its parameter `{now.name}` is `{now.default}` by default",
        )
    else:
        what = EffectKind.DEFAULT_CHANGED
        text = (
            f"its parameter `{now.name}` is `{now.default}` by default, no longer `{was.default}`"
        )
    yield ParameterChange(
        what=what,
        name=now.name,
        text=text,
        span=now.span,
        is_needed=what is EffectKind.DEFAULT_REMOVED,
    )
