"""Rules for calls: whom the subject calls, in which order, with what; and who calls it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.verify.calling.properties_read import properties_read
from codewitness.engine.verify.calling.selectors import is_other_selector
from codewitness.engine.verify.claim import Clause, Object, Predicate
from codewitness.engine.verify.code.handed import may_be_run
from codewitness.engine.verify.code.inside import INVOKING
from codewitness.engine.verify.code.macros import may_be_called
from codewitness.engine.verify.code.ruby_levels import held_to_level, setters
from codewitness.engine.verify.code.with_what import arguments_of, is_given_the_same
from codewitness.engine.verify.evidence import (
    ALIASED,
    EXACT,
    LOOSE,
    NOTHING,
    EvidenceType,
    Finding,
    InWords,
    doubtful,
    found,
)
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged, of_one
from codewitness.engine.verify.names import (
    Fit,
    is_bound,
    is_marked_else,
    is_spelt_so,
    local_alias,
    parts,
)
from codewitness.engine.verify.reading.objects import DESCRIBED
from codewitness.engine.verify.subject import Known, Part, Subject
from codewitness.model.names import dotted
from codewitness.model.outline import Call, Outline
from codewitness.model.text import Span

RELEVANCE = {Fit.EXACT: EXACT, Fit.ALIAS: ALIASED, Fit.LOOSE: LOOSE}
_BY_NAME = frozenset({"getattr", "eval", "exec", "__import__", "import_module", "globals"})
_BY_NAME_TAILS = frozenset({"invoke", "public_send", "__send__", "const_get", "call_user_func"})
_RUBY_SENDS = frozenset({"send", "public_send", "__send__"})


def may_name_callee(part: Part) -> tuple[str, ...]:
    """Words of its language at which what is called is found by name."""
    language = part.outline.language
    if language in ("java", "kotlin", "csharp"):
        return ("invoke",)
    return tuple({"python": _BY_NAME, "ruby": _RUBY_SENDS}.get(language, ()))


# `calls again`: a word of when or how often is no name, and leaves open what is called.
_BARE = re.compile(
    r"(?:(?:does|do|did|never|not) )*(?:call|invoke)s?"
    r"(?: (?:again|later|already|once|twice|early|instead|immediately|afterwards|beforehand))*"
)


def rule_calls(clause: Clause, subject: Subject) -> Finding:
    """`calls X`."""
    if not clause.objects and _BARE.fullmatch(clause.text):
        return doubtful("what it calls is not said")
    is_itself = _BY_ITSELF.search(clause.text) is not None
    finding = judged(clause, lambda one: call_hits(one, subject, is_itself=is_itself))
    if finding == NOTHING and clause.detail in _HANDING and not clause.is_only:
        finding = judged(clause, lambda one: _received_hits(one, subject))
    if finding == NOTHING and any(_is_described(one, clause.text) for one in clause.objects):
        return doubtful(InWords("what is called is described, not named"))
    is_executed = clause.detail in _EXECUTING and all(one.text[:1] != '"' for one in clause.objects)
    if finding == NOTHING and is_executed and (tool := _executing(subject)):
        return doubtful(f"what `{tool}` runs can't be told")
    return finding


_CALLBACK = re.compile(r"callback|hook|listener|handler|delegate")


def _is_described(one: Object, said: str) -> bool:
    """True for `the retry function` and `the error handler`, which no name is."""
    if one.noun == DESCRIBED or (not one.is_code and " " in one.text):
        return True
    if not one.is_code and re.search(rf"\b{re.escape(one.text)} (?:{_CALLBACK.pattern})", said):
        return True  # `the eviction callback`
    is_sort = not one.is_code and _CALLBACK.fullmatch(one.text) is not None
    return (
        is_sort
        and re.search(rf"\b(?:the|an?|its|any|each) (?:\w+ )*{one.text}\b", said) is not None
    )


_EXECUTING = frozenset({"execute", "perform"})


def _executing(subject: Subject) -> str:
    """The call that `executes the query` may mean, `cmd.ExecuteNonQuery()`; empty if none."""
    names = (call.name for part in subject.parts for call in part.outline.calls)
    return next((name for name in names if _RUNNING.match(name)), "")


_RUNNING = re.compile(r"(?i)_*(?:exec|run|perform|query|invoke|eval)")
# Behind which what is handed to another, which may call it, does not count.
_BY_ITSELF = re.compile(r"\b(?:itself|directly|own body|by its own)\b")
_SENTENCE = re.compile(r"\"[^\"]*\s[^\"]*\"")


def _given_literal(literal: str, subject: Subject) -> Hits:
    """The calls that are given a text, `executes "COMMIT WORK"`."""
    hits = [call_hit(call, part, LOOSE) for part in subject.parts for call in part.outline.calls]
    return Hits(tuple(one for one in hits if literal[1:-1] in (one.arguments or "")))


_HANDING = frozenset({"delegate", "forward", "dispatch", "hand"})


def _received_hits(one: Object | None, subject: Subject) -> Hits:
    """The calls on what is named: `delegates to engine` of `engine.run()`."""
    if one is None or (one.is_code and " " in one.text):
        return Hits()
    asked = parts(dotted(one.text))
    return Hits(
        tuple(
            call_hit(call, part, LOOSE)
            for part in subject.parts
            for call in part.outline.calls
            for owner in (parts(dotted(call.text.replace("?", "").replace("!", "")))[:-1],)
            if owner[-len(asked) :] == asked
            or (owner and not one.is_code and is_spelt_so(owner[-1], one.text))
        )
    )


def call_hits(one: Object | None, subject: Subject, *, is_itself: bool = False) -> Hits:
    """The calls of one callee; all calls if none is named."""
    fitting: list[Hit] = []
    others: list[Hit] = []
    doubt = ""
    if one is not None and _SENTENCE.fullmatch(one.text):
        return _given_literal(one.text, subject)
    for part in subject.parts:
        for call in part.outline.calls:
            fit = Fit.EXACT if one is None else _fit_of(one.text, call, part, subject)
            if fit is Fit.MAYBE:
                doubt = f"`{call.text}` may be it: what it is called on is not known here"
            elif fit is not Fit.NO and _is_given_what(one, call, part):
                fitting.append(call_hit(call, part, RELEVANCE[fit]))
            else:
                others.append(call_hit(call, part, EXACT))
        if one is not None and one.text.endswith("="):
            hits = _setter_hits(one, part, subject)
            fitting, doubt = [*fitting, *hits.fitting], doubt or hits.doubt
        if one is not None and not fitting and not doubt:
            fitting += _by_other_name(one, part, subject)
        if one is not None and not fitting and not doubt:
            read = properties_read(one.text, part, subject)
            fitting, doubt = [*fitting, *read.fitting], read.doubt
        if one is not None and not fitting and not doubt:
            doubt = _could_call_itself(one.text, part, subject.known, is_itself=is_itself)
    return Hits(tuple(fitting), "" if fitting else doubt, tuple(others))


def _could_call_itself(wanted: str, part: Part, known: Known, *, is_itself: bool) -> str:
    doubt = could_call(wanted, part, known, is_itself=is_itself)
    if doubt or is_itself:
        return doubt
    name = parts(wanted)[-1]
    return may_be_run(name, part.outline) or may_be_called(name, part.outline)


def _setter_hits(one: Object, part: Part, subject: Subject) -> Hits:
    """Ruby's `x.name = value` for `name=`."""
    hits: list[Hit] = []
    doubt = ""
    for text, span, fit in setters(one.text, part, subject.known):
        if fit is Fit.MAYBE:
            doubt = f"`{text} =` may call it: whose it is is not known here"
        elif fit is not Fit.NO:
            hits.append(Hit(EvidenceType.CALL, text, part.outline, span, span, RELEVANCE[fit]))
    return Hits(tuple(hits), doubt)


