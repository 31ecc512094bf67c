"""What code does to the world, by the calls of languages and libraries that do it.

`opens a file` is `open(…)`, `fopen(…)`, `os.Open(…)`; `makes a network request` is `fetch(…)`,
`requests.get(…)`, `client.GetAsync(…)`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from codewitness.engine.verify.calling.calls import call_hit
from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import (
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    doubtful,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Part, Subject

_A = r"(?:(?:an?|the|no|any|some|its|new|another|external|background) )*"
_MAKE = r"(?:mak|perform|send|issu|do)"
_ASKING = r"get|post|put|delete|patch|head|request|send|do|fetch|urlopen"
_CLIENT = r"requests|httpx|axios|https?|got|urllib\d?(?:[.]request)?|session|\w*client|aiohttp"


class Effect(NamedTuple):
    """How a claim says it, the callees that do it, and names that leave open whether they do.

    `text` is code other than calls that does it.
    """

    said: re.Pattern[str]
    calls: re.Pattern[str]
    open: re.Pattern[str]
    text: re.Pattern[str] | None = None


def _effect(said: str, calls: str, may: str, text: str = "") -> Effect:
    return Effect(
        re.compile(rf"(?i)\b(?:{said})(?! (?:of|for|named|called|from|by)\b)"),
        re.compile(rf"^(?:new\s+)?(?:{calls})$"),
        re.compile(rf"(?i){may}"),
        re.compile(text) if text else None,
    )


_EFFECTS = (
    _effect(
        rf"open(?:s|ing)? {_A}files?",
        r"(?:io[.])?open|f?d?open|os[.](?:Open|Create|OpenFile|open)|File[.](?:open|new|create)"
        r"|File[.](?:Open\w*|Create\w*)|File::(?:open|create)|fs[.](?:open\w*|create\w+Stream)"
        r"|File(?:Input|Output)?(?:Stream|Reader|Writer)|(?:std::)?[io]?fstream|Files[.]new\w+",
        r"open|file",
    ),
    _effect(
        rf"(?:writ(?:es?|ing)|sav(?:es?|ing)|dump(?:s|ing)?)(?: \w+){{0,4}}? (?:(?:in)?to )?{_A}"
        r"(?:files?|disk|file system)",
        r"(?:fs[.])?(?:promises[.])?(?:write|append)File(?:Sync)?|os[.]WriteFile|ioutil[.]WriteFile"
        r"|File[.](?:[Ww]rite\w*|Append\w*)|IO[.]write|Files[.]write\w*|f(?:write|puts|printf|putc)"
        r"|(?:\w+[.])*write_(?:text|bytes)|(?:\w+[.])*(?:write|append)(?:Text|Bytes)|fs::write"
        r"|(?:out|outfile|file|fh|fp|f)[.](?:write|writelines|puts)",
        r"open|file|write|save|dump|disk|print|put|flush|stream|out|path",
    ),
    _effect(
        r"redirect(?:s|ing|ed)?(?: (?:the )?(?:user|client|browser|request|caller|visitor)s?)?"
        r"(?! (?:output|std\w+|error|calls?))",
        r"(?:\w+[.])*(?:(?i:http)?[Rr]edirect(?:_to|_back|ToAction|Response|Permanent)?|sendRedirect)"
        r"|(?:\w+[.])*HttpResponseRedirect|(?:\w+[.])*RedirectResponse",
        r"redirect|location|header|status|respon|route|navigat|render",
    ),
    _effect(
        rf"(?:use|using|open|begin|start)(?:s|ning|ing)? {_A}(?:database |db )?transactions?",
        r"(?:\w+[.])*(?:(?:with_?|in_?|run_?|begin_?|start_?)?[Tt]ransaction(?:al|_scope)?!?|atomic)"
        r"|(?:\w+[.])*(?:in|with|run|begin|start)Transaction|(?:\w+[.])*(?:BeginTx|Begin|transact)",
        r"transact|atomic|begin|commit|session|unit",
    ),
    _effect(
        rf"creat(?:es?|ing) {_A}files?",
        r"os[.]Create|File[.](?:create|Create\w*)|File::create|creat|\w+[.]createNewFile",
        r"open|file|write|creat",
    ),
    _effect(rf"clos(?:es?|ing) {_A}files?", r"fclose|os[.]close", r"close|dispose|with|open"),
    _effect(
        rf"{_MAKE}(?:es?|s|ing)? {_A}(?:network|https?|web) (?:request|call)s?",
        rf"(?:\w+[.])*fetch|(?:\w+[.])*(?i:{_CLIENT})[.](?i:{_ASKING})(?i:async)?|(?:\w+[.])*urlopen"
        r"|(?:\w+[.])*(?:Get|Post|Put|Delete|Send)\w*Async|Net::HTTP[.]\w+|(?:\w+[.])*dataTask",
        r"http|request|fetch|url|load|api|sock|connect|remote|client|session|send|get|post|async",
    ),
    _effect(
        rf"(?:start|spawn|launch|creat)(?:e?s|es?|ing)? {_A}threads?",
        r"Thread[.](?:new|start|fork)|(?:threading[.])?Thread|(?:std::)?j?thread|pthread_create"
        r"|(?:\w+::)*thread::spawn|Task[.]Run",
        r"thread|spawn|start|run|async",
    ),
    _effect(
        rf"(?:start|spawn|launch)(?:e?s|es|ing)? {_A}(?:coroutine|task)s?",
        r"(?:\w+[.])*(?:launch|async|create_task|ensure_future)|Task[.](?:Run|detached|Factory[.]StartNew)|Task"
        r"|(?:\w+::)*(?:task::)?spawn(?:_blocking|_local)?",
        r"launch|async|task|run|start|spawn|submit|enqueue|exec",
    ),
    _effect(
        rf"(?:run|spawn|start|execut|launch)(?:es?|s|ing)? {_A}(?:subprocess|shell command)",
        r"subprocess[.]\w+|os[.](?:system|popen|spawn\w*|exec\w*)|exec[.]Command\w*|Process[.]Start"
        r"|child_process[.]\w+|execFile\w*|system|popen|fork|ProcessBuilder|(?:\w+::)*Command::new",
        r"process|exec|run|spawn|command|shell|system",
    ),
    _effect(
        rf"(?:send|deliver)(?:s|ing)? {_A}(?:\w+ )?(?:e-?)?mails?",
        r"(?s:.+)[.]deliver(?:_now|_later)?!?|(?:\w+[.])*(?i:send_?\w*mail\w*)",
        r"mail|send|deliver|notif|smtp|messag",
    ),
    _effect(
        rf"read(?:s|ing)? (?:from )?{_A}environment(?: variables?)?",
        r"(?:os[.]|System[.]|std::)?[gG]etenv|os[.]LookupEnv|(?:\w+::)*env::var\w*"
        r"|Environment[.]GetEnvironmentVariables?",
        r"env",
        r"\bos[.]environ\b|\bprocess[.]env\b|\bENV\b",
    ),
)
_OF = frozenset({Predicate.ACTS, Predicate.USES, Predicate.READS, Predicate.INSTANTIATES})
_OF |= {Predicate.BEYOND, Predicate.WRITES}


def says_effect(text: str) -> bool:
    """True for words of which it is known what shows them: `redirects`, `opens a file`."""
    return any(one.said.search(text) for one in _EFFECTS)


def rule_effect(clause: Clause, subject: Subject) -> Finding | None:
    """`opens a file`, `makes a network request`; None if no such thing is said, or it is open."""
    is_plain = not any(one.is_code for one in clause.objects)
    if clause.predicate not in _OF or not is_plain or clause.order is not None:
        return None
    effect = next((one for one in _EFFECTS if one.said.search(clause.text)), None)
    if effect is None:
        return None
    asked = replace(clause, objects=(), arguments=())
    places = _places(effect, subject)
    if places.fitting and (given := _with_what(clause, places)) != places:
        if not given.fitting:
            return _with_another(clause, subject)
        places = given
    finding = judged(asked, lambda _: places)
    if finding.proofs and _STARTING.search(clause.text) and _is_but_made(subject):
        return doubtful("a thread is made: where it is started can't be seen")
    if finding.proofs or finding.against:
        return finding
    names = [call.text for part in subject.parts for call in part.outline.calls]
    if not any(effect.open.search(name) for name in names):
        return finding
    is_state = "transact" in effect.open.pattern and clause.predicate is Predicate.USES
    return doubtful("whether a call begins a transaction can't be seen") if is_state else None


_STARTING = re.compile(r"\b(?:start|spawn|launch)\w* (?:\w+ ){0,3}threads?\b")
_MADE_FIRST = frozenset({"python", "java", "kotlin", "csharp"})  # a thread waits for its `start`


def _is_but_made(subject: Subject) -> bool:
    calls = [call.name.lower() for part in subject.parts for call in part.outline.calls]
    return subject.language in _MADE_FIRST and "start" not in calls and "run" not in calls


def _with_what(clause: Clause, hits: Hits) -> Hits:
    """Of these those that a name is given to, or called by: `opens the file with O_APPEND`."""
    names = clause.arguments
    kept = [
        hit
        for hit in hits.fitting
        if all(has_word(f"{hit.detail}{hit.arguments or ''}", name) for name in names)
    ]
    return hits._replace(fitting=tuple(kept))


def _with_another(clause: Clause, subject: Subject) -> Finding:
    """What it is said to be done with is given to no call that does it."""
    is_there = any(
        True
        for name in clause.arguments
        for part in subject.parts
        for _ in part.outline.occurrences(parts(name)[-1])
    )
    if is_there:
        return doubtful(f"{clause.arguments[0]!r} is there, but not given to it")
    is_plain = all(one.isalpha() and one.islower() for one in clause.arguments)
    return (
        doubtful(InWords("what it is done with is said in plain words only"))
        if is_plain
        else NOTHING
    )


def _places(effect: Effect, subject: Subject) -> Hits:
    hits: list[Hit] = []
    for part in subject.parts:
        fitting = (c for c in part.outline.calls if effect.calls.match(c.text.strip()))
        hits += [call_hit(call, part, LOOSE) for call in fitting]
        hits += _written(effect, part)
    return Hits(tuple(hits))


def _written(effect: Effect, part: Part) -> list[Hit]:
    """What does it without a call, in the code of the definition's own."""
    if effect.text is None:
        return []
    text, found = part.outline.text, []
    for gap in part.outline.gaps:
        raw = text.slice(gap)
        for match in effect.text.finditer(raw):
            span = text.part_of(gap, *match.span())
            if not any(silent.contains(span) for silent in part.outline.silent):
                found.append(
                    Hit(EvidenceType.ATTRIBUTE_READ, match[0], part.outline, span, span, LOOSE)
                )
    return found
