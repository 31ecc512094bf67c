"""`Only f does it`: one other that does it too speaks against it, in whatever language."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "raft.go": """package raft

func (r *Raft) follow() { <-r.rpcCh; r.lead = 1 }
func (r *Raft) elect() { <-r.rpcCh; r.term = 2 }
func (t *Trans) serve() { t.lead = 4; reply := make(); reply.ok = true }
func (t *Trans) drop() { var reply Reply; reply.ok = false }
func (t *Trans) stop() { panic(ErrGone) }
func newRaft() *Raft { return &Raft{} }
func (t *Trans) leader() *Raft {
	return t.raft
}
func limit(n int) int { return n }
func (t *Trans) half() { limit(2) }
""",
        "check.py": """
import config

class Gone(Exception):
    pass

class Torn(Exception):
    pass

class Check:
    def __init__(self):
        self.seen = None

    def ping(self):
        self.last_start = config.NOW
        self._token = 1
        config.LEVEL = 2
        raise Gone("x")

    def prune(self):
        self.seen = 1
        try:
            self.load()
        except Torn:
            pass

class Other:
    def ping(self):
        self._token = 3
        self.lone = 1
""",
        "views.py": """
from check import Gone, Torn
import config

def view(check, thing):
    check.last_start = None
    thing.lone = 2

def late():
    last = config.NOW
    def inner():
        raise Gone("late")
    return inner

try:
    late()
except Torn:
    pass
""",
        "plain.py": """
def shared(): pass
def single(): pass
def top(): shared(), single()
def low():
    shared()
    back()
""",
        "panel.ts": """
export class Panel {
  render() { this.shown = true; throw new RangeError("x") }
  hide() { this.hidden = true }
}
export class Card extends Panel {
  fold() { this.hidden = false }
}
export function boot() { throw new RangeError("y") }
""",
        "shell.rb": """
class Shell
  def say; @muted = false; raise Quiet; end
  def mute; @muted = true; end
  def base; @base = 1; end
end
class Tty
  def base; @base = 2; end
end
""",
    }
)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("only Raft.follow reads r.rpcCh", "CONTRADICTED"),
        ("only Raft.elect reads r.rpcCh", "CONTRADICTED"),
        ("only `Raft.follow` writes `r.lead`", "SUPPORTED"),
        ("only Trans.serve writes reply.ok", "CONTRADICTED"),
        ("`Raft.elect` alone writes `r.term`", "SUPPORTED"),
        ("`r.term` is only written by `Raft.elect`", "SUPPORTED"),
        ("`r.rpcCh` is only read by `Raft.elect`", "CONTRADICTED"),
        ("only Trans.stop panics", "INCONCLUSIVE"),
        ("only Trans.drop panics", "NOT_SUPPORTED"),
        ("only newRaft instantiates Raft", "SUPPORTED"),
        ("Trans.leader instantiates Raft", "NOT_SUPPORTED"),
        ("only Trans.half uses `limit`", "SUPPORTED"),
        ("only Trans.half and Trans.drop use limit", "INCONCLUSIVE"),
        ("only Check.ping writes last_start", "CONTRADICTED"),
        ("only `Check.ping` writes `self.last_start`", "CONTRADICTED"),
        ("only Check.ping writes self._token", "SUPPORTED"),
        ("`Check.ping` is the only method that sets `self._token`", "SUPPORTED"),
        ("`Check.prune` is the only method that sets `self.seen`", "CONTRADICTED"),
        ("only Other.ping writes self.lone", "INCONCLUSIVE"),
        ("only Check.ping reads config.NOW", "CONTRADICTED"),
        ("only Check.ping writes config.LEVEL", "SUPPORTED"),
        ("only Check.ping raises Gone", "CONTRADICTED"),
        ("no other function than Check.ping raises Gone", "CONTRADICTED"),
        ("`Check.ping` is the only method of `Check` that raises `Gone`", "SUPPORTED"),
        ("the only method that raises Gone is Check.ping", "CONTRADICTED"),
        ("only Check.prune catches Torn", "CONTRADICTED"),
        ("only Check.prune raises Gone", "NOT_SUPPORTED"),
        ("only Check.prune never raises Gone", "INCONCLUSIVE"),
        ("only Panel.render throws RangeError", "CONTRADICTED"),
        ("only Panel.render writes this.shown", "SUPPORTED"),
        ("only Panel.hide writes this.hidden", "INCONCLUSIVE"),
        ("only Shell.say writes @muted", "CONTRADICTED"),
        ("only Shell.base writes @base", "SUPPORTED"),
        ("only `Shell.say` raises `Quiet`", "SUPPORTED"),
        ("only `Shell.say` raises", "INCONCLUSIVE"),
        ("only top calls shared", "CONTRADICTED"),
        ("only plain.top calls single", "SUPPORTED"),
        ("plain.top is the only function that calls shared", "CONTRADICTED"),
        ("only plain.low calls back", "INCONCLUSIVE"),
    ],
)
def test_who_else(claim: str, status: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status == status, answer.summary
    if status == "CONTRADICTED":
        assert answer.evidence
        assert not any(one.supports for one in answer.evidence)


def test_the_other_one_is_shown() -> None:
    [line] = verify(SNAPSHOT, "only Check.ping writes last_start").evidence
    assert (line.place.symbol.path, line.text.strip()) == ("views.py", "check.last_start = None")
