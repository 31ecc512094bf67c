"""What a formatter may put, leave out or write in another way: signs that say nothing.

Brackets around a whole value, a comma behind the last element, which quotes a string has. Two texts
that differ in nothing else mean the same.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from tree_sitter import Node

from codewitness.model.pieces import closes_last
from codewitness.model.text import Span

# What holds statements, one after the other.
BLOCK = re.compile(
    r"block|\w+_block|module|program|source_file|compilation_unit|translation_unit|statements"
    r"|\w*statement_list|\w*_body|body_statement|compound_statement|\w*declaration_list"
    r"|enumerator_list|enum_variant_list|object_type|accessor_list|then|else|do|begin|ensure"
    r"|implementation_definition|protocol_declaration|interface_type"
)
_WITH_BRACES = re.compile(
    r"\w+_(?:statement|entry|clause)|(?:when|try|if|switch|match)_expression|catch_block"
    r"|finally_block"
)
_CLOSERS = frozenset({")", "]", "}", ">", "|"})
# In these, what stands in brackets is a whole, and would be so without them.
_WHOLE = re.compile(
    r"\w+_statement|argument_list|arguments|value_argument|argument|keyword_argument"
    r"|parenthesized_expression|variable_declarator|init_declarator|assignment|augmented_assignment"
    r"|assignment_expression|let_declaration|short_var_declaration|expression_list|list|array|pair"
    r"|dictionary|default_parameter|typed_default_parameter|arrow_function|lambda|yield|if_clause"
    r"|elif_clause"
)
_ATOM = re.compile(
    r"identifier|\w+_identifier|number|integer|float|\w+_literal|string|true|false|none|null|nil"
    r"|this|self|call|call_expression|attribute|member_expression|subscript|subscript_expression"
    r"|method_invocation|invocation_expression|field_access|array|list|dictionary|object"
)
_HEAD = re.compile(
    r"(?:if|while|do|switch|with|synchronized|using|lock|catch|elseif)_(?:statement|expression)"
    r"|else_if_clause|condition_clause|switch|if|while"
)
_MEMBERS = frozenset({"object_type", "interface_body"})
_ALTERNATIVES = frozenset({"union_type", "intersection_type"})
_SEVERAL = frozenset({"sequence_expression", "comma_expression"})
# Where a tuple of Python needs no brackets.
_BARE_TUPLE = frozenset(
    {"return_statement", "assignment", "for_statement", "for_in_clause", "expression_statement"}
    | {"yield", "subscript"}
)
_KEEPING = frozenset({"new_expression", "decltype"})  # `new (made())()`, `decltype((x))`
_COMPARING = 3  # `a < b < c` of Python is no `(a < b) < c`
_BINDING = {
    **dict.fromkeys(("||", "or"), 1),
    **dict.fromkeys(("&&", "and"), 2),
    **dict.fromkeys(("==", "!=", "===", "!==", "<", ">", "<=", ">="), _COMPARING),
    **dict.fromkeys(("+", "-"), 4),
    **dict.fromkeys(("*", "/"), 5),
}
_TWO_QUOTES = frozenset({"python", "javascript", "typescript", "tsx"})  # `'` says the same as `"`
_KEYED = frozenset({"pair", "property_signature", "method_definition", "pair_pattern"})
_ESCAPE = re.compile(r"\\(?P<code>x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|[^\n])")
_NUMBER = re.compile(r"\.?\d\w*(?:\.\w*)?")
_OPENING = re.compile(r"([A-Za-z]*)('''|\"\"\"|'|\")")
# A string, a number, a word, or a sign, of any language.
_TOKEN = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\.?\d\w*(?:\.\w+)?|\w+|\s+|[^\w\s]"
)
_BEFORE_TYPE = frozenset({*"=(<:,[>", "extends"})
_ENDS_WORD = re.compile(r"\w$")
_BEGINS_WORD = re.compile(r"\w")


def is_layout(node: Node, parent: Node, language: str) -> bool:
    """True for a sign that may as well be left out, or put where it is not."""
    match node.type:
        case "{" | "}":
            kind = parent.type
            return bool(BLOCK.fullmatch(kind) or _WITH_BRACES.fullmatch(kind))
        case "do" | "end":
            return parent.type == "do_block" and not _is_of_command(parent)
        case ";":
            return not parent.type.startswith("for")
        case "(" | ")":
            return _is_needless(parent, language) or _is_bare_tuple(parent)
        case ",":
            return parent.type in _MEMBERS or _is_last_comma(node, parent)
        case "|" | "&":
            return parent.type in _ALTERNATIVES and parent.child(0) == node
    return False


def _is_of_command(block: Node) -> bool:
    """True for Ruby's `put rows.map do`, whose block is given to `put`; in braces it is not."""
    given = block.parent.child_by_field_name("arguments") if block.parent is not None else None
    return given is not None and not (given.text or b"").startswith(b"(")


