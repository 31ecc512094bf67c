"""Parse a claim: who is spoken of, and what is said, clause by clause. Rules, no guesses.

What is not understood is said: `Claim.problem` is set, and such a claim is not judged.
"""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.actions import ACTION_FORMS
from codewitness.engine.verify.claim import (
    EXAMPLES,
    Claim,
    Clause,
    Object,
    Predicate,
    Role,
    SubjectName,
)
from codewitness.engine.verify.clause import read_clause
from codewitness.engine.verify.cursor import Cursor, joined
from codewitness.engine.verify.lexicon import (
    ADVERBS,
    ASKING,
    AUXILIARIES,
    BE,
    HAVE,
    LEAD_IN,
    NEGATIONS,
    ROLES,
    USING,
    VERBS,
)
from codewitness.engine.verify.of_parameter import of_parameter
from codewitness.engine.verify.polarity import NotUnderstood, begins_clause
from codewitness.engine.verify.tokens import Sort, Token, tokens
from codewitness.engine.verify.turned import bare_name, with_agent

_RESTATING = re.compile(
    r"(?::|[,;(]?\s*\bi\.e\.|[,;(]\s*(?:that is|in other words|meaning))"
    r"[,:]?\s+(?:that\s+)?it\s+(?=\w)"
)
MAX_CLAIM = 2_000  # characters

_ARTICLES = frozenset({"the", "a", "an", "this", "that", "each", "every"})
_MORE_VERBS = frozenset(
    {"only", "ignores", "lacks", "avoids", "omits", "fails", "wraps", "skips"}
    | {"leaves", "defers", "keeps", "breaks", "manages", "works", "runs", "gets"}
    | {"short", "bails", "exits", "looks", "nulls", "zeroes"}
)
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
    text = sentence.strip()
    if not text or len(text) > MAX_CLAIM:
        what = "it is empty" if not text else f"it is longer than {MAX_CLAIM} characters"
        return Claim(text=text[:MAX_CLAIM], subject=None, problem=what)
    if (restated := _restated(text)) is not None:
        return restated
    cursor = Cursor(tokens(text))
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
    try:
        return _said_of(subject, text, Cursor(tokens(text[match.end() :])))
    except NotUnderstood as problem:
        return Claim(text=text, subject=subject, problem=_explained(str(problem)))


def _claim_subject(text: str) -> SubjectName | None:
    """Whom a sentence is about, whatever it says of it."""
    cursor = Cursor(tokens(text))
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
    return None if at is None else Cursor([*words[at + 1 :], *words[:at]])


def _skip_opening(cursor: Cursor) -> bool:
    """Take `As a last resort,`: a few plain words before the subject that say how, not whether."""
    cursor.at = 0
    while cursor.at < _LONGEST_OPENING and cursor.token.sort is Sort.WORD:
        if cursor.word() in NEGATIONS | _CONDITIONAL:
            return False
        cursor.next()
    return cursor.at > 0 and cursor.next().text == ","


def _whole(text: str, cursor: Cursor) -> Claim | None:
    """The claim from here on; None if it has no subject."""
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
    path = _in_file(cursor)
    name = read_subject(cursor)
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


def _in_file(cursor: Cursor) -> str:
    """Take `in file.py,` before the subject."""
    start = cursor.at
    if cursor.take("in", "inside", "within"):
        cursor.skip(_ARTICLES | {"file", "module", "class"})
        token = cursor.next()
        if token.sort is Sort.CODE:
            cursor.skip(frozenset({","}))
            return token.text
    cursor.at = start
    return ""


def read_subject(cursor: Cursor) -> SubjectName | None:
    """Take the subject: a name, perhaps with what it is and where it is."""
    start = cursor.at
    if cursor.word() in ("anything", "something") and cursor.word(1) in ("in", "inside", "of"):
        cursor.at += 2
    if cursor.skip(_ARTICLES):
        _skip_adjectives(cursor)
    role = _role(cursor)
    if role is not Role.ANY:
        cursor.skip(frozenset({"of", "for", "named", "called", "in", "the", "class"}))
    token = cursor.token
    is_word = token.sort is Sort.WORD and token.word not in NEGATIONS | BE | HAVE | AUXILIARIES
    if token.sort is not Sort.CODE and not (is_word and (role or _verb_follows(cursor))):
        cursor.at = start
        return None
    cursor.next()
    name = SubjectName(bare_name(token.text), role)
    if cursor.token.word == "'s" and cursor.peek(1).sort in (Sort.CODE, Sort.WORD):
        cursor.next()
        name = _member(cursor, name)
    name = _placed(cursor, name)
    if (after := _role(cursor)) is not Role.ANY:
        name = name._replace(role=name.role or after)
        name = _placed(cursor, name)
    cursor.skip(frozenset({","}) if cursor.word(1) in ADVERBS | VERBS.keys() else frozenset())
    return name


