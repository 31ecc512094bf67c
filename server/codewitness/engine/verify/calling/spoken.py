"""Calls whose names say, word by word, what a claim says: `runs the build callbacks`.

`RunBuildCallbacks()` does, and so does `executeBuildCallbacks()`: to run and to execute is one.
"""

from __future__ import annotations

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.contrary import is_switched_off
from codewitness.engine.verify.evidence import LOOSE
from codewitness.engine.verify.hit import Hit, Hits
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.reading.lexicon import NOUNS
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Part, Subject

_LEAST = 2  # words of a name that says something
_IDLE = frozenset(
    {*("the", "a", "an", "its", "any", "all", "each", "every", "that", "this", "it", "their")}
    | {*("with", "for", "of", "to", "from", "in", "on", "by", "and", "new", "old", "own", "own")}
)
_COMPUTING = frozenset({"compute", "calculate", "determine", "derive"})
# Verbs that are one in names.
_SAME = (
    frozenset({"run", "execute", "invoke", "call", "perform", "do", "exec", "trigger", "fire"}),
    frozenset({"ensure", "check", "assert", "verify", "validate", "require"}),
    frozenset({"raise", "fire", "emit", "trigger", "publish", "dispatch", "notify"}),
    frozenset({"create", "make", "build", "new", "construct"}),
    frozenset({"delete", "remove", "drop", "erase"}),
    frozenset({"get", "fetch", "read", "load", "retrieve"}),
    frozenset({"store", "save", "write", "put", "persist"}),
)


def spoken_hits(clause: Clause, subject: Subject) -> Hits:
    """The calls of which each word is said, or that have each word that is said."""
    if clause.is_only or any(one.is_code for one in clause.objects):
        return Hits()
    verbs = _verbs(clause, subject)
    asked = [word for one in clause.objects for word in words_in(one.text)]
    asked = [word for word in asked if word not in _IDLE]
    nouns = {stem for word in asked for stem in stems(word)}
    sorts = {one.noun for one in clause.objects} - {""}
    nouns |= {word for word, sort in NOUNS.items() if sort in sorts}  # `required args`
    if not verbs or not nouns:
        return Hits()
    fitting: list[Hit] = []
    for part in subject.parts:
        for call in part.outline.calls:
            words = words_in(call.name)
            words = words[1:] if words[:1] == prefix_of(part) else words
            if _is_said(words, verbs, nouns) and len(words) >= len(asked):
                hit = call_hit(call, part, LOOSE)
                if not is_switched_off(clause.detail, call.name, hit.arguments or ""):
                    fitting.append(hit)
    return Hits(tuple(fitting))


def prefix_of(part: Part) -> list[str]:
    """What the names of a library of C begin with, `pool` of `pool_open` and `pool_read_all`."""
    words = words_in(part.outline.name)
    is_c = part.outline.language in ("c", "cpp") and "_" in part.outline.name
    return words[:1] if is_c and len(words) > 1 else []


def _verbs(clause: Clause, subject: Subject) -> frozenset[str]:
    """The verb, and those that are the same in names; it alone, where a call is named after it.

    `loads the value` is said of `load(key)` there, and not of `entry.getValue()`.
    """
    said = frozenset(stems(clause.detail)) if clause.detail else frozenset[str]()
    called = (words_in(one.name) for part in subject.parts for one in part.outline.calls)
    if any(set(stems(words[0].lower())) & said for words in called if words):
        return said
    return said.union(*(group for group in _SAME if group & said))


def _is_said(words: list[str], verbs: frozenset[str], nouns: set[str]) -> bool:
    """True if a name begins with the verb, and its other words are those that are said."""
    if verbs & _COMPUTING and words and all(set(stems(word)) & nouns for word in words):
        return True  # `computes the median` by `median(xs)`
    if len(words) < _LEAST or not set(stems(words[0])) & verbs:
        return False
    rest = [set(stems(word)) for word in words[1:] if word not in _IDLE]
    return bool(rest) and all(one & nouns for one in rest)
