"""How threads share the interpreter."""

from __future__ import annotations

import sys

from codewitness.platform.threads import let_others_in_soon


def test_a_thread_that_computes_lets_others_in_soon() -> None:
    before = sys.getswitchinterval()
    try:
        let_others_in_soon()
        assert sys.getswitchinterval() < before
    finally:
        sys.setswitchinterval(before)