def _skip_adjectives(cursor: Cursor) -> None:
    """Take `low level` of `the low level f calls g`."""
    for n_words in (1, 2, 3):
        words = [cursor.peek(ahead) for ahead in range(n_words)]
        if any(one.sort is not Sort.WORD or _is_known_word(one.word) for one in words):
            return
        if cursor.peek(n_words).sort is Sort.CODE and _begins_predicate(cursor, n_words + 1):
            cursor.at += n_words
            return


def _is_known_word(word: str) -> bool:
    return word in ROLES or word in NEGATIONS | BE | HAVE | USING | AUXILIARIES or word in VERBS


def _role(cursor: Cursor) -> Role:
    role = Role.ANY
    while (word := cursor.word()) in ROLES or word in ("instance", "async", "static", "public"):
        if word in ROLES:
            if (
                _begins_predicate(cursor, 1)
                and cursor.peek(1).sort is not Sort.CODE
                and (
                    role is Role.ANY and word not in ("method", "function", "class", "constructor")
                )
            ):
                break
            role = ROLES[word]
        elif cursor.word(1) not in ROLES:
            break
        cursor.next()
    return role


def _member(cursor: Cursor, owner: SubjectName) -> SubjectName:
    if (role := _role(cursor)) is Role.CONSTRUCTOR:
        return owner._replace(role=role)
    token = cursor.next()
    return SubjectName(f"{owner.name}.{bare_name(token.text)}", role)


def _placed(cursor: Cursor, name: SubjectName) -> SubjectName:
    """Take `of class X`, `in file.py`."""
    start = cursor.at
    if cursor.take("of", "in", "from", "on", "inside", "defined in"):
        cursor.skip(_ARTICLES)
        cursor.skip(ROLES.keys() | {"module", "package"})
        token = cursor.token
        if token.sort is Sort.CODE or (token.text[:1].isupper() and token.sort is Sort.WORD):
            cursor.next()
            cursor.skip(frozenset({"class", "file", "module", "struct", ","}))
            if "/" in token.text or _is_file(token.text):
                return name._replace(path=token.text)
            if name.name.startswith(f"{token.text}."):
                return name
            if name.role is Role.CONSTRUCTOR and not name.name:
                return name._replace(name=token.text)
            return name._replace(name=f"{token.text}.{name.name}")
    cursor.at = start
    return name


def _is_file(text: str) -> bool:
    extension = text.rpartition(".")[2]
    return extension in _EXTENSIONS and "::" not in text


_EXTENSIONS = frozenset(
    {
        *("py", "pyi", "js", "jsx", "ts", "tsx", "java", "kt", "go", "cs", "swift", "rb", "c"),
        *("h", "m", "mm", "cc", "cpp", "hpp", "cxx", "rs", "mjs", "cjs"),
    }
)


def _verb_follows(cursor: Cursor) -> bool:
    return _begins_predicate(cursor, 1) or cursor.word(1) in ("'s", *ROLES)


def _begins_predicate(cursor: Cursor, ahead: int) -> bool:
    word = cursor.word(ahead)
    known = BE | HAVE | USING | AUXILIARIES | NEGATIONS | ADVERBS | _MORE_VERBS
    return word in VERBS or word in known or word in ACTION_FORMS or cursor.is_done


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
            if not clauses:
                raise NotUnderstood(str(problem), name) from None
            ignored.append(joined(cursor.rest()))
            problem_text = f"understood {clauses[0].predicate.value!r}, but not: {ignored[-1]}"
            raise NotUnderstood(problem_text, name) from None
        if is_or and clauses[-1].is_negated and not _has_polarity(read[0]):
            # `does not read or write`
            read[0] = replace(read[0], is_negated=not read[0].is_negated)
        if clauses and _is_of_it(read[0]):
            read[0] = replace(read[0], objects=clauses[-1].objects)
        clauses += read
        ignored += left_out
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
