"""Conditions that say of a thing that it is full, or none, and of a call that it has failed."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "lock.rs": """
impl Lock {
    fn slow(&self) {
        loop {
            match self.state.compare_exchange_weak(a, b) {
                Ok(_) => return,
                Err(e) => { state = e; log(e) }
            }
        }
    }
    fn two(&self) {
        let r = self.open(a);
        match r { Ok(v) => done(v), Err(e) => fail(e) }
    }
}
impl Answer {
    fn unwrap(self) -> R {
        match self {
            Answer::Present(r) => r,
            Answer::Locked => panic!("x"),
            Answer::Absent => panic!("y"),
        }
    }
    fn get(self) -> Option<R> {
        match self {
            Answer::Present(r) => Some(r),
            _ => None,
        }
    }
    fn most(self) -> Option<R> {
        match self {
            Answer::Present(r) => Some(r),
            Answer::Locked => None,
            _ => None,
        }
    }
}
""",
        "queue.c": """
enum stat pq_top(Queue *pq, void **out) {
    if (pq->size == 0)
        return CC_ERR_OUT_OF_RANGE;
    return CC_OK;
}
int fine(void) { return CC_OK; }
int posix(int x) { if (x) return -EINVAL; return 0; }
int conf(Conf *conf) {
    float ex;
    if (conf->factor <= 1)
        ex = DEFAULT_FACTOR;
    else
        ex = conf->factor;
    return push(ex);
}
""",
        "queue.py": """
class Queue:
    def top(self, x):
        if self.size == 0:
            raise Empty
        return 5
    def put(self, key, value):
        if len(self.items) >= self.capacity:
            self.evict()
        self.items[key] = value
    def offer(self, x):
        if self.size == self.max_size:
            return False
        self.q.append(x)
        return True
    def wait(self, timeout):
        if timeout >= self.max_timeout:
            self.late()
    def close(self):
        if not self._enabled:
            return None
        return self.shut()
    def write(self, x):
        if self.flush():
            self.go()
        self.end()
    def expire(self, key):
        try:
            return self.rows[key]
        except Expired:
            return None
    def cancel(self, job):
        try:
            job.wait()
        except JobCanceledError:
            self.drop(job)
    def both(self):
        self.go()
        if self.x:
            self.go()
""",
        "sync.kt": """
class Sync {
  fun load(s: Source) {
    when (s) { Source.REMOTE -> remote(); Source.LOCAL -> local(); else -> fail() }
  }
}
""",
        "watch.ts": """
function create(path, options, onError) {
  try {
    return open(path, options);
  } catch (error) {
    onError(error);
    return undefined;
  }
}
function other(path) {
  try {
    first(path);
  } catch (e) { log(e); }
  second();
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
Lock::slow returns once compare_exchange_weak succeeds
Lock::slow returns when compare_exchange_weak succeeds
Lock::slow calls log if compare_exchange_weak fails
Lock::two calls fail if open fails
Answer::unwrap panics if it is Locked
Answer::unwrap panics on Absent
Answer::get returns None for anything but Present
Answer::get returns None for anything else
pq_top returns an error
pq_top returns an error if size is 0
pq_top returns CC_ERR_OUT_OF_RANGE if the size is 0
fine never returns an error
posix returns an error if x is set
conf falls back to DEFAULT_FACTOR if factor is at most 1
Queue.top raises Empty if size is 0
Queue.top raises Empty if self.size is 0
Queue.top returns 5 unless size is 0
Queue.put calls evict when the cache is full
Queue.offer returns False if the queue is full
Queue.offer returns False when there is no room
Queue.close returns None unless it is enabled
Queue.close returns None if it is not enabled
Queue.expire returns None if the key is expired
Queue.expire returns None when Expired is raised
Queue.cancel calls drop if the job is cancelled
Sync.load calls remote only for the remote source
Queue.write calls self.go inside a condition
Queue.write calls self.go only under a condition
Queue.write calls self.flush in the condition
Queue.write never calls self.end in a condition
Queue.both calls self.go inside a condition
create catches errors of open
create catches errors of open and hands them to onError
create returns undefined straight away if open fails
""",
    "CONTRADICTED": """
Lock::slow returns if compare_exchange_weak fails
Lock::slow calls log if compare_exchange_weak succeeds
Lock::two calls fail if open succeeds
Answer::unwrap panics if it is Present
pq_top never returns an error
posix never returns an error
conf falls back to DEFAULT_FACTOR if factor is above 1
Queue.top raises Empty unless size is 0
Queue.top returns 5 if size is 0
Queue.put never calls evict when the cache is full
Queue.offer returns True if the queue is full
Sync.load calls local for remote sources
Queue.write calls self.end inside a condition
Queue.write never calls self.go in a condition
Queue.both calls self.go only inside a condition
create catches errors and hands them to open
""",
    "NOT_SUPPORTED": """
fine returns an error
other catches errors of second
""",
    "INCONCLUSIVE": """
Answer::get returns None for anything but Absent
Answer::most returns None for everything but Present
conf falls back to DEFAULT_FACTOR
conf never falls back to DEFAULT_FACTOR
Queue.top raises Empty if count is 0
Queue.put calls evict if the disk is full
Queue.wait calls late if the queue is full
Queue.write calls self.go in the condition
Queue.expire returns None unless the key is expired
Queue.expire returns None if the key is locked
Queue.cancel calls drop if the job is done
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
