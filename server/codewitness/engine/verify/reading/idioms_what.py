"""Idioms of what is done, where, when and how: see `idioms`. Plain data."""

from __future__ import annotations

_NOMINAL = (
    ("checks?|checking|validation|test|tests|testing|verification", "check"),
    ("assignments?", "assign"),
    ("comparisons?", "compare"),
    ("access|accesses|reads?|reading", "read"),
    ("writes?|modifications?|changes?|updates?|mutations?", "modify"),
    ("iterations?|traversals?", "iterate over"),
    ("lookups?|reference|references", "reference"),
    ("locking", "lock"),
    ("logging", "log"),
)
_CALL_OF = r"(?:(?:a|an|the|one|its|direct|single|simple|explicit|another|further) )*(?:call|calls) (?:to|of|on)"
_NEEDED = r"(?:necessary|needed|required|appropriate|applicable|possible)\b"
_UNNAMED = r"(?:necessary|appropriate|applicable|possible)\b"  # of these, no variable is named
WHAT: tuple[tuple[str, str], ...] = (
    # Calls that are nouns.
    (
        r"(?<!never )(?<!not )\b(?:makes|performs|issues|contains|has) (?:exactly |only |just )?(?:one|a single) call (?:to|of) ({N})(?! (?:in|inside|within|per|for)\b)",
        r"calls \1 exactly once",
    ),
    (
        rf"\b(?:makes|performs|issues|does|contains|involves|has|places|includes) {_CALL_OF} (?={{N}})",
        "calls ",
    ),
    (
        rf"\b(?:expands to|boils down to|amounts to|comes down to|results in|consists of|is (?:nothing but|just|merely|simply|only)) {_CALL_OF}\b",
        "calls",
    ),
    (r"\bhas (?:an? )?(?:default |own )?implementations? (?:of|for) (?={N})", "defines "),
    (r"\bis an alias (?:of|for) (?={N})", "uses "),
    # What is done, said by a noun.
    *(
        (
            rf"\b(does not|doesn't|never|not|no longer|without) (?:perform|do|make|carry out|conduct|performing|doing|making)s? (?:any |an? |the )?(?:{{W}} )?(?:{nouns}) (?:on|of|for|against|to|over|in) (?={{N}})",
            rf"\1 {verb} ",
        )
        for nouns, verb in _NOMINAL
    ),
    (r"\b(?:ends up|winds up|lands) (?:in|at|with) (?=(?-i:[A-Z]\w*[A-Z])|{Q})", "calls "),
    (
        r"\b(?:guards|protects|defends)(?: itself)? against (?:an? |any )?(?:null|nil|none|undefined|missing|empty|absent|unset) ({N})(?: (?:parameter|argument|value)\b)?",
        r"checks \1",
    ),
    (r"\b(?:loops|has an? loop) without an?y? (?:exit )?condition\b", "loops forever"),
    (
        r"\b(?:discards|drops|throws away|hides|loses) (?=(?:the |any |all |an? )?(?:errors?|exceptions?|failures?)\b)",
        "swallows ",
    ),
    # What stands in what.
    (
        r"\b(?:runs|works|executes|operates|happens|is (?:run|executed|done)|does (?:its|the) work) (?:in|inside|within) (?:an?|the|one|its own|a single)(?: database| db)? transaction\b",
        "uses a transaction",
    ),
    (r"\bnests ({N}) (?:in|inside|within|into) ({N})", r"wraps \1 in \2"),
    # Verbs of two words.
    (r"\b(?:gives|hands|passes|reports) back\b(?! to)", "returns"),
    (r"\bgoes (?:through|via) ({Q}) (?=to \w)", r"uses \1 "),
    (
        r"\b(?:goes|runs|walks|ranges|cycles|steps|sweeps|marches|makes a pass) (?:over|through|across) (?=(?:all|each|every|the|its|both)\b|{N})",
        "iterates over ",
    ),
    (r"\b(?:walks|enumerates) (?=(?:all|each|every)\b|{N})", "iterates over "),
    (
        r"\b(?:processes|handles|visits) (?:each|every|all)(?: of)?(?: the)? "
        r"(?:elements?|items?|entry|entries|values?|members?) (?:of|in|from) (?={N})",
        "iterates over ",
    ),
    (r"\brefers? to (?={N})", "references "),
    (
        r"\b(?:kicks|fires|sets|spins) (?:off|up) (?=(?:a|an|the|one|its|new|another)\b|{N})",
        "starts ",
    ),
    (r"\bnews up\b", "instantiates"),
    (
        r"\bpays no attention to\b|\btakes no notice of\b|\bdoes nothing with\b|\bmakes nothing of\b",
        "ignores",
    ),
    (
        r"\bdeclares (?:that it )?(?:throws|raises|to throw) (?={Q}|[A-Z]\w*(?:Exception|Error)\b)",
        "declares ",
    ),
    (r"\bhas side effects on (?={N})", "writes "),
    (
        r"\b(?:has|takes|accepts|declares) (?:(?:a|an|the|its|one) )?(?:optional |keyword )?(?:parameter |argument )?"
        r"({N})(?: parameter| argument)?,? (?:(?:that|which|and) )?(?:is )?(?:defaults|defaulting|defaulted) to ",
        r"has a default \1 of ",
    ),
    (
        r"\b(?:has|takes|accepts|declares) (?:(?:a|an|the|its|one) )?(?:optional |keyword )?(?:parameter |argument )?"
        r"({N})(?: parameter| argument)? with (?:a |the )?default(?: value)?(?: of)? (?!for\b)",
        r"has a default \1 of ",
    ),
    (
        r"\b(iterates|loops|traverses|goes) (?:in reverse|backwards|backward|lazily|once|exactly once|in order)(?: order)? (over|through)\b",
        r"\1 \2",
    ),
    (r"\b(slices|cuts|slicing) ({N}) (?:from|between) {N} (?:to|and|until) {N}", r"\1 \2"),
    (
        r"\b(overrides|extends|replaces|shadows) the one (?:of|in|from|on|defined in|that) (?={N})",
        r"\1 ",
    ),
    # What is had.
    (r"\bis (loop|lock|branch|exception|recursion|call)[ -]free\b", r"has no \1"),
    (
        r"\b(returns?|returning|yields?|yielding) nothing (?:else )?(?:but|except(?: for)?|other than|than|besides|apart from) ",
        r"\1 only ",
    ),
    # Of parameters: which there are, and no others.
    (
        r"\b(?:takes|accepts|has|expects|receives|declares) ({N}(?:,? and {N}|, {N})*),? (?:and|but) no (?:other|further|more|additional) (?:parameters?|arguments?)\b",
        r"takes only \1",
    ),
    (
        r"\b(?:takes|accepts|has|expects|receives) (?:other (?:parameters?|arguments?) than|(?:parameters?|arguments?) other than) ",
        "does not take only ",
    ),
    (
        r"\bhas (?=no (?:other )?(?:parameters?|arguments?) (?:other than|than|besides|except|but|apart from) )",
        "takes ",
    ),
    (
        r"\b(?:carries|bears|wears|has|gets|sports) (?:an? |the )?({Q}) (?:annotation|decorator)\b",
        r"is decorated with \1",
    ),
    (r"\b(?:carries|bears|wears|sports) (?:an? |the )?({Q}) attribute\b", r"is decorated with \1"),
    (
        r"\bhas (?:exactly |only |just )?(?:one|a single|1) caller(?: only)?(?:,|:| \(| namely| which is| -)* ({Q})\)?",
        r"is only called by \1",
    ),
    (r"^({Q}) is (?:unused|dead code|not used anywhere|called nowhere)$", r"\1 is never called"),
    (
        r"\b(?:has|with) (?:only )?a single return\b(?: statement)?",
        "has exactly one return statement",
    ),
    (
        r"\b(has|takes|accepts|declares) (an? |the )?(?:keyword|name)[ -]only (?:(?:parameter|argument) )?"
        r"(?:named |called )?({N})(?: (?:parameter|argument))?(?=$|[,.])",
        r"takes \2\3 by keyword",
    ),
    (r"\b(takes|accepts) ({N}) positionally(?=$|[,.])", r"\1 \2 by position"),
    (
        r"\bthere (?:is|are) not any\b|\bthere (?:isn't|aren't) (?:any|an?)\b|\bthere (?:is|are) not an?\b",
        "there is no",
    ),
    (r"\bis an? async(?:hronous)? generator\b", "is async and is a generator"),
    (
        r"^(the {N} (?:parameter|argument) (?:of|in|to) {N}) is optional,?(?: and)? (?=defaults)",
        r"\1 ",
    ),
    (
        r"\bchecks ({N}) (?:in|with|using) an? (?:if|if statement|conditional|condition|branch)\b",
        r"checks \1",
    ),
    (r",? (?:and )?not (?:the other way (?:a?round)|vice versa)$", ""),
    (
        r",? (?:but|and|though) only (?=(?:in|inside|within|when|if|on|from|after|before|under|outside)\b)",
        " only ",
    ),
    (r"\bforgets (?:about )?(?=\w+ing\b)", "avoids "),
    (r"\bbefore giving up\b", ""),
    (r"\ban? variable number of\b", "any number of"),
    (r"\braises (?:the |its )?({Q}) event\b", r"raises \1"),
    (r"\braises (?:the |its )?((?-i:[A-Z])\w+) event\b", r"raises `\1`"),
    (
        r"\b(?:has|takes|accepts) an optional (?:{W} )?({N}) (?:parameter|argument|param)\b",
        r"has a default for \1",
    ),
    (
        r"\b(has|uses|contains) an? deferred (?:function|closure|call|func(?:tion)? literal|block)\b",
        r"\1 a defer statement",
    ),
    (r"\basks ({Q})(?= (?:before|after|first|whether)\b|$)", r"uses \1"),
    (
        r"\bcounts ({N}(?:\[[^\]\s]+\])?) (?:back )?down\b|\bcounts (?:back )?down ({N})",
        r"decrements \1\2",
    ),
    (r"\bcounts ({N}(?:\[[^\]\s]+\])?) up\b|\bcounts up ({N})", r"increments \1\2"),
    (
        r"\b(?:runs|executes|invokes|triggers|fires) (?:the |its |an? )?({Q}) (?:callback|hook|handler|listener|closure|delegate)\b",
        r"calls \1",
    ),
    (
        r"\bfor ((?:{W} )?{W}) ((?:long|larg|great|bigg|high|old|short|small|low|young)e?r|more|less|fewer|above|below|over|under)( than)? (?={N})",
        r"when \1 is \2\3 ",
    ),
    (
        r"\b(?:null|nil|none|bounds|type|range|sanity|error) check(s|ed)?\b(?= (?:{Q}|the|its|for))",
        r"check\1",
    ),
    (r"\bhas an? (?:{W} )?import (?:of|from) (?={N})", "imports "),
    (
        r"\b(to|with|as) a (?:fresh|new|brand new) (?-i:(dict|list|set|map|array|object))\b",
        r"\1 an empty \2",
    ),
    (
        r"\b(the (?:result|output|value|return value) of) (?:calling|invoking|running|applying) ",
        r"\1 ",
    ),
    (r"^({S}) (\w+s) (.+?),? (?:but|and) nothing (?:else|more|other)$", r"\1 only \2 \3"),
    (
        r"\bhas no (?:other )?callers? (?:other than|than|but|except|besides|apart from) (?={Q})",
        "is only called by ",
    ),
    (
        r"\bgives (?!(?:up|in|way|back|off|out)\b)({N})(?= (?:for|if|when|unless|on)\b|$)",
        r"returns \1",
    ),
    (
        r"\b(?:is|are) (?:guarded|protected|synchronized|serialized) (?:by|with|through) ({Q})(?: lock| mutex)?",
        r"locks \1",
    ),
    (r"\b(falls back) (?:to|on) (?:calling|using|returning|invoking|trying) (?={N})", r"\1 to "),
    (r" (?:through|down|along|straight) to (?={Q})", " to "),
    (
        r"\b(?:has|contains|includes) (an?|the|no|any) ({Q} )?(comment|docstring|string|literal|doc comment)\b( {Q})?",
        "is undocumented",
    ),
    (r"\bgets (?={Q}|(?:the|its|an?) (?!lock|mutex))", "reads "),
    (r"\b(?:runs|works|executes|operates) asynchronously\b", "is async"),
    # What is had, more of it.
    (
        r"\b(?:multiple|several|many|more than one) (?:exit points|exits|points of exit|return points|ways out|returns)\b",
        "at least two return statements",
    ),
    (
        r"\bonly (?:runs|works|acts|operates|does (?:something|anything|its (?:work|job))|takes effect) (?:when|if) (?={N})",
        "checks ",
    ),
    (
        r"\binherits ({Q}) from ({Q})(?: (?:without|and does not|but does not) overrid(?:e|ing) it)?",
        r"inherits from \2 and does not override \1",
    ),
    (
        r"\b(?:adds|declares|introduces|exposes|provides|offers) (an?|the) ({Q}) (field|attribute|property|member|method|constant|column)\b(?: (?:to|besides) (?:those|the ones|that) of {N})?",
        r"defines \1 \2 \3",
    ),
    (
        r"\bis an? (?:{W} ){0,2}(?:class|struct|record|interface|enum|object|dataclass|type) with (?=(?:an?|the|no|two|three) )",
        "has ",
    ),
    (r"\bI ?/ ?O\b", "IO"),
    (r"\bpattern[ -]match(?:es|ing)?\b", "match"),
    (
        r"\b(performs?|does|makes|contains?|has|have|without) (no |any |some )?(?:IO|network (?:calls|access|requests)|disk access|allocations?|system calls)\b",
        r"\1 \2side effects",
    ),
    (
        r"\b(?:makes|creates|builds|takes|produces) (?:an? )?(?:deep |shallow |defensive |full )?(?:copy|clone|snapshot|duplicate) of (?={N})",
        "copies ",
    ),
    (
        r"\breturns (an?|the) (?:{W} )?(?:pointer|reference|handle|iterator) (?:to|over) (?:an? |the )?(?={N})",
        "returns ",
    ),
    (r"\bdeclares (?:an? |the )?(?:checked |runtime )?exceptions?,? (?={N})", "declares "),
    (r"\bin favou?r of\b", "for"),
    (r"\band called (?:only|solely|exclusively) by (?={Q})", "and is only called by "),
    (r"\bpass(?:es|ing)? (\w+) ?: ?({N}) (?:on |along )?to ({N})", r"calls \3 with `\1: \2`"),
    (r"\bpass(?:es|ing)? (\w+) ?: ?({N})(?=$|,| and\b)", r"passes `\1: \2`"),
    # Where it is called from.
    (
        r"\b(is|are|gets|being) (\w+ed|run|thrown|written) (unconditionally|conditionally|only once|exactly once|once|twice|directly|repeatedly) (in|by|from|inside|within) ({Q})",
        r"\1 \2 \4 \5 \3",
    ),
    (r"\b(?:anywhere|somewhere|at (?:some|any) (?:point|time|place)) (?=in|inside|within|by)", ""),
    (
        r"\b(?:bubbles up|bubbles|passes up|lets through|passes on) (?=(?:the |any |all |an? )?(?:errors?|exceptions?|failures?))",
        "propagates ",
    ),
    # Order.
    (
        r",? (?:while|whilst)(?: it(?: is)?)? (?:still )?(?:hold(?:s|ing)|own(?:s|ing)) (?:an?|the|its) ((?:\w+ ){0,3})(?:lock|mutex)\b|,? with (?:an?|the|its) ((?:\w+ ){0,3})(?:lock|mutex) (?:held|taken)\b",
        r" under the \1\2lock",
    ),
    (
        r",? before (?:it does |doing |it touches |touching |it calls |calling )?(?:anything|everything) else(?: to {N}| in {N}| at all)?$",
        " as the first thing",
    ),
    (
        r"\b(?:after|on) (?:each|every) (?:single )?(?:attempt|retry|try|tick|poll|hop|probe|visit|page|batch"
        r"|item|element|entry|row|line|node|key|child|record|chunk|byte|token|field|char(?:acter)?|word|file"
        r"|block|packet|frame|segment|bucket|slot|cell|match|candidate|worker|listener|handler|message|event"
        r"|failed attempt|unsuccessful attempt)(?=$|,)",
        "on each iteration of a loop",
    ),
    (
        r"\bis an? (?:no[ -]?op|stub|dummy|empty (?:function|method|body|stub|implementation))$",
        "does nothing",
    ),
    (
        r"\b(calls|invokes|runs|executes) ({N}) first,?(?: and)?(?: only)?(?: then| afterwards| later| after that)? (?:calls |invokes |runs )?({N})(?: afterwards| after that| later| second| next| last)?$",
        r"\1 \2 before \3",
    ),
    # When.
    (
        r"\b({W}s) ((?:(?:to|into|in|on|from) )?)({N}) (if|when) ((?:(?!\band\b|\bor\b|\bunless\b|,).){3,60}?),? and (?:(?:to|into|in|on|from) )?({N}) otherwise$",
        r"\1 \2\3 \4 \5, and \1 \2\6 unless \5",
    ),
    (
        r"\b(does nothing|bails out|gives up|exits early|(?:returns|raises|throws|fails|panics)(?: (?:(?!\bwithout\b|,|\band\b).)+?)?) without (?:an? |any |the )(?!(?:loop|lock|try|condition|error|exception|handler|cause|message|stack|trace|change|delay|reason|effect|limit|value|doubt|warning|result|call|check|branch)s?$)({N})$",
        r"\1 if there is no \2",
    ),
    (
        r"\b(when|if|once|unless) it (?:runs into|hits|reaches|encounters|meets|comes across|sees|gets|finds|detects|is given|receives) (?:an? |the )?((?-i:[A-Z][A-Z_\d]+)\b)",
        r"\1 \2",
    ),
    (
        r"\b(?:as soon as|in the event that|in case that|given that|granted that|provided that|providing that|assuming that|assuming|so long as|the moment)\b",
        "when",
    ),
    (
        r",? once (?=\w+(?:ed|en|ty|ul)$|(?:all|every|each|the|both|it|there|everything|no)\b|{N} (?:is|are|has|have|was|reaches|returns|fails|exceeds|becomes|expires|drops))",
        " when ",
    ),
    (r", (?:and )?not (?:inside|in|within) it$", ""),
    (
        r",? (?:immediately |directly )?followed by (?:a call to |calling |calls to )?(?={N})",
        " before ",
    ),
    (r"\b(?:ahead of|earlier than)(?: calling| a call to| the call to)? (?={N})", "before "),
    (
        r"(?<!is )(?<!are )\b(?:conditional(?:ly)? (?:on|upon)|subject to|guarded by|gated (?:by|on|behind)|provided|on condition that|contingent on|behind) (?={Q})",
        "if ",
    ),
    (
        rf"\b(?:(?:where|as) {_NEEDED}|(?:(?<=\S )(?:if|when|whenever) {_NEEDED}|^(?:If|When|Whenever) {_UNNAMED})(?![.?!]*$))(?! (?:is|isn't|equals|==|!=|holds)\b)",
        "conditionally",
    ),
    (
        r"\bunder (?:certain|some|specific|special) (?:conditions?|circumstances)\b|\bin (?:certain|some) cases\b|\bat most conditionally\b",
        "conditionally",
    ),
    (
        r"\b(?:after|in response to|as a reaction to|in the event of|in case of) (?:an? |any |the )?(?:exceptions?|errors?|failures?)\b",
        "on error",
    ),
    (
        r"\b(?:with|given) ({Q}) (enabled|disabled|set|unset|true|false|present|absent)\b",
        r"if \1 is \2",
    ),
    (
        r"\b(?:clears|resets|wipes|drops|empties|invalidates) ((?:the |its )?{N}) by (?:setting|assigning) it to ",
        r"sets \1 to ",
    ),
    (r"\b(?:writes|stores|assigns)(?: \w+)? through ({Q})", r"sets \1"),
    (
        r"\b(?:writes|stores|assigns) through (?:the |its )?(?!the\b|an?\b|its\b)(\w+)(?=$|,| (?:only|on|if|when|unless|and|before|after|in)\b)",
        r"sets `\1`",
    ),
    # In a loop.
    (
        r"(?<!waits )(?<!wait )(?<!waiting )(?<!looks )(?<!checks )\b(?:for|on|over|across) all(?: of)? (?:the |its )?(?!(?:code )?(?:path|exit|return|way|branch|platform|system|error|failure)e?s\b)(?=\w|{N})",
        "for each ",
    ),
    (
        r"\b(?:per|(?:on|with) (?:each|every)) (?=(?:item|element|entry|row|line|node|key|child|record|chunk|byte|token|field)\b)",
        "for each ",
    ),
    (r"\b(?:one by one|one at a time|one after (?:the other|another))\b", "in a loop"),
    (
        r"\b(?:on|at|in|with|during|for) (?:each|every) (?:iteration|pass|turn|round|step|cycle|lap)(?: (?:of|through|round|around|over) (?:the |its |a )?(?:\w+ )?(?:loop|{N}))?",
        "on each iteration of a loop",
    ),
    (
        r"\b(?:each|every) time (?:round|around|through)(?: the loop)?\b|\bonce per (?:iteration|pass|round|element|item|entry)\b|\bper iteration\b",
        "on each iteration of a loop",
    ),
    (
        r"\bbetween (?:attempts|retries|tries|iterations)\b|\bover and over(?: again)?\b|\bwhile (?:looping|iterating) (?:over|through) {N}",
        "in a loop",
    ),
    (
        r"\s(?:on (?:each|every) (?:single )?(?:call|invocation|run|execution)|(?:each|every) (?:single )?time(?: it (?:is (?:called|invoked|run)|runs|executes))?|whenever it (?:is (?:called|invoked|run)|runs)|without exception)(?=$|[,.;]| and\b| but\b| in\b)",
        " in all cases",
    ),
    # Instead of.
    (
        r",? (?:rather than|instead of|and not|not) (?:an?|any|using an?|with an?) (?=(?:\w+ )?(?:loop|branch|try|switch|match|recursion|exception|lambda|comprehension|if statement)\b)",
        " and has no ",
    ),
    (
        r",? (?:rather than|instead of|in place of|in lieu of|as opposed to)(?: the)? (?={N})(?!\w+ing\b)",
        " and not ",
    ),
    # Means.
    (
        r"\b(?:by way of|by means of|with the (?:help|aid|use) of|by the use of|thanks to|by using|making use of|by relying on|with (?:a|the) call to|by (?:a|the) call to|with calls to)\b",
        "via",
    ),
    # Reasons that say something themselves.
    (
        r",?\s+(?:since|because|as|for)\s+it\s+(?=(?:never|does|is|has|can|only|always|\w+s)\b)",
        ", and it ",
    ),
)
