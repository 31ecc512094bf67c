"""`catches the E of f`, where the handler has to be one that sees what f raises."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "d.py": """import contextlib as cl
import os


class Disk:
    def write(self, path, rows):
        for count in range(10):
            with cl.suppress(OSError):
                os.makedirs(path)
            try:
                out = open(path)
            except OSError:
                if count == 9:
                    raise
                continue
            with out:
                for row in rows:
                    out.write(row)

    def remove(self, path):
        with cl.suppress(OSError):
            os.remove(path)
        with cl.suppress(FileNotFoundError):
            os.removedirs(path)
""",
        "S.java": """class S {
    void frames(Draft draft, Frame f) {
        try {
            draft.process(f);
        } catch (Limit | LinkageError e) {
            log.error(e);
            throw e;
        } catch (Error e) {
            log.error(e);
        }
    }

    void shake(Draft draft, Listener wsl) {
        try {
            Data data = draft.translate(this);
            try {
                wsl.received(data);
            } catch (InvalidDataException e) {
                close(e);
            } catch (RuntimeException e) {
                wsl.failed(e);
            }
        } catch (IncompleteException e) {
            draft.more();
        }
    }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Disk.write swallows OSError from os.makedirs
Disk.write suppresses OSError from os.makedirs
Disk.write swallows the OSError of os.makedirs
Disk.write swallows OSError raised by os.makedirs
Disk.write catches OSError from open
Disk.write catches the OSError raised by open
Disk.remove suppresses OSError from os.remove
S.frames catches LinkageError
S.frames swallows Error
S.frames never swallows LinkageError
S.shake catches RuntimeException from wsl.received
S.shake catches the InvalidDataException of received
S.shake catches IncompleteException from translate
""",
    "CONTRADICTED": """
S.frames swallows LinkageError
Disk.remove never swallows OSError from os.remove
""",
    "NOT_SUPPORTED": """
Disk.write catches OSError from out.write
Disk.remove suppresses OSError from os.removedirs
S.shake catches InvalidDataException from translate
S.shake catches the RuntimeException of translate
""",
    "INCONCLUSIVE": """
Disk.write swallows the OSError of open on the last attempt
Disk.write swallows the OSError of open
Disk.write swallows errors of open
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_verdict(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary
