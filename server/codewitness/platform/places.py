"""Where things are: this program's own folders of the user, and files as an editor names them."""

from __future__ import annotations

import hashlib
import ntpath
import os
import posixpath
import re
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

import platformdirs

APP = "codewitness"
CACHE_VARIABLE = "CODEWITNESS_CACHE_DIR"
STATE_VARIABLE = "CODEWITNESS_STATE_DIR"
DATA_VARIABLE = "CODEWITNESS_DATA_DIR"
MAX_NAME = 40  # characters of the workspace's name in that of its folder, for people to read

_IS_WINDOWS = os.name == "nt"
_DRIVE = re.compile(r"/[A-Za-z]:(?:/|$)")


def index_folder(root: Path) -> Path:
    """Where the index of the workspace folder `root` lives; not created here."""
    resolved = os.path.normcase(os.path.realpath(root))
    name = re.sub(r"[^\w.-]+", "-", os.path.basename(resolved)).strip(".-")[:MAX_NAME]
    key = hashlib.sha256(os.fsencode(resolved)).hexdigest()[:16]
    cache = platformdirs.user_cache_dir(APP, appauthor=False)
    return _base(CACHE_VARIABLE, cache) / "index" / f"{name or 'root'}-{key}"


def state_folder() -> Path:
    """Where the logs go; not created here."""
    return _base(STATE_VARIABLE, platformdirs.user_state_dir(APP, appauthor=False))


def data_folder() -> Path:
    """Where what users have recorded is kept; not created here."""
    return _base(DATA_VARIABLE, platformdirs.user_data_dir(APP, appauthor=False))


def path_of_uri(uri: str) -> Path | None:
    """The path that a `file:` URI names, one for all its spellings; None for any other URI."""
    path = local_path(uri, is_windows=_IS_WINDOWS)
    return None if path is None else Path(path)


def uri_of_path(path: Path) -> str:
    """The URI of an absolute `path`, spelt as VS Code does; ValueError if it is relative."""
    if not path.is_absolute():
        raise ValueError(f"no URI for a relative path: {path}")
    return file_uri(os.fsencode(path.as_posix()), is_windows=_IS_WINDOWS)


def local_path(uri: str, *, is_windows: bool) -> str | None:
    """`path_of_uri` for one or the other system; its symbolic links are not looked up."""
    scheme, _, rest = uri.partition(":")
    if scheme.lower() != "file" or not rest.startswith("/"):
        return None
    rest = re.split("[?#]", rest, maxsplit=1)[0]
    host, rest = rest[2:].partition("/")[::2] if rest.startswith("//") else ("", rest[1:])
    path = "/" + _decoded(rest)
    if "\0" in path:
        return None
    host = "" if host.lower() == "localhost" else _decoded(host).lower()
    if is_windows:
        return _windows_path(host, path)
    return None if host else posixpath.normpath("/" + path.lstrip("/"))


def file_uri(path: bytes, *, is_windows: bool) -> str:
    """`uri_of_path` for one or the other system, of an absolute path with `/`."""
    host = b""
    if is_windows and path.startswith(b"//"):
        host, _, path = path[2:].partition(b"/")
    path = b"/" + path.lstrip(b"/")
    if is_windows and not host:
        path = path[:2].lower() + path[2:]  # the drive
    return f"file://{quote(host.lower(), safe='')}{quote(path, safe='/')}"


def _base(variable: str, default: str) -> Path:
    """The folder that the environment names, else the system's own place for it."""
    chosen = os.environ.get(variable, "").strip()
    return Path(os.path.abspath(os.path.expanduser(chosen or default)))


def _windows_path(host: str, path: str) -> str | None:
    if host:
        return ntpath.normpath(f"//{host}{path}")
    if not _DRIVE.match(path):
        return None  # would be on whatever drive is the current one
    return ntpath.normpath(path[1].upper() + path[2:] + ("/" if len(path) == 3 else ""))


def _decoded(text: str) -> str:
    # A name that is not UTF-8 becomes what os.fsdecode makes of it, and goes back the same way.
    raw = unquote_to_bytes(text.encode("utf-8", "surrogatepass"))
    return raw.decode("utf-8", "surrogateescape")
