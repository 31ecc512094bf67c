"""Where a name stands in what the call graph does not read: broken text, macros, templates.

A syntax error hides the calls in it, and no template (`.erb`, `.vue`, what Django or Jinja fills
in) is linked. Whatever has a definition's name there may call it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.graph import Graph
from codewitness.features.call_graph import CallGraph, module_symbol
from codewitness.features.places import Place
from codewitness.model.files import AS_TEXT
from codewitness.model.outline import whole_word
from codewitness.model.symbol import Symbol
from codewitness.model.text import Span

_SCRIPTS = frozenset(("javascript", "typescript", "tsx"))
_RUBY = frozenset(("ruby",))
_ANY: frozenset[str] = frozenset()
# By the end of a template's name: the languages that it calls; none for any.
_TEMPLATES = {
    **dict.fromkeys(("vue", "svelte", "ejs"), _SCRIPTS),
    "erb": _RUBY,
    **dict.fromkeys(("html", "htm", "hbs", "mustache", "j2", "jinja", "jinja2", "tmpl"), _ANY),
}
# What of a template is code: in marks of its own, in attributes that are evaluated; and, of a
# language that browsers run, in scripts.
_IN_MARKS = rb"<%.*?%>|\{\{.*?\}\}|\{%.*?%\}|\$\{.*?\}"
_IN_ATTRIBUTES = rb"[\w.:()\[\]-]*\s*=\s*(?:\"[^\"]*\"|'[^']*')"
_CODE = re.compile(_IN_MARKS + rb"|\sth:" + _IN_ATTRIBUTES, re.DOTALL)
_CODE_OF_BROWSERS = re.compile(
    _IN_MARKS
    + rb"|(?<=<script)\b.*?</script>|\s(?:[@:(\[*#]|on|v-|x-|hx-|ng-|th:)"
    + _IN_ATTRIBUTES,
    re.DOTALL,
)
_STRING = re.compile(rb"'[^'\n]*'|\"[^\"\n]*\"")
_BRACES = re.compile(rb"\{[^{}]*\}|(?<=<script)\b.*?</script>", re.DOTALL)  # of svelte
_WITH_MACROS = frozenset(("c", "cpp", "objc"))
_MACRO = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+(?P<name>\w+)(?:\([^)]*\))?(?P<text>(?:\\\r?\n|[^\n])*)",
    re.MULTILINE,
)
_ELSE = re.compile(rb"^[ \t]*#[ \t]*el", re.MULTILINE)
_RULES = re.compile("macro_definition")
_NOT_MADE = re.compile("token_tree_pattern|comment|string_literal")
_MEMBER = re.compile(rb"(?:\.|::)\s*\Z")
_OTHERS = re.compile(rb"(?:\$|\b(?:fn|struct|enum|mod|let|mut|use)\s+)\Z")
_IMPORTING = re.compile("comment|string_|^string|import|use_declaration|export_clause|include")
_DEFINING = re.compile(rb"\b(?:def|fn|func|fun|function|class|struct|interface|enum)\s+\Z")
_RECEIVER = re.compile(rb"(\w+)\s*(?:\??\.|::|->)\s*\Z")
_TOLD = re.compile(rb"\b([A-Z]\w*)\.\w+[ (]\s*\Z")  # `Mailer.stubs(`
# `struct one *find(int);` at the margin: what stands before the name, and what after it.
_DECLARING = re.compile(
    rb"^(?!(?:if|for|while|switch|return|else|do|case|goto|throw|delete|new)\b)"
    rb"[A-Za-z_](?:[\w\s*]|\([\w ,]*\))*[\s*]\Z",
    re.MULTILINE,
)
_DECLARED = re.compile(rb"\s*\((?:[^(){};]|\([^(){};]*\))*\)(?:[\s\w]|\([^{};]*\))*;")
_TEXT = re.compile("comment|^string|heredoc|regex")
_BEFORE_BYTES = 80

Found = tuple[Place, Span]


def unread_names(graph: CallGraph, function: Scope) -> Iterator[Found]:
    """Where the name of a function stands unread: the definition or file that it is in, the word.

    If there is not enough time to look everywhere, the graph is no longer `is_complete`.
    """
    yield from graph.in_time(_broken(graph, function))
    if function.file.language in _WITH_MACROS:
        yield from graph.in_time(_macros(graph, function))
    if function.file.language == "rust":
        yield from graph.in_time(_rules(graph, function))
    if function.file.language == "ruby":
        yield from graph.in_time(_symbols(graph, function))
    yield from graph.in_time(_templates(graph, function))


def _broken(graph: CallGraph, function: Scope) -> Iterator[Found]:
    files = graph.graph.workspace.files
    for path in sorted({*_paths_with_problems(graph), *_paths_with_branches(graph, function)}):
        graph.graph.cells.check()
        file = files.get(path)
        if file is None or not graph.graph.may_call(file.language, function):
            continue
        source = graph.reading.source(graph.folder, path)
        if source is None or function.name.encode() not in source.text.raw:
            continue
        yield from _in_errors(graph, file, source, function)


def _paths_with_problems(graph: CallGraph) -> list[str]:
    folder = graph.folder
    unsettled: dict[str, Document | SavedFile] = {**folder.changed, **folder.documents}
    found = [path for path, source in unsettled.items() if _has_problems(source)]
    for path, state in folder.view.files.items():
        if path not in unsettled and any(not one.endswith(AS_TEXT) for one in state.problems):
            found.append(path)
    return sorted(found)


def _paths_with_branches(graph: CallGraph, function: Scope) -> Iterator[str]:
    """Files of C that name a function and have an `#else`: not all branches need be read."""
    workspace = graph.graph.workspace
    if function.file.language in _WITH_MACROS:
        for path in workspace.paths_with(function.name):
            if workspace.files[path].language in _WITH_MACROS:
                source = graph.reading.source(graph.folder, path)
                if source is not None and _ELSE.search(source.text.raw):
                    yield path


def _has_problems(source: Document | SavedFile) -> bool:
    analysis = source.analysis()
    return analysis is not None and bool(analysis.core.problems)


def _in_errors(
    graph: CallGraph, file: File, source: Document | SavedFile, function: Scope
) -> Iterator[Found]:
    parsed = source.parsed()
    if parsed is None:
        return
    symbols, _ = graph.reading.symbols(graph.folder, file.path)
    own = {symbol.name_span for symbol in symbols}
    raw = parsed.text.raw
    for match in whole_word(function.name).finditer(raw):
        span = Span(*match.span())
        if span in own or not parsed.is_unread(span) or parsed.is_within(span, _IMPORTING):
            continue
        before = raw[max(0, span.start - _BEFORE_BYTES) : span.start]
        if _DEFINING.search(before):
            continue
        if file.language in _WITH_MACROS and _is_prototype(raw, before, span):
            continue
        inner = [symbol for symbol in symbols if symbol.span.contains(span)]
        symbol = min(inner, key=lambda one: one.span.end - one.span.start, default=None)
        scope = file.scope(symbol.ordinal) if symbol is not None else file.top
        if _may_mean(graph.graph, scope, before, function):
            place = symbol or module_symbol(file.path, file.language, file.module)
            yield Place(folder=graph.folder, symbol=place, source=source), span


def _is_prototype(raw: bytes, before: bytes, name: Span) -> bool:
    """True for a declaration of C, by how it is written: it calls nothing, whatever is around."""
    return bool(_DECLARING.search(before) and _DECLARED.match(raw, name.end))


def _may_mean(graph: Graph, scope: Scope, before: bytes, function: Scope) -> bool:
    """True unless the word is known to be another's: by an import, or as a member of something."""
    receiver = _RECEIVER.search(before)
    if function.parent is not None and function.parent.is_class:
        return receiver is not None or scope.file is function.file
    name = function.name
    if receiver is not None:
        owner = receiver[1].decode("utf-8", "replace")
        return function.key in graph.meant_by(scope, ["a", owner, name])
    meant = graph.meant_by(scope, name)
    return function.key in meant or not (meant or scope.binds(name) or scope.file.top.binds(name))


