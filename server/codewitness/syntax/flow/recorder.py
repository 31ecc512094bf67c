"""Records the flow of one scope while a language's reader walks over it.

It follows which assignments reach a read: of the names of the scope itself, and of paths that begin
with one (`self.x`, `d['a']`). Where control flow joins, so do the assignments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from codewitness.model.flow import Expression, Flow, form

Env = dict[str, tuple[int, ...]]

_NAMED = ("", "v", "a")  # forms of what is something that has a name
MAX_KEY = 40  # characters of a string that may be a key; longer ones are text


class Recorder:
    """The flow of one scope in the making. `env` is None where control can't come."""

    __slots__ = (
        "_called",
        "_is_left",
        "_loops",
        "_n_calls",
        "_n_ids",
        "_paths",
        "env",
        "flow",
        "outer_names",
    )

    def __init__(self, parameters: Iterable[str] = ()) -> None:
        self.flow = Flow()
        self.env: Env | None = {name: (-1 - k,) for k, name in enumerate(parameters)}
        self.outer_names: set[str] = set()
        self._loops: list[_Loop] = []
        self._n_ids = 0
        self._is_left = False
        self._n_calls: dict[int, int] = {}  # before each definition, by its bind
        self._called: tuple[int, int] = (0, 0)  # sites that were counted, and calls among them
        self._paths: dict[str, set[str]] = {}  # all that were ever given a value, by root

    def new_id(self) -> int:
        """A number for a display."""
        self._n_ids += 1
        return self._n_ids

    def end(self) -> Flow:
        """The scope is over."""
        if self.env is not None:
            several: dict[str, int] = {}
            for target, _ in self.flow.binds:
                if isinstance(target, str):
                    several[target] = several.get(target, 0) + 1
            for name, count in several.items():
                reaching = self.env.get(name, ())
                if count > 1 and reaching and len(reaching) < count:
                    self.flow.last[name] = list(reaching)
            for path in sorted(set().union(*self._paths.values())) if self._n_calls else ():
                if self._is_replaced(path):
                    self.flow.last[path] = list(self.env[path])
        return self.flow

    def note_surely_given(self, itself: str) -> None:
        """Keep which attributes of an object a scope surely gives a value, as its last word."""
        env = self.env or {}
        for path in sorted(self._paths.get(itself, ())) if not self._is_left else ():
            reaching = env.get(path, ())
            value = self.flow.binds[reaching[0]][1] if len(reaching) == 1 else None
            if path.count(".") == 1 and "[" not in path and form(value) in _NAMED and value:
                self.flow.last[path] = list(reaching)

    def _is_replaced(self, path: str) -> bool:
        """True for `Class.method = other` that holds from the start: before anything is called."""
        reaching = (self.env or {}).get(path, ())
        owner = (self.env or {}).get(path.rpartition(".")[0], ())
        if len(reaching) != 1 or len(owner) != 1 or min(*reaching, *owner) < 0:
            return False
        return self._n_calls.get(owner[0], -1) == self._n_calls.get(reaching[0])

    def _n_called(self) -> int:
        """How many calls there are so far."""
        n_sites, n_called = self._called
        n_called += sum(1 for site in self.flow.sites[n_sites:] if site[0] == "c")
        self._called = (len(self.flow.sites), n_called)
        return n_called

    # Names and paths.

    def read(self, name: str) -> Expression:
        """The value of a name here."""
        reaching = None if self.env is None else self.env.get(name)
        return name if reaching is None else self._reached(name, reaching)

    def read_path(self, path: str) -> Expression:
        """The value of a path here if an assignment to it is known to reach; else None."""
        if not self._paths or self.env is None or (reaching := self.env.get(path)) is None:
            return None
        return self._reached(path, reaching)

    def _reached(self, name: str, reaching: tuple[int, ...]) -> Expression:
        node = ["v", name, *reaching]
        for loop in self._loops:
            loop.reads.append((name, reaching, node))
        return node

    def bind(self, target: Expression, value: Expression) -> int:
        """An assignment that no path follows; gives its index."""
        self.flow.binds.append([target, value])
        return len(self.flow.binds) - 1

    def assign(self, name: str, value: Expression) -> None:
        """A name of this scope has a new value."""
        if name in self.outer_names:
            self.bind(["g", name], value)
            return
        index = self.bind(name, value)
        if form(value) == "f":
            self._n_calls[index] = self._n_called()
        if self.env is not None:
            self.env[name] = (index,)
            self.forget(name)

    def assign_path(self, path: str, index: int) -> None:
        """What `path` stands for was given by the bind `index`."""
        if self.env is not None:
            self.env[path] = (index,)
            self._paths.setdefault(_root(path), set()).add(path)
            self.forget(path)
            owner = self.env.get(path.rpartition(".")[0], ())
            if len(owner) == 1 and owner[0] in self._n_calls:
                self._n_calls[index] = self._n_called()

    def narrow(self, path: str, value: Expression) -> None:
        """From here on, `path` is known to be `value`."""
        if self.env is not None:
            self.env[path] = (self.bind(None, value),)
            self._paths.setdefault(_root(path), set()).add(path)

    def narrow_second(self, first: Expression, like: Expression) -> None:
        """What was taken out of a pair is the second of one whose first is a text like that."""
        whole = self._taken_from(first, 0)
        for name in list(self.env or {}) if whole is not None else ():
            if self._taken_from(self.read(name), 1) == whole:
                self.narrow(name, ["n", ["i", whole, ["k", 1]], like, 2])

    def _taken_from(self, value: Expression, place: int) -> Expression:
        """The pair that a name has its value from, by its one assignment; None for others."""
        if form(value) != "v" or len(value) != 3 or value[2] < 0:
            return None
        given = self.flow.binds[value[2]][1]
        return given[1] if form(given) == "i" and given[2] == ["k", place] else None

    def forget(self, path: str, marks: str = ".[") -> None:
        """What lies below `path` may have changed."""
        if self.env is None or (paths := self._paths.get(_root(path))) is None:
            return
        starts = tuple(path + mark for mark in marks)
        for known in paths:
            if known.startswith(starts):
                self.env.pop(known, None)

    # Control flow.

    def fork(self) -> Env | None:
        """What reaches this point."""
        return None if self.env is None else dict(self.env)

    def stop(self) -> None:
        """Control does not go on from here."""
        self.env = None

    def leave(self) -> None:
        """The scope may be over here."""
        self._is_left = True
        self.stop()

    def join(self, *others: Env | None) -> None:
        """Control comes from here and from others."""
        for other in others:
            self.env = _joined(self.env, other)

    def begin_loop(self) -> None:
        """What follows may run more than once, or not at all."""
        self._loops.append(_Loop(self.fork(), len(self.flow.binds)))

    @property
    def is_in_loop(self) -> bool:
        """True where code may run more than once."""
        return bool(self._loops)

    def leave_loop(self) -> None:
        """`break`: control goes to the end of the innermost loop."""
        if self._loops:
            self._loops[-1].exits.append(self.fork())
        self.stop()

    def repeat_loop(self) -> None:
        """`continue`: control goes to the next round."""
        if self._loops:
            self._loops[-1].rounds.append(self.fork())
        self.stop()

    def end_loop(self, otherwise: Callable[[], None], *, is_endless: bool = False) -> None:
        """The body is over: what it assigned reaches the reads at its beginning.

        `otherwise` runs where the loop ends by itself; an endless one is only left.
        """
        loop = self._loops.pop()
        self.join(*loop.rounds)
        end = self.env or {}
        for name, reaching, node in loop.reads:
            before = (loop.entry or {}).get(name)
            if before is not None and set(before) <= set(reaching):
                node += [i for i in end.get(name, ()) if i not in node[2:]]
        if is_endless and loop.exits:
            self.stop()
        else:
            self.join(loop.entry)
        otherwise()
        self.join(*loop.exits)

    def handler_env(self, before: Env | None, n_binds: int) -> Env | None:
        """What may reach a handler of a block that began with `before` and `n_binds` binds."""
        env = dict(before or {})
        for index in range(n_binds, len(self.flow.binds)):
            name = self.flow.binds[index][0]
            if isinstance(name, str):
                env[name] = (*env.get(name, ()), index)
        return _joined(env, self.env)


