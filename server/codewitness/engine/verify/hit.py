"""A place in the code that may fit a clause, and places that do."""

from __future__ import annotations

import re
from typing import NamedTuple

from codewitness.engine.verify.evidence import EXACT, EvidenceType, Proof
from codewitness.model.outline import Outline
from codewitness.model.text import Span

# Calls that do not come back.
ENDING = frozenset(
    {
        *("panic", "exit", "Exit", "_exit", "abort", "Fatal", "Fatalf", "Fatalln", "fatalError"),
        *("preconditionFailure", "unreachable", "todo", "quick_exit", "terminate", "exitProcess"),
    }
)


class Hit(NamedTuple):
    """A place: `span` is shown, `whole` is what stands in something, `arguments` of a call."""

    type: EvidenceType
    detail: str
    outline: Outline
    span: Span
    whole: Span
    relevance: float = EXACT
    arguments: str | None = None

    def proof(self) -> Proof:
        """The evidence that this place is."""
        return Proof(self.type, self.detail, self.outline, self.span, self.relevance)


class Hits(NamedTuple):
    """Places that fit, a reason why there may be more, and those of the same kind that do not."""

    fitting: tuple[Hit, ...] = ()
    doubt: str = ""
    others: tuple[Hit, ...] = ()


def has_word(text: str, name: str) -> bool:
    """True if `name` stands in `text` as a whole; a number not as a part of `0.5`."""
    if name.replace(".", "", 1).isdigit():
        number = re.escape(name)
        return re.search(rf"(?<![\w$])(?<!\d\.){number}(?![\w$]|\.\d)", text) is not None
    before = r"(?<![\w$])" if name[:1].isalnum() or name[:1] in "_$" else ""
    after = r"(?![\w$])" if name[-1:].isalnum() or name[-1:] in "_$" else ""
    return re.search(before + re.escape(name) + after, text) is not None


def statement_start(hit: Hit) -> int:
    """Where the statement of a hit begins on its line, behind a `;` or a bracket."""
    text = hit.outline.text
    line = text.line_span(text.line_at(hit.whole.start))
    before = text.slice(Span(line.start, hit.whole.start))
    at = max(before.rfind(";"), before.rfind("{")) + 1
    return line.start + len(before[:at].encode())
