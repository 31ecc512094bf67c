"""Flow of Ruby. Blocks belong to their method; `@x` is a field of the object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tree_sitter import Node

from codewitness.model.flow import GIVEN_BLOCK, Expression, form
from codewitness.syntax.flow import operators, ruby_loops
from codewitness.syntax.flow import ruby_blocks as blocks
from codewitness.syntax.flow import ruby_collections as collections
from codewitness.syntax.flow import ruby_delegating as delegating
from codewitness.syntax.flow import ruby_fields as fields
from codewitness.syntax.flow import ruby_patterns as patterns
from codewitness.syntax.flow.declared import Given, Shape, grammar
from codewitness.syntax.flow.lexical import (
    Handler,
    Reader,
    either,
    flow_reader,
    inner,
    literal,
    nothing,
    nth,
)
from codewitness.syntax.flow.parts import n_parts, parts_of
from codewitness.syntax.flow.ruby_assignments import assignment, default, defaults
from codewitness.syntax.flow.ruby_levels import AROUND_METHODS, is_in_method, told
from codewitness.syntax.languages.bound import in_ruby
from codewitness.syntax.languages.ruby import SPEC
from codewitness.syntax.scopes import Scope

# What is called with a class when a module is mixed into it.
_MIXING = {"include": "included", "prepend": "prepended", "extend": "extended"}
_BOTH = frozenset(("&&", "and"))
_OPERATORS = operators.spelled()
_SENDING = frozenset(("send", "public_send", "__send__"))
_METHODS = frozenset(("method", "alias", "call"))
_OLD_NAMES = frozenset(("simple_symbol", "string", "identifier", "constant", "operator", "setter"))
_ADDING = frozenset(("push", "append", "unshift", "prepend"))
_FOLDING = frozenset(("inject", "reduce"))
_MAPPING = frozenset(("map", "collect", "filter_map"))  # give what their blocks give
_READERS = frozenset(("attr_reader", "attr_accessor", "attr"))


# Names and calls.


def _identifier(reader: Reader, node: Node) -> Expression:
    """A local name, or else a call without arguments."""
    name = reader.text(node)
    if reader.find(name) is not None:
        return reader.name(name)
    if name == blocks.IT and reader.find(blocks.OF_BLOCK) is not None:
        return reader.name(blocks.OF_BLOCK)
    if SPEC.callee(node) is None or _is_bound(node):
        return None
    found = ["c", reader.site("c", name, node, types=told(reader, node))]
    return "this" if name in collections.COPIES else found


def _is_bound(node: Node) -> bool:
    parent = node.parent
    if parent is None or not parent.type.endswith(("parameters", "parameter")):
        return False
    return parent.child_by_field_name("value") != node  # `def run(limit = default_limit)`


def _instance_variable(reader: Reader, node: Node) -> Expression:
    return ["a", "this", reader.text(node)]


def _scope(reader: Reader, node: Node) -> Expression:
    outer = node.child_by_field_name("scope")
    name = reader.text(node.child_by_field_name("name"))
    if outer is None:
        return ["m", "", name]
    base = reader.value(outer)
    return None if base is None else ["a", base, name]


def _call(reader: Reader, node: Node) -> Expression:
    receiver, name = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    arguments, block = node.child_by_field_name("arguments"), node.child_by_field_name("block")
    base = reader.value(receiver)
    text = reader.text(name)
    callee: Expression = None
    if receiver is None and text == "alias_method":
        return _alias_method(reader, arguments)
    if receiver is None and (text in _MIXING or text in _READERS) and not is_in_method(node):
        return _declaration(reader, text, arguments)
    given, labels = _arguments(reader, arguments)
    if name is None:  # `run.(1)`
        at = arguments.children[0] if arguments is not None and arguments.children else node
        callee = None if base is None else ["a", base, "call"]
        _run(reader, receiver, "call", given)
        return ["c", reader.site("c", callee, at, given, labels)]
    if name.type == "super":
        callee = "super"
    elif receiver is None:
        callee = text  # a variable of this name is not called
    else:
        callee = None if base is None else ["a", base, text]
    _run(reader, receiver, text, given)
    symbol = nth(arguments, 0) if arguments is not None else None
    named = delegating.name_given(reader, symbol)
    if receiver is None and text in delegating.DELEGATING:
        return delegating.delegations(reader, text, arguments)
    named_callee: Expression = named if receiver is None else ["a", base, named]
    if named and text in _SENDING:
        callee, given = named_callee, given[1:]
    types = told(reader, node) if isinstance(callee, str) and name.type != "super" else None
    found: Expression = ["c", reader.site("c", callee, name, given, labels, types=types)]
    if block is not None:
        reader.receivers[block.id] = found
    _beside(reader, node, base, text, given)
    if named and len(given) == 1 and (text == "method" or _is_constant(text, named)):
        found = named if text != "method" and base == "Object" else named_callee
    if base is not None and (text in collections.SAME or (text == "tap" and block is None)):
        return base
    if text in collections.COPIES and not given:
        return "this" if receiver is None else base
    if text == "each_with_object" and given and block is not None:
        blocks.of_call(reader, node, base, named)
        return given[0]
    last = blocks.of_call(reader, node, base, named) if block is not None else None
    if text in _FOLDING and given and block is not None:
        return either((given[0], last))
    if text in _MAPPING and last is not None:
        return ["E", "[]", last]
    if text == "new" and isinstance(base, str) and base in collections.KINDS:
        return collections.filled(base, found, last, given)
    return base if block is not None and text == "tap" and base is not None else found


def _is_constant(text: str, name: str) -> bool:
    """`const_get(:Name)` is what is written `Name`."""
    return text == "const_get" and name[:1].isupper()


def _beside(
    reader: Reader, node: Node, base: Expression, text: str, given: list[Expression]
) -> None:
    """What a call says besides: methods named by symbols, what is held, hooks, what is raised."""
    arguments = node.child_by_field_name("arguments")
    collections.by_symbol(reader, base, text, arguments, given)
    if text in _ADDING and len(given) == 1 and form(given[0]) == "c":
        collections.held(reader, base, given[0])
    if node.child_by_field_name("receiver") is None:
        collections.hooks(reader, text, arguments)
        blocks.raised(reader, text, arguments, given)


def _run(reader: Reader, receiver: Node | None, text: str, given: list[Expression]) -> None:
    """`block.call(x)` hands the block what `yield x` does."""
    if receiver is not None and text == "call" and receiver.type == "identifier":
        if blocks.is_block(reader, reader.text(receiver)):
            blocks.hand(reader, given)


def _alias(reader: Reader, node: Node) -> Expression:
    """`alias new old`: a method that calls the old one."""
    return _calling(reader, node.child_by_field_name("alias"))


def _alias_method(reader: Reader, arguments: Node | None) -> Expression:
    """`alias_method :new, :old`."""
    return None if arguments is None else _calling(reader, nth(arguments, 1))


def _calling(reader: Reader, old: Node | None) -> Expression:
    if old is None:
        return None
    if old.type == "string":
        old = nth(old, 0) or old
    name = reader.text(old).removeprefix(":")
    return ["c", reader.site("c", ["a", "this", name], old)]


def _declaration(reader: Reader, name: str, arguments: Node | None) -> Expression:
    """`include X`, `attr_reader :x`."""
    for child in parts_of(arguments) if arguments is not None else []:
        if name in _MIXING:
            reader.bind(["mix", name], module := reader.value(child))
            _hook(reader, module, _MIXING[name], child)
        elif child.type == "simple_symbol":
            field = reader.text(child)[1:]
            reader.let(field, ["a", "this", f"@{field}"])
            if not _is_in_singleton(child):
                reader.bind(["attr", field], None)
    return None


def _is_in_singleton(node: Node) -> bool:
    """True within `class << self`, for what is a class's own."""
    around = node.parent
    while around is not None and around.type not in ("class", "module", "singleton_class"):
        around = around.parent
    return around is not None and around.type == "singleton_class"