def _is_last_comma(node: Node, parent: Node) -> bool:
    after, before = node.next_sibling, node.prev_sibling
    while after is not None and "comment" in after.type:
        after = after.next_sibling
    if after is None or after.type not in _CLOSERS:
        return False
    if "tuple" in parent.type or parent.type == "subscript":  # `d[1,]` has a tuple as its key
        return parent.named_child_count > 1 + (parent.type == "subscript")
    return "array" not in parent.type or (before is not None and before.is_named)


def _is_needless(brackets: Node, language: str) -> bool:
    """True for brackets around one expression that would be read in the same way without."""
    around = brackets.parent
    if brackets.type != "parenthesized_expression" or around is None:
        return False
    if language != "python" and _HEAD.fullmatch(around.type):
        return False  # the language wants them
    inner = _inside(brackets)
    if inner is None or inner.type in _SEVERAL:
        return False
    if _WHOLE.fullmatch(around.type) and around.child_by_field_name("left") != brackets:
        return True
    if around.child_by_field_name("function") == brackets or around.type in _KEEPING:
        return False
    if _ATOM.fullmatch(inner.type):
        is_number = inner.type.startswith(("number", "integer", "float"))
        return not is_number and b"?." not in (inner.text or b"")  # `(a?.b).c`
    own, outer = _binding(inner), _binding(around)
    if own is None or outer is None:
        return False
    is_left = around.child(0) == brackets
    return own > outer or (own == outer != _COMPARING and is_left)


def _inside(brackets: Node) -> Node | None:
    """The one expression in brackets, however many."""
    while brackets.type == "parenthesized_expression":
        inside = [one for one in brackets.named_children if "comment" not in one.type]
        if len(inside) != 1:
            return None
        (brackets,) = inside
    return brackets


def _binding(node: Node) -> int | None:
    """How closely an operation of two binds, a number of its level; None of others."""
    if node.child_count != 3:
        return None
    sign = node.child(1)
    return _BINDING.get(sign.type) if sign is not None else None


def _is_bare_tuple(brackets: Node) -> bool:
    around = brackets.parent
    return (
        brackets.type in ("tuple", "tuple_pattern")
        and brackets.named_child_count > 0
        and around is not None
        and around.type in _BARE_TUPLE
    )


class PlainString(NamedTuple):
    """A string without expressions in it: how it begins and ends, what it says, and where."""

    opening: str
    text: str
    content: Span
    is_key: bool


def plain_string(node: Node, raw: bytes, language: str) -> PlainString | None:
    """A string, or several that stand side by side, of a language in which both quotes are one."""
    if language not in _TWO_QUOTES or node.type not in ("string", "concatenated_string"):
        return None
    parts = node.named_children if node.type == "concatenated_string" else [node]
    if any(_has_code(one) for one in parts):
        return None
    found = [
        _OPENING.match(raw[one.start_byte : one.end_byte].decode("utf-8", "replace"))
        for one in parts
    ]
    openings = [_plain_opening(one, language) for one in found if one is not None]
    if len(openings) != len(parts) or (len(parts) > 1 and set(openings) != {'"'}):
        return None
    insides = [
        Span(part.start_byte + one.end(), part.end_byte - len(one[2]))
        for part, one in zip(parts, found, strict=True)
        if one is not None
    ]
    texts = [raw[one.start : one.end].decode("utf-8", "replace") for one in insides]
    prefix = openings[0].rstrip('"')
    return PlainString(
        opening=openings[0],
        text="".join(plain_text(one, language, prefix) for one in texts),
        content=Span(insides[0].start, insides[-1].end),
        is_key=language != "python" and _is_plain_key(node, texts[0]),
    )


