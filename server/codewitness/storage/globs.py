"""Globs over paths as regular expressions that Rust's regex crate and Python's `re` read alike.

`*` and `?` stay within a folder, `**` crosses folders, `[a-z]` and `[!a-z]` are classes and
`{a,b}` alternatives. A class stands for itself as well: frameworks name folders `[id]` and
`[...path]`, which nobody types as `[[]id]`. A glob without a slash, or with one only at its end,
holds at any depth; one with a slash, or that starts with `/` or `./`, counts from the root. A last
part without `*` and `?` may be a folder: all below it matches too, and after a `/` at the end
nothing but that. A letter and its marks match in either form of Unicode, since a disk may keep
names in another than was typed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from codewitness.model.names import composed

_WILDCARDS = re.compile(r"[*?]|\[[!^]")
_NOTHING = r"[^\s\S]"
_SLASH = ord("/")


@lru_cache(maxsize=256)
def glob_pattern(glob: str) -> str:
    """Regular expression of a whole path for `glob`, as a group; for full matches only."""
    is_folder = glob.endswith("/")
    body = composed(glob).removeprefix("./").strip("/")
    if body in ("", "."):
        return "(?s:.*)"  # the root
    at_root = glob.startswith(("/", "./")) or "/" in body
    name = body.rpartition("/")[2]
    may_be_folder = not _WILDCARDS.search(name)
    below = "/.+" if is_folder else "(?:/.+)?" if may_be_folder else ""
    anywhere = "" if at_root else "(?:.+/)?"
    return f"(?s:{anywhere}{_Translation(body).pattern()}{below})"


class _Translation:
    """One walk over a glob."""

    def __init__(self, glob: str) -> None:
        self._glob = glob
        self._at = 0
        self._depth = 0  # of open braces

    def pattern(self) -> str:
        parts = []
        while self._at < len(self._glob):
            parts.append(self._next())
        # A brace whose partner turned out to be a member of a class is closed here.
        return "".join(parts) + ")" * self._depth

    def _next(self) -> str:
        char = self._glob[self._at]
        match char:
            case "*":
                return self._stars()
            case "?":
                self._at += 1
                return "[^/]"
            case "[":
                return self._class()
            case "{" | "," | "}":
                return self._brace(char)
        self._at += 1
        apart = unicodedata.normalize("NFD", char)
        return re.escape(char) if apart == char else f"(?:{char}|{apart})"

    def _stars(self) -> str:
        start = self._at
        while self._glob[self._at : self._at + 1] == "*":
            self._at += 1
        following = self._glob[self._at : self._at + 1]
        begins_part = start == 0 or self._glob[start - 1] in "/{,"
        if self._at - start == 1 or not begins_part or following not in ("", "/", ",", "}"):
            return "[^/]*"
        if following != "/":
            return ".+"
        self._at += 1
        return "(?:.+/)?"

    def _class(self) -> str:
        # A `]` right behind the opening is a member; if none closes, `[` is a plain character.
        negated = self._glob[self._at + 1 : self._at + 2] in ("!", "^")
        start = self._at + 1 + negated
        end = self._glob.find("]", start + 1)
        if end < 0:
            self._at += 1
            return r"\["
        members = _members(self._glob[start:end])
        written = self._glob[self._at : end + 1]
        self._at = end + 1
        if negated:
            return f"[^/{members}]"
        one_of = f"[{members}]" if members else _NOTHING
        return one_of if "/" in written else f"(?:{one_of}|{re.escape(written)})"

    def _brace(self, char: str) -> str:
        self._at += 1
        if char == "{" and self._closes():
            self._depth += 1
            return "(?:"
        if self._depth and char == ",":
            return "|"
        if self._depth and char == "}":
            self._depth -= 1
            return ")"
        return re.escape(char)

    def _closes(self) -> bool:
        """True if the brace just read is closed further on."""
        depth = 1
        for char in self._glob[self._at :]:
            depth += (char == "{") - (char == "}")
            if depth == 0:
                return True
        return False


def _members(text: str) -> str:
    """The characters and ranges of a class, never a slash."""
    found = []
    at = 0
    while at < len(text):
        is_range = text[at + 1 : at + 2] == "-" and at + 2 < len(text)
        low, high = sorted((ord(text[at]), ord(text[at + 2 if is_range else at])))
        found.extend(_without_slash(low, high))
        at += 3 if is_range else 1
    return "".join(found)


def _without_slash(low: int, high: int) -> list[str]:
    if not low <= _SLASH <= high:
        return [_range(low, high)]
    around = [(low, _SLASH - 1), (_SLASH + 1, high)]
    return [_range(first, last) for first, last in around if first <= last]


def _range(first: int, last: int) -> str:
    return f"\\U{first:08x}-\\U{last:08x}"
