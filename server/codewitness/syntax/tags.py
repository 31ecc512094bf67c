"""Tags of chunks: what filters ask for, and what full-text search indexes beside the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from codewitness.model.facts import CallItem, Chunk, Definition, Item, ScopeFacts, SubscriptItem
from codewitness.model.names import normalised, short_tails
from codewitness.model.text import Span

_MAX_TAG = 200  # longer expressions are found by their tails

SIGNAL_PREFIXES = (
    "calls:",
    "reads:",
    "writes:",
    "subscript:",
    "param:",
    "raises:",
    "handles:",
)


def domain_tags(definition: Definition) -> Iterator[str]:
    """`domain:` tags of a definition's chunk."""
    yield "domain:class" if definition.kind.is_classlike else "domain:function"
    if definition.is_private:
        yield "domain:private"
    if definition.is_accessor:
        yield "domain:accessor"
    if definition.is_test:
        yield "domain:test"


def file_tags(path: str, language: str) -> list[str]:
    """`lang:` and `ext:` of a file."""
    base = path.rsplit("/", 1)[-1]
    tags = [f"lang:{language}"]
    if "." in base.lstrip("."):
        tags.append(f"ext:{base.rsplit('.', 1)[-1].lower()}")
    return tags


def parent_tags(parent: str) -> list[str]:
    """`parent:` of a definition that has one."""
    return [f"parent:{parent}"] if parent else []


def signal_tags(
    facts: ScopeFacts, base: int, spans: Iterable[Span] | None, *, is_inner: bool = False
) -> list[str]:
    """Tags of the signals that lie in `spans` (all if None); their own spans start at `base`.

    Of a function within, the parameters are its own.
    """
    within = None if spans is None else list(spans)
    found: dict[str, None] = {}
    for prefix, items in (
        ("calls:", facts.calls),
        ("reads:", facts.attribute_reads),
        ("writes:", facts.attribute_writes),
        ("raises:", facts.raises),
        ("handles:", facts.handles),
    ):
        for text in _texts(items, base, within):
            found.update(dict.fromkeys(item_tags(prefix, text)))
    for item in facts.subscripts:
        if _within(item.span, base, within):
            found.update(dict.fromkeys(subscript_tags(item)))
    if not is_inner:
        found.update(dict.fromkeys("param:" + item.text for item in facts.parameters_used))
    return list(found)


def item_tags(prefix: str, text: str) -> list[str]:
    """The tags that an item of signals gives, other than a subscript and a parameter."""
    return [prefix + tail for tail in _short_tails(text)]


def subscript_tags(item: SubscriptItem) -> list[str]:
    """The tags that a subscript gives."""
    return ["subscript:" + word for word in _subscript_words(item)]


def is_signal_tag(tag: str) -> bool:
    """True for tags that are made from signals; users are not shown these."""
    return tag.startswith(SIGNAL_PREFIXES)


def shown_tags(chunk: Chunk) -> tuple[str, ...]:
    """The tags of `chunk` that a user sees."""
    return tuple(tag for tag in chunk.tags if not is_signal_tag(tag))


def _subscript_words(item: SubscriptItem) -> Iterator[str]:
    whole = normalised(item.text)
    if len(whole) <= _MAX_TAG:
        yield whole
    target = _short_tails(item.target)
    yield from target
    if target and len(last := f"{target[-1]}[{normalised(item.key)}]") <= _MAX_TAG:
        yield last


@lru_cache(maxsize=20_000)
def _short_tails(text: str) -> tuple[str, ...]:
    if text.isidentifier():
        return (text,)
    return tuple(short_tails(text, _MAX_TAG))


def _texts(
    items: Iterable[Item] | Iterable[CallItem], base: int, within: list[Span] | None
) -> Iterator[str]:
    seen: set[str] = set()
    for item in items:
        if item.text not in seen and _within(item.span, base, within):
            seen.add(item.text)
            yield item.text


def _within(span: Span, base: int, within: list[Span] | None) -> bool:
    return within is None or any(s.start <= span.start + base < s.end for s in within)
