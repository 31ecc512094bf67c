"""What an answer has read is freed with it: a collection of cycles would hold up later answers."""

from __future__ import annotations

import gc

from codewitness.engine.verify.subject import Subject
from codewitness.engine.verify.verdicts import Status
from codewitness.features.verify import verify
from codewitness.features.verify.subjects import Subjects
from tests.support.snapshots import snapshot_of

SOURCE = """\
class Base:
    def load(self, path):
        return self.check(path)

    def check(self, path):
        raise ValueError(path)


class Reader(Base):
    def read(self, path):
        return self.load(path)
"""


def test_nothing_waits_for_a_collection() -> None:
    snapshot = snapshot_of({"reader.py": SOURCE})
    gc.collect()
    gc.disable()
    try:
        for claim, status in (
            ("`Base.check` is called by `load`", Status.SUPPORTED),
            ("Reader.read never raises ValueError", Status.SUPPORTED),
            ("Reader inherits from Base", Status.SUPPORTED),
        ):
            assert verify(snapshot, claim).status is status
        left = [type(one).__name__ for one in gc.get_objects() if type(one) in (Subject, Subjects)]
    finally:
        gc.enable()
    assert left == []
