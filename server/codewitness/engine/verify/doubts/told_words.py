"""Whether the lines that were found have all words of a claim: a part of it shows no whole.

What is done to which thing has to stand in the statement that was found, or in what its names were
set to; when it is done, in the conditions around it, too. Words for code itself (`in a loop`), and
those that say no more than that something is there, other rules look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.conditions.as_written import asked_for, conditions_around
from codewitness.engine.verify.conditions.conditions import ON_SUCCESS
from codewitness.engine.verify.conditions.holding import decided_at, is_as_said, known_at
from codewitness.engine.verify.doubts.left_over import said_around, said_there
from codewitness.engine.verify.doubts.plain_words import FOR_CODE, FOR_RESULTS, IDLE, STATES
from codewitness.engine.verify.doubts.told_text import GIVEN_AS, is_told, words_of
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.lexicon import VERBS
from codewitness.model.outline import Around

P = Predicate
# What a header, a caller or a construct shows is no statement that would have the words.
_OF_STATEMENTS = frozenset(
    {
        *(P.ACTS, P.WRITES, P.CALLS, P.INSTANTIATES, P.RETURNS, P.RAISES, P.RERAISES, P.READS),
        *(P.USES, P.PASSES, P.FALLS_BACK, P.YIELDS, P.AWAITS),
        *(P.RETURNS_EARLY, P.SUBSCRIPTS),
    }
)
_DOING = frozenset({P.ACTS, P.WRITES, P.INSTANTIATES})
_WHEN = re.compile(
    r"\b(?:if|when|whenever|unless|while|until|once|before|after|as (?:long|soon) as|even|in case"
    r"|because|since|that|regardless|no matter)\b"
)
_PURPOSE = re.compile(r"[?& ]*(?:so|because|since|in order|to (?!the\b|a\b|an\b|its\b)[a-z]+)\b")
_CODED = re.compile(
    r"`[^`]*`|\S*[a-z0-9_][._(:\[]+\w\S*|\S*\w_\w\S*|\b\w*[A-Za-z]\w*[A-Z]\w*\b|\S+\(\)"
)
_NOTHING_NEW = re.compile(
    r"\bon (?:success|failure|overflow|errors?)\b|\bnetwork requests?\b"
    r"|\bat the (?:end|start|beginning|top) of (?:each|every|the) (?:iteration|loop|pass|body)\b"
    r"|\d+(?: (?:milli)?seconds?| minutes?| ms)?"
)
_IS_SO = re.compile(r"\b(?:is|are|was|were|has|have|had|does|do)\b")
_FAILING = re.compile(r"\b(?:fails?|failed|throws?|threw|raise[sd]?|errors|succeeds?|succeeded)\b")
_FOR_DOING = re.compile(r"[?& ]*for (?:writing|reading|appending)$")
_NUMBERED = re.compile(
    r"[?& ]*(?:in|with|by|as|using) (?:one|a single|two|three|both) (?!places|times|lines)[a-z]+"
)
_OF = re.compile(r"[?& ]*of ")
_SUCH_AS = re.compile(
    r"[?& ]*(?:that|which|who) (?:is|are|was|were|has|have) "
    r"(?!(?:been )?(?:passed|given|handed|supplied|provided|returned|found|used|needed|made)\b)"
)
_FOR_EACH = re.compile(r"\w [^?&]*\bfor (?:every|each|all) \w")
_DENIED_TWICE = re.compile(r"(?:never|not|does|do|did|cannot|can|at no|no|always) ")
_OF_CONDITIONS = frozenset({P.RAISES, P.RETURNS_EARLY, P.RERAISES})


class _Told(NamedTuple):
    """Words of the statements, of all around them, too, and of the class that it is said of.

    bare: those of the calls and of the conditions alone, without what their names are set to.
    """

    bare: set[str]
    there: set[str]
    around: set[str]
    owners: set[str]


def untold(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Words of a claim that neither the lines found nor what stands around them have."""
    clauses = [one for one in claim.clauses if one.predicate in _OF_STATEMENTS]
    is_mixed = len({one.is_negated for one in claim.clauses}) > 1
    if not proofs or is_mixed or len(clauses) < len(claim.clauses):
        return
    if claim.is_negated and not all(map(_is_done, clauses)):
        return
    for group in _groups(clauses, proofs):
        left = [*_untold_by(claim, clauses, group), *_of_the_others(claim, group)]
        if not left:
            return
    yield from left


_MOST = 8  # places that are looked at one by one


def _groups(clauses: Sequence[Clause], proofs: Sequence[Proof]) -> Iterator[Sequence[Proof]]:
    """What has to have all words: of one thing that is done, a single place where it is."""
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    is_one = len(clauses) == 1 and clauses[0].order is None and len(clauses[0].objects) <= 1
    is_one = is_one and len({one.detail for one in places}) == 1  # else a part of it each
    if not is_one or not 1 < len(places) <= _MOST or clauses[0].count is not None:
        yield proofs
        return
    others = [one for one in proofs if one.type is EvidenceType.CONDITIONAL]
    yield from ([one, *others] for one in places)


