"""Whether what no file of the workspace holds may call a definition: a library, the language.

It does so without a line that names the definition. That nobody calls it, or that some alone do,
can't be told by the lines that are here.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.calling.asked_by_libraries import BY_BASE, OF_ANY, OF_GO
from codewitness.engine.verify.code.macros import named_in
from codewitness.engine.verify.errors.builtin_errors import line_of
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.subject import Subject
from codewitness.model.facts import Kind
from codewitness.model.text import Span

# Languages in which what overrides a base's method has to say so.
_MUST_SAY = frozenset({"csharp", "kotlin"})
_CLOSED = frozenset({"private", "fileprivate", "static"})
_OPENED = re.compile(r"^([ \t]*)(?:unsafe\s+)?(?:default\s+)?impl\b([^{};]*)\{", re.MULTILINE)
_OF_TRAIT = re.compile(r"^\s*(?:<.*?>)?\s*!?([\w:]+(?:\s*<.*>)?)\s+for\b", re.DOTALL)
_PROTOCOL = re.compile(r"(?:Delegate|DataSource|Protocol|able|ible|ing|Coding|Copying)$")


def may_be_called_from_outside(subject: Subject) -> str:
    """Why something that is not in the workspace may call it; empty if nothing should."""
    if not subject.kind.is_callable:
        return ""
    if macro := named_in(subject.name, subject.head.outline):
        return f"the macro `{macro}` names it, and what uses that may call it"
    if started := _by_what_starts_it(subject):
        return started
    if not subject.head.around.container:
        return ""
    if subject.language == "go":
        return _by_interface(subject)
    if subject.language == "rust":
        return _by_trait(subject)
    return _by_language(subject) or _by_base(subject)


_STARTED = {"python": (), "csharp": ("Main",), "go": ("main", "init")}
_TEST_OF_GO = re.compile(r"(?:Test|Benchmark|Fuzz|Example)(?![a-z])")
# Marks that have nobody call what bears them.
_IDLE_MARKS = frozenset(
    {
        *("override", "deprecated", "suppresswarnings", "suppress", "nullable", "nonnull"),
        *("notnull", "checkreturnvalue", "canignorereturnvalue", "visiblefortesting"),
        *("safevarargs", "functionalinterface", "jvmstatic", "jvmoverloads", "jvmname", "throws"),
        *("synchronized", "generated", "guardedby", "beta", "contract", "obsolete", "methodimpl"),
        *("debuggerstepthrough", "debuggerhidden", "editorbrowsable", "pure", "inline", "must_use"),
        *("allow", "cfg", "doc", "cold", "track_caller", "staticmethod", "classmethod", "property"),
        *("abstractmethod", "overload", "final", "cached_property", "lru_cache", "cache", "wraps"),
        *("contextmanager", "asynccontextmanager", "setter", "getter", "deleter", "no_type_check"),
        *("singledispatch", "singledispatchmethod", "total_ordering", "runtime_checkable"),
        *("discardableresult", "available", "mainactor", "inlinable", "usablefrominline"),
        *("excludefromcodecoverage", "experimental", "unstable", "since", "api", "internal"),
        *("doesnotreturn", "notnullwhen", "memberNotNull".lower(), "returnsunknown", "expect"),
        *("optin", "restrictto", "workerthread", "uithread", "callsuper", "cfg_attr", "automatic"),
        *("conditional", "stackTraceHidden".lower(), "language", "index", "size", "not_null"),
    }
)


def _by_what_starts_it(subject: Subject) -> str:
    """What runs a program, its tests, or what an annotation or decorator hands it to."""
    name, outline = subject.name, subject.head.outline
    if name in _STARTED.get(subject.language, ("main",)):
        return "what starts the program may call it"
    is_test = subject.language == "go" and _TEST_OF_GO.match(name)
    if is_test or (subject.language == "python" and re.match(r"test(?:_|[A-Z]|$)", name)):
        return "what runs the tests may call it"
    for item in outline.marked("decorator"):
        mark = re.split(r"[(\[\s=]", item.text.strip("@#![] \n"))[0]
        last = parts(mark)[-1] if mark else ""
        is_idle = not last or last.lower().removesuffix("attribute") in _IDLE_MARKS
        if not is_idle and not subject.known.is_callable(last):
            return f"what `{mark}` marks may be called by a library"
    return ""


def _by_interface(subject: Subject) -> str:
    """Of Go, where a method fulfils what has such a one, wherever that is declared."""
    outline = subject.head.outline
    header = outline.text.slice(Span(outline.name_span.end, outline.header_span.end))
    for interface, shape in OF_GO.get(subject.name, ()):
        if shape.fullmatch(header.strip()):
            return f"a library may call it: it fits `{interface}`"
    return ""


def _by_trait(subject: Subject) -> str:
    """Of Rust, by the `impl … for` around it, if the trait is none of the workspace."""
    outline = subject.head.outline
    before = outline.text.slice(Span(0, outline.span.start))
    opened = list(_OPENED.finditer(before))
    if not opened or re.search(rf"^{opened[-1][1]}\}}", before[opened[-1].end() :], re.MULTILINE):
        return ""
    said = _OF_TRAIT.match(opened[-1][2])
    if said is None:
        return ""
    trait = said[1].partition("<")[0].strip()
    if subject.known.comes_from(outline, trait.rpartition("::")[2]) is not None:
        return ""
    return f"the language or a library may call it: it is what `{trait}` asks for"


def _by_language(subject: Subject) -> str:
    """What is called by operators, built-in functions and the like, without its name."""
    name, language = subject.name, subject.language
    is_special = name.startswith("__") and name.endswith("__") and name != "__init__"
    if language == "python" and is_special:
        return f"Python itself may call it, where `{name}` stands behind an operator or a built-in"
    is_operator = re.match(r"~|operator\b|[^\w\s@]", name) is not None
    words = set(subject.head.outline.header_words())
    if is_operator and language in ("cpp", "ruby", "swift", "csharp"):
        return f"what stands for `{name}` may call it without naming it"
    if language == "kotlin" and "operator" in words:
        return f"an operator may call it: `{name}`"
    if name in OF_ANY.get(language, ()):
        return f"the language or a library may call it, as `{name}` of any object"
    return ""


def _by_base(subject: Subject) -> str:
    """What a base that is not in the workspace may ask for."""
    names, is_all = subject.known.ancestors()
    outline = subject.head.outline
    words = set(outline.header_words())
    if is_all or subject.kind is Kind.CONSTRUCTOR or words & _CLOSED:
        return ""
    if subject.name.startswith("#") or (
        subject.language == "python" and re.match(r"__\w*(?<!__)$", subject.name)
    ):
        return ""
    outside = [one for one in names if subject.known.comes_from(outline, one) is None]
    asking = next((one for one in outside or names[-1:] if _may_ask(one, subject, words)), None)
    if asking is None:
        return ""
    said = re.split(r"[(<\[]", asking)[0].strip()
    return f"a library may call it: `{said}` is not in this workspace, and may ask for it"


def _may_ask(base: str, subject: Subject, words: set[str]) -> bool:
    """True if a base that is elsewhere may call a method of this name."""
    last = parts(re.split(r"[(<\[]", base)[0].strip())[-1]
    if last in BY_BASE:
        return subject.name in BY_BASE[last]
    if line_of((last,), subject.language) or re.search(r"(?:Exception|Error)$", last):
        return False
    if "override" in words or any(
        "verride" in item.text for item in subject.head.outline.marked("decorator")
    ):
        return True
    if subject.language == "csharp":
        is_interface = re.match(r"I[A-Z]", last) is not None
        return is_interface and "public" in words
    if subject.language == "swift":
        return _PROTOCOL.search(last) is not None or not re.match(r"[A-Z]{2}[A-Z]*[a-z]", last)
    if subject.language in _MUST_SAY:
        return False
    return not _marks_what_overrides(subject)


_MARKS = {"java": re.compile(r"@Override\b"), "cpp": re.compile(r"\boverride\b")}


def _marks_what_overrides(subject: Subject) -> bool:
    """True if other methods of the class say that they override: one that doesn't is its own."""
    mark = _MARKS.get(subject.language)
    if mark is None:
        return False
    outline = subject.head.outline
    owner = subject.head.around.container.rpartition(".")[2]
    head = re.compile(rf"\b(?:class|struct|enum|record)\s+(?:\w+\s+)*?{re.escape(owner)}\b")
    text = outline.text.slice(Span(0, len(outline.text.raw)))
    opened = head.search(text)
    if opened is None:
        return False
    depth, inside = 0, text[opened.end() :]
    end = len(inside)
    for found in re.finditer(r"[{}]", inside):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            end = found.end()
            break
    return mark.search(inside[:end]) is not None
