"""Types in comments: `@type {X}`, `@param {X} n`, `@returns {X}`, `@typedef {import("y").X} X`."""

from __future__ import annotations

import re

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader, either

_AROUND = frozenset(
    (
        *("variable_declarator", "lexical_declaration", "variable_declaration"),
        *("export_statement", "expression_statement", "assignment_expression", "pair"),
    )
)
_TYPE = re.compile(r"@type\s*\{(.+?)\}")
_PARAMETER = re.compile(r"@(?:param|arg)\s*\{(.+?)\}\s*\[?\s*([\w$]+)")
_RETURNS = re.compile(r"@returns?\s*\{(.+?)\}")
_IMPORTED = re.compile(r"""import\(["'](.+?)["']\)\.([\w$]+)$""")
_NAMED = re.compile(r"""@typedef\s*\{\s*import\(["'](.+?)["']\)\.([\w$]+)\s*\}\s*([\w$]+)""")
_IMPORTS = re.compile(r"""@import\s*\{([^}]*)\}\s*from\s*["'](.+?)["']""")
_PART = re.compile(r"([\w$]+)(?:\s+as\s+([\w$]+))?")
_GENERIC = re.compile(r"([\w$.]+)\.?<(.*)>$")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$")
_MAX_DEPTH = 4


def comment_of(reader: Reader, node: Node) -> str:
    """The documentation right above a definition or declaration; "" if there is none."""
    at: Node | None = node
    for _ in range(4):
        if at is None:
            break
        before = at.prev_sibling
        if before is not None and before.type == "comment":
            text = reader.text(before)
            return text if text.startswith("/**") else ""
        parent = at.parent
        at = parent if parent is not None and parent.type in _AROUND else None
    return ""


def declared_type(reader: Reader, node: Node) -> Expression:
    """What `@type` says of a declaration."""
    return _of(_TYPE.search(comment_of(reader, node)))


def parameter_types(comment: str) -> dict[str, Expression]:
    """What `@param` says, by name."""
    return {match[2]: kind(match[1]) for match in _PARAMETER.finditer(comment)}


def returned_type(comment: str) -> Expression:
    """What `@returns` says."""
    return _of(_RETURNS.search(comment))


def imported_types(reader: Reader, root: Node) -> dict[str, Expression]:
    """Types that the comments of a module import, by the names that they give them."""
    found: dict[str, Expression] = {}
    for child in root.named_children:
        text = reader.text(child) if child.type == "comment" else ""
        if not text.startswith("/**") or "import" not in text:
            continue
        for match in _NAMED.finditer(text):
            found[match[3]] = ["m", match[1], match[2]]
        for match in _IMPORTS.finditer(text):
            for part in _PART.finditer(match[1]):
                found[part[2] or part[1]] = ["m", match[2], part[1]]
    return found


def _of(match: re.Match[str] | None) -> Expression:
    return None if match is None else kind(match[1])


def kind(text: str, depth: int = 0) -> Expression:
    """The type that a text in braces names; None if it is beyond these forms."""
    text = text.strip().lstrip("?!").removesuffix("=").strip()
    if depth > _MAX_DEPTH:
        return None
    if "|" in text and "<" not in text:
        return either(kind(part, depth + 1) for part in text.strip("()").split("|"))
    if text.endswith("[]"):
        return ["G", ["t", "[]"], kind(text[:-2], depth + 1)]
    if (match := _IMPORTED.match(text)) is not None:
        return ["m", match[1], match[2]]
    if (match := _GENERIC.match(text)) is not None:
        return ["G", match[1], *[kind(part, depth + 1) for part in match[2].split(",")]]
    if _NAME.match(text) is None:
        return None
    if text in ("string", "number", "boolean", "object"):
        return ["t", text]
    first, *rest = text.split(".")
    found: Expression = first
    for name in rest:
        found = ["a", found, name]
    return found
