"""Which names a file imports, and what they mean: `np` is `numpy`, `join` is `os.path.join`.

Read from import statements alone; a name that is not imported is not in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.names import spelt
from codewitness.model.text import Span

_STATEMENTS = frozenset(
    {
        *("import_statement", "import_from_statement", "import_declaration", "import_header"),
        *("using_directive", "use_declaration", "using_declaration", "lexical_declaration"),
        *("variable_declaration", "namespace_alias_definition", "alias_declaration"),
        *("preproc_include", "module_import"),
    }
)
_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})
_NOT_IMPORTED = ("alias", "module_name", "source", "value", "path")  # of what has the name as one
_MAX_DEPTH = 4  # statements in `if TYPE_CHECKING:`, namespaces and lists of imports
_CLOSED = frozenset({"function_definition", "class_definition", "class_declaration"})
_PY_FROM = re.compile(r"from\s+([.\w]+)\s+import\s+(.*)", re.DOTALL)
_PY_NAME = re.compile(r"([\w.]+)(?:\s+as\s+(\w+))?")
_ES_FROM = re.compile(r"(?:import|export)\s+(?:type\s+)?(.*?)\s*\bfrom\s*['\"]([^'\"]+)", re.DOTALL)
_ES_REQUIRE = re.compile(r"(\{[^}]*\}|\w+)\s*=\s*require\(\s*['\"]([^'\"]+)['\"]\s*\)((?:\.\w+)*)")
_ES_NAME = re.compile(r"(?:type\s+)?(\w+)(?:\s*(?:as|:)\s*(\w+))?")
_DOTTED = re.compile(r"(?:import|using)\s+(?:static\s+)?([\w.]+)(?:\s+as\s+(\w+))?")
_CS_ALIAS = re.compile(r"using\s+(\w+)\s*=\s*([\w.:]+)")
_CPP_ALIAS = re.compile(r"(?:namespace|using)\s+(\w+)\s*=\s*([\w:]+)")
_CPP_NAME = re.compile(r"using\s+([\w:]+::\w+)")
_GO_NAME = re.compile(r'(?:([\w.]+)[ \t]+)?["`]([^"`]+)["`]')
_GO_VERSION = re.compile(r"/v\d+$|\.v\d+$")


class Import(NamedTuple):
    """A name that a file imports, the dotted name that it stands for, and the statement's place."""

    name: str
    target: str
    span: Span


def imports(root: Node, raw: bytes, language: str) -> tuple[Import, ...]:
    """The imports of a file; those that stand in functions are not among them."""
    found: list[Import] = []
    for node in _statements(root, 0):
        span = Span(node.start_byte, node.end_byte)
        text = spelt(raw[span.start : span.end])
        if node.type == "preproc_include":
            found.append(Import("", text.split(maxsplit=1)[-1].strip().strip('<>"'), span))
        else:
            found += [
                Import(name, target, span) for name, target in imported(text, language).items()
            ]
    return tuple(found)


def imported_names(root: Node, raw: bytes, name: str, module: str) -> tuple[Span, ...]:
    """Where imports name something, in functions too; from this module if one of them says so."""
    found = [
        (span, statement)
        for match in re.finditer(rb"(?<!\w)%b(?!\w)" % re.escape(name.encode()), raw)
        if (span := Span(*match.span())) is not None
        and (statement := _importing(root.descendant_for_byte_range(*match.span()), span))
    ]
    own = [span for span, node in found if module.encode() in raw[node.start_byte : node.end_byte]]
    return tuple(own or (span for span, _ in found))


def _importing(node: Node | None, span: Span) -> Node | None:
    """The statement that imports the word at `span`, which is neither an alias nor the module."""
    if node is None or (node.start_byte, node.end_byte) != (span.start, span.end):
        return None
    while (parent := node.parent) is not None:
        fields = _NOT_IMPORTED if parent.type != "use_as_clause" else ("alias",)
        if any(parent.child_by_field_name(field) == node for field in fields):
            return None
        node = parent
        if node.type in _STATEMENTS:
            return (
                node
                if node.type not in _DECLARATIONS or b"require(" in (node.text or b"")
                else None
            )
    return None


