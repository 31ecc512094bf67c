"""Sentences to clauses: predicates, polarity, objects, what narrows them, and what is refused."""

from __future__ import annotations

import pytest

from codewitness.engine.verify.claim import Claim, Count, Predicate, Role
from codewitness.engine.verify.reading.claims_file import claim_lines
from codewitness.engine.verify.reading.parse import parse, parse_predicate
from codewitness.model.outline import Around

P = Predicate

# Sentence, predicate, whether it is negated, objects.
SENTENCES = [
    ("verify that `A.b` calls `c.d`", P.CALLS, False, ["c.d"]),
    ("check if A.b calls c_d", P.CALLS, False, ["c_d"]),
    ("confirm A.b invokes `x`", P.CALLS, False, ["x"]),
    ("is it true that A.b delegates to `x`?", P.CALLS, False, ["x"]),
    ("does A.b call `x`?", P.CALLS, False, ["x"]),
    ("A.b doesn't call `x`", P.CALLS, True, ["x"]),
    ("A.b never calls `x`", P.CALLS, True, ["x"]),
    ("A.b no longer calls `x`", P.CALLS, True, ["x"]),
    ("A.b avoids calling `x`", P.CALLS, True, ["x"]),
    ("A.b fails to call `x`", P.CALLS, True, ["x"]),
    ("A.b stops calling `x`", P.CALLS, True, ["x"]),
    ("A.b cannot call `x`", P.CALLS, True, ["x"]),
    ("A.b does not fail to call `x`", P.CALLS, False, ["x"]),
    ("A.b calls neither `x` nor `y`", P.CALLS, True, ["x", "y"]),
    ("there is no call to `x` in `A.b`", P.CALLS, True, ["x"]),
    ("nothing in `A.b` calls `x`", P.CALLS, True, ["x"]),
    ("`x` is called by `A.b`", P.CALLED_BY, False, ["A.b"]),
    ("`x` is never called by `A.b`", P.CALLED_BY, True, ["A.b"]),
    ("nobody calls `x`", P.CALLED_BY, True, []),
    ("A.b reads `self.x`", P.READS, False, ["self.x"]),
    ("A.b accesses `self.x` and `self.y`", P.READS, False, ["self.x", "self.y"]),
    ("A.b sets `self.x`", P.WRITES, False, ["self.x"]),
    ("A.b never modifies `self.x`", P.WRITES, True, ["self.x"]),
    ("A.b subscripts `rows`", P.SUBSCRIPTS, False, ["rows"]),
    ("A.b takes no arguments", P.TAKES, True, []),
    ("A.b has no parameters", P.TAKES, True, []),
    ("A.b makes no calls to `x`", P.CALLS, True, ["x"]),
    ("A.b runs without a loop", P.LOOPS, True, []),
    ("A.b is free of loops", P.LOOPS, True, []),
    ("it is not the case that A.b calls `x`", P.CALLS, True, ["x"]),
    ("A.b has a `for` loop", P.LOOPS, False, []),
    ("`x` is used by `A.b`", P.USES, False, ["x"]),
    ("A.b forwards its arguments to `x`", P.CALLS, False, ["x"]),
    ("in `A.b`, `x` is called before `y`", P.CALLS, False, ["x"]),
    ("`A.b` is the only caller of `x`", P.CALLED_BY, False, ["A.b"]),
    ("the parameter `x` of `A.b` defaults to `3`", P.HAS_DEFAULT, False, ["x", "3"]),
    ("A.b accepts a `timeout` parameter", P.TAKES, False, ["timeout"]),
    ("A.b ignores its `timeout` argument", P.USES_PARAMETER, True, ["timeout"]),
    ("A.b uses the parameter `timeout`", P.USES_PARAMETER, False, ["timeout"]),
    ("A.b has a default for `timeout`", P.HAS_DEFAULT, False, ["timeout"]),
    ("A.b returns `None`", P.RETURNS, False, ["None"]),
    ("A.b returns nothing", P.RETURNS, False, []),
    ("A.b returns early", P.RETURNS_EARLY, False, []),
    ("A.b has no early return", P.RETURNS_EARLY, True, []),
    ("A.b is a generator", P.YIELDS, False, []),
    ("A.b leaves `self.x` untouched", P.WRITES, True, ["self.x"]),
    ("A.b avoids `x`", P.USES, True, ["x"]),
    ("A.b leaves out the call to `x`", P.CALLS, True, ["x"]),
    ("A.b is free of calls to `x`", P.CALLS, True, ["x"]),
    ("A.b at no point throws", P.RAISES, True, []),
    ("A.b does its work without throwing", P.RAISES, True, []),
    ("A.b frees `x` via `free_it`", P.CALLS, False, ["free_it"]),
    ("A.b appends `x` to `rows`", P.ACTS, False, ["x", "rows"]),
    ("A.b hands `x` over to `f`", P.CALLS, False, ["f"]),
    ("A.b returns `None` early", P.RETURNS_EARLY, False, ["None"]),
    ("A.b breaks out of the loop", P.HAS, False, []),
    ("A.b matches on `self.x`", P.BRANCHES, False, ["self.x"]),
    ("A.b defers `f`", P.HAS, False, ["f"]),
    ("A.b raises ValueError", P.RAISES, False, ["ValueError"]),
    ("A.b raises no exceptions", P.RAISES, True, []),
    ("`ValueError` is raised by `A.b`", P.RAISES, False, ["ValueError"]),
    ("A.b re-raises", P.RERAISES, False, []),
    ("A.b catches KeyError or IOError", P.CATCHES, False, ["KeyError", "IOError"]),
    ("A.b has no exception handling", P.CATCHES, True, []),
    ("A.b swallows exceptions", P.SWALLOWS, False, []),
    ("A.b contains no loops", P.LOOPS, True, []),
    ("A.b iterates over `self.items`", P.LOOPS, False, ["self.items"]),
    ("A.b has a conditional", P.BRANCHES, False, []),
    ("A.b checks whether `x` is set", P.BRANCHES, False, ["x"]),
    ("A.b uses a try/except block", P.TRIES, False, []),
    ("A.b lacks a try block", P.TRIES, True, []),
    ("A.b awaits `fetch`", P.AWAITS, False, ["fetch"]),
    ("is A.b async?", P.IS_ASYNC, False, []),
    ("A.b isn't asynchronous", P.IS_ASYNC, True, []),
    ("A.b is synchronous", P.IS_ASYNC, True, []),
    ("A.b is decorated with `@cache`", P.DECORATED, False, ["@cache"]),
    ("Ab inherits from `Base`", P.INHERITS, False, ["Base"]),
    ("Ab is a subclass of `Base`", P.INHERITS, False, ["Base"]),
    ("A.b overrides `Base.b`", P.OVERRIDES, False, ["Base.b"]),
    ("`a.py` imports `json`", P.IMPORTS, False, ["json"]),
    ("A.b instantiates `Thing`", P.INSTANTIATES, False, ["Thing"]),
    ("A.b calls itself", P.RECURSES, False, []),
    ("A.b falls back to `default`", P.FALLS_BACK, False, ["default"]),
    ("A.b caches its result", P.CACHES, False, []),
    ("A.b is a static method", P.MODIFIER, False, []),
    ("A.b uses a list comprehension", P.HAS, False, []),
    ("A.b is thread-safe", P.BEYOND, False, []),
    ("the `x` parameter of A.b is never used", P.USES_PARAMETER, True, ["x"]),
    ("the timeout argument is ignored by A.b", P.USES_PARAMETER, True, ["timeout"]),
    ("is the timeout param used by A.b?", P.USES_PARAMETER, False, ["timeout"]),
    ("A.b's `x` parameter is not unused", P.USES_PARAMETER, False, ["x"]),
    ("A.b makes no function calls", P.CALLS, True, []),
    ("A.b calls assert two times", P.CALLS, False, ["assert"]),
    ("A.b has seven foreach loops", P.LOOPS, False, []),
    ("A.b contains an infinite loop", P.LOOPS, False, []),
    ("A.b hands over to `f`", P.CALLS, False, ["f"]),
    ("A.b hands its result to `f`", P.CALLS, False, ["f"]),
    ("A.b delegates the search to `f`", P.CALLS, False, ["f"]),
    ("A.b tidies up by calling `f`", P.CALLS, False, ["f"]),
    ("A.b goes on without calling `f`", P.CALLS, True, ["f"]),
    ("A.b is a thin layer that never calls `f`", P.CALLS, True, ["f"]),
    ("As a last resort, A.b calls `f`", P.CALLS, False, ["f"]),
    ("the low-level A.b calls `f`", P.CALLS, False, ["f"]),
    ("A.b reads \u201cself.x\u201d", P.READS, False, ["self.x"]),
    ("A.b assigns `None` to `self.x`", P.WRITES, False, ["self.x"]),
    ("A.b stores `x` in `self.y`", P.WRITES, False, ["self.y"]),
    ("A.b takes a lock on `self.x`", P.ACTS, False, ["self.x"]),
    ("A.b throws :done", P.RAISES, False, [":done"]),
    ("A.b leaves out `x` i.e. it does not write `x`", P.WRITES, True, ["x"]),
    ("no errors are raised by A.b", P.RAISES, True, []),
    ("the results are kept by A.b in a loop", P.ACTS, False, ["results"]),
    ("is the lock released in A.b?", P.ACTS, False, ["lock"]),
    ("`x` is called by nobody but `A.b`", P.CALLED_BY, False, ["A.b"]),
    ("in `A.b`, `x` comes after `y`", P.CALLS, False, ["x"]),
    ("in `A.b`, `self.x` is written before `y` is called", P.WRITES, False, ["self.x"]),
    ("A.b tidies up: `f` is called in a loop", P.CALLS, False, ["f"]),
    ("A.b is responsible for closing `self.x`", P.ACTS, False, ["self.x"]),
    ("A.b makes sure to call `f`", P.CALLS, False, ["f"]),
    ("A.b stops listening by calling `f`", P.CALLS, False, ["f"]),
    ("A.b skips blanks", P.ACTS, False, ["blanks"]),
    ("A.b is implemented with `f`", P.CALLS, False, ["f"]),
    ("A.b throws via `f`", P.CALLS, False, ["f"]),
    ("A.b reads the file using `f`", P.CALLS, False, ["f"]),
    ("A.b lets errors propagate", P.CATCHES, True, []),
    ("A.b skips rows with `continue`", P.HAS, False, []),
    ("A.b has a nested loop", P.LOOPS, False, []),
    ("A.b calls no method other than `f`", P.CALLS, False, ["f"]),
    ("A.b calls the parent implementation", P.CALLS, False, ["super"]),
    ("A.b makes no use of `x`", P.USES, True, ["x"]),
    ("on a bad day A.b calls `f`", P.CALLS, False, ["f"]),
    ("when the token is old `A.b` raises `E`", P.RAISES, False, ["E"]),
    ("A.b guards the rows with a lock on `self.x`", P.ACTS, False, ["self.x"]),
    ("A.b asserts that `x` is not None", P.ACTS, False, ["x"]),
    ("A.b looks up `x`", P.USES, False, ["x"]),
    ("A.b returns -1L", P.RETURNS, False, ["-1L"]),
    ("A.b swallows errors silently", P.SWALLOWS, False, []),
    ("A.b frobnicates `x`", P.ACTS, False, ["x"]),
    ("No exceptions are caught in A.b", P.CATCHES, True, []),
    ("`x` is called by `A.b` and `A.c`", P.CALLED_BY, False, ["A.b", "A.c"]),
    ("A.b is guarded by a lock", P.ACTS, False, []),
    ("A.b recursively calls itself", P.RECURSES, False, []),
    ("A.b doesn't call anything besides `f`", P.CALLS, False, ["f"]),
    ("A.b stores the result in `self.x`", P.WRITES, False, ["self.x"]),
    ("A.b translates KeyError into ValueError", P.RAISES, False, ["ValueError"]),
    ("A.b uses try/except for KeyError", P.CATCHES, False, ["KeyError"]),
    ("A.b tries to call `f`", P.CALLS, False, ["f"]),
    ("A.b implements `Base.run`", P.OVERRIDES, False, ["Base.run"]),
    ("`A` has `Base` as its base class", P.INHERITS, False, ["Base"]),
    ("A.b requires a name argument", P.TAKES, False, ["name"]),
    ("A.b accepts *args", P.TAKES, False, ["*args"]),
    ("A.b has an optional parameter", P.HAS_DEFAULT, False, []),
    ("A.b ensures that `self.close` is called", P.CALLS, False, ["self.close"]),
    ("A.b loops forever", P.LOOPS, False, []),
    ("is load an async function?", P.IS_ASYNC, False, []),
    ("load shuffles the cards", P.ACTS, False, ["cards"]),
    ("in `A.b`, `f` is called twice", P.CALLS, False, ["f"]),
    ("A.b guards against nil with `f`", P.CALLS, False, ["f"]),
    ("A.b takes a row from the pool with `pool.take`", P.CALLS, False, ["pool.take"]),
    ("A.b gives the buffer back with `pool.give`", P.CALLS, False, ["pool.give"]),
    ("load ends with `os.exit`", P.ACTS, False, []),
    ("A.b raises no exception other than `E`", P.RAISES, False, ["E"]),
    ("A.b has a loop that calls `f`", P.CALLS, False, ["f"]),
    ("A.b calls the `f` method of `self.x`", P.CALLS, False, ["self.x.f"]),
    ("A.b calls the run method of `self.x`", P.CALLS, False, ["self.x.run"]),
    ("A.b calls `run` via `self.x`", P.CALLS, False, ["self.x.run"]),
    ("A.b deletes key from `self.x`", P.WRITES, False, ["self.x"]),
    ("A.b pushes `x` on `self.y`", P.ACTS, False, ["x", "self.y"]),
    ("A.b appends the result to `self.y`", P.ACTS, False, ["self.y"]),
    ("A.b takes name", P.TAKES, False, ["name"]),
    ("A.b reads the `x` attribute of `self.y`", P.READS, False, ["self.y.x"]),
    ("A.b loops while `x` is true", P.LOOPS, False, []),
    ("A.b falls back to an empty list", P.FALLS_BACK, False, ["an empty list"]),
    ("A.b calls `f(x, y)`", P.CALLS, False, ["f(x, y)"]),
]


