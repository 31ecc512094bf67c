"""Claims about names that are no plain ASCII words, or are spelled as particles are."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = (
    {
        "a.py": """
def größe(x):
    naïve(x)
    return x
def naïve(x):
    pass
def señal(año):
    año.mirar()
class Größe:
    def messe(self, länge):
        self.länge = länge
        return self.prüfe(länge)
    def prüfe(self, länge):
        if länge:
            raise ÜberlaufError("x")
def 計算(数):
    確認(数)
    return 数
def 確認(数):
    pass
""",
    },
    {
        "a.py": """
def send(src, to, to_all=True):
    deliver(to)
    return src
def copy(source, to):
    to.write(source)
def between(start, with_=None):
    return start
""",
        "b.ts": """
function move(from: string, to: string) { rename(from, to); return from; }
function apply(with_: any, on: boolean, by: number) { if (on) { put(by); } }
function loop(of: any[], at: number, as: string) { put(of); store(as); return at; }
""",
        "c.swift": """
func go(from: Int, to: Int) { run(from, to) }
func use(with x: Int, in y: Int) { run(x, y) }
""",
        "d.rb": """
def pull(from, to, by)
  push(from)
  to.write(by)
  by
end
""",
        "e.kt": """
fun shift(from: Int, to: Int, by: Int): Int { put(from); return to }
""",
        "f.go": """
package f
func Trip(from, to string) string { book(from); return to }
""",
        "G.java": """
class G { int hop(int from, int to) { this.at = to; book(from); return from; } }
""",
    },
    {
        "A.java": """
class A {
  String swap(String str) { if (StringUtils.isEmpty(str)) { return str; } put(1); return str; }
  String blank(String str) { if (Util.isBlank(str)) { return null; } put(1); return str; }
  String full(String str) { if (!StringUtils.isEmpty(str)) { return str; } put(1); return str; }
}
""",
        "b.rb": """
class B
  def call(object, &block)
    if ::Kernel.block_given?
      array! object, &block
    else
      extract object
    end
  end
