"""For all tests."""

from __future__ import annotations

import sys

from codewitness.engine.graph.typed.linker import RECURSION

# The linker raises it when it is first needed; within one of Hypothesis's tests that is a warning.
sys.setrecursionlimit(RECURSION)
