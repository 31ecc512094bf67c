"""What a plain verb is said to be done with is a text in quotes: `opens "a"`, `logs "done"`."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Object
from codewitness.engine.verify.hit import Hit, Hits

_LITERAL = re.compile(r"(?:(?<!\w)[rbuf@$L]{1,2})?(\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`)")
_FILLED = re.compile(r"\{|%[a-z\d(]|#\{|\\\(|\$\w")
_NAME = re.compile(r"[A-Za-z_]\w*")
_SYMBOL = re.compile(r":[a-z_]\w*|\.[a-z]\w*\b(?!\s*\()")
_KEYWORDS = frozenset({"true", "false", "null", "nil", "None", "True", "False", "self", "this"})


def quoted_text(one: Object | None) -> str | None:
    """The text that stands in quotes; None of a name, or of plain words."""
    if one is None or len(one.text) < 3 or one.text[0] != one.text[-1] or one.text[0] not in "\"'":
        return None
    return one.text[1:-1]


def held_to_text(one: Object, hits: Hits, *, is_message: bool) -> Hits:
    """Those of the calls that are given this text; a doubt if others may be.

    is_message: a part of what is given will do, as of a line that is logged.
    """
    wanted = quoted_text(one) or ""
    told = [(hit, _is_given(wanted, hit, is_message=is_message)) for hit in hits.fitting]
    kept = tuple(hit for hit, is_given in told if is_given)
    is_open = is_message or any(is_given is None for _, is_given in told)
    return Hits(kept, "what text it is given can't be seen" if is_open and not kept else "")


def _is_given(wanted: str, hit: Hit, *, is_message: bool) -> bool | None:
    """None if it is given what is no literal."""
    given = hit.arguments or ""
    texts = [one[1:-1] for one in _LITERAL.findall(given)]
    if any(_is_said(wanted, text, is_message=is_message) for text in texts):
        return True
    if re.search(rf"(?<![\w:]):{re.escape(wanted)}(?!\w)", given):  # a symbol of Ruby
        return True
    behind = _SYMBOL.sub("", _LITERAL.sub("", given))
    is_open = any(map(_FILLED.search, texts)) or bool(set(_NAME.findall(behind)) - _KEYWORDS)
    return None if is_open else False


def _is_said(wanted: str, text: str, *, is_message: bool) -> bool:
    if text == wanted or text.endswith(f"/{wanted}"):
        return True
    return is_message and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text) is not None
