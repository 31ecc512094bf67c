"""British and American spellings of one word: `colour` and `color`, `serialise` and `serialize`.

A query may have one and the code the other. Both are compared in the American one, whatever that
makes of a word that has no other spelling: `promise` is `promize` in the query and in the code.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Of verbs and what is made of them; of these only the words that have other forms, too, which
# would be told apart from them: `precisely`, `revision`, `supervisor`.
_ENDINGS = r"(?=(?:e|ed|er|ers|es|ing|able|ation|ations)$)"
_ISE = re.compile(rf"(?<=[a-z]{{3}})is{_ENDINGS}")
_IZE = re.compile(rf"(?<=[a-z]{{3}})iz{_ENDINGS}")
_ONLY_S = re.compile(
    rf"(?:adv|conc|dev|exerc|improv|prec|prom|comprom|rev|superv|telev)is{_ENDINGS}"
)
_ONLY_Z = re.compile(rf"(?:caps|res|unders|overs)iz{_ENDINGS}")
_LYSE = re.compile(r"(?<=[a-z]l)ys(?=(?:e|ed|er|ers|ing)$)")
_LYZE = re.compile(r"(?<=[a-z]l)yz(?=(?:e|ed|er|ers|ing)$)")
_OUR_WORDS = "armo|behavio|colo|endeavo|favo|flavo|harbo|hono|humo|labo|neighbo|rumo|savio|vapo"
_OUR = re.compile(rf"({_OUR_WORDS})ur")
_OR = re.compile(rf"({_OUR_WORDS})r(?!o)")
_WHOLE = {
    "artefact": "artifact",
    "catalogue": "catalog",
    "centre": "center",
    "defence": "defense",
    "dialogue": "dialog",
    "fibre": "fiber",
    "grey": "gray",
    "licence": "license",
    "metre": "meter",
    "offence": "offense",
    "programme": "program",
    "theatre": "theater",
}
_WHOLE |= {f"{british}s": f"{american}s" for british, american in _WHOLE.items()}
_OF_AMERICAN = {american: british for british, american in _WHOLE.items()}


@lru_cache(maxsize=50_000)
def american(word: str) -> str:
    """The lower-case word in the American spelling, as it is compared."""
    if (whole := _WHOLE.get(word)) is not None:
        return whole
    if _ONLY_S.match(word) is None:
        word = _ISE.sub("iz", word)
    return _OUR.sub(r"\1r", _LYSE.sub("yz", word))


def other_spelling(word: str) -> str:
    """How a lower-case word is spelled elsewhere; nothing of most words."""
    if (other := american(word)) == word:
        other = _OF_AMERICAN.get(word, word)
        if _ONLY_Z.match(word) is None:
            other = _IZE.sub("is", other)
        other = _OR.sub(r"\1ur", _LYZE.sub("ys", other))
    return other if other != word else ""
