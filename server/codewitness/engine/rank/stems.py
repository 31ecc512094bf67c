"""Names and questions in the same words: identifiers cut into parts, parts without their endings.

`DatabaseRouter.routes` and "routing of a database" share the stems `databas` and `rout`. English
endings are Snowball's; what it leaves of those who do something (`router`) goes as well. What code
writes short (`config`, `async`) has the stem of the whole word.
"""

from __future__ import annotations

import re
from functools import lru_cache

from codewitness.engine.rank.spelling import american
from codewitness.engine.rank.tokens import PART
from codewitness.storage.stems import without_ending

_MIN_STEM = 3

# Only what stands for one word wherever it is written: `res` may be a resource or a response.
_SHORT_FOR = """
addr address / admin administrator / alloc allocate / app application / arg argument
async asynchronous / attr attribute / auth authentication / buf buffer / cert certificate
cfg configuration / cmd command / conf configuration / config configuration / conn connection
ctrl controller / ctx context / db database / decl declaration / dest destination / dir directory
doc documentation / dst destination / elem element / env environment / err error / exec execute
expr expression / fn function / func function / hdr header / idx index / img image
impl implementation / info information / init initialize / iter iterator / lib library
mgr manager / msg message / param parameter / pkg package / prev previous / prop property
ptr pointer / ref reference / regexp regex / repo repository / req request / resp response
sess session / spec specification / src source / srv server / stat statistic / stmt statement
svc service / sync synchronous / temp temporary / tmp temporary / util utility / val value
var variable
"""


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The lower-case word without its ending; not a word of its own, only good for comparing."""
    found = without_ending(american(word.lower()))
    return _WHOLE.get(found) or _without_doer(found)


@lru_cache(maxsize=50_000)
def stems(name: str) -> frozenset[str]:
    """The stems of an identifier's parts; single letters say nothing."""
    return frozenset(
        stem(part) for part in PART.findall(name) if len(part) > 1 or not part.isascii()
    )


def _without_doer(word: str) -> str:
    if word.endswith(("er", "or")) and len(word) - 2 >= _MIN_STEM:
        word = word[:-2]  # those who do it: router, resolver, executor
    if len(word) > _MIN_STEM and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]  # `formatt`, of formatter
    return word[:-1] if len(word) > _MIN_STEM and word[-1] == "e" else word  # write, of writer


SHORT_FORMS = [tuple(pair.split()) for pair in re.split(r"[/\n]", _SHORT_FOR.strip())]
# By what Snowball makes of the short form: `author` loses its ending later, and is not `auth`.
_WHOLE = {
    without_ending(short): _without_doer(without_ending(whole)) for short, whole in SHORT_FORMS
}
