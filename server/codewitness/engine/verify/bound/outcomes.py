"""What a function gives back or raises, as a sentence says: a value, a thing, an error."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.bound.acts import Act
from codewitness.engine.verify.bound.sentences import Said
from codewitness.engine.verify.bound.things import Thing, is_just_that
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.subject import Part
from codewitness.model.nesting import split
from codewitness.model.outline import Outline
from codewitness.model.text import Span

_RETURNS = frozenset({"returns", "yields", "gives", "gives back", "hands back", "answers"})
_RAISES = frozenset({"raises", "throws", "panics"})
_FAILS = frozenset(
    {*("fails", "complains", "errors", "errors out", "gives up", "bails", "bails out", "blows up")}
    | {"rejects", "refuses", "aborts"}
)
_NULL = re.compile(r"None|null|nil|undefined|nullptr|NULL")
_LITERALS = {
    **dict.fromkeys(("none", "null", "nil", "undefined"), _NULL),
    "true": re.compile(r"true|True|YES"),
    "false": re.compile(r"false|False|NO"),
    "zero": re.compile(r"0(?:\.0+)?"),
    "nothing": re.compile(r""),
}
_FRESH = {
    "list": r"\[\]|list\(\)|vec!\[\]|Vec::new\(\)|(?:new )?\w*List(?:<.*>)?\(\)|List\.of\(\)"
    r"|(?:Collections\.)?emptyList\(\)",
    "array": r"\[\]|new \w+\[0\]|Array\.Empty<.*>\(\)",
    "map": r"\{\}|dict\(\)|(?:new )?\w*Map(?:<.*>)?\(\)|(?:Collections\.)?emptyMap\(\)"
    r"|HashMap::new\(\)",
    "dictionary": r"\{\}|dict\(\)|(?:new )?\w*Dictionary(?:<.*>)?\(\)",
    "object": r"\{\}",
    "hash": r"\{\}",
    "string": r"\"\"|''|``|String::new\(\)|string\.Empty|str\(\)|b\"\"",
    "set": r"set\(\)|(?:new )?\w*Set(?:<.*>)?\(\)|(?:Collections\.)?emptySet\(\)",
    "tuple": r"\(\)|tuple\(\)",
    "slice": r"\[\]\w+\{\}|nil",
}


def returned_things(said: Said, part: Part) -> Iterator[Act]:
    """The returns whose value, or one arm of it, is what is said."""
    if said.verb not in _RETURNS or said.things:
        return
    outline = part.outline
    for one in outline.returns:
        for value, span in _arms(one.value, one.value_span):
            if _is_value(said.what, value, outline):
                yield Act(EvidenceType.SIGNATURE, value, part, span, f"returns `{value}`")


_TERNARIES = (
    re.compile(r"(?P<a>[^?:{}]+?) if (?P<asked>.+?) else (?P<b>[^?{}]+)", re.DOTALL),
    re.compile(r"(?P<asked>[^?:]+?)\s*\?\s(?P<a>[^?:]+?)\s:\s(?P<b>[^?:]+)", re.DOTALL),
)


def _arms(value: str, span: Span) -> Iterator[tuple[str, Span]]:
    plain = value.strip().rstrip(";")
    for pattern in _TERNARIES:
        found = pattern.fullmatch(plain)
        if found is not None and value.isascii():
            offset = span.start + value.index(plain)
            for name in ("a", "b"):
                yield found[name], Span(offset + found.start(name), offset + found.end(name))
            return
    yield plain, span


def _is_value(what: Thing, value: str, outline: Outline) -> bool:
    words = what.words
    if len(words) == 1 and not what.names and words[0] in _LITERALS:
        return _LITERALS[words[0]].fullmatch(value) is not None
    if len(words) == 2 and words[0] == "empty" and not what.names:
        fresh = _FRESH.get(words[1])
        return fresh is not None and re.fullmatch(fresh, value) is not None
    if words == ("error",) and not what.names:
        return _is_error(value, outline)
    if what.names and not words:
        name = what.names[0].strip("`")
        if re.fullmatch(r"-?\d[\d.]*|[\"'].*[\"']", name):
            return value.strip("\"'") == name.strip("\"'")
        return any(_has_name(name, one) for one in split(value, ","))
    is_plain = re.fullmatch(r"[\w.@#$]+(?:\(\))?", value) is not None
    return is_plain and is_just_that(what, value, outline)


def _has_name(name: str, value: str) -> bool:
    """True for the name itself, an instance of it, and an error that wraps it."""
    plain = re.escape(name)
    wrapping = rf"(?:fmt\.Errorf|Err)\(.*\b{plain}\b.*\)"
    pattern = rf"(?:new )?(?:\w+\.)*{plain}(?:[({{].*)?|{wrapping}"
    return re.fullmatch(pattern, value.strip(), re.DOTALL) is not None


def _is_error(value: str, outline: Outline) -> bool:
    last = [one.strip() for one in split(value, ",")][-1] if value else ""
    if outline.language == "go":
        return (
            re.match(r"(?:fmt\.Errorf|errors\.\w+)\(|\w*[eE]rr\w*$|&?\w*Error\{", last) is not None
        )
    return outline.language == "rust" and value.startswith("Err(")


def raised_things(said: Said, part: Part) -> Iterator[Act]:
    """What is raised, if it is the error that is said; or an error that is returned."""
    outline = part.outline
    if said.verb in _RAISES and not said.things:
        error = said.what
    elif said.verb in _FAILS and len(said.things) <= 1 and _is_own(said, part):
        error = said.things[0][1] if said.things else Thing(())
    else:
        return
    for item in outline.raises:
        text = outline.text.slice(item.span)
        if _is_that_error(error, text):
            detail = item.text
            yield Act(EvidenceType.RAISE, detail, part, item.span, f"raises `{detail}`")
    for one in outline.returns if said.verb in _FAILS else ():
        value = [each.strip() for each in split(one.value, ",")][-1] if one.value else ""
        is_it = (
            _is_error(one.value, outline) if not error.names else _is_value(error, value, outline)
        )
        if is_it and (not error.words or error.words == ("error",)):
            told = f"returns `{value}`" if error.names else "returns an error"
            yield Act(EvidenceType.SIGNATURE, one.value, part, one.span, told)


def _is_own(said: Said, part: Part) -> bool:
    """True if nothing is said to be refused but what was handed in: `refuses the task with E`."""
    if said.what.is_empty or said.lead:
        return not said.lead
    given = [one.name for one in part.outline.parameters]
    is_given = any(is_just_that(said.what, one, part.outline) for one in given)
    return is_given and said.verb in _REFUSES and bool(said.things) and said.things[0][0] == "with"


_REFUSES = frozenset({"rejects", "refuses"})


def _is_that_error(error: Thing, text: str) -> bool:
    if error.words not in ((), ("error",), ("exception",)):
        return False
    return all(re.search(rf"\b{re.escape(n.strip('`'))}\b", text) for n in error.names)
