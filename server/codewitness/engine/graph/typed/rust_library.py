"""What the library of Rust has, by name."""

from __future__ import annotations

# What gives back the function that a collection gave.
OF_OPTION = frozenset(("unwrap", "expect", "copied", "cloned", "as_ref", "as_deref", "ok_or"))
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
    ]
)
# Those that call what they are given with an element.
CALLED = frozenset(
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
        "unwrap_or_else",
        "then",
        "find_map",
    ]
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
