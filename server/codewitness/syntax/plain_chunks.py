"""Chunks of text that no grammar reads: sections by heading, else windows of whole paragraphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from codewitness.model.facts import ChunkKind, FileFacts, join_name
from codewitness.model.text import Span, Text
from codewitness.syntax.chunk import MAX_CHUNK_BYTES, Chunker, trimmed
from codewitness.syntax.paths import is_test_path, module_name

MAX_TITLE = 120
_MAX_LEVEL = 6
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_PARAGRAPH = re.compile(rb"\n[ \t\r]*\n")

_ATX = re.compile(rb" {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(rb" {0,3}(={2,}|-{3,})[ \t]*$")
_FENCE = re.compile(rb"\s*(`{3,}|~{3,})(.*)$")
_NO_TITLE = re.compile(rb"\s*(?:[-*+>|]|\d+[.)])(?:\s|$)|\s*\||(?: {4}|\t)")
_RST_LINE = re.compile(rb"([=\-~^\"'#*+`:._])\1{2,}[ \t]*$")
_ADOC = re.compile(rb"(={1,6})[ \t]+(\S.*?)(?:[ \t]+=+)?[ \t]*$")
_ADOC_BLOCK = re.compile(rb"(-{4,}|\.{4,}|/{4,}|\+{4,}|```)")
_ORG = re.compile(rb"(\*{1,9})[ \t]+(\S.*?)[ \t]*$")
_ORG_BLOCK = re.compile(rb"[ \t]*#\+(begin|end)_", re.IGNORECASE)
_TEX = re.compile(
    rb"^[ \t]*\\(part|chapter|(?:sub)*section)\*?(?:\[[^\]\n]*\])?\{([^\n]+)\}", re.MULTILINE
)
_TEX_LEVELS = (b"part", b"chapter", b"section", b"subsection", b"subsubsection")
_TOML = re.compile(rb"^\[\[?[ \t]*([\w.\"' :/@*+-]+?)[ \t]*\]\]?[ \t]*(?:#.*)?\r?$", re.MULTILINE)
_INI = re.compile(rb"^\[([^\]\n]+)\]", re.MULTILINE)
_YAML = re.compile(rb"^(?:[\"']?)([A-Za-z_][\w./ -]*?)(?:[\"']?)[ \t]*:(?=\s|$)", re.MULTILINE)
_JSON = re.compile(rb"^([ \t]*)\"([^\"\\\n]+)\"[ \t]*:", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")


class Heading(NamedTuple):
    """Where a section begins, how deep it is (1 is outermost), and its title."""

    start: int
    level: int
    title: str


def text_facts(path: str, text: Text, language: str) -> FileFacts:
    """Sections of a text that has headings, else windows of whole paragraphs."""
    module = module_name(path)
    chunker = Chunker(path=path, language=language, text=text)
    tags = ["domain:test"] if is_test_path(path) else []
    for names, span in _sections(text.raw, _headings(path, text.raw, language)):
        piece = trimmed(span, text.raw)
        if piece is not None:
            chunker.add(
                ChunkKind.SECTION if names else ChunkKind.WINDOW,
                [piece],
                name=names[-1] if names else path.rsplit("/", 1)[-1][:MAX_TITLE],
                qualified_name=join_name(module, *names),
                tags=tags,
                boundaries=_paragraphs(text.raw, piece),
            )
    return FileFacts(path=path, language=language, module=module, chunks=tuple(chunker.chunks))


def _sections(raw: bytes, headings: list[Heading]) -> Iterator[tuple[list[str], Span]]:
    """The titles that lead to each section, and its text up to the next heading."""
    starts = [*(heading.start for heading in headings), len(raw)]
    if starts[0] > 0:
        yield [], Span(0, starts[0])
    title = _title_of_all(headings)
    around: list[Heading] = []
    for heading, end in zip(headings, starts[1:], strict=True):
        while around and around[-1].level >= heading.level:
            around.pop()
        around.append(heading)
        names = [one.title for one in around if one is not title or one is heading]
        yield names, Span(heading.start, end)


def _title_of_all(headings: list[Heading]) -> Heading | None:
    """The heading that names the document, if all others are below it."""
    if len(headings) < 2 or any(one.level <= headings[0].level for one in headings[1:]):
        return None
    return headings[0]


def _headings(path: str, raw: bytes, language: str) -> list[Heading]:
    extension = path.rsplit(".", 1)[-1].lower()
    find = _FINDERS.get(extension) or _FINDERS.get(language)
    if find is None:
        return []
    found = (
        Heading(start, min(level, _MAX_LEVEL), _clean(title)) for start, level, title in find(raw)
    )
    return [heading for heading in found if heading.title]


def _clean(title: bytes) -> str:
    """A title on one line, without marks of style, not too long."""
    text = _LINK.sub(r"\1", title.decode("utf-8", "replace"))
    return " ".join(text.replace("`", "").split()).strip("*_ ")[:MAX_TITLE].rstrip()


_Mark = tuple[int, int, bytes]
_Line = tuple[int, bytes]


def _lines(raw: bytes) -> Iterator[_Line]:
    """Each line with its offset, without its end."""
    at = 0
    for line in _LONE_RETURN.sub(b"\n", raw).split(b"\n"):
        yield at, line.rstrip(b"\r")
        at += len(line) + 1


def _markdown(raw: bytes) -> Iterator[_Mark]:
    fence = b""
    paragraph: list[_Line] = []
    for at, line in _lines_after_front_matter(raw):
        if (match := _FENCE.match(line)) is not None and _turns(fence, match):
            fence = b"" if fence else match[1]
            paragraph = []
        elif fence or not line.strip():
            paragraph = []
        elif (match := _ATX.match(line)) is not None:
            yield at, len(match[1]), match[2]
            paragraph = []
        elif len(paragraph) == 1 and (match := _SETEXT.match(line)) is not None:
            (title_at, title), paragraph = paragraph[0], []
            if not _NO_TITLE.match(title):
                yield title_at, 1 if match[1][:1] == b"=" else 2, title
        else:
            paragraph.append((at, line))


def _turns(fence: bytes, match: re.Match[bytes]) -> bool:
    """True if this line opens a fence, or closes the one that is open."""
    if not fence:
        return match[1][:1] != b"`" or b"`" not in match[2]
    return match[1].startswith(fence) and not match[2].strip()


def _lines_after_front_matter(raw: bytes) -> Iterator[_Line]:
    lines = list(_lines(raw))
    mark = lines[0][1].rstrip()
    if mark not in (b"---", b"+++"):
        return iter(lines)
    ends = (b"---", b"...") if mark == b"---" else (b"+++",)
    for index, (_, line) in enumerate(lines[1:], start=1):
        if line.rstrip() in ends:
            return iter(lines[index + 1 :])
    return iter(lines)


def _rst(raw: bytes) -> Iterator[_Mark]:
    """Underlined titles, with a line over them or not; levels by the order of their styles."""
    styles: list[tuple[bytes, bool]] = []
    lines = [(0, b""), *_lines(raw)]
    skips = False
    for index in range(1, len(lines) - 1):
        (above_at, above), (at, title), (_, below) = lines[index - 1 : index + 2]
        if skips or not title.strip() or _RST_LINE.match(title) or not _RST_LINE.match(below):
            skips = False
            continue
        is_boxed = _RST_LINE.match(above) is not None and above[:1] == below[:1]
        if not is_boxed and (above.strip() or title[:1].isspace()):
            continue
        style = (below[:1], is_boxed)
        if style not in styles:
            styles.append(style)
        skips = True  # the line below is no title
        yield above_at if is_boxed else at, styles.index(style) + 1, title


def _asciidoc(raw: bytes) -> Iterator[_Mark]:
    block = b""
    for at, line in _lines(raw):
        if (match := _ADOC_BLOCK.match(line)) is not None and block in (b"", line.rstrip()):
            block = b"" if block else line.rstrip()
        elif not block and (match := _ADOC.match(line)) is not None:
            yield at, len(match[1]), match[2]


def _org(raw: bytes) -> Iterator[_Mark]:
    is_inside = False
    for at, line in _lines(raw):
        if (match := _ORG_BLOCK.match(line)) is not None:
            is_inside = match[1].lower() == b"begin"
        elif not is_inside and (match := _ORG.match(line)) is not None:
            yield at, len(match[1]), match[2]


def _tex(raw: bytes) -> Iterator[_Mark]:
    for match in _TEX.finditer(raw):
        level = _TEX_LEVELS.index(match[1]) if match[1] in _TEX_LEVELS else len(_TEX_LEVELS)
        yield match.start(), level + 1, match[2]


def _toml(raw: bytes) -> Iterator[_Mark]:
    return ((match.start(), 1, match[1]) for match in _TOML.finditer(raw))


def _ini(raw: bytes) -> Iterator[_Mark]:
    return ((match.start(), 1, match[1]) for match in _INI.finditer(raw))


def _yaml(raw: bytes) -> Iterator[_Mark]:
    if len(raw) <= MAX_CHUNK_BYTES:
        return iter(())
    return _packed([(match.start(), 1, match[1]) for match in _YAML.finditer(raw)], len(raw))


def _json(raw: bytes) -> Iterator[_Mark]:
    """Keys that stand as far to the right as the first one."""
    first = _JSON.search(raw) if len(raw) > MAX_CHUNK_BYTES else None
    if first is None:
        return iter(())
    keys = (match for match in _JSON.finditer(raw) if match[1] == first[1])
    return _packed([(match.start(), 1, match[2]) for match in keys], len(raw))


def _packed(marks: list[_Mark], end: int) -> Iterator[_Mark]:
    """Those of `marks` that begin a chunk if as many as fit are put into one."""
    start = -1
    for mark, (after, _, _) in pairwise([*marks, (end, 1, b"")]):
        if start < 0 or after - start > MAX_CHUNK_BYTES:
            start = mark[0]
            yield mark


_FINDERS: dict[str, Callable[[bytes], Iterator[_Mark]]] = {
    "markdown": _markdown,
    "rst": _rst,
    "text": _rst,
    "adoc": _asciidoc,
    "asciidoc": _asciidoc,
    "org": _org,
    "tex": _tex,
    "toml": _toml,
    "ini": _ini,
    "yaml": _yaml,
    "json": _json,
}


def _paragraphs(raw: bytes, span: Span) -> list[int]:
    if span.end - span.start <= MAX_CHUNK_BYTES:
        return []
    return [match.end() for match in _PARAGRAPH.finditer(raw, span.start, span.end)]