def _arguments(reader: Reader, node: Node | None) -> tuple[list[Expression], list[Expression]]:
    given: list[Expression] = []
    labels: list[Expression] = []
    for child in parts_of(node) if node is not None else []:
        if child.type == "pair":
            key = reader.text(child.child_by_field_name("key"))
            labels += (key, reader.value(child.child_by_field_name("value")))
        elif child.type == "splat_argument":
            given.append(["*", inner(reader, child)])
        elif child.type == "block_argument" and n_parts(child) == 1:
            labels += (GIVEN_BLOCK, reader.value(parts_of(child)[0]))
        else:
            given.append(reader.value(child))
    return given, labels


def _super(reader: Reader, node: Node) -> Expression:
    if SPEC.callee(node) is None:
        return "super"
    if reader.scope is None or not reader.scope.kind.is_callable:
        return ["c", reader.site("c", "super", node)]
    given: list[Expression] = []
    for one in _parameters(reader, reader.scope.node):  # which it hands on
        value = reader.name(one.name)
        given.append(["*", value] if one.kind[:1] == "*" else value)
    return ["c", reader.site("c", "super", node, given)]


# Statements.


def _choice(reader: Reader, node: Node) -> Expression:
    condition = node.child_by_field_name("condition")
    reader.value(condition)
    reader.narrowed.append({} if "unless" in node.type else patterns.tested(reader, condition))
    first = reader.value(
        node.child_by_field_name("consequence") or node.child_by_field_name("body")
    )
    reader.narrowed.pop()
    return either((first, reader.value(node.child_by_field_name("alternative"))))


