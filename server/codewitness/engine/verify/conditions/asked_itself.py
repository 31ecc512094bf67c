"""Whether a condition asks a name itself, or only what it is given to: `if f(x)` is not `if x`."""

from __future__ import annotations

import re
from collections.abc import Set

from codewitness.engine.verify.code.alternatives import arms_of
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.name_words import letters_in

_BARE = re.compile(
    r"(?:only )?(?:if|when|whenever|while|unless) (?:the )?"
    r"`?(?P<name>@{0,2}[\w$]+(?:\.\w+)*[?!]?)`?"
    r"(?: is (?:not )?(?:true|set|truthy|given|false|falsy|on|off|enabled|disabled))?"
)
# What says of its argument whether there is something.
_SAYING = "len|bool|any|all|isset|defined|Boolean|empty|count|size|not|if|unless|while|and|or|in"
_INNERMOST = re.compile(r"(?P<callee>[\w$\])?!>]*)(?P<given>\([^()\[\]]*\)|\[[^()\[\]]*\])")
_TRANSPARENT = re.compile(rf"(?:{_SAYING})?")


def is_asked_itself(said: str, name: str, text: str) -> bool:
    """False if a claim says no more than this name, and the code gives it to what is asked."""
    bare = _BARE.fullmatch(said.strip())
    if bare is None or bare["name"] != name:
        return True
    spoken = {word for word in letters_in(bare[0].replace(name, "").lower()) if len(word) > 2}
    return any(
        has_word(_without_given(one, spoken), name) for one in text.split("\n") if not arms_of(one)
    )


def is_only_given(said: str, text: str) -> bool:
    """True if a claim says no more than a name, which the condition has only within a call."""
    bare = _BARE.fullmatch(said.strip())
    is_there = bare is not None and has_word(text, bare["name"])
    return is_there and not is_asked_itself(said, bare["name"] if bare else "", text)


def _without_given(text: str, spoken: Set[str]) -> str:
    """The text without arguments and keys.

    Those stay of what only looks whether they are there, and of what is spoken of: `is_set(x)`.
    """
    while (found := _INNERMOST.search(text)) is not None:
        names = set(letters_in(found["callee"]))
        is_kept = _TRANSPARENT.fullmatch(found["callee"]) is not None or names & spoken
        inner = f" {found['given'][1:-1]} " if is_kept and found["given"][0] == "(" else " "
        text = text[: found.start("given")] + inner + text[found.end("given") :]
    return text
