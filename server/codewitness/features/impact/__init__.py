"""What an edit changes: in what definitions do, and for those who call them."""

from codewitness.features.impact.baseline import Against
from codewitness.features.impact.callers import Concerned
from codewitness.features.impact.impact import Change, ChangeKind, Impact, impact

__all__ = ["Against", "Change", "ChangeKind", "Concerned", "Impact", "impact"]
