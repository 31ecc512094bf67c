"""Conditions as they are spoken, put into those that are bound to names: see `named_conditions`.

`if none is given` asks for what the clause speaks of, `if no path is set` is `if the path is not
set`, and `if x is turned off` says of a flag that it is off.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.name_words import words_in

_LEAD = r"(?P<lead>(?:only )?(?:if|when|unless|while|until|whenever|in case))"
_BE = r"(?:is|are|was|were|has been|have been|gets?)"
_GIVEN = (
    r"(?:given|passed(?: in)?|provided|supplied|specified|set|registered|installed|configured"
    r"|defined|present|available|attached)"
)
_OF_ONE = re.compile(
    rf"^{_LEAD} (?P<which>none|no one|one|any) {_BE} (?:already )?(?P<no>not )?{_GIVEN}$"
)
_NO_SUCH = re.compile(
    rf"^{_LEAD} no (?P<noun>(?!one\b)[a-z][\w-]*(?: [a-z][\w-]*){{0,3}}?) {_BE} {_GIVEN}$"
)
_ARTICLE = r"(?:(?:the|its|their|this|that|a|an|any) )?"
_SWITCHED = re.compile(
    rf"^{_LEAD} {_ARTICLE}(?P<noun>[a-z][\w-]*(?: [a-z][\w-]*){{0,3}}?) {_BE} (?P<no>not )?"
    r"(?:(?P<on>enabled|(?:turned|switched) on|on|activated|requested|wanted|allowed)"
    r"|(?:disabled|(?:turned|switched) off|off|deactivated))$"
)


def plainer_conditions(clause: Clause) -> list[str]:
    """What the clause says of when, in the ways in which it is read where a name is looked for."""
    said = clause.described
    if (one := _OF_ONE.match(said)) is not None:
        is_none = (one["which"] in ("none", "no one")) != (one["no"] is not None)
        told = f"is {'not ' if is_none else ''}given"
        return [f"{one['lead']} {noun} {told}" for noun in _spoken_of(clause)] or [said]
    if (none := _NO_SUCH.match(said)) is not None:
        return [f"{none['lead']} {none['noun']} is not given"]
    return [said]


def switched(described: str) -> tuple[str, str, bool] | None:
    """The lead, the noun and whether it is on, of `if logging is turned on`."""
    if (said := _SWITCHED.match(described)) is None:
        return None
    return said["lead"], said["noun"], (said["on"] is not None) != (said["no"] is not None)


def _spoken_of(clause: Clause) -> list[str]:
    """What the clause is about, which `one` and `none` stand for: all of its name, and its head."""
    if len(clause.objects) == 1 and clause.objects[0].text:
        words = words_in(clause.objects[0].text.split(".")[-1])
        return list(dict.fromkeys(one for one in (" ".join(words), *words[-1:]) if one))
    called = _CALLBACK.search(clause.text) if not clause.objects else None
    return [called[1]] if called is not None else []


_CALLBACK = re.compile(
    r"\b(?:calls|invokes|runs|fires|triggers) (?:the |its |a |this )?"
    r"(callback|hook|listener|handler)\b"
)
