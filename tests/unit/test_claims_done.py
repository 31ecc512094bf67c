"""What code does to the world, said in everyday words: files, networks, threads, retries, locks.

Each is SUPPORTED of the function that does it, and CONTRADICTED where that is denied; of one that
does not, neither.
"""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCES = {
    "net.py": """
import os
import threading

import requests


def ask(url):
    return requests.get(url)


def keep(path):
    with open(path) as file:
        return file.read()


def beside(task):
    threading.Thread(target=task).start()


def again(link, message):
    for attempt in range(3):
        try:
            return link.send(message)
        except ConnectionError as error:
            last = error
    raise last


def home():
    return os.environ["HOME"]


def plain(a, b):
    return a + b
""",
    "load.go": """
package load

func load(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	n, err := f.read()
	if err == nil {
		use(n)
	}
	if err := f.close(); err != nil {
		warn(err)
	}
	return nil
}
""",
    "gate.cpp": """
void Gate::pass(int n) {
  std::lock_guard<std::mutex> lock(mutex_);
  count_ += n;
}
int Gate::count() const { return count_; }
""",
    "Till.java": """
class Till {
    void pay(Account account, long sum) {
        account.withdraw(sum);
        this.deposit(sum);
    }
    void shut() {
        if (this.drawer != null) {
            this.drawer.close();
        }
    }
}
""",
}
DONE = (
    ("ask", "makes a network request", "never makes a network request"),
    ("keep", "opens a file", "does not open a file"),
    ("load", "opens the file", "opens no file"),
    ("beside", "starts a thread", "never starts a thread"),
    ("again", "retries", "never retries"),
    ("again", "retries on ConnectionError", "does not retry on ConnectionError"),
    ("home", "reads the environment", "does not read the environment"),
    ("Gate::pass", "locks mutex_", "never locks mutex_"),
)
SNAPSHOT = snapshot_of(SOURCES)


def answer(sentence: str) -> str:
    return verify(SNAPSHOT, sentence).status.value


@pytest.mark.parametrize(("name", "said", "denied"), DONE)
def test_what_is_done_is_told(name: str, said: str, denied: str) -> None:
    assert answer(f"{name} {said}") == "SUPPORTED"
    assert answer(f"{name} {denied}") == "CONTRADICTED"
    assert answer(f"plain {said}") in ("NOT_SUPPORTED", "INCONCLUSIVE")
    assert answer(f"plain {denied}") in ("SUPPORTED", "INCONCLUSIVE")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("load returns early if os.Open fails", "SUPPORTED"),
        ("load returns early if os.Open succeeds", "CONTRADICTED"),
        ("load calls use only if f.read succeeds", "SUPPORTED"),
        ("load calls use if f.read fails", "CONTRADICTED"),
        ("load calls warn when f.close fails", "SUPPORTED"),
        ("load calls warn when f.close succeeds", "CONTRADICTED"),
        ("Till.pay withdraws before it deposits", "SUPPORTED"),
        ("Till.pay deposits before it withdraws", "CONTRADICTED"),
        ("Till.shut closes this.drawer if there is one", "SUPPORTED"),
        ("Till.shut closes this.drawer only if it is null", "CONTRADICTED"),
    ],
)
def test_when_it_is_done_is_compared(sentence: str, expected: str) -> None:
    assert answer(sentence) == expected
