"""Write docs/settings.md and the VS Code client's settings from the declaration of the settings."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from inspect import cleandoc
from pathlib import Path
from typing import Any

from codewitness.protocol.settings import MOST, WORDS, Settings

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "settings.md"
MANIFEST = ROOT / "vscode-client" / "package.json"

# Of a machine rather than of a project; VS Code heeds a workspace's own only if it is trusted.
OF_THE_MACHINE = {
    "conversations_paths",
    "embedder",
    "rerank_device",
    "rerank_model",
    "storage_uri",
}

ALONE = {"call_hierarchy"}  # one name, in no section

HEAD = """# Settings

In VS Code they are in the settings, each with `codewitness.` before its name. Any other client
sends them as `initializationOptions`, nested or with dots in the names, inside an object
`codewitness` or without it:

```json
{"codewitness": {"index": {"exclude": ["third_party/"]}, "storage.uri": "s3://team/index"}}
```

All have a default, so that none need be sent. A client may send others later
(`workspace/didChangeConfiguration`); one that offers `workspace/configuration` is asked, at the
start and when it says that something has changed, and what it says then comes before what
`initializationOptions` said. A change takes effect at once, without a restart: where it concerns
the index, that is closed and opened anew, and what has to be is read again. Only `callHierarchy`
and the environment variables below need a restart.

A wrong value is told to the user, once, with what the setting takes, and counts as not given. So
does a name that is not known, except those that are a client's own: `enable`, and what begins
with `search`, `server` or `trace`. In its answer to `workspace/configuration` a client may send
what it likes.

| setting | takes | default | |
|---|---|---|---|
"""

FOOT = """
**`callHierarchy`**: some editors take the call hierarchy from one server alone. With `off` this one
does not offer it; with `auto` and `on` it does. It is read at the start: a change needs a restart.

**`index.watch`**: with `auto` the system tells of changes where it can, and where it can't, all
files are looked at again and again; `polling` does that always, for folders of which the system
tells too little; with `off` only the editor tells, and a file is looked at when an answer needs it.

**`log.level`**: the log is in `codewitness/logs` in the user's state folder, a file for each
server that had something to say; the status names it. A log has three parts of 1 MB at most, and
the last ten are kept. The environment variable `CODEWITNESS_STATE_DIR` names another folder than
`codewitness` there.

**`storage.uri`**: `~` is your home, and a path that is not whole begins in the workspace folder. Of
several workspace folders with the same setting the first has that place, and each other one a
folder in it, as long as the first is there. An index that is not on this machine, such as
`s3://team/index`, is one project's: name another place for another project. LanceDB knows `s3`,
`s3+ddb`, `gs`, `az`, `abfss`, `oss`, `cos` and `hf`.

**`rerank.model`**: with `auto`, cross-encoder/ms-marco-MiniLM-L-6-v2 is used if the extra
`neural` is installed and `codewitness models pull` has fetched it. `cross-encoder:MODEL` is
another one, given by the folder where it is, or by its name on the hub once it has been fetched;
`cohere:MODEL` asks Cohere's service, with the key in the variable `CO_API_KEY`: then queries and
code leave this machine. What was done is in `reranker` of each answer.

The environment variable `CODEWITNESS_CACHE_DIR` names another folder for all indexes than
`codewitness` in the user's cache folder, and `CODEWITNESS_DATA_DIR` another one for what was
recorded than `codewitness` in the user's data folder.

Written by `make gen` from `server/codewitness/protocol/settings.py`.
"""

TYPES = {bool: "true or false", str: "text", int: "whole number", tuple: "list of texts"}
JSON_TYPES: dict[type, dict[str, Any]] = {
    bool: {"type": "boolean"},
    str: {"type": "string"},
    int: {"type": "integer", "minimum": 0},
    tuple: {"type": "array", "items": {"type": "string"}},
}


def page() -> str:
    """The whole page."""
    said = meanings()
    rows = []
    for field in fields(Settings):
        default = field.default
        shown = "[]" if default == () else f'"{default}"' if default == "" else str(default)
        shown = shown.lower() if isinstance(default, bool) else shown
        meaning = said[field.name].replace("|", "\\|")
        rows.append(f"| `{name(field.name)}` | {TYPES[type(default)]} | `{shown}` | {meaning} |\n")
    return HEAD + "".join(rows) + FOOT


def name(field: str) -> str:
    """`index_max_file_bytes` as clients write it: `index.maxFileBytes`."""
    if field in ALONE:
        return re.sub(r"_(\w)", lambda m: m[1].upper(), field)
    section, _, rest = field.partition("_")
    return section + (rest and "." + re.sub(r"_(\w)", lambda m: m[1].upper(), rest))


def meanings() -> dict[str, str]:
    """What each field is for, from the docstring."""
    # From Python 3.13 on the compiler takes the indent away.
    return dict(re.findall(r"^(\w+): (.+)$", cleandoc(Settings.__doc__ or ""), re.MULTILINE))


def manifest() -> str:
    """VS Code's manifest with the part "Server" of its settings made anew."""
    whole: dict[str, Any] = json.loads(MANIFEST.read_text("utf-8"))
    for section in whole["contributes"]["configuration"]:
        if section["title"] == "Server":
            section["properties"] = properties()
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def on_its_own(meaning: str) -> str:
    """What stands in the table, where nothing is below."""
    return meaning[0].upper() + meaning[1:].replace(", see below", "")


def properties() -> dict[str, dict[str, Any]]:
    """The settings as VS Code declares them."""
    said = meanings()
    declared = {}
    for field in fields(Settings):
        default: Any = list(field.default) if isinstance(field.default, tuple) else field.default
        declared[f"codewitness.{name(field.name)}"] = {
            **JSON_TYPES[type(field.default)],
            **({"enum": list(WORDS[field.name])} if field.name in WORDS else {}),
            **({"maximum": MOST[field.name]} if field.name in MOST else {}),
            "default": default,
            "scope": "machine-overridable" if field.name in OF_THE_MACHINE else "window",
            "markdownDescription": on_its_own(said[field.name]),
        }
    return declared


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    MANIFEST.write_text(manifest(), encoding="utf-8")
