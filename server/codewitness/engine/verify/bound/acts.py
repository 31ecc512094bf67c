"""The acts of code that are what a sentence says: the verb, what it is done to, and all besides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from codewitness.engine.verify.bound.sentences import Said
from codewitness.engine.verify.bound.things import Thing, is_named, is_that
from codewitness.engine.verify.bound.verbs import (
    ASKING,
    CREATING,
    DELETING,
    DIRECTED,
    EMPTYING,
    PUTTING,
    RUNNING,
    call_words,
    lemma,
)
from codewitness.engine.verify.bound.words import words_of
from codewitness.engine.verify.evidence import EvidenceType
from codewitness.engine.verify.in_passing.phrases import given_to
from codewitness.engine.verify.subject import Part
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span


class Act(NamedTuple):
    """A place in the code, and what is done there in words that name it."""

    type: EvidenceType
    detail: str
    part: Part
    span: Span
    told: str

    @property
    def outline(self) -> Outline:
        """Of the definition that it stands in."""
        return self.part.outline


# Ends of a call's name that say how, not to what.
_HOW = frozenset(
    {*("all", "sync", "async", "now", "safe", "safely", "if", "once", "many", "one", "in", "with")}
)
_WHERE = frozenset({"to", "from", "in", "into", "on", "for", "with", "by", "at", "of"})


class _Calling(NamedTuple):
    """A call: what it is made on, what is said of it by its name, and what it is given."""

    call: Call
    outline: Outline
    on: str
    rest: tuple[str, ...]
    given: Sequence[str]


def calls_that(said: Said, part: Part) -> Iterator[Act]:
    """The calls that do it."""
    if said.what.is_empty:
        return
    verb = lemma(said.verb)
    words = call_words(verb)
    for call in part.outline.calls:
        named = words_of(call.name)
        if not named or part.outline.text.slice(call.whole).startswith("new "):
            continue
        on = call.text[: len(call.text) - len(call.name)].rstrip(".:>-?!")
        n_verb = _begins(named, words)
        one = _Calling(call, part.outline, on, named[n_verb:], given_to(call, part.outline))
        is_it = bool(n_verb) and _is_done_to(said, one, verb)
        if not is_it and not said.things:
            is_run = verb in RUNNING and _is_run(said.what, call, named, on)
            is_asked = verb in ASKING and bool(on) and is_that(said.what, on, part.outline)
            is_it = is_run or is_asked
        if is_it:
            yield as_act(call, part)


_CALLABLES = frozenset({"callback", "hook", "handler", "function", "method", "listener"})


def _is_run(what: Thing, call: Call, named: Sequence[str], on: str) -> bool:
    """True for `the retry hook` of `retry_hook()`, and `the on_done callback` of `_on_done()`."""
    is_name = [call.name.lstrip("_")] == [one.strip("`").lstrip("_") for one in what.names]
    return is_named(what, named, words_of(on)) or (is_name and set(what.words) <= _CALLABLES)


def calls_named(verb: str, part: Part) -> Iterator[Act]:
    """The calls whose names begin with a verb, whatever they do it to."""
    words = call_words(verb)
    for call in part.outline.calls:
        named = words_of(call.name)
        if named and _begins(named, words):
            yield as_act(call, part)


def _begins(named: Sequence[str], words: frozenset[str]) -> int:
    """How many words of a name are the verb: two of `look_up`, `set_timeout`."""
    if len(named) > 1 and named[0] + named[1] in words:
        return 2
    return 1 if named[0] in words else 0


def as_act(call: Call, part: Part) -> Act:
    """A call as what is done."""
    return Act(EvidenceType.CALL, call.text, part, call.whole, f"calls `{call.text}`")


def _is_done_to(said: Said, one: _Calling, verb: str) -> bool:
    """True if what is said to be done to is where a call has that."""
    rest, where = _split(one.rest)
    at = _object_at(said.what, one, rest, where)
    if at is None:
        return False
    if said.lead in ("to", "into", "onto") and verb in PUTTING and at >= 0 and one.on:
        return False  # `rows` of `log.append(rows)` is what is put
    used = {at}
    for preposition, thing in said.things:
        found = _beside_at(thing, one, used, where)
        are_given = found is not None and found >= 0 and at >= 0
        if found is None or (are_given and verb in DIRECTED):
            return False
        if are_given and preposition == "from" and found > at:
            return False  # `delete(rows, key)` takes the key from the rows
        used.add(found)
    return True


_ON, _IN_NAME, _IN_WHERE = -1, -2, -3


def _split(rest: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`entry` and `cache` of `remove_entry_from_cache`."""
    for at, word in enumerate(rest):
        if word in _WHERE:
            return rest[:at], rest[at + 1 :]
    return rest, ()


