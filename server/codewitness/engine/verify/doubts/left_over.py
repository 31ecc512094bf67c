"""Words behind a claim that were not understood: whether the code around what was found has them.

`calls f for ok items` is not shown by a call of `f` of which nothing around speaks of `ok`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.conditions.as_written import conditions_around
from codewitness.engine.verify.conditions.came_to import came_to
from codewitness.engine.verify.conditions.conditions import describes
from codewitness.engine.verify.conditions.holding import is_as_said
from codewitness.engine.verify.evidence import Proof
from codewitness.engine.verify.hit import Hit
from codewitness.engine.verify.reading.spelled_short import in_words
from codewitness.engine.verify.subject import Subject
from codewitness.model.outline import Around
from codewitness.model.text import Span

_DEFERRED = re.compile(
    r"\b(?:up)?on (?:exit|return|the way out)\b|\bat (?:exit|return)\b"
    r"|\b(?:in|via|with|by|inside|within) (?:an? |its |the )?defer(?:red)?\b"
)


def says_deferred(words: str) -> bool:
    """True for `in a defer`, and for `on exit`."""
    return _DEFERRED.search(words) is not None


def deferred_else(claim: Claim, subject: Subject, proofs: Sequence[Proof]) -> list[str]:
    """`in a defer`, where what is claimed stands in none."""
    said = [words for words in claim.ignored if _DEFERRED.search(words)]
    return said[:1] if len(deferred(claim, subject, proofs)) < len(proofs) else []


def deferred(claim: Claim, subject: Subject, proofs: Sequence[Proof]) -> tuple[Proof, ...]:
    """Of what was found, that which stands `in a defer` if that is said and any does; else all."""
    if not any(_DEFERRED.search(words) for words in claim.ignored):
        return tuple(proofs)
    spans = [
        (part.outline.text, item.span)
        for part in subject.parts
        for item in part.outline.marked("deferred")
    ]
    return tuple(
        one
        for one in proofs
        if Around.FINALLY in one.outline.around(one.span)
        or any(text is one.outline.text and span.contains(one.span) for text, span in spans)
    )


def is_met(words: str, proofs: Sequence[Proof]) -> bool:
    """True for `for the old `x` spelling`, where something found is done if x."""
    names = re.findall(r"`([^`]+)`", words) if words.startswith(("for ", "on ")) else []
    return bool(names) and any(
        all(is_as_said(f"if {name}", one.outline, one.span, is_only=False).is_so for name in names)
        for one in proofs
    )


_NARROWING = re.compile(
    r"(?:for|on|at|under|with|without|within|during|via|through|in|behind|despite|across"
    r"|based on|depending on|according to) (?=\w)"
)
_NOTHING_TOLD = re.compile(
    r"for (?!missing|existing|string|thing)\w+ing(?: purposes)?$"
    r"|(?:for|in|on|at|to) (?:the |its |a |an |this |that |some )?(?:callers?|users?|clients?)\b"
    r"|(?:for|in|on|at|with|to) (?:the |its |a |an |this |that |some )?"
    r"(?:sake|later|now|good|while|moment|result|all|place|turn|time|work"
    r"|end|start|beginning|fact|own|body|way|both|case|defer\w*|several|many|multiple"
    r"|\w+ places?)\b"
)
_STATES = frozenset(
    {*("empty", "missing", "null", "none", "nil", "negative", "positive", "zero", "unknown")}
    | {*("invalid", "undefined", "absent", "blank", "unset", "non", "not", "bad", "wrong")}
)
_GENERIC = frozenset(
    {*("value", "values", "number", "numbers", "input", "inputs", "argument", "arguments", "that")}
    | {
        *(
            "parameter",
            "the",
            "its",
            "a",
            "an",
            "any",
            "all",
            "each",
            "every",
            "some",
            "such",
            "given",
        )
    }
    | {*("with", "for", "which", "other", "case", "cases", "and", "this", "their", "them", "it")}
    | {*("are", "is", "of", "to", "in", "on", "at", "by", "from", "thing", "things", "something")}
)
# What an `else` is for.
_OTHERS = frozenset(
    {"unknown", "other", "others", "unsupported", "invalid", "missing", "non", "not"}
)
_OTHERS |= {"unrecognized", "unexpected", "remaining", "no", "without"}
_BOUND = re.compile(r"\bat (?:most|least)\b(?! \w+ (?:places|times)\b)")
_STEM = 5  # letters that `deriving` and `derivation` share


def narrowed_else(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`for blocked plugins`, where nothing around what was found speaks of such."""
    if proofs and (denied := _denied_of(claim, proofs)):
        return denied
    asked = [words for words in claim.ignored if narrows(words.lstrip("?& "))]
    of_all = [words for words in claim.ignored if _ALL_OF.match(words)]
    if of_all and proofs and not _are_all(proofs):
        return of_all[:1]
    if not asked or not proofs:
        return []
    if _BOUND.search(claim.text) and all(one.count is None for one in claim.clauses):
        return asked[:1]
    is_other = all(Around.ELSE in one.outline.around(one.span) for one in proofs)
    if is_other and not any(_OTHERS & set(words.split()) for words in asked):
        return asked[:1]
    if given := next((words for words in asked if _is_given_less(words, claim, proofs)), ""):
        return [given]
    heads = [head for proof in proofs for head in heads_around(proof)]
    text = " ".join([*heads, *(line for proof in proofs for line in _statement(proof))])
    own = " ".join(line for proof in proofs for line in _statement(proof))
    return [
        words
        for words in asked
        if not _speaks_of(words, text, heads) or _is_denied_around(words, heads, own)
    ][:1]


