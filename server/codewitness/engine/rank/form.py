"""What a query looks like: which of its words name something, and which only ask."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codewitness.engine.rank.asked_files import asks_documents
from codewitness.engine.rank.stems import stem, stems

_WORD = re.compile(r"[^\W\d]\w*|\d+")
_NAME = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#|->|\\)[^\W\d][\w$]*)*")
# A call may be left open, as it is when a line is copied up to there.
_WRAPPED = re.compile(rf"[`\"']*@?({_NAME.pattern})(?:<[^<>]*>)?(?:\([^()]*\)?)?;?[`\"']*")
_MARKED_NAME = re.compile(rf"{_NAME.pattern}[!?]")  # of Ruby or Elixir, or asked for with a `?`
_SEPARATOR = re.compile(r"\.|::|#|->|\\")
_CALLED = re.compile(rf"`*({_NAME.pattern})(?:\([^()]*(?:\);?`*)?|`)|@{_NAME.pattern}")
_RECEIVER = re.compile(r"\(\*?([^\W\d]\w*)\)\.(?=[^\W\d])")  # `(*Cart).total`, as Go writes it
_GIVEN_TYPES = re.compile(r"(\w)(?:::)?<[\w\s,:&']{1,80}>(?=(?:::|\.)\w)")  # `Vec<T>::push`
# What defines a name, or says that one is meant, and the name: `def echo`, `class:Option`.
_KEYWORDS = (
    r"(actor|class|def|defp|enum|fn|fun|func|function|interface|method|module|object|protocol|record"
    r"|struct|sym|symbol|trait|type|union)"
)
_DEFINITION = re.compile(
    rf"((?:type|kind):\s?)?{_KEYWORDS}(\s+|:(?!:)\s?)`?({_NAME.pattern})`?(?:\(\))?"
)
_MODIFIERS = """
abstract async data declare default export fileprivate final inline internal local open override
partial private protected pub public sealed static suspend unsafe virtual
"""
# A line that defines, up to its end: `public interface Store<T> {`, `func (c *Cart) Total() int {`.
_TYPES = r"[\w.:<>?]+(?:\s*,\s*[\w.:<>?]+)*"
_AFTER_NAME = "|".join(
    (
        r"\([^()]*",  # left open
        r"[<(\[].*[<>()\[{:;,=]",
        r"[<(].*\)\s*(?:->|:)\s*\S+",
        r"\s*[{=].*",
        r"[\s:].*\{",
        rf"\s*:(?:\s*{_TYPES})?",
        rf"(?:\s+(?:extends|implements)(?:\s+{_TYPES})?)+",
        r"\s+(?:interface|struct)",
    )
)
_DEFINING_LINE = re.compile(
    rf"(?:(?:{'|'.join(_MODIFIERS.split())})(?:\([a-z]+\))?\s+)*{_KEYWORDS}\s+"
    rf"(?:\(\w+\s+\*?(\w+)\)\s*)?({_NAME.pattern})({_AFTER_NAME})?"
)
_ONLY_OF_CODE = re.compile(r"[(<]|:$|\s*[{=]|.*\{$")  # of what comes after it
_WHERE_DEFINED = re.compile(
    rf"where (?:is|are) `?({_NAME.pattern})`?(?:\(\))? (?:defined|declared)\??", re.IGNORECASE
)
# What is imported is meant, if the line names one thing: `from shop.cart import Cart`.
_IMPORT = re.compile(
    r"(?:from\s+[\w.]+\s+import\s+|(?:import(?:\s+static)?|use)\s+(?=\w+(?:\.|::)))"
    rf"({_NAME.pattern});?|import\s+(?:type\s+)?\{{?\s*(\w+)\s*\}}?\s+from\s+[\"'].+[\"'];?"
)
_NO_WORDS = frozenset({"def", "defp", "fn", "func"})  # only code has them
_CLASS_WORDS = "actor class enum interface object protocol record struct trait type union"
_OF_CLASSES = frozenset(_CLASS_WORDS.split())
_OF_CALLABLES = _NO_WORDS | {"fun", "function", "method"}
_ASKS_TESTS = re.compile(
    r"\b(?:tests|test cases?|unit tests?)\s+(?:of|for|that|which|cover\w*)\b"
    r"|\b(?:is|are)\s+tested\b|^\W*test that\b",
    re.IGNORECASE,
)
_COMPOUND = re.compile(r"\b([A-Za-z]+(?:-[A-Za-z]+)+)((?: [A-Za-z]+){0,2})")
_PAIR = re.compile(r"\b(?=([A-Za-z]{2,})[ -]([A-Za-z]{2,})\b)")  # each word with the one after it
_LEAST_JOINED = 5  # letters; `login`, `setup`
_NUMBERED = re.compile(r"\b([A-Za-z]+)[ /-]?(\d+)\b")  # `HTTP/2`, `SHA-256`, `md5`
_RUN = re.compile(r"\b[A-Za-z]+(?:[ -][A-Za-z]+)+")  # words with nothing between them
_INITIALS = (2, 3)
_CAMEL = re.compile(r"[a-z][A-Z]")
_IN_PARTS = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_CAPITALISED = re.compile(r"[A-Z][a-z]+")

# Words that ask or point. Of a question they say nothing; in code they are rare, as only comments
# have them, and full-text search would take them for what the question is about.
_ASKING_WORDS = """
a an and are at be been can could did do does happen happens how i is it its my of or should than
that the their there these this those to was we were what when where which who why will would you
"""
# What is done to that which is named. At the beginning of a query, or with an ending, they say
# nothing either; elsewhere they may be what is looked for: a status code, a file handle.
_DOING_WORDS = "code define definition handle handling implement implementation use using work"
_DONE_WORDS = "defined defines handled handles implemented implements used uses working works"
# Words that join. Code has them as keywords, so full-text search is asked for them.
_JOINING_WORDS = "as between by for from if in into no not on over then under via with"
# What comes after the first of these is beside the point: *a commit on GitHub* is about commits.
_ASIDE_WORDS = """
about across after against among around as at before behind between by during for from in inside
into of off on onto out over per through to toward under until up upon via when while with within
without
"""
_PREPOSITIONS = frozenset(_ASIDE_WORDS.split())
_ASKING = frozenset(_ASKING_WORDS.split())
_DOING = frozenset(_DOING_WORDS.split())
_SAYS_NOTHING = _ASKING | frozenset(_DONE_WORDS.split())
EMPTY = _SAYS_NOTHING | _DOING | frozenset(_JOINING_WORDS.split())


def telling_words(words: Sequence[str]) -> list[str]:
    """Of the words of a query those that say something, in their order; all, if none does."""
    kept = [word for word in words if word not in _SAYS_NOTHING]
    if len(kept) > 1 and kept[0] in _DOING:
        del kept[0]
    return kept or list(words)


def defined_name(text: str) -> str:
    """`echo` of `def echo`, `symbol:echo` and *where is echo defined*: the name of a definition.

    And of a line of code that defines it, with the type that it is a method of in front, or that
    imports it. Nothing of *class hierarchy*, which is prose; a class is called `Hierarchy`.
    """
    return _defined(text)[1]


def _defined(text: str) -> tuple[str, str]:
    """The word for what is defined, if one is said, and its name; both empty if it is prose."""
    text = text.strip()
    if (found := _WHERE_DEFINED.fullmatch(text)) is not None:
        return "", found[1]
    if (found := _IMPORT.fullmatch(text)) is not None:
        return "", found[1] or found[2]
    if (found := _DEFINITION.fullmatch(text)) is not None:
        kind, keyword, mark, name = found.groups()
        is_said = kind or ":" in mark or keyword in _NO_WORDS or _is_code(name)
        return (keyword, name) if is_said else ("", "")
    if (found := _DEFINING_LINE.fullmatch(text)) is None:
        return "", ""
    keyword, receiver, name, after = found.groups()
    is_said = receiver or keyword in _NO_WORDS or _is_code(name)
    if not is_said and _ONLY_OF_CODE.match(after or "") is None:
        return "", ""
    return keyword, ".".join(filter(None, (receiver, name.removeprefix("self."))))


def _of_class(keyword: str) -> bool | None:
    return True if keyword in _OF_CLASSES else False if keyword in _OF_CALLABLES else None


def says_nothing(word: str) -> bool:
    """True for a word, in lower case, that only asks, points, joins or tells what is done."""
    return word in EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryForm:
    """A query's stems, and the names in it that are written as code writes them.

    `words` are all its words in lower case. `symbols` maps the last part of a name to what stands
    before it, both in lower case (`filter` to `queryset` in `QuerySet.filter`), or to nothing.
    `names` are those last parts as they were typed. `sole` is the last part of a query that is
    nothing but one name as only code writes it, a call or a definition, else empty. `asks_tests` if
    tests of something are looked for, and not what tests are made with; `asks_documents` if what is
    written about the code is. `as_one` are what names
    may write for several words: `threadpool` for *thread pool*, `http2` for *HTTP/2*, and for words
    that begin with a compound `sse`, as in *server-sent events*. `initials` are what only files are
    called, for words of any kind: `fs` for *file system*. `asides` are stems that are said only
    behind the first preposition, where the query tells what its subject has to do with. `of_class`
    if the definition of a class or the like is asked for, and not that of a function; None if the
    query does not tell.
    """

    words: frozenset[str]
    stems: frozenset[str]
    symbols: dict[str, str]
    names: tuple[str, ...]
    sole: str = ""
    asks_tests: bool = False
    asks_documents: bool = False
    as_one: frozenset[str] = frozenset()
    initials: frozenset[str] = frozenset()
    asides: frozenset[str] = frozenset()
    of_class: bool | None = None

    @classmethod
    def of(cls, text: str) -> QueryForm:
        """The form of a query's text; a name may be quoted, or be written as a call."""
        text = _GIVEN_TYPES.sub(r"\1", _RECEIVER.sub(r"\1.", text))
        keyword, defined = _defined(text)
        is_code = bool(defined) or _CALLED.fullmatch(text.strip()) is not None
        text = defined or text
        bare = _bare_name(text)
        first: set[str] = set()  # what is said before a preposition, and what is said after it
        after: set[str] = set()
        is_after = False
        for word in _WORD.findall(text):
            is_after |= bool(first) and word.lower() in _PREPOSITIONS
            if word.lower() not in EMPTY:
                (after if is_after else first).update(stems(word))
        split = [_SEPARATOR.split(name) for name in _names_in(bare)]
        return cls(
            words=frozenset(word.lower() for word in _WORD.findall(text)),
            stems=frozenset(first | after),
            symbols={
                parts[-1].lower(): parts[-2].lower() if len(parts) > 1 else "" for parts in split
            },
            names=tuple(dict.fromkeys(parts[-1] for parts in split)),
            sole=_sole(bare, is_code=is_code),
            asks_tests=_ASKS_TESTS.search(text) is not None,
            asks_documents=asks_documents(text),
            as_one=frozenset((*_acronyms(text), *map(stem, _joined(text)), *_numbered(text))),
            initials=frozenset(map(stem, _initials(text))),
            asides=frozenset(after - first),
            of_class=_of_class(keyword),
        )