def _object_at(
    what: Thing, one: _Calling, rest: tuple[str, ...], where: tuple[str, ...]
) -> int | None:
    """Where the call has its object: in its name, on what it is made, or which argument."""
    told = tuple(word for word in rest if word not in _HOW)
    if told:
        if is_named(what, told, words_of(one.on)):
            return _IN_NAME
        # `sendError(message)` sends no message; `addEventListener(listener)` adds a listener.
        if not (what.names and not what.words) and not is_named(
            what._replace(words=what.words[-1:], names=()), told
        ):
            return None
    for at, given in enumerate(one.given):
        if is_that(what, handed(given), one.outline, told):
            return at
    if one.on and not told and not one.given and is_that(what, one.on, one.outline):
        return _ON
    if one.on and not told and not where and _is_done_on(what, one):
        return _ON
    return None


_WRAPPED = re.compile(r"[\w.]+\((?P<inner>[^(),=]*)\)")
_KEYED = re.compile(r"\w+\s*(?:=(?!=)|:)\s*(?P<value>.+)", re.DOTALL)


def handed(given: str) -> str:
    """What is handed in an argument: `row` of `row=row`, and of `dump(row)`; not what else is."""
    keyed = _KEYED.fullmatch(given)
    plain = keyed["value"] if keyed else given
    wrapped = _WRAPPED.fullmatch(plain)
    if wrapped is not None and wrapped["inner"].strip():
        return wrapped["inner"]
    return re.sub(r"\(.*", "", plain, flags=re.DOTALL) if "(" in plain[1:] else plain


def _is_done_on(what: Thing, one: _Calling) -> bool:
    """True of `socket.close(code)`, whose arguments are not what is closed."""
    return is_that(what, one.on, one.outline) and one.call.name.lower() in _ON_ITSELF


_ON_ITSELF = frozenset(
    {*("close", "sort", "reverse", "clear", "start", "stop", "cancel", "release", "acquire")}
    | {*("lock", "unlock", "flush", "abort", "terminate", "kill", "destroy", "shutdown", "wait")}
    | {*("seek", "seekg", "rewind", "reset", "validate", "run", "execute", "render", "refresh")}
    | {*("encode", "decode", "strip", "trim", "split", "replace", "copy", "clone", "dispose")}
)


def _beside_at(thing: Thing, one: _Calling, used: set[int], where: tuple[str, ...]) -> int | None:
    """Where the call has one thing more: not where it has another already."""
    if where and is_named(thing, where):
        return _IN_WHERE
    if one.on and _ON not in used and is_that(thing, one.on, one.outline):
        return _ON
    for at, given in enumerate(one.given):
        if at not in used and is_that(thing, handed(given), one.outline):
            return at
    return None


def made_things(said: Said, part: Part) -> Iterator[Act]:
    """`creates a client`, of `new HttpClient()`, or of a variable that is set to a fresh one."""
    if lemma(said.verb) not in CREATING or said.things:
        return
    outline = part.outline
    words = said.what.words[1:] if said.what.words[:1] == ("new",) else said.what.words
    what = said.what._replace(words=words)
    if what.is_empty:
        return
    yield from _made_of_class(what, part)
    if what.words[-1:] in (("directory",), ("folder",)):
        yield from _made_on_disk(what, part)
    for item in outline.assigned:
        if _FRESH.match(item.value) and _is_target(what, item.target, outline):
            span = Span(item.target_span.start, item.value_span.end)
            kind = EvidenceType.ATTRIBUTE_WRITE
            yield Act(kind, item.target, part, span, f"sets `{item.target}`")


