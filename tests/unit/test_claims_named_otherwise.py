"""What a claim names in other words than the code: `the queue` of `_queue`, `defaults x to v`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
export class Turn {
    private _queue: Entry[] = [];
    private queueSize = 0;
    constructor(private _limit: number = MOST, private _label = "none") {}
    cancel(): void {
        this._queue.forEach((entry) => entry.reject());
        this._queue = [];
    }
    size(): number {
        return this.queueSize;
    }
    flush(): void {
        this._store.clear();
        this.cacheTransport.flush();
    }
    value(): number {
        return this._limit;
    }
}
export function chosen(opts: Opts) {
    const limit = opts.limit || Number.POSITIVE_INFINITY;
    const size = opts.size ?? 10, n = opts.n ?? 20;
    return limit + size + n;
}
""",
        "b.rs": """
fn wanted(config: &Config) -> u32 {
    let min_idle = config.min_idle.unwrap_or(0);
    min_idle + config.max.unwrap_or_default()
}
""",
        "c.c": """
struct lexer { char *text; int pos; int width; };
void *grown(struct lexer *l) {
    return malloc(l->width);
}
int compiled(struct lexer *l, int *error, struct node **out) {
    const void *elem = l->nodes[l->pos];
    int i;
    if (!elem) *error = -1;
    for (i = 0; i < l->n_nodes; i++) visit(l->nodes[i]);
    l->width = i;
    *out = (void *)elem;
    return 0;
}
int peeked(struct lexer *l) {
    return l->text[l->pos];
}
""",
        "d.js": """
class Deque {
    unshift(element) {
        const node = List.createNode(element);
        this._list.insertBeginning(node);
    }
    push(element) {
        const node = List.createNode(element);
        this._list.insertEnd(node);
    }
}
""",
        "e.py": """
class Cached:
    def decorator(self, f):
        return f
    def key(self):
        return 1
class Stampede(Cached):
    def decorator(self, f):
        return wrapped(f)
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Turn.cancel touches the queue",
        "Turn.value never touches the queue",
        "Turn defaults limit to MOST",
        "chosen defaults limit to infinity",
        "chosen defaults size to 10",
        "the limit in chosen defaults to infinity",
        "wanted defaults min_idle to 0",
        "Turn.flush delegates to the store",
        "Turn.flush delegates to the cache transport",
        "compiled loops over l->nodes",
        "compiled writes -1 to error",
        "compiled writes -1 to error if elem is null",
        "grown uses malloc",
        "grown never uses realloc",
        "grown doesn't use pos",
        "Deque.unshift inserts at the beginning",
        "Deque.push inserts at the end",
        "Stampede overrides decorator",
        "Cached doesn't override decorator",
    ],
    "CONTRADICTED": [
        "Turn.cancel doesn't touch the queue",
        "chosen never defaults limit to infinity",
        "grown never uses malloc",
        "peeked doesn't use pos",
        "compiled never loops over l->nodes",
        "Turn.flush never delegates to the store",
        "Stampede doesn't override decorator",
        "Deque.push never inserts at the end",
    ],
    "NOT_SUPPORTED": [
        "chosen defaults limit to 10",
        "chosen defaults size to 20",
        "wanted defaults min_idle to 1",
        "grown uses realloc",
        "compiled writes 5 to error",
        "compiled loops over l->text",
        "Turn.flush delegates to the logger",
        "grown uses pos",
        "peeked uses width",
        "Stampede overrides key",
    ],
    "INCONCLUSIVE": [
        "Turn.size never touches the queue",
        "grown uses buffering",
        "grown uses a pool",
        "compiled sets the result to 5",
        "compiled never sets the result to 5",
        "compiled stores elem in *error",
        "compiled stores elem in width",
        "Turn.flush clears the map",
        "Deque.push inserts at the beginning",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_is_meant(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
