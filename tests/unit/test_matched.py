"""Results of filters by signals show where they pass, whoever in them does it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codewitness.engine.session import Session
from codewitness.features.search import search
from codewitness.features.search_results import Result
from codewitness.model.nesting import subscripted
from codewitness.model.query import Filters, Query
from codewitness.syntax.tags import is_signal_tag
from tests.support.folders import running

FILES = {
    "jobs.ts": """import { spawn } from "node:child_process";

const runner = new Runner();
runner.start(() => spawn("now"));

export class Jobs {
  private onDone = () => this.log["done"].push(1);

  run(names: string[]) {
    const first = spawn("first");
    return names.map((name) => {
      return () => spawn(this.table[name]);
    });
  }

  stop() {
    function later() {
      spawn("later");
    }
    return later;
  }
}
""",
    "jobs.py": """import jobs
RATES = {"a": 1}
jobs.limit = RATES["a"]


def build(name, when=lambda job: job.due):
    '''Spawns nothing.'''
    try:
        return sorted(jobs.all, key=lambda job: jobs.rank(job.table[name]))
    except KeyError:
        raise jobs.Missing(name) from None


class Plan:
    size = jobs.measure(1)

    def keep(self, rows):
        self.rows[rows[0]] = rows
"""
    + "".join(f"        self.log('{'kept ' * 20}', {n})\n" for n in range(40))
    + "        self.ended = jobs.finish()\n"
    + f"        jobs.{'very_' * 60}long(1)\n",
    "Jobs.java": """class Jobs {
    int n;
    void run(java.util.List<String> names) {
        Runnable one = new Runnable() {
            int seen = count(names);
            public void run() { spawn(n); }
        };
        names.forEach(name -> { n = names.get(0).length(); });
    }
}
""",
    "jobs.cpp": """namespace jobs {
int started = count();
void run(int n) { auto one = [n] { spawn(table[n]); }; one(); }
}
""",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    root = tmp_path_factory.mktemp("matched")
    for name, text in FILES.items():
        (root / name).write_text(text)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CODEWITNESS_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        with running(root) as (session, _):
            yield session


def found(session: Session, **filters: tuple[str, ...]) -> tuple[Result, ...]:
    query = Query(text="jobs run spawn keep", limit=50, filters=Filters(**filters))
    return search(session.snapshot(None), query).results


def shown(results: tuple[Result, ...]) -> set[tuple[str, int, str, str]]:
    """Name of each result (of code outside of definitions none), line, text and what asked it."""
    return {
        (
            result.symbol.name if result.symbol else "",
            result.text.line_at(one.span.start) + 1,
            one.text,
            f"{one.filter}:{one.asked}",
        )
        for result in results
        for one in result.matched
    }


def test_each_place_that_passes_is_shown(session: Session) -> None:
    typescript = shown(found(session, calls=("spawn",), languages=("typescript",)))
    assert typescript == {
        ("", 4, "spawn", "calls:spawn"),
        ("run", 10, "spawn", "calls:spawn"),
        ("run", 12, "spawn", "calls:spawn"),
        ("later", 18, "spawn", "calls:spawn"),
    }
    python = shown(found(session, accesses=("job.table",), subscripts=("table[name]",)))
    assert python == {
        ("build", 9, "job.table", "accesses:job.table"),
        ("build", 9, "job.table[name]", "subscripts:table[name]"),
    }
    java = shown(found(session, calls=("count",), languages=("java",)))
    assert java == {("Runnable", 5, "count", "calls:count")}
    plan = shown(found(session, calls=("measure",)))
    assert plan == {("Plan", 15, "jobs.measure", "calls:measure")}
    cpp = shown(found(session, include_tags=("subscript:*",), languages=("cpp",)))
    assert cpp == {("one", 3, "table[n]", "includeTags:subscript:*")}
    late = shown(found(session, accesses=("self.ended",)))
    assert late == {("keep", 59, "self.ended", "accesses:self.ended")}
    top = shown(found(session, accesses=("jobs.limit",)))
    assert top == {("", 3, "jobs.limit", "accesses:jobs.limit")}


def test_whatever_signal_is_asked_for_has_its_place(session: Session) -> None:
    folder = session.snapshot(None).folders[0]
    documents = [folder.saved.get(path) for path in FILES]
    tags = {
        tag
        for document in documents
        if document is not None and (analysis := document.analysis()) is not None
        for chunk in analysis.facts.chunks
        for tag in chunk.tags
        if is_signal_tag(tag)
    }
    assert len(tags) > 60
    for tag in sorted(tags):
        results = found(session, include_tags=(tag,))
        assert results, tag
        for result in results:
            assert result.matched, (tag, result.symbol)
            for one in result.matched:
                quoted = result.text.slice(one.span)
                assert quoted.replace(" ", "") == one.text.replace(" ", ""), (tag, one)


def test_what_asks_for_no_signal_has_no_places(session: Session) -> None:
    assert shown(found(session, languages=("python",), include_tags=("domain:function",))) == set()


@pytest.mark.parametrize(
    ("text", "target", "key"),
    [
        ("a[0]", "a", "0"),
        ("a.b[c[1]]", "a.b", "c[1]"),
        ("a[x][y]", "a[x]", "y"),
        ('a["]["]', "a", '"]["'),
        ("a[0", "a[0", ""),
        ("plain", "plain", ""),
    ],
)
def test_a_subscript_is_divided(text: str, target: str, key: str) -> None:
    assert subscripted(text) == (target, key)
