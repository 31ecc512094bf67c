"""Where to look, if a claim is left open."""

from __future__ import annotations

from codewitness.features.verify import verify, verify_predicate
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.verify import verify_command
from tests.support.snapshots import snapshot_of

TEXT = '''class Feed:
    def poll(self, deadline):
        """Insists on a deadline."""
        # insists on the deadline
        now = self.clock()
        if now > deadline:
            self.close()
        self.send(now)

    def close(self):
        self.socket.close()
'''
SNAPSHOT = snapshot_of({"feed.py": TEXT})


def test_an_open_claim_has_the_lines_of_code_that_speak_of_it() -> None:
    answer = verify(SNAPSHOT, "`Feed.poll` insists on the deadline")
    assert answer.status.value == "INCONCLUSIVE"
    assert [(one.line, one.text) for one in answer.to_read] == [(6, "        if now > deadline:")]
    assert verify_predicate(SNAPSHOT, "Feed.poll", "insists on the deadline").to_read


def test_those_of_a_class_are_lines_of_its_methods() -> None:
    answer = verify(SNAPSHOT, "`Feed` insists on the deadline")
    assert [one.line for one in answer.to_read] == [6]


def test_what_is_decided_has_none() -> None:
    assert verify(SNAPSHOT, "`Feed.poll` calls self.close").to_read == ()
    assert verify(SNAPSHOT, "`Feed.poll` calls nowhere_known").to_read == ()


def test_what_nothing_speaks_of_has_none() -> None:
    assert verify(SNAPSHOT, "`Feed.poll` prefers bananas").to_read == ()


def test_they_have_a_shape_of_their_own_beside_the_evidence() -> None:
    claim = {"claim": "`Feed.poll` insists on the deadline"}
    answer = verify_command(SNAPSHOT, Arguments("codewitness.verify", [claim]))
    [one] = answer["toRead"]
    assert answer["evidence"] == []
    assert (one["line"], one["text"]) == (6, "        if now > deadline:")
    assert one["range"]["start"] == {"line": 5, "character": 0}
    assert one["uri"].endswith("/feed.py")
