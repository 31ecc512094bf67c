"""Words that narrow a claim are not passed over: silently, right after, whose method, getter."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
import contextlib
def shown():
    try:
        go()
    except Exception as e:
        print(e)
def hidden():
    try:
        go()
    except OSError:
        pass
def mixed():
    try:
        go()
    except OSError:
        pass
    except ValueError as e:
        log.warning("x %s", e)
def let_by():
    with contextlib.suppress(OSError):
        go()
def kept():
    try:
        go()
    except OSError as err:
        self.last = err
def handed():
    try:
        go()
    except OSError:
        self.failed()
def dispatch(q):
    entry = q.get(block=True)
    event, watch = entry
    run(event)
def fetch(q):
    entry = q.get(block=True, timeout=3)
    return entry
def clear(es):
    for e in es:
        e.stop()
    for e in es:
        e.join()
def row(x):
    fa()
    fb()
    fc()
def lone(x):
    fa()
    if x:
        fb()
class P(Base):
    def stop(self):
        with self._cond:
            super().stop()
            self._cond.notify()
    def start(self):
        Base.start(self)
        self.stop()
    def full(self):
        with contextlib.suppress(queue.Full):
            self.q.put_nowait(1)
    @property
    def depth(self):
        return self._depth
    @depth.setter
    def depth(self, value):
        self.check(value)
""",
        "a.cs": """
class Logger {
  void Out() { try { F(); } catch (Exception ex) { Console.WriteLine(ex); } }
  void Quiet() { try { F(); } catch { } }
  public int Level {
    get { return _level; }
    set { lock (_sync) _level = value; }
  }
  void Kept(S s) { lock (_sync) s.conns.Add (c, c); c.Begin (); }
  void Loose(S s) { s.conns.Add (c, c); lock (_sync) c.Begin (); }
}
""",
        "a.ts": """
class D extends E {
  stop() { super.stop(); }
  run() { this.stop(); worker.go(); }
  told() { f().catch(e => console.error(e)) }
  untold() { f().catch(() => {}) }
}
""",
        "a.cpp": """
void streams() { try { f(); } catch (const std::exception& e) { std::cerr << e.what(); } }
""",
        "a.rb": """
class F < G
  def stop
    super
    go
  end
  def halt
    go
  end
  def post(x)
    free.decrement
    mutex.synchronize { idle.call }
  end
  def handle(signal)
    case signal
    when :TERM
      end_gracefully
    when :QUIT
      end_now
    end
  end
end
""",
        "a.go": """
package a
func New(c Config) *S {
  s := &S{}
  go s.recv()
  if c.Keep { go s.keepalive() }
  go func() { s.pump() }()
  return s
}
func Loop(s *S) {
  s.mu.Lock()
  buf.Write(s.body)
  s.mu.Unlock()
  s.conn.Write(buf.Bytes())
}
""",
        "J.java": """
class J {
 void send(byte[] body) throws IOException {
   if (body != null && body.length > 0) {
     OutputStream out = open();
     try { out.write(body); } finally { out.close(); }
   }
 }
 void flag(boolean keep) { InputStream in = open(); in.read(); if (!keep) { in.close(); } }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
hidden silently swallows OSError
hidden quietly ignores OSError
mixed silently swallows OSError
mixed silently swallows exceptions
let_by silently swallows OSError
shown never silently swallows exceptions
shown swallows every exception
Logger.Quiet silently swallows every exception
D.untold silently swallows rejections
fetch calls q.get with a timeout
row calls fb right after fa
row calls fa immediately before fb
row calls fc after fa
P.stop calls its parent's stop
P.start calls its parent's start
D.stop calls its superclass's stop
F.stop calls the parent's stop
D.run calls the worker's go
P.full ignores queue.Full
The Level setter of Logger takes the lock
Logger.Level takes the lock
The setter of P.depth calls check
New starts the recv goroutine unconditionally
New starts a new goroutine
New starts the pump goroutine
F.post synchronizes access with the mutex
Logger.Kept adds the connection to the dictionary under the lock
""",
    "CONTRADICTED": """
shown silently swallows every exception
mixed silently swallows ValueError
hidden never silently swallows exceptions
Logger.Out silently swallows every exception
D.told silently swallows rejections
streams silently swallows exceptions
row calls fa right after fb
New starts the keepalive goroutine unconditionally
Logger.Loose adds the connection to the dictionary under the lock
J.flag always calls in.close
""",
    "NOT_SUPPORTED": """
P.start calls its parent's stop
D.run calls the superclass's stop
D.run calls the worker's terminate
F.halt calls the parent's stop
""",
    "INCONCLUSIVE": """
kept silently swallows OSError
handed silently swallows OSError
mixed silently swallows every exception
dispatch gets the entry from the queue with a timeout
clear joins each one right after stopping it
row calls fc right after fa
lone calls fb immediately after fa
P.stop calls the parent's stop under the condition
P.full ignores queue.Full when posting the stop event
The Level getter of Logger takes the lock
The getter of P.depth calls check
New starts the heartbeat goroutine
F.post synchronizes the decrement with the mutex
F.handle ends on TERM
Loop holds s.mu while writing the body to the connection
J.send always closes the output stream
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
