"""C and its kin as the parser can take them: macros blanked, lengths and lines unchanged.

The grammars know no preprocessor, so a macro where they expect none (`class API Foo`,
`NS_ASSUME_NONNULL_BEGIN`) or a brace that is opened in one branch of `#if` spoils all that follows.
Only the tree is made from this text; whatever is shown comes from the source itself.
"""

from __future__ import annotations

import re

from codewitness.syntax.languages import c_catching, c_ifs
from codewitness.syntax.languages.c_conditionals import without_conditionals
from codewitness.syntax.languages.c_exports import without_exports
from codewitness.syntax.languages.c_members import without_member_macros
from codewitness.syntax.languages.c_templates import without_conditions

_MACRO = rb"\b[A-Z_][A-Z0-9_]{2,}\b"
_ARGUMENTS = rb"(?:\((?:[^()\n]|\([^()\n]*\))*\))?"
_WHOLE_MACRO = re.compile(_MACRO)
_LAST_COMMENT = re.compile(rb"(?:\s*/\*(?:[^*]|\*(?!/))*\*/|[ \t]//[^\n]*)\Z")
_NESTED_ARGUMENTS = re.compile(
    rb"\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\)"
)
_MAX_ARGUMENTS = 4_000

# `FOO_CONSTEXPR Foo(int a) : a_(a) {}`, where the macro would pass for the type of a method
_SPECIFIER = re.compile(
    rb"^[ \t]*(?:(?:constexpr|static|inline|explicit|virtual|friend|extern)[ \t]+)*"
    rb"([A-Z_]*(?:CONSTEXPR|INLINE|NODISCARD|_EXPORT|_API|_PUBLIC)[A-Z0-9_]*" + _ARGUMENTS + rb")"
    rb"(?=[ \t]+[\w~:])",
    re.MULTILINE,
)
# `API int run(...)`, `static INLINE int run(...)`
_BEFORE_TYPE = re.compile(
    rb"^[ \t]*(?:(?:static|extern|inline|virtual)[ \t]+)*(" + _MACRO + _ARGUMENTS + rb")"
    rb"(?=[ \t]+(?:const[ \t]+(?=\w+[ \t*&]+\w))?(?!const\b)"
    rb"[A-Za-z_][\w:]*(?:<[^;{}()\n]*>)?[ \t*&]+~?[A-Za-z_])",
    re.MULTILINE,
)
# `int run(int a) NOEXCEPT;`, but no `if (a) RUN;` and no `b = (int) RUN;`
_AFTER_PARAMETERS = re.compile(
    rb"^(?![ \t]*(?:(?:if|for|while|switch|else|return|case|do)\b|[}#]))"
    rb"[^\n;{}=()]*\((?:[^()\n]|\([^()\n]*\))*\)(?:[ \t]*const\b)?"
    rb"[ \t]+(" + _MACRO + _ARGUMENTS + rb")(?=\s*[;{])",
    re.MULTILINE,
)
# The same where the parameters began on a line above.
_AFTER_LINES = re.compile(
    rb"\)\s+(\b[A-Z_]*(?:NOEXCEPT|NORETURN|NOTHROW|ATTR|UNUSED|LOCK|REQUIRES|OVERRIDE)[A-Z_]*\b"
    + _ARGUMENTS
    + rb")(?=\s*[;{])"
)
# A macro that begins a line as if it was a statement at the top level.
_ALONE = re.compile(rb"^([A-Z_][A-Z0-9_]{2,})\b[ \t]*", re.MULTILINE)
_ALONE_INSIDE = re.compile(rb"^[ \t]+(" + _MACRO + rb")[ \t]*\r?$(?!\s*[{,)])", re.MULTILINE)
# The same with arguments, where its name tells that it says something of what comes below it.
_ATTRIBUTE = re.compile(
    rb"^[ \t]+([A-Z_]*(?:DEPRECATED|ATTRIBUTE|NODISCARD|UNUSED_RESULT|NON_?NULL)[A-Z0-9_]*"
    rb"\((?:[^()\n]|\([^()\n]*\))*\))(?=[ \t]*(?://[^\n]*)?\r?\n[ \t]*[\w:~])",
    re.MULTILINE,
)
# `template<typename T>`, a macro on a line of its own, and then what the template is of.
_BELOW_TEMPLATE = re.compile(
    rb"^[ \t]*template\s*<[^;{}()]*>[ \t]*\r?\n[ \t]*(" + _MACRO + rb")[ \t]*\r?$", re.MULTILINE
)
# `PRIVATE_UNLESS_TESTED:` in a class, in the place of `private:`
_ACCESS = re.compile(rb"^[ \t]*(" + _MACRO + rb"[ \t]*:)(?=[ \t]*(?://[^\n]*)?\r?$)", re.MULTILINE)
_MEMBERS = re.compile(rb"\b(?:enum|struct|union)\b[^{};()]*\{[^{}]*\}")
_NO_MEMBER = re.compile(
    rb"^[ \t]*(#(?:[^\n\\]|\\[\s\S])*|" + _MACRO + rb"\([^()\n]*\)[ \t]*\r?$)", re.MULTILINE
)
# `LIST_FOREACH(item, list) {`
_EACH = re.compile(
    rb"^[ \t]+\w*(?i:for_?each)\w*[ \t]*\((?:[^(){};]|\([^()]*\))*\)\s*?([ \t])(?=\{)", re.MULTILINE
)
# `void run(Options options = {})`
# `Board::Board() = default;` outside of the class, which looks like an assignment
_DEFAULTED = re.compile(
    rb"^[ \t]*(?:\w+(?:<[\w, ]*>)?::)*(\w+)(?:<[\w, ]*>)?::\1[ \t]*"
    rb"\([^;{}()]*\)[ \t]*(?:noexcept[ \t]*)?(=[ \t]*default[ \t]*;)",
    re.MULTILINE,
)
# `Board::Board(vector<vector<Cell>> cells) {`, which looks like a call with a shift
_OUTSIDE_MAKER = re.compile(
    rb"^[ \t]*(?:\w+::)*(\w+)::\1[ \t]*\([^;{}]*?>>[ ][^;{}]*?\)", re.MULTILINE
)
_EMPTY_DEFAULT = re.compile(rb"(?<==)(\s*)\{\}(?=\s*[,)])")
# `new Item*[n]`, `new const Item*[n]`
_NEW_POINTERS = re.compile(rb"\bnew\s+(?:const\s+)?[\w:]+(?:<[\w:\s*,]*>)?\s*(\*+)(?=\s*\[)")
# `BOOL (WINAPI *run)(int)`
_CONVENTION = re.compile(rb"\([ \t]*(" + _MACRO + rb")(?=\s*\*\s*\w+\s*\)\s*\()")
_LINE_REST = re.compile(
    rb"[ \t]*;?[ \t]*(?://[^\n]*|/\*[^\n]*\*/[ \t]*)?\r?(?=\n|\Z)"
    rb"(?!\s*(?:\{|(?![A-Z_][A-Z0-9_]+\b)\w+[ \t]*\())"
)
# Qt's `public slots:`, `signals:` and `emit changed();`
_QT = re.compile(
    rb"^[ \t]*(?:(?:public|protected|private)[ \t]+((?:Q_SLOTS|slots)(?=[ \t]*:))"
    rb"|((?:Q_SIGNALS|signals)[ \t]*:))|(?<![\w.>:])((?:Q_EMIT|emit)(?=[ \t]+[\w:>.-]+\())",
    re.MULTILINE,
)

