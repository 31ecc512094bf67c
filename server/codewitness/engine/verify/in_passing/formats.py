"""`parses the file as JSON`, `writes the rows as CSV`: by the calls that read or write a format."""

from __future__ import annotations

import re

from codewitness.engine.verify.evidence import Finding
from codewitness.engine.verify.in_passing.phrases import given_to, shown
from codewitness.engine.verify.name_words import letters_in
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call

_FORMATS = r"(?P<format>json|yaml|toml|xml|csv|ini|html)"
_SAID = re.compile(
    r"(?:(?P<reads>parses|reads|loads|decodes|deserializes|deserialises|unmarshals)"
    r"|(?P<writes>writes|dumps|encodes|serializes|serialises|marshals|saves|stores)) "
    rf"(?:the |its |it|an? )?(?P<what>[a-z]+)? ?(?:as|from|to|into) (?:an? )?{_FORMATS}"
)
_READING = re.compile(
    r"(?:safe_?)?loads?(?:_all)?|parse\w*|decode|unmarshal\w*|deserialize\w*|read(?:er|_csv|Value|er)?"
    r"|DictReader|from(?:_?string|_?str|Json|_slice|_reader)?|etree|getroot"
)
_WRITING = re.compile(
    r"(?:safe_?)?dumps?|stringify|encode|marshal\w*|serialize\w*|write\w*|DictWriter"
    r"|to(?:_?string|Json|_string_pretty|_vec|_writer)?"
)
# Nouns that say no more than that something is read or written.
_ANY = frozenset(
    {*("file", "text", "content", "contents", "input", "data", "string", "body", "it", "bytes")}
    | {*("value", "result", "payload", "document", "output", "source")}
)


def rule_formats(said: str, subject: Subject) -> Finding | None:
    """By a call of that format's reader or writer, which is given what is said."""
    found = _SAID.fullmatch(said.lower())
    if found is None:
        return None
    verb = _READING if found["reads"] else _WRITING
    proofs = tuple(
        shown(call, part.outline)
        for part in subject.parts
        for call in part.outline.calls
        if _is_of(call, found["format"], verb) and _takes(call, found["what"] or "it", part)
    )
    return Finding(proofs=proofs) if proofs else None


def _is_of(call: Call, wanted: str, verb: re.Pattern[str]) -> bool:
    """True of `json.load`, `JSON.parse`, `fromJson`, `tomllib.loads`."""
    words = letters_in(call.text)
    is_of_format = any(word in (wanted, f"{wanted}lib", f"simple{wanted}") for word in words)
    return is_of_format and verb.fullmatch(call.name) is not None


def _takes(call: Call, noun: str, part: Part) -> bool:
    """True if what it is given is named so, or the noun may be anything."""
    if noun in _ANY and not any(True for _ in part.outline.occurrences(noun)):
        return True
    one = noun.removesuffix("s")
    given = " ".join([*given_to(call, part.outline), call.text])
    return any(word.removesuffix("s") == one for word in letters_in(given))
