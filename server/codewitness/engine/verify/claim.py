"""A claim as a value: a subject, and what is said of it, clause by clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from codewitness.model.outline import Around


class Predicate(StrEnum):
    """What kind of thing a clause says."""

    CALLS = "calls"
    CALLED_BY = "called by"
    USES = "uses"
    READS = "reads"
    WRITES = "writes"
    SUBSCRIPTS = "subscripts"
    TAKES = "takes parameter"
    USES_PARAMETER = "uses parameter"
    HAS_DEFAULT = "has default"
    RETURNS = "returns"
    RETURNS_EARLY = "returns early"
    YIELDS = "yields"
    RAISES = "raises"
    RERAISES = "re-raises"
    CATCHES = "catches"
    SWALLOWS = "swallows"
    LOOPS = "loops"
    BRANCHES = "branches"
    TRIES = "tries"
    FINALLY = "has finally"
    AWAITS = "awaits"
    IS_ASYNC = "is async"
    DECORATED = "is decorated with"
    INHERITS = "inherits from"
    OVERRIDES = "overrides"
    IMPORTS = "imports"
    INSTANTIATES = "instantiates"
    FALLS_BACK = "falls back to"
    CACHES = "caches"
    RECURSES = "calls itself"
    DEFINES = "defines"
    MODIFIER = "has modifier"
    HAS = "has construct"
    PASSES = "passes"
    ACTS = "acts"  # a plain verb that only the names of calls can show
    BEYOND = "beyond signals"


class Object(NamedTuple):
    """What a predicate is about. `noun` is the plain word beside it, such as `parameter`."""

    text: str
    is_code: bool = True
    noun: str = ""


class Count(NamedTuple):
    """How often; None is no bound."""

    least: int | None
    most: int | None

    def allows(self, number: int) -> bool:
        """True if `number` is within the bounds."""
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )


class Order(NamedTuple):
    """The clause's thing happens before (or after) another of the same or another kind."""

    is_before: bool
    other: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One thing that is said of the subject.

    place: what it is said to stand in; with `is_outside`, what it does not stand in; with
        `is_only_there`, nowhere else; `beside` says on which side of it, `before` or `after`.
    condition: names that the condition around it mentions; None if no condition is spoken of.
        described: that condition in the claim's words.
        is_each: that it is done on each pass of a loop.
        of_loop: which sort of loop it is said to stand in, `while`, `inner`; `lock` of a `with`.
    arguments: what a call is said to be given; `given` in plain words, which may be names.
    step: that it is the first or the last thing that is done. detail: what else a predicate has to
        know.
    """

    predicate: Predicate
    objects: tuple[Object, ...] = ()
    any_of: bool = False
    is_negated: bool = False
    is_only: bool = False
    place: Around | None = None
    is_outside: bool = False
    beside: str = ""
    is_only_there: bool = False
    of_loop: str = ""
    is_each: bool = False
    condition: tuple[str, ...] | None = None
    described: str = ""
    arguments: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    count: Count | None = None
    order: Order | None = None
    step: str = ""
    detail: str = ""
    text: str = ""


class Role(StrEnum):
    """What a claim says that its subject is."""

    ANY = ""
    CALLABLE = "function"
    CLASS = "class"
    FILE = "file"
    CONSTRUCTOR = "constructor"
    DESTRUCTOR = "destructor"


class SubjectName(NamedTuple):
    """Whom a claim speaks of, as it says it; `path` narrows the search to a file."""

    name: str
    role: Role = Role.ANY
    path: str = ""


@dataclass(frozen=True, slots=True)
class Members:
    """Of how many methods of a class something is said; a `count` of None is of every one.

    is_negated: not of every one. is_bare: a number alone, which leaves open whether there are more.
    """

    count: Count | None
    is_negated: bool = False
    is_bare: bool = False


@dataclass(frozen=True, slots=True)
class InArm:
    """The arm of a `switch` in which it is said to be done, and the claim without that.

    label: the arm's, empty for the default one. is_case: that it is a label is said. value: by what
    the arm is chosen, as far as it is said. is_else: it is `otherwise` that is said. excepted: the
    labels that all others are run for, of `for anything but x`.
    """

    label: str
    is_only: bool
    is_case: bool
    value: str
    plain: Claim
    is_else: bool = False
    excepted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A parsed claim. `problem` says what could not be understood; the claim is not judged then.

    `ignored` are words that change nothing, such as a purpose (`to build the query`); with a `?`
    before them, words that nobody knows, and with `UNREAD` a clause that is not understood.
    is_alone: that nobody else does it, or nobody else `among` the members of what is named.
    members: that it is said of methods of the subject, each by itself, and not of the subject.
    arm: in which arm of a `switch` it is said to be done.
    each: of `calls f for x and g for y` what is said of each of the arms by itself.
    several: of `f and g both call h` what is said of each of those that are named.
    """

    text: str
    subject: SubjectName | None
    clauses: tuple[Clause, ...] = ()
    any_of: bool = False
    is_alone: bool = False
    among: str = ""
    members: Members | None = None
    problem: str = ""
    ignored: tuple[str, ...] = field(default=())
    arm: InArm | None = None
    each: tuple[Claim, ...] = ()
    several: tuple[Claim, ...] = ()

    @property
    def is_negated(self) -> bool:
        """True if every clause is, or if it is denied of the methods that are spoken of."""
        if self.members is not None:
            count = self.members.count
            return self.members.is_negated if count is None else not count.least
        return bool(self.clauses) and all(clause.is_negated for clause in self.clauses)


UNREAD = "&"  # before a whole clause among the words that are ignored
EXAMPLES = (
    "`Class.method` calls `name`",
    "does `method` raise `ValueError`?",
    "`method` never writes `self.state`",
    "`method` calls `a` before `b`",
    "`method` calls `name` inside a loop",
    "`method` returns early",
    "`Class` inherits from `Base`",
)
