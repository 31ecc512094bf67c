"""What a header says that a definition gives back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.code.with_what import arguments_of
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.hit import Hit, has_word
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Outline
from codewitness.model.text import Span, Text

# Names of types by the word for them. A type that is in none of these may be another name for one.
# What may be an error and is nil always gives back none: of errors only the values tell.
_FAMILIES = {
    "boolean": "bool boolean Boolean Bool BOOL gboolean",
    "string": "str string String NSString CharSequence AnyStr string_view wstring",
    "list": "list List IList IReadOnlyList ArrayList LinkedList MutableList Vec vector Sequence",
    "array": "Array NSArray",
    "dict": "dict Dict Map HashMap MutableMap Dictionary IDictionary BTreeMap Mapping Record map"
    " NSDictionary",
    "tuple": "tuple Tuple ValueTuple Pair Triple",
    "set": "set Set HashSet ISet BTreeSet MutableSet frozenset FrozenSet NSSet",
    "number": "int Int Integer NSInteger long Long short Short byte Byte uint UInt NSUInteger"
    " size_t float Float double Double CGFloat decimal complex number Number"
    " i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64"
    " int8 int16 int32 int64 uint8 uint16 uint32 uint64"
    " int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t",
    "promise": "Promise Task ValueTask Future CompletableFuture Awaitable Coroutine",
    "generator": "Generator Iterator Iterable AsyncIterator AsyncGenerator IEnumerable Flow",
}
_TYPES = {kind: frozenset(names.split()) for kind, names in _FAMILIES.items()}
_SAME = {"bool": "boolean", "dictionary": "dict", "integer": "number"}
_PLAIN = ("boolean", "string", "number")
_LAST_NAME = re.compile(r"[A-Za-z_]\w*")
_CLASS_NAME = re.compile(r"[A-Z]\w*[a-z]\w*")
_NAME_OR_CALL = re.compile(r"(?!new\b)(?:[\w$@]+(?:\.|->|::))*[a-z_$@]\w*\s*(?:\(|$)")
_WITH_NEW = re.compile(r"(?!new\b)(?:[\w$@]+(?:\.|->|::))*\w+\s*(?:\(|$)")
_HAVE_NEW = frozenset({"csharp", "java", "javascript", "typescript", "tsx"})
_NO_CLASSES = frozenset({"True", "False", "None"})
_NOTHING = frozenset({"None", "null", "nil", "undefined", "nullptr"})
_VALUES = frozenset({"true", "false", "null", "nil", "undefined", "nullptr"})


def types_of(part: Part) -> Sequence[Item]:
    """The type that the header names, if it names one."""
    return part.outline.marked("result")


def declared_hits(one: Object, part: Part) -> Iterator[Hit]:
    """The header, if the type that it gives back is the one that is asked for."""
    wanted = parts(one.text)[-1]
    if arguments_of(one.text):
        return  # no header tells what an object is made of
    if not _LAST_NAME.fullmatch(wanted) or not (one.is_code or wanted[:1].isupper()):
        return
    if wanted in _NOTHING:
        return  # that it may be nothing is no promise
    for item in types_of(part):
        if has_word(_without_held(item.text), wanted):
            yield Hit(EvidenceType.SIGNATURE, item.text, part.outline, item.span, item.span)


def _without_held(written: str) -> str:
    """A type without those of what it holds: no `Row` of `list[Row]`, and of `Row[]`."""
    plain = _HELD.sub("", written)
    while (bare := _HELD.sub("", plain)) != plain:
        plain = bare
    return re.sub(r"(?:\[\]\s*)+[*&]?[\w.]+|[\w.]+\s*\[\s*\]", "", plain)


_HOLDERS = "|".join(
    name
    for kind in ("list", "array", "dict", "set", "generator")
    for name in _FAMILIES[kind].split()
)
_HELD = re.compile(rf"\b(?:{_HOLDERS})\s*(?:\[[^\[\]<>]*\]|<[^\[\]<>]*>)")


def family_hits(kind: str, subject: Subject) -> tuple[list[Hit], bool]:
    """The header, if it gives back a `string` or whatever `kind` says; whether it gives another."""
    kind = _SAME.get(kind, kind)
    if kind == "error" and subject.language == "go":
        types = types_of(subject.head)
        return [], not any(re.search(r"\b\w*[eE]rr(?:or)?\b", item.text) for item in types)
    if kind not in _TYPES:
        return [], False
    outline = subject.head.outline
    if outline.returns and all(item.value in _NOTHING for item in outline.returns):
        return [], True  # whatever the header lets it give
    for item in types_of(subject.head):
        if _is_of(item.text, kind):
            return [Hit(EvidenceType.SIGNATURE, item.text, outline, item.span, item.span)], False
        if any(_is_of(item.text, other) for other in _PLAIN):
            return [], True
    return [], False


def may_be_of_type(one: Object, subject: Subject) -> bool:
    """True if it is asked whether a class is given back, and what is may be an object of one."""
    if not _CLASS_NAME.fullmatch(parts(one.text)[-1]) or one.text in _NO_CLASSES:
        return False
    for part in subject.parts:
        types = types_of(part)
        if any(_is_of(item.text, kind) for item in types for kind in _PLAIN):
            continue
        outline = part.outline
        if any(_is_made_elsewhere(item.value, outline.language) for item in outline.returns):
            return True
    return False


def _is_made_elsewhere(value: str, language: str) -> bool:
    """True for a name, or for a call of what is not a class."""
    plain = re.sub(r"^(?:await|try[?!]?|yield)\s+", "", value.strip())
    shape = _WITH_NEW if language in _HAVE_NEW else _NAME_OR_CALL
    return shape.match(plain) is not None and plain not in _VALUES


def _is_of(written: str, kind: str) -> bool:
    """True if the type itself, not one of its arguments, is one of the family."""
    whole = re.sub(r"^(?:->|:)\s*", "", written.strip()).lstrip("&*(").removeprefix("mut ")
    whole = re.sub(r"^(?:const|Optional\[|std::|[\w.]+\.)\s*", "", whole)
    if kind in ("list", "array") and whole.startswith("["):
        return ":" not in whole  # `[String]` of Swift, `[]string` of Go
    if kind == "array" and re.search(r"\[\s*\]\s*$", whole):
        return True
    first = re.match(r"\w+(?!\w|\s*\[\s*\])", whole)
    return first is not None and first[0] in _TYPES[kind]


_LABEL = re.compile(r"\b(public|protected|private)\s*:(?!:)")
_SECTIONS = frozenset({"public", "protected", "private"})


def declared_in(owner: Outline, subject: Subject) -> str:
    """What a class says of a method outside of the method itself.

    Of C++ the declaration, with the `private` that it stands under; of Ruby that word alone.
    """
    if owner.language == "ruby":
        own, raw = subject.head.outline.span.start, owner.text.raw
        is_inside = _is_in_singleton(raw, own)
        said = [
            call.name
            for call in owner.calls
            if call.text in _SECTIONS
            and call.span == call.whole
            and call.span.start < own
            and _is_in_singleton(raw, call.span.start) == is_inside
        ]
        named = [
            call.name
            for call in owner.calls
            if call.text in _SECTIONS
            and has_word(owner.text.slice(Span(call.span.end, call.whole.end)), subject.name)
        ]
        return (named or said or ["public"])[-1]
    text = owner.text.slice(owner.span)
    found = re.search(rf"[^;{{}}]*?(?<!\w){re.escape(subject.name)}\s*\([^;{{]*", text)
    if found is None:
        return ""
    labels = _LABEL.findall(text, 0, found.start(0) + len(found[0]))
    plain = "private" if text.lstrip().startswith("class") else "public"
    return f"{labels[-1] if labels else plain} {_LABEL.sub('', found[0]).strip()}"


_SINGLETON = re.compile(rb"^([ \t]*)class << self\b", re.MULTILINE)


def is_of_class(text: Text, span: Span, name_span: Span) -> bool:
    """True for Ruby's `def self.name`, and for what stands in `class << self`."""
    if text.raw[max(name_span.start - 5, 0) : name_span.start] == b"self.":
        return True
    return _is_in_singleton(text.raw, span.start)


def _is_in_singleton(raw: bytes, at: int) -> bool:
    for opened in _SINGLETON.finditer(raw, 0, at):
        closed = re.compile(rb"^" + opened[1] + rb"end\b", re.MULTILINE).search(raw, opened.end())
        if closed is None or closed.start() > at:
            return True
    return False
