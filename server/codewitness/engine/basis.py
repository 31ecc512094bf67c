"""The texts that a graph is made of, and what was counted in the graph of just these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codewitness.engine.disk import SavedFile
    from codewitness.engine.documents import Document
    from codewitness.engine.view import Folder, IndexView
    from codewitness.model.files import FileState


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Basis:
    """What the index has of each file, and the texts that stand in front of it.

    What the index has never changes in place, so that it is the same only if it is the very same.
    """

    files: Mapping[str, FileState]
    unwritten: Mapping[str, FileState]
    texts: Mapping[str, Document | SavedFile]

    @classmethod
    def of(cls, view: IndexView, texts: Mapping[str, Document | SavedFile]) -> Basis:
        """A view with texts in front of it."""
        return cls(files=view.files, unwritten=view.unwritten, texts=texts)

    @classmethod
    def of_folder(cls, folder: Folder) -> Basis:
        """What a request reads of a folder."""
        return cls.of(folder.view, {**folder.changed, **folder.documents})

    def has_same_index(self, other: Basis) -> bool:
        """True if the two differ at most in the texts in front of the index."""
        return self.files is other.files and self.unwritten is other.unwritten

    def is_same(self, other: Basis) -> bool:
        """True if a graph of the one is a graph of the other."""
        return self.has_same_index(other) and self.texts == other.texts


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Counts:
    """By key of a definition, who calls it by the graph of `basis`; grows until that changes.

    lacking: keys of those that may turn out to have more callers, without any text changing.
    """

    basis: Basis | None = None
    by_key: dict[str, object] = field(default_factory=dict)
    lacking: set[str] = field(default_factory=set)

    def of(self, key: str, folder: Folder) -> object:
        """The count that is true of what `folder` holds; None if there is none."""
        found = self.by_key.get(key)
        if found is None or self.basis is None:
            return None
        return found if self.basis.is_same(Basis.of_folder(folder)) else None

    def on(self, basis: Basis) -> Counts:
        """The same, said of other texts that make the same graph."""
        return Counts(basis=basis, by_key=self.by_key, lacking=self.lacking)

    def without_lacking(self) -> Counts:
        """Those that stay as they are."""
        kept = {key: one for key, one in self.by_key.items() if key not in self.lacking}
        return Counts(basis=self.basis, by_key=kept)
