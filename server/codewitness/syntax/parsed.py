"""The syntax tree of one text, and what is read from it on demand; each thing at most once."""

from __future__ import annotations

import re
from dataclasses import replace

from tree_sitter import Tree

from codewitness.model.outline import Outline
from codewitness.model.pieces import Piece
from codewitness.model.text import Span, Text
from codewitness.syntax import brackets
from codewitness.syntax.bare import bare
from codewitness.syntax.declared import Declared, declared
from codewitness.syntax.imports import Import, imported_names, imports
from codewitness.syntax.keyed import type_of_key
from codewitness.syntax.languages.spec import LanguageSpec
from codewitness.syntax.made_whole import lacks
from codewitness.syntax.outline import base_names, outline_at, outline_of_file
from codewitness.syntax.pieces import pieces
from codewitness.syntax.prototypes import Prototype, prototypes
from codewitness.syntax.variables import Variable, variables

_TEXT = re.compile("comment|string|char|heredoc")
_LABELLING = re.compile(
    r"keyword_argument|pair|named_argument|argument|value_argument|value_argument_label"
    r"|keyword_parameter|field_initializer|keyed_element|literal_element|jsx_attribute|label\w*"
)
_CASE = re.compile(r"switch_label|case|switch_pattern|when_condition|constant_pattern")
_CLOSE = 5  # nodes at and around a place that say what it is part of