def _has_code(string: Node) -> bool:
    return string.type != "string" or any(
        "interpolation" in one.type or "substitution" in one.type or one.is_error
        for one in string.named_children
    )


def _is_plain_key(string: Node, text: str) -> bool:
    """True for a key of JavaScript that could stand there without its quotes."""
    around = string.parent
    if around is None or around.type not in _KEYED:
        return False
    own = around.child_by_field_name("key") or around.child_by_field_name("name")
    return own == string and text.isascii() and text.isidentifier()


def plain_word(text: str) -> str:
    """A word or sign as all write it: a number begins with a digit, and has small letters."""
    if text.startswith("#"):
        return f"#{text[1:].lstrip()}"  # of a preprocessor
    if _NUMBER.fullmatch(text) is None:
        return text
    return f"0{text.lower()}" if text.startswith(".") else text.lower()


def plain_opening(text: str, language: str) -> str:
    """How a string begins or ends."""
    found = _OPENING.fullmatch(text) if language in _TWO_QUOTES else None
    return text if found is None else _plain_opening(found, language)


def _plain_opening(found: re.Match[str], language: str) -> str:
    prefix = found[1]
    if language == "python":  # `fr` is `rf`
        prefix = "".join(sorted(prefix.lower().replace("u", "")))
    return prefix + found[2].replace("'", '"')


def plain_text(text: str, language: str, prefix: str = "") -> str:
    """What stands in a string, without escapes that another quote does not need.

    `prefix` is what stands before its quotes: in a raw one a backslash is one.
    """
    if language not in _TWO_QUOTES or "r" in prefix.lower():
        return text
    return _ESCAPE.sub(_plain_escape, text)


def _plain_escape(found: re.Match[str]) -> str:
    code = found["code"]
    return code if code in ("'", '"') else f"\\{code.lower() if len(code) > 1 else code}"


def plain_code(text: str, language: str) -> str:
    """A piece of code on one line without what a formatter decides; to compare, not to show."""
    joined = ""
    for word in plain_words(text, language):
        is_apart = _ENDS_WORD.search(joined) is not None and _BEGINS_WORD.match(word) is not None
        joined += f" {word}" if is_apart else word
    while joined.startswith("(") and closes_last(joined):
        joined = joined[1:-1]
    return joined


def plain_words(text: str, language: str) -> list[str]:
    """The words and signs of a piece of code without what a formatter decides."""
    tokens = [one for one in _TOKEN.findall(text) if not one.isspace() and one != "\\"]
    found = [_plain_token(one, language) for one in tokens]
    words = [
        word for word, after in pairwise([*found, ""]) if not (word == "," and after in _CLOSERS)
    ]
    if language == "python":
        return _with_strings_joined(words)
    if language not in _TWO_QUOTES:
        return words
    words = [
        word
        for before, word in pairwise(["", *words])
        if word != ";" and not (word in "|&" and before in _BEFORE_TYPE)
    ]
    # The brackets around the one parameter of an arrow function.
    lone = [at for at in range(len(words) - 2) if words[at] == "(" and words[at + 2] == ")"]
    needless = {at + by for at in lone if words[at + 1].isidentifier() for by in (0, 2)}
    return [word for at, word in enumerate(words) if at not in needless]


def _with_strings_joined(words: list[str]) -> list[str]:
    """Strings that stand side by side are one."""
    found: list[str] = []
    for word in words:
        if word.startswith('"') and found and found[-1].startswith('"') and len(found[-1]) > 1:
            found[-1] = found[-1][:-1] + word[1:]
        else:
            found.append(word)
    return found


def _plain_token(token: str, language: str) -> str:
    if len(token) == 1 or token[0] not in "\"'" or language not in _TWO_QUOTES:
        return plain_word(token)
    return f'"{token[1:-1]}"'  # its escapes may be those of a raw one
