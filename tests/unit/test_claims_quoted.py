"""Claims that quote a text: it is held to the very call or raise that they name."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = (
    {
        "a.py": """
import logging
log = logging.getLogger(__name__)
class Box:
    def bad(self, n):
        if n < 0:
            raise ValueError("negative size")
        raise KeyError(f"no key {n}")
    def two(self, n):
        if n:
            raise ValueError("too big")
        raise TypeError("negative size")
    def var(self):
        msg = "negative size"
        raise ValueError(msg)
    def warn(self):
        log.warning("low %s", 1)
        log.info("done")
        print("hello")
    def pr(self):
        print("total", 3)
    def call(self):
        make("a")
        other("b")
    def mk(self):
        make(2)
    def kw(self):
        open("x", mode="r")
""",
    },
    {
        "a.ts": """
function bad(n) { if (n < 0) { throw new RangeError("negative size");
}
throw new TypeError(`no key ${n}`);
}
function warn() { console.warn("low"); console.log('done'); }
""",
        "b.go": """
package b
func Bad(n int) error { if n < 0 { return errors.New("negative size") };
return fmt.Errorf("no key %d", n) }
func Pan() { panic("too big") }
func Pr() { log.Printf("low %d", 1) }
""",
        "c.rs": """
fn badr(n: i32) -> Result<i32, E> { if n < 0 { return Err(E::new("negative size"));
}
panic!("too big") }
""",
        "d.rb": """
class D
  def bad(n)
    raise ArgumentError, "negative size" if n < 0
    raise KeyError.new("no key")
  end
  def pr
    puts "hello"
  end
end
""",
        "E.java": """
class E {
  void bad(int n) { if (n < 0) { throw new IllegalArgumentException("negative size");
}
throw new IllegalStateException("too big: " + n);
}
  void pr() { System.out.println("hello"); log.error("failed", e); }
}
""",
        "f.c": """
void pr(void) { printf("hello %d\\n", 1); fprintf(stderr, "bad\\n"); }
""",
        "g.kt": """
fun badk(n: Int) { require(n > 0) { "negative size" }; throw IllegalStateException("too big") }
""",
        "h.cs": """
class H { void Bad(int n) { if (n < 0) throw new ArgumentException("negative size", nameof(n));
throw new InvalidOperationException($"no {n}");
}
}
""",
        "i.swift": """
func bads() throws { throw Err.bad("negative size") }
func fatal() { fatalError("too big") }
""",
        "j.cpp": """
void badc(int n) { if (n < 0) throw std::invalid_argument("negative size");
throw std::runtime_error("too big");
}
""",
        "k.php": """
