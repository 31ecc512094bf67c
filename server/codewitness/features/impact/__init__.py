"""What an edit changes: in what definitions do, and for those who call them."""

from codewitness.features.impact.baseline import Against
from codewitness.features.impact.callers import Concerned
from codewitness.features.impact.impact import Change, ChangeKind, Impact, impact
from codewitness.features.impact.importers import BrokenImport

__all__ = ["Against", "BrokenImport", "Change", "ChangeKind", "Concerned", "Impact", "impact"]
