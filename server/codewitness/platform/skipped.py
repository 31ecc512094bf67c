"""Words for why a file of the workspace is not read."""

from __future__ import annotations

from codewitness.model.files import Reason, Skipped


def unreadable(path: str, error: OSError) -> Skipped:
    """Skipped for what the system says."""
    detail = error.strerror or type(error).__name__
    return Skipped(path=path, reason=Reason.UNREADABLE, detail=detail)


def too_large(path: str, size: int, max_bytes: int) -> Skipped:
    """Skipped for its size."""
    return Skipped(path=path, reason=Reason.SIZE, detail=f"{size} bytes, limit {max_bytes}")