<?php
class K { function badp($n) { throw new InvalidArgumentException("negative size"); } }
""",
    },
)
CLAIMS = (
    (0, "SUPPORTED", "Box.bad raises ValueError"),
    (0, "SUPPORTED", 'Box.bad raises ValueError with "negative size"'),
    (0, "SUPPORTED", 'Box.bad raises ValueError("negative size")'),
    (0, "SUPPORTED", 'Box.bad raises `ValueError("negative size")`'),
    (0, "NOT_SUPPORTED", 'Box.bad raises `ValueError("too big")`'),
    (0, "NOT_SUPPORTED", 'Box.bad raises ValueError("too big")'),
    (0, "NOT_SUPPORTED", 'Box.bad raises ValueError with "too big"'),
    (0, "NOT_SUPPORTED", 'Box.bad raises ValueError with the message "too big"'),
    (0, "SUPPORTED", 'Box.bad raises ValueError with the message "negative size"'),
    (0, "SUPPORTED", 'Box.bad raises ValueError with a message that says "negative size"'),
    (0, "NOT_SUPPORTED", 'Box.bad raises ValueError with a message that says "too big"'),
    (0, "NOT_SUPPORTED", 'Box.bad raises ValueError with a message that mentions "too big"'),
    (0, "NOT_SUPPORTED", 'Box.bad raises ValueError saying "too big"'),
    (0, "SUPPORTED", 'Box.bad raises ValueError saying "negative size"'),
    (0, "INCONCLUSIVE", 'Box.bad raises KeyError with "negative size"'),
    (0, "INCONCLUSIVE", 'Box.bad raises KeyError with the message "negative size"'),
    (0, "SUPPORTED", "Box.bad raises KeyError with a message that names the key"),
    (0, "NOT_SUPPORTED", 'Box.two raises ValueError with "negative size"'),
    (0, "NOT_SUPPORTED", 'Box.two raises ValueError with the message "negative size"'),
    (0, "SUPPORTED", 'Box.two raises TypeError with "negative size"'),
    (0, "NOT_SUPPORTED", 'Box.two raises TypeError with "too big"'),
    (0, "INCONCLUSIVE", 'Box.var raises ValueError with "negative size"'),
    (0, "INCONCLUSIVE", 'Box.var raises ValueError with "too big"'),
    (0, "SUPPORTED", 'Box.bad never raises ValueError with "too big"'),
    (0, "CONTRADICTED", 'Box.bad never raises ValueError with "negative size"'),
    (0, "SUPPORTED", 'Box.warn logs "done"'),
    (0, "INCONCLUSIVE", 'Box.warn logs "failed"'),
    (0, "INCONCLUSIVE", 'Box.warn logs a warning with "done"'),
    (0, "INCONCLUSIVE", 'Box.warn logs a warning "done"'),
    (0, "SUPPORTED", 'Box.warn prints "hello"'),
    (0, "INCONCLUSIVE", 'Box.warn prints "done"'),
    (0, "INCONCLUSIVE", 'Box.warn prints "bye"'),
    (0, "INCONCLUSIVE", 'Box.warn prints "low %s"'),
    (0, "INCONCLUSIVE", 'Box.warn logs "hello"'),
    (0, "SUPPORTED", 'Box.pr prints "total"'),
    (0, "INCONCLUSIVE", 'Box.pr prints "sum"'),
    (0, "SUPPORTED", 'Box.call calls make with "a"'),
    (0, "NOT_SUPPORTED", 'Box.call calls make with "b"'),
    (0, "SUPPORTED", 'Box.call calls make("a")'),
    (0, "NOT_SUPPORTED", 'Box.call calls make("b")'),
    (0, "NOT_SUPPORTED", 'Box.call calls `make("b")`'),
    (0, "SUPPORTED", 'Box.call calls `other("b")`'),
    (0, "SUPPORTED", "Box.mk calls make(2)"),
    (0, "NOT_SUPPORTED", "Box.mk calls make(1)"),
    (0, "NOT_SUPPORTED", "Box.mk calls `make(1)`"),
    (0, "SUPPORTED", "Box.mk never calls make(1)"),
    (0, "CONTRADICTED", "Box.mk never calls make(2)"),
    (0, "SUPPORTED", 'Box.kw calls open with mode="r"'),
    (0, "NOT_SUPPORTED", 'Box.kw calls open with mode="w"'),
    (0, "NOT_SUPPORTED", 'Box.kw calls open("y", mode="r")'),
    (0, "NOT_SUPPORTED", 'Box.kw calls open("x", mode="w")'),
    (0, "SUPPORTED", 'Box.warn calls log.warning with "low %s"'),
    (0, "NOT_SUPPORTED", 'Box.warn calls log.warning with "done"'),
    (0, "SUPPORTED", 'Box.warn calls log.info("done")'),
    (0, "NOT_SUPPORTED", 'Box.warn calls log.info("low %s")'),
    (1, "SUPPORTED", 'bad in a.ts throws RangeError with "negative size"'),
    (1, "SUPPORTED", 'a.ts::bad throws RangeError with "negative size"'),
    (1, "NOT_SUPPORTED", 'a.ts::bad throws RangeError with "too big"'),
    (1, "INCONCLUSIVE", 'a.ts::bad throws TypeError with "negative size"'),
    (1, "NOT_SUPPORTED", 'a.ts::bad throws RangeError("too big")'),
    (1, "SUPPORTED", 'a.ts::bad throws RangeError("negative size")'),
    (1, "NOT_SUPPORTED", "a.ts::bad throws RangeError with the message 'too big'"),
    (1, "SUPPORTED", "a.ts::bad throws RangeError with the message 'negative size'"),
    (1, "SUPPORTED", 'warn calls console.warn with "low"'),
    (1, "NOT_SUPPORTED", 'warn calls console.warn with "done"'),
    (1, "SUPPORTED", 'warn logs "done"'),
    (1, "INCONCLUSIVE", 'warn logs "gone"'),
    (1, "SUPPORTED", 'b.go::Bad returns errors.New("negative size")'),
    (1, "NOT_SUPPORTED", 'b.go::Bad returns errors.New("too big")'),
    (1, "SUPPORTED", 'b.go::Bad returns an error with "negative size"'),
    (1, "INCONCLUSIVE", 'b.go::Bad returns an error with "too big"'),
    (1, "INCONCLUSIVE", 'b.go::Bad returns an error saying "too big"'),
    (1, "SUPPORTED", 'b.go::Bad returns an error saying "negative size"'),
    (1, "SUPPORTED", 'Pan panics with "too big"'),
    (1, "NOT_SUPPORTED", 'Pan panics with "negative size"'),
    (1, "SUPPORTED", 'Pr logs "low"'),
    (1, "INCONCLUSIVE", 'Pr logs "high"'),
    (1, "SUPPORTED", 'badr returns an error with "negative size"'),
    (1, "INCONCLUSIVE", 'badr returns an error with "too large"'),
    (1, "SUPPORTED", 'badr panics with "too big"'),
    (1, "NOT_SUPPORTED", 'badr panics with "negative size"'),
    (1, "SUPPORTED", 'D.bad raises ArgumentError with "negative size"'),
    (1, "INCONCLUSIVE", 'D.bad raises ArgumentError with "too big"'),
    (1, "INCONCLUSIVE", 'D.bad raises ArgumentError with "no key"'),
    (1, "SUPPORTED", 'D.bad raises KeyError with "no key"'),
    (1, "SUPPORTED", 'D.pr prints "hello"'),
    (1, "INCONCLUSIVE", 'D.pr prints "bye"'),
    (1, "SUPPORTED", 'E.bad throws IllegalArgumentException with "negative size"'),
    (1, "NOT_SUPPORTED", 'E.bad throws IllegalArgumentException with "too big"'),
    (1, "SUPPORTED", 'E.bad throws IllegalStateException with "too big"'),
    (1, "INCONCLUSIVE", 'E.bad throws IllegalStateException with "negative size"'),
    (1, "SUPPORTED", 'E.pr prints "hello"'),
    (1, "INCONCLUSIVE", 'E.pr prints "failed"'),
    (1, "SUPPORTED", 'E.pr logs "failed"'),
    (1, "SUPPORTED", 'E.pr logs an error "failed"'),
    (1, "INCONCLUSIVE", 'E.pr logs an error "hello"'),
    (1, "INCONCLUSIVE", 'E.pr logs "hello"'),
    (1, "SUPPORTED", 'f.c::pr prints "hello"'),
    (1, "INCONCLUSIVE", 'f.c::pr prints "bye"'),
    (1, "NOT_SUPPORTED", 'f.c::pr calls printf with "bad"'),
    (1, "SUPPORTED", 'badk throws IllegalStateException with "too big"'),
    (1, "NOT_SUPPORTED", 'badk throws IllegalStateException with "negative size"'),
    (1, "SUPPORTED", 'H.Bad throws ArgumentException with "negative size"'),
    (1, "INCONCLUSIVE", 'H.Bad throws ArgumentException with "too big"'),
    (1, "INCONCLUSIVE", 'H.Bad throws InvalidOperationException with "negative size"'),
    (1, "NOT_SUPPORTED", 'bads throws Err.bad with "too big"'),
    (1, "SUPPORTED", 'bads throws Err.bad with "negative size"'),
    (1, "SUPPORTED", 'fatal calls fatalError with "too big"'),
    (1, "NOT_SUPPORTED", 'fatal calls fatalError with "negative"'),
    (1, "SUPPORTED", 'badc throws std::invalid_argument with "negative size"'),
    (1, "NOT_SUPPORTED", 'badc throws std::invalid_argument with "too big"'),
    (1, "SUPPORTED", 'badc throws std::runtime_error with a message that says "too big"'),
    (1, "NOT_SUPPORTED", 'badc throws std::runtime_error with a message that says "negative size"'),
    (1, "INCONCLUSIVE", 'K.badp throws InvalidArgumentException with "too big"'),
    (1, "CONTRADICTED", 'D.bad never raises ArgumentError with "negative size"'),
    (1, "INCONCLUSIVE", 'D.bad never raises ArgumentError with "too big"'),
    (1, "SUPPORTED", 'E.bad raises IllegalArgumentException with "negative size" if n < 0'),
    (1, "INCONCLUSIVE", 'E.bad raises IllegalArgumentException with "too big" if n < 0'),
    (1, "SUPPORTED", 'E.bad only raises IllegalArgumentException with "negative size" if n < 0'),
)


@pytest.mark.parametrize(("at", "status", "claim"), CLAIMS)
def test_what_follows(at: int, status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES[at]), claim).status.value == status
