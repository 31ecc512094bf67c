"""What is nearly so in free words: another row, all of them, on the way that is left."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "w.rb": """
class W
  def destroy_it
    unless new_record?
      write_audit(1)
    end
  end
  def create_it
    if new_record?
      write_audit(1)
    end
  end
  def combine(attrs)
    combine_audits if attrs[:action] != "create"
  end
  def combine2(attrs)
    combine_audits if attrs[:action] == "create"
  end
end
""",
        "t.c": """
static void node_free(struct btree *btree, struct node *node) {
    if (!node->leaf) {
        node_free(btree, node->children[0]);
    }
    (void)realloc_;
    btree->free(node);
}
void btree_clear(struct btree *btree) {
    btree_node_free(btree, btree->root);
}
void btree_free(struct btree *btree) {
    btree_clear(btree);
    btree->free(btree);
}
void *mk(void *(*realloc_)(void *)) { (void)realloc_; return 0; }
""",
        "r.rs": """
impl R {
    fn recv(&mut self) {
        let head = self.head;
        let ret = self.ring[head].take();
        self.head = (head + 1) % self.len;
    }
}
""",
        "q.py": """
class Q:
    def store(self, response, body):
        if body is not None and int(response.length) != len(body):
            return
        assert response.url is not None
        self.set(body)
    def emit(self, f):
        try:
            f()
        except Exception as exc:
            self.error(exc)
    def run(self, f):
        try:
            self.error_handler(f)
        except Exception as exc:
            self.error(exc)
    def raw(self, f):
        self.error_handler(f)
    def cached(self, cc):
        if "max-age" in cc:
            return False
        return self.redirect()
    def headers(self, resp):
        new = {}
        if "etag" in resp.headers:
            new["If-None-Match"] = resp.headers["ETag"]
        return new
    def handlers(self):
        with self.lock:
            funcs = list(self.events.values())
        for f in funcs:
            f()
    def pick(self, cid):
        return Row(cid or "anon")
    def pause(self):
        with self.mutex:
            self.paused = True
    def plain(self):
        self.paused = True
""",
        "u.ts": """
class L {
  remove(count: number) {
    if (count > this.bucket.bucketSize) throw new Error("too many");
    if (count > this.bucket.tokens - this.used) {
      return -1;
    }
    return 0;
  }
  async slot() {
    while (this.full()) { await this.waitForActiveTaskToFinish(); }
  }
  async all() {
    await Promise.all(this.tasks());
  }
  push(v) {
    const p = new Promise(f);
    p.catch(noop);
    return p;
  }
  push2(v) {
    const p = new Promise(f);
    return p.catch(noop);
  }
  push3(v) {
    this.run().catch(noop);
  }
}
""",
        "m.cs": """
class M {
  async Task Invoke(Context context) {
    if (_options == null) {
      await _next.Invoke(context);
      return;
    }
    var clientId = Find();
    return new Row { Id = clientId ?? "anon" };
  }
}
""",
        "s.m": """
@implementation S
+ (instancetype)sharedInstance
{
    static S *sharedInstance = nil;
    static dispatch_once_t predicate;
    dispatch_once(&predicate, ^{
        sharedInstance = [[self alloc] init];
    });
    return sharedInstance;
}
@end
""",
        "q6.py": """
class Q6:
    def headers(self, resp):
        new = {}
        if "etag" in resp.headers:
            new["If-None-Match"] = resp.headers["ETag"]
        return new
    def pick(self, cid):
        return Row(cid or "anon")
""",
        "s6.m": """
@implementation S6
+ (instancetype)sharedInstance
{
    static S *sharedInstance = nil;
    static dispatch_once_t predicate;
    dispatch_once(&predicate, ^{
        sharedInstance = [[self alloc] init];
    });
    return sharedInstance;
}
@end
""",
        "ch.go": """
package ch
func (ch *Res) magic() {
	for {
		select {
		case elem, open := <-input:
			if open {
				ch.buffer.Add(elem)
			}
		case output <- next:
			ch.buffer.Remove()
		}
	}
}
func (ch *Hole) discard() {
	for {
		select {
		case _, open := <-ch.input:
			if !open {
				return
			}
			ch.count++
		case ch.length <- ch.count:
		}
	}
}
""",
        "Bar.cs": """
class Bar {
  public void Empty(string key) {
    indexLocker.EnterWriteLock();
    try {
      index.Remove(key);
      WriteIndex();
    } finally {
      indexLocker.ExitWriteLock();
    }
    Notify();
  }
  public void EmptyExpired() {
    var toRem = new List<string>();
    foreach (var key in toRem)
      index.Remove(key);
  }
  public bool IsExpired(string key) {
    if (string.IsNullOrWhiteSpace(key))
      throw new ArgumentException("Key can not be null or empty.", nameof(key));
    var expired = true;
    if (index.ContainsKey(key))
      expired = index[key].Item2 < DateTime.UtcNow;
    return expired;
  }
}
""",
        "Re.swift": """
