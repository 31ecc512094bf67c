"""A type of thousands of alternatives, which generated code has, is read like any other."""

from __future__ import annotations

from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

N = 3_000  # the parser nests them so deep
UNION = "\n".join(f"  | 'a/{number}'" for number in range(N))
SOURCE = f"export type Mime =\n{UNION};\nexport const send = (mime: Mime) => write(mime);\n"


def test_all_of_the_file_is_read() -> None:
    analysis = analyse("mimes.ts", Text.of(SOURCE))
    assert analysis is not None
    assert {"Mime", "send"} <= {one.name for one in analysis.facts.definitions}
