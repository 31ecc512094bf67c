"""Claims about a parameter as the caller gave it: returned as it is, or changed in itself."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = (
    {
        "a.py": """
class Post:
    def copied(self, letter):
        new_letter = letter.copy()
        return new_letter
    def kept(self, letter):
        letter.stamp = 1
        return letter
    def anew(self, letter):
        letter = letter.copy()
        return letter
    def either(self, letter, other):
        if other:
            return other
        return letter
    def last(self, letter, letters):
        for letter in letters:
            pass
        return letter
    def sorted_anew(self, letters):
        letters = [one for one in letters]
        letters.sort()
        return letters
    def sorted_there(self, letters):
        letters.sort()
"""
    },
    {
        "b.ts": """
class Post {
  copied(letter: Letter) { const newLetter = letter.clone(); return newLetter; }
  kept(letter: Letter) { letter.stamp = 1; return letter; }
  anew(letter: Letter) { letter = letter.clone(); return letter; }
  sortedThere(letters: Letter[]) { letters.sort(); }
}
"""
    },
)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Post.copied returns the same letter", "NOT_SUPPORTED"),
        ("Post.copied returns the given letter", "NOT_SUPPORTED"),
        ("Post.copied returns the original letter", "NOT_SUPPORTED"),
        ("Post.copied returns the letter it was given", "NOT_SUPPORTED"),
        ("Post.copied never returns the given letter", "SUPPORTED"),
        ("Post.kept returns the same letter", "SUPPORTED"),
        ("Post.kept returns the letter that was passed in", "SUPPORTED"),
        ("Post.kept never returns the given letter", "CONTRADICTED"),
        ("Post.anew returns the given letter", "INCONCLUSIVE"),
        ("Post.anew never returns the given letter", "INCONCLUSIVE"),
        ("Post.last returns the given letter", "INCONCLUSIVE"),
        ("Post.either returns the given letter", "SUPPORTED"),
        ("Post.either always returns the given letter", "CONTRADICTED"),
        ("Post.anew mutates letter", "NOT_SUPPORTED"),
        ("Post.anew mutates the letter", "NOT_SUPPORTED"),
        ("Post.anew modifies letter", "INCONCLUSIVE"),
        ("Post.anew reassigns letter", "SUPPORTED"),
        ("Post.kept mutates the letter", "SUPPORTED"),
        ("Post.kept never modifies letter", "CONTRADICTED"),
        ("Post.sorted_anew mutates letters", "INCONCLUSIVE"),
        ("Post.sorted_there mutates the letters", "SUPPORTED"),
    ],
)
def test_python(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES[0]), claim).status.value == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Post.copied returns the same letter", "NOT_SUPPORTED"),
        ("Post.kept returns the given letter", "SUPPORTED"),
        ("Post.anew returns the given letter", "INCONCLUSIVE"),
        ("Post.anew mutates the letter", "NOT_SUPPORTED"),
        ("Post.kept mutates the letter", "SUPPORTED"),
        ("Post.sortedThere mutates the letters", "SUPPORTED"),
    ],
)
def test_typescript(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES[1]), claim).status.value == expected
