"""Walks over the tokens of a claim."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from codewitness.engine.verify.reading.tokens import Sort, Token


@lru_cache(maxsize=64)
def _by_first_word(phrases: tuple[str, ...]) -> dict[str, list[list[str]]]:
    """The words of phrases by the first of them, longest phrase first."""
    found: dict[str, list[list[str]]] = {}
    for words in sorted((phrase.split() for phrase in phrases), key=len, reverse=True):
        found.setdefault(words[0], []).append(words)
    return found


_END = Token(Sort.MARK, "", "")


class Cursor:
    """A place in a list of tokens. What is quoted as code is no word of a phrase."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = list(tokens)
        self.at = 0

    @property
    def token(self) -> Token:
        """The next token; one without text at the end."""
        return self.peek(0)

    def peek(self, ahead: int) -> Token:
        """The token `ahead` of the next one."""
        at = self.at + ahead
        return self.tokens[at] if 0 <= at < len(self.tokens) else _END

    def word(self, ahead: int = 0) -> str:
        """The plain word there, in lower case; empty for a name of code."""
        token = self.peek(ahead)
        return "" if token.is_quoted or token.sort is Sort.TEXT else token.word

    @property
    def is_done(self) -> bool:
        """True at the end."""
        return self.at >= len(self.tokens)

    def next(self) -> Token:
        """Take one token."""
        token = self.token
        self.at += 1
        return token

    def has(self, phrase: str, ahead: int = 0) -> bool:
        """True if the words of `phrase` come next."""
        return all(self.word(ahead + n) == word for n, word in enumerate(phrase.split()))

    def take(self, *phrases: str) -> str:
        """Take the longest of these phrases that comes next; empty if none does."""
        for words in _by_first_word(phrases).get(self.word(), ()):
            if all(self.word(ahead) == word for ahead, word in enumerate(words)):
                self.at += len(words)
                return " ".join(words)
        return ""

    def skip(self, words: Collection[str]) -> list[str]:
        """Take all next words that are among these."""
        taken: list[str] = []
        while self.word() and self.word() in words:
            taken.append(self.next().word)
        return taken

    def rest(self) -> Sequence[Token]:
        """What is left."""
        return self.tokens[self.at :]


def joined(tokens: Iterable[Token]) -> str:
    """The tokens as people would write them."""
    return " ".join(f"`{t.text}`" if t.is_quoted else t.text for t in tokens)


def as_code(tokens: Iterable[Token]) -> str:
    """The tokens without back-ticks, texts in their quotes."""
    return " ".join(f'"{t.text}"' if _is_text(t) else t.text for t in tokens)


def _is_text(token: Token) -> bool:
    """True for what stands in quotes; `Retry-After` is a text without."""
    return token.sort is Sort.TEXT and token.word[:1] in "\"'"


def with_names(tokens: Iterable[Token]) -> str:
    """The tokens with every name of code in back-ticks, whether it was or not."""
    return " ".join(f"`{t.text}`" if t.sort is Sort.CODE else t.text for t in tokens)
