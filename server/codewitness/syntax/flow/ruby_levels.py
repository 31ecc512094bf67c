"""What `self` is at a place in Ruby: an object, or the class around."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import IN_BLOCK, Expression
from codewitness.syntax.flow.lexical import Reader

AROUND_METHODS = frozenset(("singleton_class", "class", "module", "method", "singleton_method"))
_REPEATING = frozenset(
    (
        *("collect", "each", "each_cons", "each_entry", "each_key", "each_pair"),
        *("each_slice", "each_value", "each_with_index", "each_with_object", "filter"),
        *("filter_map", "flat_map", "inject", "map", "reduce", "reject", "reverse_each"),
        *("select", "tap", "then", "times", "upto", "downto", "step", "zip"),
    )
)
_MAX_BLOCKS = 3
OF_CLASS = ["t", "self"]  # among the types of a site: no object is asked, but its class


def is_in_method(node: Node) -> bool:
    """True for what runs with a method, and not with the body of a class."""
    around = _around(node)
    return around is not None and around.type in ("method", "singleton_method")


def level(node: Node) -> list[Expression] | None:
    """What is told, beside the callee, of a call without a receiver.

    The body of a class runs on the class. A block there that is given to what has a receiver runs
    on it as well, or on an object of that receiver's; one that is given to a call without one may
    run on anything, also on objects of the class.
    """
    around, at, outermost = _around(node), node, None
    if around is None or around.type not in ("class", "module"):
        return None
    while at.parent is not None and at.parent.id != around.id:
        at = at.parent
        if at.type in ("block", "do_block", "lambda") and not _only_repeats(at):
            outermost = at
    if outermost is None:
        return [OF_CLASS]
    call = outermost.parent
    has_receiver = call is not None and call.child_by_field_name("receiver") is not None
    return [OF_CLASS] if has_receiver else None


def told(reader: Reader, node: Node) -> list[Expression] | None:
    """The same, and the calls whose blocks such a call stands in, the inmost first."""
    own = level(node)
    found: list[Expression] = [*own] if own is not None else []
    at = node.parent
    while at is not None and at.type not in AROUND_METHODS and len(found) < _MAX_BLOCKS:
        given = reader.receivers.get(at.id) if at.type in ("block", "do_block") else None
        if given is not None and not _only_repeats(at):
            found.append([IN_BLOCK, given[1]])
        at = at.parent
    return found or None


def _only_repeats(block: Node) -> bool:
    """True for a block that runs where it stands, for each of several things."""
    name = block.parent.child_by_field_name("method") if block.parent is not None else None
    return name is not None and (name.text or b"").decode() in _REPEATING


def _around(node: Node) -> Node | None:
    at = node.parent
    while at is not None and at.type not in AROUND_METHODS:
        at = at.parent
    return at
