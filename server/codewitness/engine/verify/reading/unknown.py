"""Whether a plain word that no list has may be a verb."""

from __future__ import annotations

from codewitness.engine.verify.reading.counts import HOW_OFTEN
from codewitness.engine.verify.reading.cursor import Cursor
from codewitness.engine.verify.reading.lexicon import (
    ADVERBS,
    ANYTHING,
    ARTICLES,
    AUXILIARIES,
    BE,
    HAVE,
    NEGATIONS,
    NOUNS,
    ONLY,
    PURPOSE,
    ROLES,
    USING,
)
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.reading.tokens import Sort

AWAY = frozenset({"up", "out", "off", "down", "away", "back", "together", "apart", "over", "on"})
_NO_VERBS = (
    *(ADVERBS, ANYTHING, ARTICLES, AUXILIARIES, BE, HAVE, NEGATIONS, NOUNS, ONLY, PURPOSE, ROLES),
    *(
        HOW_OFTEN,
        USING,
        {"before", "after", "inside", "outside", "with", "when", "whenever", "unless", "but"},
    ),
    {"while", "except", "then", "than", "how", "what", "why", "where", "there", "here", "well"},
)
_KNOWN_OTHERWISE = frozenset().union(*_NO_VERBS)
_LEAST = 3  # letters


def may_be_verb(cursor: Cursor, ahead: int = 0) -> bool:
    """True if a plain word stands there that is not known to be anything else."""
    token = cursor.peek(ahead)
    word = cursor.word(ahead)
    is_plain = token.sort is Sort.WORD and token.text == word and word.isalpha()
    is_other = word in _KNOWN_OTHERWISE or says_how(word)
    return is_plain and len(word) >= _LEAST and not is_other


def says_how(word: str) -> bool:
    """True for `recursively`: a word before a verb that says nothing of what is done."""
    return word.endswith("ly") and len(word) > _LONGEST_VERB and word not in _VERBS_WITH_LY


_LONGEST_VERB = 5  # letters of a verb such as `apply`
_VERBS_WITH_LY = frozenset({"supply", "multiply", "comply", "conditionally", "unconditionally"})


def looks_like_verb(cursor: Cursor, ahead: int) -> bool:
    """True for `quotes the path` behind an `and`, where `quotes` is in no list."""
    word = cursor.word(ahead)
    if not may_be_verb(cursor, ahead) or not word.endswith("s") or word.endswith("ss"):
        return False
    following = cursor.word(ahead + 1)
    return cursor.peek(ahead + 1).sort is Sort.CODE or following in _BEFORE_OBJECT


_BEFORE_OBJECT = frozenset({"the", "a", "an", "its", "each", "every", "all", "any", "no", *AWAY})


def denies(verb: str) -> bool:
    """True for a verb after which a thing is rather not used: `prevents x`, `excludes x`."""
    return not _DENYING.isdisjoint(stems(verb))


_DENYING = frozenset(
    {
        *("bypass", "exclude", "prevent", "forbid", "prohibit", "block", "drop", "eliminate"),
        *("discard", "leave", "keep", "spare", "shun", "evade", "eschew", "dodge", "circumvent"),
        *("sidestep", "disable", "disallow", "inhibit", "hinder", "stop", "cease", "quit", "halt"),
        *("abstain", "desist", "deny", "reject", "refuse", "decline", "lack", "miss", "need"),
        *("forgo", "forego", "neglect", "overlook", "disregard", "dismiss", "except", "exempt"),
        *("omit", "skip", "avoid", "abandon", "contradict", "supersede", "obviate", "preclude"),
        *("ban", "bar", "hide", "withhold", "shield", "isolate", "separate", "differ", "exclud"),
        *("outlaw", "escape", "lose", "forget", "elude", "suppress", "mute", "silence", "veto"),
        *("absent", "unlike", "free", "fail", "devoid", "instead", "without", "else", "no"),
    }
)
