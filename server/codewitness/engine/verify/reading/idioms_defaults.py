"""Wordings of a parameter's default, put into `the x parameter of f defaults to v`."""

from __future__ import annotations

_PARAMETER = r"(?:the |its )?({N})(?: parameter| argument| option| param| arg)?"
_VALUE = (
    r"({Q}|an empty (?:object|dict|dictionary|map|hash|list|array|string)|'[^']*'|-?\d[\d._]*|(?!(?:always|never|being|whatever)\b)[\w.]+)"
    r"(?: (?:milliseconds?|seconds?|minutes?|hours?|days?|ms|bytes|times|attempts|items|retries))?"
)
_OWNER = r"(?:the )?((?!(?:the|an?|any|some|case|most|general|practice|which)\b){N})(?: (?:method|function|constructor))?"
_OF = r"(?:in|for|of|on)"

# As in `idioms_what`: a pattern, and what stands for it.
DEFAULTS: tuple[tuple[str, str], ...] = (
    (
        rf"^{_PARAMETER} {_OF} {_OWNER} defaults to {_VALUE}$",
        r"the \1 parameter of \2 defaults to \3",
    ),
    (
        rf"^{_PARAMETER} defaults to {_VALUE} {_OF} {_OWNER}$",
        r"the \1 parameter of \3 defaults to \2",
    ),
    (
        rf"^({{N}})'s {_PARAMETER} (?:defaults? to|(?:is|are) by default) {_VALUE}$",
        r"the \2 parameter of \1 defaults to \3",
    ),
    (
        rf"^({{N}})'s default (?:value )?(?:for|of) {_PARAMETER} is {_VALUE}$",
        r"the \2 parameter of \1 defaults to \3",
    ),
    (
        rf"^by default,? {_PARAMETER} is (?:set to )?{_VALUE} {_OF} {_OWNER}$",
        r"the \1 parameter of \3 defaults to \2",
    ),
    (
        rf"^the default (?:value )?(?:(?:for|of) )?(?:the parameter (?={{N}} ))?{_PARAMETER} {_OF}"
        rf" {_OWNER} is {_VALUE}$",
        r"the \1 parameter of \2 defaults to \3",
    ),
    (
        rf"^{_PARAMETER} is optional {_OF} {_OWNER}$|^({{N}})'s {_PARAMETER} is optional$",
        r"\2\3 has a default for \1\4",
    ),
    (
        rf"^{_PARAMETER} (?:is (?:required|mandatory)|has no default(?: value)?) (?:in|of) {_OWNER}$"
        rf"|^({{N}})'s {_PARAMETER} (?:is (?:required|mandatory)|has no default(?: value)?)$",
        r"\2\3 has no default for \1\4",
    ),
    (
        r"\b(?:takes|accepts|gives|declares|defines|provides) (no|an?|any) default(?: value)? (?:for|to) (?={N})",
        r"has \1 default for ",
    ),
    (
        r"(^the \S+ parameter of \S+ defaults to) an empty (?:object|dict|dictionary|map|hash)$",
        r"\1 `{}`",
    ),
    (r"(^the \S+ parameter of \S+ defaults to) an empty (?:list|array)$", r"\1 `[]`"),
)
