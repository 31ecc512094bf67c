"""Of several definitions of a name those that a claim means: no tests, and none that hands on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.judge import Verdict
from codewitness.engine.verify.subject import Subject
from codewitness.features.verify.found import Found
from codewitness.model.text import Span
from codewitness.syntax.paths import is_test_path

Judged = tuple[Found, Subject, Verdict]

_SPEAKS_OF_TESTS = re.compile(
    r"(?i)(?:^|[\W_])(?:tests?|specs?|mocks?|fixtures?|examples?|samples?|demos?|bench\w*)(?![a-z])"
)
_ASIDE = re.compile(r"(?i)(?:^|/)(?:examples?|samples?|demos?|bench(?:marks?)?|fixtures?|mocks?)/")


def of_the_code(found: list[Found], claim: Claim) -> list[Found]:
    """Those outside of tests and examples, unless there are none or the claim speaks of them."""
    if len(found) < 2 or _SPEAKS_OF_TESTS.search(claim.text):
        return found
    return [one for one in found if not _is_aside(one)] or found


def _is_aside(one: Found) -> bool:
    symbol = one.place.symbol
    if is_test_path(symbol.path) or _ASIDE.search(symbol.path):
        return True
    return symbol.language == "rust" and "tests" in symbol.qualified_name.split(".")[:-1]


def without_forwarding(judged: Sequence[Judged]) -> list[Judged]:
    """Without overloads that only call another one, and show nothing themselves."""
    if len({verdict.status for _, _, verdict in judged}) == 1:
        return list(judged)
    kept = [one for one in judged if one[2].proofs or not forwards(one[1])]
    return kept or list(judged)


_BEFORE_CALL = re.compile(
    r"[\s{]*(?:=>|=)?[\s{]*(?:return\b)?[\s(]*(?:try[!?]?\s+)?(?:await\s+)?"
    r"(?:(?:self|this|[A-Z]\w*)\s*(?:\.|->|::)\s*)?"
)


def forwards(subject: Subject) -> bool:
    """True if all that a body does is to call a definition of its own name."""
    outline = subject.head.outline
    body = outline.body_span
    if body is None or not subject.kind.is_callable:
        return False
    text = outline.text
    for call in outline.calls:
        if call.name not in (subject.name, "this", "init") or not body.contains(call.whole):
            continue
        before = text.slice(Span(body.start, call.whole.start))
        named = text.slice(Span(call.whole.start, call.span.start))
        behind = text.slice(Span(call.whole.end, body.end)).strip(" \t\r\n;})")
        if not behind and _BEFORE_CALL.fullmatch(before + named):
            return True
    return False
