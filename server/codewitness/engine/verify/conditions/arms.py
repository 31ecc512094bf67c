"""The arms of a `switch`, `match`, `when` or `case`, and the labels under which each is run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codewitness.engine.verify.conditions.labels import falls_through
from codewitness.model.facts import Item
from codewitness.model.outline import Around, Outline
from codewitness.model.text import Span


class Label(NamedTuple):
    """A label as written, without its arguments; `is_open` if it asks for more, or for a range."""

    name: str
    is_open: bool = False


class Arm(NamedTuple):
    """An arm, its labels, and those before that may fall through to it.

    is_default: it is run for what no label names. is_known: its labels could be read.
    """

    span: Span
    labels: tuple[Label, ...]
    fallen: tuple[Label, ...]
    is_default: bool
    is_known: bool


_HOLDER = re.compile(r"(?:[\w.()\[\]]+\s+)?(?:switch|match|when|case)\b")
_MAX_LABEL = 300
_TOKEN = re.compile(
    r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`[^`\n]*`|[()\[\]{}]|::|->|=>|:|\bthen\b|\n|[,|]"
)
_ENDS = {
    "kotlin": ("->",),
    "rust": ("=>",),
    "ruby": ("then", "\n"),
    "csharp": (":", "=>"),
    "java": (":", "->"),
}
_DEFAULT = re.compile(r"(?:default\b|else\b|(?:case\s+)?_\s*(?:=>|->|:))")
_KEYWORD = re.compile(r"(?:case|when)\b\s*")
_GUARD = re.compile(r"\s(?:if|where|when|unless)\s|&&")
_RANGE = re.compile(r"\.\.|^(?:!?in|not|<|>)\b|^[<>]|\s-\s")
_CATCHING = re.compile(r"[a-z_]\w*")
_COMMENT = ("//", "/*", "#")


def arms_around(outline: Outline) -> Iterator[list[Arm]]:
    """The arms of each of its statements that choose one by a value."""
    for holder in outline.marked("conditional"):
        if _HOLDER.match(holder.text) and (arms := _arms(outline, holder)):
            yield arms


def _arms(outline: Outline, holder: Item) -> list[Arm]:
    start = _behind_value(outline, holder)
    own = {r.span for r in outline.regions if r.around is Around.BRANCH}
    inside = [one for one in own if holder.span.contains(one) and one.start >= start]
    outer = [one for one in inside if not any(o != one and o.contains(one) for o in inside)]
    outer.sort(key=lambda one: one.start)
    found: list[Arm] = []
    ends = [start, *(one.end for one in outer)]
    for end, span in zip(ends, outer, strict=False):
        labels = _labels(outline, Span(end, span.start), span)
        named = tuple(one for one in labels or () if one is not None)
        is_default = labels is not None and None in labels
        arm = Arm(span, named, (), is_default, is_known=bool(labels))
        before = found[-1] if found else None
        if before is not None and falls_through(outline, before.span):
            arm = _led_to(outline, before, arm)
        found.append(arm)
    return found


def _led_to(outline: Outline, before: Arm, arm: Arm) -> Arm:
    """The arm with the labels of the one before, from which it is reached, too."""
    if _is_bare(outline, before.span):
        return arm._replace(
            labels=(*before.labels, *arm.labels),
            fallen=before.fallen,
            is_default=arm.is_default or before.is_default,
        )
    return arm._replace(fallen=(*before.labels, *before.fallen))


def _is_bare(outline: Outline, span: Span) -> bool:
    text = _plain(outline, span).strip()
    return text.endswith(":") and "\n" not in text and ";" not in text


def _behind_value(outline: Outline, holder: Item) -> int:
    """Where the arms begin: behind the value by which one is chosen."""
    inside = [one.span for one in outline.marked("condition") if holder.span.contains(one.span)]
    first = min(inside, key=lambda one: one.start, default=None)
    opening = "\n" if outline.language in ("ruby", "python") else "{"
    head = holder.text.partition(opening)[0].encode()
    is_value = first is not None and first.start <= holder.span.start + len(head)
    return first.end if first is not None and is_value else holder.span.start + len(head)


def _plain(outline: Outline, span: Span) -> str:
    """A piece without its comments."""
    text = outline.text.slice(span)
    for silent in outline.silent:
        if span.contains(silent) and (said := outline.text.slice(silent)).startswith(_COMMENT):
            text = text.replace(said, " ")
    return text


def _labels(outline: Outline, before: Span, arm: Span) -> list[Label | None] | None:
    """The labels of an arm, None among them for `default`; None if they can't be read."""
    head = _plain(outline, Span(arm.start, min(arm.end, arm.start + _MAX_LABEL)))
    lead = _plain(outline, Span(max(before.start, before.end - _MAX_LABEL), before.end))
    lead = lead.lstrip(" \t\r\n{};,):")
    if outline.language in ("ruby", "python") and "\n" in lead.strip():
        lead = lead.strip().rsplit("\n", 1)[-1] + "\n"
    if outline.language == "ruby":
        return _read((lead or head.lstrip()) + "\n", outline.language)
    is_inside = not lead.strip() or outline.language in ("c", "cpp", "objc", "go", "java")
    return _read(head.lstrip() if is_inside else lead + head[:1], outline.language)


def _read(text: str, language: str) -> list[Label | None] | None:
    found: list[Label | None] = []
    while True:
        if (default := _DEFAULT.match(text)) is not None:
            found.append(None)
            text = text[default.end() :].lstrip(" :")
        else:
            text = text[keyword.end() :] if (keyword := _KEYWORD.match(text)) else text
            end, parts = _until_end(text, _ENDS.get(language, (":",)))
            if end is None:
                return None
            found += [_label(part, language) for part in parts]
            text = text[end:].lstrip()
        if not re.match(r"(?:case|default)\b", text):
            return found


def _until_end(text: str, ends: tuple[str, ...]) -> tuple[int | None, list[str]]:
    """Where the label ends, and its alternatives."""
    depth, start = 0, 0
    parts: list[str] = []
    for token in _TOKEN.finditer(text):
        depth += (token[0] in "([{") - (token[0] in ")]}") if len(token[0]) == 1 else 0
        if depth < 0:
            break
        if depth == 0 and token[0] in ends:
            return token.end(), [*parts, text[start : token.start()]]
        if depth == 0 and token[0] in (",", "|"):
            parts.append(text[start : token.start()])
            start = token.end()
    return None, []


def _label(text: str, language: str) -> Label | None:
    """A label without arguments and guard; None of a name that takes whatever comes."""
    plain = text.strip()
    name = _GUARD.split(plain, maxsplit=1)[0].strip() if plain[:1] not in "'\"" else plain
    if plain[:1] in ("'", '"'):
        return Label(plain if plain[-1] == plain[0] else name, plain[-1] != plain[0])
    is_open = name != plain or _RANGE.search(name) is not None
    name = re.sub(r"^(?:is|let|var)\s+", "", name)
    bare, bracket, given = name.partition("(") if "(" in name else name.partition("{")
    is_open = is_open or (bool(bracket) and re.search(r"[\d\"'.]", given) is not None)
    is_catching = language in ("python", "rust") and not bracket and _CATCHING.fullmatch(name)
    if is_catching and name not in ("true", "false") and not is_open:
        return None
    return Label(bare.strip(), is_open)
