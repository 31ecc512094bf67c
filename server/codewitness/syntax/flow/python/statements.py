"""Statements of Python: what assigns, chooses, repeats and leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tree_sitter import Node

from codewitness.model.flow import UNSURE, Expression, form
from codewitness.syntax.flow.parts import parts_of
from codewitness.syntax.flow.python.assignments import assign
from codewitness.syntax.flow.python.calls import is_place, move_all
from codewitness.syntax.flow.python.names import dotted
from codewitness.syntax.flow.python.operators import assume, truth
from codewitness.syntax.flow.python.reader import PLAIN, Read, Reader, is_async
from codewitness.syntax.flow.python.taken_out import taken_out
from codewitness.syntax.flow.python.types import bracket, first

# Built-in types whose patterns have one part, which is the whole: `case str(name)`.
_HELD_WHOLE = ("bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple")


def block(reader: Reader, node: Node) -> None:
    """All statements of a block, or of what stands for one."""
    for child in parts_of(node):
        reader.value(child)


def _if(reader: Reader, node: Node) -> None:
    """`if` with its `elif` and `else`."""
    recorder = reader.recorder
    ends = []
    for clause in (node, *node.children_by_field_name("alternative")):
        condition = clause.child_by_field_name("condition")
        if condition is None:
            reader.value(clause.child_by_field_name("body"))
            break
        truth(reader, condition)
        before = recorder.fork()
        assume(reader, condition, True)
        reader.value(clause.child_by_field_name("consequence"))
        ends.append(recorder.env)
        recorder.env = before
        assume(reader, condition, False)
    recorder.join(*ends)


def _while(reader: Reader, node: Node) -> None:
    recorder = reader.recorder
    recorder.begin_loop()
    condition = node.child_by_field_name("condition")
    truth(reader, condition)
    assume(reader, condition, True)
    reader.value(node.child_by_field_name("body"))
    is_endless = condition is not None and condition.type == "true"
    recorder.end_loop(lambda: _else(reader, node), is_endless=is_endless)


def _for(reader: Reader, node: Node) -> None:
    source = node.child_by_field_name("right")
    value = reader.value(source)
    at = next((child for child in node.children if child.type == "in"), node)
    element = reader.iterated(value, at, node)
    recorder = reader.recorder
    recorder.begin_loop()
    assign(reader, node.child_by_field_name("left"), element)
    reader.value(node.child_by_field_name("body"))
    recorder.end_loop(lambda: _else(reader, node))


def _else(reader: Reader, node: Node) -> None:
    other = node.child_by_field_name("alternative")
    if other is not None:
        reader.value(other.child_by_field_name("body"))


def _try(reader: Reader, node: Node) -> None:
    recorder = reader.recorder
    before, n_binds = recorder.fork(), len(recorder.flow.binds)
    reader.value(node.child_by_field_name("body"))
    at_handlers = recorder.handler_env(before, n_binds)
    last: Node | None = None
    after, ends = recorder.env, []
    for clause in parts_of(node):
        if clause.type == "else_clause":  # goes on where the body ends, behind no handler
            recorder.env = after
            reader.value(clause.child_by_field_name("body"))
            after = recorder.env
        elif clause.type in ("except_clause", "except_group_clause"):
            recorder.env = None if at_handlers is None else dict(at_handlers)
            _handler(reader, clause)
            ends.append(recorder.env)
        elif clause.type == "finally_clause":
            last = clause
    recorder.env = after
    recorder.join(*ends)
    if last is not None:
        ended = recorder.env is None
        if ended:
            recorder.env = at_handlers
        block(reader, last)
        if ended:
            recorder.stop()


def _handler(reader: Reader, clause: Node) -> None:
    """One `except`: what it catches is an instance of what it names."""
    named = clause.children_by_field_name("value")
    older = named[1] if len(named) == 2 and _is_caught(reader, named[1]) else None
    for child in parts_of(clause):
        if child.type == "block":
            block(reader, child)
        elif child.type == "as_pattern":
            kinds = reader.value(first(child))
            target = child.child_by_field_name("alias")
            caught = _caught(kinds)
            target = _first(target)
            is_group = any(one.type in ("*", "except*") for one in clause.children[:2])
            if is_group and target is not None:  # `except* E as group`
                assign(reader, target, None)
                held = ["L", "tuple", reader.recorder.new_id(), caught]
                reader.recorder.narrow(f"{reader.text(target)}.exceptions", held)
            else:
                assign(reader, target, caught)
        elif older is not None and child == named[0]:
            kinds = reader.value(child)
            assign(reader, older, _caught(kinds))
        elif child != older:
            reader.value(child)


def _caught(kinds: Expression) -> Expression:
    """What `except` of one type, or of several, catches."""
    if form(kinds) == "L":
        return ["u", *(["n", None, kind, 1] for kind in kinds[3:])]
    return ["n", None, kinds, 1]


def _is_caught(reader: Reader, name: Node) -> bool:
    """True for the second name of Python 2's `except Missing, error:`, which is no type."""
    return name.type == "identifier" and reader.text(name)[:1].islower()


