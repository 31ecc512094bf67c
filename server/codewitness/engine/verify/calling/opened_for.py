"""`opens the file for reading`: held to the mode that it is opened in."""

from __future__ import annotations

import re

from codewitness.engine.verify.claim import Clause, Predicate
from codewitness.engine.verify.evidence import NOTHING, Finding, Proof, doubtful

_SAID = re.compile(
    r"\bfor (?P<a>reading|writing|appending)\b(?! and\b| or\b)"
    r"|\b(?:in|with) (?:the )?(?P<b>read|write|append)(?:-only|ing)? mode\b"
)
_OPENS = re.compile(r"\b(?:re)?opens?\b|\bopening\b", re.IGNORECASE)
_LITERAL = re.compile(r"[\"'](?P<mode>[rwax][bt+]{0,2})[\"']")
_BY_LETTER = {"r": "read", "w": "write", "x": "write", "a": "append"}
# What says it in other words: flags, and functions that open in one way only.
_WRITTEN = {
    "read": re.compile(
        r"O_RDONLY|\bos\.Open\(|\bFile::open\(|\b(?:create)?ReadStream\b|InputStream\b"
        r"|\bFileReader\b|\bifstream\b|\bOpenRead\b|FileAccess\.Read\b"
    ),
    "write": re.compile(
        r"O_WRONLY|\bos\.Create\(|\bFile::create\(|\b(?:create)?WriteStream\b|OutputStream\b"
        r"|\bFileWriter\b|\bofstream\b|\bOpenWrite\b|FileAccess\.Write\b"
    ),
    "append": re.compile(r"O_APPEND|\bAppendText\b|\bappend\(true\)|FileMode\.Append\b"),
}
_BOTH = re.compile(r"O_RDWR|FileAccess\.ReadWrite\b")
_OF_PYTHON = re.compile(r"(?:\w+\.)*open\([^,()]*(?:\([^()]*\))?[^,()]*\)")
_ALL = frozenset({"read", "write", "append"})


def held_to_mode(clause: Clause, finding: Finding) -> Finding:
    """The finding, by what is opened in the mode that is said; a doubt where no mode is seen."""
    said = _SAID.search(clause.text) if finding.proofs else None
    if said is None or not _OPENS.search(clause.text) or clause.predicate is Predicate.RETURNS:
        return finding
    wanted = (said["a"] or said["b"]).removesuffix("ing")
    wanted = {"writ": "write"}.get(wanted, wanted)
    modes = [_modes(one) for one in finding.proofs]
    fitting = tuple(
        one
        for one, own in zip(finding.proofs, modes, strict=True)
        if own is not None and (wanted in own or (wanted == "write" and "append" in own))
    )
    if fitting:
        return Finding(proofs=fitting, against=finding.against)
    if all(own is not None for own in modes):
        return NOTHING
    return doubtful(f"whether it is opened to {wanted} can't be told")


def _modes(proof: Proof) -> frozenset[str] | None:
    """What it may be used for that is opened there; None if that is not seen."""
    outline = proof.outline
    own = next((c for c in outline.calls if proof.span in (c.name_span, c.span, c.whole)), None)
    text = outline.text.slice(own.whole if own is not None else proof.span)
    if _BOTH.search(text):
        return _ALL
    if (literal := _LITERAL.search(text)) is not None:
        return _ALL if "+" in literal["mode"] else frozenset({_BY_LETTER[literal["mode"][0]]})
    found = frozenset(name for name, pattern in _WRITTEN.items() if pattern.search(text))
    if not found and outline.language == "python" and _OF_PYTHON.fullmatch(text):
        return frozenset({"read"})
    return found or None
