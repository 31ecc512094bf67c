"""What `macro_rules!` makes of names that it is given: functions of that name, and calls of them.

The arguments of a macro are matched to its patterns by commas alone: the last name of each part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

ANY = -1  # as a number of parts: one that is repeated

_ITEMS = frozenset({"mod_item", "impl_item", "trait_item"})
_SEPARATORS = frozenset({",", ";"})
_BEFORE_OTHERS = frozenset({".", "::", "struct", "enum", "mod", "macro_rules", "let"})


@dataclass(slots=True)
class Rule:
    """One rule: of how many parts, and which of them it calls, or makes functions of."""

    n_parts: int
    called: set[int] = field(default_factory=set)
    defined: set[int] = field(default_factory=set)

    def part(self, number: int) -> int:
        """The pattern's part that an argument is matched with."""
        return 0 if self.n_parts == ANY else number


def rules(definition: Node) -> list[Rule]:
    """The rules of a `macro_rules!`."""
    found = []
    for child in definition.named_children:
        left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
        if child.type == "macro_rule" and left is not None and right is not None:
            rule, numbers = _pattern(left)
            _use(right, numbers, rule)
            found.append(rule)
    return found


def _pattern(left: Node) -> tuple[Rule, dict[bytes, int]]:
    numbers: dict[bytes, int] = {}
    parts = _parts(left)
    is_repeated = bool(parts) and any(one.type == "token_repetition_pattern" for one in parts[0])
    for number, part in enumerate(parts):
        inside = part
        if is_repeated and number == 0:
            inside = [child for one in part for child in one.children]
        bindings = [one for one in inside if one.type == "token_binding_pattern"]
        name = bindings[-1].child_by_field_name("name") if bindings else None
        if name is not None and name.text is not None:
            numbers[name.text] = number
    return Rule(ANY if is_repeated else len(parts)), numbers


def _use(tree: Node, numbers: dict[bytes, int], rule: Rule) -> None:
    for child in tree.children:
        if child.type in ("token_tree", "token_repetition"):
            _use(child, numbers, rule)
        number = numbers.get(child.text or b"") if child.type == "metavariable" else None
        if number is None:
            continue
        before, after = child.prev_sibling, child.next_sibling
        word = "" if before is None else before.type
        if word == "fn":
            rule.defined.add(number)
        elif word not in _BEFORE_OTHERS and after is not None and _begins(after, "("):
            rule.called.add(number)


def _begins(tree: Node, mark: str) -> bool:
    return tree.type == "token_tree" and bool(tree.children) and tree.children[0].type == mark


def _parts(tree: Node) -> list[list[Node]]:
    """The tokens between the brackets, parted by commas."""
    parts: list[list[Node]] = [[]]
    for child in tree.children[1:-1]:
        if child.type in _SEPARATORS:
            parts.append([])
        else:
            parts[-1].append(child)
    return [part for part in parts if part]


def given(invocation: Node) -> list[Node | None]:
    """The last token of each part that is given to a macro, if it is a name."""
    tree = next((one for one in invocation.named_children if one.type == "token_tree"), None)
    parts = _parts(tree) if tree is not None else []
    return [part[-1] if part[-1].type == "identifier" else None for part in parts]


def made(root: Node) -> Iterator[tuple[Node, Node]]:
    """Functions that macros of the file make: the node that stands for each, and its name."""
    if b"macro_rules!" not in (root.text or b""):
        return
    known: dict[bytes, list[Rule]] = {}
    invocations: list[Node] = []
    for item in items(root):
        if item.type == "macro_definition":
            name = item.child_by_field_name("name")
            if name is not None and name.text is not None:
                known[name.text] = rules(item)
        else:
            invocations.append(item)
    for invocation in invocations:
        macro = invocation.child_by_field_name("macro")
        yield from _made_by(invocation, known.get((macro and macro.text) or b"", []))


def _made_by(invocation: Node, known: list[Rule]) -> Iterator[tuple[Node, Node]]:
    names = given(invocation)
    for rule in known:
        if rule.n_parts in (ANY, len(names)):
            own = [n for k, n in enumerate(names) if n is not None and rule.part(k) in rule.defined]
            # One function is all of the invocation; of several each is its name.
            yield from ((invocation if len(own) == 1 else name, name) for name in own)
            return


def items(node: Node) -> Iterator[Node]:
    """The macros that a file defines, and those that it calls, outside of functions."""
    for child in node.named_children:
        if child.type in ("macro_definition", "macro_invocation"):
            yield child
        elif child.type == "expression_statement" and child.named_child_count:
            if child.named_children[0].type == "macro_invocation":
                yield child.named_children[0]
        elif child.type in _ITEMS and (body := child.child_by_field_name("body")) is not None:
            yield from items(body)
