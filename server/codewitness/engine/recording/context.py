"""What to know of a project before starting to work on it, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CHARACTERS_PER_TOKEN = 4  # of English and code, roughly, in the usual tokenizers
_BUDGET = {"brief": 600, "detailed": 2_500, "comprehensive": 8_000}
_LINES = {"brief": 3, "detailed": 10, "comprehensive": 40}


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and its lines, the most important first."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The text, what it is made of, and how many tokens it has, roughly."""

    markdown: str
    sections: tuple[Section, ...]
    tokens: int


def tokens_of(text: str) -> int:
    """About how many tokens a text has."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def fitted(title: str, sections: Sequence[Section], level: str, max_tokens: int | None) -> Context:
    """As much of the sections as fits: one line of each in turn, so that all have their say."""
    budget = max_tokens or _BUDGET[level]
    most = _LINES[level]
    head = f"# {title}"
    used = tokens_of(head) + 1
    taken = [0] * len(sections)
    for row in range(most):
        for number, section in enumerate(sections):
            if row >= len(section.lines) or taken[number] < row:
                continue
            cost = tokens_of(f"- {section.lines[row]}\n")
            if row == 0:
                cost += tokens_of(f"\n## {section.title}\n\n")
            if used + cost <= budget:
                used += cost
                taken[number] += 1
    kept = tuple(
        Section(title=section.title, lines=section.lines[:count])
        for section, count in zip(sections, taken, strict=True)
        if count
    )
    parts = [head, *(_shown(section) for section in kept)]
    text = "\n\n".join(parts) + "\n"
    return Context(markdown=text, sections=kept, tokens=tokens_of(text))


def _shown(section: Section) -> str:
    return f"## {section.title}\n\n" + "\n".join(f"- {line}" for line in section.lines)
