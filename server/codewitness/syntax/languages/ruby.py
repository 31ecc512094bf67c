"""Ruby."""

from __future__ import annotations

from functools import lru_cache

from tree_sitter import Node

from codewitness.syntax.languages.bound import in_ruby
from codewitness.syntax.languages.ruby_endless import in_parentheses
from codewitness.syntax.languages.spec import Callee, LanguageSpec, callee_of

# In these an identifier is bound, or it names a method.
_NEVER_READ = (
    "left_assignment_list",
    "destructured_left_assignment",
    "rest_assignment",
    "method_parameters",
    "lambda_parameters",
    "block_parameters",
    "destructured_parameter",
    "splat_parameter",
    "hash_splat_parameter",
    "block_parameter",
    "exception_variable",
    "array_pattern",
    "find_pattern",
    "alias",
    "undef",
    "setter",
)
_TARGETS = frozenset(
    {
        "left_assignment_list",
        "destructured_left_assignment",
        "rest_assignment",
        "exception_variable",
    }
)
# What a block without parameters calls its own.
_IMPLICIT = frozenset({b"it", b"_1", b"_2", b"__method__", b"__dir__"})
_VISIBILITIES = frozenset({b"private", b"protected", b"public"})


def _callee(node: Node) -> Callee | None:
    if node.type != "call":
        return _bare(node)
    if _is_target(node):
        return None
    receiver = node.child_by_field_name("receiver")
    name = node.child_by_field_name("method") or receiver
    if name is None:
        return None
    first = receiver or name
    return Callee(first.start_byte, name.end_byte, name.start_byte, name.end_byte)


def _bare(node: Node) -> Callee | None:
    if node.type == "identifier":
        return None if node.text in _IMPLICIT else callee_of(node)
    # With arguments a `super` is the name of a call.
    parent = node.parent
    if parent is None or parent.type != "call":
        return callee_of(node)
    return None if parent.child_by_field_name("method") == node else callee_of(node)


def _is_target(call: Node) -> bool:
    """True for `a.b` in `a.b = 1`, which is an attribute that is written."""
    parent = call.parent
    if parent is None or call.child_by_field_name("arguments") is not None:
        return False
    match parent.type:
        case "assignment" | "operator_assignment":
            return parent.child_by_field_name("left") == call
        case "for":
            return parent.child_by_field_name("pattern") == call
        case kind:
            return kind in _TARGETS


def _is_read(leaf: Node) -> bool:
    # `f(x:)` passes the variable of that name.
    if leaf.type != "hash_key_symbol":
        return True
    parent = leaf.parent
    is_pair = parent is not None and parent.type == "pair"
    return is_pair and parent is not None and parent.child_by_field_name("value") is None


def _names(parameter: Node) -> list[Node]:
    """The names that a parameter binds."""
    if parameter.type == "identifier":
        return [parameter]
    if parameter.type == "destructured_parameter":
        return [name for child in parameter.named_children for name in _names(child)]
    name = parameter.child_by_field_name("name")
    return [] if name is None else [name]


def _is_private(node: Node, _name: str) -> bool:
    around = node.parent
    if around is None or node.type not in ("method", "singleton_method"):
        return False
    if around.type == "argument_list":
        call = around.parent
        word = None if call is None else call.child_by_field_name("method")
        return word is not None and word.text in (b"private", b"protected", b"private_class_method")
    if node.type == "singleton_method" or around.type != "body_statement":
        return False
    passed = [word for at, word in _visibilities(around) if at < node.start_byte]
    return bool(passed) and passed[-1] != b"public"


@lru_cache(maxsize=4)
def _visibilities(body: Node) -> tuple[tuple[int, bytes], ...]:
    """The words on a line of their own that change the visibility of what follows in a class."""
    words = [child for child in body.named_children if child.type == "identifier"]
    return tuple((w.start_byte, w.text) for w in words if w.text in _VISIBILITIES)


SPEC = LanguageSpec(
    name="ruby",
    grammar="ruby",
    extensions=("rb", "rake", "gemspec", "ru"),
    filenames=("Rakefile", "Gemfile", "Guardfile", "Capfile", "Vagrantfile", "Podfile"),
    identifier_types=frozenset({"identifier", "hash_key_symbol"}),
    non_reads={
        "call": ("method",),
        "assignment": ("left",),
        "operator_assignment": ("left",),
        "for": ("pattern",),
        "optional_parameter": ("name",),
        "keyword_parameter": ("name",),
        "as_pattern": ("name",),
        "in_clause": ("pattern",),
        "match_pattern": ("pattern",),
        "test_pattern": ("pattern",),
        "keyword_pattern": ("value",),
        "method": ("name",),
        "singleton_method": ("name",),
        **dict.fromkeys(_NEVER_READ, ("*",)),
    },
    is_read=_is_read,
    closure_types=frozenset({"lambda"}),
    self_names=frozenset({"self", "super"}),
    implicit_self=True,
    call_types=frozenset({"call"}),
    callee=_callee,
    is_private=_is_private,
    parameter_names=_names,
    bound=in_ruby,
    prepare=in_parentheses,
)
