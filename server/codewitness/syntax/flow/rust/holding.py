"""Functions that cases of enumerations hold, of Rust."""

from __future__ import annotations

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow import keeping
from codewitness.syntax.flow.lexical import Reader


def hold(reader: Reader, callee: Expression, given: list[Expression]) -> None:
    """`Op::Run(f)`: the field `Run.0` holds a function."""
    if form(callee) != "a" or not isinstance(callee[2], str) or not callee[2][:1].isupper():
        return
    kind: Expression = ["q", "this"] if callee[1] in ("this", "Self") else callee[1]
    for k, value in enumerate(given):
        if kind is not None and keeping.may_be_called(reader, value):
            field = ["a", ["y", kind, None], f"{callee[2]}.{k}"]
            reader.bind(field, keeping.unboxed(reader, value))
