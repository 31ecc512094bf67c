"""`codewitness.verify`: the argument, and the answer as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.view import Snapshot
from codewitness.features.places import BadRequest
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.convert import Json

if TYPE_CHECKING:
    from codewitness.features.verify.answer import Answer, Evidence, Indirect, Line

MAX_CLAIM = 2_000  # characters


def verify_command(snapshot: Snapshot, arguments: Arguments) -> Json:
    """`codewitness.verify`: `{claim}`, or `{subject, predicate}`."""
    from codewitness.features.verify import verify, verify_predicate

    claim = arguments.text("claim", "")
    subject, predicate = arguments.text("subject", ""), arguments.text("predicate", "")
    about = arguments.text("symbol", "")
    arguments.finish()
    if about and not (claim or subject or predicate):
        raise BadRequest(f"claim: say what is claimed of {about}, in a sentence")
    if claim.strip() and (subject or predicate):
        raise BadRequest("claim: give a claim, or a subject and a predicate, not both")
    if max(len(claim), len(subject), len(predicate)) > MAX_CLAIM:
        raise BadRequest(f"claim: takes a sentence of at most {MAX_CLAIM} characters")
    if claim.strip():
        return answer_json(verify(snapshot, claim), snapshot)
    if subject.strip() and predicate.strip():
        return answer_json(verify_predicate(snapshot, subject, predicate), snapshot)
    raise BadRequest(
        "claim: codewitness.verify takes a sentence such as"
        " 'Reader.load never raises ValueError', or a subject and a predicate"
    )


def claim_json(sentence: str, snapshot: Snapshot) -> Json:
    """The answer to one claim."""
    from codewitness.features.verify import verify

    return answer_json(verify(snapshot, sentence), snapshot)


def answer_json(answer: Answer, snapshot: Snapshot) -> Json:
    """The answer of `codewitness.verify`."""
    claim = answer.claim
    encoding = snapshot.encoding
    subject: Json = {"found": answer.place is not None}
    if answer.place is not None:
        subject |= convert.symbol(answer.place, encoding)
    elif claim.subject is not None:
        subject["name"] = claim.subject.name
    if answer.candidates:
        subject["candidates"] = [convert.symbol(one, encoding) for one in answer.candidates]
    if answer.suggestions:
        subject["suggestions"] = list(answer.suggestions)
    shape: Json = {
        "status": answer.status.value,
        "confidence": answer.confidence,
        "parsed": _parsed(answer),
        "subject": subject,
        "evidence": [_evidence(one, snapshot) for one in answer.evidence],
        "searched": list(answer.searched),
        "summary": answer.summary,
        "freshness": convert.freshness(answer.freshness),
    }
    if answer.indirect:
        shape["oneCallAway"] = [_indirect(one, snapshot) for one in answer.indirect]
    if answer.to_read:
        shape["toRead"] = [_line(one, snapshot) for one in answer.to_read]
    return shape


def _indirect(one: Indirect, snapshot: Snapshot) -> Json:
    return {
        "symbol": convert.symbol(one.place, snapshot.encoding),
        "calledAtLine": one.called_at,
        "evidence": [_evidence(line, snapshot) for line in one.evidence],
    }


def _line(one: Line, snapshot: Snapshot) -> Json:
    return {
        "uri": convert.uri_in(one.place.folder, one.place.symbol.path),
        "range": convert.range_of(one.place.text, one.span, snapshot.encoding),
        "line": one.line,
        "text": one.text,
    }


def _parsed(answer: Answer) -> Json:
    claim = answer.claim
    kinds = [clause.predicate.value for clause in claim.clauses]
    shape: Json = {
        "subject": claim.subject.name if claim.subject else None,
        "predicate": "; ".join(clause.text for clause in claim.clauses) or None,
        "negated": claim.is_negated,
        "kind": (" or " if claim.any_of else " and ").join(kinds) or None,
        "clauses": [
            {
                "text": clause.text,
                "kind": clause.predicate.value,
                "negated": clause.is_negated,
                "objects": [one.text for one in clause.objects],
            }
            for clause in claim.clauses
        ],
    }
    if claim.problem:
        shape["problem"] = claim.problem
    return shape


def _evidence(one: Evidence, snapshot: Snapshot) -> Json:
    return {
        "type": one.type,
        "detail": one.detail,
        "uri": convert.uri_in(one.place.folder, one.place.symbol.path),
        "range": convert.range_of(one.place.text, one.span, snapshot.encoding),
        "line": one.line,
        "text": one.text,
        "sha256": one.sha256,
        "polarity": "supports" if one.supports else "contradicts",
        "relevance": one.relevance,
    }


COMMANDS = {"codewitness.verify": verify_command}