class Re {
  func stop() {
    defer { running = false }
    setCallback(nil)
  }
  func stop2() {
    setCallback(nil)
    running = false
  }
}
""",
        "ch2.go": """
package ch
func (ch *Res2) magic() {
	for input != nil || output != nil {
		select {
		case elem, open := <-input:
			if open {
				ch.buffer.Add(elem)
			}
		case output <- next:
			ch.buffer.Remove()
		}
	}
}
""",
        "Bar2.cs": """
class Bar2 {
  public void EmptyExpired() {
    var toRem = new List<string>();
    foreach (var key in toRem)
      index.Remove(key);
  }
}
""",
        "Re2.swift": """
extension Re2 {
  func stop() {
    defer { running = false }
    setCallback(nil)
  }
}
""",
        "rl.go": """
package rl
func (p *Pl) Wait() error {
	for {
		select {
		case <-p.timer.C:
			return ErrTimeout
		case <-p.allDone:
			if p.running == 0 {
				return nil
			}
		case _, open := <-p.input:
			if !open {
				return ErrClosed
			}
			p.count++
		}
	}
}
func (p *Pl) Reboot() { p.allDone = make(chan struct{}) }
""",
        "rl.py": """
class Rl:
    def val(self):
        errors = []
        for x in self.xs:
            errors.append(x)
        return errors
    def val2(self, errors):
        errors = []
        return errors
    def val3(self):
        errors = [1]
        self.run(errors)
        errors = []
        return errors
    def rem(self, k):
        self.table.remove_value(k)
    def rem2(self, k):
        self.table.remove_entry(k)
""",
    }
)
CLAIMS = {
    "INCONCLUSIVE": """
W#destroy_it writes an audit for new records as well
W#destroy_it writes an audit for new records
W#combine combines audits on create
`node_free` frees the children of leaves
btree_clear frees the btree itself
Q.store raises if the content length doesn't match the body
Q.emit lets exceptions from the handler propagate
Q.run catches errors from the error handler
Q.raw lets exceptions from the error handler propagate
Q.cached returns a redirect without checking its age
Q.headers sends If-None-Match only if the cached response has an etag
Q.handlers copies the handlers under the lock
Q.plain sets the flag under the mutex
L.remove returns -1 when the count exceeds the bucket size
L.slot waits for all tasks to finish
L.push swallows the rejection so that the caller never sees it
L.push swallows the rejection
M.Invoke calls the next middleware when the options are null
Q6.headers sends If-None-Match
S6.sharedInstance creates an instance
S6.sharedInstance creates the instance
Res.magic removes an element from the buffer when it receives from input
Bar.EmptyExpired removes the expired keys from the index
Bar.IsExpired returns true if the key is missing
Bar.IsExpired throws if the key is missing from the index
Res2.magic removes an element from the buffer when it receives from input
Bar2.EmptyExpired removes the expired keys from the index
Pl.Wait stops when allDone is closed
Pl.Wait returns nil when allDone is closed
Pl.Wait returns ErrClosed when it receives from input
Pl.Reboot drains allDone
Rl.val clears the errors
Rl.rem removes the entry
""",
    "SUPPORTED": """
S.sharedInstance creates the instance only once
S6.sharedInstance creates the instance once
W#create_it writes an audit for new records
W#create_it writes an audit
W#combine2 combines audits on create
`node_free` frees the children
btree_free frees the btree itself
R::recv advances the head after taking the value
R::recv advances the head
Q.pause sets the flag under the mutex
Q.plain sets the flag
Q.pick uses "anon" if there is no cid
L.remove throws when the count exceeds the bucket size
L.all waits for all tasks to finish
L.slot waits for an active task to finish
L.push3 swallows the rejection
L.push2 swallows the rejection
M.Invoke uses "anon" if no client id was resolved
Q6.headers sets "If-None-Match"
Q6.pick uses "anon"
Q6.pick falls back to "anon"
Res.magic adds an element to the buffer when it receives from input
Hole.discard increments the count
Bar.Empty writes the index under the lock
Bar.Empty calls WriteIndex under the lock
Bar.Empty calls Notify outside the lock
Bar.IsExpired throws if the key is empty
Re.stop resets running on exit
Re.stop resets running
Res2.magic adds an element to the buffer when it receives from input
Re2.stop resets running on exit
Pl.Wait returns ErrTimeout when the timer fires
Pl.Wait returns ErrClosed when the input is closed
Rl.val2 clears the errors
Rl.val3 clears the errors
Rl.rem removes the value
Rl.rem2 removes the entry
""",
    "NOT_SUPPORTED": """
`mk` uses realloc_
Q.raw catches errors from the error handler
Hole.discard decrements the count
""",
    "CONTRADICTED": """
R::recv advances the head before taking the value
Bar.Empty writes the index outside the lock
Bar.Empty calls Notify under the lock
""",
}


@pytest.mark.parametrize(
    ("status", "claim"),
    [(status, claim) for status, all_ in CLAIMS.items() for claim in all_.strip().splitlines()],
)
def test_claim(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status.value == status
