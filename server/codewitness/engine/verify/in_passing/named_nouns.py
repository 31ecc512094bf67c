"""Plain words that are one name of the code: `the default encoding` is `DEFAULT_ENCODING`.

A name of just these words, of which there is one in the subject; `the list`, where its one
parameter is spoken of; `the file`, which a variable holds that something opened.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from codewitness.engine.verify.calling.callbacks_called import is_callback
from codewitness.engine.verify.conditions.arms import arms_around
from codewitness.engine.verify.conditions.near_names import only_one
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_FOLLOWING = (
    r"(?=$|[.,;!?]|\s(?:if|when|unless|once|before|after|in|on|to|for|with|from|by|as|is|are|was"
    r"|were|has|and|or|but|into|only|until|while|at|through|without|using|via|even|twice)\b)"
)
_PHRASE = re.compile(
    rf"(?<![\w`\"-])(?:the|its|an?) (?P<noun>[a-z]+(?:[ -][a-z]+){{1,3}}?){_FOLLOWING}"
)
_SOLE = re.compile(
    r"\b(?P<lead>if|when|unless|once) (?:the|its) (?:list|array|collection|sequence|input|argument"
    r"|map|dict|dictionary|string|text|parameter|value) (?=(?:is|was|are|has)\b)"
)
_HELD = re.compile(
    r"\b(?P<verb>closes|flushes|reads|writes to|locks|releases) (?:the|its)"
    r" (?P<noun>temp(?:orary)? file|[a-z]+)(?= (?:if|when|on|at|before|after|even|in|only)\b|$)"
)
_OPENING = {
    **dict.fromkeys(
        ("file", "stream", "handle", "descriptor", "reader", "writer"),
        re.compile(
            r"(?i)(?:f|re)?open(?:_?file|sync)?|NamedTemporaryFile|TemporaryFile|mkstemp|fdopen"
            r"|create(?:Read|Write)Stream|newBuffered(?:Reader|Writer)"
        ),
    ),
    "socket": re.compile(r"(?i)socket|accept|create_?connection"),
    "connection": re.compile(r"(?i)connect|create_?connection|dial\w*|getConnection"),
    "cursor": re.compile(r"cursor"),
}
_UNDER = re.compile(r"\bholds the lock while (?P<verb>[a-z]{3,}ing)$")


def with_named_nouns(text: str, subject: Subject) -> str:
    """The sentence with the names in the place of the words."""

    def named(found: re.Match[str]) -> str:
        if not _is_bound_there(found, subject):
            return found[0]
        name = only_one(_named_so(tuple(re.split(r"[ -]", found["noun"])), subject))
        return f"`{name}`" if name else found[0]

    def of_sort(found: re.Match[str]) -> str:
        name = only_one(_named_so((found["noun"],), subject))
        return f"`{name}`" if name else found[0]

    text = _SORTED.sub(of_sort, text)

    return _HELD.sub(lambda found: _held(found, subject), _PHRASE.sub(named, text))


_BESIDE = re.compile(r"\b(?<!back )(?<!defaults )(?:to|into|onto|from|with|in|on|of) $")
_EMPTY = re.compile(r" (?:is|are|was) (?:not |already |still )?(?:empty|blank)\b")


def _is_bound_there(found: re.Match[str], subject: Subject) -> bool:
    """False where it is said beside what is done, `to the reply channel`: a name may not show it.

    And of `is empty` but in Python, where `if x` asks for that.
    """
    if _BESIDE.search(found.string[: found.start()]):
        return False
    return subject.language == "python" or not _EMPTY.match(found.string[found.end() :])


_CALLBACK = re.compile(
    r"\b(?P<verb>calls|invokes|runs|fires|call|invoke) (?:the|its|that) "
    r"(?:callback|hook|listener|handler)\b"
)
_FOR_ONE = re.compile(r"\bfor (?:an? |any )?(?P<label>[a-zA-Z]\w*?)s?$")
_SORTED = re.compile(
    r"(?<![\w`])(?:the|its) (?P<noun>[a-z]+) (?:flag|attribute|field|property|variable|counter)"
    rf"{_FOLLOWING}"
)


def with_callback(text: str, subject: Subject) -> str:
    """`calls the callback` by the name of the one that is called there."""
    called = only_one(
        call.text
        for part in subject.parts
        for call in part.outline.calls
        if is_callback(call, part)
    )
    return _CALLBACK.sub(rf"\g<verb> `{called}`", text) if called else text


def with_label(text: str, subject: Subject) -> str:
    """`for a doctype` as the case of `Doctype`, which is the one arm of that name."""
    said = _FOR_ONE.search(text)
    if said is None:
        return text
    label = only_one(
        one.name
        for part in subject.parts
        for arms in arms_around(part.outline)
        for arm in arms
        for one in arm.labels
        if parts(one.name)[-1].lower() == said["label"].lower()
    )
    return f"{text[: said.start()]}in the case of `{label}`" if label else text


_TO_BASE = re.compile(
    r"(?: (?:through|on|along|up|over))? to (?:the |its )?(?:base|parent|super)[ -]?"
    r"(?:class|constructor|implementation|type)?$"
)


def to_base(text: str, subject: Subject) -> str:
    """`passes x on to the base class` by the one call of `super()` that is there."""
    said = _TO_BASE.search(text)
    called = only_one(
        call.name
        for part in subject.parts
        for call in part.outline.calls
        if re.match(r"super\b", call.text) and call.name != "super"
    )
    return f"{text[: said.start()]} to `{called}`" if said is not None and called else text


def with_sole_parameter(text: str, subject: Subject) -> str:
    """`if the list is empty`, of a function with the one parameter."""
    given = [one.name for one in subject.head.outline.parameters]
    return _SOLE.sub(rf"\g<lead> `{given[0]}` ", text) if len(given) == 1 else text


def under_lock(text: str, subject: Subject) -> str:
    """`holds the lock while writing` as `calls write only under the lock`, of the one such call."""
    found = _UNDER.search(text)
    if found is None:
        return text
    asked = set(stems(found["verb"]))
    called = only_one(
        call.name
        for part in subject.parts
        for call in part.outline.calls
        if call.name.lower() in asked
    )
    return f"{text[: found.start()]}calls `{called}` only under the lock" if called else text


def _held(found: re.Match[str], subject: Subject) -> str:
    """`closes stream` of `stream = open(path)`, the one thing that is opened there."""
    noun = found["noun"].split()[-1]
    opened = {
        re.split(r"[,\s]", one.target)[0]
        for part in subject.parts
        for one in part.outline.assigned
        if (callee := one.value.partition("(")[0].split()) and _gives(noun, parts(callee[-1])[-1])
    }
    if any(noun in _split(name) for name in _names(subject) - opened):
        opened = opened if noun in _OPENING else set()
    is_one = len(opened) == 1 and all(map(str.isidentifier, opened))
    return f"{found['verb']} `{opened.pop()}`" if is_one else found[0]


def _gives(noun: str, callee: str) -> bool:
    """True if what is called opens such a thing, or its name says that it makes one."""
    if noun in _OPENING and _OPENING[noun].fullmatch(callee):
        return True
    return _split(callee)[-1:] == (noun,) and _split(callee)[0] in _MAKING


_MAKING = frozenset({"new", "create", "open", "make", "build", "acquire", "connect", "start"})


def _named_so(words: tuple[str, ...], subject: Subject) -> set[str]:
    """The names in the code that have just these words."""
    return {name for part in subject.parts for name in _by_words(part.outline).get(words, ())}


def _names(subject: Subject) -> set[str]:
    known = (_by_words(part.outline).values() for part in subject.parts)
    return {name for every in known for names in every for name in names}


@lru_cache(maxsize=64)
def _by_words(outline: Outline) -> Mapping[tuple[str, ...], set[str]]:
    found: dict[tuple[str, ...], set[str]] = {}
    for gap in outline.gaps:
        code = outline.text.raw[gap.start : gap.end].decode("utf-8", "replace")
        for one in _IDENTIFIER.finditer(code):
            found.setdefault(_split(one[0]), set()).add(one[0])
    for given in outline.parameters:
        found.setdefault(_split(given.name), set()).add(given.name)
    return found


def _split(name: str) -> tuple[str, ...]:
    return tuple(words_in(name))
