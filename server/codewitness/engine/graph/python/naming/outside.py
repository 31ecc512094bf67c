"""What has a name outside the workspace, and what is had or given there."""

from __future__ import annotations

MAX_DOTTED = 6  # names in a chain of something from outside; a longer one is cut
_BUILT_IN = ("builtins.", "collections.abc.")
_OPENED = "builtins.open()"


def outside(dotted: str, name: str = "") -> tuple[str, str]:
    """Something from outside the workspace, and what it has by `name`, or gives when called.

    Of what a call out there gives one more name is followed: nothing is known of it, and chains of
    such names would grow for ever. Of what something built in holds or gives none is.
    """
    if name[:1] in ("(", "["):
        return ("X", dotted if dotted.endswith((")", "]")) or ")." in dotted else dotted + name)
    if dotted.startswith(_BUILT_IN) and dotted.endswith((")", "]")) and dotted != _OPENED:
        return ("X", dotted)
    if dotted.count(".") >= MAX_DOTTED or ")." in dotted or "]." in dotted:
        return ("X", dotted)
    return ("X", f"{dotted}.{name}" if name else dotted)
