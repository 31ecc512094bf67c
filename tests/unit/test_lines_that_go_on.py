"""What stands between two words of Python changes nothing of what is read."""

from __future__ import annotations

import io
import tokenize

import pytest

from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

STATEMENTS = """
x = f(1) if a.b > 1 else g(2)
x = a < b < c(3)
x = a.b(1) and c.d(2) or not e.f()
x = a + b * -c.d
x = a[b].c[d:f](2)
x, y = a.b, c()
a.b = a[b] = c
a.b += c()
del a.b, a[b]
for x in a.b(): pass
with a.b() as c, d(): pass
x = await a.b()
x = [a(b) for b in c if d(b)]
x = {a: b, **c, "d": [a, *b]}
x = f(a, *b, c=d, **e)
x = lambda a, b=c: a(b)
assert a.b, c()
raise a.b() from c
return a.b(), c
x = "load_%s" % c
x: A.B = (yield a.b)
def h(a: A, b=c, *d, e: B = f()) -> C: pass
if isinstance(a, (B, C)) and a.x(): a.y()
if a.startswith("do_"): getattr(x, a)()
class K(a.b, c, metaclass=d): pass
x = (z := a.b()).c
""".strip().splitlines()


def _flows(statement: str) -> list[str]:
    source = f"async def run(a, b, c):\n    {statement}\n    after(x)\n"
    core = analyse("run.py", Text.of(source), keep=False).core
    return [core.module_facts.flow, *(one.facts.flow for one in core.definitions)]


def _is_whole(statement: str) -> bool:
    source = f"async def run(a, b, c):\n    {statement}\n"
    try:
        compile(source, "run.py", "exec", dont_inherit=True)
    except SyntaxError as error:
        return "await" in str(error) or "async" in str(error)
    return True


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("between", [" \\\n      ", " # c, d(\n      "])
def test_nothing_changes(statement: str, between: str) -> None:
    places = [
        token.start[1]
        for token in tokenize.generate_tokens(io.StringIO(statement + "\n").readline)
        if token.start[0] == 1 and token.string.strip() and token.start[1]
    ]
    changed = [statement[:at] + between + statement[at:] for at in places]
    tried = [(at, one) for at, one in zip(places, changed, strict=True) if _is_whole(one)]
    assert tried or "#" in between
    for at, one in tried:
        plain = statement[:at] + " " * len(between) + statement[at:]
        assert _flows(one) == _flows(plain), one
