"""What a session knew at a moment, to see later whether it knows something else now."""

from __future__ import annotations

from dataclasses import dataclass

from codewitness.engine.session import Session
from codewitness.engine.view import IndexView, Stage


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """Buffers, by the session's revision, and the published views of its folders.

    It holds on to the views: a newer one could be given the address of one that is gone.
    """

    revision: int
    views: tuple[IndexView, ...]

    @classmethod
    def of(cls, session: Session) -> Moment:
        """What is known now."""
        views = tuple(folder.indexer.view for folder in session.folders)
        return cls(session.revision, views)

    def is_same(self, other: Moment) -> bool:
        """True if nothing was typed, committed or opened between the two."""
        return (
            self.revision == other.revision
            and len(self.views) == len(other.views)
            and all(a is b for a, b in zip(self.views, other.views, strict=True))
        )

    @property
    def is_ready(self) -> bool:
        """True if all files of all folders are known."""
        return all(view.stage is Stage.READY for view in self.views)


NEVER = Moment(-1, ())
