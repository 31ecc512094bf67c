"""Claims whose names are plain words: `calls on`, `writes params`, `calls zap but not wait`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "m.js": """
class A {
  listen() {
    this.server.on('request', this.handler);
    this.server.close();
  }
  twice() {
    this.stop();
    this.go();
  }
  chained() {
    this.e.once('x', f);
    this.e.off('x', f);
    this.promise.then(f);
  }
  over(find, q) {
    zap(q);
    return q;
  }
  given(lock, first) {
    zap(lock);
  }
  leading(x) {
    before(x);
    when(x);
    only(x);
    but(x);
    nothing(x);
    twice(x);
  }
  named() {
    this.x.first(1);
    this.x.test(2);
    while (this.done) {
      zap(2);
    }
  }
  plain(q) {
    return q;
  }
  conf(o) {
    this.interval = o.interval || 5;
    this.code = o.code || 500;
  }
}
""",
    "p.py": """
class B:
    def f(self):
        self.params = 1
        self.file = 2
        self.to = 3
        self.zap = 4
    def g(self):
        self.zap = 2
    def r(self):
        return self.params
    def each(self, rows):
        for row in rows:
            if row.bad:
                continue
            self.put(row)
    def load(self, cfg):
        self.interval = cfg.get("interval", 5)
        try:
            return self.read()
        except OSError:
            return None
""",
    "m.rb": """
class C
  def merge(attributes)
    attributes.each { |attribute| self << attribute }
    self
  end
end
""",
    "x.swift": """
func check(in root: String) -> [String]? {
    do {
        return try FileManager.default.contents(at: root)
    } catch {
        return nil
    }
}
func settings(a: String) -> [String]? {
    let r = launch(a)
    return try? JSONDecoder().decode([String].self, from: r.data)
}
""",
    "c.go": """package m
import (
	"errors"
	"zap"
)
func f() error {
	return errors.New("x")
}
func g() {
	zap.Go()
}
""",
    "n.py": """
import os
def uses_it():
    return os.getcwd()
def other():
    return 1
""",
    "lib.rs": """
pub struct M { level: u8, target: u8 }
impl M {
    pub fn level(&mut self, level: u8) {
        self.level = level;
    }
    pub fn target(&mut self, target: u8) {
        self.target = target;
    }
}
pub fn logger() -> &'static dyn Log {
    if STATE.load(Ordering::Acquire) != INITIALIZED {
        &NOP
    } else {
        unsafe { LOGGER }
    }
}
""",
}

CLAIMS = {
    "SUPPORTED": (
        "A.listen calls on",
        "A.listen calls on before close",
        "A.listen calls close after on",
        "A.listen calls on once",
        "A.twice does not call on",
        "A.twice calls stop but not wait",
        "A.twice calls stop but not close",
        "A.twice calls stop and not close",
        "A.twice makes no call to first",
        "A.twice makes no call to before",
        "A.twice makes no call to when",
        "A.twice never calls only",
        "A.twice has no call of nothing",
        "A.leading calls before",
        "A.leading makes a call to only",
        "A.leading calls twice",
        "A.chained calls once and off",
        "A.chained calls off after once",
        "A.chained calls off before then",
        "A.chained never calls on",
        "A.over takes find",
        "A.given takes lock",
        "A.given has a parameter lock",
        "A.given passes lock to zap",
        "A.conf defaults the code to 500",
        "A.conf defaults the interval to 5 seconds",
        "B.f writes params",
        "B.f writes file",
        "B.f writes to",
        "B.g writes zap but not file",
        "B.g writes zap but not size",
        "B.r uses params",
        "B.g never writes to",
        "B.each skips the row if it is bad",
        "B.load defaults the interval to 5 seconds",
        "B.load returns None if an error is caught",
        "C.merge does not call new",
        "check does not rethrow the error",
        "check returns nil if an error is caught",
        "settings returns nil if decode fails",
        "M.level does not write target",
        "c.go imports errors",
        "n.py does not import errors",
        "n.py imports os but not errors",
        "n.py::uses_it uses os",
        "n.py::other does not use os",
        "logger returns LOGGER",
        "logger returns LOGGER if STATE is INITIALIZED",
    ),
    "CONTRADICTED": (
        "A.listen never calls on",
        "A.listen calls close before on",
        "A.listen calls on twice",
        "A.named makes no call to first",
        "A.leading makes no call to before",
        "A.leading makes no call to when",
        "A.leading makes no call to but",
        "A.leading makes no call to nothing",
        "A.leading contains no calls to twice",
        "A.leading never calls only",
        "A.leading calls nothing",
        "A.named works without test",
        "A.chained calls then before off",
        "B.f does not write params",
        "B.f never writes to",
        "B.r never reads params",
    ),
    "NOT_SUPPORTED": (
        "A.twice calls on",
        "A.twice calls before",
        "A.twice calls but",
        "A.twice calls with",
        "A.twice calls then",
        "A.twice calls `for`",
        "A.over calls zap with find",
        "A.plain takes a value parameter",
        "A.plain takes key",
        "A.conf defaults code to 404",
        "B.g writes to",
        "B.g writes params",
        "C.merge calls new",
        "C.merge calls given",
        "check rethrows the error",
        "M.level writes target",
        "n.py imports errors",
        "n.py::other uses os",
    ),
    "INCONCLUSIVE": ("settings returns nil if launch fails",),
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status


def test_the_line_of_an_import_in_a_group() -> None:
    answer = verify(snapshot_of(FILES), "c.go imports zap")
    assert [one.line for one in answer.evidence] == [4]
