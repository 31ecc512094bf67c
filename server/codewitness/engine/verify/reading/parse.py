"""Parse a claim: who is spoken of, and what is said, clause by clause. Rules, no guesses.

What is not understood is said: `Claim.problem` is set, and such a claim is not judged.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from codewitness.engine.verify.claim import (
    EXAMPLES,
    Claim,
    Clause,
    Object,
    Predicate,
    SubjectName,
)
from codewitness.engine.verify.conditions.in_arm import with_arm
from codewitness.engine.verify.reading.alone import said_alone
from codewitness.engine.verify.reading.clause import narrowed_too
from codewitness.engine.verify.reading.clauses import said_of
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.expressions import with_condition
from codewitness.engine.verify.reading.lexicon import (
    ANYTHING,
    ASKING,
    BE,
    LEAD_IN,
    ROLES,
    VERBS,
)
from codewitness.engine.verify.reading.members import denied, said_of_members
from codewitness.engine.verify.reading.naming import in_file, read_subject
from codewitness.engine.verify.reading.narrow import narrow
from codewitness.engine.verify.reading.of_parameter import of_parameter
from codewitness.engine.verify.reading.opening import Front, front, skip_event, skip_opening
from codewitness.engine.verify.reading.polarity import NotUnderstood, begins_clause
from codewitness.engine.verify.reading.rewording import one_sentence, reworded
from codewitness.engine.verify.reading.several import not_of_each, said_of_each
from codewitness.engine.verify.reading.several_arms import with_each
from codewitness.engine.verify.reading.special_members import named_members
from codewitness.engine.verify.reading.tokens import Sort, Token, tokens
from codewitness.model.names import composed

_TICKED = re.compile(r"`[^`]*`")
_LAST_LABEL = re.compile(r"\b((?:overrides|defines) \w+):$")  # of a selector, `close:`
_FULL_STOP = re.compile(r"(?<=[\w`'\")\]])\s*\.$")
_RESTATING = re.compile(
    r"(?::(?!:)|[,;(]?\s*\b(?:i\.e\.|that is(?=,? it\b))"
    r"|[,;(]\s*(?:that is|in other words|meaning))"
    r"[,:]?\s+(?:that\s+)?(?P<it>it\s+)?(?=[\w`])"
)
_DENIED = re.compile(
    r"(?:it|is it) (?:is )?(?:not|never) (?:the case|true|so|correct|right) that\s+"
    r"|(?:it is|is it) (?:false|wrong|untrue|incorrect) that\s+",
    re.IGNORECASE,
)
_IS_IT_TRUE = re.compile(
    r"(?:is|isn't|was) it (?:true|so|right|correct|the case|a fact|false|wrong|untrue|incorrect)\b"
    r".*[^?!]\?$",
    re.IGNORECASE | re.DOTALL,
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
_OPEN_QUESTIONS = frozenset({"why", "how", "what", "which", "where", "who", "whom", "whose"})
_NOBODY_ELSE = (
    *("no method other than", "no function other than", "nothing other than", "nobody but"),
    *("no one but", "nothing but", "nothing except", "no code other than", "nothing else than"),
    *("no one else than", "nobody else than", "no other function than", "no other method than"),
)
_NOBODY = ("nothing", "nobody", "no one", "no other method", "no function", "no method", "none")


@lru_cache(maxsize=1_024)  # standing claims are read again at every edit
def parse(sentence: str) -> Claim:
    """The claim that `sentence` makes."""
    said = composed(sentence.strip())
    if not said or len(said) > MAX_CLAIM:
        what = "it is empty" if not said else f"it is longer than {MAX_CLAIM} characters"
        return Claim(text=said[:MAX_CLAIM], subject=None, problem=what)
    if _IS_IT_TRUE.match(said):  # the mark is the question's, not that of a name of Ruby
        said = said[:-1].rstrip()
    said_plainly = with_condition(_LAST_LABEL.sub(r"\1", _FULL_STOP.sub("", said)))
    text = one_sentence(named_members(said_plainly))
    if (match := _DENIED.match(text)) is not None:
        return _denied(replace(parse(text[match.end() :]), text=said))
    if (of_several := said_of_each(text, parse)) is not None:
        return replace(of_several, text=said)
    claim = said_of_members(text, parse) or _alone(text) or _parsed(text)
    return with_each(with_arm(replace(claim, text=said), text, parse), text, parse)


def _alone(text: str) -> Claim | None:
    """`Only f writes x`; None of what is said of no one alone. Who calls is asked of the callee."""
    if (said := said_alone(text)) is None:
        return None
    plain, among = said
    claim = _parsed(plain)
    if claim.subject is None or not claim.clauses:
        return claim if claim.problem else None
    clause = claim.clauses[0]
    bare = Clause(predicate=Predicate.CALLS, objects=clause.objects, detail=clause.detail)
    is_call = claim.clauses == (replace(bare, text=clause.text),) and not among
    if not is_call or len(clause.objects) != 1 or not _is_named(clause):
        return replace(claim, is_alone=True, among=among)
    called = replace(clause, predicate=Predicate.CALLED_BY, is_only=True, any_of=True, detail="")
    called = replace(called, objects=(Object(claim.subject.name),))
    return replace(claim, subject=SubjectName(clause.objects[0].text), clauses=(called,))


def _is_named(clause: Clause) -> bool:
    """True for `calls g`, too: a word without an article that can be a name."""
    [one] = clause.objects
    is_bare = re.search(rf"\b(?:calls|invokes) {re.escape(one.text)}$", clause.text) is not None
    return one.is_code or (is_bare and one.text.isidentifier() and one.text not in ANYTHING)


def _parsed(text: str) -> Claim:
    if (restated := _restated(text)) is not None:
        return restated
    cursor = Cursor(reworded(tokens(text)))
    try:
        return _claim(text, cursor)
    except NotUnderstood as problem:
        return Claim(text=text, subject=problem.subject, problem=_explained(str(problem)))


def _restated(text: str) -> Claim | None:
    """`f tidies up: it calls g` says precisely behind the colon what it means; None without one."""
    hidden = _TICKED.sub(lambda ticked: "`" * len(ticked[0]), text)
    if (match := _RESTATING.search(hidden)) is None:
        return None
    try:
        subject = _claim_subject(text[: match.start()])
    except NotUnderstood:
        return None
    is_plain = subject is not None and subject.name.isalpha() and subject.name.islower()
    if subject is None or (is_plain and match[0].strip(" ,;(:")):
        other = _said_in_other_words(text, match)
        if other is not None or subject is None:
            return other
    rest = text[match.end() :]
    if match["it"] is None and not begins_clause(Cursor(tokens(rest))):
        return _said_of_its_part(subject, text, rest)
    before = text[: match.start()]
    rest = _with_the_name(rest, subject, before)
    try:
        claim = said_of(subject, text, Cursor(tokens(rest)))
        return _with_denied(claim, before) if match[0].lstrip().startswith(":") else claim
    except NotUnderstood as problem:
        return Claim(text=text, subject=subject, problem=_explained(str(problem)))


_DENYING = re.compile(r"\b(?:never|not|no|cannot|without)\b|n't\b")


def _with_denied(claim: Claim, before: str) -> Claim:
    """`f never checks x: it calls g`, where the one does not say the other."""
    is_denied = _DENYING.search(before) is not None
    if not is_denied or any(clause.is_negated or clause.is_only for clause in claim.clauses):
        return claim
    other = _parsed(before.strip())
    if other.problem or other.subject != claim.subject:
        return replace(claim, ignored=(*claim.ignored, f"? : {before}"))
    both = (*other.clauses, *claim.clauses)
    return replace(claim, clauses=both, ignored=(*other.ignored, *claim.ignored))


_IT = re.compile(r"\b(?:it|them)(?=[ .]*$| (?:at all|directly|itself|and|or|but)\b)")


def _with_the_name(rest: str, subject: SubjectName, before: str) -> str:
    """`f does not reuse g, i.e. it never calls it`: what the second `it` means, if it is plain."""
    names = {one.text for one in tokens(before) if one.sort is Sort.CODE} - {subject.name}
    return _IT.sub(f"`{names.pop()}`", rest) if len(names) == 1 else rest


def _said_in_other_words(text: str, restating: re.Match[str]) -> Claim | None:
    """`rejected requests count, i.e. f calls g`, where only what follows names whom it is about."""
    before, rest = text[: restating.start()], text[restating.end() :]
    is_name = tokens(rest)[:1] and tokens(rest)[0].sort is Sort.CODE
    if restating["it"] or not is_name or _NARROWING.match(before) or "`" in before:
        return None
    claim = _parsed(rest)
    return None if claim.problem else replace(claim, text=text)


_NARROWING = re.compile(
    r"(?i)(?:if|when\w*|unless|while|after|before|once|on|in|inside|for|only)\b"
)


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
    subject, predicate = composed(subject.strip()), composed(predicate.strip())
    text = f"`{subject}` {predicate}"
    name = SubjectName(subject)
    cursor = Cursor(tokens(predicate))
    try:
        return said_of(name, text, cursor)
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
    if (opened := front(cursor)) is not None and (claim := _fronted(text, opened)):
        return claim
    if skip_opening(cursor) and (claim := _whole(text, cursor)) is not None:
        return claim
    if (opening := skip_event(cursor)) and (claim := _whole(text, cursor)) is not None:
        return replace(claim, ignored=(*claim.ignored, f"? {opening}"))
    raise NotUnderstood(f"no subject found in {text!r}: name it in back-ticks")


def _fronted(text: str, opened: Front) -> Claim | None:
    """`If x is missing, f logs and raises E`: what stands before narrows all that is said."""
    try:
        claim = _whole(text, Cursor(opened.said))
    except NotUnderstood:
        claim = None
    if claim is None or len(claim.clauses) == 1:
        return _whole(text, Cursor([*opened.said, *opened.front]))
    narrowing = narrow(Cursor(opened.front))
    clauses = tuple(narrowed_too(clause, narrowing) for clause in claim.clauses)
    return replace(claim, clauses=clauses, ignored=(*claim.ignored, *narrowing.ignored))


def _whole(text: str, cursor: Cursor) -> Claim | None:
    """The claim from here on; None if it has no subject."""
    _refuse(cursor)
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
    if _is_about_several(cursor):
        raise NotUnderstood("it is about several: claim it of each by itself", name)
    if path and not name.path:
        name = name._replace(path=path)
    cursor.tokens[cursor.at : cursor.at] = asked
    return said_of(name, text, cursor)


def _refuse(cursor: Cursor) -> None:
    """NotUnderstood for what no verdict can answer."""
    if cursor.word() in _OPEN_QUESTIONS:
        raise NotUnderstood("it asks what can't be answered with yes or no")
    if cursor.take(*_ALL_OF) or (cursor.word() == "both" and cursor.word(1) in _PARTS):
        raise NotUnderstood("what holds of all is not judged: claim it of each by itself")
    if _NOTHING_ELSE.search(joined(cursor.rest())):
        raise NotUnderstood("whether nothing else is done where that is so is not judged")


_NOTHING_ELSE = re.compile(r"\b(?:does|do) nothing (?:but|except) .+ (?:if|when|unless|whenever) ")
_PARTS = frozenset({"branches", "arms", "loops", "calls", "cases", "methods", "functions", "of"})


def _is_about_several(cursor: Cursor) -> bool:
    """True for the rest of `f and g share a lock`."""
    return cursor.word() in ("and", "or") and cursor.peek(1).sort is Sort.CODE


def _denied(claim: Claim) -> Claim:
    """The claim with a `not` before all of it."""
    if claim.problem:
        return claim
    if claim.several and not claim.any_of:
        return not_of_each(claim, claim.text)
    if claim.members is not None and (members := denied(claim.members)) is not None:
        return replace(claim, members=members)
    if claim.members is not None or len(claim.clauses) != 1:
        problem = "what is denied has several parts: deny each by itself"
        return replace(claim, clauses=(), problem=_explained(problem))
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
            return said_of(subject, text, Cursor([negation, *cursor.rest()]))
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
    return said_of(_needed_subject(Cursor(words[at + 1 :])), text, Cursor([has, *words[:at]]))


def _needed_subject(cursor: Cursor) -> SubjectName:
    subject = read_subject(cursor)
    is_alone = cursor.token.sort is Sort.WORD and not cursor.peek(1).text
    if subject is None and is_alone:
        subject = SubjectName(cursor.next().text)  # `there is no loop in push`
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