def _with(reader: Reader, node: Node) -> None:
    for clause in parts_of(node):
        if clause.type == "with_clause":
            for item in parts_of(clause):
                value = item.child_by_field_name("value") or item
                _with_item(reader, value, "W" if is_async(node) else "w")
    reader.value(node.child_by_field_name("body"))


def _with_item(reader: Reader, item: Node, kind: str) -> None:
    target = None
    if item.type == "as_pattern":
        target = _first(item.child_by_field_name("alias"))
        item = parts_of(item)[0]
    value = reader.value(item)
    reader.site(kind, value, reader.name_node(item))
    if target is not None:
        assign(reader, target, ["x", value])


def _match(reader: Reader, node: Node) -> None:
    subjects = [reader.value(child) for child in node.children_by_field_name("subject")]
    subject = node.child_by_field_name("subject")
    path = reader.path(subject) if subject is not None and len(subjects) == 1 else None
    recorder = reader.recorder
    whole = subjects[0]
    if len(subjects) > 1:
        whole = ["L", "tuple", recorder.new_id(), *subjects]
    before, ends = recorder.fork(), []
    body = node.child_by_field_name("body")
    for clause in parts_of(body) if body is not None else ():
        recorder.env = None if before is None else dict(before)
        _case(reader, clause, whole, path)
        ends.append(recorder.env)
    recorder.env = before
    recorder.join(*ends)


def _case(reader: Reader, clause: Node, subject: Expression, path: str | None) -> None:
    patterns = [child for child in parts_of(clause) if child.type == "case_pattern"]
    if len(patterns) > 1:  # `case first, second:`
        _sequence_pattern(reader, patterns, subject)
    for child in parts_of(clause):
        if child.type == "case_pattern":
            kind = _pattern(reader, child, subject) if len(patterns) == 1 else None
            if kind is not None and path is not None:
                reader.recorder.narrow(path, ["n", subject, kind, 1])
        elif child.type == "block":
            block(reader, child)
        else:
            reader.value(child)