def _by_other_name(one: Object, part: Part, subject: Subject) -> Iterator[Hit]:
    """`self.close()` for `release`, if the class has `close = release`."""
    asked = parts(one.text)
    if part.outline.language not in ("python", "ruby") or asked[-1] in _MADE_BY:
        return
    if not subject.known.is_callable(asked[-1]):
        return  # what is defined nowhere has no second name, and the call graph is not asked
    for call in part.outline.calls:
        if call.name == asked[-1] or parts(call.text)[0] not in part.around.own_words:
            continue
        targets = subject.known.targets(part.outline, call.name_span) or ()
        if len(targets) == 1 and parts(targets[0])[-len(asked) :] == asked:
            yield call_hit(call, part, RELEVANCE[Fit.ALIAS])


_MADE_BY = frozenset({"__init__", "__new__", "__call__", "initialize"})


def _is_given_what(one: Object | None, call: Call, part: Part) -> bool:
    """False for `make(2)` if `make(1)` is asked for."""
    asked = "" if one is None else arguments_of(one.text)
    written = call_hit(call, part, EXACT).arguments or ""
    return not asked or is_given_the_same(
        written.strip().removeprefix("(").removesuffix(")"), asked
    )


def _fit_of(wanted: str, call: Call, part: Part, subject: Subject) -> Fit:
    """How a call fits a callee: as it is written there, else by where the call graph leads."""
    if call.text.endswith(")") and "(" not in wanted.removesuffix("()"):
        return Fit.NO  # `make(x)(y)` calls what `make` gives; the call of `make` is one by itself
    if is_other_selector(wanted, call, part.outline):
        return Fit.NO
    if part.outline.language == "ruby" and is_marked_else(
        wanted, call.name, subject.known.is_callable
    ):
        return Fit.NO
    if part.outline.language == "ruby" and call.name == parts(wanted.replace("#", "."))[-1]:
        plain = wanted.replace("#", ".")
        fit = _plain_fit(plain, call, part, subject)
        return held_to_level(fit, wanted, call, part, subject.known)
    return _plain_fit(wanted, call, part, subject)


