"""Languages that are alike in what rules ask of them, by the names that files have. Plain data."""

from __future__ import annotations

ECMA = frozenset({"javascript", "typescript", "tsx"})
C_FAMILY = frozenset({"c", "cpp", "objc"})
