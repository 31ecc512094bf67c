"""What an edit changes: in what definitions do, and for those who call them."""

from codewitness.features.impact.baseline import Against
from codewitness.features.impact.impact import Change, ChangeKind, Impact, impact
from codewitness.features.impact.importers import BrokenImport
from codewitness.features.impact.whom import Concerned

__all__ = ["Against", "BrokenImport", "Change", "ChangeKind", "Concerned", "Impact", "impact"]