_ALL_OF = re.compile(r"[?& ]*for (?:all|every|each) (?:of )?(?:the )?\w")
_SAYING_ALL = re.compile(r"(?i)\b(?:all|every|each|join|gather|group|any)|\w[a-rt-z]s\b|\.\.\.")


def _are_all(proofs: Sequence[Proof]) -> bool:
    """True if a line of what was found, or a loop around it, may be of several things."""
    return any(
        (Around.LOOP in one.outline.around(one.span) and not _is_waiting(one))
        or any(_SAYING_ALL.search(text) for text in _own_call(one))
        for one in proofs
    )


def _is_waiting(proof: Proof) -> bool:
    """True in a loop that goes over nothing: `while (full()) await one()`."""
    loops = [i for i in proof.outline.marked("loop") if i.span.contains(proof.span)]
    return bool(loops) and all(re.match(r"(?:while|until|do|loop)\b", i.text) for i in loops)


def _own_call(proof: Proof) -> Iterator[str]:
    """The names in the call that a place shows, or its line."""
    calls = [
        one
        for one in proof.outline.calls
        if proof.span in (one.span, one.name_span) or proof.span.contains(one.whole)
    ]
    for call in calls:
        given = proof.outline.text.slice(Span(call.name_span.end, call.whole.end))
        yield f"{in_words(call.name)} {re.sub(r'(?:this|self)[.]', '', given)}"
    if not calls:
        yield from _statement(proof)


