"""What stands in a function that is handed on is open for all that a claim may say of it."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "pump.ts": """
class Pump {
  tries() { return this.trace(() => { try { go(); } catch (e) { log(e); } }); }
  waits() { return this.trace(async () => { await this.x.go(); }); }
  sets() { return this.trace(() => { this.isBusy = true; }); }
  looks() { return this.trace(() => opts["key"]); }
  makes() { this.getSocket(() => { const c = new Conn(1); c.go(); }); }
  loops(xs) { return this.trace(() => { for (const x of xs) { go(x); } }); }
  asks() { return this.trace(() => { if (this.a) { go(); } }); }
  each(xs) { xs.forEach(x => { try { go(x); } catch (e) { log(e); } }); }
  atOnce() { (() => { try { go(); } catch (e) { log(e); } })(); }
  deep() { (async () => { await this.trace("c", async span => { this.emit("x"); }); })(); }
  later() { setTimeout(() => { try { this.isBusy = true; } catch (e) { new Conn(); } }, 3); }
  routes() { app.get("/x", () => { new Conn(); }); }
  turns(xs) { return xs.map(x => { if (x.ok) { go(x); } return x; }); }
  sorts(xs) { return xs.map(x => { for (const y of x) { go(y); } return x; }); }
  starts() { (async () => { await this.go(); })(); }
  plain() { return this.trace(() => 3); }
  both() { try { go(); } catch (e) { log(e); } return this.trace(() => 3); }
}
""",
        "row.tsx": "function Panel() { return <Row onClick={() => { new Conn(); }} />; }\n",
        "hand.py": """
def hand(run):
    def bad():
        try:
            go()
        except ValueError:
            pass
        for x in y:
            go(x["k"])
    run(bad)

def given():
    def bad():
        try:
            go()
        except ValueError:
            pass
    return bad
""",
        "Hand.java": """
class Hand {
  void own() { runner.perform(() -> { try { go(); } catch (IOException e) { new Conn(); } }); }
  void later() { pool.submit(() -> { try { go(); } catch (IOException e) { new Conn(); } }); }
  void each(List<String> xs) { xs.forEach(x -> { try { go(); } catch (IOException e) { } }); }
}
""",
        "hand.go": """package hand

func Own(xs []int) { perform(func() { for _, x := range xs { go1(x) } }) }
func Calm(xs []int) { perform(func() { go1(3) }) }
""",
    }
)
CLAIMS = {
    "INCONCLUSIVE": said(
        """
Pump.tries never catches errors
Pump.tries catches errors
Pump.tries has no try
Pump.tries never swallows errors
Pump.waits never awaits anything
Pump.waits awaits this.x.go
Pump.sets never writes isBusy
Pump.sets writes isBusy
Pump.looks never reads opts["key"]
Pump.makes never instantiates Conn
Pump.makes instantiates Conn
Pump.loops has no loops
Pump.loops has a loop
Pump.asks has no conditional
Pump.deep never calls this.emit
Pump.turns has a conditional
Pump.turns has no conditional
Pump.sorts has no loops
Pump.starts never awaits anything
Pump.starts awaits this.go
hand never catches ValueError
hand has no loops
hand never reads x["k"]
Hand.own never catches IOException
Hand.own never instantiates Conn
Pump.later never writes isBusy
Own has no loops
"""
    ),
    "SUPPORTED": said(
        """
Pump.each catches errors
Pump.atOnce catches errors
Pump.both catches errors
Pump.later never catches errors
Pump.later never instantiates Conn
Pump.routes never instantiates Conn
Pump.plain never catches errors
Pump.plain has no loops
Pump.tries never catches TypeError
Panel never instantiates Conn
given never catches ValueError
Hand.later never catches IOException
Hand.each catches IOException
Calm has no loops
"""
    ),
    "CONTRADICTED": said(
        """
Pump.each never catches errors
Pump.atOnce never catches errors
Hand.each never catches IOException
"""
    ),
    "NOT_SUPPORTED": [
        "Pump.turns has a conditional of its own",
        "Pump.later catches errors",
        "Pump.plain has a loop",
    ],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