def _pattern(reader: Reader, node: Node, subject: Expression) -> Expression:
    """Bind the names of a pattern; gives the class that the whole must be of."""
    inner = first(node) if node.type == "case_pattern" else node
    if inner is None:
        return None
    if inner.type == "class_pattern":
        name = first(inner)
        kind = None if name is None else dotted(reader, name)
        whole = subject if kind is None else ["n", subject, kind, 1]
        for place, part in enumerate(parts_of(inner)[1:]):
            at = whole if kind in _HELD_WHOLE else ["a", whole, str(place)]
            _sub_pattern(reader, part, whole, None if whole is None else at)
        return kind
    if inner.type == "as_pattern":
        kind = _pattern(reader, parts_of(inner)[0], subject)
        value = subject if kind is None else ["n", subject, kind, 1]
        reader.recorder.assign(reader.text(parts_of(inner)[-1]), value)
        return kind
    if inner.type == "dotted_name" and inner.named_child_count == 1:
        reader.recorder.assign(reader.text(inner), subject)
        return None
    if inner.type == "tuple_pattern" and len(inner.children) == 3 and inner.named_child_count == 1:
        return _pattern(reader, inner.named_children[0], subject)  # in brackets
    if inner.type in ("tuple_pattern", "list_pattern"):
        _sequence_pattern(reader, parts_of(inner), subject)
    elif inner.type == "dict_pattern":
        _mapping_pattern(reader, inner, subject)
    elif inner.type == "union_pattern":
        for part in parts_of(inner):
            _pattern(reader, part, subject)
    elif inner.type != "case_pattern":
        for part in parts_of(inner):
            _sub_pattern(reader, part, None)
    else:
        return _pattern(reader, inner, subject)
    return None


def _sequence_pattern(reader: Reader, parts: Sequence[Node], subject: Expression) -> None:
    """Each part has what stands at its place, behind a star counted from the end."""
    counted_from = 0
    for k, part in enumerate(parts):
        inner = first(part) if part.type == "case_pattern" else part
        if inner is not None and inner.type == "splat_pattern":
            counted_from = len(parts)
            if (name := first(inner)) is not None:
                end = k + 1 - counted_from or None
                rest = None if subject is None else ["s", subject, k, end]
                reader.recorder.assign(reader.text(name), rest)
        elif subject is None:
            _pattern(reader, part, None)
        else:
            _pattern(reader, part, ["i", subject, ["k", k - counted_from]])


def _mapping_pattern(reader: Reader, node: Node, subject: Expression) -> None:
    key: Expression = None
    for at, child in enumerate(node.children):
        field = node.field_name_for_child(at)
        if field == "key":
            key = reader.value(first(child) if child.type == "case_pattern" else child)
        elif field == "value":
            _pattern(reader, child, None if subject is None else ["i", subject, key])
        elif child.type == "splat_pattern":
            reader.recorder.assign(reader.text(parts_of(child)[0]), subject)


def _sub_pattern(reader: Reader, node: Node, whole: Expression, at: Expression = None) -> None:
    """A part of the pattern of a class: `whole` is the object, `at` what it has at its place."""
    if node.type == "keyword_pattern":
        _keyword_pattern(reader, node, whole)
    elif node.type in ("case_pattern", "dotted_name", "as_pattern", "class_pattern"):
        inner = first(node) if node.type == "case_pattern" else node
        named = _first(inner) if inner is not None and inner.type == "as_pattern" else None
        keyword = _first(named) if named is not None and named.type == "case_pattern" else None
        if inner is not None and inner.type == "keyword_pattern":
            _sub_pattern(reader, inner, whole, at)
        elif inner is not None and keyword is not None and keyword.type == "keyword_pattern":
            value = _keyword_pattern(reader, keyword, whole)  # `left=Number() as left`
            reader.recorder.assign(reader.text(parts_of(inner)[-1]), value)
        else:
            _pattern(reader, node, at)
    else:
        for part in parts_of(node):
            _sub_pattern(reader, part, None)


def _keyword_pattern(reader: Reader, node: Node, whole: Expression) -> Expression:
    """`left=Number()` of an object `whole`; gives what it has there."""
    name, *parts = parts_of(node)
    value = None if whole is None else ["a", whole, reader.text(name)]
    for part in parts:
        kind = _pattern(reader, part, value)
        if kind is not None:
            return ["n", value, kind, 1]
    return value


def _return(reader: Reader, node: Node) -> None:
    values = [reader.value(child) for child in parts_of(node)]
    if values and values[0] is not None:
        reader.recorder.flow.returns.append(values[0])
    reader.recorder.leave()


