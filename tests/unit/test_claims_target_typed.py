"""C#'s `new(…)` makes an object of the type that is declared where it is put."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "T.cs": """
class Track {
    readonly Signal _down = new(false);
    public List<Track> All { get; set; } = new();
    Track(int n) { }
    Track Marked() => new(1);
    Track Local() { Track other = new(2); return other; }
    Ring Back() { return new(3); }
    void Handed() { Take(new(4)); }
    void Plain() { Take("new(5)"); }
    Track Old() { return new Track(6); }
}
"""
    }
)
CLAIMS = [
    ("Marked instantiates Track", "SUPPORTED"),
    ("Marked never instantiates Track", "CONTRADICTED"),
    ("Marked never instantiates Ring", "SUPPORTED"),
    ("Local instantiates Track", "SUPPORTED"),
    ("Local never instantiates Ring", "SUPPORTED"),
    ("Back instantiates Ring", "SUPPORTED"),
    ("Back never instantiates Track", "SUPPORTED"),
    ("Handed never instantiates Track", "INCONCLUSIVE"),
    ("Plain never instantiates Track", "SUPPORTED"),
    ("Old instantiates Track", "SUPPORTED"),
    ("class Track instantiates Signal", "SUPPORTED"),
    ("class Track never instantiates Signal", "CONTRADICTED"),
]


@pytest.mark.parametrize(("claim", "status"), CLAIMS)
def test_what_is_made(claim: str, status: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
