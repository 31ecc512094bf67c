"""Conditions in plain words that ask for the opposite, or for another state of the same thing."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.py": """
class A:
    def one(self, user, account):
        if user.admin:
            self.grant(user)

    def two(self, message):
        if message["type"] != "response.start":
            return
        self.go(message)

    def three(self, scope):
        if scope["method"] not in ("GET", "HEAD"):
            raise HttpError(405)
        self.go(scope)

    def four(self, key, value):
        if not isinstance(key, dict) and value is None:
            raise TypeError("x")
        self.put(key, value)

    def five(self, args, verbose):
        if not verbose:
            args.append("-q")
        return args

    def six(self, value, default):
        if value == "" and default != ...:
            return default
        return value

    def seven(self, executor):
        if self.owns_executor:
            executor.shutdown()
        else:
            self.cancel()

    def eight(self, xs):
        xs.each(lambda o: o.fire(self))
""",
    "b.ts": """
export class B {
  two(message: any) {
    if (message.kind !== 'start') {
      return;
    }
    this.go(message);
  }
  four(key: any, value: any) {
    if (typeof key !== 'object' && value === undefined) {
      throw new TypeError('x');
    }
    this.put(key, value);
  }
  kill(signal: any, error: any) {
    if (error !== undefined && !isErrorInstance(error)) {
      throw new TypeError('second');
    }
    return signal;
  }
  dots(key: string) {
    if (this.options.dotted) {
      deleteProperty(key);
    } else {
      drop(key);
    }
  }
  each(observers: any[]) {
    observers.forEach((o) => o.fire(this));
  }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`A.one` calls grant if the user is banned", "INCONCLUSIVE"),
        ("`A.one` calls grant only if the user is banned", "INCONCLUSIVE"),
        ("`A.one` calls grant if the account is locked", "INCONCLUSIVE"),
        ("`A.one` calls grant if the user is an admin", "SUPPORTED"),
        ("`A.one` calls grant if the user is not an admin", "INCONCLUSIVE"),
        ("`A.two` returns early if the message is a response start", "INCONCLUSIVE"),
        ("`A.two` returns early if the message is not a response start", "SUPPORTED"),
        ("`A.two` calls go only if the message is a response start", "SUPPORTED"),
        ("`A.two` calls go only if the message is not a response start", "INCONCLUSIVE"),
        ("`A.three` raises HttpError if the method is GET or HEAD", "CONTRADICTED"),
        ("`A.three` raises HttpError if the method is not GET or HEAD", "SUPPORTED"),
        ("`A.three` raises HttpError unless the method is GET or HEAD", "SUPPORTED"),
        ("`A.three` raises HttpError if the method is GET", "INCONCLUSIVE"),
        (
            "`A.four` raises TypeError if the value is missing and the key is a dict",
            "CONTRADICTED",
        ),
        (
            "`A.four` raises TypeError if the value is missing and the key is not a dict",
            "SUPPORTED",
        ),
        ('`A.five` appends "-q" to the args unless verbose', "SUPPORTED"),
        ('`A.five` appends "-q" to the args if verbose', "CONTRADICTED"),
        ('`A.five` appends "-q" to the args only if verbose is set', "CONTRADICTED"),
        ('`A.five` appends "-q" to the args only if verbose is not set', "SUPPORTED"),
        (
            "`A.six` returns the default when the value is empty and a default was given",
            "SUPPORTED",
        ),
        (
            "`A.six` returns the default when the value is empty and a default was not given",
            "INCONCLUSIVE",
        ),
        ("`A.seven` calls cancel if the executor is external", "INCONCLUSIVE"),
        ("`A.seven` calls cancel if the executor is not external", "INCONCLUSIVE"),
        ("`A.eight` calls fire for each giraffe", "INCONCLUSIVE"),
        ("`B.two` returns early if the message kind is start", "INCONCLUSIVE"),
        ("`B.two` returns early if the message kind is not start", "SUPPORTED"),
        (
            "`B.four` throws TypeError if the value is undefined and the key is an object",
            "INCONCLUSIVE",
        ),
        (
            "`B.four` throws TypeError if the value is undefined and the key is not an object",
            "SUPPORTED",
        ),
        ("`B.kill` throws TypeError when the second argument is an error", "INCONCLUSIVE"),
        ("`B.dots` uses deleteProperty when dotted is not on", "CONTRADICTED"),
        ("`B.dots` uses deleteProperty when dotted is on", "SUPPORTED"),
        ("`B.dots` calls drop when dotted is off", "SUPPORTED"),
        ("`B.dots` calls drop when dotted is on", "CONTRADICTED"),
        ("`B.each` calls fire for each giraffe", "INCONCLUSIVE"),
        ("`B.each` calls fire for each observer", "SUPPORTED"),
    ],
)
def test_what_a_condition_asks_else(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
