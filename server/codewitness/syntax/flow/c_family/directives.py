"""What a file of the C family includes, uses, and calls by other names."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.lexical import Reader, nth
from codewitness.syntax.flow.parts import n_parts, parts_of

_NAME = re.compile(r"[A-Za-z_]\w*")
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_NO_NAMES = frozenset(("if", "for", "while", "switch", "sizeof", "return", "defined", "do"))


def include(reader: Reader, node: Node) -> Expression:
    """Another file."""
    path = reader.text(node.child_by_field_name("path"))
    if len(path) > 2:
        reader.flow.stars.append(path)
    return None


def using(reader: Reader, node: Node) -> Expression:
    """Names of a namespace, or of a class above."""
    text = reader.text(parts_of(node)[-1]) if n_parts(node) else ""
    parts = [part.strip() for part in text.split("::") if part.strip()]
    if any(child.type == "namespace" for child in node.children):
        reader.flow.stars.append(".".join(parts))
    elif parts and parts[-1] not in parts[-2:-1]:  # `using Base::Base` names constructors alone
        value: Expression = parts[0]
        for part in parts[1:]:
            value = ["a", value, part]
        reader.let(parts[-1], value)
    return None


def namespace_alias(reader: Reader, node: Node) -> Expression:
    """Another name of a namespace."""
    parts = reader.text(parts_of(node)[-1]).split("::")
    value: Expression = parts[0]
    for part in parts[1:]:
        value = ["a", value, part]
    reader.let(reader.text(node.child_by_field_name("name")), value)
    return None


def define(reader: Reader, node: Node) -> Expression:
    """`#define name other`, which makes a call of the one a call of the other."""
    meant = reader.text(node.child_by_field_name("value")).strip()
    name = reader.text(node.child_by_field_name("name"))
    if _NAME.fullmatch(meant) and meant != name:
        reader.bind(["x", name], meant)
    else:
        calls_of_macro(reader, node)
    return None


def calls_of_macro(reader: Reader, node: Node) -> None:
    """What the text of a macro calls is named there, though nobody knows what is called then."""
    named = _CALLED.findall(reader.text(node.child_by_field_name("value")))
    names = [name for name in dict.fromkeys(named) if name not in _NO_NAMES]
    if names:
        reader.bind(None, ["u", *names])


def elsewhere(reader: Reader, node: Node) -> Expression:
    """`struct name`, which is defined in this file or in another one."""
    name = node.child_by_field_name("name")
    if name is not None and node.child_by_field_name("body") is None:
        reader.bind(f"d:{reader.text(name)}", None)
    return None


def classes_elsewhere(reader: Reader, node: Node) -> Expression:
    """Objective-C's `@class Name, Other;`."""
    for child in parts_of(node):
        if child.type == "identifier":
            reader.bind(f"d:{reader.text(child)}", None)
    return None


def typedef(reader: Reader, node: Node) -> Expression:
    """`typedef struct name { ... } other`, which is known as `other`."""
    kind = node.child_by_field_name("type")
    tag = kind.child_by_field_name("name") if kind is not None else None
    alias = node.child_by_field_name("declarator")
    reader.values(parts_of(node))
    if tag is None or alias is None or kind is None or kind.child_by_field_name("body") is None:
        return None
    if alias.type == "type_identifier" and reader.text(alias) != reader.text(tag):
        reader.bind(["x", reader.text(tag)], reader.text(alias))
    return None


_SYSTEMS = re.compile(
    rb"\b(?:_?WIN(?:32|64|NT)|_WIN32_WCE|_MSC_VER|__MINGW\w*|__CYGWIN__|__APPLE__|__MACH__|TARGET_OS_\w+"
    rb"|__linux(?:__)?|__ANDROID__|__\w*BSD__|__DragonFly__|__sun|__hpux|_AIX|__HAIKU__|__unix(?:__)?"
    rb"|__EMSCRIPTEN__|__wasm\w*|__GNUC__|__clang__|__BORLANDC__|__INTEL_COMPILER)\b"
)


def is_of_system(node: Node) -> bool:
    """True for what stands in a branch of `#if` that asks for a system or a compiler."""
    at = node.parent
    while at is not None:
        if at.type in ("preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef"):
            asked = at.child_by_field_name("condition") or at.child_by_field_name("name")
            if asked is not None and asked.text and _SYSTEMS.search(asked.text):
                return True
        at = at.parent
    return False


def behind_macro(reader: Reader, node: Node, before: Expression) -> Expression:
    """What stands before the arrow: of `EACH(it, l) l->next` the `l`, not what the macro gives."""
    error = reader.first(node, "ERROR")
    name = nth(error, 0) if error is not None else None
    is_lost = name is not None and name.type == "identifier" and form(before) == "c"
    return reader.name(reader.text(name)) if is_lost else before
