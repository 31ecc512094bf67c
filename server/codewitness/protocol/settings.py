"""Settings, declared once. What is wrong is told to the user, never guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Values of the section `codewitness`; a dot in a name there is `_` here.

    audit_background: whether the index is compared with the files, and mended, at idle times.
    call_hierarchy: whether to answer the editor's call hierarchy, see below: `auto`, `on` or `off`.
    conversations_paths: folders with transcripts of Claude Code or Codex besides their own.
    embedder: `static`, `static:FOLDER`, `sentence-transformers:NAME`, or `none`.
    memory_capture_commits: whether git's commits during a session are remembered with it.
    memory_capture_saves: whether files saved during a session are remembered as its changes.
    storage_uri: a folder or a LanceDB URI for the index; empty is the user's cache folder.
    index_exclude: patterns as in a .gitignore of files that are not to be read.
    index_max_file_bytes: larger files are not read.
    index_watch: how changes on disk are noticed, see below: `auto`, `polling` or `off`.
    index_workers: processes that read files, at most 64; 0 is one for each core, at most four.
    lens_callers: whether a lens above each definition says how many call it.
    log_level: what is written to the log: `off`, `error`, `warning`, `info` or `debug`.
    rerank_model: what puts the best results in order, see below: `auto`, `none`, or a model.
    rerank_device: where a cross-encoder runs: `auto`, `cpu`, `cuda` or `mps`.
    rerank_budget_ms: how long a search may wait for it, in milliseconds.
    """

    audit_background: bool = True
    call_hierarchy: str = "auto"
    conversations_paths: tuple[str, ...] = ()
    embedder: str = "static"
    memory_capture_commits: bool = True
    memory_capture_saves: bool = True
    storage_uri: str = ""
    index_exclude: tuple[str, ...] = ()
    index_max_file_bytes: int = 2_000_000
    index_watch: str = "auto"
    index_workers: int = 0
    lens_callers: bool = True
    log_level: str = "warning"
    rerank_model: str = "auto"
    rerank_device: str = "auto"
    rerank_budget_ms: int = 400


MAX_SHOWN = 100  # characters of a wrong value that are told back
SECTION = "codewitness"
# What begins so is for the client alone, which may send it with the rest.
CLIENTS_OWN = frozenset({"enable", "search", "server", "trace"})
MOST = {"index_workers": 64}  # all of them are started at once
WORDS = {
    "call_hierarchy": ("auto", "on", "off"),
    "index_watch": ("auto", "polling", "off"),
    "log_level": ("off", "error", "warning", "info", "debug"),
    "rerank_device": ("auto", "cpu", "cuda", "mps"),
}
# What LanceDB can store in; of another scheme it says so only when the tables are opened.
_SCHEMES = ("file", "s3", "s3+ddb", "gs", "az", "abfss", "oss", "cos", "hf")
# Words of one setting, or a word with more behind a colon.
FORMS = {
    "embedder": (
        re.compile(r"static|none|static:.+|sentence-transformers:.+"),
        "static, static:FOLDER, sentence-transformers:NAME or none",
    ),
    "rerank_model": (
        re.compile(r"auto|none|cross-encoder:.+|cohere:.+"),
        "auto, none, cross-encoder:MODEL or cohere:MODEL",
    ),
    "storage_uri": (
        re.compile(rf"(?!.*://).*|(?i:{'|'.join(map(re.escape, _SCHEMES))})://.+", re.DOTALL),
        f"a folder, or a URI of {', '.join(_SCHEMES[:-1])} or {_SCHEMES[-1]}",
    ),
}


def parse_settings(
    given: object, base: Settings | None = None, *, is_shared: bool = False
) -> tuple[Settings, list[str]]:
    """Settings from a client's object, and what is wrong with it; wrong values are left out.

    If it `is_shared`, names that are not known here are the client's own.
    """
    settings = base or Settings()
    if given is None:
        return settings, []
    own = given.get(SECTION, given) if isinstance(given, Mapping) else given
    if own is not None and not isinstance(own, Mapping):
        return settings, [f"codewitness: expected an object, got {type(own).__name__}"]
    flat = _flat(own)
    problems: list[str] = []
    known = {field.name: type(getattr(Settings(), field.name)) for field in fields(Settings)}
    for name, value in flat.items():
        key = _snake(name)
        if key not in known:
            if is_shared or name.partition(".")[0] in CLIENTS_OWN:
                continue
            problems.append(f"codewitness.{name}: unknown setting, it is ignored")
            continue
        checked = _checked(value, known[key], key)
        if checked is None:
            wanted = _wanted(known[key], key)
            problems.append(f"codewitness.{name}: expected {wanted}, got {_shown(value)}")
        else:
            settings = replace(settings, **{key: checked})
    return settings, problems


def is_own(given: object) -> bool:
    """True if `given` has settings of ours: some clients send those of everybody, or none."""
    if not isinstance(given, Mapping) or not given:
        return False
    sections = {field.name.partition("_")[0] for field in fields(Settings)}
    return SECTION in given or all(str(name).partition(".")[0] in sections for name in given)


def _flat(given: object, prefix: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    if isinstance(given, Mapping):
        for name, value in given.items():
            if isinstance(value, Mapping):
                found.update(_flat(value, f"{prefix}{name}."))
            else:
                found[f"{prefix}{name}"] = value
    return found


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).replace(".", "_")


def _checked(value: object, wanted: type, key: str) -> Any:
    if key in WORDS:
        return value if isinstance(value, str) and value in WORDS[key] else None
    if key in FORMS:
        return value if isinstance(value, str) and FORMS[key][0].fullmatch(value) else None
    if wanted is tuple:
        is_list = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return tuple(value) if is_list else None  # type: ignore[arg-type]
    if wanted is int:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        most = MOST.get(key)
        is_good = is_whole and value >= 0 and (most is None or value <= most)  # type: ignore[operator]
        return value if is_good else None
    return value if isinstance(value, wanted) else None


def _wanted(kind: type, key: str) -> str:
    if key in WORDS:
        return "one of " + ", ".join(WORDS[key])
    if key in FORMS:
        return FORMS[key][1]
    word = {
        bool: "true or false",
        tuple: "a list of strings",
        int: "a whole number from 0",
        str: "a string",
    }[kind]
    return f"{word} to {MOST[key]}" if key in MOST else word


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"