def _names_in(text: str) -> Iterator[str]:
    """The names that it writes as code does; of one word alone that word."""
    is_one = len(text.split()) == 1
    if _MARKED_NAME.fullmatch(text) is not None:
        yield text
    for found in _NAME.finditer(text):
        marked = text[found.start() - 1 : found.start()] + text[found.end() : found.end() + 2]
        if is_one or _is_code(found[0]) or marked.endswith("()") or marked[:2] == "``":
            yield found[0]


def _bare_name(text: str) -> str:
    """The name that is all of a query, as in "`Cart.total(tax)`"; else the query."""
    found = _WRAPPED.fullmatch(text.strip())
    return found[1] if found is not None else text.strip()


def _sole(text: str, *, is_code: bool) -> str:
    is_name = _NAME.fullmatch(text) is not None and (is_code or _is_code(text))
    return _SEPARATOR.split(text)[-1] if is_name else ""


def _joined(text: str) -> Iterator[str]:
    """Each two words of a query, one behind the other, as one: `threadpool`, in lower case.

    And each word of several that is written in parts: `websocket` for *WebSocket*.
    """
    if len(words := _WORD.findall(text)) > 1:
        yield from (word.lower() for word in words if _IN_PARTS.search(word))
    for first, second in _PAIR.findall(text.lower()):
        if len(first) + len(second) >= _LEAST_JOINED and not {first, second} <= EMPTY:
            yield f"{first}{second}"


