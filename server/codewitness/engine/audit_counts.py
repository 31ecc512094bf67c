"""How many files were compared with a clean build, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditCounts:
    """Files compared since the server started, by itself or when asked; `last` in ISO 8601."""

    checks: int = 0
    differences: int = 0
    repaired: int = 0
    last: str | None = None

    def plus(self, *, checks: int, differences: int, repaired: int) -> AuditCounts:
        """After one more audit, just now."""
        return AuditCounts(
            checks=self.checks + checks,
            differences=self.differences + differences,
            repaired=self.repaired + repaired,
            last=datetime.now(UTC).isoformat(timespec="seconds"),
        )