@pytest.mark.parametrize(("sentence", "predicate", "is_negated", "objects"), SENTENCES)
def test_sentence(
    sentence: str, predicate: Predicate, is_negated: bool, objects: list[str]
) -> None:
    claim = understood(sentence)
    [clause] = claim.clauses
    assert (clause.predicate, clause.is_negated) == (predicate, is_negated)
    assert [one.text for one in clause.objects] == objects


def understood(sentence: str) -> Claim:
    claim = parse(sentence)
    assert not claim.problem
    return claim


@pytest.mark.parametrize(
    ("sentence", "name", "role", "path"),
    [
        ("`A.b` calls `x`", "A.b", Role.ANY, ""),
        ("A::b calls x_y", "A::b", Role.ANY, ""),
        ("`pkg/a.py::A.b` calls `x`", "pkg/a.py::A.b", Role.ANY, ""),
        ("the method `b` of class `A` calls `x`", "A.b", Role.CALLABLE, ""),
        ("the `b` function in `pkg/a.py` calls `x`", "b", Role.CALLABLE, "pkg/a.py"),
        ("`A`'s `b` method calls `x`", "A.b", Role.CALLABLE, ""),
        ("the constructor of `A` calls `x`", "A", Role.CONSTRUCTOR, ""),
        ("the class `A` calls `x`", "A", Role.CLASS, ""),
        ("in `a.py`, `b` calls `x`", "b", Role.ANY, "a.py"),
        ("load calls `x`", "load", Role.ANY, ""),
        ("check is static", "check", Role.ANY, ""),
        ("A.empty? calls `x`", "A.empty?", Role.ANY, ""),
        ("verify never calls `x`", "verify", Role.ANY, ""),
    ],
)
def test_subject(sentence: str, name: str, role: Role, path: str) -> None:
    subject = understood(sentence).subject
    assert subject is not None
    assert (subject.name, subject.role, subject.path) == (name, role, path)


