"""What a function does is understood in whatever words it is said; all of these are true."""

from __future__ import annotations

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCE = """
class A(Base):
    @cached
    async def f(self, p, q=3):
        self.w = 1
        print(self.r)
        for i in self.items:
            self.d[i] = p
        try:
            await g(p)
        except KeyError:
            log(p)
            raise ValueError()
        if p:
            return None
        return C(p)

    def nothing(self):
        pass
"""
SNAPSHOT = snapshot_of({"said.py": SOURCE})
TRUE_OF_F = [
    "{f} raises `ValueError`",
    "{f} throws a `ValueError`",
    "{f} can raise `ValueError`",
    "{f} may throw `ValueError`",
    "{f} ends up raising `ValueError`",
    "{f} signals `ValueError`",
    "{f} fails with `ValueError`",
    "{f} errors out with `ValueError`",
    "{f} converts `KeyError` into `ValueError`",
    "{f} turns `KeyError` into `ValueError`",
    "{f} rethrows `KeyError` as `ValueError`",
    "`ValueError` is raised by {f}",
    "`ValueError` can come out of {f}",
    "{f} catches `KeyError`",
    "{f} handles `KeyError`",
    "{f} traps `KeyError`",
    "{f} rescues `KeyError`",
    "{f} deals with `KeyError`",
    "{f} is prepared for `KeyError`",
    "{f} guards against `KeyError`",
    "{f} copes with `KeyError`",
    "{f} has a handler for `KeyError`",
    "{f} has an except clause for `KeyError`",
    "{f} wraps `g` in a try",
    "{f} has error handling",
    "`KeyError` is handled in {f}",
    "{f} loops over `self.items`",
    "{f} iterates `self.items`",
    "{f} goes through `self.items`",
    "{f} walks `self.items`",
    "{f} traverses `self.items`",
    "{f} enumerates `self.items`",
    "{f} processes each element of `self.items`",
    "{f} has a loop over `self.items`",
    "{f} contains a for loop",
    "{f} uses a loop",
    "{f} writes `self.w`",
    "{f} sets `self.w`",
    "{f} assigns `self.w`",
    "{f} assigns 1 to `self.w`",
    "{f} sets `self.w` to 1",
    "{f} initialises `self.w` with 1",
    "{f} stores 1 in `self.w`",
    "{f} updates `self.w`",
    "{f} changes `self.w`",
    "{f} mutates `self.w`",
    "{f} modifies `self.w`",
    "{f} overwrites `self.w`",
    "{f} alters `self.w`",
    "{f} puts 1 into `self.w`",
    "`self.w` is assigned in {f}",
    "`self.w` becomes 1 in {f}",
    "{f} reads `self.r`",
    "{f} accesses `self.r`",
    "{f} looks at `self.r`",
    "{f} consults `self.r`",
    "{f} uses `self.r`",
    "{f} depends on `self.r`",
    "{f} refers to `self.r`",
    "{f} touches `self.r`",
    "{f} gets `self.r`",
    "{f} makes use of `self.r`",
    "{f} prints `self.r`",
    "{f} indexes `self.d`",
    "{f} subscripts `self.d` with `i`",
    "{f} indexes `self.d` by `i`",
    "{f} stores `p` in `self.d[i]`",
    "{f} returns `None`",
    "{f} returns `None` early",
    "{f} returns early",
    "{f} bails out early",
    "{f} exits early",
    "{f} has an early return",
    "{f} may return `None`",
    "{f} returns a `C`",
    "{f} returns an instance of `C`",
    "{f} returns a new `C`",
    "{f} hands back a `C`",
    "{f} evaluates to a `C`",
    "{f} returns `C(p)`",
    "{f} creates a `C`",
    "{f} constructs `C`",
    "{f} makes a `C`",
    "{f} builds a `C` from `p`",
    "{f} instantiates `C`",
    "{f} awaits `g`",
    "{f} is async",
    "{f} is asynchronous",
    "{f} is a coroutine",
    "{f} is declared async",
    "{f} runs asynchronously",
    "{f} takes `p`",
    "{f} has a parameter `p`",
    "{f} accepts an argument named `p`",
    "{f} has a parameter called `q`",
    "{f} expects `p`",
    "{f} receives `p`",
    "{f} uses `p`",
    "{f} uses its argument `p`",
    "{f} makes use of its `p` parameter",
    "{f} has a default for `q`",
    "{f} gives `q` a default of 3",
    "`q` is optional in {f}",
    "{f} is decorated with `@cached`",
    "{f} is decorated by `cached`",
    "{f} has the `@cached` decorator",
    "{f} carries the `cached` decorator",
    "{f} is wrapped by `cached`",
    "{f} branches on `p`",
    "{f} checks `p`",
    "{f} tests `p`",
    "{f} checks if `p` is truthy",
    "{f} checks whether `p` is set",
    "{f} has an if",
    "{f} has a conditional on `p`",
    "{f} calls `g` with `p`",
    "{f} passes `p` to `g`",
    "{f} hands `p` to `g`",
    "{f} gives `p` to `g`",
    "{f} forwards `p` to `g`",
    "{f} invokes `g`",
    "{f} delegates to `g`",
    "{f} triggers `g`",
    "{f} runs `g`",
    "{f} executes `g`",
    "{f} relies on `g`",
    "{f} calls into `g`",
    "{f} makes a call to `g`",
    "{f} logs before raising",
    "{f} logs `p` and raises",
    "{f} calls `log` before it raises `ValueError`",
    "{f} calls `log` in the except block",
    "{f} calls `g` before `log`",
    "{f} calls `g` in a try",
    "{f} calls `g` once",
    "{f} calls `g` exactly once",
    "{f} has exactly one loop",
    "{f} has one try block",
    "{f} has two return statements",
]
TRUE_OF_A = [
    "`A.f` is a method of `A`",
    "`A` inherits from `Base`",
    "`A` is a subclass of `Base`",
    "`A` extends `Base`",
    "`A` derives from `Base`",
    "`A` is derived from `Base`",
    "`A` is a `Base`",
    "`A` has `Base` as its base class",
    "`Base` is the base class of `A`",
    "`Base` is a superclass of `A`",
    "`Base` is extended by `A`",
    "`A` defines `f`",
    "`A` has a method `f`",
    "`A` has a method named `f`",
    "`A.f` calls `g` at most twice",
]


def answers(claims: list[str]) -> dict[str, str]:
    return {claim: verify(SNAPSHOT, claim).status.value for claim in claims}


def test_what_it_does_is_supported() -> None:
    found = answers([words.format(f="`A.f`") for words in TRUE_OF_F] + TRUE_OF_A)
    assert {one: answer for one, answer in found.items() if answer != "SUPPORTED"} == {}


def test_of_a_function_that_does_nothing_it_is_not() -> None:
    of_none = [words for words in TRUE_OF_F if "`None`" in words and "return" in words]
    found = answers([words.format(f="`A.nothing`") for words in TRUE_OF_F if words not in of_none])
    assert [one for one, answer in found.items() if answer == "SUPPORTED"] == []
