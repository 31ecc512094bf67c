"""`returns the emitter`, where it stands in a function that is given back: it is not returned."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.code.function_literals import is_function_literal
from codewitness.engine.verify.evidence import Proof

_SAID = re.compile(
    r"\b(?:functions?|closures?|lambdas?|callbacks?|callables?|arrows?|blocks?|procs?|wrappers?"
    r"|decorators?|disposers?|handlers?|methods?|thunks?|getters?|setters?|options?|unsubscribe\w*)\b"
)


def is_in_given_function(clause: Clause, proofs: Sequence[Proof]) -> bool:
    """True for the `x` of `return () => x.f()`, if that is all and no function is spoken of."""
    if not clause.objects or _SAID.search(clause.text.lower()):
        return False
    return all(map(_is_in_function, proofs))


def _is_in_function(proof: Proof) -> bool:
    values = [
        item.value
        for item in proof.outline.returns
        if item.span.contains(proof.span) or proof.span.contains(item.value_span)
    ]
    return bool(values) and all(
        is_function_literal(value, proof.outline.language) for value in values
    )
