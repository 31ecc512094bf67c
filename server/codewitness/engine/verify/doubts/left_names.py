"""Names of the code in words that were not understood: `sleeps for self.timeout seconds`.

What is found must have them, in its statement or in what that stands in; `sleep(delay)` shows
nothing of a timeout. So must it what another request is made for: `uses the client to post` is not
shown by `client.get(url)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.doubts.left_over import said_around, said_there
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import has_word
from codewitness.model.outline import Call

_NAME = re.compile(
    r"`(?P<quoted>[A-Za-z_][\w.]*)(?:\(\))?`"
    r"|(?<![\w.])(?P<dotted>(?:[A-Za-z_]\w+\.)+[A-Za-z_]\w+)"
    r"|(?<![\w.])(?P<bare>[a-z]\w*_\w+|[a-z]+[A-Z]\w*|[A-Z][A-Z\d]*_[A-Z_\d]+)(?![\w.])"
)


def names_else(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """Words with a name that no place of what was found has around it; one of them is enough."""
    return [
        words
        for words in claim.ignored
        if proofs and (_lacks_name(words, proofs) or _is_other_request(words, proofs))
    ][:1]


_LONG = re.compile(r"[?& ]*for .*\b(?:milli|micro)?(?:seconds?|ms|minutes?|hours?)$")


def _lacks_name(words: str, proofs: Sequence[Proof]) -> bool:
    names = list(_names(words))
    shown = said_there if _LONG.match(words) else said_around  # no loop around says how long
    return bool(names) and not any(
        all(has_word(text, name) for name in names)
        for text in (" ".join(shown(one)) for one in proofs)
    )


def _names(words: str) -> Iterator[str]:
    for found in _NAME.finditer(words):
        yield (found["quoted"] or found["dotted"] or found["bare"]).rpartition(".")[2]


_REQUEST = re.compile(r"[?& ]*to (?P<verb>get|fetch|post|put|patch|delete|head)\b")
_REQUESTS = {"fetch": "get"} | {one: one for one in ("get", "post", "put", "patch", "delete")}


def _is_other_request(words: str, proofs: Sequence[Proof]) -> bool:
    """True for `to post to url` of `client.get(url)`."""
    said = _REQUEST.match(words)
    if said is None:
        return False
    shown = {_REQUESTS.get(call.name.lower()) for one in proofs for call in _calls(one)}
    wanted = _REQUESTS.get(said["verb"], said["verb"])
    return bool(shown - {None}) and wanted not in shown


def _calls(proof: Proof) -> Iterator[Call]:
    text = proof.outline.text
    line = text.line_span(text.line_at(proof.span.start))
    return (call for call in proof.outline.calls if line.contains(call.name_span))
