"""Read whom a claim is about: a name, perhaps with what it is and where it is."""

from __future__ import annotations

from codewitness.engine.verify.claim import Role, SubjectName
from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.counts import HOW_OFTEN
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.lexicon import (
    ADVERBS,
    AUXILIARIES,
    BE,
    HAVE,
    NEGATIONS,
    PHRASE_VERBS,
    ROLES,
    USING,
    VERBS,
)
from codewitness.engine.verify.reading.tokens import Sort
from codewitness.engine.verify.reading.turned import bare_name, is_file
from codewitness.engine.verify.reading.unknown import may_be_verb

_ARTICLES = frozenset({"the", "a", "an", "this", "that", "each", "every"})
_NO_SUBJECTS = (
    NEGATIONS
    | BE
    | HAVE
    | AUXILIARIES
    | {
        *(
            "if",
            "when",
            "unless",
            "whenever",
            "on",
            "before",
            "after",
            "upon",
            "for",
            "while",
            "once",
        ),
        *("inside", "within", "outside", "by", "with", "without", "because", "since", "although"),
    }
)


def in_file(cursor: Cursor) -> str:
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
    elif cursor.at == 0 and cursor.peek(1).sort is Sort.CODE and _sorts_subject(cursor):
        cursor.next()  # `template Vec overloads`
    role = _role(cursor)
    if role is not Role.ANY:
        cursor.skip(frozenset({"of", "for", "named", "called", "in", "the", "class"}))
    token = cursor.token
    is_word = token.sort is Sort.WORD and token.word not in _NO_SUBJECTS
    is_said_of = role or _verb_follows(cursor) or (cursor.at == 0 and _may_do(cursor))
    if token.sort is not Sort.CODE and not (is_word and is_said_of):
        cursor.at = start
        return None
    cursor.next()
    name = SubjectName(bare_name(token.text), role)
    if cursor.token.word == "'s" and cursor.peek(1).sort in (Sort.CODE, Sort.WORD):
        cursor.next()
        name = _member(cursor, name)
    name = _placed(cursor, name)
    if cursor.word(1) in ROLES and may_be_verb(cursor) and begins_predicate(cursor, 2):
        cursor.next()  # `the x computed property returns`
    if (after := _role(cursor)) is not Role.ANY:
        name = name._replace(role=name.role or after)
        name = _placed(cursor, name)
    cursor.skip(
        frozenset({","}) if cursor.word(1) in ADVERBS | HOW_OFTEN | VERBS.keys() else frozenset()
    )
    return name


def _sorts_subject(cursor: Cursor) -> bool:
    """True for a plain word that may say what the name behind it is."""
    is_plain = cursor.token.sort is Sort.WORD and not _is_known_word(cursor.word())
    is_said = begins_predicate(cursor, 2) or (may_be_verb(cursor, 2) and cursor.word(2)[-1:] == "s")
    return is_plain and cursor.word() not in _NO_SUBJECTS | ADVERBS | HOW_OFTEN and is_said


def _skip_adjectives(cursor: Cursor) -> None:
    """Take `low level` of `the low level f calls g`."""
    for n_words in (1, 2, 3):
        words = [cursor.peek(ahead) for ahead in range(n_words)]
        if any(one.sort is not Sort.WORD or _is_known_word(one.word) for one in words):
            return
        if cursor.peek(n_words).sort is Sort.CODE and begins_predicate(cursor, n_words + 1):
            cursor.at += n_words
            return


def _is_known_word(word: str) -> bool:
    return word in ROLES or word in NEGATIONS | BE | HAVE | USING | AUXILIARIES or word in VERBS


_SAYING_ROLES = (
    *("method", "function", "class", "constructor", "initializer", "initialiser"),
    *("destructor", "deinitializer", "deinitialiser", "finalizer"),
)


def _role(cursor: Cursor) -> Role:
    role = Role.ANY
    while (word := cursor.word()) in ROLES or word in ("instance", "async", "static", "public"):
        if word in ROLES:
            if (
                begins_predicate(cursor, 1)
                and cursor.peek(1).sort is not Sort.CODE
                and (role is Role.ANY and word not in _SAYING_ROLES)
            ):
                break
            role = ROLES[word]
        elif cursor.word(1) not in ROLES:
            break
        cursor.next()
    return role


def _member(cursor: Cursor, owner: SubjectName) -> SubjectName:
    if (role := _role(cursor)) in (Role.CONSTRUCTOR, Role.DESTRUCTOR):
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
            if "/" in token.text or is_file(token.text):
                return name._replace(path=token.text)
            if name.name.startswith(f"{token.text}."):
                return name
            if name.role in (Role.CONSTRUCTOR, Role.DESTRUCTOR) and not name.name:
                return name._replace(name=token.text)
            return name._replace(name=f"{token.text}.{name.name}")
    cursor.at = start
    return _of_type(cursor, name)


def _of_type(cursor: Cursor, name: SubjectName) -> SubjectName:
    """`Trait::method for Type` of Rust is the type's own."""
    owner, _, last = name.name.replace("::", ".").rpartition(".")
    named = cursor.peek(1)
    is_type = named.text[:1].isupper() and named.sort in (Sort.CODE, Sort.WORD)
    if cursor.word() != "for" or not owner[:1].isupper() or not is_type:
        return name
    if not begins_predicate(cursor, 2) and not may_be_verb(cursor, 2):
        return name
    cursor.at += 2
    return name._replace(name=f"{named.text.partition('<')[0]}.{last}")


def _verb_follows(cursor: Cursor) -> bool:
    return begins_predicate(cursor, 1) or cursor.word(1) in ("'s", *ROLES)


def _may_do(cursor: Cursor) -> bool:
    """True for a plain word that a verb of no list follows: `cautious caps the hint`."""
    is_verb = may_be_verb(cursor, 1) and cursor.word(1).endswith("s")
    is_led = cursor.peek(2).sort is Sort.CODE or cursor.word(2) in _BEFORE_OBJECT
    return is_verb and (is_led or not cursor.peek(2).text)


_BEFORE_OBJECT = frozenset({"the", "a", "an", "its", "each", "every", "all", "any", "no"})
_BEFORE_OBJECT |= {"with", "using", "via", "through", "to", "from", "if", "in", "on", "over", "up"}


def begins_predicate(cursor: Cursor, ahead: int) -> bool:
    """True if what is said of a subject may begin there."""
    word = cursor.word(ahead)
    known = BE | HAVE | USING | AUXILIARIES | NEGATIONS | ADVERBS | HOW_OFTEN | PHRASE_VERBS
    return word in VERBS or word in known or word in ACTION_FORMS or cursor.is_done
