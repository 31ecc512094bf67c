"""Read what is given to what is called, `with x`, or what it is done with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.having import construct
from codewitness.engine.verify.reading.narrowing import CONNECTING, ORDERING, PLACING, Narrowing
from codewitness.engine.verify.reading.objects import read_objects
from codewitness.engine.verify.reading.tokens import Sort


def take_arguments(cursor: Cursor, found: Narrowing) -> bool:
    """Take `with x`, `passing x`, `at index x`, `with a for loop`."""
    start = cursor.at
    if cursor.take("with no arguments", "without arguments", "without any arguments"):
        found.arguments = ("",)
        return True
    if not cursor.take("with", "passing", "at", "using", "by", "keyed by"):
        return False
    if cursor.peek(1).text and cursor.word(1) not in CONNECTING | {"as", "set", "equal"}:
        cursor.take("index", "key", "the key", "the index")
    cursor.skip(frozenset({"a", "an", "the"}))
    if cursor.token.is_quoted and cursor.token.text.startswith(("while ", "for ")):
        found.construct = f"{cursor.next().text.split()[0]} loop"  # `with `while let x = y``
        return True
    if words := construct(cursor):
        cursor.at += len(words.split())
        found.construct = words
        return True
    return _take_given(cursor, found, start)


def _take_given(cursor: Cursor, found: Narrowing, start: int) -> bool:
    """What comes behind the `with` that stands at `start`."""
    if cursor.word(1) in ("set", "equal") and cursor.word(2) == "to" and cursor.peek(3).text:
        name, value = cursor.token, cursor.peek(3)
        cursor.at += 4
        is_named = name.text.isidentifier() and value.sort is not Sort.MARK
        if is_named and (cursor.is_done or cursor.word() in CONNECTING | PLACING | ORDERING):
            found.arguments = (f"{name.text}={value.text}",)
            return True
        said = joined(cursor.tokens[start : cursor.at]).replace("`", "")
        found.ignored.append(f"? `{said}`")  # `with key set to x`
        return True
    said = _take_expression(cursor) or (cursor.next().text if _is_named_so(cursor) else "")
    if said:
        found.arguments = (said,)
        return True
    objects = read_objects(cursor)
    named = [one for one in objects.items if one.is_code]
    if named and not _BUT.isdisjoint(one.word for one in cursor.tokens[start : cursor.at]):
        found.ignored.append(f"? with `{named[0].text}`")  # `with anything but x`
        return True
    if named and len(named) == len(objects.items):
        found.arguments = tuple(one.text for one in named)
        return True
    ends = CONNECTING | PLACING | ORDERING | {"outside", "unless", "only", "as"}
    is_last = cursor.is_done or cursor.word() in ends
    if objects.items or not is_last:
        is_one = len(objects.items) == 1 and is_last
        found.helper = objects.items[0].text if is_one else found.helper
        cursor.at = cursor.at if is_one else start
        return is_one
    if objects.noun and cursor.at == start + 2:
        found.helper = cursor.peek(-1).text  # `with key`
        return True
    cursor.at = start
    return False


_OPERATORS = frozenset({"+", "-", "*", "/", "%", "//", "<<", ">>", "&", "|"})
_OPERAND = re.compile(r"[\w.$@>()\[\]-]*\w[)\]]*")


def _take_expression(cursor: Cursor) -> str:
    """Take `n - 1`, as code would have it without blanks; empty, and nothing taken, of all else."""
    end = cursor.at
    while (
        _OPERAND.fullmatch(cursor.peek(end - cursor.at).text)
        and cursor.peek(end - cursor.at + 1).text in _OPERATORS
    ):
        end += 2
    last = cursor.peek(end - cursor.at)
    if end == cursor.at or last.sort is Sort.MARK or not _OPERAND.fullmatch(last.text):
        return ""
    taken = cursor.tokens[cursor.at : end + 1]
    is_word = all(one.sort is Sort.WORD and one.text.isalpha() for one in taken[::2])
    if is_word and any(len(one.text) > 1 for one in taken[::2]):
        return ""  # `with an f-string`
    said = "".join(one.text for one in taken)
    cursor.at = end + 1
    return said


_BUT = frozenset({"but", "except", "anything", "everything", "nothing", "not", "no", "other"})
_MAY_BE_NAMES = frozenset({"first", "last", "once", "times", "all", "other", "then", "only"})


def _is_named_so(cursor: Cursor) -> bool:
    """True for `with first`: a word that may be a name, since nothing comes behind it."""
    is_with = cursor.peek(-1).word in ("with", "passing", "using")
    is_last = not cursor.peek(1).text or cursor.word(1) in CONNECTING | {"as"}
    return is_with and is_last and cursor.word() in _MAY_BE_NAMES


_VALUE = re.compile(r"[\"'\d-]|\w+=(?!=)|(?:[Tt]rue|[Ff]alse|None|null|nil)$")


def without_given(clauses: Sequence[Clause]) -> list[Clause]:
    """`calls go without deep=False` as `calls go` that is never given that: it calls no value.

    `calls go without deep` says of a name that it is neither given to `go` nor called.
    """
    found = list(clauses[:1])
    for clause in clauses[1:]:
        called, values = found[-1], [one.text for one in clause.objects if one.is_code]
        is_of_it = clause.text.startswith("without ") and clause.predicate is called.predicate
        is_value = len(values) == 1 and _VALUE.match(values[0]) is not None
        if not is_of_it or not is_value:
            found.append(clause)
        if is_of_it and len(values) == 1 and (is_value or values[0].isidentifier()):
            said = f"never {called.text} with `{values[0]}`"
            given = (values[0],)
            found.append(replace(clause, objects=called.objects, arguments=given, text=said))
    return found