# `- (id)initWithName:(id)name NS_DESIGNATED_INITIALIZER;`, `@property (copy) id name NS_NAME(x);`
_OBJC_TRAILING = re.compile(
    rb"^(?:[-+][ \t]*\(|@property\b)[^;{}]*?[\s)](" + _MACRO + _ARGUMENTS + rb")(?=\s*[;{])",
    re.MULTILINE,
)
_OBJC_LEADING = re.compile(
    rb"^(" + _MACRO + _ARGUMENTS + rb")(?=\s+@(?:interface|protocol)\b)", re.MULTILINE
)
# `RCT_REMAP_METHOD(name, run:(int)a)`, `VIEW_PROPERTY(name, id, View)`, each before a body.
_OBJC_METHOD = re.compile(
    rb"^([A-Z_]*(?:METHOD|PROPERTY)[A-Z_]*\((?:[^:;{}()]*,)?)\s*(?=\w+\s*[:),])", re.MULTILINE
)

# `typedef NS_ENUM(NSInteger, Color) {`
_OBJC_ENUM = re.compile(rb"\btypedef\s+(\w+_(?:ENUM|OPTIONS)\(\s*\w+\s*,)\s*\w+\s*\)(?=\s*\{)")
_OBJC_TAGS = re.compile(rb"^[-+][ \t]*\([^;{]*", re.MULTILINE)
_TAG = re.compile(rb"\b(struct|union|enum)(?=\s+\w)")
_OBJC_FORMAT = re.compile(rb'(?<=")(\s*(?:PRI\w+\s*"(?:[^"\\\n]|\\.)*"\s*)+)')
_OBJC_OLD_TRY = re.compile(rb"^[ \t]*(NS_DURING|NS_HANDLER|NS_ENDHANDLER)\b", re.MULTILINE)
# What Objective-C++ has that is no Objective-C.
_CPP_PARTS = re.compile(
    rb"^(using\s+namespace[^;]*;)|(\b\w+(?:<[\w\s:*,]*>)?::(?=\w))"
    rb"|(?<=\w)(<[\w\s:*,]+>)(?=\()|\b(?:auto|const)\s*(&)(?=\s*[\w)])",
    re.MULTILINE,
)
_RANGE_FOR = re.compile(rb"\bfor(\s*\([^;:(){}]*\w\s*):([^:;{}\n]*)\)[ \t](?=\{)")
_AUTO = re.compile(rb"\bauto\b")


