"""Of several definitions of a name those that a claim means: not those of tests and examples."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Claim
from codewitness.features.verify.found import Found
from codewitness.syntax.paths import is_test_path

_SPEAKS_OF_TESTS = re.compile(
    r"(?i)(?:^|[\W_])(?:tests?|specs?|mocks?|fixtures?|examples?|samples?|demos?|bench\w*)(?![a-z])"
)
_ASIDE = re.compile(r"(?i)(?:^|/)(?:examples?|samples?|demos?|bench(?:marks?)?|fixtures?|mocks?)/")


def of_the_code(found: list[Found], claim: Claim) -> list[Found]:
    """Those outside of tests and examples, unless there are none or the claim speaks of them."""
    if len(found) < 2 or _SPEAKS_OF_TESTS.search(claim.text):
        return found
    return [one for one in found if not _is_aside(one)] or found


def left_aside(found: list[Found], claim: Claim) -> tuple[str, ...]:
    """What to say of those that `of_the_code` leaves out."""
    kept = of_the_code(found, claim)
    places = [one.place.symbol for one in found if one not in kept]
    if not places:
        return ()
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    said = f"{places[0].qualified_name} ({places[0].path}){more}"
    return (f"{said}: of tests or examples, not looked at",)


def _is_aside(one: Found) -> bool:
    symbol = one.place.symbol
    if is_test_path(symbol.path) or _ASIDE.search(symbol.path):
        return True
    return symbol.language == "rust" and "tests" in symbol.qualified_name.split(".")[:-1]
