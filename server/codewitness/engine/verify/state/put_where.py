"""`adds the row to the queue`: whether what it is put into is spoken of where it is put."""

from __future__ import annotations

import re
from collections.abc import Sequence

from codewitness.engine.verify.claim import Claim
from codewitness.engine.verify.doubts.left_over import said_around
from codewitness.engine.verify.evidence import EvidenceType, Proof
from codewitness.engine.verify.hit import has_word
from codewitness.engine.verify.reading.spelled_short import in_words, is_spoken_in
from codewitness.model.outline import Call

_PUTTING = re.compile(
    r"(?i)\b(?:insert|add|append|push|put|plac|prepend|enqueue|queue|attach)\w*\b"
)
_STORING = re.compile(r"(?i)\b(?:stor|writ|sav|assign|record|copie|copy|plac|put)\w*\b")
_IN = re.compile(
    r"(?:^|\s)(?:in|to|into) (?:the |its |a |an )?"
    r"(?P<what>(?!(?:order|case|turn|place|advance|addition|self|one)\b)[*&]?[a-z][\w ]*)$"
)
_TAKING = re.compile(
    r"(?i)\b(?:remov|delet|tak|pop|eras|drop|discard|dequeu|evict|unregister)\w*\b"
)
_FROM = re.compile(r"(?:^|\s)from (?:the |its |a |an )?(?P<what>[A-Za-z_]\w*)$")
_INTO = re.compile(r"(?:^|\s)(?:in|on)?to (?:the |its |a |an )?(?P<what>(?!self\b)[a-z][\w ]*)$")
_WHOM = re.compile(
    r"^(?:on|in|from|(?:in|on)?to) (?:the |its |a |an )(?P<what>[a-z]+(?: [a-z]+)?)$"
)
_TELLING = re.compile(r"(?i)\b(?:writ|print|send|sent|output|emit|dump|report|append)\w*\b")
_SINK = re.compile(
    r"[?& ]*(?:in)?to (?:the |its |a |an )?(?P<what>log|logger|stdout|stderr|console|queue|socket"
    r"|database|cache|registry|journal)\b"
)
# What any place to put things in may be called.
_ANY = frozenset(
    {*("end", "back", "front", "start", "beginning", "head", "tail", "top", "bottom", "of", "the")}
    | {*("list", "array", "set", "map", "dict", "dictionary", "collection", "vector", "slice")}
    | {*("result", "results", "output", "it", "them", "object", "container", "structure", "its")}
    | {*("variable", "field", "attribute", "property", "member", "memory", "slot", "parameter")}
    | {*("given", "internal", "existing", "same", "new", "own", "local", "global", "a", "an")}
)
_STEM = 5  # letters that `artists` and `artist_names` share


def put_elsewhere(claim: Claim, proofs: Sequence[Proof]) -> list[str]:
    """The words that say where it is put, if no line that puts it speaks of that."""
    if proofs and _TAKING.search(claim.text):
        return [words for words in claim.ignored if _is_taken_elsewhere(words, proofs)]
    if others := [words for words in claim.ignored if _is_of_another(words, proofs)]:
        return others[:1]
    if proofs and _TELLING.search(claim.text):
        sinks = [words for words in claim.ignored if _is_told_elsewhere(words, proofs)]
        if sinks:
            return sinks[:1]
    if not proofs or not (_PUTTING.search(claim.text) or _STORING.search(claim.text)):
        return []
    for words in claim.ignored:
        said = _INTO.search(words.lstrip("?& ")) if _PUTTING.search(claim.text) else None
        nouns = _nouns(said["what"]) if said is not None else []
        if nouns and not any(_speaks_of(nouns, proof) for proof in proofs):
            return [words]
        said = _IN.search(words.lstrip("?& ")) if _STORING.search(claim.text) else None
        nouns = _nouns(said["what"]) if said is not None else []
        written = [one for one in proofs if one.type is EvidenceType.ATTRIBUTE_WRITE]
        if nouns and written and not any(_is_written_there(nouns, one) for one in written):
            return [words]
    return []


def _is_told_elsewhere(words: str, proofs: Sequence[Proof]) -> bool:
    """True for `to the log`, where neither a line of what writes it nor what it stands in has one.

    What stands for it in a variable may be it, and is left open.
    """
    said = _SINK.match(words)
    if said is None:
        return False
    texts = (in_words(" ".join(said_around(one))).lower() for one in proofs)
    return not any(is_spoken_in(said["what"], text) for text in texts)


def _is_taken_elsewhere(words: str, proofs: Sequence[Proof]) -> bool:
    """True for `from rows`, a name in the code, where no line that takes something has it."""
    said = _FROM.search(words.lstrip("?& "))
    outline = proofs[0].outline
    if said is None or not any(True for _ in outline.occurrences(said["what"])):
        return False
    lines = [one.outline.text.slice(one.outline.text.line_span(one.line)) for one in proofs]
    return not any(has_word(line, said["what"]) for line in lines)


def _is_of_another(words: str, proofs: Sequence[Proof]) -> bool:
    """True for `to the connection` of `buf.write(x)`, where there is a `conn.write(x)`, too."""
    said = _WHOM.search(words.lstrip("?& "))
    nouns = [one for one in said["what"].split() if one not in _ANY] if said is not None else []
    own = {call: one for one in proofs for call in one.outline.calls if _is_shown(call, one)}
    if not nouns or len(own) < len(proofs) or any(_has_all(nouns, *one) for one in own.items()):
        return False
    names = {call.name for call in own}
    others = [(c, one) for one in proofs for c in one.outline.calls if c.name in names]
    return any(_has_all(nouns, *one) for one in others)


def _is_shown(call: Call, proof: Proof) -> bool:
    return proof.span in (call.name_span, call.span, call.whole)


def _has_all(nouns: Sequence[str], call: Call, proof: Proof) -> bool:
    text = in_words(proof.outline.text.slice(call.whole)).lower()
    return all(is_spoken_in(noun, text) for noun in nouns)


def _is_written_there(nouns: Sequence[str], proof: Proof) -> bool:
    plain = proof.detail.replace("_", "").lower()
    return any(noun in plain for noun in nouns)


def _nouns(what: str) -> list[str]:
    words = (word.rstrip("s") for word in what.lower().split() if word not in _ANY)
    return [word.replace("_", "")[:_STEM] for word in words if len(word) > 1]


def _speaks_of(nouns: Sequence[str], proof: Proof) -> bool:
    """True if the call that puts it, without what it is given, or the line has such a name."""
    outline = proof.outline
    whole = outline.text.slice(outline.text.line_span(proof.line))
    for call in outline.calls:
        if proof.span in (call.name_span, call.span, call.whole) and "." in call.text:
            whole = call.text
    plain = whole.replace("_", "").lower()
    return any(noun in plain for noun in nouns)
