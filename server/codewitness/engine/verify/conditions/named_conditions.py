"""A condition in plain words, by the name that the code has for it: `if the pool is closed`.

`if it is already started` asks for `self._started`, `when the encryption key is set` for
`encryptionKey`, and `if there is no validator` for `validator`: where conditions of the subject
have one name, and no other, of just these words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codewitness.engine.verify.claim import Clause
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.conditions.lone_states import lone_state
from codewitness.engine.verify.conditions.near_names import Asked, is_flag_of, is_near, only_one
from codewitness.engine.verify.conditions.spoken_conditions import plainer_conditions, switched
from codewitness.engine.verify.evidence import EvidenceType, Finding
from codewitness.engine.verify.name_words import words_in
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.names import dotted

_LEAD = r"(?P<lead>(?:only )?(?:if|when|unless|while|until|whenever|in case)) "
_ARTICLE = r"(?:(?:the|its|their|this|that|a|an|any) )?"
_NOUN = r"(?P<noun>[a-z][\w-]*(?: [a-z][\w-]*){0,3}?)"
_BE = r"(?:is|are|was|were|has been|have been|has|have|had|gets?)"
_IS = re.compile(
    rf"^{_LEAD}{_ARTICLE}{_NOUN} {_BE} (?:already |still |now |currently |been )?"
    r"(?P<no>not (?:yet |been )?|no longer |never (?:been )?)?"
    r"(?P<state>[a-z]+(?: [a-z]+){0,2}|None|NULL)$"
)
_OF_IT = re.compile(r"\b(?:if|when|unless|whenever) it (?=(?:is|was|has|had|gets?) )")
_THERE = re.compile(
    rf"^{_LEAD}there (?:is|are|was|were) (?P<no>not an? |no )?(?:an? |any |some |already an? )?"
    r"(?P<noun>[a-z][\w-]*(?: [a-z][\w-]*){0,2})$"
)
# What is asked of whether something is there at all, which the name alone does not say.
_PRESENCE = frozenset(
    {*("set", "missing", "null", "nil", "none", "empty", "there", "given", "present", "absent")}
    | {*("found", "known", "unknown", "undefined", "true", "false", "on", "off", "unset")}
    | {*("provided", "available", "defined", "specified", "supplied", "passed", "truthy", "falsy")}
    | {*("negative", "positive", "zero", "blank", "nonempty", "configured", "enabled", "disabled")}
)
_VALUES = _PRESENCE - {"set", "given", "found", "there", "known", "unknown", "on", "off"}
_FILLING = frozenset(
    {"is", "has", "was", "are", "did", "have", "had", "been", "already", "m", "be"}
)
_IDLE = frozenset({"it", "this", "object", "instance", "self"})
_NAME = re.compile(r"(?<![\w.\"'`])[A-Za-z_$@#][\w$#]*(?:(?:\?\.|!?\.|->|::)[A-Za-z_#][\w#]*)*")
_UNDOING = re.compile(r"(?:un|in|im|ir|dis|non)(?=[a-z]{4})")


def in_its_names(clause: Clause, subject: Subject) -> Clause:
    """The clause with a condition that is named as the code names it; as it is, if in doubt."""
    is_of_it = _OF_IT.search(clause.text) is not None  # read as what is done, `if close is open`
    if not clause.described or (clause.condition and not is_of_it):
        return clause
    told = bound_condition(clause, subject)
    return replace(clause, described=told, condition=()) if told else clause


def bound_condition(clause: Clause, subject: Subject) -> str:
    """The condition of the clause by the code's own name; empty if none or several may be meant."""
    for described in plainer_conditions(clause):
        one = replace(clause, described=described)
        told = _there(described, subject) or _state(one, subject) or _switched(described, subject)
        told = told or lone_state(described, list(_asked_names(subject)), _split)
        if told:
            return told
    return ""


def is_told_by_name(named: Clause, finding: Finding) -> bool:
    """True if what is found follows from what is asked of that name, and not from words alone."""
    is_against = bool(finding.against)
    places = [
        one for one in finding.against or finding.proofs if one.type is not EvidenceType.CONDITIONAL
    ]
    told = [
        is_as_said(named.described, one.outline, one.span, is_only=named.is_only_there).is_so
        for one in places
    ]
    if is_against:
        return not places or False in told
    return bool(finding.proofs) and all(told)


def _there(described: str, subject: Subject) -> str:
    """`if there is no validator` as `if validator is not there`."""
    said = _THERE.match(described)
    name = only_one(_of_words(_split(said["noun"]), subject)) if said is not None else ""
    return f"{said['lead']} {name} is {'not ' if said['no'] else ''}there" if said and name else ""


