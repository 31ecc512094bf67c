"""Keep libraries from taking more threads than they are worth, and threads from blocking others."""

from __future__ import annotations

import os
import sys

_TURN_SECONDS = 0.001


def multiply_in_one_thread() -> None:
    """Call it before numpy is imported.

    OpenBLAS, which numpy's wheels bring, shares a product out to a thread for each core, and its
    threads then turn in circles for a tenth of a second in case there is another: on two cores
    searches ten times a second kept one of them busy with nothing.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def let_others_in_soon() -> None:
    """Have a thread that computes give up the interpreter after a millisecond, not after five.

    A search lets it go for each of numpy's products and gets it back when the one that has it, such
    as the writer of an index just made, is through with its turn: a dozen times five milliseconds.
    """
    sys.setswitchinterval(_TURN_SECONDS)
