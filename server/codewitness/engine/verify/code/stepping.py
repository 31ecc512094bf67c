"""Whether a write counts up or down, and by how much: `x += 2`, `--x`, `x = x + step`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.code.values import number_of, squeezed
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.names import parts

_UP, _DOWN, _TIMES, _PARTS = "+", "-", "*", "/"
STEPPING = {
    **dict.fromkeys(("increment", "increase", "bump"), _UP),
    **dict.fromkeys(("decrement", "decrease"), _DOWN),
    "multiply": _TIMES,
    "divide": _PARTS,
}
# Calls that do it: `n.fetch_add(1)`, `n.incrementAndGet()`.
CALLED = {
    _UP: re.compile(r"(?i)\w*?(?:incr|increase|bump|fetch_?add|add_?and_?get|get_?and_?add)"),
    _DOWN: re.compile(r"(?i)\w*?(?:decr|decrease|fetch_?sub|subtract)"),
    _TIMES: re.compile(r"(?i)(?:mul|times|multiply|scale)"),
    _PARTS: re.compile(r"(?i)div"),
}
_CHANGED = re.compile(r"\s*!?\s*(\+\+|--|([-+*/%|&^]|<<|>>)=\s*([^;\n]*))")


def steps(hits: Sequence[Hit], lemma: str, by: Sequence[str]) -> tuple[list[Hit], str]:
    """Those writes that go that way, by that much; a reason why another of them may."""
    way = STEPPING[lemma]
    kept = [hit for hit in hits if _is_step(hit, way, by)]
    open_one = next((hit for hit in hits if not kept and _may_step(hit)), None)
    doubt = f"whether `{open_one.detail}` goes {_SAID[way]} there can't be seen" if open_one else ""
    return kept, doubt


_SAID = {_UP: "up", _DOWN: "down", _TIMES: "up", _PARTS: "down"}


def _is_step(hit: Hit, way: str, by: Sequence[str]) -> bool:
    if hit.arguments is not None:
        is_so = CALLED[way].match(parts(hit.detail)[-1]) is not None
        return is_so and (not by or _step_in(hit.arguments, by[0]))
    if (change := _change_of(hit)) is not None:
        sign, step = change
        return sign == way and (not by or _is_same(step, by[0]))
    value = _value_of(hit)
    return value is not None and _is_stepped(hit.detail, value, way, by)


def _change_of(hit: Hit) -> tuple[str, str] | None:
    """The operator and the step of `x += 2` and `x++`; None where x is set or only made."""
    raw = hit.outline.text.raw
    before = raw[max(hit.span.start - 2, 0) : hit.span.start]
    if before in (b"++", b"--"):
        return before.decode()[0], "1"
    after = raw[hit.span.end : hit.span.end + 200].decode("utf-8", "replace")
    found = _CHANGED.match(after)
    if found is None:
        return None
    return (found[2], found[3].strip()) if found[2] else (found[1][0], "1")


def _value_of(hit: Hit) -> str | None:
    for one in hit.outline.assigned:
        if one.target_span.contains(hit.span) and one.target_span != one.value_span:
            return one.value
    return None


def _is_stepped(name: str, value: str, way: str, by: Sequence[str]) -> bool:
    """`x + step` and `step + x` as the value of x; a whole expression of no more than these."""
    target = re.escape(squeezed(name).split(" ")[-1])
    plain = squeezed(value)
    ahead = re.fullmatch(rf"\(?{target}([-+*/])([\w.()]+?)\)?", plain)
    if ahead is not None:
        return ahead[1] == way and (not by or _is_same(ahead[2], by[0]))
    behind = re.fullmatch(rf"([\w.]+)\+{target}", plain) if way == _UP else None
    return behind is not None and (not by or _is_same(behind[1], by[0]))


def _may_step(hit: Hit) -> bool:
    """True where its new value is made of itself in another way, `x = y ? x + 1 : 0`.

    So is a copy that is counted on, `n = m[k]; m[k] = n + 1`.
    """
    if hit.arguments is not None:
        return True
    if _change_of(hit) is not None:
        return False
    value = _value_of(hit)
    if value is not None and any(_is_stepped(hit.detail, value, way, ()) for way in (_UP, _DOWN)):
        return False
    name = parts(hit.detail.split()[-1])[-1]
    word = rf"(?<![\w$]){re.escape(name)}(?![\w$])"
    own = (hit.outline.text.slice(gap) for gap in hit.outline.gaps)
    is_counted_on = any(re.search(rf"{word}\s*[-+]\s*\d", text) for text in own)
    return (value is not None and re.search(word, value) is not None) or is_counted_on


def _step_in(arguments: str, by: str) -> bool:
    inner = arguments.strip().removeprefix("(").removesuffix(")")
    given = [one.strip() for one in inner.split(",")]
    return any(_is_same(one, by) for one in given) or (given == [""] and _is_same("1", by))


def _is_same(written: str, wanted: str) -> bool:
    if (number := number_of(wanted)) is not None:
        return number_of(written.rstrip(" )}],")) == number
    return squeezed(wanted) in (squeezed(written), squeezed(written).rstrip(")}],"))
