"""Whether a write is what a verb says: `resets x` by what it is at first, `toggles x` by not x."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from codewitness.engine.verify.code.values import is_literal, squeezed
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts

# What a thing is that nothing has happened to yet.
_BEGINNING = re.compile(
    r"(?:None|null|nil|undefined|NULL|nullptr|Nil|false|False|NO|FALSE|-?0+(?:\.0*)?[a-zA-Z]{0,3}|-1"
    r"|\"\"|''|``|\[\]|\{\}|\(\)|[@\[({:]{2}\]?[\])}]|\w*(?:Empty|empty|EMPTY|ZERO|Zero|zero)\w*"
    r"|make\([^()]*\)|(?:[\w$:.<>\[\]]*[\w>\]])?(?:\(\)|\{\}|\[\]))"
)
_INITIAL = re.compile(r"(?i)default|init|start|original|orig|empty|blank|fresh|\bnew\b|zero|none")
_EMPTYING = re.compile(r"(?i)_?(?:clear|reset|empty|remove_?all|truncate|purge|zero|init)")
_TURNING = re.compile(r"(?i)_?(?:toggle|flip|negate|invert|swap|fetch_?xor|fetch_?not)")
_SAID = {"reset": "is what it was at first", "toggle": "is turned", "flip": "is turned"}


def turned(hits: Sequence[Hit], lemma: str) -> tuple[list[Hit], str]:
    """Those writes that do what the verb says; a reason why another of them may."""
    is_so = TURNING[lemma]
    told = [(hit, is_so(hit)) for hit in hits]
    kept = [hit for hit, is_it in told if is_it]
    may_be = next((hit for hit, is_it in told if is_it is None and not kept), None)
    doubt = f"whether `{may_be.detail}` {_SAID[lemma]} there can't be seen" if may_be else ""
    return kept, doubt


def is_plain(hit: Hit) -> bool:
    """False for `x += 1` and `x[k] = v`, which leave the rest of it as it is."""
    after = hit.outline.text.raw[hit.span.end : hit.span.end + 40].decode("utf-8", "replace")
    return (
        re.match(r"\s*(?:[-+*/%|&^]=|<<=|>>=|\+\+|--|\[)", after) is None and "[" not in hit.detail
    )


def is_cut(hit: Hit, name: str) -> bool:
    """True for Go's `x = x[:0]`."""
    return squeezed(_value_of(hit) or "").endswith(f"{squeezed(name)}[:0]")


def _is_reset(hit: Hit) -> bool | None:
    """None where it can't be told: it is set to what may be anything."""
    if hit.arguments is not None:
        return _EMPTYING.match(parts(hit.detail)[-1]) is not None
    value = _value_of(hit)
    if value is None:
        return None if is_plain(hit) else False
    plain = re.sub(r"^(?:new|await|&)\s*", "", value.strip().rstrip(";"))
    if _BEGINNING.fullmatch(plain) or _INITIAL.search(plain):
        return True
    return None


def _is_turned(hit: Hit) -> bool | None:
    if hit.arguments is not None:
        return _TURNING.match(parts(hit.detail)[-1]) is not None
    after = hit.outline.text.raw[hit.span.end : hit.span.end + 40].decode("utf-8", "replace")
    if re.match(r"\s*\^=", after):
        return True
    if (value := _value_of(hit)) is None:
        return None if is_plain(hit) else False
    if is_literal(value) or value.strip() in _TRUTHS:
        return False
    name = re.escape(squeezed(parts(hit.detail.split()[-1])[-1]))
    denied = re.search(rf"(?:not|!|~|1-|-)\(?[\w$@.>-]*?\b{name}\)?$", squeezed(value))
    return True if denied else None


_TRUTHS = frozenset({"True", "False", "true", "false", "YES", "NO", "TRUE", "FALSE"})


def _value_of(hit: Hit) -> str | None:
    """What it is set to, wholly; None if it is changed, or an element of it is set."""
    if not is_plain(hit):
        return None
    for one in hit.outline.assigned:
        if one.target_span.contains(hit.span) and one.target_span != one.value_span:
            return None if squeezed(one.target).endswith("]") else one.value.strip()
    return None


TURNING: Mapping[str, Callable[[Hit], bool | None]] = {
    "reset": _is_reset,
    "toggle": _is_turned,
    "flip": _is_turned,
}
