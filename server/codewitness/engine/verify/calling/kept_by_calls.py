"""What is kept by calls: it is looked up, given back if it is there, and else put there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.evidence import LOOSE, Proof
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.subject import Part
from codewitness.model.nesting import split
from codewitness.model.outline import Call

_GETTING = re.compile(
    r"(?P<own>\w*?)(?:[gG]et(?:If(?:Present|Exists))?|objectForKey|lookup|load)(?P<what>[A-Z_]\w*)?$"
)
_PUTTING = re.compile(
    r"(?P<own>\w*?)(?:[sS]et|put|insert|store|save|setObject)(?P<what>[A-Z_]\w*)?$"
)
_BY_KEY = frozenset({"objectForKey", "setObject"})


def kept_by_calls(part: Part) -> Iterator[Proof]:
    """`x = map.get(k)`, `if (x != null) return x`, `map.put(k, y)`: the two calls."""
    outline = part.outline
    given = {item.value.strip() for item in outline.returns}
    tested = [item.text for item in outline.marked("condition")]
    for call in outline.calls:
        local = next(
            (
                o.target.split()[-1].strip("*")
                for o in outline.assigned
                if o.value_span == call.whole
            ),
            "",
        )
        is_kept = local in given and any(has_word(text, local) for text in tested)
        stored = _stored(call, part) if is_kept and _GETTING.match(call.name) else None
        if stored is not None:
            yield call_hit(call, part, LOOSE).proof()
            yield call_hit(stored, part, LOOSE).proof()


def _stored(looked: Call, part: Part) -> Call | None:
    """The later call that puts something under what was asked for."""
    asked = _arguments(looked, part)
    for call in part.outline.calls:
        if call.whole.start < looked.whole.end or not _is_counterpart(looked, call):
            continue
        if asked and set(asked) <= set(_arguments(call, part)):
            return call
    return None


def _is_counterpart(looked: Call, call: Call) -> bool:
    """True for `map.put` of `map.get`, and `lib_set_row` of `lib_get_row`."""
    get, put = _GETTING.match(looked.name), _PUTTING.match(call.name)
    if get is None or put is None:
        return False
    owner = _receiver(looked)
    if owner != _receiver(call):
        return False
    is_alike = (get["own"], get["what"]) == (put["own"], put["what"])
    return is_alike or (bool(owner) and {looked.name, call.name} == _BY_KEY)


def _receiver(call: Call) -> str:
    return call.text[: max(call.name_span.start - call.span.start, 0)].strip()


def _arguments(call: Call, part: Part) -> list[str]:
    given = (call_hit(call, part, LOOSE).arguments or "").strip()
    if part.outline.language == "objc" and given.endswith("]"):  # `:row forKey:key]`
        return [one.strip() for one in re.split(r"(?:^|\s)\w*:", given[:-1])[1:]]
    inner = given[1:-1] if given[:1] == "(" and given[-1:] == ")" else given
    return [re.sub(r"^\w+:\s*", "", one.strip()) for one in split(inner, ",")]