class _Loop:
    __slots__ = ("entry", "exits", "reads", "rounds")

    def __init__(self, entry: Env | None, _n_binds: int) -> None:
        self.entry = entry
        self.exits: list[Env | None] = []
        self.rounds: list[Env | None] = []
        self.reads: list[tuple[str, tuple[int, ...], list[Any]]] = []


def _joined(one: Env | None, other: Env | None) -> Env | None:
    if one is None or other is None:
        return other if one is None else one
    joined = dict(one)
    for name, indexes in other.items():
        known = joined.get(name)
        if known is None:
            joined[name] = indexes
        elif known != indexes:
            joined[name] = (*known, *(i for i in indexes if i not in known))
    for name in one:
        # A path that only one side knows is not known; a name is one that was given on this side.
        if name not in other and ("." in name or "[" in name):
            del joined[name]
    for name in other:
        if name not in one and ("." in name or "[" in name):
            del joined[name]
    return joined


def key_text(value: object) -> Expression:
    """A constant that may be a key: itself if short, else its type."""
    if isinstance(value, str):
        return ["k", value] if len(value) <= MAX_KEY else ["t", "str"]
    return ["k", value]


def _root(path: str) -> str:
    """The name that a path begins with."""
    return path.partition(".")[0].partition("[")[0]
