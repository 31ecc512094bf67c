"""What is made, handed over, set, emptied or returned: whether it is what a claim names.

`creates the file` is not shown by `createError()`, `passes x to f` not by `f(x + 1)`, `clears the
rows` not by `const rows = []`, nor `sets x to y` by a line that has no y.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from codewitness.engine.verify.claim import Claim, Clause, Predicate
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.names import is_bound, parts
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.model.nesting import split
from codewitness.model.outline import Call
from codewitness.model.text import Span

P = Predicate


def of_others(claim: Claim, proofs: Sequence[Proof]) -> Iterator[str]:
    """Words of a claim that mean another thing than each of the places that were found has."""
    places = [one for one in proofs if one.type is not EvidenceType.CONDITIONAL]
    for clause in claim.clauses:
        if clause.text.partition(" ")[0] not in claim.text:
            continue  # said in other words
        for rule in _RULES:
            words = [rule(clause, one) for one in places]
            if words and all(words):
                yield words[0]


def _of_a_state(clause: Clause, proof: Proof) -> str:
    """`interrupts` of `Thread.interrupted()`, which asks for that, or says that it was done."""
    call = _call(proof) if clause.predicate is P.ACTS and clause.detail else None
    named = in_words(call.name).lower().split() if call is not None else []
    verb = re.sub(r"(?:es|s|e)$", "", clause.detail)
    is_state = len(named) == 1 and re.fullmatch(rf"{re.escape(verb)}\w?ed", named[0]) is not None
    return clause.detail if is_state and named[0] not in _COPYING else ""


_COPYING = frozenset({"sorted", "reversed"})  # what they give is made by them
_SIGNED = re.compile(r"\s[-+*/%]\s|(?<=[\w)])[-+*/%](?=[\w(])")
_OF_A_SUM = re.compile(
    r"\b(?:sum|total|difference|product|quotient|remainder|rest|average|plus|minus|times|divided"
    r"|added|multiplied|combined|ratio|percentage|offset|all|how|left|remaining|elapsed)\b|[-+*/%]"
)


def _of_a_part(clause: Clause, proof: Proof) -> str:
    """`returns the read count` of `return MAX - readCount + writeCount`."""
    if clause.predicate is not P.RETURNS or _OF_A_SUM.search(clause.text):
        return ""
    text = proof.outline.text
    line = text.slice(text.line_span(proof.line)).strip().rstrip(";")
    value = re.sub(r"^return\b\s*", "", line)
    if re.search(r"[\"'`<>=?&|]|//", value) or len(each := _SIGNED.split(value)) < _TWO:
        return ""
    said = {_one(word) for one in clause.objects for word in in_words(one.text).lower().split()}
    told = [{_one(word) for word in in_words(one).lower().split()} for one in each]
    mine = [one for one in told if said and said <= one]
    others = [one for one in told if one not in mine and any(map(str.isalpha, "".join(one)))]
    return clause.objects[0].text if mine and others else ""


_TWO = 2
_MAKING = frozenset({"create", "make", "build", "generate", "construct", "new", "allocate"})
_OF_MAKERS = frozenset(
    {*("new", "from", "with", "instance", "object", "default", "all", "if", "needed", "async")}
    | {*("sync", "by", "for", "and", "or", "get", "unsafe", "impl", "internal", "temp", "tmp")}
)


def _of_another_product(clause: Clause, proof: Proof) -> str:
    """`creates the file` of `createError(…)`, whose name says what it creates."""
    if clause.predicate is not P.ACTS or clause.detail not in _MAKING:
        return ""
    call = _call(proof)
    named = in_words(call.name).lower().split() if call is not None else []
    if not named or named[0] not in _MAKING:
        return ""
    made = {_one(word) for word in named[1:]} - _OF_MAKERS
    asked = [one for one in clause.objects if not one.is_code]
    said = {_one(word) for one in asked for word in re.findall(r"[a-z]+", one.text.lower())}
    is_other = bool(made) and bool(said) and not _share(made, said)
    return f"{clause.detail} {asked[0].text}" if is_other else ""


def _share(some: set[str], others: set[str]) -> bool:
    return any(
        one == other or (min(len(one), len(other)) > 2 and (one in other or other in one))
        for one in some
        for other in others
    )


_SUM = r"(?:[-+*/%]|<<|>>|[=!<>]=)"


def _of_a_sum(clause: Clause, proof: Proof) -> str:
    """`passes x to f` of `f(x + 1)`."""
    call = _call(proof) if clause.detail == "pass" and clause.arguments else None
    if call is None:
        return ""
    given = _given(call, proof)
    for name in clause.arguments:
        said = rf"(?<![\w.]){re.escape(name)}(?![\w.(\[])"
        summed = [
            one for one in given if re.search(rf"{said}\s*{_SUM}\s*\w|\w\s+{_SUM}\s+{said}", one)
        ]
        plain = [one for one in given if re.search(said, one) and one not in summed]
        if summed and not plain:
            return name
    return ""


_EMPTYING = frozenset({"clear", "empty", "reset", "flush", "wipe"})
_FRESH = (
    r"^\s*(?:export\s+|static\s+|final\s+|pub\s+)*"
    r"(?:const|let|var|val|auto|my|[A-Z]\w*(?:<.*>)?)\s+(?:mut\s+)?"
)


def _of_a_new_one(clause: Clause, proof: Proof) -> str:
    """`clears the rows` of `const rows = []`, which makes them."""
    if clause.predicate is not P.WRITES or clause.detail not in _EMPTYING:
        return ""
    line = proof.outline.text.slice(proof.outline.text.line_span(proof.line))
    made = re.match(rf"{_FRESH}(\w+)\b[^=]*=(?!=)|^\s*(\w+)\s*:=", line)
    return f"{clause.detail} {made[1] or made[2]}" if made is not None else ""


_SETTLING = frozenset({"resolve", "reject"})


def _of_no_promise_of_its_own(clause: Clause, proof: Proof) -> str:
    """`resolves` of `let before = Promise.resolve()`, which is not what is returned."""
    call = _call(proof) if clause.detail in _SETTLING and not clause.objects else None
    if call is None or parts(call.text)[0] != "Promise":
        return ""
    line = proof.outline.text.slice(proof.outline.text.line_span(proof.line)).strip()
    return clause.detail if re.match(r"(?:const|let|var)\b", line) else ""


_SET_TO = re.compile(
    r"^(?:\w+ly )?(?:sets|assigns|initiali[sz]es|changes|updates) .*? to (?:the |its |an? )?"
    r"(?P<value>[A-Za-z_]\w*)(?= (?:if|when|unless|in|before|after|on|for)\b|$)"
)


def _of_no_such_value(clause: Clause, proof: Proof) -> str:
    """`sets x to kind`, where `kind` is a variable that the line does not have."""
    said = _SET_TO.match(clause.text) if clause.predicate is P.WRITES else None
    if said is None or clause.arguments or not is_bound(proof.outline, said["value"]):
        return ""
    text = proof.outline.text
    line = text.slice(text.line_span(proof.line))
    return "" if re.search(rf"\b{said['value']}\b", line) else f"to {said['value']}"


_TO_NAMED = re.compile(
    r"\b(?:to|into|onto|from) (?:the |its )?(?P<name>[a-z]+ [a-z]+)(?= (?:if|when|unless|in)\b|$)"
)


def _of_another_receiver(clause: Clause, proof: Proof) -> str:
    """`publishes to the response channel` of `publish(channel, …)`, of two that there are."""
    said = _TO_NAMED.search(clause.text) if clause.predicate in (P.ACTS, P.CALLS) else None
    call = _call(proof) if said is not None else None
    if said is None or call is None:
        return ""
    first, second = said["name"].split()
    name = next(
        (n for n in (f"{first}_{second}", first + second.title()) if is_bound(proof.outline, n)), ""
    )
    given = " ".join(one for one in _given(call, proof) if "(" not in one)
    if not name or re.search(rf"\b{name}\b", f"{call.text} {given}"):
        return ""
    return said[0] if re.search(rf"\b\w*{second}\b", f"{call.text} {given}") else ""


_WAITING = frozenset({"sleep", "wait", "delay", "pause"})
_FOR_TIME = re.compile(r"\bfor (?:the |its )?(?P<time>(?!an? |a$)[a-z]+(?: [a-z]+)?)$")


def _of_another_time(clause: Clause, proof: Proof) -> str:
    """`sleeps for the timeout`, of which what is slept for has no word."""
    said = _FOR_TIME.search(clause.text) if clause.detail in _WAITING else None
    call = _call(proof) if said is not None else None
    if said is None or call is None or said["time"] in _UNITS:
        return ""
    given = " ".join([call.text, *_given(call, proof)])
    first = said["time"].partition(" ")[0]
    if is_bound(proof.outline, first) and not re.search(rf"\b{first}\b", given):
        return said[0]
    values = [
        one.value
        for one in proof.outline.assigned
        if re.search(rf"\b{re.escape(one.target)}\b", given)
    ]
    told = set(in_words(" ".join([given, *values])).lower().split())
    words = said["time"].split()
    return "" if any(_share({_one(word)}, {_one(w) for w in told}) for word in words) else said[0]


_UNITS = frozenset({"it", "them", "that", "seconds", "milliseconds", "minutes", "completion"})

_TO_END = re.compile(r"\bfor (?P<what>.+) to (?:finish|complete|end|exit|stop|terminate)$")
_JOINING = re.compile(r"(?i)wait|join|gather|\ball|settle|done|drain|finish|race|complete")


def _of_no_end(clause: Clause, proof: Proof) -> str:
    """`waits for the job to finish` of `await queue.put(job)`, which waits for something else."""
    said = _TO_END.search(clause.text) if clause.detail == "wait" else None
    if said is None:
        return ""
    line = proof.outline.text.slice(proof.outline.text.line_span(proof.line))
    awaited = re.search(r"\bawait\b\s*(?P<what>[^;]*)", line)
    done = awaited["what"] if awaited is not None else line
    if _JOINING.search(done) and not _STARTING.search(line):
        return ""
    is_plain = re.match(r"[\w.@]+\s*$", done.strip()) is not None
    words = {_one(word) for word in said["what"].split()}
    told = {_one(word) for word in in_words(done).lower().split()}
    return "" if is_plain and _share(words, told) else said[0]


_STARTING = re.compile(r"create_task|ensure_future|spawn|\bgo\b")
_NEW = re.compile(r"\b(?P<new>new|fresh) (?P<what>[a-z]+)\b")
_OLD = re.compile(r"\b(?P<old>old|existing|previous|former|current) (?P<what>[a-z]+)\b")


def _of_the_old_one(clause: Clause, proof: Proof) -> str:
    """`clears the timeout of the new record` of `clear(oldRecord.timeout)`, and the reverse."""
    line = proof.outline.text.slice(proof.outline.text.line_span(proof.line))
    for said, other in ((_NEW, r"(?:old|existing|prev(?:ious)?|former)"), (_OLD, r"(?:new|next)")):
        found = said.search(clause.text) if clause.predicate in (P.ACTS, P.WRITES) else None
        if found is None:
            continue
        named = re.search(rf"(?i)(?<![a-z]){other}_?{found['what']}(?![a-z])", line)
        if named is not None and not re.search(rf"(?i){found[1]}_?{found['what']}", line):
            return found[0]
    return ""


_LEVELS = frozenset({"error", "exception", "info", "warning", "debug", "warn"})


def _of_no_log(clause: Clause, proof: Proof) -> str:
    """`logs the exception` of `exception_handler(…)`, whose name only begins so."""
    call = _call(proof) if clause.detail == "log" else None
    named = in_words(call.name).lower().split() if call is not None else []
    if call is None or len(named) < 2 or named[0] not in _LEVELS:
        return ""
    is_logger = re.search(r"(?i)log|console|print", call.text) is not None
    return "" if is_logger else f"log {clause.text.partition(' ')[2]}"


_BY_NUMBERS = ("c", "objc", "cpp")  # where an error is a number
_ERROR = re.compile(r"^(?:never )?returns? (?:the|an|that) (?P<what>exception|error)\b")
_AN_ERROR = re.compile(r"(?i)(?:^|[\W_])(?:e|ex|exc|err|error|exception|errno)\w*$|err|fail|new\b")


def _of_no_error(clause: Clause, proof: Proof) -> str:
    """`returns the exception` of `return handler.call(exc)`: what is called gives something."""
    said = _ERROR.match(clause.text) if clause.predicate is P.RETURNS else None
    if said is None or clause.objects or proof.outline.language in _BY_NUMBERS:
        return ""
    text = proof.outline.text
    line = text.slice(text.line_span(proof.line)).strip().rstrip(";")
    value = re.sub(r"^return\b\s*", "", line)
    callee = re.match(r"[\w.:!?]+(?=\()", value)
    return "" if _AN_ERROR.search(callee[0] if callee else value) else said["what"]


_VALUE = re.compile(r"^(?:never )?returns? the (?P<what>value|result)$")
_NAMED_ERROR = re.compile(r"(?i)\breturn\b[^(]*[._]?(?:err|error|exc|exception|failure)\s*;?\s*$")


def _of_an_error(clause: Clause, proof: Proof) -> str:
    """`returns the value` of `return this.error`."""
    said = _VALUE.match(clause.text) if clause.predicate is P.RETURNS else None
    line = proof.outline.text.slice(proof.outline.text.line_span(proof.line))
    return said["what"] if said is not None and _NAMED_ERROR.search(line) else ""


_A_NAME = re.compile(r"^(?:never )?returns? (?P<name>[a-z_]\w*)(?= (?:if|when|unless)\b|$)")


def _of_another_variable(clause: Clause, proof: Proof) -> str:
    """`returns result` of `return []`, where `result` is a variable."""
    said = _A_NAME.match(clause.text) if clause.predicate is P.RETURNS else None
    if said is None or not is_bound(proof.outline, said["name"]):
        return ""
    text = proof.outline.text
    there = text.slice(proof.span) + text.slice(text.line_span(proof.line))
    return "" if re.search(rf"\b{said['name']}\b", there) else said["name"]


def _call(proof: Proof) -> Call | None:
    for one in proof.outline.calls:
        if proof.span in (one.name_span, one.span, one.whole):
            return one
    return None


def _given(call: Call, proof: Proof) -> list[str]:
    text = proof.outline.text.slice(Span(call.name_span.end, call.whole.end)).strip(" ;")
    return split(text.removeprefix("(").removesuffix(")"), ",")


def _one(word: str) -> str:
    return re.sub(r"(?:es|s)$", "", word) or word


_RULES: tuple[Callable[[Clause, Proof], str], ...] = (
    _of_another_product,
    _of_a_state,
    _of_a_part,
    _of_a_sum,
    _of_a_new_one,
    _of_no_promise_of_its_own,
    _of_no_such_value,
    _of_another_receiver,
    _of_another_time,
    _of_no_end,
    _of_no_log,
    _of_the_old_one,
    _of_no_error,
    _of_an_error,
    _of_another_variable,
)
