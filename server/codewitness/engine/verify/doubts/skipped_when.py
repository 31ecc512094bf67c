"""`skips the validation if x`, of code that validates nowhere: when it is left out can't be seen.

Who skips something when, does it otherwise. That it is not found at all shows neither.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Claim, Clause
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject

_SKIPS = re.compile(
    r"(?:silently |simply |just )?(?:skips?|ignores?|omits?|stops?|leaves? out|passes over)\b.*?"
    r"(?P<when>\b(?:if|when|whenever|unless|once|in case)\b.*)"
)


def skipped_when(claim: Claim, subject: Subject) -> str:
    """When something is said to be left out of which nothing was found; else empty.

    What is named as the code has it, and stands there, has been looked for.
    """
    said = [one for one in claim.clauses if not _is_there(one, subject)]
    found = (_SKIPS.match(one.text) for one in said)
    return next((one["when"] for one in found if one is not None), "")


def _is_there(clause: Clause, subject: Subject) -> bool:
    names = [parts(one.text)[-1] for one in clause.objects if one.is_code]
    outlines = [part.outline for part in subject.parts]
    return any(True for name in names for one in outlines for _ in one.occurrences(name))
