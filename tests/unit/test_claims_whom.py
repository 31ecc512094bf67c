"""Whom a claim is about is understood in whatever way the name is given; all of these are true."""

from __future__ import annotations

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SOURCE = """
class Bar:
    def __init__(self):
        setup()

    def foo(self, p, q=3):
        g(p)
        self.w = p
        return p


def lone(x):
    g(x)
    return x
"""
SNAPSHOT = snapshot_of({"src/bar.py": SOURCE})
TRUE = [
    "`Bar.foo` calls `g`",
    "Bar.foo calls g",
    "Bar.foo() calls g()",
    "`Bar.foo()` calls `g()`",
    "`Bar#foo` calls `g`",
    "`Bar::foo` calls `g`",
    "Bar#foo calls g",
    "Bar::foo calls g",
    "`src/bar.py::Bar.foo` calls `g`",
    "`src/bar.py::Bar::foo` calls `g`",
    "`bar.py::Bar.foo` calls `g`",
    "src/bar.py::Bar.foo calls g",
    "the `foo` method of `Bar` calls `g`",
    "the method `foo` of `Bar` calls `g`",
    "the method `foo` of class `Bar` calls `g`",
    "the `foo` method in the `Bar` class calls `g`",
    "`foo` in `Bar` calls `g`",
    "`foo` of `Bar` calls `g`",
    "`Bar`'s `foo` calls `g`",
    "Bar's foo calls g",
    "Bar's foo method calls g",
    "Bar's foo() calls g()",
    "method `Bar.foo` calls `g`",
    "The method `Bar.foo` calls `g`",
    "the function `lone` calls `g`",
    "function lone calls g",
    "function `lone` in file `src/bar.py` calls `g`",
    "the function `lone` in bar.py calls `g`",
    "`lone` (in src/bar.py) calls `g`",
    "`lone` from `bar.py` calls `g`",
    "`lone`, defined in `src/bar.py`, calls `g`",
    "In src/bar.py, `lone` calls `g`",
    "in `src/bar.py` the function `lone` calls `g`",
    "in file src/bar.py, function lone calls g",
    "Within `Bar`, `foo` calls `g`",
    "Inside `Bar.foo`, `g` is called",
    "In `Bar.foo`, `g` gets called",
    "`g` is called in `Bar.foo`",
    "`g` is called by `Bar.foo`",
    "`g` is called from `Bar.foo`",
    "`g` is invoked by the method `foo` of `Bar`",
    "`g` is called inside the body of `Bar.foo`",
    "`g` is one of the functions that `Bar.foo` calls",
    "`Bar.foo` is a caller of `g`",
    "`Bar.foo` is one of the callers of `g`",
    "one of the callers of `g` is `Bar.foo`",
    "a call to `g` can be found in `Bar.foo`",
    "a call to `g` exists in `Bar.foo`",
    "there is a call to `g` in `Bar.foo`",
    "There is exactly one call to `g` in `Bar.foo`",
    "`Bar.foo` has a call to `g`",
    "`Bar.foo` contains the call `g(p)`",
    "the body of `Bar.foo` calls `g`",
    "the implementation of `Bar.foo` calls `g`",
    "the code of `Bar.foo` calls `g`",
    "what `Bar.foo` does is call `g`",
    "all that `Bar.foo` does is call `g` and return `p`",
    "`Bar.foo`, a method, calls `g`",
    "`Bar.foo` - calls `g`",
    "`Bar.foo`: calls `g`",
    "Bar.foo => calls g",
    "[Bar.foo] calls g",
    '"Bar.foo" calls "g"',
    "'Bar.foo' calls 'g'",
    "**Bar.foo** calls **g**",
    "Bar.foo(p, q) calls g",
    "`Bar.foo(self, p, q=3)` calls `g`",
    "Bar.foo(p, q=3) calls g(p)",
    "def foo in class Bar calls g",
    "`foo` (a method of `Bar`) calls `g`",
    "`foo`, which is a method of `Bar`, calls `g`",
    "the public method `foo` of `Bar` calls `g`",
    "The `Bar.foo` function calls `g`",
    "this method `Bar.foo` calls `g`",
    "my `Bar.foo` calls `g`",
    "Our method Bar.foo calls g",
    "Method foo calls g",
    "class Bar's constructor calls `setup`",
    "the constructor of `Bar` calls `setup`",
    "`Bar`'s constructor calls `setup`",
    "`Bar.__init__` calls `setup`",
    "Bar's initializer calls `setup`",
    "the `Bar` constructor calls `setup`",
    "`Bar()` calls `setup`",
    "`Bar` calls `g`",
    "the class `Bar` calls `g` somewhere",
    "some method of `Bar` calls `g`",
    "`p` is passed to `g` by `Bar.foo`",
    "`Bar.foo` passes `p` to `g`",
    "the parameter `p` of `Bar.foo` is used",
    "`q` defaults to 3 in `Bar.foo`",
    "the default of `q` in `Bar.foo` is 3",
    "`Bar.foo`'s `q` parameter has the default 3",
    "`self.w` is set by `Bar.foo`",
    "`self.w` is written in `Bar.foo`",
    "`self.w` gets assigned `p` in `Bar.foo`",
    "`Bar.foo` sets `self.w` to `p`",
    "`p` is returned by `Bar.foo`",
    "`p` is what `Bar.foo` returns",
    "the return value of `Bar.foo` is `p`",
    "`Bar.foo` has `p` as its return value",
    "what `Bar.foo` returns is `p`",
]


def test_all_are_supported() -> None:
    answers = {claim: verify(SNAPSHOT, claim).status.value for claim in TRUE}
    assert {one: answer for one, answer in answers.items() if answer != "SUPPORTED"} == {}


def test_none_is_true_of_another_function() -> None:
    other = snapshot_of({"src/bar.py": "class Bar:\n    def foo(self, p, q):\n        pass\n"})
    answers = {claim: verify(other, claim).status.value for claim in TRUE}
    assert [one for one, answer in answers.items() if answer == "SUPPORTED"] == []


def test_callers_in_a_file() -> None:
    files = {
        "raft.py": "def start():\n    pass\n",
        "old-api/api/make.py": "from raft import start\n\ndef build():\n    start()\n",
        "api/views.py": "from raft import start\n\ndef build():\n    pass\n",
    }
    snapshot = snapshot_of(files)
    for name in ("old-api/api/make.py::build", "`old-api/api/make.py::build`"):
        assert verify(snapshot, f"`start` is called by {name}").status == "SUPPORTED"
        assert verify(snapshot, f"`start` is only called by {name}").status == "SUPPORTED"
    assert verify(snapshot, "`start` is called by `api/views.py::build`").status == "NOT_SUPPORTED"
