"""The rule for plain verbs, `logs`, `sorts rows with f`, which only the names of calls can show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.calls import call_hit, call_hits
from codewitness.engine.verify.calling.notifying import may_notify, notified
from codewitness.engine.verify.calling.put_by_signs import kept, shovelled
from codewitness.engine.verify.calling.quoted_objects import held_to_text, quoted_text
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.made_from import made_by
from codewitness.engine.verify.code.prefixed import is_prefixed, is_prefixed_so
from codewitness.engine.verify.conditions.contrary import is_contrary, is_denied_there
from codewitness.engine.verify.control.lock_names import name_of_lock, of_that_name
from codewitness.engine.verify.control.locking import lock_hits
from codewitness.engine.verify.control.loops import done_again
from codewitness.engine.verify.doubts.left_open import going_on, may_add, own_text
from codewitness.engine.verify.errors.rejecting import rule_rejected
from codewitness.engine.verify.evidence import LOOSE, WEAK, EvidenceType, Finding, InWords, doubtful
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import Fit, is_bound, parts, type_of
from codewitness.engine.verify.plain_verbs.another_thing import is_of_another
from codewitness.engine.verify.reading.actions import (
    ACTION_FORMS,
    ACTIONS,
    ALSO_NAMED,
    IN_OTHER_WORDS,
)
from codewitness.engine.verify.reading.lexicon import VERBS
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.engine.verify.reading.stems import root, stems
from codewitness.engine.verify.reading.unknown import denies
from codewitness.engine.verify.state.channels import by_channels
from codewitness.engine.verify.state.putting import put_into
from codewitness.engine.verify.state.thing_itself import held_to_thing
from codewitness.engine.verify.state.uses import use_hits
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call

_WORD = re.compile(r"[A-Za-z][a-z\d]*|[A-Z]+(?![a-z])|\d+")
_DONE = frozenset(
    {EvidenceType.CALL, EvidenceType.ATTRIBUTE_WRITE, EvidenceType.RAISE, EvidenceType.DECORATOR}
)
_LEAST = 4  # letters of a verb that is known in the middle of a name, or in a part of a word
_STATES = frozenset(
    {*("is", "has", "should", "can", "get", "on", "no", "not", "was", "needs", "always", "never")}
    | {*("must", "may", "dont", "skip", "allow", "enable", "disable", "max", "min", "default")}
)
_MAKING = frozenset({"allocate", "create", "build", "construct"})  # done without a call, too
_VAGUE = frozenset({"object", "value", "values", "data", "memory", "everything", "result", "it"})


def rule_acts(clause: Clause, subject: Subject) -> Finding:
    """A plain verb: calls that are named after it, on what is asked for."""
    coded = tuple(one for one in clause.objects if one.is_code)
    if clause.is_only and not coded and any(len(part.outline.calls) > 1 for part in subject.parts):
        return doubtful(InWords("whether it does nothing else can't be told from names alone"))
    if any(not one.is_code and _UP_TO.match(one.text) for one in clause.objects):
        return doubtful(InWords("how far that is done is said in plain words only"))
    asked = replace(clause, objects=coded or clause.objects, arguments=())
    finding = judged(asked, lambda one: act_hits(clause, one, subject))
    if finding.doubt and (rejected := rule_rejected(clause, subject)) is not None:
        return rejected
    if finding.doubt and (put := put_into(clause, subject)) is not None:
        return put
    if finding.doubt and coded and not _is_known(clause.detail) and not denies(clause.detail):
        names = (*coded, *(Object(name) for name in clause.arguments))
        return _only_used(clause, replace(asked, objects=names), subject)
    return finding


_UP_TO = re.compile(r"(?:past|beyond|above|below) (?:the |its |an? )?\w")


def _is_known(verb: str) -> bool:
    return any(verb in known for known in (ACTIONS, ACTION_FORMS, VERBS))


_CALLED = EvidenceType.CALL
# Who calls something does not do that to it.
_ENDING = frozenset(
    {*("end", "kill", "halt", "interrupt", "suspend", "disable", "prevent", "block", "silence")}
)
# Verbs of no list that no assignment shows.
_OF_CALLS = frozenset({"drains", "drain", "leaks", "leak", "splices", "masks", "saturates"})
# What may be said in other words than the code has, `treats a 404 as gone`.
_TAKING_OUT = re.compile(r"(?i)_*(?:remove|delete|erase|clear|destroy|drop|discard|pop|free)")
_VALUE = re.compile(r"-?\d[\w.]*|[A-Z][A-Z\d]+")


def _only_used(clause: Clause, asked: Clause, subject: Subject) -> Finding:
    """For a verb that no list has: what is called or written so may be meant, what is read not."""
    finding = judged(asked, lambda one: use_hits(one, subject))
    is_only_read = bool(finding.proofs) and not _DONE & {one.type for one in finding.proofs}
    if is_only_read and not clause.is_negated:
        lines = sorted({one.line + 1 for one in finding.proofs})
        return doubtful(
            InWords(
                f"{root(clause.detail)!r} is no verb that is known: what is named is read "
                f"in line {', '.join(map(str, lines[:3]))}, and what for can't be told"
            )
        )
    is_taken = any(_TAKING_OUT.match(parts(one.detail)[-1]) for one in finding.proofs)
    is_taken = is_taken or (
        clause.detail in _OF_CALLS and not any(one.type is _CALLED for one in finding.proofs)
    )
    is_taken = is_taken or root(clause.detail) in _ENDING
    is_open = bool(finding.against) or (clause.is_negated and bool(finding.proofs)) or is_taken
    if is_open:
        return doubtful(
            InWords(f"{root(clause.detail)!r} is no verb that is known, and no call is named so")
        )
    if not finding.proofs and any(_VALUE.fullmatch(one.text) for one in asked.objects):
        return doubtful(InWords(f"{root(clause.detail)!r} is no verb that is known"))
    names = ", ".join(f"`{one.text}`" for one in asked.objects)
    return replace(
        finding,
        proofs=tuple(one._replace(relevance=min(one.relevance, WEAK)) for one in finding.proofs),
        note=InWords(
            f"{root(clause.detail)!r} is no verb that is known: what was looked at is {names}"
        ),
    )


def act_hits(clause: Clause, one: Object | None, subject: Subject) -> Hits:
    """The calls that may do what the clause says with one of its objects."""
    words = _asked_words(clause, one)
    if clause.detail in _LOCKING:
        return _locking_hits(clause, words, one, subject)
    if one is not None and quoted_text(one) is not None:
        named = _named_hits(clause, [], None, subject)
        if named.fitting:
            return held_to_text(one, named, is_message=clause.detail in _OF_MESSAGES)
    return _named_hits(clause, words, one, subject)


_LOCKING = frozenset({"lock", "acquire"})
# `stringByDeletingPathExtension`: what it is called on stays as it is.
_GIVES_ANOTHER = re.compile(r"[a-z]+By[A-Z][a-z]+ing(?![a-z])")


def _locking_hits(clause: Clause, words: list[str], one: Object | None, subject: Subject) -> Hits:
    """As `act_hits`, of locks, which are not taken by calls alone."""
    name = "" if one is None else name_of_lock(one, clause.text)
    if not name and words[-1:] in (["mutex"], ["lock"]):
        words = words[:-1]  # `locks the mutex`, whichever
    locked = lock_hits(words, subject)
    if clause.detail == "lock" and not words and not clause.arguments:
        return locked
    named = _named_hits(clause, words, one, subject)
    fitting = tuple(dict.fromkeys((*named.fitting, *locked.fitting)))
    doubt = named.doubt or (locked.doubt if clause.detail == "lock" else "")
    if not name:
        return Hits(fitting, "" if fitting else doubt)
    return of_that_name(name, Hits(fitting, doubt), _named_hits(clause, [], None, subject))


def _named_hits(clause: Clause, words: list[str], one: Object | None, subject: Subject) -> Hits:
    """The calls, and what is done without one, that may do it with `words`."""
    is_every = one is not None and one.is_code
    fitting: list[Hit] = []
    of_owner: list[Hit] = []
    doubt = ""
    for call, part, relevance in _named_so(clause.detail, subject):
        is_told = relevance >= LOOSE or bool(words)
        if not is_told and not (one is not None and is_prefixed(call, clause.detail, part)):
            doubt = f"`{call.text}` is called, but whether that is it can't be told"
            continue
        hit = call_hit(call, part, relevance)
        is_other = bool(is_contrary(clause, call, hit) or _GIVES_ANOTHER.match(call.name))
        text, owner = _about(hit, call, part)
        is_other = is_other or (not is_every and is_of_another(words, call.name, text))
        if is_other or is_denied_there(words, part.outline):
            doubt = f"`{call.text}` is called, which may be another thing"
            continue
        is_own = not is_every and _is_own_verb(call, clause.detail, part)
        is_there = not words or is_own or _are_in(words, text, is_every=is_every)
        if not is_there and not _are_in(words, text + owner, is_every=is_every):
            doubt = InWords(f"`{call.text}` is called, but on what can't be told")
        elif _is_done_with(hit, call, part, clause.arguments):
            (fitting if is_there else of_owner).append(hit)
        elif not any(re.search(r"[.(]|::", name) for name in clause.arguments):
            doubt = f"`{call.text}` is called, but with what can't be told"
    fitting += _by_statement(clause, one, subject)
    fitting = [hit for hit in fitting if _is_named_just_so(hit, words)] or fitting
    fitting = [hit for hit in fitting if _speaks_of(hit, one)] or fitting
    fitting = fitting or of_owner  # `socket.close()` is more than `closeAll()` of a `Socket`
    fitting, of_parts = held_to_thing(clause.detail, [] if is_every else words, fitting)
    doubt = doubt or of_parts
    if not fitting and clause.detail in _STARTING and one is not None and one.is_code:
        started = call_hits(one, subject)  # `starts flushLoop` of `go s.flushLoop()`
        fitting += [hit._replace(relevance=LOOSE) for hit in started.fitting]
    if not fitting and clause.arguments:
        fitting = _done_by(clause, one, subject)
    if fitting:
        return Hits(tuple(fitting))
    doubt = doubt or going_on(clause) or may_add(clause, subject)
    doubt = doubt or next(filter(None, (may_notify(clause, one) for one in subject.parts)), "")
    return Hits((), doubt or _open(clause, words, subject))


_STARTING = frozenset({"start", "launch", "spawn", "kick"})
# What is logged, sent or emitted whatever it is.
_WHATEVER = frozenset(
    {*("value", "values", "message", "messages", "something", "anything", "event", "events")}
    | {"line", "lines"}
    | {*("entry", "entries", "stuff", "things", "output", "text", "signal", "notification")}
)


def _asked_words(clause: Clause, one: Object | None) -> list[str]:
    """The words of an object that calls have to speak of."""
    if one is not None and _FRACTION.fullmatch(one.text):
        return [one.text]
    words = [] if one is None else [word.lower() for word in _WORD.findall(one.text)]
    words = [word for word in words if word not in _OWN] or words
    if one is not None and not one.is_code and words[-1:] in (["one"], ["ones"]):
        return []  # `the old ones`
    if clause.detail in _UNLOCKING and words in (["mutex"], ["lock"]):
        return []  # whichever
    if clause.detail == "log" and words in (["warning"], ["warnings"]):
        return ["warn"]
    is_vague = one is not None and not one.is_code and clause.detail in _OF_MESSAGES
    return [word for word in words if not (is_vague and word in _WHATEVER)]


def _speaks_of(hit: Hit, one: Object | None) -> bool:
    """True for `publish(events, x)` of `publishes an event`, whatever else is published."""
    is_plain = one is not None and not one.is_code and one.text.lower() in _WHATEVER
    text = f"{hit.detail}{hit.arguments or ''}".lower()
    return is_plain and one is not None and one.text.lower().rstrip("s") in text


_FRACTION = re.compile(r"\d+\.\d+")
_UNLOCKING = frozenset({"unlock", "release"})
_OWN = frozenset({"self", "this", "cls"})
_OF_MESSAGES = frozenset({"log", "print", "emit", "publish", "send", "warn", "notify"})


def _named_so(verb: str, subject: Subject) -> Iterator[tuple[Call, Part, float]]:
    """The calls that are named after a verb, and how well their names say it."""
    for part in subject.parts:
        for call in part.outline.calls:
            if relevance := _acts(call, verb, part):
                yield call, part, relevance


def _is_named_just_so(hit: Hit, words: list[str]) -> bool:
    """True for `set_pong_timeout` where the pong timeout is set, and not for `set_pong_handler`."""
    named = [word.lower() for word in _WORD.findall(parts(hit.detail)[-1])]
    return len(words) > 1 and named[1:] == words


def _about(hit: Hit, call: Call, part: Part) -> tuple[str, str]:
    """What a call speaks of; a call on the object itself is about that, which comes second."""
    kind = type_of(part.outline, parts(call.text)[0]) if len(parts(call.text)) > 1 else ""
    written = f"{call.text}{hit.arguments}{_bound_to(call, part)} {kind}"
    made = " ".join(made_by(written, part.outline))
    names = re.sub(r"\b\d+\b", "", in_words(f"{call.text}{hit.arguments}"))  # `0 5` of `0.5`
    text = f"{written} {names} {made}".lower()
    is_bare = call.text == call.name and part.outline.language not in _OWNER_IS_SAID
    is_own = is_bare or parts(call.text)[0] in part.around.own_words
    return text, part.around.container.lower() if is_own else ""


# Where what is called without an owner is no method of its own object.
_OWNER_IS_SAID = frozenset({"python", "javascript", "typescript", "tsx", "go", "rust", "c"})


def _bound_to(call: Call, part: Part) -> str:
    """What the loop around goes over, if it is its variable that is called: `for c in conns`."""
    owner, outline = parts(call.text)[0], part.outline
    heads = [
        item.text.split("\n", 1)[0]
        for item in outline.marked("loop")
        if item.span.contains(call.whole)
    ]
    return " ".join(head for head in heads if owner != call.name and has_word(head, owner))


def _open(clause: Clause, words: list[str], subject: Subject) -> str:
    """Why it may be done though no call is named so; empty if it is not."""
    if _is_told_by_name(clause, subject):
        return ""
    is_tool_absent = clause.arguments and not any(
        _occurs(name, part) for name in clause.arguments for part in subject.parts
    )
    if is_tool_absent and not clause.is_negated:
        return ""
    is_plain = clause.detail in _PLAIN_ACTIONS and not (clause.is_negated and words)
    if is_plain or not any(_may_do(clause.detail, part) for part in subject.parts):
        return ""
    regions = {r.around for part in subject.parts for r in part.outline.regions}
    is_flat = not any(part.outline.nested for part in subject.parts)
    if is_flat and clause.place not in (None, *regions) and not clause.is_outside:
        return ""  # nothing at all stands in such a place
    if clause.detail in _ONLY_CALLED and not any(_may_call(part) for part in subject.parts):
        return ""
    is_known = clause.detail in ACTIONS and clause.detail not in _MAKING
    if is_known and words and not set(words) & _VAGUE:
        calls = [call_hit(c, part, LOOSE) for part in subject.parts for c in part.outline.calls]
        texts = [f"{hit.detail}{hit.arguments}".lower() for hit in calls]
        is_call = clause.detail in _ONLY_CALLED
        texts += [] if is_call else [own_text(part) for part in subject.parts]
        names = [parts(one.text)[-1].lower() for one in clause.objects if one.is_code]
        is_there = any(is_spoken_in(word, text) for word in names or words for text in texts)
        if not is_there or not _are_named(clause, subject):
            return ""  # no call has anything to do with it, nor anything else
    if not _is_known(clause.detail):
        return InWords(f"{root(clause.detail)!r} is no verb that is known, and no call is named so")
    return InWords(f"what {root(clause.detail)!r} means can't be told from names alone")


def _is_told_by_name(clause: Clause, subject: Subject) -> bool:
    """True if the very call is named that does it, or what it is done with is not there."""
    named = [name for name in clause.arguments if re.search(r"[.(]|::", name)]
    is_there = any(_occurs(name, part) for name in named for part in subject.parts)
    return bool(named) and (_is_known(clause.detail) or not is_there)


def _are_named(clause: Clause, subject: Subject) -> bool:
    """False if an attribute that is named, `self.jobs`, does not stand there."""
    named = [one.text for one in clause.objects if one.is_code and len(parts(one.text)) > 1]
    return all(any(_occurs(name, part) for part in subject.parts) for name in named)


# What only a call can do.
_ONLY_CALLED = frozenset(
    {*("retry", "validate", "connect", "disconnect", "register", "unregister", "notify", "emit")}
    | {*("publish", "render", "save", "load", "fetch", "send", "flush", "serialize", "deserialize")}
    | {*("schedule", "wait", "commit", "cancel", "unlock", "start", "stop", "close", "parse")}
    | {*("compile", "enqueue", "exit", "terminate", "serialise", "deserialise")}
)


def _may_do(verb: str, part: Part) -> bool:
    """False for `allocates` in C, where nothing but a call does, if there is none."""
    return verb != "allocate" or part.outline.language != "c" or bool(part.outline.calls)


def _may_call(part: Part) -> bool:
    """True if it calls anything, or has a loop, a condition or a block that may do something."""
    outline = part.outline
    return bool(outline.calls or outline.nested or outline.marked("loop", "conditional", "with"))


def _occurs(name: str, part: Part) -> bool:
    return any(True for _ in part.outline.occurrences(parts(name)[-1]))


def _is_done_with(hit: Hit, call: Call, part: Part, names: tuple[str, ...]) -> bool:
    """`sorts rows with by_age`: what is said to be used is the callee, or an argument."""
    if not names or all(name in _MANNERS for name in names):
        return True
    fits = (part.around.fit_call(call, name, part.outline) for name in names)
    return any(fit not in (Fit.NO, Fit.MAYBE) for fit in fits) or all(
        has_word(hit.arguments or "", name) for name in names
    )


# What things are done with that no code names.
_MANNERS = frozenset({"care", "ease", "caution", "success", "confidence", "precision", "force"})


def _done_by(clause: Clause, one: Object | None, subject: Subject) -> list[Hit]:
    """`frees x with f`: a call of f that is given x."""
    given = one.text if one is not None and one.is_code else ""
    hits = [hit for name in clause.arguments for hit in call_hits(Object(name), subject).fitting]
    return [
        hit._replace(relevance=LOOSE)
        for hit in hits
        if not given or has_word(f"{hit.detail}{hit.arguments}", given)
    ]


def _by_statement(clause: Clause, one: Object | None, subject: Subject) -> Iterator[Hit]:
    """What is done without a call: `x << y`, Ruby's `retry`, a loop around a handler."""
    is_ruby = subject.language == "ruby"
    yield from by_channels(clause, one, subject)
    yield from notified(clause, _asked_words(clause, one), subject)
    if clause.detail in ("continue", "continues") and one is None:
        for part in subject.parts:
            for item in part.outline.occurrences("next" if is_ruby else "continue"):
                yield Hit(EvidenceType.LOOP, item.text, part.outline, item.span, item.span, LOOSE)
    if clause.detail in _APPENDING and clause.objects and (is_ruby or subject.language == "cpp"):
        yield from shovelled(clause.objects[-1].text, subject)
    if clause.detail == "save" and one is not None and one.is_code:
        yield from kept(one.text, subject)
    if clause.detail == "wait":
        yield from _awaited(clause, one, subject)
    if clause.detail in ("retry", "retries"):
        error = one.text if one is not None and one.is_code else ""
        for part in subject.parts:
            yield from done_again(part.outline, error, is_other=clause.is_outside)


