"""Claims that deny twice, or say in another order what is done: each has one meaning."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "run.cs": """
class P {
  string Name(string name) {
    if (!isWindows || IsRooted(name))
      return name;
    return Combine(root, name);
  }
  async Task Run(CancellationToken token) {
    token.ThrowIfCancellationRequested();
    lock (_mutex) {
      _set.Complete(null);
    }
    await Task.Delay(1);
  }
  void Loose() {
    _set.Complete(null);
  }
  void Both() {
    lock (_mutex) {
      _set.Complete(null);
    }
    _set.Complete(null);
  }
}
class Q {
  string Key(string key, string name) {
    if (key == null)
      return name;
    return key;
  }
}
""",
    "steps.py": """
class X:
    async def wait_for(self):
        msg = await self.receive()
        return msg
    def calls(self, x):
        if x is None:
            return
        self.go(x)
        self.log(x)
    def none(self):
        return 3
    def loop(self, items):
        for item in items:
            self.use(item)
    def bare(self, x):
        self.use(x)
    def tried(self):
        try:
            self.use(1)
        except ValueError:
            pass
        self.rest()
    def cleans(self):
        try:
            self.use(1)
        finally:
            self.close()
    def guard(self, x):
        if not x:
            raise ValueError("no")
        self.use(x)
    async def other(self):
        await self.lock.acquire()
        self.go()
    def joins(self):
        self.thread.join()
""",
    "build.rb": """
class B
  def build
    compile(:extends)
    compile(:child)
  end
  def iter
    @source.each do |name, value|
      compile :extends, value
      compile :child, value
    end
  end
  def merged(settings)
    compile(@engine, :extends, settings)
    compile(@engine, :child, settings)
  end
end
""",
    "files.py": """
class W:
    def run(self):
        self.check()
        self.header = self.read_header()
        self.write(1)
        self.close()
    def plain(self):
        data = self.f.read()
        self.f.write(data)
        self.f.close()
    def ret(self):
        if self.done:
            return None
        self.log()
        return 3