def _binary(reader: Reader, node: Node) -> Expression:
    first = reader.value(node.child_by_field_name("left"))
    operator = reader.text(node.child_by_field_name("operator"))
    left = node.child_by_field_name("left")
    reader.narrowed.append(patterns.tested(reader, left) if operator in _BOTH else {})
    second = reader.value(node.child_by_field_name("right"))
    reader.narrowed.pop()
    if operator in ("||", "or"):
        return either((first, second))
    collections.appended(reader, operator, first, second)
    at = operators.operator_of(node)
    return operators.use(reader, first, _OPERATORS(operator), at, [second])


def _return(reader: Reader, node: Node) -> Expression:
    found = reader.first(node, "argument_list")
    value = reader.value(nth(found, 0)) if found is not None else inner(reader, node)
    reader.flow.returns.append(value)
    return None


def _rescue(reader: Reader, node: Node) -> Expression:
    name = node.child_by_field_name("variable")
    listed = node.child_by_field_name("exceptions")
    if name is not None:
        named = parts_of(listed) if listed else []
        kinds = [patterns.class_named(reader, one) for one in named]
        caught = either(["y", kind, None] for kind in kinds if kind is not None)
        for child in parts_of(name):
            if child.type == "identifier":
                reader.let(reader.text(child), caught)
    reader.values(c for c in parts_of(node) if c != name)
    return None


def _symbol(reader: Reader, node: Node) -> Expression:
    """With its name, by which something may be called."""
    return ["t", "Symbol", reader.text(node)[1:]]


_VALUES: Mapping[str, Handler] = {
    "identifier": _identifier,
    "constant": lambda reader, node: reader.name(reader.text(node)),
    "self": lambda _reader, _node: "this",
    "super": _super,
    "instance_variable": _instance_variable,
    "class_variable": _instance_variable,
    "scope_resolution": _scope,
    "call": _call,
    "yield": blocks.yielded,
    "assignment": assignment,
    "operator_assignment": assignment,
    "if": _choice,
    "unless": _choice,
    "elsif": _choice,
    "conditional": _choice,
    "if_modifier": _choice,
    "unless_modifier": _choice,
    "binary": _binary,
    "unary": ruby_loops.unary,
    "for": ruby_loops.loop,
    "case": patterns.case,
    "case_match": patterns.case_match,
    "match_pattern": patterns.matched,
    "test_pattern": patterns.matched,
    "symbol_array": collections.symbols,
    "return": _return,
    "rescue": _rescue,
    "array": collections.array,
    "hash": collections.mapping,
    "right_assignment_list": collections.array,
    "element_reference": collections.element,
    "parenthesized_statements": inner,
    "body_statement": inner,
    "then": inner,
    "else": inner,
    "begin": inner,
    "singleton_class": inner,
    "string": collections.string,
    "integer": literal("Integer"),
    "float": literal("Float"),
    "true": literal("Boolean"),
    "false": literal("Boolean"),
    "hash_key_symbol": nothing,
    "simple_symbol": _symbol,
    "comment": nothing,
    "nil": nothing,
    "alias": _alias,
    "undef": nothing,
    "optional_parameter": default,
    "keyword_parameter": default,
}


