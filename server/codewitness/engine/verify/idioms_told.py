"""Verbs of plain speech put into those that are known: see `idioms`. Plain data."""

from __future__ import annotations

_TELL = r"(?:tell|say|report|indicate|determine|compute|answer|return)"
_THE = r"(?:the |its |an? |all |any |this |that |there )?"
_CHECKED = "checksum|crc|digest|length|size|signature|magic|version|header|range|bounds"
_LITERAL = r"-?\d[\w.]*|true|false|null|nil|none|undefined"
_ENDED = r"$|,| (?:only|if|when|unless|once|and|or|but|before|after|without)\b"
# What is written to by a call.
_MEDIUM = (
    r"(?:std(?:out|err|in)|output|files?|disk|log|socket|stream|console|terminal|response"
    r"|channel|pipe|buffer|cache|database|storage|list|queue|array|map|stack|memory)\b"
)

# As in `idioms_what`: a pattern, and what stands for it.
TOLD: tuple[tuple[str, str], ...] = (
    (
        rf"\b{_TELL}(s?)(?: an? (?:{{W}} )?(?:indicating|telling|saying))? (?:back )?whether"
        rf" (?:or not )?(?={_THE}{{N}})",
        r"return\1 true if ",
    ),
    (
        r"\b(runs?|calls?|executes?|invokes?|performs?) ((?:the |its )?{N}) in the background\b",
        r"\1 \2 asynchronously",
    ),
    (
        rf"\b(?:verifies|validates|double-checks) (?={_THE}(?:{{W}} )?(?:{_CHECKED})\b)",
        "checks ",
    ),
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
)
