"""Words of a claim that have a contrary, where the code has the contrary alone.

`drops the client` is not shown by `drop(server)`, nor `when another one writes` by `writer == me`.
Such words come in sets that are closed: that one of a set is meant says that no other is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.code.made_from import made_of
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.doubts.asked_there import is_place, whole
from codewitness.engine.verify.doubts.left_over import said_around, said_there
from codewitness.engine.verify.doubts.told_text import words_of
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import Hit

P = Predicate
_SETS = """
    key k,value val v | request req,response resp res reply | client,server | reader,writer
    parent,child children | source src,target destination dest dst | left,right | upper,lower
    min minimum,max maximum | next following,previous prev | oldest,newest latest | input,output
    sender,receiver | producer,consumer | head,tail | front,back rear | prefix,suffix
    width,height | row,column col | local,remote | inner,outer | master,slave | primary,secondary
    even,odd | upload,download | encode encoder,decode decoder | import,export | hit,miss
    upstream,downstream | ancestor,descendant | horizontal,vertical | ascending asc,descending desc
    begin start,end | old prev previous former existing orig original last,new | before,after
    first,last | read reading,write writing
"""
_MANY = 8  # places that are looked at


def _contraries() -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Of each word the words that say the same, and those that say another of its set."""
    found = {}
    for line in re.split(r"[|\n]", _SETS):
        sides = [frozenset(side.split()) for side in line.split(",") if side.strip()]
        for side in sides:
            others = frozenset().union(*(one for one in sides if one is not side))
            found.update({word: (side, others) for word in side if len(word) > _SHORT})
    return found


_SHORT = 2
_CONTRARY = _contraries()
_PLAIN = re.compile(r"(?<![\w.`@$'\"(\[:/-])[a-z]{3,}(?![\w.`(\[:/'\"-])")
_VERBS = frozenset({"read", "write", "start", "end", "before", "after", "import", "export", "miss"})
_ANOTHER = re.compile(
    r"\b(?:another|(?:some|any|no) other|the other|a different|someone else|somebody else)\b"
)
_OTHER = re.compile(
    r"(?i)other|another|else|second|next|new|alt|diff|rest|!=|<>|\bnot\b|~=|peer|ne\("
)
_OF_STATEMENTS = frozenset(
    {*(P.ACTS, P.WRITES, P.CALLS, P.INSTANTIATES, P.RETURNS, P.RAISES, P.READS, P.PASSES)}
    | {*(P.FALLS_BACK, P.YIELDS, P.AWAITS, P.RETURNS_EARLY)}
)


def of_the_contrary(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Words of which the places that were found have the contrary alone."""
    clauses = [one for one in claim.clauses if one.predicate in _OF_STATEMENTS]
    places = [one for one in proofs if is_place(one)]
    if not places or len(places) > _MANY or len(clauses) < len(claim.clauses):
        return
    told = [_told(one) for one in places]
    names = words_of(claim.subject.name) if claim.subject is not None else set()
    for clause in clauses:
        for word in _said(clause):
            mine, others = _CONTRARY[word]
            is_named = bool(mine & names)
            if not is_named and all(others & one and not mine & one for one in told):
                yield word
        if clause.described and _is_same_one(clause, places):
            yield clause.described


def _said(clause: Clause) -> list[str]:
    words = {
        one.rstrip("s") if one not in _CONTRARY else one for one in _PLAIN.findall(clause.text)
    }
    asked = set(_PLAIN.findall(clause.described))
    words = {one for one in words if one in asked or one not in ("key", "value")}
    return sorted(one for one in words if one in _CONTRARY and one not in _VERBS)


def _told(proof: Proof) -> set[str]:
    """The words of what stands there, of what is asked for that, and of what names are set to."""
    outline, span = proof.outline, whole(proof)
    spans = [one.condition for one in decided_at(outline, span)]
    spans += conditions_around(Hit(proof.type, proof.detail, outline, proof.span, proof.span))
    written = [outline.plain.text.slice(span)] if outline.plain is not None else []
    text = " ".join([*said_around(proof), *map(outline.text.slice, spans), *written])
    return words_of(" ".join([text, *made_of(text, outline)]))


def _is_same_one(clause: Clause, places: Sequence[Proof]) -> bool:
    """True for `when another x is y`, where nothing that is asked speaks of another one."""
    if _ANOTHER.search(clause.described) is None:
        return False
    for one in places:
        known = [k.question for k in decided_at(one.outline, whole(one))]
        text = " ".join([*said_around(one), *said_there(one)])
        told = [k.holds for k in known if k.kind == "equals"]
        if not all(told) or (not told and _OTHER.search(text)):
            return False
    return True
