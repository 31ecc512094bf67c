"""What the library of Rust has, by name."""

from __future__ import annotations

from codewitness.engine.graph.listed import words
from codewitness.engine.graph.typed.common_names import COMMON

# What gives back the function that a collection gave.
# What an option of a function has; these give what a closure gives.
OF_CLOSURES = frozenset(("map", "and_then", "then"))
OF_OPTION = OF_CLOSURES | frozenset(
    ("unwrap", "expect", "copied", "cloned", "as_ref", "as_deref", "as_mut", "ok_or", "inspect")
)
# Methods of collections and wrappers that give an element.
ELEMENT = frozenset(
    [
        "first",
        "last",
        "get",
        "get_mut",
        "pop",
        "pop_front",
        "pop_back",
        "next",
        "next_back",
        "find",
        "min",
        "max",
        "remove",
        "nth",
        "peek",
        "min_by_key",
        "max_by_key",
        "front",
        "back",
        "first_mut",
        "last_mut",
        "swap_remove",
        "find_map",
        "recv",
        "try_recv",
        "blocking_recv",
        "recv_timeout",
    ]
)
# Closures of these have an element as their second parameter; with most as their first one, too.
_COMPARING = words("sort_by sort_unstable_by max_by min_by dedup_by reduce is_sorted_by chunk_by")
CALLED_WITH_TWO = _COMPARING | words("fold rfold try_fold scan")
# Those that call what they are given with an element.
CALLED = _COMPARING | frozenset(
    [
        "map",
        "for_each",
        "filter",
        "find",
        "any",
        "all",
        "position",
        "flat_map",
        "filter_map",
        "retain",
        "sort_by_key",
        "max_by_key",
        "min_by_key",
        "take_while",
        "skip_while",
        "inspect",
        "partition",
        "map_or",
        "and_then",
        "ok_or_else",
        "is_some_and",
        "find_map",
        "is_none_or",
        "map_while",
        "rposition",
        "skip_while",
        "sort_by_cached_key",
        "sort_unstable_by_key",
        "try_for_each",
    ]
)
# Of maps: which of key and value the first parameter of the closure is.
CALLED_OF_MAPS = {"retain": 0, "and_modify": 1}
# Methods of maps that give a value, a pair, and all pairs one after the other.
OF_VALUES = words(
    "get get_mut remove insert or_insert or_default or_insert_with or_insert_with_key"
)
OF_PAIRS = words(
    "first_key_value last_key_value pop_first pop_last get_key_value remove_entry get_full "
    "swap_remove_entry first last"
)
ITERATING = words("iter iter_mut into_iter drain range range_mut extract_if")

# What a type has by `#[derive(...)]` that gives a value of it, or one in a box.
DERIVED = words("default parse parse_from try_parse try_parse_from from_args from_arg_matches")
# What reads a value of the type that it is asked for: `serde_json::from_str::<Row>(text)`.
READING = words(
    "from_str from_slice from_reader from_value from_bytes deserialize try_deserialize collect"
    " parse"
)

# Types that hold elements, those with keys, and those that count as what they hold.
LISTS = frozenset(
    [
        "Vec",
        "VecDeque",
        "HashSet",
        "BTreeSet",
        "LinkedList",
        "BinaryHeap",
        "Iterator",
        "IntoIterator",
        "Iter",
        "IterMut",
        "IntoIter",
        "Drain",
        "Receiver",
        "UnboundedReceiver",
    ]
)
MAPS = frozenset(("HashMap", "BTreeMap", "IndexMap"))
BOXES = frozenset(
    [
        "Box",
        "Rc",
        "Arc",
        "Option",
        "Result",
        "RefCell",
        "Cell",
        "Mutex",
        "RwLock",
        "Cow",
        "Pin",
        "Weak",
        "OnceCell",
        "OnceLock",
        "Ref",
        "RefMut",
        "MutexGuard",
    ]
)
# Where the library's own functions and types stand.
STANDARD = frozenset(("std", "core", "alloc"))
# Of its modules, those that hand out what they were given.
HANDING = (
    *("any", "boxed", "cell", "collections", "mem", "ops", "ptr", "rc", "sync", "task", "thread"),
)
# Types of it that are known everywhere; what their functions give is of its own types.
MADE = frozenset(
    ("OsStr", "OsString", "Path", "PathBuf", "Regex", "String", "Vec", "char", "str", "u8", "usize")
)
# Methods that text, lists, iterators, options and results have.
CONTENT = COMMON | frozenset(
    [
        *("and_then", "as_bytes", "as_mut", "as_path", "as_ref", "as_slice", "as_str", "chars"),
        *("cloned", "copied", "enumerate", "extend", "into_iter", "is_empty", "is_err", "is_file"),
        *(
            "is_dir",
            "is_none",
            "is_ok",
            "is_some",
            "iter_mut",
            "len",
            "lines",
            "ok",
            "or_else",
            "parent",
        ),
        *("to_owned", "to_string", "to_vec", "unwrap_or", "unwrap_or_else", "zip"),
    ]
)
# Known everywhere, and by what they hold.
LIBRARY_TYPES = LISTS | MAPS | BOXES | {"String"}