def test_clauses() -> None:
    claim = understood("`A.b` reads `x`, writes `y` but never calls `z`")
    kinds = [(one.predicate, one.is_negated) for one in claim.clauses]
    assert kinds == [(P.READS, False), (P.WRITES, False), (P.CALLS, True)]
    assert not claim.any_of
    assert understood("A.b calls `x` or raises `E`").any_of
    [first, second] = understood("`A.b` calls `x` but not `y`").clauses
    assert (first.is_negated, second.is_negated) == (False, True)
    assert second.predicate is P.CALLS
    [_, catch] = understood("`A.b` calls `x` without catching `E`").clauses
    assert (catch.predicate, catch.is_negated) == (P.CATCHES, True)


@pytest.mark.parametrize(
    ("sentence", "place", "is_outside"),
    [
        ("A.b calls `x` inside a loop", Around.LOOP, False),
        ("A.b calls `x` in a for loop", Around.LOOP, False),
        ("A.b calls `x` outside any try", Around.TRY, True),
        ("A.b calls `x` within a try/except", Around.TRY, False),
        ("A.b calls `x` in an except handler", Around.HANDLER, False),
        ("A.b calls `x` when an exception occurs", Around.HANDLER, False),
        ("A.b calls `x` in a finally block", Around.FINALLY, False),
        ("A.b conditionally calls `x`", Around.BRANCH, False),
        ("A.b calls `x` unconditionally", Around.BRANCH, True),
        ("A.b calls `x` inside a with block", Around.WITH, False),
        ("A.b raises `E` if `x` is None", Around.BRANCH, False),
    ],
)
def test_place(sentence: str, place: Around, is_outside: bool) -> None:
    [clause] = understood(sentence).clauses
    assert (clause.place, clause.is_outside) == (place, is_outside)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("once", Count(1, 1)),
        ("exactly twice", Count(2, 2)),
        ("at most twice", Count(None, 2)),
        ("at least 3 times", Count(3, None)),
        ("more than once", Count(2, None)),
        ("no more than two times", Count(None, 2)),
    ],
)
def test_count(words: str, count: Count) -> None:
    [clause] = understood(f"A.b calls `x` {words}").clauses
    assert clause.count == count