# Definitions.


def _parameters(reader: Reader, node: Node) -> list[Given]:
    listed = _made_by(node).child_by_field_name("parameters")
    kinds = {
        "identifier": "",
        "optional_parameter": "?",
        "keyword_parameter": "?",
        "splat_parameter": "*",
        "hash_splat_parameter": "**",
        "block_parameter": "?",
    }
    found = []
    for child in parts_of(listed) if listed is not None else []:
        if child.type not in kinds:
            continue
        name = child if child.type == "identifier" else child.child_by_field_name("name")
        found.append(Given(reader.text(name), kinds[child.type], None))
    return found


def _made_by(node: Node) -> Node:
    """The block of `define_method`, which is the method; any other definition is one itself."""
    return node.child_by_field_name("block") or node if node.type == "call" else node


def _body(_reader: Reader, scope: Scope) -> Sequence[Node]:
    is_alias = scope.node.type in ("alias", "call")
    if is_alias and scope.body_node is not None and scope.body_node.type in _OLD_NAMES:
        return [scope.node]
    body = _made_by(scope.node).child_by_field_name("body")
    if body is None:
        return []
    if body.type in ("block", "do_block"):
        body = body.child_by_field_name("body") or body
    own = parts_of(body) if body.type in ("body_statement", "block_body") else [body]
    return [*defaults(_made_by(scope.node)), *own]


def _members(reader: Reader, scope: Scope) -> Sequence[Node]:
    fields.declare(reader, scope.node)
    body = scope.body_node
    if body is None:
        return []
    return parts_of(body) if body.type != "call" else [body]


def _bases(reader: Reader, node: Node) -> list[Expression]:
    if node.type == "call":  # `Class.new(Above)`
        given = node.child_by_field_name("arguments")
        is_class = reader.text(node.child_by_field_name("receiver")) == "Class"
        first = nth(given, 0) if given is not None and is_class else None
        return [] if first is None else [reader.value(first)]
    above = node.child_by_field_name("superclass")
    if above is None or not n_parts(above):
        return []
    base = reader.value(parts_of(above)[-1])
    _hook(reader, base, "inherited", parts_of(above)[-1])
    return [base]


def _hook(reader: Reader, owner: Expression, name: str, at: Node) -> None:
    """What a module or a base runs where it is mixed in, or stood upon, if it has such a method."""
    if at.type in ("constant", "scope_resolution"):
        reader.site("o", ["a", owner, name], at.child_by_field_name("name") or at)


def _known_as(reader: Reader, node: Node) -> Expression:
    """That a method is one of its class itself: `def self.name`, or in `class << self`."""
    if node.type == "singleton_method":
        return ["static"]
    if in_ruby(node) is not None or _is_made_by(reader, node, "define_singleton_method"):
        return ["static"]
    if (refined := fields.refined(reader, node)) is not None:
        return ["refine", refined]
    around = node.parent if node.type in _METHODS else None
    while around is not None and around.type not in AROUND_METHODS:
        around = around.parent
    return ["static"] if around is not None and around.type == "singleton_class" else None


def _is_made_by(reader: Reader, node: Node, word: str) -> bool:
    return node.type == "call" and reader.text(node.child_by_field_name("method")) == word


ruby_flow = flow_reader(
    grammar(
        Shape(
            known_as=_known_as,
            parameters=_parameters,
            body=_body,
            gives_value=lambda _node: True,
            members=_members,
            fields=fields.given,
            bases=_bases,
        ),
        _VALUES,
        {},
    )
)
