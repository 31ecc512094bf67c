"""What the type in a header leaves of all that an expression may give."""

from __future__ import annotations

import re

from codewitness.engine.verify.code.declared import types_of
from codewitness.engine.verify.code.families import C_FAMILY
from codewitness.engine.verify.code.possible import ANYTHING, NULLS, OTHER, TRUTHS, Marks
from codewitness.engine.verify.subject import Part

_BOOLEAN = frozenset(("bool", "boolean", "Bool", "BOOL", "_Bool", "gboolean"))
_TEXT = frozenset(("str", "string", "String", "NSString"))
_NUMBER = frozenset(
    {
        *("int", "Int", "NSInteger", "long", "Long", "short", "Short", "byte", "Byte"),
        *("uint", "UInt", "NSUInteger", "size_t", "float", "Float", "double", "Double", "CGFloat"),
        *("decimal", "complex", "number", "i8", "i16", "i32", "i64", "i128", "isize"),
        *("u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64", "int8"),
        *("int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "char", "unsigned"),
        *("rune",),
    }
)
_OBJECTS = frozenset(
    (
        "list",
        "dict",
        "tuple",
        "set",
        "frozenset",
        "bytes",
        "Vec",
        "HashMap",
        "HashSet",
        "PathBuf",
        "Path",
    )
)
_STRICT = frozenset({"kotlin", "swift", "rust"})  # whose types say whether there may be none
_NAMED = frozenset({"java", "csharp", "kotlin", "swift", "rust"})  # where no alias hides a truth
_ANY = re.compile(
    r"\b(?:Any|AnyObject|Object|object|dynamic|auto|Self|[A-Z]|Boolean|Bool|bool)\b|::"
)


def allowed(part: Part) -> Marks:
    """What may be given back by the header; anything if it says nothing of it."""
    outline = part.outline
    written = [item.text for item in types_of(part)]
    if len(written) != 1:
        return ANYTHING
    language = outline.language
    plain = re.sub(r"^(?:->|:)\s*", "", written[0].strip()).strip()
    plain = re.sub(r"^(?:const|static|inline|unsigned|signed)\s+", "", plain)
    if language in C_FAMILY and "*" in outline.text.slice(outline.header_span).split("(")[0]:
        return ANYTHING
    is_boxed = language == "java" and plain in ("Long", "Short", "Byte", "Float", "Double")
    if (marks := _of_name(plain, language)) is not None:
        is_object = is_boxed or (language in ("java", "csharp") and marks == {"text"})
        return marks | NULLS if is_object else marks
    if language not in _NAMED or _ANY.search(plain):
        return ANYTHING
    is_none = {"kotlin": "?", "swift": "?", "rust": "Option"}.get(language, "")
    is_sure = language in _STRICT and is_none not in plain and "!" not in plain
    return ANYTHING - TRUTHS - (NULLS if is_sure and _has_no_alias(plain) else frozenset())


def _has_no_alias(plain: str) -> bool:
    """False for `Result`s, whose one side another name may hide, and for what is only a name."""
    return re.match(r"[&\w]+$|[\[&]", plain) is not None


def _of_name(plain: str, language: str) -> Marks | None:
    if plain in _BOOLEAN:
        numbers = {"number:1.0", "number:0.0"} if language in C_FAMILY else set()
        return TRUTHS | numbers
    if plain in _NUMBER:
        return frozenset({"number"}) | (TRUTHS if language in C_FAMILY else frozenset())
    if plain in _TEXT or (language == "rust" and plain in ("&str", "&'static str")):
        return frozenset({"text"})
    head = re.match(r"\w+(?=\[|<|$)", plain)
    if head and head[0] in _OBJECTS and language in ("python", "rust"):
        is_some = re.search(r"\|\s*None|\bbool\b", plain) is None
        return OTHER if is_some else None
    return None
