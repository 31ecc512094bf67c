"""Keep libraries from taking more threads than they are worth."""

from __future__ import annotations

import os


def multiply_in_one_thread() -> None:
    """Call it before numpy is imported.

    OpenBLAS, which numpy's wheels bring, shares a product out to a thread for each core, and its
    threads then turn in circles for a tenth of a second in case there is another: on two cores
    searches ten times a second kept one of them busy with nothing.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