def _is_target(what: Thing, target: str, outline: Outline) -> bool:
    """As `is_that`, by the name alone: what its class is named, is told by the call."""
    if what.names:
        return is_that(what, target, outline)
    *owner, last = re.split(r"\.|->|::", target.partition(":")[0])
    return is_named(what, words_of(last), words_of("_".join(owner)))


def _made_of_class(what: Thing, part: Part) -> Iterator[Act]:
    """Objects of classes that are named so; of those whose names have the very words, if any."""
    outline, made = part.outline, list[tuple[Call, str]]()
    for call in outline.calls:
        last = call.text.rpartition(".")[2].rpartition(":")[2]
        is_class = last[:1].isupper() or outline.text.slice(call.whole).startswith("new ")
        if is_class and outline.language != "go" and is_named(what, words_of(last)):
            made.append((call, last))
    literal = [call for call, last in made if set(what.words) <= set(words_of(last))]
    for call in literal or [call for call, _ in made]:
        yield as_act(call, part)


_MAKES_DIRECTORY = re.compile(
    r"(?i)mkdir(?:s|_?all|_?p)?(?:_?sync)?|makedirs|create_?director(?:y|ies)|create_dir_all"
    r"|create_dir|ensure_?dir"
)
_PARENT_OF = re.compile(
    r"(?i)dir_?name\(|filepath\.Dir\(|\.parent\b|get_?parent|GetDirectoryName\("
)


def _made_on_disk(what: Thing, part: Part) -> Iterator[Act]:
    """`creates the parent directory`, of `os.makedirs(os.path.dirname(path))`."""
    outline = part.outline
    for call in outline.calls:
        given = given_to(call, outline)
        on = call.text[: len(call.text) - len(call.name)].rstrip(".:>-?!")
        where = [*given[:1], *([on] if on else [])]
        if not _MAKES_DIRECTORY.fullmatch(call.name):
            continue
        is_parent = what.words[:-1] == ("parent",) and any(
            _PARENT_OF.search(one) or _PARENT_OF.search(_value_of(one, outline)) for one in where
        )
        if len(what.words) == 1 or is_parent or any(is_that(what, one, outline) for one in where):
            yield as_act(call, part)


def _value_of(name: str, outline: Outline) -> str:
    values = [one.value for one in outline.assigned if one.target.strip() == name]
    return values[0] if len(values) == 1 else ""


_FRESH = re.compile(
    r"(?:\[\]|\{\}|\[\w*\]\w+\{\}|new\b|&?[A-Z]\w*(?:\.[A-Z]\w*)*(?:<.*>)?[({]|make\(|dict\(\)|list\(\)|set\(\)"
    r"|vec!\[|\w+(?:\.\w+)*\.(?:[A-Z]\w*|new)\()"
)


def deleted_things(said: Said, part: Part) -> Iterator[Act]:
    """`removes the key from the rows`, of `del rows[key]`."""
    verb, outline = lemma(said.verb), part.outline
    if verb not in DELETING | EMPTYING or said.what.is_empty:
        return
    for item in outline.marked("deleted"):
        whole = item.text.removesuffix("[:]")
        if verb in EMPTYING:
            is_it = whole != item.text and not said.things and is_that(said.what, whole, outline)
        else:
            is_it = whole == item.text and _is_of_container(said, item.text, outline)
        if is_it:
            kind = EvidenceType.ATTRIBUTE_WRITE
            yield Act(kind, item.text, part, item.span, f"deletes `{item.text}`")


def _is_of_container(said: Said, text: str, outline: Outline) -> bool:
    """True for `x[key]` where the key is spoken of, and x with it, or for the whole."""
    found = re.fullmatch(r"(.+)\[(.+)\]", text)
    if found is None:
        return not said.things and is_that(said.what, text, outline)
    if not said.things:
        return is_that(said.what, found[2], outline, words_of(found[1]))
    return is_that(said.what, found[2], outline) and all(
        preposition in ("from", "in") and is_that(thing, found[1], outline)
        for preposition, thing in said.things
    )