def _plain_fit(wanted: str, call: Call, part: Part, subject: Subject) -> Fit:
    fit = part.around.fit_call(call, wanted, part.outline)
    if _may_be_of(fit, wanted, call, part):
        found_out = _resolved(wanted, call, part, subject)
        if fit is Fit.MAYBE or found_out is Fit.EXACT:
            fit = found_out
        if fit is Fit.NO and subject.known.may_run(part.outline, call.name_span, wanted):
            fit = Fit.MAYBE
    if fit is Fit.NO and _is_invoked(call, wanted, part):
        return Fit.LOOSE
    return fit


def _may_be_of(fit: Fit, wanted: str, call: Call, part: Part) -> bool:
    """True if only where the call leads tells whether it is of `Owner.name`."""
    asked = parts(wanted)
    is_kept = call.text == call.name and is_bound(part.outline, call.name)  # `x = f; x()`
    is_alike = is_kept or (len(asked) > 1 and call.name == asked[-1])
    return fit is Fit.MAYBE or (fit is Fit.NO and is_alike)


def _is_invoked(call: Call, wanted: str, part: Part) -> bool:
    """True for `handler.call(x)` and `Changed?.Invoke(x)`, which call what they are called on."""
    if call.name not in INVOKING.get(part.outline.language, ()):
        return False
    receiver = call.text[: -len(call.name)].rstrip(".?!")
    return bool(receiver) and part.around.fit(receiver, wanted, part.outline) in (
        *(Fit.EXACT, Fit.ALIAS, Fit.LOOSE),
    )


def _resolved(wanted: str, call: Call, part: Part, subject: Subject) -> Fit:
    """Ask where a call leads whose receiver's type can't be seen in the definition itself."""
    targets = subject.known.targets(part.outline, call.name_span)
    if not targets:
        return Fit.MAYBE
    asked = parts(wanted)
    if not any(parts(one)[-len(asked) :] == asked for one in targets):
        return Fit.NO
    if call.text == call.name and _is_made_by_calls(call.name, part.outline):
        return Fit.NO  # `x = f(); x()` calls what `f` gives
    is_given = any(one.name == call.text for one in part.outline.parameters)
    return Fit.MAYBE if is_given else Fit.EXACT  # a callback is what each caller makes it


def _is_made_by_calls(name: str, outline: Outline) -> bool:
    """True for a variable that calls alone give their results to."""
    made = [one.value for one in outline.assigned if one.target == name]
    return bool(made) and all(re.match(r"[\w.]+\(.*\)$", one, re.DOTALL) for one in made)


def call_hit(call: Call, part: Part, relevance: float) -> Hit:
    """The place of a call."""
    outline = part.outline
    arguments = outline.text.slice(Span(call.span.end, call.whole.end))
    return Hit(
        EvidenceType.CALL, call.text, outline, call.name_span, call.whole, relevance, arguments
    )


