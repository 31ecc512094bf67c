"""The server's signals of Python in the form of `ast_signals`, and how two readings agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

from codewitness.model.signals import Signals
from codewitness.model.text import Text
from codewitness.syntax.classify import all_signals
from codewitness.syntax.extract import analyse

# function (line, column), text, line, column: as `ast_signals.Seen`
Seen = tuple[tuple[int, int], str, int, int]
KINDS = (
    "calls internal",
    "calls external",
    "reads",
    "writes",
    "subscripts",
    "parameters used",
    "raises",
    "handles",
    "loop",
    "conditional",
    "try",
    "async",
    "lines",
    "definitions",
)


@dataclass(slots=True)
class Agreement:
    """How often two readers agree on one kind; `differences` are lines for people."""

    n_both: int = 0
    n_missed: int = 0
    n_extra: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of the server's items that the other reader has too; 1 if there are none."""
        return self.n_both / (self.n_both + self.n_extra) if self.n_both + self.n_extra else 1.0

    @property
    def recall(self) -> float:
        """Share of the other reader's items that the server has; 1 if there are none."""
        return self.n_both / (self.n_both + self.n_missed) if self.n_both + self.n_missed else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def add(self, path: str, expected: Set[Seen], observed: Set[Seen], *, keep: int) -> None:
        """Compare the items of one file, of whose differences the first `keep` are kept."""
        self.n_both += len(expected & observed)
        self.n_missed += len(expected - observed)
        self.n_extra += len(observed - expected)
        for sign, items in (("-", expected - observed), ("+", observed - expected)):
            for _, text, line, column in sorted(items, key=lambda item: item[2:]):
                if len(self.differences) < keep:
                    self.differences.append(f"{sign} {path}:{line}:{column + 1}: {text[:90]!r}")


def compare(
    path: str,
    expected: Mapping[str, Set[Seen]],
    observed: Mapping[str, Set[Seen]],
    agreement_by_kind: dict[str, Agreement],
    *,
    keep: int = 0,
) -> None:
    """Add what one file says to the agreement on each kind."""
    for kind in KINDS:
        agreement = agreement_by_kind.setdefault(kind, Agreement())
        agreement.add(path, expected.get(kind, set()), observed.get(kind, set()), keep=keep)


def observed_signals(path: str, raw: bytes) -> Mapping[str, Set[Seen]]:
    """What the server reads in the file."""
    text = Text(raw)
    analysis = analyse(path, text, keep=False)
    assert analysis is not None, path
    seen: defaultdict[str, set[Seen]] = defaultdict(set)
    for ordinal, signals in all_signals(analysis.facts, text):
        definition = analysis.facts.definitions[ordinal]
        place = _place(text, definition.node_span.start)
        for kind, items in _items(signals).items():
            seen[kind].update(
                (place, _one_line_end(item.text), *_place(text, item.span.start)) for item in items
            )
        for kind, told in _flags(signals, definition.qualified_name).items():
            seen[kind].add((place, told, *place))
    return seen


def _items(signals: Signals) -> dict[str, Iterable]:
    return {
        "calls internal": signals.internal_calls,
        "calls external": signals.external_calls,
        "reads": signals.attribute_reads,
        "writes": signals.attribute_writes,
        "subscripts": signals.subscripts,
        "parameters used": signals.parameters_used,
        "raises": signals.raises,
        "handles": signals.handles,
    }


def _flags(signals: Signals, qualified_name: str) -> dict[str, str]:
    flags = {"lines": str(signals.line_count), "definitions": qualified_name}
    for kind in ("loop", "conditional", "try"):
        if getattr(signals, f"has_{kind}"):
            flags[kind] = ""
    return flags | ({"async": ""} if signals.is_async else {})


def _place(text: Text, offset: int) -> tuple[int, int]:
    line = text.line_at(offset)
    return line + 1, offset - text.line_starts[line]


def _one_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
