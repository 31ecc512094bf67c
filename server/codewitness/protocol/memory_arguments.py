"""Fields that commands of the memory share: whose, which files and symbols, since when."""

from __future__ import annotations

import base64
import re
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Any, Self, TypeVar

from codewitness.engine.view import Snapshot
from codewitness.features.find_symbol import Asked
from codewitness.features.memory_scope import Asking
from codewitness.features.places import BadRequest
from codewitness.model.records import Source
from codewitness.platform.pictures import MAX_BYTES, ending_of
from codewitness.platform.places import data_folder, path_of_uri, uri_of_path
from codewitness.platform.text_files import is_there
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments

_Word = TypeVar("_Word", bound=StrEnum)

MAX_TEXT = 200_000  # characters of one field
MAX_ITEMS = 500  # of a list
_DAY = re.compile(r"\d{4}-?\d\d-?\d\d")


class MemoryArguments:
    """The argument of one command of the memory, read field by field."""

    def __init__(self, arguments: Arguments, snapshot: Snapshot) -> None:
        self.raw = arguments
        self._snapshot = snapshot
        self._root = ""
        self._whose: dict[str, str] = {}
        self._source = Source.AGENT

    @classmethod
    def of_memory(cls, arguments: Arguments, snapshot: Snapshot) -> Self:
        """With the fields that say whose memory is meant, and who speaks."""
        given = cls(arguments, snapshot)
        given._whose = {name: given.optional(name) for name in ("user", "project", "branch")}
        given._source = arguments.word("source", Source.AGENT)
        given.path("folder")
        return given

    def asking(self, *, session: str = "") -> Asking:
        """Who asks; call it after all fields were read. Refuses fields that are not known."""
        self.raw.finish()
        return Asking(**self._whose, source=self._source, session=session, root=self._root)

    def required(self, name: str) -> str:
        """A text that must say something."""
        text = self.raw.text(name)
        if not text.strip():
            raise BadRequest(f"{name}: takes a text, it is empty")
        return self._checked(name, text)

    def optional(self, name: str) -> str:
        """A text, empty if missing."""
        return self._checked(name, self.raw.text(name, ""))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, empty ones left out."""
        found = self.raw.texts(name)
        if len(found) > MAX_ITEMS:
            raise BadRequest(f"{name}: takes at most {MAX_ITEMS} items, got {len(found)}")
        return tuple(self._checked(name, one) for one in found if one.strip())

    def sentences(self, name: str) -> tuple[str, ...]:
        """A list of texts that must each say something, each once."""
        if not all(one.strip() for one in self.raw.texts(name)):
            raise BadRequest(f"{name}: takes sentences, one of them is empty")
        return tuple(dict.fromkeys(self.texts(name)))

    def flag(self, name: str) -> bool | None:
        """True, false, or not said."""
        return None if self.raw.value(name) is None else self.raw.flag(name, False)

    def needed_word(self, name: str, words: type[_Word]) -> _Word:
        """A word of an enumeration that must be there."""
        value = self.raw.value(name)
        if value is None:
            raise BadRequest(f"{name}: takes one of {', '.join(words)}, it is missing")
        return self.raw.word(name, next(iter(words)))

    def path(self, name: str, *, is_needed: bool = False) -> str:
        """A file of the workspace by its URI, or by its path in the first folder; else empty."""
        uri = self.required(name) if is_needed else self.optional(name)
        if not uri:
            return ""
        if ":" not in uri.split("/")[0] and not uri.startswith("/") and self._snapshot.folders:
            path = PurePosixPath(uri)
            if ".." in path.parts:
                raise BadRequest(f"{name}: takes a file of the workspace, got {uri[:100]!r}")
            return path.as_posix()
        try:
            self._root, path_in_folder = convert.place_of_uri(uri, self._snapshot)
        except BadRequest as error:
            raise BadRequest(str(error).replace("uri:", f"{name}:", 1)) from None
        return path_in_folder

    def folder_root(self, name: str) -> str:
        """The workspace folder that a URI lies in; empty if none is given."""
        self.path(name)
        return self._root

    def present_path(self, name: str, *, is_needed: bool = False) -> str:
        """The same of a file that is open or saved, whether or not it is read; else empty."""
        path = self.path(name, is_needed=is_needed)
        folders = self._snapshot.folders
        folder = next((one for one in folders if str(one.root) == self._root), None)
        folder = folder or next(iter(folders), None)
        if not path or folder is None or folder.document(path) is not None:
            return path
        if not is_there(Path(folder.root, path)):
            raise BadRequest(f"{name}: there is no file {path[:100]!r}")
        return path

    def files(self, name: str) -> tuple[str, ...]:
        """Files of the workspace, by URI or path, as paths in their folder; they may be gone."""
        folders = self._snapshot.folders
        found = []
        for one in self.texts(name):
            path, uri = Path(one), one
            if not one.startswith("file:") and not path.is_absolute():
                if ".." in path.parts:
                    raise BadRequest(f"{name}: takes files of the workspace, got {one[:100]!r}")
                found.append(one)
                continue
            if path.is_absolute():
                uri = uri_of_path(path)
            if folders and convert.place_in_workspace(uri, self._snapshot) is None:
                raise BadRequest(f"{name}: takes files of the workspace, got {one[:100]!r}")
            found.append(convert.place_of_uri(uri, self._snapshot)[1])
        return tuple(found)

    def symbol(self, name: str) -> Asked | None:
        """A symbol, if one is named."""
        given = self.raw.value(name)
        return None if given is None else self._asked(name, given)

    def symbols(self, name: str) -> tuple[Asked, ...]:
        """Named symbols."""
        given = self.raw.value(name)
        if given is None:
            return ()
        listed = given if isinstance(given, list) else [given]
        if len(listed) > MAX_ITEMS:
            raise BadRequest(f"{name}: takes at most {MAX_ITEMS} symbols, got {len(listed)}")
        return tuple(self._asked(name, one) for one in listed)

    def lines(self, name: str) -> tuple[int, ...]:
        """First and last line from 1, from `[first, last]` or an LSP range; empty if missing."""
        given = self.raw.value(name)
        if given is None:
            return ()
        wanted = f"{name}: takes [first, last], lines from 1, or an LSP range"
        match given:
            case [int(first), int(last)] | {"start": int(first), "end": int(last)}:
                pass
            case {"start": {"line": int(start)}, "end": {"line": int(end), "character": 0}} if (
                end > start
            ):
                first, last = start + 1, end  # it ends before that line
            case {"start": {"line": int(start)}, "end": {"line": int(end)}}:
                first, last = start + 1, end + 1
            case _:
                raise BadRequest(wanted)
        if isinstance(first, bool) or isinstance(last, bool) or not 1 <= first <= last <= 10**7:
            raise BadRequest(wanted)
        return (first, last)

    def time(self, name: str, *, is_end: bool = False) -> str:
        """A time as records have it: ISO 8601 in UTC; empty if missing.

        A day without a time is all of it, as the end of something too.
        """
        text = self.optional(name)
        if not text:
            return ""
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            raise BadRequest(
                f"{name}: takes a time as ISO 8601, such as 2026-01-31 or 2026-01-31T08:00:00Z,"
                f" got {text[:60]!r}"
            ) from None
        if is_end and _DAY.fullmatch(text):
            found += timedelta(days=1, milliseconds=-1)
        found = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
        return found.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def picture(self) -> bytes:
        """The picture of an error: a file of the workspace, or base64; empty if none is given."""
        given, encoded = self.optional("screenshotPath"), self.raw.text("screenshotBase64", "")
        if encoded:
            name = "screenshotBase64"
            try:
                raw = base64.b64decode(encoded.partition("base64,")[2] or encoded, validate=True)
            except ValueError:
                raise BadRequest(f"{name}: takes a picture in base64") from None
        elif given:
            name = "screenshotPath"
            path = self._file(name, given)
            folders = [Path(folder.root).resolve() for folder in self._snapshot.folders]
            is_allowed = self.raw.is_local or any(path.is_relative_to(one) for one in folders)
            if not is_allowed or not is_there(path):
                wanted = "a file" if self.raw.is_local else "a file of the workspace"
                raise BadRequest(f"{name}: takes a picture, {wanted} that is there")
            if path.stat().st_size > MAX_BYTES:
                raise BadRequest(f"{name}: takes at most {MAX_BYTES} bytes")
            raw = path.read_bytes()
        else:
            return b""
        if not ending_of(raw) or len(raw) > MAX_BYTES:
            wanted = f"a PNG, JPEG, GIF, BMP or WebP picture of at most {MAX_BYTES} bytes"
            raise BadRequest(f"{name}: takes {wanted}")
        return raw

    def own_file(self, name: str) -> Path:
        """A path inside the workspace or the user's data folder, links followed.

        From the command line, any path.
        """
        path = self._file(name, self.required(name))
        inside = [*(Path(folder.root) for folder in self._snapshot.folders), data_folder()]
        is_inside = any(path.is_relative_to(folder.resolve()) for folder in inside)
        if not (is_inside or self.raw.is_local):
            raise BadRequest(f"{name}: takes a path inside the workspace or the user's data folder")
        if path.suffix not in (".jsonl", ".ndjson"):
            raise BadRequest(f"{name}: takes a file whose name ends with .jsonl")
        return path

    def _file(self, name: str, given: str) -> Path:
        """The real path of a URI or path; a relative one starts at the folder.

        At the command line it starts where one is.
        """
        try:
            path = (path_of_uri(given) if ":" in given else None) or Path(given).expanduser()
            if not (path.is_absolute() or self.raw.is_local) and self._snapshot.folders:
                path = Path(self._snapshot.folders[0].root) / path
            return path.resolve()
        except (ValueError, RuntimeError, OSError):  # a zero byte, nobody's home, links in a circle
            raise BadRequest(f"{name}: no file can have the path {given[:100]!r}") from None

    def _asked(self, name: str, given: Any) -> Asked:
        try:
            asked = convert.asked_symbol(given, self._snapshot)
        except BadRequest as error:
            raise BadRequest(str(error).replace("symbol", name, 1)) from None
        self._root = asked.root or self._root
        return asked

    def _checked(self, name: str, text: str) -> str:
        if len(text) > MAX_TEXT:
            raise BadRequest(f"{name}: takes at most {MAX_TEXT} characters, got {len(text)}")
        return text.encode(
            "utf-8", "replace"
        ).decode()  # half of an emoji can't be kept on the disk