def _macros(graph: CallGraph, function: Scope) -> Iterator[Found]:
    """Where the text of a macro calls a function; who uses the macro calls it then."""
    workspace = graph.graph.workspace
    for path in workspace.paths_with(function.name):
        graph.graph.cells.check()
        if workspace.files[path].language not in _WITH_MACROS:
            continue
        symbols, source = graph.reading.symbols(graph.folder, path)
        for macro in _MACRO.finditer(source.text.raw) if source is not None else ():
            for match in whole_word(function.name).finditer(macro["text"]):
                span = Span(macro.start("text") + match.start(), macro.start("text") + match.end())
                name = Span(*macro.span("name"))
                symbol = next((one for one in symbols if one.name_span == name), None)
                file = workspace.files[path]
                symbol = symbol or module_symbol(path, file.language, file.module)
                assert source is not None
                yield Place(folder=graph.folder, symbol=symbol, source=source), span


def _rules(graph: CallGraph, function: Scope) -> Iterator[Found]:
    """Where what a `macro_rules!` puts in its place names a function; who uses it calls that."""
    workspace = graph.graph.workspace
    for path in workspace.paths_with(function.name):
        graph.graph.cells.check()
        file = workspace.files[path]
        symbols, source = graph.reading.symbols(graph.folder, path)
        parsed = source.parsed() if source is not None and file.language == "rust" else None
        if source is None or parsed is None or b"macro_rules!" not in source.text.raw:
            continue
        raw = source.text.raw
        for match in whole_word(function.name).finditer(raw):
            span = Span(*match.span())
            before = raw[max(0, span.start - _BEFORE_BYTES) : span.start]
            if _OTHERS.search(before) or (before.endswith(b".") and not _is_member(function)):
                continue
            if _is_member(function) and not _MEMBER.search(before):
                continue
            if parsed.is_within(span, _RULES) and not parsed.is_within(span, _NOT_MADE):
                inner = [one for one in symbols if one.span.contains(span)]
                symbol = min(inner, key=lambda one: one.span.end - one.span.start, default=None)
                place = symbol or module_symbol(path, file.language, file.module)
                yield Place(folder=graph.folder, symbol=place, source=source), span


