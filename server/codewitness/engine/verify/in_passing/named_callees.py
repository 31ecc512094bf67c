"""`passes the limit on to the iterator`: the one call that makes, or asks, what is named so.

Its name ends in the word (`ChildIterator(limit)`), or that is called on a thing of this name
(`handler.run(limit)`); `the constructor` is the one of the class itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codewitness.engine.verify.conditions.near_names import only_one
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Call

_SAID = re.compile(
    r"\b(?:passes|hands|forwards|gives|pass|hand|forward|give) (?P<what>(?:the |its )?[\w` ]+?)"
    r" (?:on |along |down |over |through )?to (?:the |its )(?P<noun>[a-z]+(?: [a-z]+){0,2})$"
)
_OWN_CLASS = frozenset({"cls", "self.__class__", "type(self)", "new", "self.class.new"})


def with_callee(text: str, subject: Subject) -> str:
    """The sentence with the call named that is meant, if but one may be."""
    said = _SAID.search(text)
    if said is None:
        return text
    noun = said["noun"]
    if noun == "constructor":
        name = only_one(_own_constructors(subject))
    else:
        name = only_one(_called_so(tuple(noun.split()), subject))
    return f"{text[: said.end('what')]} to `{name}`" if name else text


def _own_constructors(subject: Subject) -> Iterator[str]:
    for part in subject.parts:
        own = {*_OWN_CLASS, part.around.container}
        yield from (call.name for call in part.outline.calls if call.text in own)


def _called_so(words: tuple[str, ...], subject: Subject) -> Iterator[str]:
    for part in subject.parts:
        for call in part.outline.calls:
            if _ends_in(words, call.name) or _is_on(words, call):
                yield call.name


def _is_on(words: tuple[str, ...], call: Call) -> bool:
    names = parts(call.text)
    return len(names) > 1 and _ends_in(words, names[-2])


def _ends_in(words: tuple[str, ...], name: str) -> bool:
    return tuple(words_in(name))[-len(words) :] == words
