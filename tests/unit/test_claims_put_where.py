"""Which is meant, where it is put, and what it must be: words behind a claim that narrow it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "log.py": '''
class Log:
    def add(self, track):
        """Appends the track to the archive."""
        parts = []
        name_parts = []
        parts.append(track)
        name_parts.append(track.name)
        self.entries.insert(0, parts)

    def push(self, job):
        self.job_queue.append(job)

    def prune(self, limit):
        self.pings.filter(n=limit).delete()

    def keep(self, rows):
        self.rows += [rows]
''',
        "queue.c": "void put(struct q *queue, int job) { queue_push(queue, job); }\n",
        "stack.ts": "class Stack { push(x: number) { this.items.push(x); } }\n",
    }
)
CLAIMS = {
    "SUPPORTED": said(
        """
Log.push appends the job to the queue
Log.push appends the job to the end of the list
Log.push adds the job to the job queue
Log.push appends job to self.job_queue
Log.add appends the track to the parts
Log.add appends the track name to the name parts
Log.add requires a track
Stack.push pushes x to the items
Stack.push pushes x to the internal array
"""
    ),
    "INCONCLUSIVE": said(
        """
Log.add appends the track to the archive
Log.add adds the track to the archive
Log.add appends the track to the end of the archive
Log.add never appends the track to the archive
Log.push appends the job to the database
Log.push appends the job to a cache
Log.add appends the name to the list of artists
Stack.push pushes x to the history
Log.add requires the track to be playable
Log.add requires track to have a name
Log.push requires job to be positive
Log.prune deletes pings older than a year
Log.prune never deletes pings newer than a day
"""
    ),
}


@pytest.mark.parametrize(
    ("claim", "status"), [(one, status) for status, all_ in CLAIMS.items() for one in all_]
)
def test_where_it_is_put(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status.value == status
