"""`logs every request`, `returns only …`: nothing is left out, nothing else is given back."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.py": """
import logging
log = logging.getLogger()
class X:
    def seen(self, xs):
        for x in xs:
            if x.bad:
                log.warning("bad %s", x)
            self.put(x)
    def once(self, r):
        if self.logged:
            log.warning("r %s", r)
            self.logged = False
        self.count += 1
    def plain(self, xs):
        for x in xs:
            log.info("got %s", x)
            self.put(x)
    def straight(self, r):
        log.info("request %s", r)
        self.put(r)
    def handler(self, r):
        try:
            self.put(r)
        except ValueError as e:
            if self.logun:
                log.warning("unserializable %s", r)
            return False
        return True
    def handler2(self, r):
        try:
            self.put(r)
        except ValueError as e:
            log.warning("unserializable request %s", r)
            return False
        return True
    def pick(self, xs):
        if self.enabled:
            return [x for x in xs if x.ok]
        return xs
    def valid(self, xs):
        return [x for x in xs if x.ok]
    def only(self, k):
        if k in self.items:
            return self.items[k]
        return None
    def guarded(self, k):
        if k in self.items:
            return self.items[k]
        raise KeyError(k)
    def errs(self):
        if self.traits:
            return self.fac() + self.trait_errs()
        return self.fac()
""",
        "a.ts": """
class T {
  seen(xs: X[]) { for (const x of xs) { if (x.bad) { console.warn('bad', x) } this.put(x) } }
  once(r: R) { if (this.logged) { this.logger.warn('r', r); this.logged = false } this.n++ }
  plain(xs: X[]) { for (const x of xs) { this.logger.info('got', x); this.put(x) } }
  straight(r: R) { this.logger.info('request', r); this.put(r) }
  handler(r: R) {
    try { this.put(r) } catch (e) { if (this.logun) { this.logger.warn('unser', r) } }
  }
  each(xs: X[]) { xs.forEach(x => { if (x.bad) { console.log(x) } }) }
}
""",
        "a.go": """
package a
func (s *S) Seen(xs []X) { for _, x := range xs { if x.Bad { log.Printf("bad %v", x) }; s.put(x) } }
func (s *S) Once(r R) { if s.logged { log.Printf("r %v", r); s.logged = false }; s.n++ }
func (s *S) Straight(r R) { log.Printf("request %v", r); s.put(r) }
""",
        "A.java": """
class J {
  void seen(List<X> xs) { for (X x : xs) { if (x.bad()) { LOG.warn("bad {}", x); } put(x); } }
  void once(R r) { if (logged) { log.warn("r", r); logged = false; } n++; }
  void straight(R r) { log.info("request", r); put(r); }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
X.once logs r
X.seen logs bad items
X.seen warns about bad items
X.plain logs every x
X.straight always logs
X.straight always logs the request
T.plain logs every x
T.straight always logs
S.Straight always logs
J.straight always logs
X.guarded returns only if k is in self.items
X.guarded returns only when k is in self.items
X.only returns self.items[k] only if k is in self.items
""",
    "CONTRADICTED": """
X.once always logs
X.once always logs r
X.seen always logs
X.handler always logs
X.handler2 always logs
T.seen always logs
T.once always logs
S.Seen always logs
S.Once always logs
J.once always logs
X.once always warns
X.only returns only items that exist
X.only returns only self.items[k] if k is in self.items
X.errs returns only trait_errs when self.traits is set
X.errs returns only trait_errs if self.traits
X.pick returns xs only if self.enabled
X.pick returns xs only if self.enabled is set
""",
    "INCONCLUSIVE": """
X.once logs every request
X.once always logs the request
X.once logs each r
X.once logs all requests
X.once logs the request
X.seen logs every x
X.seen logs each item
X.seen logs all items
X.seen logs every bad item
X.seen logs every bad x
X.seen warns about every item
X.seen warns about all items
X.plain logs every item
X.straight logs every request
X.handler logs every unserializable request
X.handler logs every ValueError
X.handler logs all failures
X.handler logs every error
X.handler logs each failed request
X.handler2 logs every unserializable request
X.handler2 logs every ValueError
T.seen logs every x
T.seen logs every item
T.once logs every request
T.straight logs every request
T.handler logs every error
T.each logs every x
T.each logs every item
T.each always logs
S.Seen logs every x
S.Seen logs every item
S.Once logs every request
S.Once logs each request
S.Straight logs every request
J.seen logs every x
J.seen logs every item
J.once logs every request
X.once warns about every request
X.once records every request
X.once reports every request
X.once writes a log line for every request
X.only returns only when k is in self.items
X.only returns only if k is in self.items
X.pick returns only valid xs
X.pick returns only ok items
X.pick returns only the valid items when self.enabled is set
X.valid returns only ok items
X.valid returns only the ok items
X.errs returns only the trait errors when self.traits is set
X.errs returns only the trait errors
X.only returns None only if k is not in self.items
""",
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in said(CLAIMS[status])]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
