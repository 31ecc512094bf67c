"""Conditions, returns and calls written in another way, in Ruby and in languages with braces.

Made from the syntax tree by edits of the text; a text that can't be read afterwards is left as it
was. Python has a rewriter of its own, `alike_control.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.support.block_syntax import (
    BINDING,
    CALLS,
    IFS,
    MODIFIED,
    PLAIN,
    RETURNS,
    Edit,
    Form,
    Rewrite,
    all_within,
    arms_of,
    condition_of,
    line_start,
    rewriting,
    statement_of,
    written,
)
from tree_sitter import Node

_LEAVING = re.compile(r"(?:return|throw|raise|continue|break|panic\(|goto)\b")
_CHANGING = re.compile(r"(?:delete|copy|close)\(")  # of Go: what is given is changed, not read
_COMPARED = {"==": "==", "!=": "!=", "===": "===", "!==": "!==", "<": ">", ">": "<"}
_COMPARED |= {"<=": ">=", ">=": "<="}
_OPPOSITE = {"!=": "==", "!==": "==="}


def _asked(form: Form, node: Node) -> Iterator[Edit]:
    """The condition of an `if`, by way of a variable."""
    if node.type not in IFS | MODIFIED:
        return
    statement, asked = statement_of(node), condition_of(node)
    if statement is None or asked is None or PLAIN.search(asked.type):
        return
    name = f"asked_{node.start_byte}"
    value = form.set.format(name, " ".join(written(asked).split()))
    yield statement.start_byte, statement.start_byte, value + line_start(statement)
    yield asked.start_byte, asked.end_byte, name


def _values(node: Node) -> list[Node]:
    values = [one for one in node.named_children if "comment" not in one.type]
    if len(values) == 1 and values[0].type in ("expression_list", "argument_list"):
        values = [one for one in values[0].named_children if "comment" not in one.type]
    return values


def _returned(form: Form, node: Node) -> Iterator[Edit]:
    """What is returned, by way of a variable."""
    if node.type not in RETURNS or not re.match(r"return\b(?!@)", written(node)):
        return
    statement = statement_of(node)
    told = [one for one in _values(node) if not PLAIN.search(one.type)]
    if statement is None or len(told) != 1:
        return
    value = told[0]
    if any(BINDING.search(one.type) for one in all_within(value) if one.is_named):
        return
    name = f"given_{node.start_byte}"
    set_there = form.set.format(name, written(value)) + line_start(statement)
    yield statement.start_byte, statement.start_byte, set_there
    yield value.start_byte, value.end_byte, name


def _receiver(call: Node) -> Node | None:
    found = call.child_by_field_name("receiver") or call.child_by_field_name("object")
    if found is not None:
        return found
    function = call.child_by_field_name("function") or next(iter(call.named_children), None)
    if function is None or function.type not in (
        *("member_expression", "selector_expression", "member_access_expression"),
        *("navigation_expression", "field_expression"),
    ):
        return None
    return next(iter(function.named_children), None)


def _plain_call(node: Node) -> Node | None:
    """The statement that a call is by itself."""
    if node.type not in CALLS:
        return None
    statement = statement_of(node)
    if statement is None or (statement is node and node.parent is None):
        return None
    return statement


def _asked_of(form: Form, node: Node) -> Iterator[Edit]:
    """What a method is called on, by way of a variable."""
    statement = _plain_call(node)
    value = None if statement is None else _receiver(node)
    if statement is None or value is None or PLAIN.search(value.type) or value.type in CALLS:
        return
    yield from _taken(form, statement, value, f"of_{node.start_byte}")


def _taken(form: Form, statement: Node, value: Node, name: str) -> Iterator[Edit]:
    if value.type in ("block", "pair", "splat_argument", "hash_splat_argument", "block_argument"):
        return
    if any(BINDING.search(one.type) for one in all_within(value) if one.is_named):
        return
    set_there = form.set.format(name, written(value)) + line_start(statement)
    yield statement.start_byte, statement.start_byte, set_there
    yield value.start_byte, value.end_byte, name


def _given(form: Form, node: Node) -> Iterator[Edit]:
    """The first argument of a call, by way of a variable."""
    statement = _plain_call(node)
    if statement is None or _CHANGING.match(written(node)):
        return
    given = next(
        (
            one
            for one in all_within(node)
            if "argument" in one.type and written(one).startswith("(")
        ),
        None,
    )
    value = None if given is None else next(iter(given.named_children), None)
    if value is not None and value.type in ("argument", "value_argument"):
        inner = value.named_children
        value = inner[0] if len(inner) == 1 else None
    if value is None or PLAIN.search(value.type) or "type" in value.type:
        return
    yield from _taken(form, statement, value, f"given_{node.start_byte}")


def _turned(form: Form, node: Node) -> Iterator[Edit]:
    """Both arms of an `if` in the other order, and the condition denied."""
    if node.type not in IFS:
        return
    asked, arms = condition_of(node), arms_of(node)
    if asked is None or arms is None:
        return
    then, other = arms
    yield asked.start_byte, asked.end_byte, _denied(form, asked)
    yield then.start_byte, then.end_byte, written(other)
    yield other.start_byte, other.end_byte, written(then)


def _denied(form: Form, asked: Node) -> str:
    said = written(asked)
    is_denied = said.startswith("!") and asked.type.startswith(("unary", "prefix", "not"))
    if is_denied:
        return said[1:]
    return "!" + said if PLAIN.search(asked.type) else form.denied.format(said)


def _leaves(arm: Node) -> bool:
    inner = [one for one in arm.named_children if "comment" not in one.type]
    while len(inner) == 1 and inner[0].type in ("statement_list", "statements"):
        inner = [one for one in inner[0].named_children if "comment" not in one.type]
    return bool(inner) and _LEAVING.match(written(inner[-1])) is not None


def _after(_: Form, node: Node) -> Iterator[Edit]:
    """The `else` of an `if` that leaves, as what follows it."""
    arms = arms_of(node) if node.type in IFS and statement_of(node) is not None else None
    if arms is None or not _leaves(arms[0]):
        return
    then, other = arms
    inside = written(other)[1:-1].strip()
    yield then.end_byte, other.end_byte, line_start(node) + inside


def _in_else(_: Form, node: Node) -> Iterator[Edit]:
    """What follows an `if` that leaves, as its `else`."""
    statement = statement_of(node) if node.type in IFS else None
    then = node.child_by_field_name("consequence")
    if statement is None or then is None or node.child_by_field_name("alternative") is not None:
        return
    if not (written(then).startswith("{") and _leaves(then)):
        return
    block = statement.parent
    rest = [] if block is None else list(block.named_children)
    rest = [one for one in rest if one.start_byte >= statement.end_byte]
    if rest:
        yield then.end_byte, then.end_byte, " else {"
        yield rest[-1].end_byte, rest[-1].end_byte, "\n}"


def _compared(node: Node) -> tuple[Node, Node, Node] | None:
    """The sides and the sign of a comparison."""
    parts = [one for one in node.children if "comment" not in one.type]
    if len(parts) != 3 or not re.search(r"binary|comparison|equality|conjunction", node.type):
        return None
    return parts[0], parts[1], parts[2]


def _mirrored(_: Form, node: Node) -> Iterator[Edit]:
    """Comparisons with their sides changed."""
    found = _compared(node)
    if found is None or written(found[1]) not in _COMPARED:
        return
    left, sign, right = found
    said = f"{written(right)} {_COMPARED[written(sign)]} {written(left)}"
    yield node.start_byte, node.end_byte, said


def _opposite(form: Form, node: Node) -> Iterator[Edit]:
    """`a != b` as `!(a == b)`."""
    found = _compared(node)
    if found is None or written(found[1]) not in _OPPOSITE:
        return
    left, sign, right = found
    said = f"{written(left)} {_OPPOSITE[written(sign)]} {written(right)}"
    yield node.start_byte, node.end_byte, form.denied.format(said)


def _nested(form: Form, node: Node) -> Iterator[Edit]:
    """`if (a && b)` without an `else`, as one `if` in another."""
    if node.type not in IFS or node.child_by_field_name("alternative") is not None:
        return
    asked, then = condition_of(node), node.child_by_field_name("consequence")
    found = None if asked is None else _compared(asked)
    if asked is None or then is None or found is None or written(found[1]) != "&&":
        return
    if statement_of(node) is None or not written(then).startswith("{"):
        return
    one, _, other = map(written, found)
    inner = f"{{ if {form.test.format(other)} {written(then)} }}"
    yield node.start_byte, then.end_byte, f"if {form.test.format(one)} {inner}"


def _as_arms(form: Form, node: Node) -> Iterator[Edit]:
    """`return c ? a : b` as an `if` with two arms."""
    if node.type not in RETURNS or statement_of(node) is None:
        return
    values = _values(node)
    if len(values) != 1 or not re.match(r"ternary|conditional_expression", values[0].type):
        return
    parts = [one for one in values[0].named_children if "comment" not in one.type]
    if len(parts) != 3:
        return
    asked, one, other = map(written, parts)
    indent, end = line_start(node), form.end
    if form.braces[1] == "end":
        said = f"if {asked}{indent}  return {one}{indent}else{indent}  return {other}{indent}end"
    else:
        test = form.test.format(asked.strip("()") if parts[0].type[0] == "p" else asked)
        said = f"if {test} {{{indent}  return {one}{end}{indent}}} else {{{indent}"
        said += f"  return {other}{end}{indent}}}"
    yield node.start_byte, node.end_byte, said


def _unbraced(form: Form, node: Node) -> Iterator[Edit]:
    """`if (c) { return x; }` without braces."""
    if node.type != "if_statement" or form.test == "{}":
        return
    then = node.child_by_field_name("consequence")
    if then is None or node.child_by_field_name("alternative") is not None:
        return
    inner = list(then.named_children)
    is_one = len(inner) == 1 and re.fullmatch(r"(?!if).*statement", inner[0].type) is not None
    if is_one and written(then).startswith("{"):
        yield then.start_byte, then.end_byte, written(inner[0])


REWRITES: dict[str, Rewrite] = {
    "blocks: conditions by variables": rewriting(_asked),
    "blocks: returned by a variable": rewriting(_returned),
    "blocks: asked of a variable": rewriting(_asked_of),
    "blocks: given by a variable": rewriting(_given),
    "blocks: arms turned": rewriting(_turned),
    "blocks: an else as the rest": rewriting(_after),
    "blocks: the rest as an else": rewriting(_in_else),
    "blocks: comparisons mirrored": rewriting(_mirrored),
    "blocks: opposites denied": rewriting(_opposite),
    "blocks: conditions nested": rewriting(_nested),
    "blocks: choices as arms": rewriting(_as_arms),
    "blocks: without braces": rewriting(_unbraced),
}