@pytest.mark.parametrize(
    ("sentence", "is_before", "other"),
    [
        ("A.b calls `x` before `y`", True, "y"),
        ("A.b calls `x` before calling `y`", True, "y"),
        ("A.b calls `x` after `y`", False, "y"),
        ("A.b calls `x` and then `y`", True, "y"),
        ("A.b first calls `x`, then `y`", True, "y"),
    ],
)
def test_order(sentence: str, is_before: bool, other: str) -> None:
    [clause] = understood(sentence).clauses
    assert clause.order is not None
    assert clause.order.is_before == is_before
    assert [one.text for one in clause.order.other.objects] == [other]


@pytest.mark.parametrize(
    "sentence",
    [
        "A.b does not read or write `x`",
        "A.b neither reads nor writes `x`",
        "A.b never reads or writes `x`",
        "A.b doesn't read and doesn't write `x`",
    ],
)
def test_a_negation_reaches_over_or(sentence: str) -> None:
    [read, write] = understood(sentence).clauses
    assert (read.predicate, read.is_negated) == (P.READS, True)
    assert (write.predicate, write.is_negated) == (P.WRITES, True)
    assert [one.text for one in read.objects] == ["x"]
    assert not understood(sentence).any_of


def test_a_clause_that_is_not_understood_leaves_the_others() -> None:
    claim = understood("A.b calls `x`, but 7 of them")
    assert [one.predicate for one in claim.clauses] == [P.CALLS]
    assert claim.ignored
    claim = understood("A.b collects the errors and raises `E`")
    assert [one.predicate for one in claim.clauses] == [P.ACTS, P.RAISES]


