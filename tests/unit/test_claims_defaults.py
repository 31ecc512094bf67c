"""What a claim says of a default is held to the parameter and to its value."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "d.py": """
def halt(reason=None, exit_status=0, *, mode="fast", ratio=-1.5, read_timeout=3, plain):
    return reason
""",
        "d.ts": "export function stop(graceful = true, n: number = 10) { return graceful }\n",
        "d.rb": "def rubied(limit = 10, on: nil)\n  limit\nend\n",
        "d.cpp": "int cpped(int depth = 3, bool deep = false) { return depth; }\n",
        "d.rs": """
impl M {
    fn len(&self) -> usize { 1 }
    fn at(&self, n: usize) -> usize { n }
}
""",
        "d.kt": "fun kot(size: Int = 16) { println(size) }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "M.len takes no arguments besides self",
        *("halt has a default exit_status of 0", "halt has a default exit_status of zero"),
        *("halt has a default of 0 for exit_status", "halt has a default for exit_status"),
        *("halt has a default exit_status", 'halt has a default mode of "fast"'),
        *("halt has a parameter exit_status that defaults to 0", "halt has default values"),
        *('halt takes mode with default "fast"', "halt has a default value of None for reason"),
        *("halt has no default for plain", "halt has a default ratio of -1.5"),
        *("halt has a default of 0", "halt has an optional parameter"),
        *(
            "stop has a parameter graceful that defaults to true",
            "stop's n parameter defaults to 10",
        ),
        *("rubied has a default limit of 10", "cpped has a default for `deep`"),
        "kot has a default size of 16",
    ],
    "NOT_SUPPORTED": [
        *("halt has a default color", "halt has a default plain", "halt has a default of 7"),
        *("halt has a default color of 3", "halt has a default value of MAX for exit_status"),
    ],
    "CONTRADICTED": [  # only one value can be the default
        *("halt has a default exit_status of 1", "halt has a default of 1 for exit_status"),
        "halt has a parameter exit_status that defaults to 1",
        *('halt has a default mode of "slow"', 'halt takes a `mode` with a default of "slow"'),
        *("halt has a default ratio of 1.5", "halt has a default value of 1 for reason"),
        *(
            "stop has a parameter graceful that defaults to False",
            "rubied has a default limit of 11",
        ),
        *("stop's n parameter defaults to 11", "cpped has a default depth of 4"),
        *("kot has a default size of 17", "kot has a `size` parameter defaulting to 1"),
        "M.at takes no arguments besides self",
        *("halt does not have a default for exit_status", "halt has no default values"),
    ],
    "INCONCLUSIVE": ["halt has a default timeout"],
}


@pytest.mark.parametrize(
    ("claim", "status"), [(claim, status) for status in CLAIMS for claim in CLAIMS[status]]
)
def test_claim(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
