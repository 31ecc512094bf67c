"""Other ways to say it: what people say in passing, put as it is judged. Plain data.

A way that says the same may contradict a claim, too; one that says only what may be meant, or but
one of the ways in which it is done, can do no more than support it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Way(NamedTuple):
    """A sentence that says it otherwise; `is_same`, that it is so just where the claim is."""

    text: str
    is_same: bool = False


_WHEN = r"(?=(?:only )?(?:if|when|unless|once|whenever)\b)"
_THE = r"(?:the |its |an? |any |all |every |each )?"
_CODE = r"`?[\w.:$#]+`?"
_ONE = r"(?:the |an? )?"  # and not each of them
_ERROR = r"`?(?:[\w.:]+(?:Error|Exception)|[\w.]*[A-Z]\w*)`?"
_END = r"(?=$|[.?!]?$| (?:if|when|unless|once|whenever|before|after|and|or|but)\b)"
_HEADER = r"`?[A-Z][\w]*(?:-[A-Z]\w*)*`?"
_HEDGE = r"(?:silently |simply |just |quietly |immediately )?"

_SAME: tuple[tuple[str, str], ...] = (
    # What is handed on.
    (
        rf"\b(passes|hands|forwards) ({_THE}[\w`.]+) (?:through|on|along|down|over|straight)"
        rf"(?: through)? to (?={_THE}{_CODE})",
        r"passes \2 to ",
    ),
    # What is returned, as code has it.
    (
        rf"\breturns an? (?:tuple|pair) of `?([\w.]+)`? and `?([\w.]+)`?{_END}",
        r"returns `\1, \2`",
    ),
    # How an error becomes another.
    (
        rf"\b(?:converts|turns|translates|maps|transforms) {_ONE}({_ERROR})"
        rf" (?:(?:raised |thrown |coming )?(?:from|by|of|in) {_THE}[\w`.]+ )?(?:in)?to {_THE}"
        rf"({_CODE}(?:Error|Exception|Failure)`?){_END}",
        r"wraps \1 in \2",
    ),
    (
        r"\b(?:converts|turns|translates|maps|transforms) ((?:every|any|all) (?:exceptions?"
        rf"|errors?)) (?:in)?to (?:an? )?({_ERROR}){_END}",
        r"wraps \1 in \2",
    ),
    (
        r"\b(?:has to|must|needs to) be (?:implemented|overridden) (?:by|in) subclasses$",
        "is abstract",
    ),
    (r"\bis not implemented$", "is abstract"),
    (rf"\b(?:uses|takes) ({_CODE}) (-?\d[\w.]*|\"[^\"]*\") by default$", r"defaults \1 to \2"),
    (
        r"\bexits (?:the process )?with (?:an? )?(?:exit )?(?:status|code)(?: code| of)?"
        rf" (\d+){_END}",
        r"calls exit with \1",
    ),
    (
        rf"\b(?:uses|takes|has) an? ({_CODE}) of (-?\d[\w.]*|\"[^\"]*\")"
        r"(?: (?:seconds?|milliseconds?|minutes?|bytes))? by default$",
        r"defaults \1 to \2",
    ),
    (
        r"\btimes out after (\d[\d.]*)(?: (?:seconds?|milliseconds?|minutes?))? by default$",
        r"defaults `timeout` to \1",
    ),
    (rf"\bgoes through ({_CODE}) for (?:every|each) \w+{_END}", r"calls \1 in a loop"),
    (rf"\bwaits for ({_CODE}) to (?:finish|complete|end|return|settle){_END}", r"awaits \1"),
)
_MAY: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        rf"\breturns the (?:length|size) of `?([\w.]+)`?{_END}",
        (
            *(r"returns `len(\1)`", r"returns `\1.length`", r"returns `\1.size()`"),
            *(r"returns `\1.size`", r"returns `\1.len()`", r"returns `\1.length()`"),
            *(r"returns `\1.count`", r"returns `\1.Count`", r"returns `\1.Length`"),
        ),
    ),
    (
        rf"\b{_HEDGE}(?:fails|gives up|bails out|bails|aborts|blows up|errors out|errors|complains"
        rf"|refuses|rejects it) {_WHEN}",
        ("raises ", "returns an error "),
    ),
    (
        r"\b(?:rejects|refuses|disallows|forbids) (?:any |all |an? |the |every )?"
        r"(?P<x>[\w ]+?) (?:that|which) (?:is|are|was|were) (?P<y>[^,;]+?)$",
        (r"raises if the \g<x> is \g<y>", r"returns an error if the \g<x> is \g<y>"),
    ),
    (rf"\b(?:short[- ]circuits|is skipped|is left early) {_WHEN}", ("returns early ",)),
    (r"\bretries (?:up to|at most) (\S+)(?: more)? times$", (r"tries at most \1 times",)),
    (
        rf"\b(?:stops|ends|terminates|finishes|aborts) the loop(?: early)? {_WHEN}",
        ("breaks out of the loop ",),
    ),
    (
        r"\bstops \w+ing(?: up| down)? (?=(?:if|when|once|whenever|as soon as)\b)",
        ("leaves the loop ",),
    ),
    (
        rf"\b(?:turns|converts|maps|changes) (?:an? |the )?({_CODE}) of (\S+) (?:in)?to (\S+)$",
        (r"sets \1 to \3 if \1 is \2",),
    ),
    (
        rf"\b(?:adds|sets|sends) (?:an? |the )?({_HEADER}) header{_END}",
        (r'sets "\1"', r'adds "\1"'),
    ),
    (
        r"\bignores (?:an? |any |the )?(nil|null|None|undefined|empty|missing) ([\w`]+)$",
        (r"returns early if \2 is \1", r"does nothing if \2 is \1"),
    ),
    (r"\b(?:issues|emits|gives) an? (\w+Warning)\b", (r"calls `warn` with `\1`",)),
    (
        r"\bcancels (?:the |its |an? |any )?(?:pending )?(timeout|timer|interval)$",
        (r"calls `clearTimeout`", r"calls `clearInterval`", r"calls `cancel`"),
    ),
    (rf"\b(?:turns|switches) on ({_CODE}){_END}", (r"sets \1 to true",)),
    (rf"\b(?:turns|switches) off ({_CODE}){_END}", (r"sets \1 to false",)),
    (rf"\benables ({_CODE}){_END}", (r"sets \1 to true",)),
    (rf"\bdisables ({_CODE}){_END}", (r"sets \1 to false",)),
    (
        r"\btreats (?P<x>[^,;]+?) as (?:an? )?"
        r"(?P<v>nil|null|None|undefined|[Tt]rue|[Ff]alse|zero|\d+"
        r"|\"[^\"]*\"|'[^']*'|empty (?:string|list|array))$",
        (r"returns \g<v> for \g<x>",),
    ),
    (r"\btreats (?P<x>[^,;]+?) as invalid$", (r"returns false for \g<x>",)),
    (rf"\bkeeps (?={_THE}[\w`]+$)", ("stores ",)),
    (rf"\b(?:keeps|stores|holds) an? (?:reference|pointer) to (?={_THE}\w)", ("stores ",)),
    (rf"\b(?:works|operates) on an? (?:\w+ )?copy of (?={_THE}\w)", ("copies ",)),
    (
        r"\bwaits for (?:the |its |an? |all |every )?(\w+) to (?:finish|complete|end|return|exit)$",
        (r"joins the \1",),
    ),
    (r"\bcreates (?:any |all |the )?missing (?=\w)", ("creates the ",)),
    (rf"\bdrops (?={_THE}\w)", ("removes ", "deletes ")),
    (rf"\b(?:skips|omits) {_THE}({_CODE}) {_WHEN}", (r"does not call \1 ",)),
    (rf"\bleaves {_THE}({_CODE}) out {_WHEN}", (r"does not set \1 ",)),
    (rf"\bleaves out {_THE}({_CODE}) {_WHEN}", (r"does not set \1 ",)),
    (r"\bthe (?:underlying|actual|corresponding|respective|associated) ", ("the ",)),
    (rf"\bcleans up (?={_THE}\w)", ("removes ", "deletes ", "closes ")),
    (r"\b(?:starts|begins) ([a-z]+)ing\b", (r"calls `\1`", r"calls `\1e`")),
    (rf"\b(?:remembers|notes|keeps track of) (?={_THE}\w)", ("stores ", "sets ")),
    (rf"\b(?:picks|chooses|selects) (?={_THE}\w)", ("chooses ", "picks ", "selects ")),
    (rf"\bleaves ({_CODE}) (?:as it is|untouched|unchanged|alone){_END}", (r"returns \1",)),
    (rf"\blets ({_CODE})(?: and ({_CODE}))? through(?: unchanged)?{_END}", (r"returns \1",)),
)


def other_ways(text: str) -> Iterator[Way]:
    """What the sentence also says; those first that say just the same."""
    for pattern, instead in _compiled(_SAME):
        if pattern.search(text):
            yield Way(pattern.sub(instead, text, count=1), is_same=True)
    for pattern, ways in _MAY_COMPILED:
        if pattern.search(text):
            for one in ways:
                other = pattern.sub(one, text, count=1)
                if other != text:
                    yield Way(other)


def _compiled(rules: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), instead) for pattern, instead in rules)


_MAY_COMPILED = tuple((re.compile(pattern), ways) for pattern, ways in _MAY)
