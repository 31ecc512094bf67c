"""The last question to what was found: whether it is the very things that the claim speaks of.

What was found by other words of the claim shows nothing of a thing that the code has elsewhere.
"""

from __future__ import annotations

import re
from itertools import chain

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.doubts.asked_nowhere import asked_nowhere
from codewitness.engine.verify.doubts.asked_of import of_another, of_whom_nothing_speaks
from codewitness.engine.verify.doubts.block_heads import in_other_block
from codewitness.engine.verify.doubts.called_with_other import (
    called_with_other,
    given_of_another,
    given_uncalled,
    of_other_owner,
)
from codewitness.engine.verify.doubts.directed import (
    put_the_other_way,
    raised_the_other,
    turned_around,
)
from codewitness.engine.verify.doubts.returned_it import returned_not_it
from codewitness.engine.verify.doubts.said_how import said_how
from codewitness.engine.verify.verdicts import Status, Verdict

_DOUBTS = (
    *(of_whom_nothing_speaks, turned_around, put_the_other_way, raised_the_other),
    *(called_with_other, given_of_another, given_uncalled, of_other_owner, said_how),
    *(returned_not_it, asked_nowhere, in_other_block),
)
_ONLY = re.compile(r"\bonly (?:if|when|while|once)\b")


def of_other_things(claim: Claim, verdict: Verdict) -> str:
    """The first words of a claim that speak of other things than what was found; else empty.

    Who says that it is done only if x is refuted by what asks for no x.
    """
    proofs = verdict.proofs
    if verdict.status is Status.SUPPORTED:
        return next((words for doubt in _DOUBTS for words in doubt(claim, proofs)), "")
    if verdict.status is Status.CONTRADICTED and not _ONLY.search(claim.text):
        return next(chain(of_another(claim, proofs), in_other_block(claim, proofs)), "")
    return ""