def _state(clause: Clause, subject: Subject) -> str:
    """`if the process is connected` as `if connected`, `if it is null` by its only parameter."""
    is_of_it = _OF_IT.search(clause.text) is not None
    said = _IS.match(_NOUN_SAID.sub(r"\1 it ", clause.described) if is_of_it else clause.described)
    if said is None:
        return ""
    noun, state = said["noun"], said["state"]
    denied = "not " if said["no"] else ""
    if state == "empty" and (size := only_one(_own_sizes(noun, subject))):
        return f"{said['lead']} {size} is {denied}0"
    if state == "empty" and (asking := only_one(_own_empties(noun, subject))):
        return f"{said['lead']} {denied}{asking}"
    if state.lower() in _PRESENCE:
        name = only_one(_of_words(_split(noun), subject)) or _parameter(noun, state, subject)
        name = name or only_one(_near_words(_split(noun), subject))
        return f"{said['lead']} {name} is {denied}{state}" if name else ""
    asked = tuple(map(_singular, state.split()))
    for words, is_undone in ((asked, False), (_undone(asked), True)):
        found = only_one(_of_state(noun, words, subject)) if words else ""
        if found:
            is_denied = bool(denied) != is_undone
            return f"{said['lead']} {'not ' if is_denied else ''}{found}"
    return ""


def _own_sizes(noun: str, subject: Subject) -> Iterator[str]:
    """The `length` of `if (this.length === 0)`, where its own class or `it` is spoken of."""
    own, asked = _split(subject.head.around.container), _split(noun)
    if noun in _IDLE or (own and asked == own[-len(asked) :]):
        for one in _asked_names(subject):
            if one.words in _SIZES and not one.owner:
                yield one.text


def _own_empties(noun: str, subject: Subject) -> Iterator[str]:
    """The `isEmpty` of `if (isEmpty())`, where its own class or `it` is spoken of."""
    own, asked = _split(subject.head.around.container), _split(noun)
    if noun in _IDLE or (own and asked in (own[-len(asked) :], own[: len(asked)])):
        for one in _asked_names(subject):
            if one.words == ("empty",) and not one.owner:
                yield one.text


_SIZES = (("length",), ("size",), ("count",), ("len",))

_NOUN_SAID = re.compile(r"\b(if|when|unless|whenever) \S+ (?=(?:is|was|has|had|gets?) )")


def _undone(state: tuple[str, ...]) -> tuple[str, ...]:
    """`valid` of `invalid`."""
    found = _UNDOING.match(state[0]) if len(state) == 1 else None
    return () if found is None else (state[0][found.end() :],)


def _parameter(noun: str, state: str, subject: Subject) -> str:
    """`x` of `if it is null`, of a function with that one parameter; `it` may be an object else."""
    given = subject.head.outline.parameters
    is_of_object = subject.head.around.container and state.lower() not in _VALUES - {
        "empty",
        "blank",
    }
    return given[0].name if noun == "it" and len(given) == 1 and not is_of_object else ""


def _switched(described: str, subject: Subject) -> str:
    """`if dot notation is disabled`, of the one flag that has these words in its name."""
    if (said := switched(described)) is None:
        return ""
    lead, noun, is_on = said
    asked = _split(noun)
    flags = (one.text for one in _asked_names(subject) if is_flag_of(asked, one.words))
    name = only_one(flags)
    return f"{lead} {name} is {'on' if is_on else 'off'}" if name else ""


def _of_words(asked: tuple[str, ...], subject: Subject) -> Iterator[str]:
    """The names of just these words, of what is asked for in conditions."""
    for one in _asked_names(subject):
        if one.words == asked or (one.words == asked[-1:] and one.owner == asked[:-1] != ()):
            yield one.text


def _near_words(asked: tuple[str, ...], subject: Subject) -> Iterator[str]:
    """As `_of_words`, of names that say no more: `options.watch` of the watch option."""
    return (one.text for one in _asked_names(subject) if is_near(asked, one.words))


def _of_state(noun: str, state: tuple[str, ...], subject: Subject) -> Iterator[str]:
    """The names of just this state, of what is spoken of."""
    asked = _split(noun)
    own = _split(subject.head.around.container)
    is_own = noun in _IDLE or bool(own and asked in (own[-len(asked) :], own[: len(asked)]))
    given = {one.name for one in subject.head.outline.parameters}
    for one in _asked_names(subject):
        is_state = one.words == state
        is_its = one.owner[-len(asked) :] == asked or (is_own and not one.owner)
        is_its = is_its or (noun == "it" and one.text.partition(".")[0] not in given)
        if one.words in ((*asked, *state), (*state, *asked)) or (is_state and is_its):
            yield one.text


def _asked_names(subject: Subject) -> Iterator[Asked]:
    for part in subject.parts:
        own_words = part.around.own_words
        for item in part.outline.marked("condition"):
            for found in _NAME.finditer(item.text):
                *owners, last = parts(dotted(re.sub(r"[?!]?\.|->|::", ".", found[0])))
                if owners and owners[0] in own_words:
                    owners = owners[1:]
                text = ".".join((*owners, last)).lstrip("#@")
                yield Asked(text, _split(last), _split(owners[-1]) if owners else ())


def _split(name: str) -> tuple[str, ...]:
    """The words of a name, without those that say no more than that it asks something."""
    words: Sequence[str] = [_singular(word) for word in words_in(name)]
    kept = tuple(word for word in words if word not in _FILLING)
    return kept or tuple(words)


def _singular(word: str) -> str:
    is_plural = len(word) > _SHORTEST and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


_SHORTEST = 3  # letters of a word that may be one of several, `ids`
