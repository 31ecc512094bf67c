"""Parse a claim: who is spoken of, and what is said, clause by clause. Rules, no guesses.

What is not understood is said: `Claim.problem` is set, and such a claim is not judged.
"""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import (
    EXAMPLES,
    UNREAD,
    Claim,
    Clause,
    Object,
    Predicate,
    SubjectName,
)
from codewitness.engine.verify.clause import read_clause
from codewitness.engine.verify.cursor import Cursor, joined
from codewitness.engine.verify.lexicon import (
    ASKING,
    AUXILIARIES,
    BE,
    LEAD_IN,
    NEGATIONS,
    ROLES,
    VERBS,
)
from codewitness.engine.verify.naming import begins_predicate, in_file, read_subject
from codewitness.engine.verify.of_parameter import of_parameter
from codewitness.engine.verify.polarity import NotUnderstood, begins_clause
from codewitness.engine.verify.rewording import one_sentence, reworded
from codewitness.engine.verify.tokens import Sort, Token, tokens
from codewitness.engine.verify.turned import with_agent

_RESTATING = re.compile(
    r"(?::(?!:)|[,;(]?\s*\bi\.e\.|[,;(]\s*(?:that is|in other words|meaning))"
    r"[,:]?\s+(?:that\s+)?(?P<it>it\s+)?(?=[\w`])"
)
MAX_CLAIM = 2_000  # characters

_ARTICLES = frozenset({"the", "a", "an", "this", "that", "each", "every"})
_STATED = frozenset({"a", "an", "async", "asynchronous", "recursive", "private", "public"})
_ALL_OF = tuple(
    f"{each} {noun} {of}"
    for each, noun in (
        *(("every", "method"), ("each", "method"), ("all", "methods"), ("all the", "methods")),
        *(("every", "function"), ("each", "function"), ("all", "functions"), ("most", "methods")),
        *(("all of the", "methods"), ("each of the", "methods"), ("not every", "method")),
    )
    for of in ("of", "in")
)
_LEAST_SAID = 3  # words of a condition
_LONGEST_OPENING = 8  # words
_CONDITIONAL = frozenset({"if", "unless", "when", "whenever", "while", "only", "before", "after"})
_CONNECTIVES = frozenset({",", ";", "and", "or", "but", "yet", "while", "nor"})
_NOBODY_ELSE = (
    *("no method other than", "no function other than", "nothing other than", "nobody but"),
    *("no one but", "nothing but", "nothing except", "no code other than"),
)
_NOBODY = ("nothing", "nobody", "no one", "no other method", "no function", "no method", "none")


def parse(sentence: str) -> Claim:
    """The claim that `sentence` makes."""
    text = one_sentence(sentence.strip())
    if not text or len(text) > MAX_CLAIM:
        what = "it is empty" if not text else f"it is longer than {MAX_CLAIM} characters"
        return Claim(text=text[:MAX_CLAIM], subject=None, problem=what)
    if (restated := _restated(text)) is not None:
        return restated
    cursor = Cursor(reworded(tokens(text)))
    try:
        return _claim(text, cursor)
    except NotUnderstood as problem:
        return Claim(text=text, subject=problem.subject, problem=_explained(str(problem)))


def _restated(text: str) -> Claim | None:
    """`f tidies up: it calls g` says precisely behind the colon what it means; None without one."""
    if (match := _RESTATING.search(text)) is None:
        return None
    try:
        subject = _claim_subject(text[: match.start()])
    except NotUnderstood:
        return None
    if subject is None:
        return None
    rest = text[match.end() :]
    if match["it"] is None and not begins_clause(Cursor(tokens(rest))):
        return _said_of_its_part(subject, text, rest)
    try:
        return _said_of(subject, text, Cursor(tokens(rest)))
    except NotUnderstood as problem:
        return Claim(text=text, subject=subject, problem=_explained(str(problem)))


