"""The words that claims are made of, and what each of them says. Plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from codewitness.engine.verify.claim import Predicate, Role
from codewitness.model.outline import Around

P = Predicate

LEAD_IN = (
    *("verify whether", "verify that", "verify if", "verify", "check whether", "check that"),
    *("check if", "confirm whether", "confirm that", "confirm if", "confirm", "make sure that"),
    *("make sure", "ensure that", "ensure", "assert that", "prove that", "show that", "please"),
    *("is it true that", "is it the case that", "is it so that", "it is true that", "claim :"),
    *("i think", "i believe", "i claim", "claim", "we know that", "note"),
    *("i claim that", "i think that", "i believe that", "tell me whether", "tell me if"),
    *("claim that", "determine whether", "determine if", "find out whether", "find out if"),
    *("see whether", "see if", "can you check that", "can you check if", "can you verify that"),
    *("can you confirm that", "true or false :", "note that", "double check that", "is it correct"),
    *("validate that", "whether", "that", "check"),
)
ASKING = frozenset(
    {
        *("do", "does", "did", "is", "are", "was", "were", "has", "have", "can", "could", "will"),
        *("would", "should", "may", "might", "must"),
    }
)
AUXILIARIES = frozenset(
    {"do", "does", "did", "will", "would", "should", "shall", "can", "could", "may", "must"}
    | {"might", "ever", "to"}
)
BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "gets", "get"})
HAVE = frozenset(
    {
        *("has", "have", "had", "having", "contains", "contain", "containing", "includes"),
        *("include", "including", "features", "carries", "bears", "employs", "employ", "comprises"),
    }
)
USING = frozenset({"uses", "use", "used", "using", "utilizes", "utilises", "utilize", "utilise"})

# Words before a verb that say nothing of what is done.
ADVERBS = frozenset(
    {
        *("always", "directly", "actually", "really", "also", "still", "currently", "explicitly"),
        *("just", "simply", "both", "indeed", "correctly", "properly", "even", "eventually"),
        *("immediately", "internally", "successfully", "safely", "itself", "now", "already"),
        *("first", "possibly", "potentially", "merely", "ultimately", "finally"),
        *("in", "fact", "silently", "it", "they", "he", "she", "and", "which", "that", "who"),
        *("lazily", "eagerly", "automatically", "gracefully", "quietly", "additionally", "then"),
        *("either", "able", "whatsoever", "anymore", "at", "all"),
    }
)
NEGATIONS = frozenset({"not", "never", "no", "neither", "nor", "without", "none", "hardly"})
# Verbs and phrases that negate what follows.
NEGATING_VERBS = (
    *("no longer", "fails to", "fail to", "failing to", "avoids", "avoid", "refrains from"),
    *("refrain from", "omits", "omit", "neglects to", "neglect to", "forgets to", "forget to"),
    *("stops", "stopped", "skips", "skip", "does away with", "misses", "free of", "free from"),
    *("nowhere", "in no way", "in no respect", "no way", "at no stage"),
    *("at no point", "at no time", "in no case", "under no circumstances", "by no means"),
    *("leaves out", "leave out", "gets by without", "does without", "do without"),
    *("ceases to", "avoiding", "skipping", "refuses to", "declines to", "makes no attempt to"),
    *("makes no effort to", "never bothers to", "takes no steps to", "has no need to"),
)
# What leads to a verb and says no more than it does.
HELPING = (
    *("takes care of", "takes care to", "takes care", "makes sure to", "ends up", "starts by"),
    *("begins by", "starts out by", "starts off by", "finishes by", "ends by", "goes on to"),
    *("proceeds to", "attempts to", "happens to", "serves to", "exists to", "works by"),
    *("tries to", "try to", "trying to"),
    *("operates by", "succeeds in", "bothers to", "bother to", "chooses to", "helps to"),
    *("manages to", "has to", "needs to", "goes ahead and", "is there to", "does so by"),
)
ONLY = frozenset({"only", "solely", "exclusively", "nothing but", "purely"})
ARTICLES = frozenset(
    {
        *("the", "a", "an", "its", "their", "this", "that", "these", "those", "any", "some"),
        *("every", "each", "all", "both", "of", "another", "other", "his", "her", "own", "such"),
        *("given", "same", "passed", "new", "corresponding", "respective", "underlying"),
        *("following", "object", "name", "named", "called", "result", "external", "it"),
    }
)
NUMBERS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "single": 1,
    "sole": 1,
}
TIMES = {"once": 1, "twice": 2, "thrice": 3}

# Nouns that name the sort of an object; those in the second group are objects of no name.
NOUNS: Mapping[str, str] = {
    **dict.fromkeys(
        ("parameter", "parameters", "argument", "arguments", "arg", "args"), "parameter"
    ),
    **dict.fromkeys(
        ("param", "params", "keyword", "kwarg", "flag", "option", "input"), "parameter"
    ),
    **dict.fromkeys(("attribute", "attributes", "field", "fields", "property"), "attribute"),
    **dict.fromkeys(("properties", "member", "members", "instance"), "attribute"),
    **dict.fromkeys(("variable", "variables", "global", "constant", "state"), "variable"),
    **dict.fromkeys(("exception", "exceptions", "error", "errors"), "exception"),
    **dict.fromkeys(("panics", "failure", "failures"), "exception"),
    **dict.fromkeys(
        ("method", "methods", "function", "functions", "helper", "routine"), "function"
    ),
    **dict.fromkeys(("callback", "constructor", "macro", "callable", "hook"), "function"),
    **dict.fromkeys(("class", "classes", "type", "interface", "trait", "protocol"), "class"),
    **dict.fromkeys(("struct", "mixin", "superclass", "parent", "base"), "class"),
    **dict.fromkeys(("module", "package", "library", "header"), "module"),
    **dict.fromkeys(("decorator", "annotation", "decorators"), "decorator"),
    **dict.fromkeys(("value", "values", "key", "keys", "index", "entry", "element"), "value"),
    **dict.fromkeys(("dict", "dictionary", "list", "map", "array", "tuple", "set"), "container"),
}
ROLES: Mapping[str, Role] = {
    **dict.fromkeys(("method", "function", "routine", "procedure", "coroutine"), Role.CALLABLE),
    **dict.fromkeys(("helper", "property", "getter", "setter", "handler"), Role.CALLABLE),
    **dict.fromkeys(("class", "struct", "interface", "trait", "type", "enum"), Role.CLASS),
    **dict.fromkeys(("protocol", "object", "mixin", "module"), Role.CLASS),
    **dict.fromkeys(("file", "script"), Role.FILE),
    **dict.fromkeys(("constructor", "initializer", "initialiser"), Role.CONSTRUCTOR),
    **dict.fromkeys(("destructor", "deinitializer", "deinitialiser", "finalizer"), Role.DESTRUCTOR),
}

_VERBS: Mapping[Predicate, str] = {
    P.CALLS: "call invoke execute trigger delegate dispatch forward hand",
    P.USES: "use utilize utilise rely depend touch reference mention involve consume leverage"
    " consult inspect examine query observe",
    P.READS: "read access",
    P.WRITES: "write set assign store modify mutate update change overwrite increment decrement"
    " increase decrease toggle"
    " reset alter populate fill initialise initialize replace mutate record delete remove bump"
    " clear empty rebind reassign advance restore reinstate revert refresh rewrite adjust flip",
    P.SUBSCRIPTS: "subscript index slice",
    P.TAKES: "take accept receive expect require declare",
    P.RETURNS: "return",
    P.YIELDS: "yield",
    P.RAISES: "raise throw panic signal",
    P.RERAISES: "reraise rethrow propagate",
    P.CATCHES: "catch handle except rescue trap recover",
    P.SWALLOWS: "swallow suppress",
    P.LOOPS: "loop iterate traverse",
    P.BRANCHES: "branch check test compare guard match switch",
    P.TRIES: "try",
    P.AWAITS: "await",
    P.DECORATED: "decorate annotate",
    P.INHERITS: "inherit extend subclass implement derive conform satisfy embed",
    P.OVERRIDES: "override",
    P.IMPORTS: "import",
    P.INSTANTIATES: "instantiate construct create build allocate",
    P.FALLS_BACK: "fall default",
    P.CACHES: "cache memoize memoise",
    P.RECURSES: "recurse",
    P.DEFINES: "define",
    P.PASSES: "pass give supply hand provide",
}
_IRREGULAR = {
    "caught": "catch",
    "threw": "throw",
    "thrown": "throw",
    "wrote": "write",
    "written": "write",
    "took": "take",
    "taken": "take",
    "fell": "fall",
    "fallen": "fall",
    "overrode": "override",
    "overridden": "override",
    "gave": "give",
    "given": "give",
    "built": "build",
    "tries": "try",
    "tried": "try",
    "overwrote": "overwrite",
    "overwritten": "overwrite",
    "rebound": "rebind",
    "rethrew": "rethrow",
    "rethrown": "rethrow",
}
# What may stand between a verb and its object.
PARTICLES: Mapping[Predicate, frozenset[str]] = {
    P.CALLS: frozenset({"to", "into", "out", "off", "on", "upon"}),
    P.USES: frozenset({"on", "upon", "of"}),
    P.READS: frozenset({"from", "at"}),
    P.WRITES: frozenset({"to", "into", "on", "up"}),
    P.LOOPS: frozenset({"over", "through", "across", "on", "around"}),
    P.BRANCHES: frozenset({"on", "over", "for", "against", "whether", "if", "that", "upon"}),
    P.INHERITS: frozenset({"from", "to", "of"}),
    P.IMPORTS: frozenset({"from"}),
    P.FALLS_BACK: frozenset({"back", "to", "on", "upon"}),
    P.RETURNS: frozenset({"with", "from"}),
    P.RAISES: frozenset({"with", "out"}),
    P.CATCHES: frozenset({"from"}),
    P.SUBSCRIPTS: frozenset({"into", "on"}),
    P.RECURSES: frozenset({"into", "on"}),
    P.CACHES: frozenset(),
    P.PASSES: frozenset(),
}

# Constructs by the words that name them, longest first where they begin alike.
CONSTRUCTS: tuple[tuple[str, Predicate, str], ...] = (
    ("for loop", P.LOOPS, "for"),
    ("for loops", P.LOOPS, "for"),
    ("while loop", P.LOOPS, "while"),
    ("while loops", P.LOOPS, "while"),
    *((word, P.LOOPS, "for") for word in ("foreach loop", "foreach loops", "for each loop")),
    *((word, P.LOOPS, "do") for word in ("do while loop", "do while", "do / while loop")),
    *((word, P.LOOPS, "infinite") for word in ("infinite loop", "endless loop")),
    *((f"nested {word}", P.LOOPS, "nested") for word in ("loop", "loops", "for loop", "for loops")),
    *(
        (word, P.LOOPS, "nested")
        for word in ("nested while loop", "nested iteration", "double loop")
    ),
    *((word, P.CATCHES, "") for word in ("bare except", "catch all", "catch all handler")),
    *((word, P.CATCHES, "") for word in ("bare rescue", "blanket except", "bare catch")),
    ("loop", P.LOOPS, ""),
    ("loops", P.LOOPS, ""),
    ("looping", P.LOOPS, ""),
    ("iteration", P.LOOPS, ""),
    ("if statement", P.BRANCHES, "if"),
    ("if statements", P.BRANCHES, "if"),
    ("conditional statement", P.BRANCHES, ""),
    ("conditional logic", P.BRANCHES, ""),
    ("conditional branch", P.BRANCHES, ""),
    ("conditional expression", P.HAS, "ternary"),
    ("ternary", P.HAS, "ternary"),
    ("conditional branches", P.BRANCHES, ""),
    ("conditional", P.BRANCHES, ""),
    ("conditionals", P.BRANCHES, ""),
    ("conditions", P.BRANCHES, ""),
    ("condition", P.BRANCHES, ""),
    ("branching", P.BRANCHES, ""),
    ("branches", P.BRANCHES, ""),
    ("branch", P.BRANCHES, ""),
    ("switch statement", P.BRANCHES, "switch"),
    ("type switch", P.BRANCHES, "type switch"),
    ("switch", P.BRANCHES, "switch"),
    ("match statement", P.BRANCHES, "match"),
    ("match expression", P.BRANCHES, "match"),
    ("match", P.BRANCHES, "match"),
    ("switch expression", P.BRANCHES, "switch"),
    ("select statement", P.BRANCHES, "select"),
    ("select", P.BRANCHES, "select"),
    ("when expression", P.BRANCHES, "when"),
    ("if", P.BRANCHES, "if"),
    ("try except finally", P.TRIES, ""),
    ("try except", P.TRIES, ""),
    ("try / except", P.TRIES, ""),
    ("try catch", P.TRIES, ""),
    ("try / catch", P.TRIES, ""),
    ("try finally", P.FINALLY, ""),
    ("try / finally", P.FINALLY, ""),
    ("try block", P.TRIES, ""),
    ("try statement", P.TRIES, ""),
    ("try", P.TRIES, ""),
    ("begin rescue", P.TRIES, ""),
    ("begin / rescue", P.TRIES, ""),
    ("do / catch", P.TRIES, ""),
    ("try / except / finally", P.TRIES, ""),
    ("try / catch / finally", P.TRIES, ""),
    ("case statement", P.BRANCHES, "case"),
    ("case expression", P.BRANCHES, "case"),
    ("guard statement", P.BRANCHES, "guard"),
    ("guard clause", P.BRANCHES, ""),
    ("guard", P.BRANCHES, "guard"),
    ("guard let", P.BRANCHES, "guard"),
    ("if let", P.BRANCHES, "if"),
    ("while let", P.LOOPS, "while"),
    ("do catch", P.TRIES, ""),
    ("finally", P.FINALLY, ""),
    ("ensure", P.FINALLY, ""),
    ("exception handling", P.CATCHES, ""),
    ("error handling", P.CATCHES, ""),
    ("exception handler", P.CATCHES, ""),
    ("exception handlers", P.CATCHES, ""),
    ("except clause", P.CATCHES, ""),
    ("except block", P.CATCHES, ""),
    ("except handler", P.CATCHES, ""),
    ("catch clause", P.CATCHES, ""),
    ("catch block", P.CATCHES, ""),
    ("rescue clause", P.CATCHES, ""),
    ("rescue", P.CATCHES, ""),
    ("catch", P.CATCHES, ""),
    ("raise statement", P.RAISES, ""),
    ("throw statement", P.RAISES, ""),
    ("return statement", P.RETURNS, "statement"),
    ("return statements", P.RETURNS, "statement"),
    ("return", P.RETURNS, "statement"),
    ("early return", P.RETURNS_EARLY, ""),
    ("early returns", P.RETURNS_EARLY, ""),
    ("early exit", P.RETURNS_EARLY, ""),
    ("return value", P.RETURNS, ""),
    ("await expression", P.AWAITS, ""),
    ("await", P.AWAITS, ""),
    ("async await", P.AWAITS, ""),
    ("yield", P.YIELDS, ""),
    ("yield statement", P.YIELDS, ""),
    ("recursion", P.RECURSES, ""),
    ("recursive call", P.RECURSES, ""),
    ("list comprehension", P.HAS, "comprehension"),
    ("dict comprehension", P.HAS, "comprehension"),
    ("set comprehension", P.HAS, "comprehension"),
    ("generator expression", P.HAS, "comprehension"),
    ("comprehension", P.HAS, "comprehension"),
    ("context manager", P.HAS, "with"),
    ("with statement", P.HAS, "with"),
    ("with block", P.HAS, "with"),
    ("using statement", P.HAS, "with"),
    ("using block", P.HAS, "with"),
    ("synchronized block", P.HAS, "with"),
    ("lock statement", P.HAS, "with"),
    ("defer", P.HAS, "deferred"),
    ("defer statement", P.HAS, "deferred"),
    ("goroutine", P.HAS, "spawned"),
    ("goroutines", P.HAS, "spawned"),
    ("lambda", P.DEFINES, "lambda"),
    ("closure", P.DEFINES, "lambda"),
    ("arrow function", P.DEFINES, "lambda"),
    ("anonymous function", P.DEFINES, "lambda"),
    ("nested function", P.DEFINES, "function"),
    ("inner function", P.DEFINES, "function"),
    ("local function", P.DEFINES, "function"),
    ("nested class", P.DEFINES, "class"),
    ("inner class", P.DEFINES, "class"),
    ("default value", P.HAS_DEFAULT, ""),
    ("default values", P.HAS_DEFAULT, ""),
    ("default", P.HAS_DEFAULT, ""),
    ("cache", P.CACHES, ""),
    ("caching", P.CACHES, ""),
    ("memoization", P.CACHES, ""),
    ("callers", P.CALLED_BY, ""),
    ("caller", P.CALLED_BY, ""),
    ("side effects", P.BEYOND, ""),
    ("side effect", P.BEYOND, ""),
    *((word, P.HAS, "break") for word in ("break", "break statement", "breaks")),
    *((word, P.HAS, "continue") for word in ("continue", "continue statement")),
    *((word, P.HAS, "goto") for word in ("goto", "goto statement", "gotos")),
    ("assertion", P.HAS, "assert"),
    ("assertions", P.HAS, "assert"),
    *((word, P.HAS, "assert") for word in ("assert", "asserts", "assert statement")),
)

# Words after `is` (an article in between is passed over) and what they say.
STATES: tuple[tuple[str, Predicate, str], ...] = (
    *((word, P.IS_ASYNC, "") for word in ("async", "asynchronous", "coroutine", "suspend")),
    *((word, P.IS_ASYNC, "") for word in ("suspending", "async function", "async method")),
    ("synchronous", P.IS_ASYNC, "not"),
    ("sync", P.IS_ASYNC, "not"),
    ("async generator", P.IS_ASYNC, ""),
    ("generator function", P.YIELDS, ""),
    ("generator", P.YIELDS, ""),
    ("recursive", P.RECURSES, ""),
    *((word, P.CACHES, "") for word in ("cached", "memoized", "memoised")),
    *(
        (word, P.MODIFIER, word.replace(" ", "").removesuffix("method"))
        for word in (
            *("static method", "static", "class method", "classmethod", "staticmethod"),
            *("abstract", "private", "public", "protected", "internal", "final", "sealed"),
            *("virtual", "exported", "readonly", "unsafe", "inline", "constexpr", "noexcept"),
            *("extern", "synchronized", "default", "open", "mutating", "const", "property"),
            *("operator", "infix", "tailrec", "native", "partial", "explicit", "required"),
            *("convenience", "nonisolated", "volatile", "lateinit", "companion", "override"),
        )
    ),
    ("constructor", P.MODIFIER, "constructor"),
    ("instance method", P.MODIFIER, "instance"),
    ("deprecated", P.MODIFIER, "deprecated"),
    ("obsolete", P.MODIFIER, "deprecated"),
    ("fileprivate", P.MODIFIER, "fileprivate"),
)
INHERITED = (
    *("subclass of", "subtype of", "child of", "derived from", "child class of", "kind of"),
    *("implementation of", "instance of", "descendant of", "extension of", "type of", "mixin of"),
)
# What no signal can show; only so that the answer may say why.
QUALITIES = frozenset(
    {
        *("fast", "slow", "efficient", "thread", "safe", "correct", "pure", "idempotent", "easy"),
        *("deterministic", "secure", "robust", "reliable", "simple", "complex", "clean", "good"),
        *("buggy", "broken", "optimal", "stateless", "reentrant", "atomic", "performant", "bad"),
        *("readable", "maintainable", "expensive", "cheap", "constant", "linear", "quadratic"),
    }
)

PLACES: tuple[tuple[str, Around], ...] = (
    *((word, Around.LOOP) for word in ("for loop", "while loop", "loop body", "loops", "loop")),
    *((word, Around.LOOP) for word in ("while let loop", "while let", "for", "while")),
    *((word, Around.LOOP) for word in ("each iteration", "every iteration", "iteration")),
    *((word, Around.TRY) for word in ("try except", "try catch", "try block", "try / except")),
    *((word, Around.TRY) for word in ("try / catch", "try statement", "try body", "try clause")),
    *((word, Around.TRY) for word in ("do block", "begin block", "begin rescue", "do catch")),
    *((word, Around.TRY) for word in ("try finally", "try / finally", "try")),
    *((word, Around.HANDLER) for word in ("except handler", "except block", "except clause")),
    *((word, Around.HANDLER) for word in ("catch block", "catch clause", "catch handler", "catch")),
    *((word, Around.HANDLER) for word in ("exception handler", "error handler", "rescue block")),
    *((word, Around.HANDLER) for word in ("error path", "error branch", "failure path")),
    *((word, Around.HANDLER) for word in ("rescue clause", "rescue", "except", "handler")),
    *((word, Around.FINALLY) for word in ("finally block", "finally clause", "finally")),
    *((word, Around.FINALLY) for word in ("ensure block", "ensure clause", "ensure")),
    *((word, Around.ELSE) for word in ("else branch", "else block", "else clause", "else")),
    *((word, Around.BRANCH) for word in ("if statement", "if block", "if branch", "if body")),
    *((word, Around.BRANCH) for word in ("conditional branch", "conditional", "condition")),
    *((word, Around.BRANCH) for word in ("true branch", "default case", "default branch")),
    *((word, Around.BRANCH) for word in ("branch", "switch", "match", "guard", "if", "case")),
    *((word, Around.BRANCH) for word in ("switch statement", "conditional block")),
    *((word, Around.WITH) for word in ("with block", "with statement", "context manager")),
    *((word, Around.WITH) for word in ("using block", "using statement", "lock", "with", "using")),
    *((word, Around.WITH) for word in ("mutex", "transaction", "database transaction")),
    *((word, Around.WITH) for word in ("synchronized block", "lock statement")),
    *((word, Around.COMPREHENSION) for word in ("list comprehension", "comprehension")),
    *((word, Around.COMPREHENSION) for word in ("generator expression", "dict comprehension")),
)
ON_ERROR = (
    *("on error", "on failure", "on exception", "on errors", "when an exception occurs"),
    *("when an exception is raised", "when an exception is thrown", "when an error occurs"),
    *("if an exception occurs", "if an exception is raised", "if it fails", "when it fails"),
    *("upon failure", "upon error", "if an error occurs", "when that fails", "if that fails"),
)

ANYTHING = frozenset(
    {
        *("anything", "something", "nothing", "everything", "whatever", "anybody", "things"),
        *("nobody", "anyone", "noone", "code", "stuff", "somewhere", "anywhere", "nowhere"),
    }
)
PURPOSE = frozenset(
    {
        *("to", "so", "because", "since", "for", "via", "through", "by", "as", "into", "from"),
        *("at", "during", "of", "about", "using", "onto", "until", "like", "than"),
    }
)


# Words that begin a predicate in phrases of their own.
PHRASE_VERBS = frozenset(
    {"only", "ignores", "lacks", "avoids", "omits", "fails", "wraps", "skips"}
    | {"leaves", "defers", "keeps", "breaks", "manages", "works", "runs", "gets"}
    | {
        "lets",
        "guards",
        "protects",
        "asserts",
        "short",
        "bails",
        "exits",
        "looks",
        "nulls",
        "zeroes",
    }
)


def forms(lemma: str) -> Iterable[str]:
    """The regular forms of a verb."""
    stem = lemma.removesuffix("e")
    ends_hissing = lemma.endswith(("s", "sh", "ch", "x", "z"))
    if lemma.endswith("y") and lemma[-2] not in "aeiou":
        yield from (lemma, lemma[:-1] + "ies", lemma[:-1] + "ied", lemma + "ing")
        return
    yield from (lemma, lemma + ("es" if ends_hissing else "s"), stem + "ed", stem + "ing")
    if len(lemma) <= 4 and lemma[-1] in "tnp" and lemma[-2] in "aeiou":
        yield from (lemma + lemma[-1] + "ing", lemma + lemma[-1] + "ed")


def _verb_forms() -> dict[str, tuple[Predicate, str]]:
    predicate_by_lemma = {
        lemma: predicate
        for predicate, words in reversed(list(_VERBS.items()))
        for lemma in words.split()
    }
    found = {
        form: (predicate, lemma)
        for lemma, predicate in predicate_by_lemma.items()
        for form in forms(lemma)
    }
    found |= {
        form: (predicate_by_lemma[lemma], lemma)
        for form, lemma in _IRREGULAR.items()
        if lemma in predicate_by_lemma
    }
    return found


VERBS = _verb_forms()
