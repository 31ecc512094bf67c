"""`codewitness.verify`: does the claim hold? A verdict, with the lines that show it."""

from __future__ import annotations

from codewitness.features.verify.answer import Answer, Evidence
from codewitness.features.verify.verify import failed, verify, verify_claim, verify_predicate

__all__ = ["Answer", "Evidence", "failed", "verify", "verify_claim", "verify_predicate"]