def _said_of_its_part(subject: SubjectName, text: str, rest: str) -> Claim | None:
    """`f initialises x in a loop: g is called in the loop`; None if `f` is not spoken of."""
    cursor = Cursor(reworded(tokens(f"in `{subject.name}`, {rest}")))
    try:
        claim = _whole(text, cursor)
    except NotUnderstood:
        return None
    if claim is None or claim.subject is None or claim.subject.name != subject.name:
        return None
    return replace(claim, text=text, subject=subject)


def _claim_subject(text: str) -> SubjectName | None:
    """Whom a sentence is about, whatever it says of it."""
    cursor = Cursor(reworded(tokens(text)))
    while cursor.take(*LEAD_IN):
        cursor.skip(frozenset({":", ","}))
    if cursor.word() in ASKING:
        cursor.next()
    return read_subject(cursor)


def parse_predicate(subject: str, predicate: str) -> Claim:
    """The claim that a subject, given by name, fits a predicate such as `never raises`."""
    text = f"`{subject}` {predicate.strip()}"
    name = SubjectName(subject.strip())
    cursor = Cursor(tokens(predicate.strip()))
    try:
        return _said_of(name, text, cursor)
    except NotUnderstood as problem:
        return Claim(text=text, subject=name, problem=_explained(str(problem)))


def _explained(problem: str) -> str:
    return f"{problem}; forms that are understood: {'; '.join(EXAMPLES)}"


def _claim(text: str, cursor: Cursor) -> Claim:
    for is_led_in in (True, False):
        cursor.at = 0
        while is_led_in and cursor.take(*LEAD_IN):
            cursor.skip(frozenset({":", ","}))
        if (claim := _whole(text, cursor)) is not None:
            return claim
    if (turned := _condition_last(cursor)) is not None and (claim := _whole(text, turned)):
        return claim
    if _skip_opening(cursor) and (claim := _whole(text, cursor)) is not None:
        return claim
    if (opening := _skip_event(cursor)) and (claim := _whole(text, cursor)) is not None:
        return replace(claim, ignored=(*claim.ignored, f"? {opening}"))
    raise NotUnderstood(f"no subject found in {text!r}: name it in back-ticks")


def _condition_last(cursor: Cursor) -> Cursor | None:
    """`If x is missing, f raises E` as `f raises E if x is missing`."""
    cursor.at = 0
    while cursor.take(*LEAD_IN):
        cursor.skip(frozenset({":", ","}))
    if cursor.word() not in ("if", "when", "unless", "whenever"):
        return None
    words = list(cursor.rest())
    at = next((n for n, one in enumerate(words) if one.text == ","), None)
    if at is not None:
        return Cursor([*words[at + 1 :], *words[:at]])
    for n in range(_LEAST_SAID, len(words) - 1):
        ahead = Cursor(words[n:])
        if words[n].sort is Sort.CODE and ahead.word(1) in VERBS and not _is_said(words, n):
            return Cursor([*words[n:], *words[:n]])
    return None


def _is_said(words: list[Token], at: int) -> bool:
    """True for a name that belongs to the condition: `when x.y is`, `if f`."""
    return words[at - 1].word in ("if", "when", "unless", "whenever", "is", "the", "of", "in", "by")


def _skip_opening(cursor: Cursor) -> bool:
    """Take `As a last resort,`: a few plain words before the subject that say how, not whether."""
    cursor.at = 0
    while cursor.at < _LONGEST_OPENING and cursor.token.sort is Sort.WORD:
        if cursor.word() in NEGATIONS | _CONDITIONAL:
            return False
        cursor.next()
    return cursor.at > 0 and cursor.next().text == ","


def _skip_event(cursor: Cursor) -> str:
    """Take `on a write error` before a name: when it is said to be so, without a comma."""
    cursor.at = 0
    if not cursor.take("on", "upon", "in case of", "during", "in the case of"):
        return ""
    while cursor.at < _LONGEST_OPENING and cursor.token.sort is Sort.WORD:
        cursor.next()
    is_followed = cursor.token.sort is Sort.CODE and begins_predicate(cursor, 1)
    return joined(cursor.tokens[: cursor.at]) if is_followed else ""


