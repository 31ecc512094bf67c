"""Why nothing is known of a file that somebody names: it is there, and is not read."""

from __future__ import annotations

from collections.abc import Iterable

from codewitness.engine.symbols import path_and_name
from codewitness.engine.view import Folder
from codewitness.model.files import Reason, Skipped


def why_not_read(folders: Iterable[Folder], asked: str) -> str:
    """`big.py is not read (size: 18 MB)`, of `big.py`, `big.py::name` or `big.name`; else empty.

    Of a dotted name the first part has to be the file's, and what is below a folder is not asked.
    """
    path = path_and_name(asked)[0] or asked
    for folder in folders:
        for one in folder.view.skipped:
            if _is_at(one, path) or _is_module_of(one, asked):
                return f"{one.path} is not read ({one.reason.value}: {one.detail})"
    return ""


def _is_at(skipped: Skipped, path: str) -> bool:
    if skipped.path.endswith("/"):
        return path.startswith(skipped.path)
    return skipped.path == path or skipped.path.endswith(f"/{path}")


def _is_module_of(skipped: Skipped, asked: str) -> bool:
    stem = skipped.path.rpartition(".")[0].replace("/", ".")
    is_code = skipped.reason is not Reason.UNSUPPORTED
    return is_code and bool(stem) and asked.startswith(f"{stem}.")
