"""Conditions in words that code asks by a handler, by `unless`, and of the sort of a thing."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.py": """
class A:
    def get(self, name):
        try:
            return open(name).read()
        except FileNotFoundError:
            return None

    def has(self, key):
        try:
            return bool(self.rows[key])
        except KeyError:
            return False

    def drop(self, name):
        try:
            os.remove(name)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    def name(self, key):
        if isinstance(key, str):
            return key.encode()
        else:
            raise TypeError("no string")

    def trim(self):
        for one in self.rows:
            self.pop(one)
            if not self._over_threshold():
                break
""",
    "c.go": """
package c

func run(s string) int {
	x, err := openFile(s)
	if err != nil {
		return 1
	}
	y, err := parseAll(x)
	if err != nil {
		return 2
	}
	return y
}
""",
    "b.rb": """
class B
  def call(env)
    return [400, {}, []] unless valid?(env)
    [200, headers, []]
  end
  def put(row, n)
    @rows << Row.new(row)
    @all << row
    1 << n
  end
end
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("A.get returns None if the file isn't found", "SUPPORTED"),
        ("A.get returns None if the file is missing", "SUPPORTED"),
        ("A.get returns None if the file is found", "INCONCLUSIVE"),
        ("A.get returns None unless the file exists", "INCONCLUSIVE"),
        ("A.get never returns None if the file doesn't exist", "CONTRADICTED"),
        ("A.has returns False if there is no such key", "SUPPORTED"),
        ("A.has returns False if the file is missing", "INCONCLUSIVE"),
        ("A.drop returns False if the file doesn't exist", "INCONCLUSIVE"),
        ("A.drop returns True only if the file doesn't exist", "INCONCLUSIVE"),
        ("A.name raises TypeError if key isn't a string", "SUPPORTED"),
        ("A.name raises TypeError if key is a string", "CONTRADICTED"),
        ("A.trim breaks out of the loop unless it's over the threshold", "SUPPORTED"),
        ("A.trim breaks out of the loop if it's over the threshold", "CONTRADICTED"),
        ("run returns 1 if opening fails", "SUPPORTED"),
        ("run returns 2 if the parsing fails", "SUPPORTED"),
        ("run returns 2 if opening fails", "INCONCLUSIVE"),
        ("run returns 1 if the parsing fails", "INCONCLUSIVE"),
        ("run returns y if the parsing fails", "INCONCLUSIVE"),
        ("B#put appends a new Row", "SUPPORTED"),
        ("B#put appends row to @all", "SUPPORTED"),
        ("B#put never appends row", "CONTRADICTED"),
        ("B#put appends n", "INCONCLUSIVE"),
        ("B#call never returns a 400", "INCONCLUSIVE"),
        ("B#call never returns a 404", "SUPPORTED"),
        ("B#call returns 404", "NOT_SUPPORTED"),
    ],
)
def test_by_other_means(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
