"""Write docs/settings.md from the declaration of the settings."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from codewitness.protocol.settings import Settings

PAGE = Path(__file__).resolve().parent.parent / "docs" / "settings.md"

HEAD = """# Settings

A client sends them as `initializationOptions`, nested or with dots in the names, inside an object
`codewitness` or without it:

```json
{"codewitness": {"index": {"exclude": ["third_party/"]}, "storage.uri": "s3://team/index"}}
```

All have a default, so that none need be sent. What is unknown or of the wrong type is told to the
user and left out. They are read at `initialize`; a change needs a restart of the server.

| setting | takes | default | |
|---|---|---|---|
"""

FOOT = """
**`index.watch`**: with `auto` the system tells of changes where it can, and where it can't, all
files are looked at again and again; `polling` does that always, for folders of which the system
tells too little; with `off` only the editor tells, and a file is looked at when an answer needs it.

The environment variable `CODEWITNESS_CACHE_DIR` names another folder for all indexes than
`codewitness` in the user's cache folder, and `CODEWITNESS_DATA_DIR` another than `codewitness` in
the user's data folder for what was recorded.

Written by `make gen` from `server/codewitness/protocol/settings.py`.
"""

TYPES = {str: "text", int: "whole number", tuple: "list of texts"}


def page() -> str:
    """The whole page."""
    said = dict(re.findall(r"^ {4}(\w+): (.+)$", Settings.__doc__ or "", re.MULTILINE))
    rows = []
    for field in fields(Settings):
        default = field.default
        shown = "[]" if default == () else f'"{default}"' if default == "" else str(default)
        meaning = said[field.name].replace("|", "\\|")
        rows.append(f"| `{name(field.name)}` | {TYPES[type(default)]} | `{shown}` | {meaning} |\n")
    return HEAD + "".join(rows) + FOOT


def name(field: str) -> str:
    """`index_max_file_bytes` as clients write it: `index.maxFileBytes`."""
    section, _, rest = field.partition("_")
    return section + (rest and "." + re.sub(r"_(\w)", lambda m: m[1].upper(), rest))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
