"""How code and claims ask something: patterns, the kind of question, and whether it holds. Data.

Tried in this order: what only code says, then what claims say.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.conditions.words_of_order import LESS, MORE

_NULL = r"(?:None|null|nil|NULL|nullptr|undefined|Nil|void 0)"
_TRUE, _FALSE = r"(?:true|True|YES|TRUE)", r"(?:false|False|NO|FALSE)"
_SET = (
    r"set|given|present|provided|available|defined|specified|supplied|passed|not null|known"
    r"|not none|not nil|non null|non nil|nonnull|not undefined|there|found|ready|enabled|open"
)
_UNSET = r"unset|missing|absent|none|null|nil|undefined|nullptr|unavailable|unknown"
_HELD, _LACKED = r"present|contained|found|included|listed|there", r"missing|absent|lacking"
_IS = r"(?:is|are|was|were|has been|have been|gets?|equals?|==|===|being|evaluates to|returns)"
_WORD = r"(?-i:(?![A-Z]{2}))"  # `OPEN` is a constant's name
_NOUN = r"(?: (?:flag|parameter|argument|arg|option|attribute|field|variable|property|value|call))?"
_X, _Y = r"(?P<x>[^=!<>]+?)", r"(?P<y>[^=!<>]+?)"  # in code; two of them in one pattern
_N = rf"(?:the |its |both )?(?P<x>\S+){_NOUN}"  # in a claim
_V = r"(?P<v>[^=<>]+)"
_EMPTY = r"(?:[.]|::|->)(?:[iI]s_?[eE]mpty|[eE]mpty|[iI]s_?[bB]lank|blank)\??(?:\(\))?"
_BLANK = r"(?:\"\"|''|``|\[\]|\{\}|\(\)|[sS]tring[.](?:Empty|empty))"
_SIZE = r"(?:[.](?:length|size|count|len)(?:\(\))?)"
_SORT = (
    r"(?:function|string|number|boolean|object|symbol|bigint|str|bytes|int|float|bool|dict|list"
    r"|tuple|(?-i:(?:[a-z_]\w*(?:[.]|::))*_*[A-Z][\w.:]*))"
)
_BUILTIN = r"(?:bytes|bytearray|str|int|float|dict|tuple|bool|frozenset)"  # as Python names them
FORMS = tuple(
    (re.compile(pattern), kind, holds)
    for pattern, kind, holds in (
        (rf"typeof\s*\(?{_X}\)?\s*===?\s*[\"']undefined[\"']", "null", True),
        (rf"typeof\s*\(?{_X}\)?\s*!==?\s*[\"']undefined[\"']", "null", False),
        (rf"typeof\s*\(?{_X}\)?\s*===?\s*(?P<v>[\"']\w+[\"'])", "is a", True),
        (rf"typeof\s*\(?{_X}\)?\s*!==?\s*(?P<v>[\"']\w+[\"'])", "is a", False),
        (rf"isinstance\({_X},\s*(?P<v>[\w.]+)\)|{_Y}\s+instanceof\s+(?P<w>[\w.]+)", "is a", True),
        (rf"{_X}[.](?:is_a|kind_of|instance_of)\?\s*\(?(?P<v>[\w:]+)\)?", "is a", True),
        (rf"(?i)typeof {_N} is \"?(?P<v>{_SORT})\"?", "is a", True),
        (rf"(?i)typeof {_N} is not \"?(?P<v>{_SORT})\"?", "is a", False),
        (rf"(?i){_N} is not (?:of type|an?|an instance of) (?P<v>{_SORT})", "is a", False),
        (rf"(?i){_N} is (?:of type|an?|an instance of) (?P<v>{_SORT})", "is a", True),
        (rf"{_N} is not (?P<v>{_BUILTIN})", "is a", False),
        (rf"{_N} is (?P<v>{_BUILTIN})", "is a", True),
        (rf"{_X}\s+is\s+not\s+{_NULL}", "null", False),
        (rf"{_X}\s+is\s+{_NULL}", "null", True),
        (rf"{_X}\s*!==?\s*{_NULL}", "null", False),
        (rf"{_X}\s*===?\s*{_NULL}", "null", True),
        (rf"{_NULL}\s*!==?\s*{_X}", "null", False),
        (rf"{_NULL}\s*===?\s*{_X}", "null", True),
        (rf"{_X}\s*===?\s*{_TRUE}", "true", True),
        (rf"{_X}\s*===?\s*{_FALSE}", "true", False),
        (rf"{_X}\s*!==?\s*{_TRUE}", "true", False),
        (rf"{_X}\s*!==?\s*{_FALSE}", "true", True),
        (rf"{_X}{_SIZE}\s*===?\s*0|len\({_Y}\)\s*==\s*0", "empty", True),
        (rf"{_X}{_SIZE}\s*(?:!==?|>)\s*0|len\({_Y}\)\s*(?:!=|>)\s*0", "empty", False),
        (rf"{_X}\s*===?\s*{_BLANK}|{_BLANK}\s*===?\s*{_Y}", "empty", True),
        (rf"{_X}\s*!==?\s*{_BLANK}|{_BLANK}\s*!==?\s*{_Y}", "empty", False),
        (rf"\"\"[.]equals\({_X}\)|{_Y}[.]equals\(\"\"\)", "empty", True),
        (rf"(?i){_N} {_IS} not (?:{_BLANK}|(?:an )?empty [a-z]+)", "empty", False),
        (rf"(?i){_N} {_IS} (?:{_BLANK}|(?:an )?empty [a-z]+)", "empty", True),
        (rf"{_X}(?:{_EMPTY}|[.]none\?)", "empty", True),
        (rf"{_X}[.]is(?:NullOr|_null_or_)(?:Empty|Blank)(?:\(\))?", "true", False),
        (rf"[\w.]+[.]is_?(?:[eE]mpty|[bB]lank)\({_X}\)", "empty", True),
        (rf"(?:[\w$.]+[.])?[iI]s_?(?:[uU]ndefined|[nN]ull|[nN]il|[nN]one)\({_X}\)", "null", True),
        (rf"(?i:string)[.]IsNullOr(?:Empty|WhiteSpace)\({_X}\)", "true", False),
        (rf"{_X}[.](?:is)?(?:NotEmpty|NotBlank|nonEmpty|Any|any\?)(?:\(\))?", "empty", False),
        (rf"{_X}[.](?:nil\??|is_none(?:\(\))?|isNull(?:\(\))?)", "null", True),
        (rf"{_X}[.](?:is_some|isPresent|present\??|is_ok)(?:\(\))?", "null", False),
        (rf"{_X}(?:[.]|->)(?:[hH]asValue|has_value)(?:\(\))?", "null", False),
        (rf"{_X}[.]respond_to\?\s*\(?:(?P<v>\w+[?!]?)\)?", "responds", True),
        (rf"hasattr\({_X},\s*[\"'](?P<v>\w+)[\"']\)", "responds", True),
        (rf"(?i){_N} has (?:a|any|some) value", "null", False),
        (rf"(?i){_N} has no value", "null", True),
        (rf"(?i){_N} responds to :?(?P<v>\S+)", "responds", True),
        (rf"(?i){_N} does not respond to :?(?P<v>\S+)", "responds", False),
        (r"(?P<x>\S+) has (?P<v>__\w+__|\w+_\w+)", "responds", True),
        (rf"(?i){_N} {_IS} (?:not|never) {_WORD}(?:{_SET})", "null", True),
        (rf"(?i){_N} {_IS} (?:already |still |also )?{_WORD}(?:{_SET})", "null", False),
        (rf"(?i){_N} {_IS} (?:not|no longer) {_WORD}(?:{_UNSET})", "null", False),
        (rf"(?i){_N} {_IS} (?:already |still |also )?{_WORD}(?:{_UNSET})", "null", True),
        (rf"(?i){_N} {_IS} (?:not empty|non empty|nonempty|not blank)", "empty", False),
        (rf"(?i){_N} {_IS} (?:already |still )?(?:empty|blank)", "empty", True),
        (rf"(?i){_N} {_IS} (?:not (?:false|falsy|off)|true|truthy|yes|on)", "true", True),
        (rf"(?i){_N} {_IS} (?:not (?:true|truthy|on)|false|falsy|no|off)", "true", False),
        (rf"(?i)(?:there is|it has) (?:no|not an?) {_N}", "null", True),
        (rf"(?i)(?:there is|it has) (?:an? )?{_N}", "null", False),
        (rf"(?i){_N} exists?", "exists", True),
        (rf"(?i){_N} does not exist", "exists", False),
        (rf"(?i){_N} holds?", "true", True),
        (rf"(?i){_N} does not hold", "true", False),
        (rf"(?i){_N} (?:starts|begins) with (?P<v>.+)", "starts", True),
        (rf"(?i){_N} does not (?:start|begin) with (?P<v>.+)", "starts", False),
        (rf"(?i){_N} ends with (?P<v>.+)", "ends", True),
        (rf"(?i){_N} does not end with (?P<v>.+)", "ends", False),
        (rf"(?i)(?:[\w.]*strings[.]HasPrefix\(\s*{_X},\s*(?P<v>[^()]+)\))", "starts", True),
        (rf"(?i)(?:[\w.]*strings[.]HasSuffix\(\s*{_X},\s*(?P<v>[^()]+)\))", "ends", True),
        (rf"(?i){_X}[.](?:starts?_?with\??|hasPrefix)\((?P<v>[^()]+)\)", "starts", True),
        (rf"(?i){_X}[.](?:ends?_?with\??|hasSuffix)\((?P<v>[^()]+)\)", "ends", True),
        (rf"(?i)(?:[\w.:]*[.:])?(?:file_?)?exists?(?:Sync)?\??\({_X}\)", "exists", True),
        (rf"(?i){_X}[.](?:file_?)?exists?\??(?:\(\))?", "exists", True),
        (rf"(?i){_N} (?:fails?|does not succeed)", "fails", True),
        (rf"(?i){_N} (?:succeeds?|does not fail)", "fails", False),
        (
            rf"(?i){_N} is (?:not (?:{_HELD}) (?:in|by)|(?:{_LACKED}) (?:from|in)) (?P<v>\S+)",
            "in",
            False,
        ),
        (rf"(?i){_N} is (?:{_HELD}|not (?:{_LACKED})) (?:in|from) (?P<v>\S+)", "in", True),
        (rf"(?i)(?:the )?(?P<v>\S+) does not (?:contain|include) {_N}", "in", False),
        (rf"(?i)(?:the )?(?P<v>\S+) (?:contains|includes) {_N}", "in", True),
        (rf"(?i){_N} (?:is )?not in (?P<v>\S+)", "in", False),
        (rf"(?i){_N} (?:is )?in (?P<v>\S+)", "in", True),
        (rf"{_X}\s+!in\s+(?P<v>.+)|{_Y}\s+not\s+in\s+(?P<w>.+)", "in", False),
        (rf"{_X}\s+in\s+(?P<v>.+)", "in", True),
        (
            r"(?P<v>[\w.@$>-]+|\[[^\]]*\]|%w[\[(][^\])]*[\])]|[\w.]+\([^()]*\))[.](?:contains|has|include\?|includes|containsKey|ContainsKey"
            r"|contains_key|key\?)\((?P<x>[^()]*)\)",
            "in",
            True,
        ),
        (rf"(?:var|let|const)?\s*(?:Some|Ok)\(.*\)\s*=\s*{_X}", "null", False),
        (rf"(?:let|var)\s+\w+\s*=\s*{_X}", "null", False),
        (
            rf"(?i){_N} (?:is not|differs from|does not equal)(?: equal to)? (?P<v>\S+)",
            "equals",
            False,
        ),
        (rf"(?i){_N} {_IS}(?: equal to)? (?P<v>\S+)", "equals", True),
        (rf"{_X}\s*!==?\s*{_V}", "equals", False),
        (rf"{_X}\s*===?\s*{_V}", "equals", True),
        (
            rf"{_X}\s*<=\s*{_V}|(?i:{_N.replace('<x>', '<y>')} is at most) (?P<w>\S+)",
            "above",
            False,
        ),
        (
            rf"{_X}\s*>=\s*{_V}|(?i:{_N.replace('<x>', '<y>')} is at least) (?P<w>\S+)",
            "below",
            False,
        ),
        (rf"{_X}\s*<\s*{_V}", "below", True),
        (rf"{_X}\s*>\s*{_V}", "above", True),
        (rf"(?i){_N} (?:is|are|was|were) (?:{LESS}) (?P<v>\S+)", "below", True),
        (rf"(?i){_N} (?:(?:is|are|was|were) (?:{MORE})|exceeds?) (?P<v>\S+)", "above", True),
        (rf"(?i){_N} (?:is|are|was|were) not (?:{LESS}) (?P<v>\S+)", "below", False),
        (
            rf"(?i){_N} (?:(?:is|are|was|were) not (?:{MORE})|does not exceed) (?P<v>\S+)",
            "above",
            False,
        ),
    )
)