@pytest.mark.parametrize(
    "sentence",
    ["A.b calls `x`, `y` and `z` in that order", "A.b calls `x`, then `y`, then `z`"],
)
def test_each_before_the_next(sentence: str) -> None:
    orders = [(one, one.order) for one in understood(sentence).clauses]
    assert [
        (one.objects[0].text, order.other.predicate, order.other.objects[0].text)
        for one, order in orders
        if order is not None
    ] == [("x", P.CALLS, "y"), ("y", P.CALLS, "z")]


@pytest.mark.parametrize(
    "sentence",
    [
        "every method of `A` other than `b` calls `f`",
        "A.b never calls `f` without closing `x`",
    ],
)
def test_what_no_rule_judges_is_said(sentence: str) -> None:
    assert parse(sentence).problem


def test_a_place_alone_is_of_what_was_said_before() -> None:
    [first, second] = understood("A.b calls `x` at most once and never inside a loop").clauses
    assert first.count == Count(None, 1)
    assert (second.predicate, second.objects, second.is_negated) == (P.CALLS, first.objects, True)
    assert second.place is Around.LOOP
    [_, unused] = understood("A.b takes `x` but ignores it").clauses
    assert (unused.predicate, unused.is_negated) == (P.USES_PARAMETER, True)
    assert [one.text for one in unused.objects] == ["x"]
    [_, unused] = understood("A.b accepts an `x` argument but never uses it").clauses
    assert (unused.predicate, unused.is_negated) == (P.USES, True)
    assert [one.text for one in unused.objects] == ["x"]


