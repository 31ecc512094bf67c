"""Wordings of where and how often something is done, put into the one that is read."""

from __future__ import annotations

_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|\d+)"
_BOUND = r"(?:at least |at most |exactly |only |just |more than |fewer than )?"
_CHOICE = r"(?:switch|match|case|when)(?: statement| expression)?"
_DEFAULT = "default (?:case|branch|arm|label|clause|section)"

_TO = "(?:everything |the call |it )?to (?:the |its |his )?"
_PARENT = r"(?:(?:base|super|parent)[- ]?(?:class(?:'s)?)?|superclass(?:'s)?|parent's)"

# As in `idioms_what`: a pattern, and what stands for it.
HOW: tuple[tuple[str, str], ...] = (
    (r"\b(?:directly )?(?:with)?in(?:side)? (?:its|the) own body\b", "directly"),
    (
        rf"\bin ({_BOUND}{_NUMBER}) (?:different |separate |distinct )?places\b",
        r"\1 times",
    ),
    (
        rf"\b{_CHOICE} (?:with|that has|which has|having) an? {_DEFAULT}\b",
        "default case",
    ),
    (
        r"(?<=\S )(?:sets|setting|puts|putting|switches) ((?:the |its )?(?!falls\b){N}) back to\b",
        r"sets \1 to",
    ),
    (
        r"\bskip(s|ping)? (?:over )?(?:(?:the|all|any|those) )?((?:[a-z]+ ){0,2}[a-z]+s)"
        r" (?:that|which) (are|were|have|do)\b",
        r"continue\1 if the \2 \3",
    ),
    (
        r"\bonce (?=(?:{N}|(?:the|a|an|its) {N}) (?:succeed|fail|complet|finish|return|exist|match)\w*\b)",
        "when ",
    ),
    (
        r"\bskip(s?) (?:over )?(?:the |an? |each |any |that )(?:current |whole )?"
        r"(?:row|entry|item|element|attribute|key|line|file|record|node|pass|iteration|child|one)"
        r" (?=(?:if|when|whenever|unless) )",
        r"continue\1 ",
    ),
    (
        r"\bdefault(s?) (?:the |its )?(code|name|class|key|value|file|method|object|type|state)"
        r"(?= to )",
        r"default\1 `\2`",
    ),
    (
        r"\b(if|when|whenever) (?:an|any|the) (error|exception) (?:is|was|gets)"
        r" (?:caught|thrown|raised)(?=$|[,;]| and | or )",
        r"\1 an \2 occurs",
    ),
    (r"\b(?:straight|right) away\b", "immediately"),
    (r"\ba single time\b", "exactly once"),
    (r"\bhas (?:the|an?) (?!default\b)([a-z]+) (?:modifier|keyword)\b", r"is \1"),
    (r"\bprior to (?:calling |(?:a|the) call to )?(?={N})", "before "),
    (r"\blater than (?:calling |(?:a|the) call to )?(?={N})", "after "),
    (
        r"\b(before|after) (?:entering|leaving|exiting|starting|it enters|it leaves) (?=(?:the|its) (?:\w+ )?loop\b)",
        r"\1 ",
    ),
    (r"\b(?:omits|skips|drops) (?:the|its|any|all) calls? to (?={N})", "never calls "),
    (r"\bha(?:s|ve) stopped (\w+ing)\b", r"stops \1"),
    (r"\b(?:ends|finishes|concludes) with (?:a|the) call to ({N})", r"calls \1 last"),
    (r"\b(?:begins|starts) with (?:a|the) call to ({N})", r"calls \1 first"),
    (
        r"\b(wrap|surround|enclose)s (?:the |its )?(?:calls? (?:to|of) )?({N})(?: call)? (?:in|with|by|inside) (an? try\b|try\b)",
        r"calls \2 inside \3",
    ),
    (
        r"^the call (?:to|of) ({N}) (?:comes|happens|occurs|is made|stands|is) (before|after)"
        r" (?:(?:the call|that) (?:to|of) )?({N}) (?:in|inside|within) ({N})$",
        r"\4 calls \1 \2 \3",
    ),
    (
        r"^({N}) is (?:the |a )?(?:direct )?(?:parent|base|super)[- ]?class of ({N})$",
        r"\2 inherits from \1",
    ),
    (r"\bhas no (?:base|super|parent) ?class\b(?! of\b)", "does not inherit from a base class"),
    (
        r"\bhas (?:a|any|another) (?:base|super|parent) ?class\b(?! of\b)",
        "inherits from a base class",
    ),
    (
        r"\bhave (?:a|any|another) (?:base|super|parent) ?class\b(?! of\b)",
        "inherit from a base class",
    ),
    (  # what is said of how long it takes, and no parameter
        r"\b(?:takes|take|runs in|run in|has|works in) (?:an? |amortized |at most )*"
        r"(constant|linear|logarithmic|quadratic|exponential|amortized)(?: amount of)? (?:time|space|memory)\b",
        r"is \1 time",
    ),
    (  # `catches errors of f`, which f raises, and no error of that name
        r"\b((?:catch(?:es|ing)?|handl(?:es?|ing))"
        r" (?:(?:all|any|the|every) )*(?:errors?|exceptions?)) (?:of|from|in) (?:the )?(?:call (?:of|to) )?"
        r"(?!(?:type|class|kind|sort|the|a|an|its|this|that|any|all|such)\b)(?={N}(?:$|[.,;?]| (?:and|but|in|by|or)\b))",
        r"\1 thrown by ",
    ),
    (
        r"\bonce (?=(?:(?:the|an?|its?|this|that|all|any|no|enough)\b|{N} (?:is|are|was|were|has)\b)"
        r".*\b(?:is|are|was|were|has|have)\b)",
        "when ",
    ),
    (
        r"\b(?:runs|executes|works) (?=in (?:a|an|its own) (?:new |separate |background |different )*thread\b)"
        r"in (?:a|an|its own) (?:new |separate |background |different )*thread(?=$|[,.])",
        "starts a thread",
    ),
    (r"\bis an? no[- ]?op (?=(?:if|when|unless)\b)", "does nothing "),
    # Order: `before it recurses`, `after it has set x`, `before taking the lock`.
    (r"\b(before|after) (?:it )?(?:calls|calling) itself(?: again)?\b", r"\1 it recurses"),
    (r"\b(before|after) recursing(?: into {N})?(?=$|[,.])", r"\1 it recurses"),
    (
        r"\b(before|after) (?:it )?(?:tak|acquir|grabb?|obtain)(?:e?s|ing)"
        r" (?:the|a|its) (?:lock|mutex)\b",
        r"\1 locking",
    ),
    (
        r"\b(before|after) (?:it )?(?:releases|releasing|gives up|drops|dropping)"
        r" (?:the|a|its) (?:lock|mutex)\b",
        r"\1 unlocking",
    ),
    *(
        (rf"\b(before|after) (?:it has|having)(?: already)? {past}\b", rf"\1 {doing}")
        for past, doing in (
            *(("set", "setting"), ("reset", "resetting"), ("read", "reading"), ("put", "putting")),
            *(("sent", "sending"), ("written", "writing"), ("made", "making")),
            ("built", "building"),
        )
    ),
    (
        r"\b(before|after) (?:it has|having)(?: already)? (\w{2,}[a-z])ed\b"
        r"(?= (?:{N}|the\b|its\b))",
        r"\1 \2ing",
    ),
    (
        r"\b(calls) ({N}) between ({N}) and ({N})(?=$|[.,])",
        r"\1 \3 before \2 and calls \2 before \4",
    ),
    *(
        (
            rf"\b{said} (?:(?:an?|the|one|its|any) )?(?:{{W}} )?from (?=(?:the |its )?{{N}})",
            f"{put} from ",
        )
        for said, put in (("receives", "pulls"), ("receiving", "pulling"), ("receive", "pull"))
    ),
    (  # `calls f while x`, in which two things are not done
        r"\b(calls|invokes|sets|writes|reads|sends|returns|logs|raises|throws) ((?:(?!while\b).)*?)"
        r"\bwhile ({Q})(?=$|[.,]| (?:is|are|has|==|!=|[<>]))",
        r"\1 \2when \3",
    ),
    (
        r"\b(calls?|invokes?) (less|more|fewer|own)"
        r"(?=$| (?:before|after|if|when|only|and|then|with|for|in|on)\b)",
        r"\1 `\2`",
    ),
    (
        r"\bassigns ({N}) to (?!(?:the|an?|its?|each|every|all|any|both|one|them|this|that)\b)"
        r"([a-z_]\w*)(?![\w.:])",
        r"sets `\2` to \1",
    ),
    (r"\bassigns ({N}) to ({N})", r"sets \2 to \1"),
    (rf"(?<=\S)'s {_CHOICE} has (a|no) {_DEFAULT}\b", r" has \1 default case"),
    (
        r"^({N}) (is|is not|is never|gets) wrapped (?:in|inside|into|by|with|using) (?:an? |the )?"
        r"(?!(?:try|loop|with|lock|if|catch|transaction|using|finally|mutex|block)\b)({N})"
        r"(?: (?:call|component|decorator|helper|function))?$",
        r"\1 \2 decorated with \3",
    ),
    (
        r"\bwraps? (?:the |its |an? )?({N}) (?:in|with|inside) (?:an? |the )?(?:using|with|try[- ]with[- ]resources)"
        r"(?: statement| block| declaration)?(?=[.,;]|$)",
        r"closes the \1",
    ),
    (
        r"\b(?:uses|has|contains|employs|relies on) (?:an? |the )?try[- ]with[- ]resources(?: statement| block)?\b",
        "closes the resource",
    ),
    (
        r"^({S}) ((?!never\b|does\b|always\b)\w+s (?!.*\b(?:if|when|unless|and|but|or|not)\b).*\S) unconditionally$",
        r"\1 unconditionally \2",
    ),
    (
        r" after (?:handling|catching|intercepting) (?:it|them|that)(?: first)?$",
        "",
    ),
    (
        rf"\b(?:delegates|defers|forwards|falls back|hands (?:off|over)) {_TO}{_PARENT}"
        r"(?: (?:implementation|method|version|behaviou?r))?(?![\w.(:])",
        "calls `super`",
    ),
    (
        rf"\b(?:call|invoke|use|run)(s?) (?:the |its )?{_PARENT}"
        r" (?:implementation|version|behaviou?r)(?![\w.(:])",
        r"call\1 `super`",
    ),
    (
        r"\b(never|not) ((?:(?!\b(?:but|and|or|only|always)\b)[^,;])+?)"
        r" (?:in any (?:case|event|way|situation)|under any circumstances?|on any path)(?=[.,;?]|$)",
        r"\1 \2",
    ),
    # What is given back for an exception is so where that is caught.
    (
        r"\b((?:returns?|returning|yields?|gives back) (?:(?!for|on|when|if)[^\s,;]+ )+?)for (?:an? |any |the )?([\w.]*(?:Error|Exception))s?(?=[.,;]|$| (?:and|but)\b)",
        r"\1on \2",
    ),
    # A lock is no parameter.
    (
        r"\b(?:takes|acquires|grabs|holds|obtains) no (?:locks?|mutex(?:es)?)(?: (?:at all|whatsoever|itself))?(?=[.,;]|$| (?:and|but|or|when|while|if)\b)",
        "never takes a lock",
    ),
    (
        r"\b(take|acquire|grab|hold|obtain)(s|ing)? any (?:locks?|mutex(?:es)?)\b(?! (?:on|of|for)\b)",
        "take\\2 a lock",
    ),
)
