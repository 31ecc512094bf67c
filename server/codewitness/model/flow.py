"""Flow facts: what one scope does with values, as the call graph needs it.

They are made of strings, integers, None and lists, so that they are JSON as they stand. A scope's
flow is kept as that JSON: it is compared, stored and sent far more often than it is read.

An **expression** is one of

    "x"                      a name, looked up in the scopes around
    None                     something of no interest
    ["v", name, i, ...]      a local name (or path as `self.x`) here: what `binds[i]` gave it;
                             -1-k is the scope's own parameter k
    ["a", e, name]           attribute; a number in place of its name is the place in a pattern
                             of the class: `case Pair(first, second)`
    ["c", i]                 what the call site i gives
    ["i", e, key]            element at `key`, an expression; None if not known
    ["s", e, low, high]      slice between whole numbers or None
    ["u", e, ...]            one of these
    ["k", value]             a short string or a whole number itself
    ["t", name]              a value of a built-in type: `str`, `bool`, ...
    ["t", "str", begin, end, e?] a string of which it is known how it begins and ends, and what
                             stands between
    ["L", type, id, e, ...]  a display of a sequence; `id` tells those of a scope apart
    ["D", id, key, e, ...]   a display of a mapping, keys and values in turn; the key is ["**"] for
                             what is spread out, ["?"] for what is put there under an unknown key
    ["C", type, id, e, ...]  a comprehension whose elements are `e`, of a mapping whose key is last
    ["f", k]                 the k-th definition nested in the scope
    ["itself"]               the function whose scope it is, by a name that it alone knows
    ["e", e]                 what iteration over it gives
    ["w", e]                 what awaiting it gives
    ["x", e]                 what entering it as a context gives
    ["S"]                    what is sent into the generator that the scope is
    ["m", module, name?]     an import: the module, or what it has by this name
    ["n", e, type, yes]      e where `isinstance(e, type)` is true (`yes` 1) or false (0)
    ["n", e, text, 2]        e, the second of a pair, where the first is a string like this one
    ["n", e, name, 3]        e where it is not the class of this name
    ["y", type, e]           declared to be of a type, with what is assigned
    ["y", type, e, 1]        cast to a type
    ["y", type, e, 2]        said to satisfy a type, which tells what is expected in it alone
    ["y", type, None, 3]     the built-in type itself, which is asked for a static member
    ["*", e], ["**", e]      spread out; in arguments and displays alone

Languages with declared types have some more:

    "this", "super"          the object around, and what its class stands on
    ["o", type]              the object around that is of this type
    ["T", type]              the class that a type names
    ["B", name]              the base of this name
    ["e", type, "keyof"]     any of the types that a type lists by name
    ["q", e]                 as a type: that of a value; `["q", "this"]` is `Self`
    ["G", type, type, ...]   a type with its arguments; `["t", "[]"]`, `["t", "()"]` and
                             `["t", "Map"]` are sequences, tuples and mappings
    ["&", type, ...]         all of these types
    ["F", type, type, ...]   a function: what it gives, what it takes
    ["O", id, name, type...] a type that lists its members
    ["P", name, type]        as a result: says that the parameter is of the type
    ["P", e, i, k]           e where the call site i says so of its k-th argument; in Ruby what it
                             hands its block there, in Rust the error of what it gives
    ["E", type, e, ...]      a collection, `[]` or `Map`, in which these functions are; of a map
                             whose keys are written, the type is [`Map`, key, ...], "" if it is not
    ["i", e, ["K", key]]     what a table holds under a written key, as `key_said` has it
    ["i", e, ["~", begin, end]]  what has a name that begins and ends so
    ["+", e, e]              in Java what is added: a text if one of them is, else a number
    ["t", name, text]        a short text of a built-in type: what `key_said` says of it

In their headers parameters may be of the kind `?` (may be missing) or `=label`. A sixth part has
the names and bounds of type parameters. The fifth says what an alias stands for, what an extension
extends, or whose method a function is. A target may be ["x", name] too, a name that a module
exports, ["x", "="], all that it exports, ["mix", how], a mixin, and ["attr", name], what Ruby's
`attr_reader` makes. Sites of the kind `n` make an instance.

A **site** is [kind, callee, start, end, arguments, [name, e, name, e, ...], [type, ...]] where the
last three may be missing, the types being those that are given to a generic function; `start` and
`end` are the callee's name, in bytes from the start of the scope's node.
Kinds: `c` call, `h` call in a header, `r` attribute read (it may run a property), `p` assignment to
an attribute and `x` its deletion (so may these), `o` operator or other use of a special method, `w`
entering a context, `l` iteration, `W` and `L` the same with `async`, `d` decorator, `b` raise, `k`
the making of a class, of which its base and its metaclass may be told.

A **bind** is [target, e]; a target is a name, ["a", e, name], ["i", e, key], ["g", name] for a
name that was declared to be of a scope around, or ["d", e, name] for what a parser of arguments is
to give by this name.

A **header** of a nested definition, read in the scope around it, is
[decorator sites, parameters, bases, return type, value]: `parameters` are [name, kind, type,
default], kind one of "" "*" "**" "k" (by keyword alone); `value` is what its name has after
decoration. Among the bases `["meta", e]` is the metaclass.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Expression = Any  # one of the forms above
Site = list[Any]
Bind = list[Any]


def form(expression: Expression) -> str:
    """The word that says which form an expression has; empty for a name and for None."""
    return expression[0] if type(expression) is list else ""


class Parameter(NamedTuple):
    """One parameter of a definition."""

    name: str
    kind: str
    type: Expression
    default: Expression


@dataclass(slots=True)
class Flow:
    """What one scope does with values; see the module for the forms."""

    sites: list[Site] = field(default_factory=list)
    binds: list[Bind] = field(default_factory=list)
    returns: list[Expression] = field(default_factory=list)
    yields: list[Expression] = field(default_factory=list)
    headers: list[list[Any]] = field(default_factory=list)
    stars: list[str] = field(default_factory=list)  # modules all of whose names are imported
    # Of names with several binds those that reach the end of the scope, if not all of them do; of
    # a constructor of Python also what it surely gives its object: `self.done`.
    last: dict[str, list[int]] = field(default_factory=dict)

    def packed(self) -> str:
        """The flow as one line of text; empty if there is nothing in it.

        After a tab it has what its sites call: for each its kind and the last name, if it has one.
        So the sites of a name are found without reading the rest.
        """
        parts = [*(self.sites, self.binds, self.returns, self.yields, self.headers), self.stars]
        parts.append(self.last)  # type: ignore[arg-type]
        while parts and not parts[-1]:
            parts.pop()
        if not parts:
            return ""
        callees = (site[0] + _word(last_name(site[1])) for site in self.sites)
        return f"{_ENCODE(parts)}\t{' '.join(callees)}"


# The key of what `range` gives first: a key of a map, what comes from a channel.
RECEIVED = "<-"

# The built-in type of a function's first parameter that says on what its code runs.
RECEIVER = "receiver"
COMPANION = "Companion"  # Kotlin's object beside a class, as a field of that; of all its bases
IN_BLOCK = "in"  # and the number of a site, among the types of one that stands in its block
YIELDED = "yield"  # as a target, with a place: what a method of Ruby hands its block there
GIVEN_BLOCK = "&"  # the label of a block that is handed on, in Ruby
WRAPPED = "wrapped"  # before the name of a property of Swift: the wrapper that its attribute makes

# In place of what a property stands for: it has code that runs when it is set, but none to read it.
OBSERVED = ["observed"]
# In place of whose method a function is: one of the class itself, and not of its instances.
OF_CLASS = ["of class"]
# The same of a function of JavaScript that an object holds: its `this` is that object.
OF_OBJECT = ["of object"]
# What `this` of a function of TypeScript is declared to be: with its type behind.
OF_TYPE = "of type"
# Of one that is assigned to a member of something: `response.send = function () {...}`.
OF_ASSIGNED = ["of assigned"]
# Of a function of the C family that stands in a branch of `#if` for a system or a compiler.
OF_SYSTEM = "of a system"
# Of a method of C++ that may be called on what is const; and, as a target with a number, that what
# the bind of this number gives is const.
CONST = "const"
# Before the module of a `from module import *` that may not run.
UNSURE = "?"
# The same of a pointer; of a function it says that it gives one.
POINTER = "pointer"
REFERENCE = "&"  # the same of a function that gives a reference
FOR_PASSING = "&&"  # of a method of C++ that may be called on what nobody else has
LETTER = "letter"  # a character of C++ that is written, with the type that its form says
# What C++ asks an object in a condition.
AS_BOOL = "operator bool"
# The form of a key that is put together, of which it is told how it begins and ends.
LIKENESS = "~"
# The form of a function of JavaScript that knows itself by its own name.
ITSELF = "itself"
# What Objective-C's `for ... in` asks what it goes through.
FAST_ENUMERATION = "countByEnumeratingWithState"
# TypeScript's type of what makes objects; an interface of it has a member of this name.
MAKER = "new=>"
# What C++'s `::name` is a member of.
GLOBAL = "::"

# Before what is imported for all files of a project; `=` follows it if that is a name alone.
GLOBAL = "global "

# Before the namespace that a file of C# declares around all that is in it.
DECLARED = "namespace "

# A file that configures imports has one bind of this name: its text, as a `k`.
CONFIGURATION = "configuration"
CONFIGURING = frozenset(
    ("package.json", "tsconfig.json", "jsconfig.json", "tsconfig.base.json", "go.mod", "Cargo.toml")
)
_OF_MSBUILD = (".csproj", ".props", ".targets")

_ENCODE = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def configures(path: str) -> bool:
    """True for a file that says where imports lead."""
    return path.rpartition("/")[2] in CONFIGURING or path.endswith(_OF_MSBUILD)


def unpacked(packed: str) -> Flow:
    """The flow that `Flow.packed` made this of; what follows the tab may be missing."""
    return Flow(*json.loads(packed.partition("\t")[0])) if packed else Flow()


def key_said(key: Expression) -> str:
    """What tells a key of a table from others: a short text, a number, `Kind.A`; else empty."""
    if isinstance(key, list) and key[:1] == ["v"]:
        key = key[1]
    if isinstance(key, str):  # a constant, as its capital letter says
        return f".{key}" if key[:1].isupper() else ""
    if not isinstance(key, list) or not key:
        return ""
    if key[0] == "K" or (key[0] == "t" and len(key) > 2):
        return str(key[-1])
    if key[0] == "k":
        return f"={key[1]}" if type(key[1]) in (str, int) else ""
    if key[0] != "a" or not isinstance(key[2], str):
        return ""
    base = key[1][1] if isinstance(key[1], list) and key[1][:1] == ["v"] else key[1]
    before = base if isinstance(base, str) else key_said(base)
    return f"{before}.{key[2]}" if before and before not in ("this", "super") else ""


def held_by(case: str) -> str:
    """The name under which an enumeration keeps the types of what a case holds."""
    return f"{case}(...)"


def last_name(expression: Expression) -> str:
    """The name that an expression is known by: the last one of a chain; empty if it has none."""
    if isinstance(expression, str):
        return expression
    kind = form(expression)
    if kind == "a":
        return str(expression[2])
    if kind == "v":
        return re.split(r"[.\[]", str(expression[1]))[-1]
    if kind in ("e", "w", "x", "n", "i", "s"):
        return last_name(expression[1])
    return ""


def _word(name: str) -> str:
    """A name without white space in it; what has some is no name of a definition."""
    return "" if len(name.split()) > 1 or name != name.strip() else name
