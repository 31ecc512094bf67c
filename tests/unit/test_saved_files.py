"""Saved files are read again when they may have changed, and else not."""

from __future__ import annotations

from collections import Counter

from codewitness.engine import disk
from codewitness.engine.disk import SavedFiles
from codewitness.engine.ports import Stamp
from codewitness.model.files import ReadText, Skipped
from codewitness.model.text import Text
from tests.support.snapshots import NoFiles

OTHERS = [f"other{number}.py" for number in range(disk._MAX_FILES)]


class Disk(NoFiles):
    """Texts of files, each with a number that grows when it is written; counts what is read."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.written: Counter[str] = Counter()
        self.read_of: Counter[str] = Counter()

    def write(self, path: str, text: str) -> None:
        self.texts[path] = text
        self.written[path] += 1

    def stamp(self, path: str) -> Stamp | None:
        return (1, self.written[path], 1, 1) if path in self.texts else None

    def read(self, path: str) -> ReadText | Skipped:
        self.read_of[path] += 1
        text = Text.of(self.texts[path])
        return ReadText(text=text, size=len(text), mtime_ns=1, encoding="utf-8")


def _read_then_many_others(
    text: str = "x = 1\n", n_others: int = len(OTHERS)
) -> tuple[Disk, SavedFiles]:
    files = Disk()
    saved = SavedFiles(files)  # type: ignore[arg-type]
    files.write("a.py", text)
    assert saved.get("a.py")
    for path in OTHERS[:n_others]:
        files.write(path, "y = 2\n")
        saved.get(path)
    return files, saved


def test_a_file_is_not_read_again_after_many_others() -> None:
    files, saved = _read_then_many_others()
    again = saved.get("a.py")
    assert again is not None
    assert again.text.raw == b"x = 1\n"
    assert again.analysis() is not None
    assert files.read_of["a.py"] == 1


def test_it_is_if_it_was_written_since() -> None:
    files, saved = _read_then_many_others()
    files.write("a.py", "x = 3\n")
    again = saved.get("a.py")
    assert again is not None
    assert again.text.raw == b"x = 3\n"
    assert files.read_of["a.py"] == 2


def test_what_is_gone_is_not_there() -> None:
    files, saved = _read_then_many_others()
    del files.texts["a.py"]
    assert saved.get("a.py") is None


def test_texts_are_kept_up_to_so_many_bytes() -> None:
    files, saved = _read_then_many_others("#" * (disk._MAX_BYTES + 1))
    assert saved.get("a.py")
    assert files.read_of["a.py"] == 2
    assert saved.get(OTHERS[0])
    assert files.read_of[OTHERS[0]] == 1


def test_what_was_read_of_files_is_kept_up_to_so_many_bytes_of_their_texts() -> None:
    saved = SavedFiles(files := Disk())
    long = "#" * (disk._MAX_READ_BYTES // disk._MIN_FILES)
    paths = [f"long{number}.py" for number in range(2 * disk._MIN_FILES)]
    for path in paths:
        files.write(path, long + "\n")
    kept = [saved.get(path) for path in paths]
    assert all(saved.get(path) is one for path, one in [*zip(paths, kept, strict=True)][-9:])
    assert saved.get(paths[0]) is not kept[0]
    assert saved._n_bytes == sum(len(one.text) for one, _ in saved._kept.values())
    assert len(saved._kept) == disk._MIN_FILES
    assert set(files.read_of.values()) == {1}
    saved.rest()
    assert len(saved._kept) == disk._MIN_FILES  # which are kept whatever they have


def test_at_rest_fewer_are_kept() -> None:
    saved = SavedFiles(files := Disk())
    for number in range(40):
        files.write(f"some{number}.py", "#" * (disk._AT_REST_BYTES // 20))
        assert saved.get(f"some{number}.py")
    assert len(saved._kept) == 40
    saved.rest()
    assert len(saved._kept) == 20
    assert saved.get("some0.py")
    assert files.read_of["some0.py"] == 1
