"""Ways of speaking put into plainer words, by rules over a whole sentence.

A rule is a pattern and what stands for what it matches. Names are hidden from the patterns behind
one character each: `{Q}` in a pattern is a hidden name, `{N}` one that may be a plain word, `{S}` a
subject, `{P}` a part of a function, `{W}` a plain word that denies nothing. Rules are tried in their
order, each as often as it matches; none may lose a denial.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from codewitness.engine.verify.reading.idioms_defaults import DEFAULTS
from codewitness.engine.verify.reading.idioms_how import HOW
from codewitness.engine.verify.reading.idioms_over import OVER
from codewitness.engine.verify.reading.idioms_owners import OWNERS
from codewitness.engine.verify.reading.idioms_received import RECEIVED
from codewitness.engine.verify.reading.idioms_told import TOLD
from codewitness.engine.verify.reading.idioms_what import WHAT
from codewitness.engine.verify.reading.idioms_while import TURNED_ROUND
from codewitness.engine.verify.reading.idioms_who import WHO
from codewitness.engine.verify.reading.idioms_without import WITHOUT
from codewitness.engine.verify.reading.lexicon import LEAD_IN
from codewitness.engine.verify.reading.tokens import written_out

_HIDDEN = 0xE000  # the first character that stands for a name
_MOST_HIDDEN = 256  # names of a claim; `re` takes a millisecond to compile a much wider range
_Q = f"[{chr(_HIDDEN)}-{chr(_HIDDEN + _MOST_HIDDEN - 1)}]"
_N = rf"(?:{_Q}|(?!(?:the|an?|its?|any|no|not|never|and|or|to)\b)[\w$@][\w$.:#@]*(?:\(\))?)"
# A subject: a name, perhaps with what it is and whose.
_S = (
    r"(?:(?:the|method|function|class|module|struct|constructor) )*{Q}(?: (?:method|function|class|constructor))?"
    r"(?: (?:of|in|on) (?:the |class )*{Q})?(?: (?:method|function|class))?"
)
_PLACE = (
    r"(?:(?:for |while |do |foreach |inner |outer )?loop(?: body)?|body of the loop|(?:try|except|catch|rescue|finally|else|ensure|with|if|error|using)"
    r"(?: ?(?:block|clause|branch|body|handler|part|arm|statement))?|(?:exception |error )?handler|conditional)"
)
_W = r"(?:(?!(?:not|never|no|without|nor)\b)\w+)"  # a plain word that denies nothing
_SOURCE = r"(?:py|js|ts|tsx|go|rs|rb|java|kt|cs|swift|c|h|cc|cpp|m|mm)"
_NAMED = re.compile(
    r"``.+?``|`[^`]+`|\"[^\"]*\""
    rf"|(?<![\w.$@-])[\w./-]*[\w-]\.{_SOURCE}(?:::[\w.:]+)?(?!\w)"
    r"|(?<![\w.$@-])(?:[\w$@~]{2,}(?:(?:\.|::|->|#)~?[\w$]+)+(?:\(\))?|\w+\(\)|\w+_\w+|[a-z]+[A-Z]\w*)(?![\w(\[])"
)
_FILE = rf"`?[\w./-]+\.{_SOURCE}`?"
_QUOTED_SUBJECT = re.compile(r"([\"'])[A-Za-z_][\w.:#]*(?:\(\))?\1\s+[a-z]")
_GIVEN_SUBJECT = re.compile(r"^([\w.:#]+)\([^()`]*\)(?=\s+[a-z])")
_NO_COLONS = r"(?:py|js|mjs|ts|tsx|go|java|kt|cs|swift)"  # files of languages without `::`
# A name of a lock, though it stand in back-ticks.
_LOCK = (
    r"`?(?!(?:lock|mutex|locks)\b)((?:[\w@$]+(?:\.|->|::))*[\w@]*(?:[lL]ock|[mM]utex|mtx|\bmux?|_mux?|[a-z]Mux?)_?)`?"
    r"(?![\w.(])(?: lock| mutex)?"
)
# Rules for what names are made of, before they are hidden.
_AS_IN_HEADER = (
    r"`([A-Za-z_]\w*) ?= ?([^`=<>~]+)`(?:,? (?:by|as (?:its|the|a)|as) default)?(?=$|\.$)"
)
_OF_NAMES = (
    (
        re.compile(
            r"\b(?:deals with|copes with|guards against|is prepared for|recovers from|survives|tolerates"
            r"|absorbs|shrugs off|puts up with) "
            r"(?=`?[\w.:]*(?:Error|Exception)\b)"
        ),
        "catches ",
    ),
    (re.compile(r"\*\*([\w.:#]+(?:\(\))?)\*\*"), r"`\1`"),
    (
        re.compile(r"\b(?:uses|enters) `[\w.()]+` as an? (?:async )?context manager\b"),
        "has a with block",
    ),
    (
        re.compile(r"\b(?:use|enter) `[\w.()]+` as an? (?:async )?context manager\b"),
        "have a with block",
    ),
    (
        re.compile(
            r"\b(returns?|returning|return|yields?|passes|passing) (this|self)"
            r"(?=$|[,;?!]|\.$| (?:for|so|when|if|and|or|to|unless|on|in|always|early|only|unchanged"
            r"|as|from|at|into|after|before|with|but|rather|instead|unconditionally)\b)"
        ),
        r"\1 `\2`",
    ),
    (re.compile(r"^\[([\w.:#]+)\](?=\s)"), r"`\1`"),
    *(  # as a header has it
        (re.compile(rf"\b{said} (?:an? |the )?{_AS_IN_HEADER}"), rf"{instead} `\1` to `\2`")
        for said, instead in (
            ("(?:has|takes|accepts|declares)", "defaults"),
            ("(?:have|take|accept|declare)", "default"),
            ("(?:has|takes|accepts|declares) no", "does not default"),
        )
    ),
    (re.compile(r"^(?:def|fn|fun|func|sub|proc) (?=[\w`])"), "function "),
    (re.compile(rf"`?([\w./-]+\.{_NO_COLONS})::(\w+)::(\w+)`?"), r"`\1::\2.\3`"),
    (re.compile(r"`(except|catch|rescue) \(?([A-Z][\w.:]*)[^`]*`"), r"except clause for `\2`"),
    (
        re.compile(
            r"\b(?:uses|has|does|contains|executes|performs|runs|includes) (?:an? |the )?"
            r"`(raise|throw|return|yield|await|defer|import) (?:new )?([\w.$@:]+)[^`]*`"
        ),
        r"\1s `\2`",
    ),
    (re.compile(r"`(?:async )?(?:def|fn|func|fun|function) ([\w.:]+)[^`]*`"), r"`\1`"),
    (re.compile(r"\b(ends|finishes|concludes) with `return ([^`]+)`"), r"returns `\2`"),
    (re.compile(r"\b[A-Z]\w+'s (?=`)(?<!^)"), ""),
    (re.compile(r"(?<=\w)'(?=ing\b)"), ""),
    (re.compile(rf"(?<![\w.`/-])({_FILE})'s (`?[\w.:]+`?)"), r"\2 in \1"),
    (
        re.compile(
            r"\b(?:fails?|errors?(?: out)?|aborts?|crash(?:es)?|blows? up|complains?|dies?|bails?(?: out)?"
            r"|gives? up|quits?|stops?|exits?|rejects?(?: \w+){1,8}?)"
            r" with (?:an? |the )?(?=`?[\w.:]*(?:(?:Error|Exception)\b|\bErr[A-Z]))"
        ),
        "raises ",
    ),
    (re.compile(r"(?<![\w`.-])-([A-Z][A-Z\d_]{2,})\b(?!`)"), r"`-\1`"),  # `-ENOMEM`
    *WITHOUT,
    *TURNED_ROUND,
    *OVER,
    *RECEIVED,
    *OWNERS,
    # A lock that is named.
    (
        re.compile(
            rf",? (?:while|whilst) (?:it )?(?:is )?(?:still )?(?:hold(?:s|ing)|own(?:s|ing)) (?:the )?{_LOCK}"
        ),
        r" under the lock `\1`",
    ),
    (re.compile(rf" under (?:the )?{_LOCK}"), r" under the lock `\1`"),
    (
        re.compile(rf" without (?:holding|taking|acquiring|locking) (?:the )?{_LOCK}"),
        r" outside the lock `\1`",
    ),
    (
        re.compile(r" without (?:holding|taking|acquiring) (?:the|a|any) lock\b"),
        " outside the lock",
    ),
    (
        re.compile(
            r"\b(?:takes|acquires|grabs|obtains) the `?((?:[\w@$]+(?:\.|->))*\w*(?:\bmu|_mu|[a-z]Mu|mtx))`? "
            r"(?:lock|mutex)\b"
        ),
        r"locks `\1`",
    ),
    # A class whose name is a word that says which one is meant.
    (
        re.compile(
            r"\b((?:raise|throw|catch|rescue|instantiate|extend|return)(?:e?s)?|inherits from) "
            r"(Other|Another|First|Last|Next|Same|Any|Each|Every|Both|New|Old|Only)\b(?! [a-z]+Error)"
        ),
        r"\1 `\2`",
    ),
    (
        re.compile(
            rf"\bholds (?:on to )?(?:the )?{_LOCK}(?! (?:while|when|until|for|during|across))"
        ),
        r"locks `\1`",
    ),
    (re.compile(r"\bsynchroni[sz]es on (?:the )?(?!`?(?:this|self)\b)(?=`?[\w@$])"), "locks "),
    (re.compile(rf" with (?:the )?{_LOCK} (?:held|locked|taken)\b"), r" under the lock `\1`"),
    # What is counted up to is a condition, and nothing that is done before.
    (
        re.compile(
            r"\bafter (?:more than |exactly |at most )?(`?(?:MAX|MIN|LIMIT)[A-Z\d_]*`?|`?[A-Z\d_]+_(?:LIMIT|RETRIES"
            r"|ATTEMPTS|TRIES|COUNT|TIMEOUT)`?)(?: (?:attempt|tr|retr|failure|time|round|iteration|redirect)\w*)?"
            r"(?=\s*(?:$|[,;.?!]|and\b))"
        ),
        r"when \1",
    ),
)
_KEYWORD = (
    r"async|suspend|static|private|public|protected|abstract|virtual|final|sealed|unsafe|inline"
    r"|override|mutating|for|while|if|try|switch|match|guard|defer|with|using|when|select|do|finally"
    r"|else|except|catch|rescue|ensure|synchronized|lock|unless|until|case|await|yield|return|raise"
    r"|throw|break|continue|lambda|constexpr|noexcept|const|open|internal|extern|partial|readonly"
)
_OF_KEYWORD = (
    "loop|loops|block|blocks|statement|statements|clause|clauses|branch|expression|function|method"
    "|arm|modifier|keyword|body|closure|class|section|guard|condition"
)

# A keyword in back-ticks, with what follows it there: "`while True` loop".
_QUOTED_KEYWORD = re.compile(rf"`({_KEYWORD})(?: [^`]*)?`(?= (?:{_OF_KEYWORD})\b| (?:of|in) `)")

_LET = re.compile(r"`(guard|if|while) (let|var|case)`")

_HEDGES = (
    r"(?:contrary to|despite|in spite of|unlike|according to)(?: \w+){1,4}(?=,)",
    *("it (?:seems|appears|looks)(?: like| that| as if| as though)?", "(?:seems|looks) like"),
    *("(?:apparently|evidently|clearly|obviously|basically|essentially|effectively)", "in short"),
    *("as far as i (?:can )?(?:see|tell|know|understand)", "(?:up)?on (?:closer )?inspection"),
    *("from (?:the|its) (?:code|source|body)", "in (?:my|our) (?:view|opinion|reading)"),
    *(
        "i(?: am|'m)? (?:think|believe|suspect|guess|assume|sure|certain|see|notice|claim)(?: that)?",
    ),
    *("(?:we|you|one) (?:can )?(?:see|know|observe|assume) that", "the (?:claim|fact) is that"),
    *(
        "it (?:is|was|has been) (?:claimed|said|stated|believed|assumed|known|true|documented) that",
    ),
    *(
        "my understanding is that",
        "(?:we|i) (?:need|want) to (?:know|check|verify) (?:that|if|whether)",
    ),
    *(
        "(?:can|could|would|will) you (?:please |kindly )?(?:confirm|verify|check|tell me|make sure|prove)"
        "(?: that| if| whether)?",
    ),
    *("(?:the )?(?:bug|note|claim|fact|hypothesis|statement|question|assumption|nit|fyi|todo) ?:",),
    *("(?:please )?(?:verify|check|confirm|prove) ?:",),
    *(
        "to be precise",
        "in other words",
        "of course",
        "indeed",
        "in fact",
        "actually",
        "it is so that",
    ),
)
_ALONE = (
    rf"(?:verify|check|confirm|ensure|assert|claim|please|prove|whether|that)(?= {_Q}| the | it )"
)
_TAG = re.compile(
    r"(?:[,;]\s*(?:(?:does|do|did|is|are|was|has|have|can|will|would|could|should)(?: not|n't)?"
    r" (?:it|they|he|that)|right|correct|yes|no|true or false|or (?:not|does it|is it)"
    r"|is that (?:right|correct|true|so)|am i right|i (?:think|believe|guess|suppose)))\s*[?.!]*\s*$",
    re.IGNORECASE,
)


@cache
def _leading() -> re.Pattern[str]:
    """What may lead in a sentence, once or several times."""
    leads = sorted((re.escape(words) for words in LEAD_IN if " " in words), key=len, reverse=True)
    ways = "|".join((*_HEDGES, *leads, _ALONE))
    return re.compile(rf"^(?:(?:{ways})[,;:]?\s+)+", re.IGNORECASE)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The rules, compiled when the first claim is read: that takes a fifth of a second."""
    parts = {"{P}": _PLACE, "{S}": _S, "{W}": _W, "{N}": _N, "{Q}": _Q}
    compiled = []
    for rule, instead in (*DEFAULTS, *TOLD, *HOW, *WHO, *WHAT):
        pattern = rule
        for name, part in parts.items():
            pattern = pattern.replace(name, part)
        compiled.append((re.compile(pattern, re.IGNORECASE), instead))
    return tuple(compiled)


def plainer(text: str, progressive: Callable[[str], str]) -> str:
    """`text` in plainer words; `progressive` says what `is calling g` says."""
    text = _LET.sub(
        r"\1 \2", _QUOTED_KEYWORD.sub(r"\1", written_out(_GIVEN_SUBJECT.sub(r"`\1`", text)))
    )
    for pattern, instead in _OF_NAMES:
        text = pattern.sub(instead, text)
    if quoted := _QUOTED_SUBJECT.match(text):  # who quotes the subject so, quotes all names so
        text = re.sub(rf"{quoted[1]}([\w.:#]+(?:\(\))?){quoted[1]}", r"`\1`", text)
    names: list[str] = []

    def hide(match: re.Match[str]) -> str:
        if len(names) == _MOST_HIDDEN:
            return match[0]
        names.append(match[0])
        return chr(_HIDDEN + len(names) - 1)

    hidden = _NAMED.sub(hide, re.sub(_Q, "", text))
    hidden = _TAG.sub("", _leading().sub("", hidden.strip()))
    for pattern, instead in _patterns():
        hidden = pattern.sub(instead, hidden)
    hidden = progressive(hidden)
    return re.sub(_Q, lambda match: names[ord(match[0]) - _HIDDEN], hidden)
