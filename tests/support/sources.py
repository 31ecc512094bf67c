"""Sources for tests in all languages: those of the marked cases, and long ones made here."""
# ruff: noqa: E501 (a source is easier to read on one line)

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tests.support.markers import load_cases


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file. `path` decides its language."""

    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """How a language writes a long function around statements; `¤` is the number of either."""

    path: str
    head: str
    start: str
    statement: str
    end: str
    foot: str = ""


_FORMS = (
    _Form(
        path="long.py",
        head='"""Döc."""\nimport os\nfrom a import (b,\n    c)\n\nclass Big(Base):\n    """𝒳"""\n',
        start="    @wrap(n=¤)\n    async def m¤(self, a: int = make(), *rest):\n        # é\n",
        statement="        for x in a[¤]:\n            self.p.q = await a.b(lambda z: z.w[¤]) or f'é{x.y}'\n",
        end="        def inner(y):\n            return y.z\n        return inner\n\n",
        foot="x = Big(a.b)\nif x:\n    def late(): return 1\n",
    ),
    _Form(
        path="Long.java",
        head="package a.b;\nimport java.util.*;\n/** Döc. */\npublic class Long extends Base {\n  int f = g();\n",
        start="  @Override public int m¤(int a, List<String> b) throws E {\n",
        statement="    if (this.c[¤] > a) { this.d = b.get(¤, x -> x.e(¤)); } // 日本\n",
        end="    return new Runnable() { public void run() { go(); } }.hashCode();\n  }\n",
        foot="}\nenum Kind { A, B; int k() { return 1; } }\n",
    ),
    _Form(
        path="long.kt",
        head="package a.b\nimport x.y.*\n/** Döc. */\nclass Long(val a: Int) : Base() {\n  val f = g()\n",
        start="  suspend fun m¤(b: List<Int>, c: Int = 1): Int {\n",
        statement='    if (b[¤] > c) { this.d = b.map { it.e + ¤ }; h("é${c.i}") }\n',
        end="    return c\n  }\n",
        foot="  companion object { fun k() = 1 }\n}\nfun String.ext() = this.length\n",
    ),
    _Form(
        path="long.ts",
        head="import { a } from 'b';\n/** Döc. */\nexport abstract class Long<T> extends Base<T> {\n  private f = g();\n",
        start="  async m¤(a: number, { b, c }: P = {}): Promise<void> {\n",
        statement="    for (const x of a.b[¤] ?? []) { this.d = await c.e((y: T) => y.f[¤], `é${b}`); }\n",
        end="  }\n",
        foot="}\ninterface I { m(): void }\nexport const h = (z: string) => z.length;\n",
    ),
    _Form(
        path="long.tsx",
        head="import * as R from 'r';\nexport class Long extends R.Component<P> {\n",
        start="  m¤(a: P) {\n    const hook = () => a.b;\n",
        statement="    this.x = <div title={a.t[¤]}>é {a.items.map((i) => <Row key={i.id} {...i} />)}</div>;\n",
        end="    return hook();\n  }\n",
        foot="}\nexport const View = ({ p }: P) => <Long p={p} />;\n",
    ),
    _Form(
        path="long.js",
        head="const a = require('a');\nclass Long extends a.B {\n  #p = 1;\n",
        start="  *m¤(b, ...c) {\n",
        statement="    if (b?.d[¤]) this.e = c.map(function (x) { return x.f + `é${¤}`; }); // 日本\n",
        end="    return this.#p;\n  }\n",
        foot="}\nmodule.exports = { Long, go() { return 1; }, k: () => 2 };\n",
    ),
    _Form(
        path="long.go",
        head='package long\n\nimport (\n\t"fmt"\n\tx "a/b"\n)\n\n// Döc.\ntype Long struct {\n\tA int\n}\n\n',
        start="func (l *Long) M¤(a []int, b ...string) (c int, err error) {\n",
        statement='\tif a[¤] > 0 {\n\t\tl.A = x.Do(func(z int) int { return z + l.B.C }, "é日本")\n\t}\n',
        end='\tdefer fmt.Println(a)\n\tpanic("no")\n}\n\n',
        foot="func Late[T any](t T) T { return t }\n",
    ),
    _Form(
        path="Long.cs",
        head="using System;\nnamespace A.B {\n  /// <summary>Döc</summary>\n  public class Long : Base {\n    int F = G();\n",
        start="    public async Task<int> M¤(int a, List<int> b) {\n",
        statement='      if (b[¤] > a) { this.C = await b.Do(x => x.E[¤], $"é{a}"); }\n',
        end="      throw new E(a);\n    }\n",
        foot="    public int P { get => this.q; set { this.q = value; } }\n  }\n}\n",
    ),
    _Form(
        path="long.swift",
        head="import Foundation\n/// Döc\nclass Long: Base {\n  var f = g()\n",
        start="  func m¤(_ a: [Int], b: Int = 1) async throws -> Int {\n",
        statement='    if a[¤] > b { self.c = try await a.map { $0.d + ¤ }; h("é\\(b)") }\n',
        end="    return b\n  }\n",
        foot="}\nextension Long { var p: Int { return self.q } }\n",
    ),
    _Form(
        path="long.rb",
        head="require 'a'\n# Döc\nmodule M\n  class Long < Base\n    attr_reader :f\n",
        start="    def m¤(a, *b, c: 1, &d)\n",
        statement='      a[¤].each { |x| @e = x.f(¤, "é#{c}") } if b.any?\n',
        end="      raise Broken, c\n    rescue E => e\n      e.g\n    end\n",
        foot="    def self.k = 1\n  end\nend\nputs M::Long.new\n",
    ),
    _Form(
        path="long.c",
        head="#include <a.h>\n#define X(a) ((a) + 1)\n/* Döc */\nstruct Long { int a; };\n",
        start="static int m¤(struct Long *a, int b[]) {\n",
        statement='  if (b[¤] > a->c.d) { a->e = f(a->g, X(¤), "é"); } // 日本\n',
        end="  return 0;\n}\n\n",
        foot="int late(void) { return 1; }\n",
    ),
    _Form(
        path="long.m",
        head='#import "A.h"\n@interface Long : Base\n@property int p;\n@end\n@implementation Long\n',
        start="- (int)m¤:(int)a with:(NSArray *)b {\n",
        statement='  if (b[¤]) { self.c = [b map:^(id x) { return [x d:@"é"]; } to:¤]; }\n',
        end="  return a;\n}\n",
        foot="@end\nint late(int x) { return x; }\n",
    ),
    _Form(
        path="long.cpp",
        head="#include <a>\nnamespace n {\n// Döc\ntemplate <class T> class Long : public Base {\n public:\n",
        start="  int m¤(const T &a, std::vector<int> b) const {\n",
        statement='    if (b[¤] > a.c) { this->d = a.e([&](int x) { return x + ¤; }, "é"); }\n',
        end="    throw Broken(a);\n  }\n",
        foot=" private:\n  int q = 1;\n};\n}  // namespace n\nint n::late() { return 1; }\n",
    ),
    _Form(
        path="long.rs",
        head="use a::b;\n/// Döc\npub struct Long { a: u8 }\nimpl<T> Tr<T> for Long {\n",
        start="    pub async fn m¤(&mut self, a: &[u8], b: u8) -> Result<u8, E> {\n",
        statement='        if a[¤] > b { self.c = a.iter().map(|x| x.d(¤)).go("é").await?; }\n',
        end='        panic!("no {}", b)\n    }\n',
        foot="}\nfn late() -> u8 { 1 }\nmacro_rules! m { ($x:expr) => { $x }; }\n",
    ),
)


def long_source(form_path: str, n_functions: int, n_statements: int) -> Source:
    """A file of this many functions of this many statements each."""
    form = next(form for form in _FORMS if form.path == form_path)
    functions = []
    for n in range(n_functions):
        body = "".join(form.statement.replace("¤", str(i)) for i in range(n_statements))
        functions.append(form.start.replace("¤", str(n)) + body + form.end)
    return Source(path=form.path, text=form.head + "".join(functions) + form.foot)


LONG_PATHS = tuple(form.path for form in _FORMS)


@cache
def sources_by_language() -> dict[str, list[Source]]:
    """All sources of each language, short ones first."""
    found: dict[str, dict[str, Source]] = {}
    for case in load_cases("signals"):
        for path, versions in case.files.items():
            for text in versions:
                known = found.setdefault(case.language_by_path[path], {})
                known.setdefault(text, Source(path=path, text=text))
    for path in LONG_PATHS:
        language = _language(path)
        for n_functions, n_statements in ((2, 3), (2, 80)):
            source = long_source(path, n_functions, n_statements)
            found.setdefault(language, {})[source.text] = source
    return {
        language: sorted(by_text.values(), key=lambda source: (len(source.text), source.text))
        for language, by_text in found.items()
    }


def _language(path: str) -> str:
    from codewitness.syntax.registry import reading

    how = reading(path)
    assert how is not None
    return how.language