def could_call(wanted: str, part: Part, known: Known, *, is_itself: bool = False) -> str:
    """Why a call that can't be seen could be of `wanted`; empty if none could."""
    outline = part.outline
    name = parts(wanted)[-1]
    for call in outline.calls:
        written = parts(call.text)
        if call.text in _BY_NAME or (call.text.endswith((")", "]")) and "getattr" in call.text):
            if call.text == "getattr" and not _is_called_on(outline, call):
                continue
            return f"`{call.text}` finds what it calls by name"
        if outline.language == "ruby" and call.name in _RUBY_SENDS:
            return f"`{call.text}` finds what it calls by name"
        is_reflected = call.name in _BY_NAME_TAILS and "method" in call.text.lower()
        if is_reflected and outline.language in ("java", "kotlin", "csharp"):
            return f"`{call.text}` finds what it calls by reflection"
        is_type = outline.language == "swift" and call.text.startswith("[")  # `[UInt8](x)`
        if call.text.endswith("]") and not is_type:
            return f"`{call.text}` calls what is looked up"
        is_pointer = outline.language == "c" and len(written) > 1
        if is_pointer and known.is_callable(name) and known.is_kept(name):
            return f"`{call.text}` is a pointer to a function: what it calls can't be seen"
        is_nested = any(one.name == call.text for one in outline.nested)
        is_callback = len(written) == 1 and not is_nested and _is_callback(outline, call)
        if is_callback and known.is_callable(name):
            return f"`{call.text}` is a callback: what it calls can't be seen"
    if outline.language == "ruby" and outline.marked("yield") and known.is_callable(name):
        return "it yields to a block, which may call it"
    return "" if is_itself else _passed(wanted, name, part, known)


def _is_called_on(outline: Outline, call: Call) -> bool:
    """True if what a `getattr` gives is called or kept."""
    text = outline.text.raw[call.whole.end : call.whole.end + 1]
    return bool(text == b"(") or any(
        one.value_span.contains(call.whole) and any(c.text == one.target for c in outline.calls)
        for one in outline.assigned
    )


_CANCELS = re.compile(r"(?:context\.With\w+|signal\.NotifyContext)\(")  # Go's `ctx, cancel := …`


def _is_callback(outline: Outline, call: Call) -> bool:
    if outline.language == "ruby":
        return False
    if any(
        one.target.split()[-1] == call.text and one.value_span.contains(call.whole)
        for one in outline.assigned
    ):
        return False  # `val key = key(x)`: the name has another meaning yet
    if any(
        _CANCELS.match(one.value) and has_word(one.target, call.text) for one in outline.assigned
    ):
        return False
    return is_bound(outline, call.text) and local_alias(outline, call.text) is None


def _passed(wanted: str, name: str, part: Part, known: Known) -> str:
    outline = part.outline
    if doubt := _named_to(wanted, outline):
        return doubt
    if not known.is_callable(name):
        return ""
    for item in outline.occurrences(name):
        before = outline.text.raw[max(item.span.start - 60, 0) : item.span.start].decode(
            "utf-8", "replace"
        )
        after = outline.text.raw[item.span.end : item.span.end + 1]
        holders = [c for c in outline.calls if Span(c.span.end, c.whole.end).contains(item.span)]
        if (
            holders
            and after in (b",", b")")
            and re.search(r"(?:[(,=&]|\(\w+\s*\**\))\s*(?:[\w$]+(?:\.|::|->))*$", before)
        ):
            start = re.search(r"(?:[\w$]+(?:\.|::|->))*$", before)
            written = (start[0] if start else "") + name
            is_bare = written == name and not is_bound(outline, name)
            if is_bare or part.around.fit(written, wanted, outline) is not Fit.NO:
                return f"`{written}` is handed to `{holders[-1].text}`, which may call it"
    return ""


# How a method is named, rather than called, in what is handed on.
_NAMING = {
    "objc": r"@selector\(\s*{}:?\s*\)",
    "swift": r"#selector\((?:[\w.]+\.)?{}\s*[)(]",
    "ruby": r"(?:&:|\b(?:method|public_method|instance_method)\(:){}(?![\w?!=])",
}
_TO_SEND = re.compile(r"performSelector|perform|sendAction")