def _numbered(text: str) -> Iterator[str]:
    """Words with the number behind them: `http2` for *HTTP/2*."""
    return (f"{word}{number}".lower() for word, number in _NUMBERED.findall(text))


def _initials(text: str) -> Iterator[str]:
    """Those of each two or three words, one behind the other, that all say something.

    And `h2` for *HTTP/2*.
    """
    yield from (f"{word[0]}{n}".lower() for word, n in _NUMBERED.findall(text) if word.isupper())
    for run in _RUN.findall(text.lower()):
        words = run.replace("-", " ").split()
        for n in _INITIALS:
            for at in range(len(words) - n + 1):
                if EMPTY.isdisjoint(some := words[at : at + n]):
                    yield "".join(word[0] for word in some)


def _acronyms(text: str) -> Iterator[str]:
    """The initials of each compound, with none to two of the words after it; three or more."""
    for compound, after in _COMPOUND.findall(text):
        initials = "".join(word[0] for word in f"{compound} {after}".replace("-", " ").split())
        n_own = compound.count("-") + 1
        for n in range(max(n_own, 3), len(initials) + 1):
            yield stem(initials[:n])


def _is_code(name: str) -> bool:
    return (
        "_" in name.strip("_")
        or _CAMEL.search(name) is not None
        or _SEPARATOR.search(name) is not None
        or _CAPITALISED.fullmatch(name) is not None
    )
