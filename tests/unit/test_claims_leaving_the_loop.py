"""`stops retrying when x` is that a loop is left in the very conditional that asks for x."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "a.ts": """
export async function run(task: Task, signal: AbortSignal) {
    for (let attempt = 0; attempt < 5; attempt++) {
        if (signal.aborted) break;
        try {
            return await task();
        } catch (error) {
            await wait(attempt);
        }
    }
    throw new Error("gave up");
}
export function chosen(kind: string, rows: Row[]) {
    for (const row of rows) {
        switch (row.kind) {
            case "a": row.open(); break;
            default: row.close();
        }
    }
}
""",
        "b.go": """
package b
func (r *retrier) do(f func() error) error {
	for {
		err := f()
		if !r.retryIf(err) {
			return err
		}
		if r.closed {
			return ErrClosed
		}
	}
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "run stops retrying when aborted",
        "run stops retrying when the signal is aborted",
        "run exits the loop when aborted",
        "retrier.do stops retrying if retryIf returns false",
        "retrier.do stops looping when closed",
    ],
    "CONTRADICTED": ["run never stops retrying when aborted"],
    "INCONCLUSIVE": [
        "run stops retrying if not aborted",
        "run stops retrying when the moon is full",
        "retrier.do stops retrying if retryIf returns true",
        "chosen stops iterating when the kind is a",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_the_loop_is_left_there(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
