"""What a question from outside reaches by names: `self.options.strict`."""

from __future__ import annotations

from codewitness.engine.graph.cells import NONE, Cells, Values

_RULES = {"I": "ia", "C": "ca", "M": "ma"}  # by what something is asked of


def reached(cells: Cells, owners: Values, name: str) -> Values:
    """What objects, classes and modules have by a name; of others nothing is told."""
    known = (one for one in owners if one[0] in _RULES)
    return NONE.union(*(cells.settle((_RULES[str(one[0])], one[1], name)) for one in known))