class Parsed:
    """A tree and its text. Threads may share it: what two of them read at once is equal."""

    __slots__ = (
        "_bare",
        "_bases",
        "_given",
        "_imports",
        "_outlines",
        "_prototypes",
        "_variables",
        "spec",
        "text",
        "tree",
    )

    def __init__(self, tree: Tree, text: Text, spec: LanguageSpec) -> None:
        self.tree = tree
        self.text = text
        self.spec = spec
        self._bare: tuple[Tree, Text] | None = None
        self._given: bytes | None = None  # what was parsed
        self._outlines: dict[Span | None, Outline | None] = {}
        self._bases: dict[Span, tuple[str, ...]] = {}
        self._imports: tuple[Import, ...] | None = None
        self._variables: tuple[Variable, ...] | None = None
        self._prototypes: tuple[Prototype, ...] | None = None

    def outline(self, span: Span, name_span: Span) -> Outline | None:
        """The outline of a definition, see `outline_at`; of its code without comments."""
        if name_span not in self._outlines:
            found = outline_at(*self._code(), self.spec, span, name_span)
            own = replace(found, source=self.text) if found is not None else None
            self._outlines[name_span] = own
        return self._outlines[name_span]

    def file_outline(self) -> Outline:
        """The outline of the top-level code, without comments."""
        found = self._outlines.get(None)
        if found is None:
            found = replace(outline_of_file(*self._code(), self.spec), source=self.text)
            self._outlines[None] = found
        return found

    def _code(self) -> tuple[Tree, Text]:
        if self._bare is None:
            self._bare = bare(self.tree, self.text, self.spec)
        return self._bare

    def pieces(self, outline: Outline) -> tuple[Piece, ...]:
        """The own code of a definition, or of the top level, that is outlined."""
        return pieces(self._code()[0], outline)

    def declared(self, outline: Outline, within: Span) -> tuple[Declared, ...]:
        """Constants, variables, fields of the definition, or of the top level, that is outlined."""
        holes = [one.span for one in outline.nested]
        tree, text = self._code()
        return declared(tree, text.raw, within, holes)

    def is_keyword(self, span: Span) -> bool:
        """True if the word at a place is one of the language, which names nothing."""
        node = self.tree.root_node.descendant_for_byte_range(span.start, span.end)
        return node is not None and not node.is_named

    def is_name(self, span: Span) -> bool:
        """True for a word of code, or of a macro's text: none of a comment or a string."""
        node = self.tree.root_node.descendant_for_byte_range(span.start, span.end)
        if node is None:
            return False
        if (node.start_byte, node.end_byte) != (span.start, span.end):
            return node.type == "preproc_arg"
        return node.is_named and not _TEXT.search(node.type)

    def is_unread(self, span: Span) -> bool:
        """True for a word of code that no rule of the grammar fits, or that was left out.

        So is one before a bracket that was left out: it may be what is called.
        """
        if self._given is None:
            self._given = brackets.given(self.tree.root_node, self.text.raw)
        around = slice(span.start, span.end + 1)
        if self._given[around] != self.text.raw[around]:
            return True
        node = self.tree.root_node.descendant_for_byte_range(span.start, span.end)
        if node is None or _TEXT.search(node.type):
            return False
        while node is not None and not node.is_error:
            node = node.parent
        return node is not None

    def is_label(self, span: Span) -> bool:
        """True for the name of an argument or of a key, which is no name of the scope."""
        node = self.tree.root_node.descendant_for_byte_range(span.start, span.end)
        parent = node.parent if node is not None else None
        if parent is None or not _LABELLING.fullmatch(parent.type):
            return False
        if parent.type == "jsx_attribute":
            return parent.named_children[0] == node
        return any(parent.child_by_field_name(name) == node for name in ("name", "key", "label"))

    def type_of_key(self, span: Span) -> tuple[str, ...]:
        """The words of the type that an object is of, of which a word is a field as it is made."""
        node = self.tree.root_node.descendant_for_byte_range(span.start, span.end)
        return type_of_key(node) if node is not None else ()

    def lacks(self, span: Span, names: frozenset[str]) -> bool:
        """True if a type is named there and one of these is left out, see `made_whole`."""
        node = self.tree.root_node.descendant_for_byte_range(span.start, span.end)
        return node is not None and lacks(node, names)

    def is_case(self, span: Span) -> bool:
        """True for what a branch of a `switch` asks for."""
        return self.is_within(span, _CASE)

    def is_within(self, span: Span, kind: re.Pattern[str]) -> bool:
        """True if a node close around a place has a type like that."""
        node = self.tree.root_node.descendant_for_byte_range(span.start, span.end)
        for _ in range(_CLOSE):
            if node is None:
                break
            if kind.search(node.type):
                return True
            node = node.parent
        return False

    def is_in_header(self, span: Span, name_span: Span) -> bool:
        """True for a place in a decorator or a default value of the definition of this name."""
        node = self.tree.root_node.descendant_for_byte_range(span.start, span.end)
        is_value = False
        while node is not None and (around := node.parent) is not None:
            before = node.prev_sibling
            is_value = is_value or (before is not None and before.type == "=")
            if around.start_byte <= name_span.start and name_span.end <= around.end_byte:
                is_value = is_value and (
                    "parameter" in node.type or around.child_by_field_name("default_value") == node
                )
                return is_value or node.type == "decorator"
            node = around
        return False

    def bases(self, name_span: Span) -> tuple[str, ...]:
        """What the class of this name comes from."""
        if name_span not in self._bases:
            self._bases[name_span] = base_names(self.tree, self.text, self.spec, name_span)
        return self._bases[name_span]

    def imports(self) -> tuple[Import, ...]:
        """The imports of the file."""
        if self._imports is None:
            self._imports = imports(self.tree.root_node, self.text.raw, self.spec.name)
        return self._imports

    def imported_names(self, name: str, module: str) -> tuple[Span, ...]:
        """Where imports name something, from this module if one of them says so."""
        return imported_names(self.tree.root_node, self.text.raw, name, module)

    def variables(self) -> tuple[Variable, ...]:
        """Variables of the top level whose values are made by code."""
        if self._variables is None:
            self._variables = variables(self.tree.root_node, self.spec.name)
        return self._variables

    def prototypes(self) -> tuple[Prototype, ...]:
        """Functions that are declared and not defined here, in the C family."""
        if self._prototypes is None:
            self._prototypes = prototypes(self.tree.root_node, self.spec.name)
        return self._prototypes
