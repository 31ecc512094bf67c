"""What is done if a call raises, only on success, and whose errors a handler keeps."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
def plain():
    lock.acquire()
    q.put(1)
    lock.release()
def sure():
    lock.acquire()
    try:
        q.put(1)
    finally:
        lock.release()
def kept():
    try:
        q.put(1)
    except OSError:
        pass
    lock.release()
def tried():
    try:
        q.put(1)
        lock.release()
    except OSError:
        log(1)
def asked(x):
    if x:
        lock.release()
def foremost():
    lock.release()
    q.put(1)
def failed():
    try:
        q.put(1)
    except OSError:
        lock.release()
def told():
    try:
        q.put(1)
    except OSError:
        log(1)
    lock.release()
def under():
    with lock:
        q.put(1)
        done()
class Out:
    def send(self):
        try:
            self.out.write(1)
        finally:
            try:
                self.out.close()
            except OSError:
                pass
    def two(self):
        try:
            self.out.write(1)
        except ValueError:
            pass
        try:
            self.out.close()
        except OSError:
            pass
    def outer(self):
        try:
            try:
                self.out.write(1)
            finally:
                done()
        except OSError:
            pass
""",
        "J.java": """
class J {
 void open() { s.make(); s.fill(); s.close(); }
 void shut() { try { s.fill(); } finally { s.close(); } s.note(); }
 void send() { try { out.write(1); } finally { try { out.close(); } catch (IOException e) { } } }
}
""",
        "a.go": """
package a
func put() error { defer c.Close(); return f() }
func fetch() error { if err := f(); err != nil { return err }; c.Close(); return nil }
func any() { f(); c.Close() }
""",
        "a.rb": """
class R
  def ends
    work
    inc
  ensure
    finish
  end
  def keeps
    write
  rescue IOError
    nil
  end
  def nests
    begin
      write
    ensure
      begin
        close
      rescue IOError
      end
    end
  end
end
""",
        "a.cs": """
class L {
  static void OnAccept (IAsyncResult r) {
    Socket sock = null;
    try { sock = l.EndAccept (r); }
    catch (ObjectDisposedException) { return; }
    catch (Exception) { }
    try { l.BeginAccept (r); }
    catch (Exception) {
      if (sock != null)
        sock.Close ();
      return;
    }
    Process (sock);
  }
}
""",
        "a.ts": """
async function waits() { await f(); g() }
function nested() { try { write() } finally { try { close() } catch (e) { } } }
function outermost() { try { try { write() } finally { close() } } catch (e) { } }
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
plain releases the lock only if nothing raises in between
plain calls lock.release only on success
plain calls lock.release only if no exception is raised
tried calls lock.release only on success
J.open calls s.close only on success
fetch calls c.Close only on success
R.ends calls inc only on success
plain doesn't release the lock if q.put raises
under doesn't call done if q.put raises
told calls log if q.put raises
J.shut doesn't call note if fill throws
waits doesn't call g if f throws
OnAccept closes the socket when BeginAccept throws
Out.send swallows errors raised by close
Out.two swallows ValueError raised by write
Out.outer swallows OSError raised by write
R.keeps swallows errors raised by write
R.nests swallows errors raised by close
nested swallows errors thrown by close
outermost swallows errors thrown by write
""",
    "CONTRADICTED": """
sure calls lock.release only on success
sure releases the lock only if nothing raises in between
failed calls lock.release only on success
J.shut calls s.close only on success
put calls c.Close only on success
R.ends calls finish only on success
sure doesn't release the lock if q.put raises
""",
    "NOT_SUPPORTED": """
plain releases the lock if q.put raises
plain calls lock.release if put throws
Out.send swallows errors raised by write
Out.two swallows OSError raised by write
J.send swallows IOExceptions thrown by write
R.nests swallows errors raised by write
nested swallows errors thrown by write
""",
    "INCONCLUSIVE": """
kept calls lock.release only on success
asked calls lock.release only on success
foremost calls lock.release only on success
any calls c.Close only on success
told calls lock.release if q.put raises
waits doesn't call g if f fails
OnAccept closes the socket when EndAccept throws
OnAccept calls sock.Close if EndAccept fails
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [(claim, status) for status, all_ in CLAIMS.items() for claim in said(all_)],
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
