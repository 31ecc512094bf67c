"""How a call, as it is written, fits the definition that a claim is about."""

from __future__ import annotations

from codewitness.engine.verify.names import Fit, is_bound, parts
from codewitness.engine.verify.subject import Part, Subject
from codewitness.model.outline import Call

# A variable is called by its name in all but these, where only a method or function is.
_APART = frozenset({"java", "ruby"})
OVERLOADING = frozenset({"java", "kotlin", "csharp", "cpp", "swift"})


def fit_of(call: Call, part: Part, subject: Subject) -> Fit:
    """How a call fits the subject's own name."""
    if call.name != subject.name:
        made = parts(call.text)[-1]
        owner = subject.qualified_name.split(".")[-2:-1]
        is_constructor = subject.name in ("__init__", "constructor", "new", "initialize")
        return Fit.LOOSE if is_constructor and [made] == owner else Fit.NO
    qualified = subject.qualified_name.split(".")
    for how, form in part.around.forms(call.text, part.outline):
        if len(form) > 1 and tuple(qualified[-len(form) :]) == form:
            return how
    container = qualified[-2] if subject.head.around.container else ""
    if container:
        fit = part.around.fit(call.text, f"{container}.{subject.name}", part.outline)
        return fit if fit is not Fit.NO else _unknown(call, part)
    if len(parts(call.text)) == 1:
        if part.outline.language not in _APART and is_bound(part.outline, call.name):
            return Fit.MAYBE  # what is given or kept by this name
        is_here = part.outline.text is subject.head.outline.text
        is_imported = part.around.imports.get(call.name, "").endswith(subject.name)
        return Fit.EXACT if is_here or is_imported else Fit.MAYBE
    return Fit.NO


def _unknown(call: Call, part: Part) -> Fit:
    """A method of the same name on an object whose class is not known."""
    written = parts(call.text)
    if len(written) == 1 or written[0] in part.around.imports:
        return Fit.NO
    return Fit.MAYBE