def _awaited(clause: Clause, one: Object | None, subject: Subject) -> Iterator[Hit]:
    """`waits for the promises` is `await Promise.all(promises)`, too."""
    words = _asked_words(clause, one)
    for part in subject.parts:
        for item in part.outline.marked("await"):
            text = item.text.lower()
            if not words or any(is_spoken_in(word, text) for word in words):
                yield Hit(EvidenceType.CALL, item.text, part.outline, item.span, item.span, LOOSE)


_APPENDING = frozenset({"append", "push", "add", "write"})


_PLAIN_ACTIONS = frozenset({"log", "print", "sleep", "open", "sort", "lock", "warn"})


def _acts(call: Call, verb: str, part: Part) -> float:
    """How well a call's name says that it does what the verb says; 0 if it does not."""
    starts = ACTIONS.get(verb) or IN_OTHER_WORDS.get(verb) or _stems_of(verb)
    is_callback = is_bound(part.outline, call.name) and call.text.strip("(*)") == call.name
    if is_callback or (verb in ("read", "write") and call.name.endswith("Lock")):
        return 0.0  # `EnterWriteLock()` writes nothing
    name = call.name.rstrip("!?")
    raw = part.outline.text.raw
    if raw[max(call.span.start - 4, 0) : call.span.start] == b"new " and verb not in ACTIONS_BY_NEW:
        return 0.0  # `new RetryPolicy()` retries nothing
    words = [word.lower() for word in _WORD.findall(name)]
    plain = "_".join(words)
    owner = parts(call.text)[-2].lower() if len(parts(call.text)) > 1 else ""
    is_module = bool(owner) and owner in starts and parts(call.text)[0] in part.around.imports
    is_log = "log" in starts and owner in _LOGS and not _ASKING.match(name)
    if is_module or is_log or name.lower() in starts or is_prefixed_so(call, starts, part):
        return LOOSE
    if any(plain == one or plain.startswith(f"{one}_") for one in starts):
        return LOOSE
    if not words or words[0] in _STATES:
        return 0.0
    if "to" in words[1:] and words[0] not in _TRYING:
        return 0.0  # `safe_to_remove`, `rows_to_delete`
    behind = name.partition("_")[2] if part.outline.language == "c" else ""  # `pool_freeAll`
    if any(word.lower() in starts for word in _WORD.findall(behind)[:1]):
        return LOOSE
    words = [word for word in words if not _NAMING.search(word)]
    # What `error` and `warning` are parts of is rather named after what went wrong.
    known = stems(verb) if "log" in starts else starts
    long = [one for one in known if len(one) >= _LEAST and one.isalpha()]
    return WEAK if any(_is_part(one, w) for w in words for one in long) else 0.0


