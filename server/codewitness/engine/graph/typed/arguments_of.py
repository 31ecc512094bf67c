"""Which argument of a call is for which parameter: by its label, its place, or behind others."""

from __future__ import annotations

from codewitness.engine.graph.typed.values import Value
from codewitness.model.flow import Expression, Parameter

LEFT_OVER = 1_000  # and the place of what a parameter takes together with others


def given_for(
    site: list[Expression], parameters: list[Parameter], k: int, *, is_extension: bool
) -> Expression:
    """What a site gives for the k-th parameter: by its label, else by its place."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    pairs: list[Expression] = site[5] if len(site) > 5 else []
    if k >= LEFT_OVER:
        k, pairs = k - LEFT_OVER, []
    at = k - 1 if is_extension else k
    if pairs and k < len(parameters):
        label = label_of(parameters[k])
        for name, value in zip(pairs[::2], pairs[1::2], strict=False):
            if name == label:
                return value
        if any("=" in one_.kind for one_ in parameters):
            is_behind = "=" in parameters[k].kind and k == len(parameters) - 1
            unlabelled = sum("=" not in one_.kind for one_ in parameters[:k])
            at = len(given) - 1 if is_behind else unlabelled
        elif any(one_.kind == "*" for one_ in parameters[:k]):
            return None  # behind what takes all others it is given by its name alone
    return given[at] if 0 <= at < len(given) else None


def closure_behind(site: list[Expression], parameters: list[Parameter]) -> Expression:
    """The closure behind a call, which is for the last parameter, however many others are given."""
    given: list[Expression] = site[4] if len(site) > 4 else []
    is_open = any(one_.kind[:1] in ("?", "*") for one_ in parameters[:-1])
    is_closure = bool(given) and isinstance(given[-1], list) and given[-1][:1] == ["f"]
    return given[-1] if is_open and is_closure else None


def label_of(parameter: Parameter) -> str:
    """By what name an argument is given."""
    return parameter.kind.partition("=")[2] or parameter.name


def flat(listed: Value) -> Value:
    """A list without the lists in it: one that is given with itself in it would have no end."""
    held = (frozenset(v for v in part if v[0] in "fCDSFI") for part in listed[2])
    return (listed[0], listed[1], tuple(held))


def is_or_holds(value: Expression, own: Expression) -> bool:
    """True for a parameter, and for a collection that is written with it."""
    return value == own or (
        isinstance(value, list) and value[:1] in (["L"], ["E"]) and own in value
    )