def _whole(text: str, cursor: Cursor) -> Claim | None:
    """The claim from here on; None if it has no subject."""
    if cursor.take(*_ALL_OF):
        raise NotUnderstood("what holds of all is not judged: claim it of each by itself")
    if cursor.take("it is not the case that", "it is not true that", "it is false that"):
        claim = _whole(text, cursor)
        return None if claim is None else _denied(claim)
    if (special := _existential(text, cursor) or of_parameter(text, cursor)) is not None:
        return special
    asked: list[Token] = []
    if cursor.word() in ASKING and not _is_subject_word(cursor):
        asked.append(cursor.next())
        if cursor.word() == "not":
            asked.append(cursor.next())
    path = in_file(cursor)
    name = read_subject(cursor)
    if name is None and asked and asked[0].word in BE and cursor.word(1) in _STATED:
        name = SubjectName(cursor.next().text)  # `is dispatch an async function?`
    if name is None:
        return None
    if path and not name.path:
        name = name._replace(path=path)
    cursor.tokens[cursor.at : cursor.at] = asked
    return _said_of(name, text, cursor)


def _denied(claim: Claim) -> Claim:
    """The claim with a `not` before all of it."""
    if len(claim.clauses) != 1:
        raise NotUnderstood("what is denied has several parts: deny each by itself", claim.subject)
    [clause] = claim.clauses
    return replace(claim, clauses=(replace(clause, is_negated=not clause.is_negated),))


def _is_subject_word(cursor: Cursor) -> bool:
    """True if the next word, though it may begin a question, is what is spoken of."""
    following = cursor.word(1)
    return following in VERBS and cursor.peek(2).sort is Sort.CODE


def _existential(text: str, cursor: Cursor) -> Claim | None:
    """`There is no call to X in Y`, `nothing in Y calls X`, `only A calls B`, `nobody calls B`."""
    start = cursor.at
    if cursor.take("there is", "there are", "is there", "are there"):
        return _there_is(text, cursor)
    is_only = bool(cursor.take("only", *_NOBODY_ELSE))
    agents = _agents(cursor) if is_only else []
    if not is_only:
        if not cursor.take(*_NOBODY):
            return None
        if cursor.word() in ("in", "inside", "of", "within"):
            cursor.next()
            negation = Token(Sort.WORD, "never", "never")
            subject = _needed_subject(cursor)
            return _said_of(subject, text, Cursor([negation, *cursor.rest()]))
    cursor.take("else", "ever")
    verb = VERBS.get(cursor.word())
    if (is_only and not agents) or verb is None or verb[0] is not Predicate.CALLS:
        cursor.at = start
        return None
    cursor.next()
    subject = _needed_subject(cursor)
    clause = Clause(
        predicate=Predicate.CALLED_BY,
        objects=tuple(agents),
        any_of=True,
        is_only=is_only,
        is_negated=not is_only,
        text=text,
    )
    return Claim(text=text, subject=subject, clauses=(clause,))


def _there_is(text: str, cursor: Cursor) -> Claim:
    words = list(cursor.rest())
    at = _last_place(words)
    if at is None:
        raise NotUnderstood("no subject found: say in which method, in back-ticks")
    has = Token(Sort.WORD, "has", "has")
    return _said_of(_needed_subject(Cursor(words[at + 1 :])), text, Cursor([has, *words[:at]]))


def _needed_subject(cursor: Cursor) -> SubjectName:
    subject = read_subject(cursor)
    if subject is None:
        raise NotUnderstood("no subject found: name it in back-ticks")
    return subject


def _agents(cursor: Cursor) -> list[Object]:
    """The names before the verb of `only A and B call C`."""
    found: list[Object] = []
    while cursor.token.sort is Sort.CODE or cursor.word() in ("and", "or", ",", "the"):
        token = cursor.next()
        if token.sort is Sort.CODE:
            found.append(Object(token.text))
    return found