# `joiner`, `joinable`: what does it, or what it may be done to.
_NAMING = re.compile(r"[eo]rs?$|(?<!en)(?<!dis)[ai]ble$")
ACTIONS_BY_NEW = frozenset({"open", "create", "wrap", "allocate", "lock", "start", "log"})


def _stems_of(verb: str) -> tuple[str, ...]:
    own = stems(verb)
    return own + tuple(name for one in own for name in ALSO_NAMED.get(one, ()))


_TRYING = frozenset({"try", "attempt", "need", "have"})


_UNDOING = re.compile(r"(?:un|dis|de|non|mis)")


def _is_part(verb: str, word: str) -> bool:
    """True for `lock` in `relock`, and not in `unlock`, which undoes it."""
    if word.startswith(verb):
        return True
    return word.endswith(verb) and not _UNDOING.fullmatch(word.removesuffix(verb))


_PREFIXED = 2  # words of a name


def _are_in(words: list[str], text: str, *, is_every: bool) -> bool:
    return (all if is_every else any)(
        is_spoken_in(word, text) and not (not is_every and _is_of_agent(word, text))
        for word in words
    )


def _is_of_agent(word: str, text: str) -> bool:
    """True for `handle` where a `handler` alone is spoken of, which is another thing."""
    agent = f"{word}r" if word.endswith("e") else f"{word}er"
    rest = text.replace(agent, "")
    return agent in text and not is_spoken_in(word, rest)


def _is_own_verb(call: Call, verb: str, part: Part) -> bool:
    """`expires old items` is `self.expire(now)`: a verb of no list, and a method of that name."""
    is_own = parts(call.text)[0] in part.around.own_words and len(parts(call.text)) == _PREFIXED
    return is_own and not _is_known(verb) and call.name.lower() in stems(verb)


_ASKING = re.compile(r"(?:is|has|get|set|should|can)(?=[A-Z_])")
_LOGS = frozenset({"log", "logger", "logging", "_log", "_logger", "console"})