def _named_to(wanted: str, outline: Outline) -> str:
    """Why `map(&:name)` may call what is wanted; empty if none does.

    What a timer or an event is told of is called later, by others.
    """
    naming = _NAMING.get(outline.language)
    if naming is None:
        return ""
    name = wanted.rstrip(":") if outline.language == "objc" else parts(wanted)[-1]
    named = re.compile(naming.format(re.escape(name)).encode())
    for match in named.finditer(outline.text.raw, *outline.span):
        holders = [
            call for call in outline.calls if call.span.end <= match.start() < call.whole.end
        ]
        is_sent = outline.language == "ruby" or any(_TO_SEND.match(one.name) for one in holders)
        if is_sent and holders:
            return f"`{name}` is handed to `{holders[-1].text}`, which may call it"
    return ""


def rule_recurses(clause: Clause, subject: Subject) -> Finding:
    """`calls itself`, `calls itself with x`; of `recurses into g` that it calls that."""
    if any(one.is_code and parts(one.text)[-1] != subject.name for one in clause.objects):
        return rule_calls(replace(clause, predicate=Predicate.CALLS, detail=""), subject)
    hits = own_calls(subject)
    if hits.fitting and clause.arguments:
        return of_one(clause, hits)
    if hits.fitting or not hits.doubt:
        return found(hit.proof() for hit in hits.fitting)
    return doubtful(hits.doubt)


def own_calls(subject: Subject) -> Hits:
    """The calls of the subject that it makes itself."""
    name = subject.name
    own: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        for call in part.outline.calls:
            is_marked = part.outline.language == "ruby" and call.name != name
            if is_marked or call.name.rstrip("!?") != name.rstrip("!?"):
                continue
            written = parts(call.text)
            owners = {*part.around.own_words, part.around.container}
            if len(written) == 1 and not _is_own_bare(call, part, subject):
                continue
            if len(written) == 1 or (len(written) == 2 and written[0] in owners):
                own.append(call_hit(call, part, EXACT))
            elif subject.qualified_name in (
                subject.known.targets(part.outline, call.name_span) or ()
            ):
                own.append(call_hit(call, part, LOOSE))
            elif written[0] not in ("super", "base"):
                doubt = f"`{call.text}` may be of another object of the same class"
        doubt = doubt or may_be_run(name, part.outline)
    return Hits(tuple(own), doubt)


def _is_own_bare(call: Call, part: Part, subject: Subject) -> bool:
    """False for a bare name in a method, where a method has to be called on something."""
    is_method = bool(part.around.container) and not subject.is_class
    if not is_method or part.around.implicit_self or part.outline.language == "cpp":
        return True
    targets = subject.known.targets(part.outline, call.name_span) or ()
    return subject.qualified_name in targets


def rule_passes(clause: Clause, subject: Subject) -> Finding:
    """`passes x`: x is an argument of a call."""

    def find(one: Object | None) -> Hits:
        hits: list[Hit] = []
        doubt = ""
        for part in subject.parts:
            for call in part.outline.calls:
                hit = call_hit(call, part, EXACT)
                if one is None or not has_word(hit.arguments or "", one.text):
                    continue
                if has_word(_given_itself(hit), one.text):
                    hits.append(hit)
                else:
                    doubt = f"`{one.text}` stands in a function that `{call.text}` is given"
        if hits and one is not None and all(_is_given_null(hit, one.text) for hit in hits):
            return Hits((), f"`{one.text}` is null there")
        return Hits(tuple(hits), "" if hits else doubt)

    return judged(clause, find)


def _given_itself(hit: Hit) -> str:
    """What a call is given, without what stands in the functions among it."""
    outline, text = hit.outline, hit.arguments or ""
    inner = (one.span for one in outline.nested if hit.whole.contains(one.span))
    for span in inner:
        text = text.replace(outline.text.slice(span), "")
    return text


def _is_given_null(hit: Hit, name: str) -> bool:
    """True for `f(x=None)`, and for `new F({ x: null })`, which pass no such thing."""
    key = rf"(?<![\w.]){re.escape(name)}\s*[:=]\s*"
    arguments = re.sub(rf"{key}(?:None|null|nil|undefined)\b", "", hit.arguments or "")
    return not has_word(arguments, name)
