"""Words that say which, where or how, and that were read as if they had not been there."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "queue.kt": """
class Inbox(private val room: Int = 3, val label: String? = null, val plain: Int) {
    private suspend fun latest(key: String): Int {
        val lock = mutexOf(key)
        lock.mutex.lock()
        val queue = queueOf(key)
        return queue.last()
    }
    fun oldest(all: List<Int>): Int { return all.first() }
    fun peek(key: String) = synchronized(this) { all.get(key) }
    fun held(key: String) { guard.withLock { all.get(key) } }
    fun bare(key: String) { all.get(key) }
    fun kept(key: String): Int = all.getOrPut(key) { make(key) }
    fun always(key: String): Int = all.also { make(key) }
}
""",
        "Pool.java": """
class Pool {
  Pool submit(Task task) {
    try { go(task); } catch (RejectedException r) { note(); throw Full.of(this); }
    return this;
  }
  Pool passing(Task task) {
    try { go(task); } catch (RejectedException r) { note(); throw r; }
    return this;
  }
  void fail(Exception problem) throws Exception {
    if (known.test(problem)) { last.set(problem); } else { throw problem; }
  }
}
""",
        "turn.ts": """
class Turn {
  dispatch(work) {
    try { work(); } catch (err) { process.nextTick(() => { throw err; }); }
  }
  keep(range: number[]) { if (this.isSharded) { this.range = range; } }
  connect() { this.link = new Link({ port: 1, retry: null, lazy: true }); }
  touch(opts) { if (!opts.size && ready()) { opts = { ...opts, size: 1 }; } return opts; }
}
""",
        "bar.tsx": """
export const Bar = React.memo(({ side = 'top-left', wide }) => { return <p>{side}</p>; });
export const Plain = ({ side }) => { return <p>{side}</p>; };
""",
        "run.py": """
class Run:
    def start(self):
        self.broker.emit_before("boot", self)
        self.add()
        self.broker.emit_after("boot", self)

    def work(self):
        try:
            go()
        except BrokerError as e:
            self.queue = 1
        except Exception:
            self.close()

    def both(self):
        try:
            go()
        except BrokerError as e:
            self.close()
        except Exception:
            self.close()

    def process(self, message):
        try:
            go(message)
        except BaseException as e:
            if not isinstance(e, Retry):
                self.log.error("z")

    def wait(self, key, timeout=None, delay=1.5):
        return self.store.put("size", key)

    def level(self, name):
        match name:
            case "low":
                return 1
            case "high":
                return 2
            case _:
                return 3
""",
        "Work.cs": """
class Work {
  State Perform(Job job) {
    try { return new Deleted(); }
    catch (AbortedException) { return null; }
    catch (BrokenException ex) { return new Failed(ex); }
  }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        *("Inbox.latest takes a lock", "Inbox.bare doesn't take any lock"),
        *("Inbox.peek is synchronized", "Inbox.latest returns the last item of the queue"),
        *("Inbox.oldest returns the first element", "Inbox.kept calls make if the key is missing"),
        *("the room parameter of Inbox defaults to 3", "Inbox has a default room of 3"),
        *("Inbox has no default for plain", "Pool.passing lets RejectedException escape"),
        "Turn.connect passes `lazy`",
        *("Turn.keep stores the range only if isSharded", "Bar is wrapped in React.memo"),
        *("Bar defaults side to 'top-left'", "Bar is memoized", "Plain is not wrapped in memo"),
        *("Run.both calls close in every handler", "Run.wait's delay defaults to 1.5"),
        *("delay defaults to 1.5 in Run.wait", "the default delay of Run.wait is 1.5"),
        *("by default delay is 1.5 in Run.wait", "timeout is optional in Run.wait"),
        *("Run.wait defaults delay to 1.5", "key is required in Run.wait"),
        *("Run.wait has no default for key", "Run.wait has a default for timeout"),
        *("Work.Perform returns a Failed for BrokenException", "Run.level returns 2 for 'high'"),
    ],
    "CONTRADICTED": [
        *("the room parameter of Inbox defaults to 4", "delay defaults to 2 seconds in Run.wait"),
        *("Inbox.latest doesn't take any lock", "Inbox.latest never acquires any mutex"),
        *("Inbox.bare is synchronized", "Inbox.peek is not synchronized"),
        *("Inbox.oldest returns the last item", "Inbox.latest returns the first item of the queue"),
        *("Pool.submit lets RejectedException escape", "Inbox.always calls make only if room is 0"),
        *("Run.work calls close in every handler", "Run.start emits the after event before add"),
        "Inbox has no default for room",
        *("Run.wait has no default for timeout", "Run.level returns 1 for 'high'"),
    ],
    "NOT_SUPPORTED": [
        *("Run.wait has a default for key", "Plain is wrapped in React.memo", "Plain is memoized"),
        *("Work.Perform returns a Deleted for BrokenException", "Bar has a default wide"),
    ],
    "INCONCLUSIVE": [
        "Pool.fail rethrows the exception when known doesn't match",
        *("Inbox.held is synchronized", "Turn.dispatch swallows errors thrown by work"),
        *("Turn.dispatch rethrows the error", "Turn.connect passes a retry"),
        *("Turn.touch only touches opts.size when ready() is true",),
        *("Run.process does not log an error for Retry errors",),
        *("Run.process logs an error for Retry errors", "Inbox.oldest returns the first error"),
        *("Run.wait doesn't touch the size parameter", "Inbox.kept calls make only if room is 0"),
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


def test_a_handler_that_lacks_it_is_shown() -> None:
    answer = verify(SNAPSHOT, "Run.work calls close in every handler")
    assert [one.line for one in answer.evidence] == [11]
