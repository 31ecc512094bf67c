"""C#'s `using System.IO;` is an import, though it binds no name; `unwraps` is a call."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.cs": """
using System;
using System.Net.Http;
using static System.Math;
namespace A { class B { void C() {} } }
""",
    "b.cs": """
using System.IO;
class D { void E() {} }
""",
    "c.rs": """
impl Cache {
    fn load(p: &Path) -> io::Result<String> {
        let f = File::open(p)?;
        Ok(f)
    }
    fn fetch(&self) -> String {
        self.send().text().unwrap()
    }
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        "a.cs imports System",
        "a.cs imports System.Net.Http",
        "a.cs imports Http",
        "a.cs imports System.Math",
        "a.cs does not import System.Linq",
        "b.cs does not import System",
        "Cache.fetch unwraps the text",
    ),
    "CONTRADICTED": (
        "a.cs does not import System",
        "a.cs never imports System.Net.Http",
        "Cache.fetch never unwraps",
    ),
    "NOT_SUPPORTED": ("a.cs imports System.Linq", "b.cs imports System"),
    "INCONCLUSIVE": ("B.C imports System", "Cache.load unwraps the result of File::open"),
}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [(claim, status) for status, claims in CLAIMS.items() for claim in claims],
)
def test_claim(claim: str, expected: str) -> None:
    assert verify(snapshot_of(FILES), claim).status == expected