def _is_member(function: Scope) -> bool:
    return function.parent is not None and function.parent.is_class


def _symbols(graph: CallGraph, function: Scope) -> Iterator[Found]:
    """Where a class of Ruby, one below it, or who speaks to it, has a method's name as a symbol."""
    workspace, owner = graph.graph.workspace, function.parent
    wanted = re.compile(rb"(?<![:\w]):" + re.escape(function.name.encode()) + rb"(?![\w?!=]|\s*=>)")
    for path in workspace.paths_with(function.name):
        graph.graph.cells.check()
        file = workspace.files[path]
        if file.language != "ruby":
            continue
        symbols, source = graph.reading.symbols(graph.folder, path)
        parsed = source.parsed() if source is not None else None
        if source is None or parsed is None:
            continue
        raw = source.text.raw
        for match in wanted.finditer(raw):
            span = Span(match.start() + 1, match.end())
            before = raw[max(0, match.start() - _BEFORE_BYTES) : match.start()]
            if before.endswith(b"[") or parsed.is_within(span, _TEXT):
                continue
            inner = [one for one in symbols if one.span.contains(span) and one.ordinal >= 0]
            inner.sort(key=lambda one: one.span.end - one.span.start)
            around = next((file.scope(one.ordinal) for one in inner if one.kind.is_classlike), None)
            told = _TOLD.search(before)
            is_told = told is not None and owner is not None and told[1] == owner.name.encode()
            if is_told or _is_kin(graph.graph, around, owner):
                place = inner[0] if inner else module_symbol(path, file.language, file.module)
                yield Place(folder=graph.folder, symbol=place, source=source), span


def _is_kin(graph: Graph, around: Scope | None, owner: Scope | None) -> bool:
    if around is None or owner is None:
        return around is owner
    return graph.typed.is_below(around, owner)


def _templates(graph: CallGraph, function: Scope) -> Iterator[Found]:
    name, language = function.name.encode(), function.file.language
    for path in graph.folder.paths():
        ending = path.rpartition(".")[2]
        called = _TEMPLATES.get(ending)
        if called is None or (called and language not in called):
            continue
        graph.graph.cells.check()
        source = graph.reading.source(graph.folder, path)
        if source is None or name not in source.text.raw:
            continue
        symbol = _file_symbol(path, ending)
        for match in whole_word(function.name).finditer(source.text.raw):
            span = Span(*match.span())
            line = source.text.line_text(source.text.line_at(span.start))
            if line.lstrip().startswith("import "):
                continue
            of = [one for one in _code(source.text.raw, ending, language) if one.contains(span)]
            if of and _may_be_called(source.text.raw, of[0], span, function):
                yield Place(folder=graph.folder, symbol=symbol, source=source), span


def _may_be_called(raw: bytes, code: Span, name: Span, function: Scope) -> bool:
    """False for a word of a text between quotes; of a method of Python, unless something has it."""
    if function.file.language == "python" and _is_member(function):
        before = raw[max(code.start, name.start - _BEFORE_BYTES) : name.start]
        if _MEMBER.search(before) is None:
            return False
    if not raw.startswith((b"{", b"<%", b"$"), code.start):
        return True  # what is between quotes there is code
    texts = (match for match in _STRING.finditer(raw, code.start, code.end))
    return not any(
        text.start() < name.start < text.end() and b" " in text[0].strip() for text in texts
    )


def _code(raw: bytes, ending: str, language: str) -> list[Span]:
    code = _CODE_OF_BROWSERS if language in _SCRIPTS else _CODE
    found = [Span(*match.span()) for match in code.finditer(raw)]
    if ending == "svelte":
        found += [Span(*match.span()) for match in _BRACES.finditer(raw)]
    return found


def _file_symbol(path: str, ending: str) -> Symbol:
    return replace(module_symbol(path, ending, ""), qualified_name=path)
