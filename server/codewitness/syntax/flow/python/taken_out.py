"""What is left of a list or a dictionary of Python after something was taken out of it.

`steps.pop()` gives the last of what stands in `steps = [first, second]`, and `steps` is another
list from then on. That is told where the code shows all that happened to it: it has one name,
nothing was put into it, it was handed to nobody, and no loop takes out more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codewitness.model.flow import Expression, form
from codewitness.syntax.flow.python.reader import Reader

_FIRST_PART = {"L": 3, "D": 2}
_KEPT = frozenset({"get", "pop", "keys", "values", "items", "index", "count", "__len__", "copy"})
_HOLDING = frozenset({"u", "L", "D", "C", "y", "n", "a", "*", "**"})
_ASKING = ("len", "print", "isinstance", "bool", "repr", "str")  # do nothing to what they are given


def popped(reader: Reader, callee: Expression, arguments: Sequence[Expression]) -> Expression:
    """What `pop` takes out of a display, which is a shorter one then; None if that is not told."""
    if form(callee) != "a" or callee[2] != "pop" or form(callee[1]) != "v" or len(arguments) > 1:
        return None
    return taken_out(reader, callee[1], arguments[0] if arguments else ["k", -1])


def taken_out(reader: Reader, base: Expression, key: Expression) -> Expression:
    """What stands in a display at a key, and is taken out of it; None if that is not told."""
    display = _display(reader, base)
    if display is None or form(key) != "k":
        return None
    at, size = _place(display, key[1])
    if at is None or not _is_alone(reader, base):
        return None
    taken = display[at + size - 1]
    rest = [*display[:at], *display[at + size :]]
    rest[_FIRST_PART[display[0]] - 1] = reader.recorder.new_id()
    reader.recorder.assign(base[1], rest)
    return taken


def _display(reader: Reader, base: Expression) -> Expression:
    """The display of a list or a dictionary that a name of the scope has here, outside of loops."""
    recorder = reader.recorder
    is_one = form(base) == "v" and len(base) == 3 and base[2] >= 0
    if not is_one or recorder.is_in_loop or reader.own_names:  # those of a comprehension
        return None
    if base[1] in recorder.outer_names:
        return None
    target, value = recorder.flow.binds[base[2]]
    if target != base[1] or form(value) not in _FIRST_PART:
        return None
    is_list = value[0] == "L" and value[1] == "list"
    return value if is_list or value[0] == "D" else None


def _place(display: Expression, key: object) -> tuple[int | None, int]:
    """Where an element begins among the parts of a display, and how many parts it has."""
    begin = _FIRST_PART[display[0]]
    parts = display[begin:]
    if display[0] == "L":
        at = key + len(parts) if isinstance(key, int) and key < 0 else key
        is_told = isinstance(at, int) and 0 <= at < len(parts)
        is_told = is_told and not any(form(one) == "*" for one in parts)
        return (begin + at, 1) if is_told and isinstance(at, int) else (None, 1)
    keys = parts[::2]
    if any(form(one) != "k" for one in keys) or keys.count(["k", key]) != 1:
        return None, 2
    return begin + 2 * keys.index(["k", key]), 2


def _is_alone(reader: Reader, base: Expression) -> bool:
    """True if nothing else has the container, and nothing was put into it."""
    flow = reader.recorder.flow
    later = flow.binds[base[2] + 1 :]
    if any(_is_into(target, base) or _has(value, base) for target, value in later):
        return False
    if any(_has(one, base) for one in (*flow.returns, *flow.yields)):
        return False
    return not any(_has(one, base) for site in flow.sites for one in _handed(site, base))


def _is_into(target: Expression, base: Expression) -> bool:
    """True for an assignment to the name, or into what it stands for."""
    return target == base[1] or (form(target) in ("a", "i") and target[1] == base)


def _handed(site: Sequence[Expression], base: Expression) -> Iterator[Expression]:
    """What a site may keep or change of what it names."""
    callee = site[1]
    is_of_it = form(callee) == "a" and callee[1] == base
    if is_of_it and callee[2] not in _KEPT and not callee[2].startswith("__"):
        yield base
    if callee not in _ASKING:
        for given in site[4:6]:
            yield from given or ()


def _has(value: Expression, base: Expression) -> bool:
    """True if a value is a container, a method of it, or has it in it; its elements are not it."""
    if value == base:
        return True
    kind = form(value)
    if kind not in _HOLDING:
        return False
    return any(_has(part, base) for part in value[1:])
