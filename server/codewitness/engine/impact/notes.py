"""What an effect means at one call: whether it awaits, handles, and gives what is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from codewitness.engine.graph.files import Scope
from codewitness.engine.impact.effects import Effect
from codewitness.engine.impact.kinds import EffectKind
from codewitness.model.flow import Site, form, last_name
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span

_WITHOUT_TRY = frozenset({"c", "go", "rust"})  # languages
_BY_PLACE = frozenset({"typescript", "tsx", "java", "go"})
_IN_ANY_ORDER = frozenset({"python", "kotlin", "csharp"})  # where named arguments may stand
_COUNTED = frozenset({"python", "typescript", "tsx", "javascript"})  # an argument a parameter
_WITHOUT_NAMES = frozenset({"javascript", *_BY_PLACE, "c", "cpp", "rust"})
_THROWS = frozenset({EffectKind.RAISE_ADDED, EffectKind.HANDLE_DROPPED, EffectKind.TRY_REMOVED})
_NEEDED = frozenset({EffectKind.PARAMETER_ADDED, EffectKind.DEFAULT_REMOVED})
_GONE = frozenset({EffectKind.PARAMETER_REMOVED, EffectKind.PARAMETER_RENAMED})


def notes(
    effects: Iterable[Effect], outline: Outline | None, span: Span, site: Site, callee: Scope | None
) -> list[str]:
    """What there is to say of the call whose callee's name is `span`, in the caller's `outline`."""
    found: dict[str, None] = {}
    for effect in effects:
        for text in _note(effect, outline, span, site, callee):
            found[text] = None
    return list(found)


def is_untouched(effect: Effect, site: Site, callee: Scope | None) -> bool:
    """True for a call that an effect surely does not concern.

    It gives what has another default, or all by name or by place where the other has changed, or
    has never given what is gone.
    """
    if callee is None:
        return False
    if effect.kind is EffectKind.DEFAULT_CHANGED:
        return effect.name in _named(site) or _gives_by_place(site, callee, effect.name)
    if effect.parameter is not None and effect.parameter.is_name_alone:
        language, named = callee.file.language, _named(site)
        by_name = language in _IN_ANY_ORDER and (effect.name in named or "**" in named)
        return not by_name and language in _IN_ANY_ORDER | _WITHOUT_NAMES
    if effect.kind is EffectKind.PARAMETER_REMOVED and effect.parameter is not None:
        return _gave_none(site, callee, effect.name, effect.parameter.stood_behind)
    if effect.kind is EffectKind.PARAMETER_MOVED and callee.file.language in _IN_ANY_ORDER:
        given = site[4] if len(site) > 4 else []
        return not given and bool(_named(site)) and "**" not in _named(site)
    return False


def _gives_by_place(site: Site, callee: Scope, name: str) -> bool:
    given = site[4] if len(site) > 4 else []
    if callee.file.language != "python" or any(form(one) in ("*", "**") for one in given):
        return False
    return name in _taken_by_place(site, callee)[: len(given)]


def _gave_none(site: Site, callee: Scope, name: str, stood_behind: Sequence[str]) -> bool:
    """True for a call that surely did not give a parameter that is gone: it gives too few."""
    given, named = site[4] if len(site) > 4 else [], _named(site)
    language = callee.file.language
    if language not in _COUNTED or not _is_by_its_name(site, callee):
        return False
    if name in named or "**" in named or any(form(one) in ("*", "**") for one in given):
        return False
    before = [one for one in stood_behind if one != "this"]
    if language == "python" and _gives_itself(site, callee):
        before = before[1:]
    return len(given) <= len(before)


def _is_by_its_name(site: Site, callee: Scope) -> bool:
    """True for a call that says its name, or that of the class that it makes."""
    parent = callee.parent.name if callee.parent is not None else ""
    is_made = callee.name in ("__init__", "constructor") and last_name(site[1]) == parent
    return is_made or last_name(site[1]) == callee.name


def _note(
    effect: Effect, outline: Outline | None, span: Span, site: Site, callee: Scope | None
) -> Iterator[str]:
    if effect.kind in _NEEDED and effect.parameter is not None and effect.parameter.is_needed:
        if callee is not None and _lacks(site, callee, effect.name):
            yield f"does not give `{effect.name}`"
    elif effect.kind in _GONE:
        if effect.name in _named(site):
            yield f"gives `{effect.name}` by name"
    elif outline is not None:
        yield from _around(effect, outline, span)


def _around(effect: Effect, outline: Outline, span: Span) -> Iterator[str]:
    if effect.kind in (EffectKind.ASYNC_NOW, EffectKind.ASYNC_NO_MORE):
        is_awaited = any(one.span.contains(span) for one in outline.marked("await"))
        yield "awaits it" if is_awaited else "does not await it"
    elif effect.kind in _THROWS and outline.language not in _WITHOUT_TRY:
        is_in_try = outline.innermost(span, Around.TRY) is not None
        yield "stands in a try" if is_in_try else "stands in no try"


def _lacks(site: Site, callee: Scope, name: str) -> bool:
    """True if a call surely does not give a parameter.

    Labels and missing arguments that count as given make it unsure in most languages.
    """
    if callee.file.language in _BY_PLACE:
        return _lacks_by_place(site, callee, name)
    if callee.file.language != "python":
        return False
    given = site[4] if len(site) > 4 else []
    if any(form(one) in ("*", "**") for one in given) or "**" in _named(site):
        return False
    names = [one.name for one in callee.parameters if one.kind in ("", "k")]
    by_place = _taken_by_place(site, callee)
    if name not in names or name in _named(site):
        return False
    return name not in by_place[: len(given)]


def _taken_by_place(site: Site, callee: Scope) -> list[str]:
    """The parameters of Python that arguments without names are given to, in order."""
    own = callee.parameters[1:] if _gives_itself(site, callee) else callee.parameters
    return [one.name for one in own if one.kind == ""]


def _gives_itself(site: Site, callee: Scope) -> bool:
    """True for a call that gives the object of a method, or its class, without saying it."""
    if callee.parent is None or not callee.parent.is_class or "staticmethod" in callee.decorators:
        return False
    return "classmethod" in callee.decorators or not _is_by_class(site, callee)


def _lacks_by_place(site: Site, callee: Scope, name: str) -> bool:
    """The same where arguments have no names: there are too few of them."""
    given = site[4] if len(site) > 4 else []
    own = [one.name for one in callee.parameters if one.name != "this"]
    is_called = site[0] == "n" or last_name(site[1]) == callee.name
    around = callee.parent.children if callee.parent is not None else []
    is_overloaded = sum(one.name == callee.name for one in around) > 1
    if not is_called or is_overloaded or name not in own or _named(site):
        return False
    if any(form(one) == "*" for one in given) or (len(given) == 1 and form(given[0]) == "c"):
        return False  # in Go, what one call gives may be several
    return len(given) <= own.index(name)


def _is_by_class(site: Site, callee: Scope) -> bool:
    """True for `Class.method(one, …)`, which gives the object itself as an argument."""
    base = site[1][1] if form(site[1]) == "a" else None
    return callee.parent is not None and last_name(base) == callee.parent.name


def _named(site: Site) -> list[str]:
    """Names of the arguments that are given by name."""
    return site[5][::2] if len(site) > 5 else []
