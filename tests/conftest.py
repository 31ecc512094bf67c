"""For all tests."""

from __future__ import annotations

import sys

from hypothesis import HealthCheck, settings

from codewitness.engine.graph.typed.linker import RECURSION

# The linker raises it when it is first needed; within one of Hypothesis's tests that is a warning.
sys.setrecursionlimit(RECURSION)

# A busy machine fails no test, and what is tried is the same each time.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
