"""Handlers of promises: what they are of, and whether they keep what went wrong."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
class T {
  quiet(n) { this.report(n).catch(() => {}); }
  async awaited(n) { await this.report(n).catch(() => {}); this.go(); }
  named(n) { this.report(n).catch(noop); }
  func(n) { this.report(n).catch(function () {}); }
  funcE(n) { this.report(n).catch(function (e) {}); }
  under(n) { this.report(n).catch(_ => undefined); }
  nul(n) { return this.report(n).catch(() => null); }
  logs(n) { this.report(n).catch(e => this.logger.error(e)); }
  logs2(n) { this.report(n).catch(e => { console.error(e); }); }
  bare(n) { this.report(n).catch(console.error); }
  again(n) { return this.report(n).catch(e => { throw e; }); }
  again2(n) { return this.report(n).catch(e => Promise.reject(e)); }
  some(n) { return this.report(n).catch(e => { if (e.code !== 'X') throw e; }); }
  then2(n) { this.report(n).then(() => this.ok(), () => {}); }
  chain(n) { this.report(n).then(r => this.use(r)).catch(() => {}); }
  own(n) { this.report(n).catch(this.handle); }
  rejects(n) { return this.report(n).catch(e => { throw new Error('x', { cause: e }); }); }
  not(n) { return this.report(n).then(r => this.use(r)); }
  fin(n) { return this.report(n).finally(() => {}); }
  set(n) { this.handlers.catch = () => {}; this.report(n) }
  both(n) { this.report(n).catch(() => {}); return this.other(n); }
  tried(n) { try { this.report(n) } catch (e) {} }
}
""",
        "J.java": """
class J {
  CompletableFuture<Void> quiet(int n) { return report(n).exceptionally(e -> null); }
  CompletableFuture<Void> loud(int n) { return report(n).exceptionally(e -> { throw new E(e); }); }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
T.quiet swallows errors
T.quiet swallows errors of report
T.quiet ignores errors of report
T.quiet ignores errors
T.quiet swallows all errors of report
T.quiet handles errors of report
T.quiet catches errors of report
T.quiet handles errors
T.quiet catches errors
T.quiet swallows rejections
T.awaited swallows errors of report
T.awaited swallows errors
T.named swallows errors of report
T.named swallows errors
T.func swallows errors
T.funcE swallows errors of report
T.under swallows errors of report
T.nul swallows errors of report
T.nul swallows errors
T.logs swallows errors of report
T.logs handles errors of report
T.logs catches errors of report
T.bare swallows errors of report
T.bare handles errors of report
T.again never swallows errors
T.again rethrows errors
T.again2 rethrows the error
T.then2 swallows errors of report
T.then2 handles errors of report
T.chain swallows errors of report
T.chain swallows errors
T.own handles errors of report
T.not never swallows errors
T.not does not handle errors of report
T.both swallows errors of report
T.tried swallows errors of report
T.quiet has a catch block
T.quiet calls report
T.quiet ignores the error of report
T.quiet ignores failures of report
T.logs ignores errors of report
T.then2 swallows rejections of report
J.quiet swallows exceptions of report
""",
    "CONTRADICTED": """
T.quiet never swallows errors
T.quiet never ignores errors of report
T.logs never swallows errors
T.again swallows errors of report
T.again swallows errors
T.again2 swallows errors of report
T.again2 swallows errors
T.rejects swallows errors of report
J.loud swallows exceptions of report
""",
    "NOT_SUPPORTED": """
T.not swallows errors of report
T.not handles errors of report
T.fin swallows errors
T.set swallows errors of report
T.set swallows errors
T.quiet raises an error
T.awaited swallows errors of go
""",
    "INCONCLUSIVE": """
T.some swallows every error of report
T.some swallows errors of report
T.own swallows errors of report
T.both swallows errors of other
T.both swallows all errors
T.quiet swallows errors of go
T.quiet swallows every error
T.quiet catches every error
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
