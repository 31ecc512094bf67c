"""The server's signals of Python agree with an independent reading by the standard library."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path

import pytest
from benchmarks.support.ast_signals import signals
from benchmarks.support.fstring_fields import field_parser
from benchmarks.support.signal_comparison import Agreement, compare, observed_signals

MODULES = ("argparse", "asyncio.base_events", "dataclasses", "json.decoder", "tarfile", "typing")
MIN_F1 = 0.999
# The server counts comments at the end of a body, `ast` ends at the last statement.
APPROXIMATE = {"lines": 0.98}


def read_both(path: str, raw: bytes) -> dict[str, Agreement]:
    agreement_by_kind: dict[str, Agreement] = {}
    expected = signals(raw, field_parser(raw))
    compare(path, expected, observed_signals(path, raw), agreement_by_kind, keep=5)
    return agreement_by_kind


@pytest.mark.parametrize("module", MODULES)
def test_modules_of_the_standard_library(module: str) -> None:
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin)
    low = {
        kind: agreement.differences
        for kind, agreement in read_both(path.name, path.read_bytes()).items()
        if agreement.f1 < APPROXIMATE.get(kind, MIN_F1)
    }
    assert low == {}


def test_every_form_of_expression() -> None:
    differing = {
        kind: agreement.differences
        for kind, agreement in read_both("forms.py", inspect.cleandoc(FORMS).encode()).items()
        if agreement.differences
    }
    assert differing == {}


FORMS = """
    from __future__ import annotations
    @deco.rate(limit=1)
    def outer(a, b=make(1), /, *args: List[a.b], c: int = d.e[0], **kw) -> q.R:
        global G
        nonlocal_name = a
        def inner(x=a.default):
            nonlocal nonlocal_name
            nonlocal_name = x.y
            return kw[args[0]]
        class Local(a.Base, metaclass=b.Meta):
            field = a.attr
            def method(self): return self.method() + super().method() + Local.method(a)
        f = lambda x, *y, z=a.late, **w: x.p(y[0], z, w)
        print(a.b, file=c.out); exec(a); print
        g = (n := a.walrus) and {k: v.w for k, v in b.items() if k.ok} | {*args, *a.rest}
        a.count += 1; b.items[a.key] //= 2; a.declared: int = c; a.only: int
        a.x, (b.y, *a.z), [b.w, *b.v] = c.u[1:2, ::3], ...
        del a.gone, b[0], (a.too, b.too), (c.u)
        del (a.v)
        s = f"{a.name!r:>{b.width}} {c['key']} {{no.read}} {f'{a.deep}'} {kw=}" rf"\\{args[0]}"
        t = a.b.c(d.e)[0].f(g.h)(i.j)["k"](*l.m, **n.o)
        type(a).attr = type(b)[c]
        match = a.match; case = b.case; type = match.case
        match[0]; case(1); type(2)
        assert a.sure, b.message
        return a.b if c.d else (yield b.e), await_(not a.f), -b.g ** a.h, a.i < b.j < c.k
    async def waits(self, url, *, timeout: float = 3.0, unused=None):
        async with self.session.get(url, timeout=timeout) as self.response, lock:
            async for self.part in self.response.parts:
                await self.handle(part=[x async for x in self.part.lines() if await x.ok()])
        while (chunk := await self.read()): pass
        else: raise self.Ended
        try: raise Broken(url).with_traceback(self.tb) from self.cause
        except (A, b.C): raise
        except d.E as e: raise e
        except f(): pass
        else: self.done()
        finally: del self.lock
        match self.parts, url:
            case [P(x=0), *rest] if rest.ok: return cls.make(rest)
            case {"k": m.V, **others} | m.W.X: return others.get(url)
            case _: raise ValueError
    def targets(a, b, c, d, e):
        with open() as (a, b.x), q as [c]: del (d, e.f), (e)
        for a, (b, *c.z) in d.y: del (a)
    class K:
        x: "a.b" = field(default=lambda self: self.y)
        @property
        def y(self): return self.z.__class__.w
        @y.setter
        def y(self, v): self._y = v; K.y(self); K.missing(v); y(v)
        if T:
            def under(self): return [lambda: self.y, (lambda q: q)(self)]
"""
