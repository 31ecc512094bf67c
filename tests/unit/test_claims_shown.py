"""What is shown in few words: loops without an end, several values at once, Go's interfaces."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "m.go": """package m
type Router interface { Use(); Serve(n int) string }
type Mux struct { n int }
var _ Router = &Mux{}
type Full struct { Mux }
var (
	_ Wide = (*Full)(nil)
	_ http.Handler = Full{}
)
func (n *Mux) Find() (a, b *Mux, c Handler) { if n.n > 1 { return n, n, h }; return nil, nil, nil }
func (n *Mux) Encoder() (Enc, string) { if n.n > 1 { return n, "" }; return nil, "" }
func (n *Mux) Done() (int, error) { return 0, nil }
func (n *Mux) Fails() (*Mux, error) { return nil, errGone }
func (n *Mux) Pair() (int, bool) { return 1, true }
func (n *Mux) Endless() { for { n.step() } }
func (n *Mux) Thrice() { for i := 0; i < 3; i++ { n.step() } }
""",
        "p.py": """
def pair(): return None, 1
def tupled(): return (None, 1)
def one(): return None
def two(): return (first(None), 1)
def while_true():
    while True:
        step()
def guarded():
    try:
        w()
    finally:
        y()
""",
        "r.rb": """class S
  def endless1
    while true
      work
    end
  end
  def endless2; until false; work; end; end
  def endless3; begin; work; end while true; end
  def ended; while true_enough; work; end; end
  def two_values; return nil, 1; end
end""",
        "c.c": """
void endless4(void) { do { work(); } while (1); }
void endless5(void) { while (1) work(); }
void ended2(void) { do { work(); } while (n); }
""",
        "h.cs": """class H {
  void Tried() {
    try
    {
      work();
    }
    finally
    {
      done();
    }
  }
}""",
    }
)


@pytest.mark.parametrize("name", ["Endless", "while_true", *(f"endless{n}" for n in range(1, 6))])
def test_endless(name: str) -> None:
    assert verify(SNAPSHOT, f"{name} loops forever").status == "SUPPORTED"
    assert verify(SNAPSHOT, f"{name} has no infinite loop").status == "CONTRADICTED"


@pytest.mark.parametrize("name", ["Thrice", "ended", "ended2"])
def test_ended(name: str) -> None:
    assert verify(SNAPSHOT, f"{name} loops forever").status == "NOT_SUPPORTED"


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Mux.Find returns nil", "SUPPORTED"),
        ("Mux.Find never returns nil", "CONTRADICTED"),
        ("Mux.Encoder returns nil", "SUPPORTED"),
        ("Mux.Done returns nil", "INCONCLUSIVE"),
        ("Mux.Done never returns nil", "INCONCLUSIVE"),
        ("Mux.Done returns a nil error", "SUPPORTED"),
        ("Mux.Fails returns a nil error", "NOT_SUPPORTED"),
        ("Mux.Find returns a nil error", "INCONCLUSIVE"),
        ("Mux.Fails returns nil", "INCONCLUSIVE"),
        ("Mux.Pair returns nil", "NOT_SUPPORTED"),
        ("pair returns None", "INCONCLUSIVE"),
        ("tupled never returns None", "INCONCLUSIVE"),
        ("one returns None", "SUPPORTED"),
        ("p.two returns None", "NOT_SUPPORTED"),
        ("S.two_values never returns nil", "INCONCLUSIVE"),
    ],
)
def test_none_among_several_values(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


@pytest.mark.parametrize(
    ("claim", "status", "line"),
    [
        ("Mux implements Router", "SUPPORTED", 4),
        ("Mux satisfies Router", "SUPPORTED", 4),
        ("Mux does not implement Router", "CONTRADICTED", 4),
        ("Full implements Wide", "SUPPORTED", 7),
        ("Full implements http.Handler", "SUPPORTED", 8),
        ("Full implements other.Handler", "INCONCLUSIVE", 0),
        ("Full implements Router", "INCONCLUSIVE", 0),
        ("Full does not implement Router", "INCONCLUSIVE", 0),
    ],
)
def test_interfaces_of_go(claim: str, status: str, line: int) -> None:
    answer = verify(SNAPSHOT, claim)
    assert (answer.status, [one.line for one in answer.evidence]) == (
        status,
        [line] if line else [],
    )


@pytest.mark.parametrize(
    ("name", "text"), [("H.Tried", "    finally"), ("guarded", "    finally:")]
)
def test_the_line_of_finally_is_that_of_its_keyword(name: str, text: str) -> None:
    assert [one.text for one in verify(SNAPSHOT, f"{name} has a finally").evidence] == [text]