def test_it_is_what_was_spoken_of() -> None:
    [read, write] = understood("A.b reads `self.x` and never writes it").clauses
    assert (write.predicate, write.is_negated) == (P.WRITES, True)
    assert write.objects == read.objects
    [first, second] = understood("Does A.b read `x`? It writes `y`.").clauses
    assert (first.predicate, second.predicate) == (P.READS, P.WRITES)


def test_several_who_do_it() -> None:
    [clause] = understood("`x` is used by `a`, `b` and `c`").clauses
    assert clause.predicate is P.CALLED_BY
    assert [one.text for one in clause.objects] == ["a", "b", "c"]
    assert parse("`x` is written only by `A.b`").is_alone
    assert parse("`x` is written only by `A.b` or `A.c`").problem


def test_nothing_but() -> None:
    [clause] = understood("A.b raises nothing but `E`").clauses
    assert (clause.is_only, clause.is_negated) == (True, False)


def test_subject_and_predicate_apart() -> None:
    claim = parse_predicate("A.b", "never raises `E`")
    assert claim.subject is not None
    assert claim.subject.name == "A.b"
    assert [(c.predicate, c.is_negated) for c in claim.clauses] == [(P.RAISES, True)]


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "   ",
        "??",
        "`A.b`",
        "is it?",
        "x" * 3_000,
        "`",
        "not",
        "and or",
    ],
)
def test_what_is_not_understood_is_said(sentence: str) -> None:
    claim = parse(sentence)
    assert claim.problem
    assert not claim.clauses


def test_claims_of_a_file() -> None:
    text = "# Claims\n\n- `A.b` calls `x`\n2. A.b is async\n- [ ] A.b loops\n```\ncode\n```\n> no\n"
    assert [(one.line, one.text) for one in claim_lines(text)] == [
        (3, "`A.b` calls `x`"),
        (4, "A.b is async"),
        (5, "A.b loops"),
    ]


def test_comments_of_a_claims_file_are_no_claims() -> None:
    text = (
        "\ufeff# Claims\r\n- A has a loop <!-- since 2 -->\r\n<!-- of late\r\n- A is async\r\n"
        "--> \r\n- A returns `<!--`\r\n- A calls\x0cb\r\n"
    )
    assert [(one.line, one.text) for one in claim_lines(text)] == [
        (2, "A has a loop"),
        (6, "A returns `<!--`"),
        (7, "A calls\x0cb"),
    ]


def test_only_the_beginning_of_a_line_is_a_bullet() -> None:
    first = "A.b subscripts xs with n - 1\n- A.b returns 2 + 2 * x\n"
    text = first + "A.b raises E 3. at last\n* - A.b loops\n"
    assert [one.text for one in claim_lines(text)] == [
        "A.b subscripts xs with n - 1",
        "A.b returns 2 + 2 * x",
        "A.b raises E 3. at last",
        "- A.b loops",
    ]


def test_what_is_done_by_a_call() -> None:
    claim = parse("A.b returns `x` by calling `f`")
    assert [one.predicate for one in claim.clauses] == [P.RETURNS, P.CALLS]
    assert claim.clauses[1].objects[0].text == "f"
    denied = parse("A.b never returns `x` via `f`")
    assert [one.predicate for one in denied.clauses] == [P.RETURNS]
    assert denied.ignored


def test_only_before_a_verb_with_a_place_is_about_the_place() -> None:
    [clause] = parse("A.b only raises `KeyError` inside a loop").clauses
    assert clause.is_only_there
    assert not clause.is_only


def test_a_condition_that_names_a_raised_exception_is_a_handler() -> None:
    [clause] = parse("A.b falls back to `x` when KeyError is raised").clauses
    assert clause.place is Around.HANDLER
    assert clause.condition == ("KeyError",)


def test_neither_nor_of_constructs() -> None:
    claim = parse("A.b contains neither a loop nor a switch")
    assert [(one.predicate, one.is_negated) for one in claim.clauses] == [
        (P.LOOPS, True),
        (P.BRANCHES, True),
    ]


def test_what_is_said_again_behind_a_colon_counts() -> None:
    claim = parse("verify that A.b tidies up: it never calls `x`")
    [clause] = claim.clauses
    assert claim.subject is not None
    assert claim.subject.name == "A.b"
    assert (clause.predicate, clause.is_negated) == (P.CALLS, True)
    [clause] = parse("A.b keeps its rows, i.e. it does not write `self.rows`").clauses
    assert (clause.predicate, clause.is_negated) == (P.WRITES, True)
