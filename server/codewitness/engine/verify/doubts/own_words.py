"""Whether the code of a subject speaks of what plain words say, by any part of any name or text."""

from __future__ import annotations

import re
from functools import lru_cache

from codewitness.engine.verify.doubts.plain_words import ALSO_WRITTEN
from codewitness.engine.verify.reading.spelled_short import SHORT, in_words
from codewitness.engine.verify.reading.stems import stems
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Outline

_WORD = re.compile(r"[a-z]+|\d+")
_LEAST = 4  # letters of a stem that is known at the start of a longer word
_LONG = 8  # letters of a word whose ending may be another one
_NO_NAMES = frozenset(
    {*("the", "its", "for", "and", "all", "any", "new", "one", "per", "not", "with", "from")}
    | {*("other", "given", "each", "every", "default", "current", "too", "also")}
)


def speaks_of(words: str, subject: Subject) -> bool:
    """True if any noun of `words` is in a name or a text of its code, those inside too."""
    asked = [w for w in _WORD.findall(in_words(words).lower()) if len(w) > 1]
    asked = [word for word in asked if word not in _NO_NAMES] or asked
    return any(_stands(word, part.outline) for word in asked for part in subject.parts)


def is_identifier(word: str, subject: Subject) -> bool:
    """True if just this is a name in its code."""
    asked = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    own = (part.outline for part in subject.parts)
    return word.isidentifier() and any(asked.search(o.text.slice(o.span)) for o in own)


def _stands(word: str, outline: Outline) -> bool:
    known = _names(outline)
    if any(short in known for short in (*ALSO_WRITTEN.get(word, ()), *SHORT.get(word, ()))):
        return True
    if len(word) >= _LONG:
        forms: tuple[str, ...] = (word, *stems(word), word[:-3])  # `deprecation` of `deprecated`
    else:
        forms = (word, *stems(word))
    begun = tuple(one for one in forms if len(one) >= _LEAST)
    return any(name in forms or name.startswith(begun) for name in known)


@lru_cache(maxsize=32)
def _names(outline: Outline) -> frozenset[str]:
    return frozenset(_WORD.findall(in_words(outline.text.slice(outline.span)).lower()))
