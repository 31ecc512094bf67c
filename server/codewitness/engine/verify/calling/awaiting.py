"""The rule for `awaits x`: what an `await` waits for, by way of what joins several and of locals.

`await Promise.all([f(), g()])` awaits both, `const p = f(); await p` awaits `f`. Of what is raced
for, or handed to something else, it is left open.
"""

from __future__ import annotations

from codewitness.engine.verify.calling.awaited import Awaited, awaited_by, holds_in_it
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.families import ECMA
from codewitness.engine.verify.control.flow import statement
from codewitness.engine.verify.evidence import LOOSE, EvidenceType, Finding
from codewitness.engine.verify.hit import Hit, Hits, has_word
from codewitness.engine.verify.hits import judged
from codewitness.engine.verify.names import Fit, parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Outline

_T = EvidenceType.AWAIT
_VALUES = frozenset({"value", "result", "get"})  # of a task, which stand for it
_CALLING = frozenset({"call", "apply"})  # `f.call(this)`


def rule_awaits(clause: Clause, subject: Subject) -> Finding:
    """`awaits x`."""
    return judged(clause, lambda one: await_hits(one, subject))


def await_hits(one: Object | None, subject: Subject) -> Hits:
    """The places that await one thing; all if none is named."""
    hits: list[Hit] = []
    others: list[Hit] = []
    doubt = ""
    for part in subject.parts:
        outline = part.outline
        if outline.language == "rust" and not outline.is_async:
            continue  # what its `async` blocks await, it only hands on
        if one is None:
            hits += [statement(_T, item, outline) for item in outline.marked("await")]
            continue
        for found in awaited_by(outline, part.around.imports):
            fits = [(leaf, _fits(leaf, one, part)) for leaf in found]
            own = [_hit(leaf, found[0], outline) for leaf, so in fits if so and leaf.is_sure]
            open_for = [leaf for leaf, so in fits if so is None or (so and not leaf.is_sure)]
            if open_for and not own:
                line = outline.text.line_at(open_for[0].span.start) + 1
                doubt = f"whether line {line} awaits it can't be told"
            hits += own
            if not fits[0][1]:
                rest = [leaf for leaf, so in fits[1:] or fits if so is False and leaf.is_sure]
                others += [_hit(leaf, found[0], outline) for leaf in rest]
    return Hits(tuple(hits), "" if hits else doubt, tuple(others))


def _hit(leaf: Awaited, whole: Awaited, outline: Outline) -> Hit:
    is_itself = leaf is whole
    text = outline.text.slice(whole.item if is_itself else leaf.span)
    span = whole.item if is_itself else leaf.span
    hit = Hit(_T, text, outline, span, whole.item)
    return hit if is_itself else hit._replace(relevance=LOOSE)


def _fits(leaf: Awaited, one: Object, part: Part) -> bool | None:
    """Whether that is what is meant; None if it may be."""
    outline = part.outline
    value = outline.text.slice(leaf.span)
    inner = [call for call in outline.calls if leaf.span.contains(call.whole)]
    chain = [call for call in inner if call.whole.start == leaf.span.start]
    named = [part.around.fit_call(call, one.text, outline) for call in chain]
    named.append(part.around.fit(value, one.text, outline))
    if any(fit not in (Fit.NO, Fit.MAYBE) for fit in named):
        return True
    if (owner := _owner_of(value)) and _is_named(owner, one.text):
        return True if parts(value)[-1] in _VALUES else None
    if leaf.is_first:
        on_it = [c for c in chain if _is_named(c.text.rpartition(".")[0], one.text)]
        is_it = outline.language in ECMA and any(call.name in _CALLING for call in on_it)
        return True if is_it else (None if on_it else False)
    return None if has_word(value, parts(one.text)[-1]) and holds_in_it(value) else False


def _owner_of(value: str) -> str:
    """`self.raw` of `self.raw?.value`; empty for what is called."""
    plain = value.replace("?", "").replace("!", "")
    is_chain = all(name.isidentifier() for name in plain.split("."))
    return plain.rpartition(".")[0] if is_chain else ""


def _is_named(owner: str, wanted: str) -> bool:
    asked = parts(wanted)
    return parts(owner)[-len(asked) :] == asked