def _of_the_others(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`for lists`, of what is done in an `else`, where it is no list."""
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    if not all(Around.ELSE in one.outline.around(one.span) for one in places):
        return []
    said = [words.lstrip("?& ") for words in claim.ignored if re.match(r"[?& ]*for \w", words)]
    return [words for words in said if not _OTHERS.search(words)]


_OTHERS = re.compile(r"\b(?:un\w+|others?|invalid|missing|non|not|no|else|each|every|all|any)\b")


def _untold_by(claim: Claim, clauses: Sequence[Clause], proofs: Sequence[Proof]) -> Iterator[str]:
    owners = words_of(claim.subject.name.rpartition(".")[0]) if claim.subject else set()
    there = words_of(" ".join(map(_statement, proofs)))
    bare = words_of(" ".join(map(_bare, proofs)))
    told = _Told(bare, there, there | words_of(" ".join(map(_around, proofs))), owners)
    said = claim.text.lower()
    for clause in clauses:
        if _DENIED_TWICE.match(clause.text) is None:
            yield from (one for one in _untold_of(clause, claim, told, proofs) if one in said)
    if _ONLY.search(claim.text) and not any(map(_is_only, claim.clauses)):
        yield "only"
    beside = {word for one in clauses for word in _idle_beside(one)}
    is_opened = any(one.detail == "open" for one in clauses)  # other rules know of its mode
    for words in claim.ignored:
        if _PURPOSE.match(words) is None:
            is_for = not is_opened and _FOR_DOING.match(words) is not None
            each = _telling(words, is_for=is_for) - STATES - beside
            yield from (one for one in _untold_beside(words, each, told) if one in said)


_ONLY = re.compile(r"(?<!to )(?<!calls )(?<!`)\bonly$")


def _is_only(clause: Clause) -> bool:
    is_only = clause.is_only and clause.order is None  # where it stands, no order tells
    return is_only or clause.is_only_there or clause.count is not None


def _untold_of(clause: Clause, claim: Claim, told: _Told, proofs: Sequence[Proof]) -> Iterator[str]:
    """The words of a clause: what is done, and when."""
    found = _WHEN.search(clause.text)
    at = found.start() if found is not None else len(clause.text)
    idle = _idle_beside(clause) | _idle_under(proofs)
    idle |= {word for words in claim.ignored for word in words_of(words)}
    if " by " in clause.text and claim.subject is not None:
        idle |= words_of(claim.subject.name)
    place = told.around if clause.predicate in _OF_CONDITIONS else told.there
    main = _telling(clause.text[:at]) - idle
    if clause.order is not None:
        place = told.around | words_of(" ".join(map(_header, proofs)))
    yield from (one for one in main if not is_told(one, place | told.owners))
    yield from _of_another_such(clause.text[:at], told.around | told.owners, proofs)
    yield from _untold_when(clause, clause.text[at:], told.around | told.owners, proofs)


_PARTICIPLE = re.compile(r"(?<![\w.`])(?:the|an?|its) (?P<such>[a-z]{4,}ed) [a-z]+")


def _of_another_such(said: str, told: set[str], proofs: Sequence[Proof]) -> Iterator[str]:
    """`the jittered delay`, where the code there jitters another one."""
    for found in _PARTICIPLE.finditer(said):
        such = found["such"]
        bodies = (one.outline.text.slice(one.outline.span) for one in proofs)
        if not is_told(such, told) and all(is_told(such, words_of(body)) for body in bodies):
            yield such


def _untold_beside(words: str, each: set[str], told: _Told) -> Iterator[str]:
    """Of words that no rule took: all, where none of them is told.

    Whose it is has to be told wholly; and how many, and that it is for each, no line tells.
    """
    if _NUMBERED.match(words) or _FOR_EACH.search(words):
        yield words.lstrip("?& ").lower()
    elif _SUCH_AS.match(words):
        such = words_of(words) - IDLE - FOR_CODE
        yield from (one for one in such if not is_told(one, told.bare))
    elif _OF.match(words):
        yield from (w for w in each if not is_told(w, told.around) and w not in told.owners)
    elif not any(
        is_told(one, told.around | told.owners) for one in words_of(words) - IDLE - FOR_CODE
    ):
        yield from each


def _is_done(clause: Clause) -> bool:
    return clause.predicate in _DOING and not clause.text.startswith(_LEAVING)


_LEAVING = ("leave", "let", "keep")
_LOGGING = frozenset(
    {"log", "print", "warn", "emit", "debug", "dispatch", "fire", "trigger", "publish"}
)
_ENDS = frozenset({"end", "start", "beginning", "front", "top", "bottom", "head", "tail"})


def _idle_beside(clause: Clause) -> set[str]:
    """What says no more than the verb: the message that is logged, `at the end`."""
    idle = words_of(f"{clause.text.partition(' ')[0]} {clause.detail} {' '.join(clause.given)}")
    if clause.predicate is P.CALLS:
        idle |= words_of(" ".join(one.text for one in clause.objects))
    idle |= FOR_RESULTS if clause.predicate is P.RETURNS else frozenset()
    idle |= {"success"} if clause.described == ON_SUCCESS else frozenset()
    is_telling = clause.detail in _LOGGING or clause.predicate is P.RAISES
    idle |= _MESSAGES if is_telling else frozenset()
    idle |= _UNITS if clause.detail in _LASTING else frozenset()
    return idle | (_ENDS if clause.step or clause.detail in _PUTTING else frozenset())


_LASTING = frozenset(
    {"spawn", "start", "spawns", "run", "sleep", "wait", "delay", "pause", "allocate", "leak"}
)
_UNITS = frozenset({"second", "seconds", "milliseconds", "ms", "minutes", "attempts", "task"})
_UNITS |= {"thread", "process"}
_PUTTING = frozenset({"append", "push", "insert", "add", "move", "put", "prepend", "enqueue"})


def _idle_under(proofs: Sequence[Proof]) -> frozenset[str]:
    """`creates missing maps`, `rejects negative ones`: a condition asks for that."""
    conditions = (_hit(one) for one in proofs)
    return _ASKED_FOR if any(map(conditions_around, conditions)) else frozenset()


_ASKED_FOR = frozenset({"missing", "negative", "positive", "invalid", "valid", "unknown", "absent"})


_MESSAGES = frozenset({"message", "messages", "line", "event", "events"})


def _is_timely(word: str, proofs: Sequence[Proof]) -> bool:
    """True for `in the future`, where what is compared with now is known to be above it."""
    if word not in ("future", "past"):
        return False
    return any(_is_later(one) == (word == "future") for one in proofs if _is_later(one) is not None)


_NOW = re.compile(r"(?i)now|\btime\b|clock|today")


def _is_later(proof: Proof) -> bool | None:
    """Whether what is compared with now is above it where something is done."""
    for one in known_at(proof.outline, proof.span):
        if one.kind in ("above", "below"):
            is_above = (one.kind == "above") == one.holds
            if _NOW.search(one.value):
                return is_above
            if _NOW.search(one.what):
                return not is_above
    return None


def _untold_when(
    clause: Clause, said: str, around: set[str], proofs: Sequence[Proof]
) -> Iterator[str]:
    """Of a condition that shares a word with the code, and that is not told to hold, the others.

    Which call is said to fail, other rules look for.
    """
    if clause.is_outside:
        return  # whatever is so
    *subject, asked = _IS_SO.split(said, maxsplit=1)
    elsewhere = _elsewhere(proofs)
    words = _telling(asked) - _idle_beside(clause) - STATES
    words = words or _telling(" ".join(subject)) - STATES
    told = {one for one in _telling(said) if is_told(one, around)}
    if told >= words or _FAILING.search(said) or _is_known(clause, proofs):
        return
    left = [one for one in words - told if not _is_timely(one, proofs)]
    if told or clause.order is not None:
        yield from left
    elif not _OF_ANY.search(said):
        yield from (one for one in left if is_told(one, elsewhere))


_OF_ANY = re.compile(r"\ball\b|\(")


def _elsewhere(proofs: Sequence[Proof]) -> set[str]:
    """The words of all conditions there: of two things another one is asked for."""
    outlines = {id(one.outline): one.outline for one in proofs}.values()
    asked = [item.text for one in outlines for item in one.marked("condition")]
    return words_of(" ".join(asked))


def _is_known(clause: Clause, proofs: Sequence[Proof]) -> bool:
    """True if it is known that the condition holds wherever something is done."""
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    return bool(clause.described and places) and all(
        is_as_said(clause.described, one.outline, one.span, is_only=clause.is_only_there).is_so
        for one in places
    )


def _telling(text: str, *, is_for: bool = False) -> set[str]:
    """The plain words of a part of a claim that say what is meant."""
    return {
        one
        for one in words_of(_CODED.sub(" ", _NOTHING_NEW.sub(" ", _SUCH.sub(" ", text))))
        if one not in IDLE
        and one not in FOR_CODE
        and (is_for or not (_is_verb(one) or _QUALITY.match(one)))
        and len(one) > 1
    }


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
    spans += conditions_around(_hit(proof))
    return " ".join([*said_there(proof), *map(text.slice, spans)])


def _around(proof: Proof) -> str:
    """What stands around, and what was decided where it is reached."""
    outline = proof.outline
    hit = _hit(proof)
    spans = [one.condition for one in decided_at(outline, proof.span)]
    asked = [GIVEN_AS.sub("", asked_for(hit, span)) for span in [*spans, *conditions_around(hit)]]
    return _with_values(" ".join([*said_around(proof), *asked, _tried(proof)]), proof)


def _header(proof: Proof) -> str:
    """The head of the function, which says of what types its parameters are."""
    return proof.outline.text.slice(proof.outline.header_span)


def _hit(proof: Proof) -> Hit:
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
