"""How many random examples a test tries.

By default the same ones each time. `CODEWITNESS_EXAMPLES=1000` tries that many new ones, and
`CODEWITNESS_EXAMPLES=few` the first third of the usual ones, as `make test-fast` does.
"""

from __future__ import annotations

import math
import os

from hypothesis import HealthCheck, settings

_ASKED = os.environ.get("CODEWITNESS_EXAMPLES", "")
IS_FEW = _ASKED == "few"
_WANTED = 0 if IS_FEW else int(_ASKED or 0)


def random_histories(n_examples: int) -> settings:
    """The same `n_examples` each time, unless others are asked for."""
    usual = math.ceil(n_examples / 3) if IS_FEW else n_examples
    return settings(
        max_examples=_WANTED or usual,
        derandomize=not _WANTED,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
