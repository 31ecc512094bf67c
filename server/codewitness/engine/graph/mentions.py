"""Scopes by what they mention, as they were found: after a change its file is looked at alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from codewitness.engine.graph.files import File, Scope

_MAX_WORDS = 2_000  # whose scopes are kept


class Mentions:
    """Of the files of one workspace, for one way to mention a word."""

    def __init__(self, in_file: Callable[[File, str], Iterable[Scope]]) -> None:
        self._in_file = in_file
        self._found: dict[str, list[Scope]] = {}  # by word
        self._changed: dict[str, set[str]] = {}  # paths of files to be looked at again, by word

    def of(
        self, word: str, paths: Callable[[str], Sequence[str]], files: Mapping[str, File]
    ) -> Sequence[Scope]:
        """The scopes, of files whose `paths` are asked for if none are known."""
        found = self._found.get(word)
        if found is None:
            if len(self._found) >= _MAX_WORDS:
                self._found.clear()
                self._changed.clear()
            found = [s for path in paths(word) for s in self._in_file(files[path], word)]
            self._found[word] = found
        elif changed := self._changed.pop(word, None):
            there = [files[path] for path in sorted(changed) if path in files]
            found = [scope for scope in found if scope.file.path not in changed]
            found += [scope for file in there for scope in self._in_file(file, word)]
            self._found[word] = found
        return found

    def changed(self, *texts: File | None) -> None:
        """What a file mentions is no longer known."""
        for file in texts if self._found else ():
            for word in file.words.split("\t") if file is not None else ():
                if file is not None and word in self._found:
                    self._changed.setdefault(word, set()).add(file.path)


def mentioning(file: File, word: str) -> list[Scope]:
    """Scopes of a file whose flow has this word somewhere."""
    written = f'"{word}"'
    return [scope for scope in file.scopes if written in scope.flow_text]


def calling(file: File, word: str) -> list[Scope]:
    """Those of them which have a site of it."""
    return [scope for scope in mentioning(file, word) if word in scope.callees]