def _raise(reader: Reader, node: Node) -> None:
    for index, child in enumerate(parts_of(node)):
        value = reader.value(child)
        if index == 0 and child.type in ("identifier", "attribute"):
            reader.site("b", value, reader.name_node(child))
    reader.recorder.stop()


def _break(reader: Reader, _node: Node) -> None:
    reader.recorder.leave_loop()


def _continue(reader: Reader, _node: Node) -> None:
    reader.recorder.repeat_loop()


def _outer(reader: Reader, node: Node) -> None:
    """`global` and `nonlocal`."""
    reader.recorder.outer_names.update(reader.text(child) for child in parts_of(node))


def _delete(reader: Reader, node: Node) -> None:
    for child in parts_of(node):
        _delete_one(reader, child)


def _delete_one(reader: Reader, node: Node) -> None:
    if node.type in ("expression_list", "tuple", "list", "parenthesized_expression"):
        for child in parts_of(node):
            _delete_one(reader, child)
    elif node.type in ("attribute", "subscript"):
        children = parts_of(node)
        base = reader.value(children[0])
        if node.type == "attribute" and base is not None:
            reader.site("x", ["a", base, reader.text(children[-1])], children[-1])
        elif node.type == "subscript":
            key = [reader.value(child) for child in children[1:]][-1:]
            if base is not None and form(base) not in PLAIN:
                reader.site("o", ["a", base, "__delitem__"], bracket(node), key)
            is_told = len(key) == 1 and taken_out(reader, base, key[0]) is not None
            if not is_told and (children[-1].type == "slice" or any(map(is_place, key))):
                move_all(reader, base)
        path = reader.path(node)
        if path is not None and reader.recorder.env is not None:
            reader.recorder.env.pop(path, None)
            reader.recorder.forget(path)


def _assert(reader: Reader, node: Node) -> None:
    """From here on the condition holds; what else is said is read only if it does not."""
    condition, *message = parts_of(node)
    truth(reader, condition)
    before = reader.recorder.fork()
    for part in message:
        reader.value(part)
    reader.recorder.env = before
    assume(reader, condition, True)


def _import(reader: Reader, node: Node) -> None:
    for child in node.children_by_field_name("name"):
        if child.type == "aliased_import":
            module, alias = parts_of(child)[0], parts_of(child)[-1]
            reader.recorder.assign(reader.text(alias), ["m", reader.text(module)])
        else:
            first = reader.text(child).partition(".")[0]
            reader.recorder.assign(first, ["m", first])


def _import_from(reader: Reader, node: Node) -> None:
    module = node.child_by_field_name("module_name")
    if module is None:
        return
    source = "".join(reader.text(module).split())
    if any(child.type == "wildcard_import" for child in parts_of(node)):
        is_sure = node.parent is not None and node.parent.type == "module"
        reader.recorder.flow.stars.append(source if is_sure else f"{UNSURE}{source}")
    for child in node.children_by_field_name("name"):
        name, local = child, child
        if child.type == "aliased_import":
            name, local = parts_of(child)[0], parts_of(child)[-1]
        reader.recorder.assign(reader.text(local), ["m", source, reader.text(name)])


def _first(node: Node | None) -> Node | None:
    return None if node is None else first(node)


STATEMENTS: Mapping[str, Read] = {
    "if_statement": _if,
    "while_statement": _while,
    "for_statement": _for,
    "try_statement": _try,
    "with_statement": _with,
    "match_statement": _match,
    "return_statement": _return,
    "raise_statement": _raise,
    "break_statement": _break,
    "continue_statement": _continue,
    "global_statement": _outer,
    "nonlocal_statement": _outer,
    "delete_statement": _delete,
    "assert_statement": _assert,
    "import_statement": _import,
    "import_from_statement": _import_from,
}
