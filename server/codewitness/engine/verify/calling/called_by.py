"""`is called by X`, `is only called by X`, `is called twice`: judged by who calls the subject."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from codewitness.engine.verify.calling.calls import rule_recurses
from codewitness.engine.verify.calling.counted_callers import rule_counted_callers, with_count
from codewitness.engine.verify.calling.from_outside import may_be_called_from_outside
from codewitness.engine.verify.calling.sorts_of_callers import (
    Sort,
    is_narrowed,
    is_no_name,
    sort_of,
)
from codewitness.engine.verify.claim import Clause, Object
from codewitness.engine.verify.code.macros import named_in
from codewitness.engine.verify.conditions.callers import (
    Caller,
    in_file,
    is_in_file,
    is_in_tests,
    is_of_tests,
    is_within,
    meant_by,
    with_itself,
)
from codewitness.engine.verify.doubts.manners import is_said_alone
from codewitness.engine.verify.evidence import (
    NOTHING,
    EvidenceType,
    Finding,
    Proof,
    doubtful,
    found,
)
from codewitness.engine.verify.hits import combined
from codewitness.engine.verify.names import parts
from codewitness.engine.verify.reading.turned import is_file
from codewitness.engine.verify.subject import CallSite, Subject
from codewitness.model.names import dotted


def rule_called_by(clause: Clause, subject: Subject) -> Finding:
    """`is called by X`, `is only called by X`, `is called by nobody`, `is called via X`."""
    if clause.detail != "via":
        return _called_by(clause, subject)
    finding = _called_by(replace(clause, detail=""), subject)
    if finding.proofs and not finding.against:
        return finding
    return doubtful(finding.doubt or "whether it is called by way of others is not looked at")


def _called_by(clause: Clause, subject: Subject) -> Finding:
    clause = with_count(with_itself(clause, subject))
    if clause.detail == "itself" and not clause.is_only:
        return rule_recurses(clause, subject)
    if clause.count is not None and not clause.objects:
        return rule_counted_callers(clause, subject)
    if is_said_alone(clause):
        owner = subject.head.around.container
        if _OF_FILE.search(clause.text):
            clause = replace(clause, objects=(Object("module", is_code=False),), detail="")
        elif owner and _INTERNALLY.search(clause.text):
            clause = replace(clause, objects=(Object(owner),), detail="")
        else:
            return doubtful("by whom alone it is called is not said by name")
    sort = sort_of(clause.objects[0], clause) if len(clause.objects) == 1 else None
    if clause.objects and not clause.is_only and not is_of_tests(clause) and sort is None:
        return _called_by_named(clause, subject)
    return _of_all(clause, subject, sort)


def _of_all(clause: Clause, subject: Subject, sort: Sort | None) -> Finding:
    """What follows from all calls that are known."""
    sites = subject.known.callers()
    if sites is None:
        return doubtful("who calls it is not known in this version")
    if nobody := _nobody_named(clause, subject, sites):
        return doubtful(f"no definition is named {nobody!r}, and who that is can't be told")
    wanted = [meant_by(one, clause, subject, sites) for one in clause.objects]
    if None in wanted:
        return doubtful("which file calls it is not told")
    if sort is not None and is_narrowed(clause):
        return doubtful("what more is said of its callers is not looked at")
    return _by_those(clause, subject, sites, [one for one in wanted if one is not None])


_INTERNALLY = re.compile(
    r"\b(?:internally|(?:from|within|in|inside|by) (?:the same|its own|its|this) class)$"
)
_OF_FILE = re.compile(r"\b(?:from|within|in|inside) (?:the same|its own|its|this) module$")


def _by_those(
    clause: Clause, subject: Subject, sites: Sequence[CallSite], wanted: Sequence[Caller]
) -> Finding:
    """What follows from all calls, of which some are by those that a clause names."""
    mine: list[Proof] = []
    strange: list[Proof] = []
    doubt = ""
    for site in sites:
        if not site.is_certain:
            doubt = f"`{site.caller}` may call it: {_how(site)}"
            continue
        proof = Proof(EvidenceType.EDGE, f"called by {site.caller}", site.outline, site.span)
        is_wanted = _is_wanted(site, clause, subject, wanted)
        if is_wanted is None:
            doubt = f"whether `{site.caller}` is one of those that are meant can't be told"
            continue
        (mine if is_wanted else strange).append(proof)
    if clause.is_only and strange:
        own = f"called by {subject.qualified_name}"
        if mine and all(one.detail == own for one in strange):
            return doubtful("it calls itself, too, which need not be meant")
        return Finding(against=tuple(strange))
    doubt = doubt or may_be_called_from_outside(subject)
    if doubt and (clause.is_only or not mine):
        return doubtful(doubt)
    return found(mine) if mine else NOTHING


def _is_wanted(
    site: CallSite, clause: Clause, subject: Subject, wanted: Sequence[Caller]
) -> bool | None:
    """Whether a call is by one of those that are named, or of their sort; None if it may be."""
    if is_of_tests(clause):
        return is_in_tests(site)
    if not wanted or any(one.makes(site) for one in wanted):
        return True
    sorts = [sort_of(one, clause) for one in clause.objects]
    told = {sort.makes(site, subject) for sort in sorts if sort is not None}
    return True if True in told else None if None in told else False


def _nobody_named(clause: Clause, subject: Subject, sites: Sequence[CallSite]) -> str:
    """Plain words for who calls, `the leader`, that are the name of nobody; empty if none are."""
    if is_of_tests(clause):
        return ""
    for one in clause.objects:
        is_name = not is_no_name(one) or is_file(one.text) or one.text in ("file", "module")
        if is_name or sort_of(one, clause) is not None:
            continue
        name = parts(one.text)
        is_there = any(
            name[0] in (*parts(site.caller), *re.split(r"[/.]", site.path)) for site in sites
        )
        if not is_there and subject.known.calls_of(one.text, subject) is None:
            return one.text
    return ""


def _called_by_named(clause: Clause, subject: Subject) -> Finding:
    findings = []
    for one in clause.objects:
        sites = _calls_from(one, subject)
        if sites is None:
            findings.append(doubtful(f"no definition is named {one.text!r}"))
        elif not sites:
            macro = named_in(subject.name, subject.head.outline)
            doubt = f"the macro `{macro}` names it, and what uses that may call it"
            findings.append(doubtful(doubt) if macro else NOTHING)
        elif any(site.is_certain for site in sites):
            certain = [site for site in sites if site.is_certain]
            findings.append(
                found(
                    Proof(EvidenceType.EDGE, f"called by {site.caller}", site.outline, site.span)
                    for site in certain
                )
            )
        else:
            findings.append(doubtful(f"{one.text} may call it: {_how(sites[0])}"))
    return combined(findings, any_of=clause.any_of or clause.is_negated)


def _calls_from(one: Object, subject: Subject) -> Sequence[CallSite] | None:
    """Calls of the subject in what is named: as its text tells, else as the call graph does."""
    sites = subject.known.calls_of(one.text, subject)
    if sites and any(site.is_certain for site in sites):
        return sites
    path, named = in_file(one.text)
    asked = parts(dotted(named))
    known = [
        site
        for site in subject.known.callers() or ()
        if parts(site.caller.partition(".<lambda")[0])[-len(asked) :] == asked
        and is_in_file(site, path)
    ]
    if any(site.is_certain for site in known):
        return [site for site in known if site.is_certain]
    # A function in it that is handed on runs later, if at all.
    within = [
        replace(site, is_certain=False)
        for site in subject.known.callers() or ()
        if is_within(site, asked) and is_in_file(site, path)
    ]
    return sites or known or within or sites  # None where there is no such definition


def _how(site: CallSite) -> str:
    """What stands there that may be, or lead to, a call."""
    line = site.outline.text.line_at(site.span.start) + 1
    if not any(call.name_span == site.span for call in site.outline.calls):
        return f"it is named in line {line}, and what that is handed to may call it"
    return f"in line {line} it calls something of this name"
