"""Plain verbs that name what calls usually do. Plain data."""

from __future__ import annotations

from collections.abc import Mapping

from codewitness.engine.verify.reading.lexicon import forms

_SERIALIZE = ("serialize", "serialise", "dump", "dumps", "to_json", "stringify", "marshal")
_DESERIALIZE = ("deserialize", "deserialise", "load", "loads", "from_json", "parse", "unmarshal")

# Plain verbs that name what calls usually do: the words that such calls' names begin with.
ACTIONS: Mapping[str, tuple[str, ...]] = {
    "log": ("log", "logger", "logging", "debug", "info", "warn", "warning", "error", "exception"),
    "print": (
        *("print", "println", "printf", "puts", "echo", "write_line", "writeline", "fprintf"),
        *("eprintln", "eprint", "vprintf", "fputs"),
    ),
    "open": ("open", "fopen", "file_open"),
    "close": ("close", "fclose", "dispose"),
    "sort": ("sort", "sorted", "order_by", "qsort"),
    "retry": ("retry", "retrying", "with_retry", "withretry", "retryable"),
    "sleep": ("sleep", "delay", "usleep"),
    "lock": ("lock", "acquire", "synchronized", "with_lock", "withlock", "try_lock"),
    "unlock": ("unlock", "release"),
    "warn": ("warn", "warning"),
    "format": ("format", "sprintf", "snprintf", "strftime"),
    "copy": ("copy", "deepcopy", "clone", "memcpy"),
    "clone": ("clone", "copy", "deepcopy"),
    "append": ("append", "push", "push_back", "add", "<<"),
    "push": ("push", "append", "push_back"),
    "pop": ("pop", "pop_back"),
    "join": ("join",),
    "split": ("split",),
    "send": ("send", "sendall", "post"),
    "seek": ("seek", "fseek", "lseek", "seekg", "seekp"),
    "rewind": ("rewind",),
    "flush": ("flush", "fflush"),
    "free": ("free", "release", "delete", "dealloc", "drop"),
    "allocate": ("alloc", "malloc", "calloc", "realloc", "allocate"),
    "duplicate": ("duplicate", "dup", "strdup", "copy", "clone"),
    "release": ("release", "unlock", "free", "unref"),
    "dispose": ("dispose", "destroy"),
    "unwrap": ("unwrap", "expect"),
    "destroy": ("destroy", "dispose", "delete"),
    "terminate": ("terminate", "kill", "abort", "stop", "exit"),
    "concatenate": ("concat", "join", "append"),
    "quote": ("quote",),
    "escape": ("escape",),
    "hash": ("hash",),
    "uppercase": ("to_upper_case", "to_uppercase", "to_upper", "upper", "upcase", "uppercase"),
    "lowercase": ("to_lower_case", "to_lowercase", "to_lower", "lower", "downcase", "lowercase"),
    "capitalize": ("capitalize", "capitalise", "capitalized", "title"),
    "reverse": ("reverse", "reversed"),
    "shuffle": ("shuffle", "shuffled"),
    "swap": ("swap",),
    "trim": ("trim", "strip"),
    "truncate": ("truncate", "trunc"),
    "enqueue": ("enqueue", "push", "put", "add"),
    "schedule": ("schedule", "set_timeout", "set_interval", "post", "enqueue"),
    "publish": ("publish", "emit"),
    "unregister": ("unregister", "deregister", "remove"),
    "stop": ("stop", "cancel", "interrupt", "halt"),
    "validate": ("validate", "is_valid", "full_clean", "check"),
    "parse": ("parse", "json", "loads", "from_json", "unmarshal", "json_decode"),
    "encode": ("encode",),
    "decode": ("decode",),
    **dict.fromkeys(("serialize", "serialise"), _SERIALIZE),
    **dict.fromkeys(("deserialize", "deserialise"), _DESERIALIZE),
    "save": ("save",),
    "load": ("load", "loads"),
    "fetch": ("fetch",),
    "render": ("render",),
    "register": ("register",),
    "notify": ("notify", "broadcast", "inform", "publish", "dispatch", "fire", "emit", "trigger"),
    "emit": ("emit", "fire", "dispatch_event", "trigger", "publish"),
    "flatten": ("flatten",),
    "filter": ("filter",),
    "merge": ("merge", "update"),
    "normalize": ("normalize", "normalise", "norm", "normpath", "canonicalize"),
    "normalise": ("normalize", "normalise", "norm", "normpath", "canonicalize"),
    "strip": ("strip", "trim"),
    "compile": ("compile",),
    "connect": ("connect",),
    "disconnect": ("disconnect",),
    "start": ("start", "set_timeout", "set_interval"),
    "resolve": ("resolve",),
    "wrap": ("wrap",),
    "convert": ("convert",),
    "insert": ("insert",),
    "add": ("add", "append"),
    "acquire": ("acquire", "lock"),
    "commit": ("commit",),
    "cancel": ("cancel",),
    "exit": ("exit", "_exit", "abort"),
    "wait": ("wait", "join"),
}
ACTION_FORMS = {form: lemma for lemma in ACTIONS for form in forms(lemma)} | {
    "logged": "log",
    "logging": "log",
    "logs": "log",
    "sends": "send",
    "sent": "send",
    "slept": "sleep",
    "splitting": "split",
    "stripping": "strip",
    "wrapping": "wrap",
    "popping": "pop",
    "popped": "pop",
}
# Of verbs that no list has: what else calls are named that do so.
ALSO_NAMED: Mapping[str, tuple[str, ...]] = {
    "cap": ("min", "clamp"),
    "limit": ("min", "clamp"),
    "clamp": ("min", "max"),
    "round": ("floor", "ceil"),
    "interrupt": ("cancel", "abort"),
    "dedupe": ("distinct", "uniq", "unique"),
    "deduplicate": ("distinct", "uniq", "unique"),
}

# Verbs that calls do in other words, too.
IN_OTHER_WORDS: Mapping[str, tuple[str, ...]] = dict.fromkeys(
    ("delete", "remove"), ("delete", "remove", "unlink", "erase", "rm", "discard", "delete_if")
)