def _last_place(words: list[Token]) -> int | None:
    """Where the last `in` or `inside` stands that a name follows."""
    for at in range(len(words) - 2, -1, -1):
        if words[at].word in ("in", "inside", "within", "of") and not words[at].is_quoted:
            ahead = Cursor(words[at + 1 :])
            ahead.skip(_ARTICLES | ROLES.keys())
            if ahead.token.sort is Sort.CODE or (len(ahead.rest()) == 1 and not ahead.is_done):
                return at
    return None


def _said_of(name: SubjectName, text: str, cursor: Cursor) -> Claim:
    """Read the clauses that are left."""
    clauses: list[Clause] = []
    ignored: list[str] = []
    any_of = is_or = False
    if cursor.is_done:
        raise NotUnderstood(f"nothing is said of {name.name!r}", name)
    while not cursor.is_done:
        before = cursor.at
        try:
            read, left_out = read_clause(cursor, clauses[-1] if clauses else None)
        except NotUnderstood as problem:
            cursor.at = before
            ignored.append(f"{UNREAD} {joined(_skip_clause(cursor))}")
            if cursor.is_done and not clauses:
                raise NotUnderstood(str(problem), name) from None
            _connective(cursor)
            continue
        if is_or and clauses[-1].is_negated and not _has_polarity(read[0]):
            # `does not read or write`
            read[0] = replace(read[0], is_negated=not read[0].is_negated)
        is_it = bool(_PRONOUNS & set(left_out)) and read[0].predicate in _OF_IT
        if clauses and not read[0].objects and (is_it or _is_of_it(read[0])):
            read[0] = replace(read[0], objects=clauses[-1].objects)
            left_out = [words for words in left_out if words not in _PRONOUNS]
        clauses += read
        ignored += left_out
        if read[0].is_negated and cursor.word() == "without":
            raise NotUnderstood("what 'not … without …' says is not judged", name)
        if cursor.at == before:
            raise NotUnderstood(f"not understood: {joined(cursor.rest())}", name)
        is_or = _connective(cursor)
        any_of = any_of or (is_or and not read[0].is_negated)
    if clauses[0].predicate is Predicate.BEYOND and len(clauses) == 1:
        clauses[0] = replace(clauses[0], text=text)
    return with_agent(
        Claim(
            text=text,
            subject=name,
            clauses=tuple(clauses),
            any_of=any_of,
            ignored=tuple(ignored),
        )
    )


def _skip_clause(cursor: Cursor) -> list[Token]:
    """Take all up to where another clause begins."""
    start = cursor.at
    cursor.next()
    while not cursor.is_done:
        at = cursor.at
        if cursor.word() in _CONNECTIVES:
            _connective(cursor)
            is_next = begins_clause(cursor)
            cursor.at = at
            if is_next:
                break
        cursor.next()
    return cursor.tokens[start : cursor.at]


_PRONOUNS = frozenset({"? it", "? them", "? neither", "? either", "? both"})
_OF_IT = frozenset(
    {Predicate.READS, Predicate.WRITES, Predicate.CALLS, Predicate.SUBSCRIPTS, Predicate.USES}
    | {Predicate.USES_PARAMETER}
)


def _is_of_it(clause: Clause) -> bool:
    """`frees x and assigns NULL to it`."""
    is_write = clause.predicate is Predicate.WRITES and bool(clause.arguments)
    return is_write and not clause.objects


def _has_polarity(clause: Clause) -> bool:
    """True if the clause says itself whether it is or is not so."""
    words = set(clause.text.lower().split())
    return bool(words & (NEGATIONS | AUXILIARIES | BE))


def _connective(cursor: Cursor) -> bool:
    """Take what joins two clauses; True for `or`."""
    is_or = False
    while cursor.word() in _CONNECTIVES and (cursor.word() != "nor"):
        is_or = is_or or cursor.word() == "or"
        cursor.next()
        if begins_clause(cursor):
            break
    if cursor.word() == "then":
        cursor.next()
    return is_or
