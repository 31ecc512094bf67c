"""`skips blank lines`, `skips comments`: a pass of a loop that is left for what it goes over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from codewitness.engine.verify.conditions.holding import decided_at
from codewitness.engine.verify.evidence import EvidenceType, Finding, Proof
from codewitness.engine.verify.question import EITHER, Question
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline

_SKIPS = r"(?:skips|ignores|passes over) (?:over )?(?:any |all |the )?"
_BLANK = re.compile(rf"{_SKIPS}(?:blank|empty) (?P<noun>[a-z]+)s")
_COMMENT = re.compile(
    rf"{_SKIPS}(?:comments|comment(?:ed)? lines"
    r"|lines (?:that )?(?:start|begin)(?:s|ning|ing)? with [`'\"]?(?P<sign>[#;%/-]{1,2})[`'\"]?)"
)
_SIGNS = frozenset({"#", "//", ";", "--", "%"})
# A field of that name may say anything, and `strip("/")` leaves other things.
_OTHER = re.compile(r"\.(?:blank|empty)\b(?![?(])|(?i:strip|trim\w*)\(\s*['\"]")
_TRUTH = frozenset({"python", "ruby", "javascript", "typescript", "tsx", "php"})
_TRIMS = re.compile(r"(?i)\.?(?:[lr]?strip|trim(?:med|space|start|end|left|right)?|chomp)$")
_SIZES = re.compile(r"\.(?:length|size|count)$")
_SAYS_BLANK = re.compile(r"\.(?:isspace|isBlank|is_blank|isEmpty|is_empty|blank|empty)$")
_NAME = re.compile(r"[A-Za-z_]\w*")


def rule_skipped_ones(said: str, subject: Subject) -> Finding | None:
    """By `continue` where what the loop goes over is known to be blank, or to begin a comment."""
    if (blank := _BLANK.fullmatch(said)) is not None:
        return _left_where(_is_blank, blank["noun"], subject)
    if (comment := _COMMENT.fullmatch(said)) is not None:
        signs = {comment["sign"]} if comment["sign"] else _SIGNS
        return _left_where(lambda one, _: _begins(one, signs), "line", subject)
    return None


def _left_where(
    is_so: Callable[[Question, str], bool], noun: str, subject: Subject
) -> Finding | None:
    for part in subject.parts:
        outline = part.outline
        for item in outline.occurrences("next" if outline.language == "ruby" else "continue"):
            is_there = Around.LOOP in outline.around(item.span)
            known = decided_at(outline, item.span) if is_there else []
            names = _gone_over(outline, item) | {noun}
            for one in known:
                text = outline.text.slice(one.condition)
                if not _OTHER.search(text) and any(
                    all(
                        _is_of(each, names, text) and is_so(each, outline.language) for each in side
                    )
                    for side in _sides(one.question)
                ):
                    proof = Proof(EvidenceType.LOOP, item.text, outline, item.span)
                    return Finding(proofs=(proof,))
    return None


def _sides(asked: Question) -> Iterator[Sequence[Question]]:
    """What is asked, each for itself: of `not line or done` the one and the other."""
    if asked.kind != EITHER:
        yield (asked,)
    elif asked.holds:
        yield from asked.sides


def _is_of(asked: Question, names: set[str], text: str) -> bool:
    """True if it is asked of one of the names; `strings.TrimSpace(line)` is, if `text` has it."""
    root = _NAME.match(asked.what)
    is_library = root is not None and root[0] == "strings"
    return root is not None and (
        root[0] in names or (is_library and bool(names & set(_NAME.findall(text))))
    )


def _gone_over(outline: Outline, item: Item) -> set[str]:
    """The names that the head of the loop has, and what is made of them in it."""
    loops = [one for one in outline.marked("loop") if one.span.contains(item.span)]
    if not loops:
        return set()
    loop = min(loops, key=lambda one: one.span.end - one.span.start)
    names = set(_NAME.findall(re.split(r"[:{\n]", loop.text, maxsplit=1)[0]))
    for one in outline.assigned:
        if loop.span.contains(one.target_span) and names & set(_NAME.findall(one.value)):
            names.add(one.target)
    return names


def _is_blank(asked: Question, language: str) -> bool:
    what = _SIZES.sub("", asked.what)
    if asked.value or not _TRIMS.sub("", _SAYS_BLANK.sub("", what)).isidentifier():
        return False
    if _SAYS_BLANK.search(what):
        return asked.kind == "true" and asked.holds
    is_falsy = asked.kind == "true" and not asked.holds and language in _TRUTH
    return is_falsy or (asked.kind == "empty" and asked.holds)


def _begins(asked: Question, signs: frozenset[str] | set[str]) -> bool:
    is_first = asked.kind == "equals" and asked.what.endswith("[0]")
    return asked.holds and asked.value in signs and (asked.kind == "starts" or is_first)
