"""Read clause after clause, each with what joins it to the one before."""

from __future__ import annotations

import re
from dataclasses import replace

from codewitness.engine.verify.claim import UNREAD, Claim, Clause, Object, Predicate, SubjectName
from codewitness.engine.verify.reading.actions import ACTIONS
from codewitness.engine.verify.reading.clause import read_clause
from codewitness.engine.verify.reading.cursor import Cursor, joined
from codewitness.engine.verify.reading.given import without_given
from codewitness.engine.verify.reading.leftover import may_be_left
from codewitness.engine.verify.reading.lexicon import AUXILIARIES, BE, NEGATIONS
from codewitness.engine.verify.reading.polarity import NotUnderstood, begins_clause
from codewitness.engine.verify.reading.tokens import Sort, Token
from codewitness.engine.verify.reading.turned import with_agent
from codewitness.model.outline import Around

_PAIR = 2
_CONNECTIVES = frozenset({",", ";", "and", "or", "but", "yet", "while", "nor"})


def said_of(name: SubjectName, text: str, cursor: Cursor) -> Claim:
    """The claim that the rest of a sentence makes of `name`."""
    if cursor.is_done:
        raise NotUnderstood(f"nothing is said of {name.name!r}", name)
    said = _Said(name)
    while not cursor.is_done:
        said.read_next(cursor)
    clauses = _of_it(without_given(said.clauses))
    if said.any_of and clauses[0].is_negated and len(clauses) > _PAIR:
        # `does not call f, returns x or raises E`
        raise NotUnderstood("what 'or' joins can't be told: claim each by itself", name)
    if clauses[0].predicate is Predicate.BEYOND and len(clauses) == 1:
        clauses[0] = replace(clauses[0], text=text)
    return with_agent(
        Claim(
            text=text,
            subject=name,
            clauses=tuple(clauses),
            any_of=said.any_of,
            ignored=tuple(said.ignored),
        )
    )


class _Said:
    """The clauses that have been read, and what was not understood."""

    def __init__(self, name: SubjectName) -> None:
        self.name = name
        self.clauses: list[Clause] = []
        self.ignored: list[str] = []
        self.any_of = self._is_or = False

    def read_next(self, cursor: Cursor) -> None:
        """Take a clause and what joins it to another; NotUnderstood if there is nothing else."""
        start = cursor.at
        try:
            read, left_out = read_clause(cursor, self.clauses[-1] if self.clauses else None)
        except NotUnderstood as problem:
            cursor.at = start
            unread = self._take_unread(cursor, str(problem))
            if _connective(cursor) and NEGATIONS & {one.word for one in unread}:
                raise NotUnderstood("what is denied is not understood", self.name) from None
            return
        self._add(read, left_out)
        if read[0].is_negated and cursor.word() == "without":
            raise NotUnderstood("what 'not … without …' says is not judged", self.name)
        if cursor.at == start:
            raise NotUnderstood(f"not understood: {joined(cursor.rest())}", self.name)
        first = self.clauses[-len(read) :][0]
        is_listed = first.is_negated and _is_in_list(cursor, first)
        is_or = _connective(cursor)
        self._is_or = is_or or is_listed
        self.any_of = self.any_of or (is_or and not first.is_negated)

    def _add(self, read: list[Clause], left_out: list[str]) -> None:
        first = read[0]
        if self.clauses and len(read) == 1 and _is_of_things(first):
            self.ignored += [f"? {first.text}", *left_out]
            return
        if self._is_or and self.clauses[-1].is_negated and not _has_polarity(first):
            first = replace(first, is_negated=not first.is_negated)  # `does not read or write`
        is_it = bool(_PRONOUNS & set(left_out)) and first.predicate in _OF_IT
        if is_it and not (first.objects or self.clauses):
            raise NotUnderstood(f"what is meant in '{first.text}' is not said", self.name)
        if self.clauses and not first.objects and (is_it or _is_of_it(first)):
            first = replace(first, objects=self.clauses[-1].objects)
            left_out = [words for words in left_out if words not in _PRONOUNS]
        self.clauses += [self._where_caught(first), *read[1:]]
        self.ignored += left_out

    def _where_caught(self, clause: Clause) -> Clause:
        """`catches errors and hands them to f`: that is done in a handler."""
        is_caught = bool(self.clauses) and self.clauses[-1].predicate is Predicate.CATCHES
        is_them = clause.predicate is Predicate.CALLS and clause.given in (("it",), ("them",))
        is_so = is_caught and is_them and not self.clauses[-1].is_negated
        return replace(clause, place=Around.HANDLER) if is_so and not clause.place else clause

    def _take_unread(self, cursor: Cursor, problem: str) -> list[Token]:
        """Take a clause that is not understood; the names in it may still be looked at."""
        words = _skip_clause(cursor)
        if (spoken := _spoken_of(words)) is not None:
            self.clauses.append(spoken)
            self.ignored.append(f"? {joined(words).replace('`', '')}")
            return words
        self.ignored.append(f"{UNREAD} {joined(words)}")
        if cursor.is_done and not self.clauses:
            raise NotUnderstood(problem, self.name) from None
        return words


