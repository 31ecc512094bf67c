"""Idioms of whether something is so, and of whom: see `idioms`. Plain data."""

from __future__ import annotations

WHO: tuple[tuple[str, str], ...] = (
    # What is not done always may not be done at all.
    (
        r"\b(?:once or (?:not at all|never)|(?:zero|no) (?:times )?or (?:one|once)(?: times?)?|not at all or once|never or once)\b",
        "at most once",
    ),
    # Denials that stand before or behind what they deny.
    (
        r"^(?:nowhere|never|at no (?:point|time|stage)|under no (?:condition|circumstance)s?|in no (?:case|way|situation)|not (?:once|ever|a single time)|by no means|on no account) (?=(?:does|do|is|are|has|will|can|would|did) )",
        "it is not the case that ",
    ),
    (
        r"^(?:i|we) (?:doubt|deny|disbelieve|do not (?:think|believe))(?: that)? ",
        "it is not the case that ",
    ),
    (
        r"^({S}) ({W}s)( .*?)?,? (?:in no (?:way|case|situation|event|circumstances?|place)|by no means|on no (?:account|path|code path|occasion|branch)|at no (?:point|time|stage|place|moment)|under no (?:circumstances?|conditions?)|not at all|in none of (?:the|its) (?:cases|branches|paths)|not (?:even )?once|(?:zero|0|no) times|no longer|not any ?more|nowhere)(?: in its body| at all)?$",
        r"\1 never \2\3",
    ),
    # Whom it is called by, itself among them.
    (r"\b(called|used|invoked)( only)? by itself,? and (?:by )?(.+)$", r"\1\2 by \3 and itself"),
    (r"\b((?:called|used|invoked)(?: only)? by .+?),? and by ({N}|itself)$", r"\1 and \2"),
    (r"\b((?:called|used|invoked)(?: only)? by .+?), by (?=.+ and )", r"\1, "),
    (r"\bused( only)? by (.+?),? and itself$", r"called\1 by \2 and itself"),
    (
        r"\bonly (called|used|invoked) by (.+?),? (?:apart from|besides|aside from|other than|except(?: for)?) itself$",
        r"only \1 by \2 and itself",
    ),
    (r"\bdoes (?:anything|everything) (?:but|except|besides|other than) (?=\w+)", "does not "),
    (
        r"\bis not (?:the one|one|the (?:method|function|class|place|thing)|an? \w+|something|what) (?:who|that|which|where) (?=\w+s\b)",
        "never ",
    ),
    (
        r"\bused to (\w+) (.+?),? but (?:does not|no longer does|has stopped|stopped|not)(?: so)?(?: any ?more| any longer| now)?$",
        r"no longer \1 \2",
    ),
    (
        r"\b(?:is careful|takes (?:good )?care|makes sure|makes a point|chooses|decides|opts|prefers|manages|tries|promises|is (?:supposed|meant|designed|expected|required|guaranteed|known)|ought) not to (?=\w+)",
        "does not ",
    ),
    (
        r"\b(?:stays|keeps|shies|steers|stands) (?:away|clear|off|out) (?:from|of) (?=\w+ing\b|{N})",
        "avoids ",
    ),
    (
        r"\b(?:stays away|keeps its hands off|has nothing to do with|has no (?:knowledge|notion) of|knows nothing (?:of|about)|is independent of|does not (?:know|care) about|makes no mention of|has no (?:dependency on|reference to|use for)) (?:from )?(?={N})",
        "does not use ",
    ),
    (r"\bwithout (?:so much as|even|ever|actually|first|really) (?=\w+ing\b)", "without "),
    (
        r"\b(?:zero|0) (?=(?:side effects|calls|loops|branches|returns|arguments|parameters|callers|exceptions|conditionals)\b)",
        "no ",
    ),
    (
        r"^((?:the )?{Q}) (?:goes|remains|stays|is left) un(called|used|handled|caught|checked|touched|read|modified|changed|tested|awaited) (?:in|by) ({Q})$",
        r"\1 is not \2 by \3",
    ),
    (r"(?:,)? (?:any ?more|any longer|these days|nowadays|at present|as of now)$", ""),
    (r"^(.+)\? (?:no|nope)(?:[.,!].*)?$", r"it is not the case that \1"),
    (r"^(?:it is )?an? (?:lie|myth|mistake|misconception) that ", "it is not the case that "),
    (r"^({S}) (\w+s) (.+?),? never$", r"\1 never \2 \3"),
    (r"^({S}) (\w+s) not (?={Q})", r"\1 never \2 "),
    (
        r"\bwithout (?:any |a |the |further |another )?(?:calls?|invocations?) (?:to|of) (?={N})",
        "without calling ",
    ),
    (
        r"\b(?:works|manages|gets by|does|copes|lives|gets along|makes do) without (?:the |a |an )?(?={Q})",
        "does not use ",
    ),
    (
        r"\b(?:ensures|guarantees|makes sure|sees to it|takes care)(?: that)? ({Q}) (?:is|gets) (?:not|never) (?:called|invoked|run|executed|used)",
        r"never calls \1",
    ),
    (
        r"\b(?:prevents|keeps|stops|blocks) ({Q}) from (?:being |getting )(?:called|invoked|run|executed|used)",
        r"never calls \1",
    ),
    (
        r"^(?:the |a |any )?(?:calls?|invocations?) (?:to|of) ({Q}) (?:is|are) (?:missing|absent|lacking|nowhere to be found|not (?:there|present|made|found))(?: anywhere)? (?:in|from|by|inside) ({S})$",
        r"\2 never calls \1",
    ),
    (
        r"^no (?:calls?|invocations?) (?:to|of) ({Q}) (?:is|are|happens?|occurs?|exists?|takes? place)(?: made| done| performed| found| present)?(?: anywhere)? (?:in|by|inside|within|from) ({S})$",
        r"\2 never calls \1",
    ),
    (
        r"^({Q}) (?:is|are) (?:absent|missing|nowhere to be found|nowhere to be seen|not (?:found|present|seen|mentioned))(?: anywhere)? (?:in|from|inside) ({S})$",
        r"\2 does not use \1",
    ),
    (
        r"^({Q}) (?:does not|never) (?:appears?|occurs?|shows? up|figures?)(?: anywhere)? (?:in|inside) ({S})$",
        r"\2 does not use \1",
    ),
    (
        r"^({Q}) is (?:unused|not used|never used|unreferenced|unmentioned) (?:in|by|inside) ({S})$",
        r"\2 does not use \1",
    ),
    (
        r"^no (?:line|code|statement|part|branch|path|place)(?: (?:of|in|inside))? ({S}) (?=\w+s\b)",
        r"\1 never ",
    ),
    (r"^nowhere (?:in|inside|within) ({S}) (?:is|gets) ({Q}) (\w+)$", r"in \1, \2 is never \3"),
    (r"^(before|after) it (\w+s(?: [^,]+)?), ({S}|{N}) ([^,]+)$", r"\3 \4 \1 it \2"),
    (
        r"^in ({S}|{N}),? (?:the|every|each) call (?:to|of) ({N}) (?:is|stands|happens|occurs) (inside|within|in|outside) (.+)$",
        r"\1 calls \2 \3 \4",
    ),
    (
        r"^in ({S}|{N}),? (?:the|every|each) call (?:to|of) ({N}) (?:is not|does not (?:stand|happen|occur)) (?:inside|within|in) (?:an?|any|the) (.+)$",
        r"\1 calls \2 outside any \3",
    ),
    (
        r"\b(?:bypasses|excludes|eschews|shuns|evades|sidesteps|circumvents|forgoes|foregoes|abstains from|does away with|is missing|is lacking|spares itself|has dropped|drops|removes) (?=(?:the |a |any |all )?(?:calls?|invocations?) (?:to|of)\b)",
        "avoids ",
    ),
    (
        r"\b(?:bypasses|eschews|shuns|evades|sidesteps|circumvents|forgoes|foregoes|excludes|does away with|dispenses with|abstains from) (?={Q})",
        "avoids ",
    ),
    (r"\b(?:abstains from|desists from|shies away from|is incapable of) (?=\w+ing\b)", "avoids "),
    (r"\bis (?:unable|not able) to (?=\w)", "does not "),
    (r"\bis not (?:a|the|one of the) callers? of (?={Q})", "does not call "),
    (r"\bis (?:a|one of the) callers? of (?={Q})", "calls "),
    *(
        (rf"\bleaves ({{Q}}) {done}\b", rf"does not {verb} \1")
        for done, verb in (
            *(("uncalled", "call"), ("unused", "use"), ("unread", "read"), ("unwritten", "write")),
            *(("unhandled", "catch"), ("uncaught", "catch"), ("unchecked", "check")),
            *(("unawaited", "await"), ("unmodified", "modify"), ("unset", "set")),
        )
    ),
    (r"^({S}) ?: no (?=\w)", r"\1 has no "),
    (
        r"\b(?:has|contains) (?:no (?:code|logic|lines?|statements?|part|path)|nothing) (?:that|which) (?=\w+s\b)",
        "never ",
    ),
    (
        r"\b(?:has|contains) no (?:code|logic|way|means|reason|chance|ability|opportunity) to (?=\w)",
        "does not ",
    ),
    (
        r"^there is (?:no (?:code|logic|line|statement|part)|nothing) in ({S}) (?:that|which) (?=\w+s\b)",
        r"\1 never ",
    ),
    (r"^in(?:side)? ({S}),? nothing (?=\w+s\b)", r"\1 never "),
    (
        r"^(?:when|if|whenever) (?:something|anything|things) (?:blows? up|goes? wrong|breaks?|fails?|explodes?)(?: inside| there)?, (?={S} (?:catches|rescues|handles|swallows|re ?raises|rethrows)\b)",
        "",
    ),
    # Whom it is about.
    (
        r"\bre-? ?(?:throws|raises) (?:(?:it|them|(?:the |all |any )?(?:errors?|exceptions?)) )?"
        r"as (?:an? )?(?={Q}|\w+(?:Error|Exception)\b)",
        "raises ",
    ),
    (
        r"^in(?:side)? (?=\S*[.:]|{Q})({N}),? (?=\S*[.:]|{Q})({N}) is (?:set|assigned|reset) (?:to )?"
        r"({N}|-?\d+)$",
        r"\1 sets \2 to \3",
    ),
    (
        r"^(?=\S*[.:]|{Q})({N}) is deferred (?:by|in) (?=\S*[.:]|{Q})({N})$",
        r"\2 defers \1",
    ),
    (
        r"^(?=\S*[.:]|{Q})({N}) is (?:called|invoked) (?:in|inside|within) (?:an?|the|its)"
        r" ((?:finally|except|catch|rescue|try|else|ensure) (?:block|clause)|(?:for |while )?loop)"
        r" (?:of|in|by) (?=\S*[.:]|{Q})({N})$",
        r"\3 calls \1 in a \2",
    ),
    (
        r"^(after|before) (?=\S*[.:_]|{Q})({N}), ((?=\S*[.:_]|{Q}){N} (?:calls|invokes) {N})$",
        r"\3 \1 \2",
    ),
    (r"\bhas an? (?:handler|catch block|except clause) for ({Q}|(?=[A-Z]){N})$", r"catches \1"),
    (
        r"^(?:the )?(\w+) of (?=\S*[.:]|{Q})({N}) is ({N}|-?\d+) by default$",
        r"\2 has a parameter \1 with default \3",
    ),
    (r"\b(?:via|through|using) (?:a |the )?finally(?: block| clause)?$", "in a finally block"),
    (
        r"^({Q}) becomes ({Q}|-?\d+|true|false|null|nil|none) (?:in|inside|within) ({S})$",
        r"\3 sets \1 to \2",
    ),
    (r"^({Q}) (?:can|may|might|could) come out of ({S})$", r"\2 raises \1"),
    (r"^(?:our|my|your|his|her|their) (?=\w|{Q})", "the "),
    (
        r"\b(in|inside|within|by) (?:the )?(?:body|code|implementation|definition) of (?={S})",
        r"\1 ",
    ),
    (
        r"^({Q}) ?(?:\(|, )(?:which is |being )?(?:an? |the )?(?:{W} )?(?:method|function|member) (?:of|in|on) (?:the |class )*({Q})(?:\)|,) ",
        r"\1 of \2 ",
    ),
    (
        r"^({Q}) ?(?:\(|, )(?:which is |being )?(?:an? |the )(?:{W} )?(?:method|function|member|class)(?:\)|,) ",
        r"\1 ",
    ),
    (
        r"^({Q}) is (?:one of|among) (?:the )?{W} (?:that |which )?({S}) (calls|uses|invokes|raises|catches|reads|writes)$",
        r"\2 \3 \1",
    ),
    (r"^one of the callers of ({Q}) is ({S})$", r"\2 calls \1"),
    (
        r"^(?:an?|the|one) calls? (?:to|of) ({Q}) (?:can be found|exists|occurs|appears|stands|is found|is made|sits) (?:in|inside|within) ({S})$",
        r"\2 calls \1",
    ),
    (r"\b(?:contains|has|makes|does) (?:the|a) call ({Q})", r"calls \1"),
    (r"^what ({S}) does is (?:to )?(?=\w)", r"\1 does "),
    (r"^all(?: that)? ({S}) does is (?:to )?(?=\w)", r"\1 only does "),
    (
        r"^(?:some|one|any|at least one) (?:method|function|member) (?:of|in) (?=(?:the |class )*{Q} \w)",
        "",
    ),
    (
        r"^({Q}) is (?:passed|handed|given|forwarded) (?:on |along )?to ({Q}) (?:by|in|inside) ({S})$",
        r"\3 passes \1 to \2",
    ),
    (
        r"^({Q}) (?:gets|is) (?:assigned|set to|given) (?:the value )?({Q}|-?\d+|true|false|null|nil|none) (?:in|by|inside) ({S})$",
        r"\3 sets \1 to \2",
    ),
    (
        r"^the (?:return(?:ed)? value|result) of ({S}) is ({Q}|-?\d+|true|false|null|nil|none)$",
        r"\1 returns \2",
    ),
    (r"\bhas ({Q}) as its (?:return value|result)\b", r"returns \1"),
    (
        r"^(?:since|after|as of|with|following) (?:the|this|that|its) (?:last |latest |recent )?(?:{W} )?(?:refactor\w*|change|fix|patch|rewrite|update|commit|version|release|cleanup),? ",
        "",
    ),
    (r"^({S}) \((?:in|from|of|at|see|defined in)? ?({N})\)", r"\1 in \2"),
    (
        r"^({S}),? (?:as )?(?:defined|declared|located|found|implemented|which lives|living) in ({Q}|[\w./-]+\.\w+),?",
        r"\1 in \2",
    ),
    (r"^({S}) ?(?:\u2192|->|=>|\u2014|\u2013|--?)\s+(?=\w)", r"\1 "),
    (
        r"^({Q}), (?:the|an?|one of the)(?: {W}){0,2} (parameter|argument)s? (?:of|to) ({Q}),",
        r"the \1 \2 of \3",
    ),
    (
        r"^({Q}) (?:has no effect|plays no role|goes unused|has no influence|is irrelevant|makes no difference) (?:in|to|for|on) ({Q})$",
        r"\2 ignores \1",
    ),
    (r"^(?:the )?({Q}) impl(?:ementation)? (?:of|for|on) ({Q})", r"\2"),
    (
        r"^(?:the |module |trait |mixin |interface |protocol )*({Q}) is (?:implemented (?:for|by|on)|mixed into|included (?:in|into|by)|extended by|subclassed by|inherited by|conformed to by|adopted by|derived (?:for|by)) ({Q})$",
        r"\2 inherits from \1",
    ),
    (
        r"^({N}) (?:gives|provides|assigns) ({N}) (?:a|the) default(?: value)? of (\S+)$",
        r"the \2 parameter of \1 defaults to \3",
    ),
    (
        r"^the (?:method|function|class|code|implementation|constructor) (?:(?!{Q}).){3,60}: (?={Q})",
        "",
    ),
    (r"^(?:with)?in(?:side)? ({Q}),? there (?:is|are) ", r"\1 contains "),
    (
        r"^(?:in(?:side)? )?the (?:implementation|body|code|source|definition|logic) of (?=the \w+ {Q}|{N})",
        "",
    ),
    (r"^({Q})'s (?:implementation|body|code|definition|logic)\b", r"\1"),
    (
        r"^((?:with)?in(?:side)?) (?:the )?(?:body of )?(?:the )?(?:function|method|routine|class) (?={Q})",
        r"\1 ",
    ),
    (
        r"^({Q}) is what ({Q}) (calls|invokes|runs|uses|returns|raises|reads)( first| last| in the end)?$",
        r"\2 \3 \1",
    ),
    (
        r"^what ({Q}) (calls|invokes|returns|raises|uses|reads)(?: first| last)? is ({Q})$",
        r"\1 \2 \3",
    ),
    (
        r"^({S}) is (called|used|invoked|instantiated) (by|from|in) (.+?),? (?:and|but) (?:by |from |in )?(?:nobody|no one|nothing|nowhere|no other (?:method|function|place|code|caller)) ?(?:else)?(?: calls it)?$",
        r"\1 is only \2 \3 \4",
    ),
    # A part of it that is spoken of: `the loop in f calls g`, `f's loop calls g`.
    (r"^({S})'s ({P}) (?=\w)", r"the \2 of \1 "),
    (
        r"^(?:the|its|a|an|one) ((?!(?:for|while|do|inner|outer|if|try)\b)({W}) loop) (?:of|in|inside|within) ({S}) (?!(?:and|or|is called|gets called)\b)(?=\w)",
        r"in the \1, \3 ",
    ),
    (
        r"^(?:the|its|a|an|one) ({P}) (?:of|in|inside|within) ({S}) (?!(?:and|or|is called|gets called)\b)(?=\w)",
        r"in the \1, \2 ",
    ),
    (
        r"\b((?:is|are|gets|get|was) (?:(?:not|never|only|always) )?\w+(?:ed|n|t|un)) (?:from|in|inside|within) the ({P}) (?:of|in) ({Q})$",
        r"\1 by \3 in the \2",
    ),
    (
        r"^(?:the )?(?:calls?|invocations?) (?:to|of) ({Q}) (?:is|are|happens?|occurs?|takes? place) (?:made |done |performed |located |found |placed )?(.*?),? ?(?:in|by|inside|within) ({S})$",
        r"\3 calls \1 \2",
    ),
    (
        r"^the (?:very )?(?:first|last|next|only|one) thing (?:that )?({S}) does is (?:to )?(?=\w+)",
        r"\1 does ",
    ),
    (
        r"^the (?:first|last|final|only) statement (?:of|in) ({S}) is an? (?=(?:return|call|raise|throw|loop|if|try)\b)",
        r"\1 has a ",
    ),
    (
        r"^there is no (?:place|line|point|code|statement|path|way) in ({S}) (?:where|that|which|at which|in which) ({Q}) is ",
        r"in \1, \2 is never ",
    ),
    (
        r"^({Q}) (is|are|gets) ((?:(?!{Q}).)*?,(?:(?!{Q}).)*?),? (?:in|inside|within) ({Q})$",
        r"in \4, \1 \2 \3",
    ),
    (
        r"^(?:all |any |every )?(?:errors?|exceptions?|failures?) (?:in|from|of|inside) ({Q}) (?:are|is|get|gets) (?:wrapped|converted|turned|translated|rethrown|reraised|re raised) (?:in|into|as|to) (?:an? )?({Q})",
        r"\1 raises \2",
    ),
    (
        r"^(?:all |any |every )?(?:errors?|exceptions?|failures?) (?:from|of|in|raised by|thrown by) ({Q}) (?:are|is|get|gets) (?:silently |quietly |always )?(?:dropped|swallowed|ignored|suppressed|discarded) (?:by|in) ({Q})",
        r"\2 swallows errors raised by \1",
    ),
    (
        r"^(?:an? |the )?(?:exception |error )?(?:of type )?({Q}) (?:can |may |might |could )?(?:escapes?|leaks?|gets out)(?: out)? (?:of|from) ({Q})",
        r"\2 raises \1",
    ),
    (
        r"^th(?:is|e) (?:function|method|class|routine|constructor)(?: \(({Q})\)|, ({Q}),) (?=\w)",
        r"\1\2 ",
    ),
    (
        r"^(?:the )?impl(?:ementation)? block (?:for|of) ({Q}) (?:contains|has|defines)",
        r"\1 defines",
    ),
    (
        r"^({S}) (?:has|gives) (?:a|the) default(?: value)? of (\S+) (?:for|to) (?:the |its )?(?:parameter |argument )?({N})(?: parameter| argument)?$",
        r"the \3 parameter of \1 defaults to \2",
    ),
    (
        r"^({S}) (?:takes|accepts|has) (?:an? |the |its )?(?:parameter |argument )?({N}) with (?:a|the) default(?: value)? of (\S+)$",
        r"the \2 parameter of \1 defaults to \3",
    ),
    (
        r"^({S}) has (\S+) as (?:the|its) default(?: value)? for ({Q})$",
        r"the \3 parameter of \1 defaults to \2",
    ),
    (r"^({S}) (?:makes|leaves|keeps) ({Q}) optional$", r"\1 has a default for \2"),
    (r"\b(?:has|have) ({Q}) among its (?:parameters|arguments)", r"take \1"),
    (r"\bcan not be called without (?={Q})", "takes "),
    # Hedges before a verb.
    (
        r"\b((?:does|do|did|is) not) (?:actually |really |even )?(?:appear|seem|look|happen|tend|bother|care) to\b(?: be)?",
        r"\1",
    ),
    (
        r"\b(?:appears|seems|tends|turns out|purports|claims|looks) (?:not to|to not|never to)\b",
        "does not",
    ),
    (
        r"\b(?:appears|seems|tends|turns out|purports|claims|is (?:said|known|believed|claimed|thought|seen|found)) to\b",
        "does",
    ),
    (r"\b(?:is|are) (not )?being (?=\w+(?:ed|en|t|un)\b)", r"is \1"),
    (
        r"\bis(?: busy| engaged in| currently)? (making|performing|doing) (?:an? )?calls? (?:to|of)\b",
        "calls",
    ),
)
