"""Other ways to say the same, put into the one that the rest of the parser reads.

`Errors are logged by f` becomes `f logged errors`, and `a runs before b` becomes
`a is called before b`.
"""

from __future__ import annotations

import re

from codewitness.engine.verify.reading.actions import ACTION_FORMS
from codewitness.engine.verify.reading.counts import HOW_OFTEN
from codewitness.engine.verify.reading.idioms import plainer
from codewitness.engine.verify.reading.lexicon import ADVERBS, NEGATIONS, ONLY, ROLES, VERBS
from codewitness.engine.verify.reading.listing import one_by_one
from codewitness.engine.verify.reading.tokens import Sort, Token

_IS = frozenset({"is", "are", "was", "were", "gets", "get", "be"})
_AGENT = frozenset({"by", "in", "inside", "within"})
_BEFORE_VERB = NEGATIONS | ONLY | {"always", "directly", "also", "being", "ever", "actually"}
_BEFORE_AGENT = frozenset({"the", "a", "method", "function", "class", "constructor", "only"})
_IRREGULAR = frozenset({"made", "sent", "done", "read", "held", "kept", "put", "built", "run"})
_LONGEST_THING = 8  # words of `the callbacks of the bindings`
_SECOND_SENTENCE = re.compile(r"(?<!i\.e)(?<!e\.g)[.?!]\s+(?:It|it)\s+(?:also\s+)?(?=\w)")
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\s+(?=\w+ing\b)")
_NARROWING = re.compile(r",?\s*\bi\.e\.,?\s+(?=(?:if|when|in|inside|on|before|after|only|at)\b)")
_HAPPENING = (
    *("comes", "come", "runs", "run", "happens", "occurs", "executes", "goes", "stands"),
    *("is executed", "is run", "is performed", "is done", "is made", "is invoked", "takes place"),
)
_ORDERED = (
    *((f"{verb} {word}", word) for verb in _HAPPENING for word in ("before", "after")),
    *((f"{verb} prior to", "before") for verb in _HAPPENING),
    *((words, "before") for words in ("precedes", "is followed by", "happens earlier than")),
    *((words, "after") for words in ("follows", "is preceded by", "happens later than")),
)


def one_sentence(text: str) -> str:
    """`Does f do a? It does b.` as one sentence with two clauses."""
    text = _INSTEAD.sub("without ", _SECOND_SENTENCE.sub(", and it ", one_by_one(text)))
    return plainer(_NARROWING.sub(" ", text), _simple)


_PROGRESSIVE = re.compile(r"\b(?:is|are|was) (not |never |always |only )?(?!mutating\b)(\w+ing)\b")


def _simple(text: str) -> str:
    """`is calling f` as `does call f`, for verbs that are known."""

    def instead(match: re.Match[str]) -> str:
        word = match[2].lower()
        lemma = VERBS[word][1] if word in VERBS else ACTION_FORMS.get(word)
        return match[0] if lemma is None else f"does {match[1] or ''}{lemma}"

    return _PROGRESSIVE.sub(instead, text)


def reworded(tokens: list[Token]) -> list[Token]:
    """The tokens of a sentence in the wording that is read, or as they are."""
    return _active(_called(tokens))


def _word(token: Token) -> str:
    return token.word if token.sort is Sort.WORD and not token.is_quoted else ""


def _called(tokens: list[Token]) -> list[Token]:
    """`a comes before b` as `a is called before b`."""
    for at, token in enumerate(tokens):
        is_in = len(tokens) > 2 and _word(tokens[0]) == "in" and tokens[1].sort is Sort.CODE
        if token.sort is not Sort.CODE and not (is_in and token.sort is Sort.WORD):
            continue
        for words, order in _ORDERED:
            parts = words.split()
            if [_word(one) for one in tokens[at + 1 : at + 1 + len(parts)]] == parts:
                said = [_plain(word) for word in ("is", "called", order)]
                return [*tokens[: at + 1], *said, *tokens[at + 1 + len(parts) :]]
    return tokens