""",
}
CLAIMS = {
    "SUPPORTED": (
        "P.Name returns name if IsRooted",
        "P.Run never calls Complete without the lock",
        "P.Run never calls Complete without holding the lock",
        "P.Run never calls Complete without taking the lock",
        "P.Run does not call Complete outside the lock",
        "P.Loose calls Complete without the lock",
        "P.Run never calls Complete without holding _mutex",
        "P.Both calls Complete without the lock",
        "Q.Key returns name if key is null",
        "Q.Key returns key unless key is null",
        "X.calls never fails to call log if x is given",
        "X.bare never fails to call use",
        "X.bare never fails to call use with x",
        "X.bare doesn't fail to call use",
        "X.bare does not avoid calling use",
        "X.bare never omits calling use",
        "X.bare does call use",
        "X.none does not fail to return 3",
        "X.loop does not fail to loop over items",
        "X.loop never calls use without looping",
        "X.loop does not call use outside of a loop",
        "X.bare calls use without a loop",
        "X.tried does not let ValueError escape",
        "X.tried does not let ValueError through",
        "X.tried never calls use without a try",
        "X.tried never calls use outside of a try",
        "X.cleans never leaves without calling close",
        "X.cleans does not return without calling close",
        "X.guard does not call use if x is falsy",
        "X.guard does not call use unless x is set",
        "X.guard never calls use without checking x",
        "X.guard calls use only after checking x",
        "X.guard doesn't raise unless x is not set",
        "X.guard raises unless x is set",
        "X.guard never raises if x is set",
        "X.guard raises only if x is not set",
        "X.guard doesn't raise if x is set",
        "X.guard will not call use when x is empty",
        "X.calls calls both go and log",
        "X.none calls neither go nor log",
        "X.none does not call go or log",
        "X.calls never calls log without first calling go",
        "X.calls does not call log before go",
        "X.none no longer calls go",
        "X.calls calls go and does not raise",
        "X.bare never leaves without calling use",
        "X.bare never finishes without calling use",
        "X.calls does not avoid calling log",
        "X.cleans never fails to call close",
        "B.build compiles :extends before :child",
        "B.build calls compile with :extends before :child",
        "B.iter compiles :extends before :child",
        "B.merged compiles :extends before :child",
        "B.build never compiles :child before :extends",
        "W.plain reads before it writes",
        "W.plain reads before writing",
        "W.plain writes before closing",
        "W.run calls check before it reads the header",
        "W.run calls check before reading the header",
        "W.run calls close after it writes",
        "W.run writes before it calls close",
        "W.ret calls log before it returns 3",
        "W.plain does not write before it reads",
        "W.plain never writes before reading",
    ),
    "CONTRADICTED": (
        "P.Name does not return name if the path is rooted",
        "P.Name returns name only if it is rooted",
        "P.Loose never calls Complete without the lock",
        "P.Both never calls Complete without the lock",
        "P.Run calls Complete without the lock",
        "P.Run calls Complete without holding _mutex",
        "Q.Key returns key if key is null",
        "Q.Key returns name unless key is null",
        "Q.Key never returns name",
        "X.bare does not fail to avoid calling use",
        "X.bare does not call use",
        "X.bare avoids calling use",
        "X.bare skips calling use",
        "X.bare refuses to call use",
        "X.bare refrains from calling use",
        "X.none fails to return 3",
        "X.none never returns 3",
        "X.none does not return anything",
        "X.none fails to return",
        "X.loop does not loop",
        "X.loop calls use without looping",
        "X.loop calls use without a loop",
        "X.bare does not call use outside of a loop",
        "X.tried lets ValueError escape",
        "X.tried calls use without a try",
        "X.tried never calls rest outside of a try",
        "X.cleans does not close",
        "X.cleans never calls close",
        "X.cleans leaves without calling close",
        "X.guard does not call use if x is set",
        "X.guard calls use without checking x",
        "X.guard doesn't raise unless x is set",
        "X.guard raises unless x is not set",
        "X.guard never raises if x is not set",
        "X.guard raises only if x is set",
        "X.guard doesn't raise if x is not set",
        "X.guard doesn't raise ValueError if x is missing",
        "X.guard will call use when x is empty",
        "X.guard calls use even if x is empty",
        "X.calls always calls log",
        "X.calls neither calls go nor log",
        "X.calls calls neither go nor log",
        "X.calls does not call go or log",
        "X.calls doesn't call either go or log",
        "X.calls calls log without calling go",
        "X.calls calls log without first calling go",
        "X.calls does not call go before log",
        "X.calls no longer calls go",
        "X.calls calls go but not log",
        "X.calls calls log but not go",
        "X.calls calls go and does not call log",
        "X.calls never leaves without calling log",
        "X.calls never finishes without calling log",
        "X.calls never exits without calling log",
        "X.calls never proceeds without calling log",
        "X.calls never returns without calling log",
        "X.calls never fails to call log",
        "X.calls does not fail to call log",
        "X.calls never avoids calling log",
        "X.calls never forgets to call log",
        "B.build compiles :child before :extends",
        "B.iter compiles :child before :extends",
        "B.merged compiles :child before :extends",
        "B.build never compiles :extends before :child",
        "W.plain writes before it reads",
        "W.plain reads after writing",
        "W.run reads the header before it calls check",
        "W.run calls check after it reads the header",
        "W.run calls close before it writes",
        "W.ret calls log before it returns None",
        "W.plain does not read before it writes",
        "W.plain never reads before it writes",
    ),
    "INCONCLUSIVE": (
        "P.Name returns name unless the path is rooted",
        "P.Name returns name unless IsRooted",
        "P.Name returns name only if the path is rooted",
        "P.Run never throws if cancelled",
        "P.Run does not throw when cancellation is requested",
        "P.Run throws if cancelled",
        "P.Run throws if cancellation was requested",
        "P.Run throws unless cancelled",
        "P.Run throws unless cancellation was requested",
        "X.wait_for never waits for the message",
        "X.wait_for does not wait for a message",
        "X.wait_for waits for the message",
        "X.guard always calls use",
        "X.guard calls use no matter what",
        "X.guard never goes on without calling use",
        "X.other never waits for the lock",
        "X.joins never waits for the thread",
    ),
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