def imported(statement: str, language: str) -> dict[str, str]:
    """The names that one import statement binds."""
    match language:
        case "python":
            return dict(_python(statement))
        case "javascript" | "typescript" | "tsx":
            return dict(_ecma(statement))
        case "java" | "kotlin":
            return dict(_dotted(statement))
        case "csharp" | "cpp":
            return dict(_aliased(statement))
        case "go":
            return dict(_go(statement))
        case "swift" | "objc":
            words = statement.replace("@import", "import").rstrip(";").split()
            return {words[-1]: words[-1]} if words else {}
        case "rust":
            tree = re.sub(r"^(?:pub(?:\([^)]*\))?\s+)?use\s+", "", statement).rstrip(" ;\n")
            return dict(_rust("", tree))
        case _:
            return {}


def _statements(node: Node, depth: int) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in _STATEMENTS:
            yield child
        elif depth < _MAX_DEPTH and child.type not in _CLOSED:
            yield from _statements(child, depth + 1)


def _python(text: str) -> Iterator[tuple[str, str]]:
    text = re.sub(r"#[^\n]*", "", text).replace("\\\n", " ")
    if match := _PY_FROM.match(text):
        module = match[1].lstrip(".")
        for name, alias in _PY_NAME.findall(match[2]):
            yield alias or name, f"{module}.{name}" if module else name
    else:
        for name, alias in _PY_NAME.findall(text.removeprefix("import")):
            first = name.split(".")[0]
            yield (alias, name) if alias else (first, first)


def _ecma(text: str) -> Iterator[tuple[str, str]]:
    for names, module, member in _ES_REQUIRE.findall(text):
        yield from _ecma_names(names, _module(module) + member)
    if match := _ES_FROM.match(text):
        yield from _ecma_names(match[1], _module(match[2]))


def _ecma_names(names: str, module: str) -> Iterator[tuple[str, str]]:
    if braces := re.search(r"\{([^}]*)\}", names):
        for name, alias in _ES_NAME.findall(braces[1]):
            yield alias or name, module if name == "default" else f"{module}.{name}"
        names = names.replace(braces[0], "")
    if star := re.search(r"\*\s*as\s+(\w+)", names):
        yield star[1], module
    elif default := re.match(r"\s*(\w+)", names):
        yield default[1], module


def _module(path: str) -> str:
    path = re.sub(r"^(?:node:|[./]+)", "", path)
    return re.sub(r"\.(?:js|ts|mjs|cjs|tsx|jsx)$", "", path).replace("/", ".")


def _dotted(text: str) -> Iterator[tuple[str, str]]:
    if match := _DOTTED.match(text):
        yield match[2] or match[1].rpartition(".")[2], match[1]


def _aliased(text: str) -> Iterator[tuple[str, str]]:
    if match := _CS_ALIAS.match(text) or _CPP_ALIAS.match(text):
        yield match[1], match[2].replace("::", ".")
    elif match := _CPP_NAME.match(text):
        yield match[1].rpartition("::")[2], match[1].replace("::", ".")


def _go(text: str) -> Iterator[tuple[str, str]]:
    # Without the keyword, which is no alias in `import "fmt"`.
    for alias, path in _GO_NAME.findall(text.removeprefix("import")):
        if alias not in (".", "_"):
            name = _GO_VERSION.sub("", path)
            yield alias or name.rpartition("/")[2], name.replace("/", ".")


def _rust(prefix: str, tree: str) -> Iterator[tuple[str, str]]:
    tree = tree.strip()
    if (brace := tree.find("{")) >= 0:
        head = _joined(prefix, tree[:brace].strip().rstrip(":"))
        for part in _parts(tree[brace + 1 : tree.rfind("}")]):
            yield from _rust(head, part)
        return
    name, _, alias = (part.strip() for part in tree.partition(" as "))
    if not name or name.endswith("*"):
        return
    whole = prefix if name == "self" else _joined(prefix, name)
    yield alias or whole.rpartition(".")[2], whole


def _joined(prefix: str, name: str) -> str:
    return ".".join(part for part in (prefix, name.replace("::", ".").strip(".")) if part)


def _parts(text: str) -> Iterator[str]:
    """The parts of `text` between commas outside of braces."""
    depth = start = 0
    for at, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if char == "," and depth == 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]
