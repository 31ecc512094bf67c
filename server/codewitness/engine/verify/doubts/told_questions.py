"""Whether what a claim's condition asks is asked at all of what decides where something is found.

The words of a condition may all stand there, and it may still ask for something else: `if the size
exceeds the limit` of `size < limit`, `if it is connected` of `state != CONNECTED`, `if there is no
match` of `first_match is None`, where `match` is asked for in another place, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Clause
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.doubts.asked_errors import is_of_no_error, is_of_other_doing
from codewitness.engine.verify.doubts.asked_names import (
    is_but_absent,
    is_not_asked_for,
    is_of_another_name,
    is_of_what_is_beside,
)
from codewitness.engine.verify.doubts.asked_states import is_of_other_state
from codewitness.engine.verify.doubts.asked_there import Place, is_place, place_of, stems, whole
from codewitness.engine.verify.doubts.asked_values import (
    is_in_another,
    is_of_emptiness,
    is_of_none_of_these,
    is_of_other_count,
    is_of_other_value,
)
from codewitness.engine.verify.doubts.orders import is_no_limit, is_of_other_order
from codewitness.engine.verify.evidence import Proof

_LEAD = re.compile(r"^(?:only )?(?P<lead>if|when|whenever|unless|while|until|once|in case) ")
_JOINED = re.compile(r" (?:or|and|nor|but) ")
_AT_OR = re.compile(r"\bat or (?=above|over|past|below|under)")  # which joins nothing


def unasked(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Conditions of a claim that ask for another thing wherever something was found."""
    for clause in claim.clauses:
        said = clause.described
        lead = _LEAD.match(said)
        if lead is None or clause.is_outside or _JOINED.search(_AT_OR.sub("", said)):
            continue
        text = said[lead.end() :]
        places = [one for one in proofs if is_place(one)]
        each = [
            (not clause.is_negated and is_of_another_name(text, where))
            or is_but_absent(text, where)
            or (
                not _is_so(said, one, is_only=clause.is_only_there)
                and _is_else(clause, text, where)
            )
            for one, where in ((one, place_of(one)) for one in places)
        ]
        if each and all(each):
            yield said


def _is_so(said: str, proof: Proof, *, is_only: bool) -> bool:
    return is_as_said(said, proof.outline, whole(proof), is_only=is_only).is_so is True


def _is_else(clause: Clause, text: str, place: Place) -> bool:
    is_turned = clause.described.removeprefix("only ").startswith(("unless", "until"))
    rules = () if clause.is_negated else (is_not_asked_for, is_of_what_is_beside)
    if any(rule(text, place) for rule in rules):
        return True
    if any(rule(text, place) for rule in (is_of_none_of_these, is_no_limit, is_of_other_doing)):
        return True
    if any(stems(one.what) & stems(text) for one in place.either):
        return False
    return any(rule(text, place, is_turned) for rule in _RULES)


_RULES: tuple[Callable[[str, Place, bool], bool], ...] = (
    is_of_other_order,
    is_of_other_value,
    is_of_other_count,
    is_of_emptiness,
    is_in_another,
    is_of_other_state,
    is_of_no_error,
)