def prepare_cpp(raw: bytes) -> bytes:
    """Without the export macros of classes, which a parser takes for the classes' names."""
    raw = _SPECIFIER.sub(_blank_group, without_exports(raw))
    raw = _OUTSIDE_MAKER.sub(lambda maker: maker[0].replace(b">> ", b"> >"), raw)
    if b"default" in raw:
        raw = _DEFAULTED.sub(_with_body, raw)
    return _QT.sub(_blank_group, raw) if b"Q_OBJECT" in raw or b"emit" in raw else raw


def repair(raw: bytes) -> bytes:
    """Without macros that stand where no name can, and without conditional compilation."""
    raw = without_conditions(c_ifs.with_ifs(c_catching.with_words(without_exports(raw))))
    raw = _blank_alone(raw)
    raw = _ATTRIBUTE.sub(_blank_group, _BELOW_TEMPLATE.sub(_blank_group, raw))
    raw = without_member_macros(_ALONE_INSIDE.sub(_blank_inside, raw))
    raw = _ACCESS.sub(_blank_group, raw) if b"class" in raw else raw
    raw = _BEFORE_TYPE.sub(_blank_group, raw)
    raw = _AFTER_LINES.sub(_blank_group, _AFTER_PARAMETERS.sub(_blank_group, raw))
    raw = _EACH.sub(lambda each: each[0][:-1] + b";", raw)
    raw = _NEW_POINTERS.sub(_blank_group, _EMPTY_DEFAULT.sub(rb"\g<1>0 ", raw))
    raw = _CONVENTION.sub(_blank_group, raw)
    raw = _MEMBERS.sub(lambda body: _NO_MEMBER.sub(_blank_group, body[0]), raw)
    return without_conditionals(raw)