def _denied_of(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """`of leaves`, `for new records`, where each place is reached only where it is no such."""
    asked = [words for words in claim.ignored if _WHOSE.match(words)]
    return [
        words
        for words in asked
        if all(_is_denied_around(words, list(_turned_heads(one)), "") for one in proofs)
    ][:1]


_WHOSE = re.compile(r"[?& ]*(?:of|for|on|in|from|with) (?!any\b|all\b|no\b)[a-z]")


def _turned_heads(proof: Proof) -> Iterator[str]:
    """The conditions that a place stands in, each with whether it has come true there."""
    outline = proof.outline
    hit = Hit(proof.type, proof.detail, outline, proof.span, proof.span)
    for span in conditions_around(hit):
        text = outline.text.slice(span)
        yield text if came_to(outline, span, proof.span) is not False else f"not ({text})"


_DENYING = r"(?:\bnot\b|!(?!=)|!==?|\bunless\b|<>)[^&|;{}]*"


def _is_denied_around(words: str, heads: Sequence[str], own: str) -> bool:
    """True for `for Retry errors` below `elif not isinstance(e, Retry)`, and nowhere else there."""
    if _STATES & set(words.lower().split()):
        return False
    for noun in map(_of_one, _names_in(words)):
        state = rf"(?-i:(?<=\bis)|(?<=\bhas)){noun.capitalize()}"
        named = rf"(?:\b_?|(?<=\bis_)|(?<=\bhas_)){noun}|{state}"
        speaking = [head for head in heads if re.search(rf"(?i){named}", head)]
        if not speaking or re.search(rf"(?i){named}", own):
            continue
        if all(re.search(rf"(?i){_DENYING}(?:{named})", head) for head in speaking):
            return True
    return False


def _of_one(noun: str) -> str:
    """A pattern of the word for one of them: `leaf` of leaves."""
    if noun.endswith("ve"):
        return rf"{re.escape(noun.removesuffix('ve'))}(?:ve|f)"
    return re.escape(noun)


def _names_in(words: str) -> list[str]:
    said = re.findall(r"[A-Za-z_]\w*", words)[1:]
    return [w.rstrip("s") for w in said if w.lower() not in _GENERIC | _STATES and len(w) > 1]


_CASE = re.compile(
    r"\bin (?:the |an? )?(?:case\b(?! (?:that|it|there|of an?y?\b))"
    r"|(?!(?:every|each|all|any|no|both|this|that|either|one|some)\b)\S+ (?:case|branch|arm)\b)"
)
_SIGN = re.compile(
    r"[?& ]*(?:(?:for|on|upon|at|in|the|an?|of) )*[^\w\s`?!.;]+(?: (?:case|branch|arm))?$"
)


def case_else(claim: Claim) -> list[str]:
    """`in the case of ','`, and `on ','`, which are not looked for."""
    is_placed = _CASE.search(claim.text) is not None
    asked = [words for words in claim.ignored if words.startswith("?") or _SIGN.match(words)]
    return [words for words in asked if is_placed or _SIGN.match(words)][:1]


_WITH = re.compile(r"[?& ]*(?:with|using|passing) ")
_EACH = re.compile(r"\b(?:always|invariably|only|every|each|all)\b")


def _is_given_less(words: str, claim: Claim, proofs: Sequence[Proof]) -> bool:
    """True for `with a name`, where a call is given nothing; `always`, where any is given no such.

    What a condition says around it is not what it is given.
    """
    if claim.is_negated or _WITH.match(words) is None:
        return False
    own = [(_arguments_of(one), one) for one in proofs]
    given = [
        arguments is None
        or bool(arguments and (_is_any(words) or _speaks_of(words, " ".join(_statement(one)), ())))
        or any(_speaks_of(words, head, ()) for head in _holders(one))
        for arguments, one in own
    ]
    is_each = _EACH.search(claim.text) is not None
    if is_each:
        return not all(given)
    return all(arguments == "" for arguments, _ in own) and not any(given)


def _is_any(words: str) -> bool:
    """True for `with an argument`, which each argument is."""
    return (
        not {word.lower() for word in re.findall(r"\w+", words)} - _GENERIC - {"using", "passing"}
    )


def _arguments_of(proof: Proof) -> str | None:
    """What the call that a place names is given; None for what is no call."""
    own = [one for one in proof.outline.calls if proof.span in (one.name_span, one.span)]
    for call in own:
        rest = proof.outline.text.slice(Span(call.name_span.end, call.whole.end)).strip()
        return re.sub(r"^(?:::)?(?:<[^()]*>)?\(\s*\)$", "", rest).strip("!?; ")
    return None


def _holders(proof: Proof) -> Iterator[str]:
    """The blocks of `with` that a place stands in."""
    for item in proof.outline.marked("with"):
        if item.span.contains(proof.span):
            yield item.text.split("\n", 1)[0]


def narrows(words: str) -> bool:
    """True for `at night`, and False for `in the end`: words that may tell which one is meant."""
    return _NARROWING.match(words) is not None and _NOTHING_TOLD.match(words) is None


def _speaks_of(words: str, text: str, heads: Sequence[str]) -> bool:
    said = re.findall(r"[A-Za-z_]\w*", words)[1:]
    nouns = [w.lower().rstrip("s") for w in said if w.lower() not in _GENERIC | _STATES]
    plain = text.lower().replace("_", "")
    if not all(number in text for number in re.findall(r"\d+", words)):
        return False
    whole = {w.lower().rstrip("s") for w in said if re.search(r"[a-z\d][A-Z]", w)}
    if any((noun if noun in whole else noun.replace("_", "")[:_STEM]) in plain for noun in nouns):
        return True
    if nouns:
        return False
    states = [w for w in said if w.lower() in _STATES]
    return any(describes(words, head) for head in heads) or not states


def said_around(proof: Proof) -> Iterator[str]:
    """What a place says, and what the conditions, loops and blocks say that it stands in."""
    yield from heads_around(proof)
    yield from _statement(proof)


def said_there(proof: Proof) -> Iterator[str]:
    """What a place says itself."""
    yield from _statement(proof)


def heads_around(proof: Proof) -> Iterator[str]:
    """The conditions, loops and blocks that a place stands in."""
    outline = proof.outline
    hit = Hit(proof.type, proof.detail, outline, proof.span, proof.span)
    yield from (outline.text.slice(span) for span in conditions_around(hit))
    for item in outline.marked("conditional", "loop", "with", "handler"):
        if item.span.contains(proof.span):
            yield item.text.split("\n", 1)[0]


def _statement(proof: Proof) -> Iterator[str]:
    """The line of a place, and the whole call that it names."""
    text = proof.outline.text
    line = text.line_span(text.line_at(proof.span.start))
    yield text.slice(Span(line.start, max(line.end, proof.span.end)))
    yield from (
        text.slice(call.whole) for call in proof.outline.calls if call.name_span == proof.span
    )