def _active(tokens: list[Token]) -> list[Token]:
    """`no errors are raised by f` as `f raised no errors`, where what is done to is no name."""
    begins = next((n for n, one in enumerate(tokens) if _word(one) in _IS), None)
    if begins is None or begins > _LONGEST_THING:
        return tokens
    is_asked = begins == 0
    if not is_asked and tokens[0].sort is not Sort.WORD:
        return tokens
    found = _participle(tokens, begins)
    if found is None:
        return tokens
    verb, agent = found
    thing = tokens[1:verb] if is_asked else tokens[:begins]
    before = [one for one in tokens[begins + 1 : verb] if not is_asked]
    if is_asked:
        before = [one for one in thing if _word(one) in NEGATIONS - {"no", "none"}]
        thing = [one for one in thing if one not in before and _word(one) != "ever"]
    if not thing or _is_one_name(thing) or _are_several(tokens, agent):
        return tokens
    tokens = [*tokens[:agent], tokens[agent]._replace(sort=Sort.CODE), *tokens[agent + 1 :]]
    first = thing[0]
    if first.sort is Sort.WORD:
        thing = [first._replace(text=first.word), *thing[1:]]  # `No` of `No errors are raised`
    if _word(tokens[verb]) == "unused":
        return [tokens[agent], *before, _plain("never"), _plain("uses"), *thing]
    return [tokens[agent], *before, tokens[verb], *thing, *tokens[agent + 1 :]]


def _participle(tokens: list[Token], begins: int) -> tuple[int, int] | None:
    """Where `raised` stands and where the name behind its `by` or `in` does."""
    last = len(tokens) - 2 if begins == 0 else min(begins + 4, len(tokens) - 2)
    for verb in range(begins + 1, last):
        word = _word(tokens[verb])
        if begins and word in _BEFORE_VERB | HOW_OFTEN | ADVERBS - {"in", "at"}:
            continue
        is_form = word in VERBS or word in ACTION_FORMS or word.endswith("ed")
        is_form = is_form or word in _IRREGULAR
        if is_form and (word.endswith(("ed", "n", "t")) or word in _IRREGULAR | {"thrown"}):
            agent = verb + 1
            if _word(tokens[agent]) == "only":
                return None
            if _word(tokens[agent]) not in _AGENT:
                return None
            agent += 1
            while agent < len(tokens) and _word(tokens[agent]) in _BEFORE_AGENT:
                agent += 1
            is_named = agent < len(tokens) and tokens[agent].sort is Sort.CODE
            return (verb, agent) if is_named or _is_plain_agent(tokens, agent) else None
        if begins:
            return None
    return None


def _is_plain_agent(tokens: list[Token], agent: int) -> bool:
    """True for the `load` of `is a list returned by load?`, behind which nothing else is named."""
    if agent >= len(tokens):
        return False  # `is b called by the?`
    word = _word(tokens[agent])
    is_last = agent + 1 == len(tokens) or _word(tokens[agent + 1]) in _BEHIND_AGENT
    is_by = _word(tokens[agent - 1]) == "by"
    return is_by and is_last and word.isidentifier() and word not in _NO_AGENTS


_BEHIND_AGENT = frozenset({"if", "when", "unless", "whenever", "only"})
_NO_AGENTS = frozenset(
    {*("default", "hand", "itself", "themselves", "it", "them", "callers", "design", "name")}
    | {*("value", "reference", "index", "position", "key", "accident", "convention", "others")}
    | {*("anything", "anyone", "anybody", "nothing", "nobody", "all", "any", "both", "one")}
)


def _are_several(tokens: list[Token], agent: int) -> bool:
    """True for `by a and b`."""
    following = tokens[agent + 1 : agent + 3]
    is_joined = bool(following) and following[0].word in (",", "and", "or")
    return is_joined and following[-1].sort is Sort.CODE


def _is_one_name(thing: list[Token]) -> bool:
    """True for `the x attribute`, which can be spoken of itself."""
    names = [one for one in thing if one.sort is Sort.CODE]
    plain = [w for one in thing if (w := _word(one)) and w not in _BEFORE_AGENT | ROLES.keys()]
    return len(names) == 1 and all(word in _NAMING for word in plain)


_NAMING = frozenset(
    {"an", "its", "this", "attribute", "field", "parameter", "variable", "constant"}
)


def _plain(word: str) -> Token:
    return Token(Sort.WORD, word, word)
