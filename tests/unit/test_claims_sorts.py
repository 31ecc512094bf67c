"""What is returned is a function or a class only if it can be seen; quoted defaults; how often."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.py": """
def maps(x):
    return []
def made(x):
    return lambda y: x
def outer(x):
    def inner():
        return x
    return inner
def klass():
    return Widget
class Widget: pass
def handed(cb):
    return cb
def other():
    return maps
def path():
    return compute(1)
def boolean():
    return False
async def go(x):
    a = x
    b = lambda: 1
    return b
def halt(mode="fast", sep=None): return mode
class Box:
    def once(self):
        if not self.x:
            return
        self._expire()
    def guarded(self):
        if self.x:
            self._expire()
    def plain(self):
        self._expire()
def swallows(o):
    try:
        go()
    except ValueError as e:
        if not o:
            raise
    return None
def loud(o):
    try:
        go()
    except ValueError:
        log(o)
        raise
""",
    "a.ts": """
export function arrow(){ return () => 1 }
export function fnx(){ return function() { return 1 } }
export function num(x: any){ return Promise.all(x) }
export function lg(level: string = 'info', x = "y"){ return level }
export class K { run(): void { try { go() } catch (error) { if (!this.o) throw error } return } }
""",
}

CLAIMS = {
    "SUPPORTED": [
        *("made returns a function", "made returns a lambda", "outer returns a closure"),
        *("klass returns a class", "maps never returns a function", "go returns a function"),
        *("arrow returns an arrow function", "fnx returns a function"),
        *("boolean never returns a callback", "halt has default 'fast' for mode"),
        *("halt has default None for sep", "lg has default 'info' for level"),
        *(
            "Box.guarded calls self._expire at most once",
            "Box.plain calls self._expire exactly once",
        ),
        "loud never swallows ValueError",
    ],
    "NOT_SUPPORTED": [
        *("maps returns a function", "maps returns a class", "boolean returns a callback"),
        'halt has the default "slow"',
        "lg has the default 'error'",
    ],
    "CONTRADICTED": [
        *("made never returns a function", "klass never returns a class"),
        *("Box.guarded calls self._expire exactly twice", "loud swallows ValueError"),
        "halt never has default 'fast' for mode",
        *("halt has default 'warn' for mode", 'halt has default "x" for sep'),
        "lg has default 'warn' for level",
    ],
    "INCONCLUSIVE": [
        *("handed returns a callback", "path returns a function", "num never returns a callback"),
        *("num returns a function", "Box.once calls self._expire exactly once"),
        *("Box.guarded calls self._expire exactly once", "swallows never swallows exceptions"),
        *("swallows swallows ValueError if o", "K.run never swallows errors"),
        "Box.guarded calls self._expire at least once",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, claims in CLAIMS.items() for claim in claims]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