end
""",
    },
)
CLAIMS = (
    (0, "SUPPORTED", "größe calls naïve"),
    (0, "SUPPORTED", "`größe` calls `naïve`"),
    (0, "NOT_SUPPORTED", "größe calls señal"),
    (0, "SUPPORTED", "größe returns x"),
    (0, "SUPPORTED", "größe never calls señal"),
    (0, "CONTRADICTED", "größe never calls naïve"),
    (0, "SUPPORTED", "señal calls año.mirar"),
    (0, "SUPPORTED", "señal takes año"),
    (0, "SUPPORTED", "Größe.messe calls self.prüfe"),
    (0, "SUPPORTED", "Größe.messe writes self.länge"),
    (0, "SUPPORTED", "Größe.prüfe raises ÜberlaufError"),
    (0, "SUPPORTED", "Größe.messe calls Größe.prüfe"),
    (0, "NOT_SUPPORTED", "Größe.messe raises ÜberlaufError"),
    (0, "SUPPORTED", "Größe.messe takes länge"),
    (0, "SUPPORTED", "Größe.messe takes a parameter länge"),
    (0, "SUPPORTED", "計算 calls 確認"),
    (0, "SUPPORTED", "`計算` calls `確認`"),
    (0, "SUPPORTED", "計算 returns 数"),
    (0, "NOT_SUPPORTED", "確認 calls 計算"),
    (0, "SUPPORTED", "does größe call naïve?"),
    (0, "SUPPORTED", "größe calls naïve and returns x"),
    (0, "SUPPORTED", "naïve is called by größe"),
    (0, "SUPPORTED", "Größe has a method messe"),
    (1, "SUPPORTED", "send takes to"),
    (1, "SUPPORTED", "send takes a parameter to"),
    (1, "SUPPORTED", "send takes a parameter named to"),
    (1, "SUPPORTED", "send takes src and to"),
    (1, "SUPPORTED", "send passes to to deliver"),
    (1, "SUPPORTED", "send calls deliver with to"),
    (1, "NOT_SUPPORTED", "send takes from"),
    (1, "NOT_SUPPORTED", "copy takes from"),
    (1, "SUPPORTED", "copy uses to"),
    (1, "SUPPORTED", "copy uses its parameter to"),
    (1, "SUPPORTED", "copy calls to.write"),
    (1, "SUPPORTED", "move takes from"),
    (1, "SUPPORTED", "move takes from and to"),
    (1, "SUPPORTED", "move takes a parameter from"),
    (1, "SUPPORTED", "move takes parameters from and to"),
    (1, "SUPPORTED", "move takes the parameters from and to"),
    (1, "SUPPORTED", "move returns from"),
    (1, "NOT_SUPPORTED", "move returns to"),
    (1, "SUPPORTED", "move passes from to rename"),
    (1, "SUPPORTED", "move calls rename with from"),
    (1, "SUPPORTED", "move calls rename with from and to"),
    (1, "NOT_SUPPORTED", "move takes in"),
    (1, "SUPPORTED", "apply takes on"),
    (1, "SUPPORTED", "apply takes by"),
    (1, "SUPPORTED", "apply calls put with by"),
    (1, "SUPPORTED", "apply calls put if on"),
    (1, "SUPPORTED", "apply calls put only if on"),
    (1, "NOT_SUPPORTED", "apply calls put with on"),
    (1, "SUPPORTED", "loop takes of"),
    (1, "SUPPORTED", "loop takes at"),
    (1, "SUPPORTED", "loop takes as"),
    (1, "SUPPORTED", "loop returns at"),
    (1, "SUPPORTED", "loop calls put with of"),
    (1, "SUPPORTED", "loop calls store with as"),
    (1, "NOT_SUPPORTED", "loop calls store with at"),
    (1, "SUPPORTED", "go takes from"),
    (1, "SUPPORTED", "go takes to"),
    (1, "SUPPORTED", "c.swift::go passes from to run"),
    (1, "SUPPORTED", "pull takes from"),
    (1, "SUPPORTED", "pull takes from, to and by"),
    (1, "SUPPORTED", "pull returns by"),
    (1, "NOT_SUPPORTED", "pull returns to"),
    (1, "SUPPORTED", "pull calls push with from"),
    (1, "NOT_SUPPORTED", "pull calls push with to"),
    (1, "SUPPORTED", "shift takes from"),
    (1, "SUPPORTED", "shift returns to"),
    (1, "NOT_SUPPORTED", "shift returns from"),
    (1, "SUPPORTED", "shift calls put with from"),
    (1, "NOT_SUPPORTED", "shift calls put with to"),
    (1, "SUPPORTED", "Trip returns to"),
    (1, "NOT_SUPPORTED", "Trip returns from"),
    (1, "SUPPORTED", "Trip calls book with from"),
    (1, "NOT_SUPPORTED", "Trip calls book with to"),
    (1, "SUPPORTED", "Trip takes from and to"),
    (1, "SUPPORTED", "G.hop returns from"),
    (1, "NOT_SUPPORTED", "G.hop returns to"),
    (1, "SUPPORTED", "G.hop takes from"),
    (1, "SUPPORTED", "G.hop sets this.at to to"),
    (1, "SUPPORTED", "G.hop calls book with from"),
    (1, "NOT_SUPPORTED", "G.hop calls book with to"),
    (1, "CONTRADICTED", "move does not take from"),
    (1, "SUPPORTED", "move ignores neither from nor to"),
    (1, "CONTRADICTED", "move ignores from"),
    (1, "CONTRADICTED", "move ignores to"),
    (1, "CONTRADICTED", "move never uses from"),
    (1, "SUPPORTED", "Trip never takes by"),
    (2, "SUPPORTED", "A.swap bails out early when the string is empty"),
    (2, "SUPPORTED", "A.swap returns early if str is empty"),
    (2, "CONTRADICTED", "A.swap returns early if the string is not empty"),
    (2, "SUPPORTED", "A.swap calls put only if str is not empty"),
    (2, "CONTRADICTED", "A.swap calls put only if str is empty"),
    (2, "CONTRADICTED", "A.full returns early if the string is empty"),
    (2, "SUPPORTED", "A.full returns early if the string is not empty"),
    (2, "SUPPORTED", "B.call calls array! if a block was given"),
    (2, "CONTRADICTED", "B.call calls extract if a block was given"),
    (2, "SUPPORTED", "B.call delegates to array! if a block was given"),
)


@pytest.mark.parametrize(("at", "status", "claim"), CLAIMS)
def test_what_follows(at: int, status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES[at]), claim).status.value == status