_FOR_EACH = re.compile(r" (?:for|on) (?:each|every)(?: one| of them)?$")


def _of_it(clauses: list[Clause]) -> list[Clause]:
    """`catches E and re-raises it`: what is raised again is what was caught.

    `loops over xs and calls f for each` calls it for each of `xs`.
    """
    found = clauses[:1]
    for clause in clauses[1:]:
        before = [one.text for one in found[-1].objects if one.is_code]
        is_over = found[-1].predicate is Predicate.LOOPS and len(before) == 1
        if is_over and _FOR_EACH.search(clause.text) is not None:
            found.append(
                replace(clause, text=f"{_FOR_EACH.sub(' for each', clause.text)} of `{before[0]}`")
            )
            continue
        caught = found[-1]
        is_same = caught.predicate is Predicate.CATCHES and clause.predicate is Predicate.RERAISES
        is_same = is_same and not (clause.objects or caught.is_negated or clause.is_negated)
        found.append(replace(clause, objects=caught.objects) if is_same else clause)
    return found


def _is_of_things(clause: Clause) -> bool:
    """True for the `without cookies` of `skips entries without cookies`: no verb, but a noun."""
    is_plain = clause.predicate is Predicate.ACTS and clause.detail not in ACTIONS
    is_without = clause.text.startswith("without ") and not clause.objects
    return is_plain and is_without and not clause.text.split()[1].endswith("ing")


def _spoken_of(words: list[Token]) -> Clause | None:
    """What can be seen of a clause whose verb is not known: that its names are spoken of."""
    names = tuple(Object(one.text) for one in words if one.sort is Sort.CODE)
    is_plain = words[0].sort is Sort.WORD and may_be_left(words)
    return Clause(predicate=Predicate.USES, objects=names) if names and is_plain else None


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
    | {Predicate.USES_PARAMETER, Predicate.AWAITS, Predicate.RAISES, Predicate.CATCHES}
    | {Predicate.ACTS}
)


_HAS_NONE = re.compile(r"\b(?:no|neither|without|lacks?|free of)\b")
_AUXILIARY = re.compile(r"(?:does|do|did|can|could|must|will|would|should|may) not\b")


def _is_in_list(cursor: Cursor, clause: Clause) -> bool:
    """True behind the first of `never reads, writes or deletes x`, all of which is denied.

    Not behind that of `does not call f, returns x or raises E`, where another verb form goes on.
    """
    words = [one.word if one.sort in (Sort.WORD, Sort.MARK) else "" for one in cursor.rest()]
    if words[:1] != [","] or not words[1:] or words[1] in _CONNECTIVES | _ANEW:
        return False
    at = next((n for n, word in enumerate(words) if word in _JOINING), -1)
    if at < 0 or words[at] not in ("or", "nor"):
        return False
    if _AUXILIARY.search(clause.text) and words[1].endswith("s"):
        return False
    is_verb = begins_clause(Cursor(cursor.rest()[at + 1 :]))
    return is_verb or _HAS_NONE.search(clause.text) is not None


_ANEW = frozenset({"it", "this", "that", "they", "instead", "rather", "only", "just"})
_JOINING = frozenset({"and", "or", "nor", "but", "then", "while", "although", "though"})


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
        if cursor.has("or else"):
            break
        is_or = is_or or cursor.word() == "or"
        cursor.next()
        if begins_clause(cursor):
            break
    if cursor.word() == "then":
        cursor.next()
    return is_or
