"""Verbs of plain speech put into those that are known: see `idioms`. Plain data."""

from __future__ import annotations

_TELL = r"(?:tell|say|report|indicate|determine|compute|answer|return)"
_THE = r"(?:the |its |an? |all |any |this |that |there )?"
_LITERAL = r"-?\d[\w.]*|true|false|null|nil|none|undefined"
_ENDED = r"$|,| (?:only|if|when|unless|once|and|or|but|before|after|without)\b"
# What is written to by a call.
_MEDIUM = (
    r"(?:std(?:out|err|in)|output|files?|disk|log|socket|stream|console|terminal|response"
    r"|channel|pipe|buffer|cache|database|storage|list|queue|array|map|stack|memory)\b"
)
# What is done at an end, which may be so of one value alone.
_ENDING = (
    r"\b(?:returns?|throws?|raises?|panics?|rejects?|bails out|does nothing|fails|errors|exits"
    r"|aborts)\b(?! (?:if|when|unless)\b)(?: [^,;]*?)??"
)
_STATE = (
    r"(?:empty|null|nil|none|negative|positive|zero|non[- ]?zero|undefined|blank|non[- ]empty"
    r"|nonempty)"
)
_PLURAL = (
    r"(?:value|input|argument|number|string|list|array|key|name|path|size|weight|length|count|delay"
    r"|timeout|amount|id)"
)

_STARTS = (
    r"(?:runs?|calls?|executes?|invokes?|performs?|starts?|launch(?:es)?|spawns?|kicks? off"
    r"|spins? up)"
)
_BESIDE = (
    r"(?:in the background|(?:in|on|inside|as) (?:an?|its own|another|the|a new|a separate"
    r"|a background|a dedicated)(?: new| separate| background)?"
    r" (?:goroutine|thread|coroutine|task))"
)

# As in `idioms_what`: a pattern, and what stands for it.
TOLD: tuple[tuple[str, str], ...] = (
    # Kept up as long as is said.
    (r"\bkeeps (?:on )?(\w+ing) ((?:(?!\bnot\b).)+?) until (?=\S)", r"is \1 \2 until "),
    (
        r"\bkeeps (?:on )?(\w+ing) ((?:(?!\bnot\b).)+?) (?:while|(?:as|so) long as) (?=\S)",
        r"is \1 \2 while ",
    ),
    (r"\bkeeps (?:on )?(\w+ing) ((?:(?!\bnot\b).)+)$", r"is \1 \2 in a loop"),
    (r"\brepeatedly (\w+s .+? (?:until|while|(?:as|so) long as) )(?=\S)", r"\1"),
    (  # denied as that is said which it denies
        r"\breturns no (?=(?:list|dict|dictionary|map|set|tuple|array|string|function|closure"
        r"|callback|promise|future|generator|iterator|coroutine)s?"
        r"(?:$|[,.;]| (?:if|when|unless)\b))",
        "never returns a ",
    ),
    (r"\btakes no lock on (?={N})", "never takes a lock on "),
    (r"\bwith (?:the|its) (lock|mutex)(?: held| taken)?(?=$|[,.;])", r"while holding the \1"),
    (r"\berrors(?: out)? (?=(?:if|when|unless|once|whenever)\b)", "fails "),
    (
        r"\b(?:writes|stores|assigns|saves|puts) nothing (?:else )?(?:to|in|into|on) (?={N})",
        "never writes ",
    ),
    (r"\b(add|append|push|prepend)(e?s) nothing (?:to|onto|on) (?={N})", r"never \1\2 to "),
    (
        rf"\b{_TELL}(s?)(?: an? (?:{{W}} )?(?:indicating|telling|saying))? (?:back )?whether"
        rf" (?:or not )?(?={_THE}{{N}})",
        r"return\1 true if ",
    ),
    (
        r"\bwhen(?:ever)? (?:it|the (?:function|method)) (?:returns|exits|ends|is left)"
        r"(?=$|[,;.]| and\b| but\b)",
        "on exit",
    ),
    (
        rf"\b({_STARTS}) ((?:the |its )?{{N}}) {_BESIDE}\b",
        r"\1 \2 asynchronously",
    ),
    (rf"\bmakes (?:very )?sure (?:that )?(?={_THE}{{N}} (?:is|are|has)\b)", "ensures that "),
    (rf"\b(?:requires|expects) ({_THE}{{N}}) to be (?={{W}})", r"ensures that \1 is "),
    (
        rf"\b(?:takes|pulls|plucks|picks|lifts) ({_THE}(?:{{W}} ){{0,2}}?{{N}}) (?:off|out)(?: of)?"
        rf" (?=(?:the |its )?{{N}})",
        r"removes \1 from ",
    ),
    (
        rf"\b(?:writes|stores|assigns|puts) ({_LITERAL}) (?:to|in|into) ({{Q}})(?={_ENDED})",
        r"sets \2 to \1",
    ),
    (
        rf"\b(?:writes|stores|assigns|puts) ({_LITERAL}) (?:to|in|into) (?:the )?(?!{_MEDIUM})"
        rf"([a-z_]\w*)(?={_ENDED})",
        r"sets `\2` to \1",
    ),
    (
        r"\bis (?:just |basically |effectively |simply )?(?:a )?no[- ]?op"
        r" (?=(?:for|on|when|if|with|given|unless)\b)",
        "does nothing ",
    ),
    (
        rf"({_ENDING}) (?:for|on|upon|given) ({_STATE}) ({_PLURAL})s$",
        r"\1 if the \3 is \2",
    ),
    (
        rf"({_ENDING}) (?:for|on|upon|given) (?:an? |any )?({_STATE}) ({{N}})$",
        r"\1 if the \3 is \2",
    ),
    (
        rf"({_ENDING}) (?:for|on|upon|given) (?:an? |any )?(null|nil|none|undefined|nullptr)"
        r"(?: \w+)?$",
        r"\1 if given \2",
    ),
    (rf"({_ENDING}) for (?:an? )?((?!(?:the|a|an|all|any)\b){{N}}) (-?\d+)$", r"\1 if \2 is \3"),
    (
        r"\bis (an? (?:{W} )?(?:classmethod|staticmethod|coroutine|generator|constructor|property))"
        r" (?:that|which) (?=\w+s\b|never |only |does )",
        r"is \1 and ",
    ),
    (
        r"\b(?:stops|gives up|ceases) (?:retrying|trying(?: again)?|looping|polling|iterating)"
        r" (?=(?:if|when|once|whenever|as soon as|unless)\b)",
        "leaves the loop ",
    ),
    (r"\b(?:exits|quits) the loop (?=(?:if|when|once|whenever|unless)\b)", "leaves the loop "),
    # Where in a caller it is called.
    (
        r"\b((?:called|invoked|awaited|run)) from (?:inside |within )?(?:of )?(a|an|the|its) ({P})"
        r" (?:of|in|inside|within) ({N})$",
        r"\1 in \2 \3 in \4",
    ),
)
