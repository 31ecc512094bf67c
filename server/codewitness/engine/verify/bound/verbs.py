"""Which acts of code a verb speaks of. Plain data.

A call does it if its name begins with one of the verb's words, and what it is done to is what the
call is made on, is given, or has in its name. The other tables are of what is done without a call.
"""

from __future__ import annotations

from collections.abc import Mapping

from codewitness.engine.verify.reading.actions import ACTIONS, ALSO_NAMED, IN_OTHER_WORDS
from codewitness.engine.verify.reading.stems import stems

_TAKING_OUT = ("remove", "delete", "discard", "pop", "erase", "unlink", "splice", "del", "drop")
_APPENDING = ("append", "add", "push", "put", "enqueue", "extend")
_PUTTING = (*_APPENDING, "insert")
_CLEARING = ("clear", "truncate", "reset", "empty", "purge", "flush")
_MAKING = ("create", "make", "new", "build", "construct", "init")
_STORING = ("save", "store", "put", "persist", "cache", "set", "remember", "record", "add")
_STOPPING = ("stop", "cancel", "abort", "clear", "shutdown", "terminate", "kill", "interrupt")
_TELLING = ("notify", "emit", "fire", "dispatch", "publish", "trigger", "broadcast", "send")
_FINDING = ("find", "get", "lookup", "search", "query", "resolve", "select")
_SENDING = ("send", "post", "write", "emit", "publish", "dispatch", "transmit")
_RUNNING = ("run", "call", "execute", "invoke", "apply", "perform", "start", "exec")

# More of what calls are named that do what a verb says.
_CALLS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("remove", "delete", "drop", "discard", "evict", "erase"), _TAKING_OUT),
    **dict.fromkeys(("append", "push", "enqueue", "queue"), _APPENDING),
    **dict.fromkeys(("add", "insert", "put"), _PUTTING),
    "prepend": ("prepend", "unshift"),
    **dict.fromkeys(("clear", "empty", "wipe"), _CLEARING),
    **dict.fromkeys(("create", "build", "construct", "make", "instantiate"), _MAKING),
    **dict.fromkeys(("store", "save", "remember", "record", "cache", "persist"), _STORING),
    **dict.fromkeys(("stop", "cancel", "abort", "terminate"), _STOPPING),
    **dict.fromkeys(("notify", "emit", "publish", "dispatch", "trigger"), _TELLING),
    **dict.fromkeys(("run", "execute", "invoke", "perform"), _RUNNING),
    "send": _SENDING,
    "kill": ("kill", "terminate", "abort"),
    "register": ("register", "add", "on", "subscribe", "attach"),
    "unregister": ("unregister", "deregister", "remove", "off", "unsubscribe", "detach"),
    "requeue": ("requeue", "enqueue"),
    "lookup": _FINDING,
    "look up": (*_FINDING, "look"),
    "find": _FINDING,
    "clean up": ("cleanup", "clean", "remove", "delete", "unlink", "close", "clear"),
    "shut down": ("shutdown", "close", "stop", "shut"),
    "tear down": ("teardown", "tear", "destroy"),
    "start": ("start", "begin", "launch", "spawn", "run"),
    "launch": ("launch", "start", "spawn"),
    "spawn": ("spawn", "start", "launch", "popen"),
    "validate": ("validate", "check", "verify", "assert", "ensure"),
    "verify": ("verify", "validate", "check", "assert", "ensure"),
    "read": ("read", "load", "fread", "recv", "receive"),
    "receive": ("receive", "recv", "read"),
    "load": ("load", "read"),
    "write": ("write", "fwrite", "save", "dump"),
    "compute": ("compute", "calculate", "calc"),
    "calculate": ("compute", "calculate", "calc"),
    "increment": ("increment", "incr", "inc", "add", "hincrby", "incrby"),
    "copy": ("copy", "clone", "deepcopy", "memcpy", "copyto"),
    "clone": ("copy", "clone", "deepcopy"),
    "acquire": ("acquire", "lock", "rlock"),
    "lock": ("lock", "acquire", "rlock"),
    "unlock": ("unlock", "release", "runlock"),
    "release": ("release", "unlock", "free", "runlock"),
    "schedule": ("schedule", "enqueue", "submit", "post"),
    "subscribe": ("subscribe", "on", "add"),
    "attach": ("attach", "add"),
    "wake": ("wake", "notify", "signal"),
    "wake up": ("wake", "wakeup", "notify", "signal"),
    "sort": ("sort", "sorted", "order"),
    "expand": ("expand",),
    "normalise": ("normalize", "normalise"),
    "serialise": ("serialize", "serialise", "dump", "dumps"),
}
# Verbs of which setting a field or a variable is the act.
SETTING = frozenset(
    {*("set", "store", "save", "record", "remember", "keep", "cache", "update", "change", "assign")}
    | {*("initialize", "initialise", "note", "replace", "overwrite", "refresh")}
)
# Those of which what is set was set before.
CHANGING = frozenset({"update", "change", "replace", "overwrite", "refresh"})
# Those of which what is set may be spoken of by the value that it is set to.
KEEPING = frozenset({"store", "save", "record", "remember", "keep", "cache", "note"})
# Those that leave something empty, zero or without a value.
EMPTYING = frozenset({"clear", "empty", "reset", "unset", "wipe"})
COUNTING_UP = frozenset({"increment", "increase", "bump", "count"})
COUNTING_DOWN = frozenset({"decrement", "decrease"})
LETTING_GO = frozenset({"drop", "forget", "discard", "release"})  # of `x = None`
DELETING = frozenset({"remove", "delete", "drop", "discard", "evict", "erase"})
PUTTING = frozenset({"append", "add", "push", "insert", "put", "enqueue", "queue", "register"})
CREATING = frozenset({"create", "build", "construct", "make", "instantiate", "allocate"})
RUNNING = frozenset({"run", "execute", "invoke", "perform", "call", "trigger"})
ASKING = frozenset({"ask", "consult", "query"})
# Of which the direction can't be seen where both are given to one call.
DIRECTED = frozenset({"copy", "move", "rename", "replace", "swap", "assign", "link", "compare"})


def lemma(verb: str) -> str:
    """The verb as the tables have it."""
    base, _, particle = verb.partition(" ")
    known = (*_CALLS, *ACTIONS, *SETTING, *EMPTYING, *COUNTING_UP, *COUNTING_DOWN, *ASKING)
    told = {f"{one} {particle}".strip() for one in (base, *stems(base))}
    return next((one for one in known if one in told), "") or _bare(base)


def _bare(verb: str) -> str:
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("shes", "ches", "sses", "xes", "zes")):
        return verb[:-2]
    return verb.removesuffix("s")


def call_words(verb: str) -> frozenset[str]:
    """With which words the names of calls begin that do what the verb says."""
    base = verb.partition(" ")[0]
    found = {base, *_CALLS.get(verb, ()), *ACTIONS.get(base, ()), *ALSO_NAMED.get(base, ())}
    found |= set(IN_OTHER_WORDS.get(base, ()))
    return frozenset(one.replace("_", "") for one in found)
