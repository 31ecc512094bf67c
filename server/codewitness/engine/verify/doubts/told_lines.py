"""The words of the lines that were found and of what stands around, and those that a claim says."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import NamedTuple

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.as_written import asked_for, conditions_around
from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.doubts.left_over import said_around, said_there
from codewitness.engine.verify.doubts.plain_words import FOR_CODE, IDLE, STATES
from codewitness.engine.verify.doubts.told_text import GIVEN_AS, words_of
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.lexicon import VERBS
from codewitness.model.outline import Around

_CODED = re.compile(
    r"`[^`]*`|\S*[a-z0-9_][._(:\[]+\w\S*|\S*\w_\w\S*|\b\w*[A-Za-z]\w*[A-Z]\w*\b|\S+\(\)"
)
_NOTHING_NEW = re.compile(
    r"\bon (?:success|failure|overflow|errors?)\b|\bnetwork requests?\b"
    r"|\bat the (?:end|start|beginning|top) of (?:each|every|the) (?:iteration|loop|pass|body)\b"
    r"|\d+(?: (?:milli)?seconds?| minutes?| ms)?"
)


class Told(NamedTuple):
    """Words of the statements, of all around them, too, and of the class that it is said of.

    bare: those of the calls and of the conditions alone, without what their names are set to.
    results: what is set to that which is given there.
    """

    bare: set[str]
    there: set[str]
    around: set[str]
    owners: set[str]
    results: set[str]


def told_of(claim: Claim, proofs: Sequence[Proof]) -> Told:
    """The words of these places, and of the class that a claim speaks of."""
    owners = words_of(claim.subject.name.rpartition(".")[0]) if claim.subject else set()
    there = words_of(" ".join(map(_statement, proofs)))
    bare = words_of(" ".join(map(_bare, proofs)))
    around = there | words_of(" ".join(map(_around, proofs)))
    return Told(bare, there, around, owners, words_of(" ".join(map(_kept_as, proofs))))


def _kept_as(proof: Proof) -> str:
    """`token` of `token = client.refresh()`."""
    made = (one for one in proof.outline.assigned if one.value_span.contains(proof.span))
    return " ".join(one.target for one in made)


def telling(text: str, *, is_for: bool = False) -> set[str]:
    """The plain words of a part of a claim that say what is meant."""
    return {
        one
        for one in words_of(_CODED.sub(" ", _NOTHING_NEW.sub(" ", _SUCH.sub(" ", text))))
        if one not in IDLE
        and one not in FOR_CODE
        and (is_for or not (_is_verb(one) or _QUALITY.match(one)))
        and len(one) > 1
    }


def words_that_tell(text: str, idle: Set[str]) -> set[str]:
    """The words of a text, names of code too, but for those that say nothing, and these."""
    said = words_of(text) - IDLE - FOR_CODE - STATES - idle
    return {one for one in said if len(one) > 1 and one.isalpha()}


# Forms of verbs; what is so called, `idle` or `oldest`, rules for qualities look at.
_FORMS = ("s", "ing", "ed")
_SUCH_A = r"(?:\w+(?:ed|est|ly|able)|missing|old|idle|unread|strict|internal|stale|dirty|busy|dead)"
_QUALITY = re.compile(rf"{_SUCH_A}$")


# `unread messages`: a rule has looked at what they are, and a name may say no more.
_SUCH = re.compile(rf"\b{_SUCH_A} [a-z]+\b")


def _is_verb(word: str) -> bool:
    """True for a form of a verb that is known, which its own clause was looked at for."""
    return word.endswith(_FORMS) and (word in VERBS or word in ACTION_FORMS)


def _statement(proof: Proof) -> str:
    """What stands there, what its names are set to, and the heads of loops and `with` around."""
    outline = proof.outline
    heads = [
        item.text.split("\n", 1)[0]
        for item in outline.marked("loop", "with")
        if item.span.contains(proof.span)
    ]
    return _with_values(" ".join([*said_there(proof), *heads]), proof)


def _bare(proof: Proof) -> str:
    """The statement itself, and the conditions that decide whether it is reached."""
    text = proof.outline.text
    spans = [one.condition for one in decided_at(proof.outline, proof.span)]
    spans += conditions_around(hit_of(proof))
    return " ".join([*said_there(proof), *map(text.slice, spans)])


def _around(proof: Proof) -> str:
    """What stands around, and what was decided where it is reached."""
    outline = proof.outline
    hit = hit_of(proof)
    spans = [one.condition for one in decided_at(outline, proof.span)]
    asked = [GIVEN_AS.sub("", asked_for(hit, span)) for span in [*spans, *conditions_around(hit)]]
    return _with_values(" ".join([*said_around(proof), *asked, _tried(proof)]), proof)


def header_of(proof: Proof) -> str:
    """The head of the function, which says of what types its parameters are."""
    return proof.outline.text.slice(proof.outline.header_span)


def hit_of(proof: Proof) -> Hit:
    """The place that a proof shows."""
    return Hit(proof.type, proof.detail, proof.outline, proof.span, proof.span)


def _tried(proof: Proof) -> str:
    """What stands in the `try` of a handler."""
    if proof.type is not EvidenceType.EXCEPT:
        return ""
    outline = proof.outline
    before = [
        r.span for r in outline.regions if r.around is Around.TRY and r.span.end <= proof.span.start
    ]
    return outline.text.slice(max(before, key=lambda one: one.end)) if before else ""


def _with_values(text: str, proof: Proof) -> str:
    """A text with what the variables in it are set to, and of what types its parameters are."""
    outline = proof.outline
    names = set(re.findall(r"[A-Za-z_]\w*", text))
    values = [outline.text.slice(one.value_span) for one in outline.assigned if one.target in names]
    return " ".join([text, *(GIVEN_AS.sub("", one) for one in values)])