def repair_objc(raw: bytes) -> bytes:
    """Objective-C's own macros, and those of C."""
    raw = _methods(raw)
    raw = _OBJC_LEADING.sub(_blank_group, raw)
    for _ in range(3):
        raw = _OBJC_TRAILING.sub(_blank_group, raw)
    raw = _OBJC_ENUM.sub(_enum, raw)
    raw = _OBJC_OLD_TRY.sub(_blank_group, raw)
    raw = _OBJC_FORMAT.sub(_blank_group, raw)
    raw = _OBJC_TAGS.sub(lambda method: _TAG.sub(_blank_group, method[0]), raw)
    if b"::" in raw:
        raw = _AUTO.sub(b"id  ", _CPP_PARTS.sub(_blank_group, raw))
        raw = _RANGE_FOR.sub(rb"for\1;\2;)", raw)
    return repair(raw)


def blank(piece: bytes) -> bytes:
    """As many blanks, with the line ends kept."""
    return re.sub(rb"[^\r\n]", b" ", piece)


def _blank_group(match: re.Match[bytes]) -> bytes:
    group = match.lastindex or 0
    start, end = match.start(group) - match.start(), match.end(group) - match.start()
    whole = match[0]
    return whole[:start] + blank(whole[start:end]) + whole[end:]


def _with_body(match: re.Match[bytes]) -> bytes:
    start = match.start(2) - match.start()
    return match[0][:start] + b"{" + b" " * (len(match[2]) - 2) + b"}"


def _blank_inside(match: re.Match[bytes]) -> bytes:
    before = match.string[max(0, match.start() - 400) : match.start()]
    return blank(match[0]) if _begins_anew(before) else match[0]


def _blank_alone(raw: bytes) -> bytes:
    out = bytearray(raw)
    for match in _ALONE.finditer(raw):
        end = _closing(raw, match.end())
        rest = _LINE_REST.match(raw, end)
        if rest is not None and _begins_anew(
            bytes(out[max(0, match.start() - 400) : match.start()])
        ):
            out[match.start() : rest.end()] = blank(raw[match.start() : rest.end()])
    return bytes(out)


def _begins_anew(before: bytes) -> bool:
    """True if the text ends where a declaration can begin."""
    before = _LAST_COMMENT.sub(b"", before.rstrip()).rstrip()
    above, _, line = before.rpartition(b"\n")
    line = line.lstrip()
    if above.rstrip(b"\r").endswith(b"\\"):  # the end of a macro of several lines
        return True
    if before[-1:] in (b"", b";", b"}", b"{", b"/", b")") or line.startswith((b"#", b"@", b"//")):
        return True
    return _WHOLE_MACRO.fullmatch(line) is not None


def _closing(raw: bytes, start: int) -> int:
    """Where the arguments that begin at `start` end; `start` if there are none."""
    match = _NESTED_ARGUMENTS.match(raw, start, start + _MAX_ARGUMENTS)
    return match.end() if match is not None else start


def _enum(match: re.Match[bytes]) -> bytes:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    piece = match[0]
    kept = b"enum" + blank(piece[start + 4 : end]) + piece[end:-1] + b" "
    return blank(piece[:start]) + kept


def _methods(raw: bytes) -> bytes:
    """Methods that are declared by a macro, as plain ones."""
    out = bytearray(raw)
    for match in _OBJC_METHOD.finditer(raw):
        end = _closing(raw, raw.index(b"(", match.start()))
        if raw[end : end + 200].lstrip()[:1] != b"{" or match.end(1) - match.start() < 7:
            continue
        out[match.start() : match.end(1)] = b"-(void)" + blank(
            raw[match.start() + 7 : match.end(1)]
        )
        if b"PROPERTY" in match[1]:
            comma = raw.find(b",", match.end(), end)
            out[comma:end] = blank(raw[comma:end])
        out[end - 1] = 0x20
    return bytes(out)
