"""What conditions and patterns of Ruby say of names: `x.is_a?(C)`, `in C => x`, `in { to: x }`."""

from __future__ import annotations

from tree_sitter import Node

from codewitness.model.flow import Expression
from codewitness.syntax.flow.lexical import Reader, either, nth
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.ruby_assignments import put_into

_TESTS = frozenset(("is_a?", "kind_of?", "instance_of?"))
_BOTH = frozenset(("&&", "and"))
_MOST_PARTS = 100  # of a condition that are looked at
_OF_CLASS = frozenset(("constant", "scope_resolution"))


def class_named(reader: Reader, node: Node | None) -> Expression:
    """The class that a constant names; None for anything else."""
    if node is None or node.type not in ("constant", "scope_resolution"):
        return None
    return reader.text(node) if node.type == "constant" else reader.value(node)


def _known(reader: Reader, subject: Node | None, kind: Node | None) -> dict[str, Expression]:
    named = class_named(reader, kind)
    if subject is None or subject.type != "identifier" or named is None:
        return {}
    return {reader.text(subject): ["y", named, None]}


def tested(reader: Reader, condition: Node | None) -> dict[str, Expression]:
    """What is known of local names where a condition holds: `x.is_a?(C)`, `C === x`."""
    found: dict[str, Expression] = {}
    waiting = [condition]
    for _ in range(_MOST_PARTS):
        node = waiting.pop() if waiting else None
        if node is None:
            break
        if node.type == "parenthesized_statements":
            waiting.append(nth(node, 0))
        elif node.type == "call":
            arguments = node.child_by_field_name("arguments")
            kind = nth(arguments, 0) if arguments is not None else None
            if reader.text(node.child_by_field_name("method")) in _TESTS:
                found |= _known(reader, node.child_by_field_name("receiver"), kind)
        elif node.type == "binary":
            operator = reader.text(node.child_by_field_name("operator"))
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if operator in _BOTH:
                waiting += [right, left]
            elif operator == "===":
                found |= _known(reader, right, left)
    return found


def case(reader: Reader, node: Node) -> Expression:
    """`case x when C then ...`; gives what any of its branches gives."""
    subject = node.child_by_field_name("value")
    reader.value(subject)
    found: list[Expression] = []
    for child in parts_of(node):
        if child == subject:
            continue
        facts: dict[str, Expression] = {}
        patterns = child.children_by_field_name("pattern") if child.type == "when" else []
        if len(patterns) == 1:
            facts = _known(reader, subject, nth(patterns[0], 0))
        reader.narrowed.append(facts)
        if child.type == "when":
            reader.values(patterns)
            found.append(reader.value(child.child_by_field_name("body")))
        else:
            found.append(reader.value(child))
        reader.narrowed.pop()
    return either(found)


def case_match(reader: Reader, node: Node) -> Expression:
    """`case x in pattern then ...`; gives what any of its branches gives."""
    subject = node.child_by_field_name("value")
    value = reader.value(subject)
    found: list[Expression] = []
    for child in parts_of(node):
        if child.type == "in_clause":
            pattern = child.child_by_field_name("pattern")
            _bind(reader, pattern, value)
            reader.narrowed.append(_known(reader, subject, _class_of(pattern)))
            reader.value(child.child_by_field_name("guard"))
            found.append(reader.value(child.child_by_field_name("body")))
            reader.narrowed.pop()
        elif child != subject:
            found.append(reader.value(child))
    return either(found)


def matched(reader: Reader, node: Node) -> Expression:
    """`x => { name: }`, `x in [first, *]`."""
    value = reader.value(node.child_by_field_name("value"))
    _bind(reader, node.child_by_field_name("pattern"), value)
    return None


def _class_of(pattern: Node | None) -> Node | None:
    """The class that a pattern asks for: `C`, `C => x`, `C(x:)`."""
    while pattern is not None and pattern.type not in _OF_CLASS:
        is_named = pattern.type == "as_pattern"
        pattern = pattern.child_by_field_name("value" if is_named else "class")
    return pattern


def _bind(reader: Reader, pattern: Node | None, value: Expression) -> None:
    """The names in a pattern get what they stand for in a value."""
    if pattern is None:
        return
    kind = class_named(reader, _class_of(pattern))
    known = value if kind is None else ["y", kind, None]
    if pattern.type == "identifier":
        put_into(reader, pattern, value)
    elif pattern.type == "as_pattern":
        _bind(reader, pattern.child_by_field_name("value"), value)
        name = pattern.child_by_field_name("name")
        if name is not None:
            put_into(reader, name, known)
    elif pattern.type in ("array_pattern", "find_pattern"):
        own = pattern.child_by_field_name("class")
        for k, child in enumerate(one for one in parts_of(pattern) if one != own):
            _bind_element(reader, child, known, k)
    elif pattern.type == "hash_pattern":
        for child in parts_of(pattern):
            _bind_key(reader, child, known, is_member=kind is not None)
    elif pattern.type == "alternative_pattern":
        for child in parts_of(pattern):
            _bind(reader, child, value)
    else:
        reader.value(pattern)


def _bind_element(reader: Reader, node: Node, value: Expression, k: int) -> None:
    name = node.child_by_field_name("name") if node.type == "splat_parameter" else None
    if name is not None:
        put_into(reader, name, value)
    elif node.type != "splat_parameter":
        _bind(reader, node, None if value is None else ["i", value, ["k", k]])


def _bind_key(reader: Reader, node: Node, value: Expression, *, is_member: bool) -> None:
    key = node.child_by_field_name("key")
    if node.type != "keyword_pattern" or key is None:
        return
    name = reader.text(key)
    under: Expression = None
    if value is not None:
        under = ["a", value, name] if is_member else ["i", value, ["K", f"={name}"]]
    inside = node.child_by_field_name("value")
    if inside is not None:
        _bind(reader, inside, under)
    elif name.isidentifier():
        reader.hoist(name, under)
