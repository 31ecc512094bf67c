"""Methods of Python that a call on `self` names, and none of the objects there runs.

Where a program makes objects of classes below a base alone, and each that comes to a call of the
base's code has a method of its own in the place of the base's, the base's is not what runs. It may
be what classes of others run that come from the base, so it is told as what may be called. So it is
for a class below that a script does not make.
"""

from __future__ import annotations

from collections.abc import Collection

from codewitness.engine.graph.files import File, Scope
from codewitness.engine.graph.python.naming.kinds import is_abstract
from codewitness.engine.graph.python.naming.lookups import method_around
from codewitness.engine.graph.python.naming.names import Names, Value
from codewitness.engine.graph.python.naming.uses import is_used
from codewitness.engine.graph.python.values.overrides import asked, comes_to, first_with
from codewitness.engine.graph.python.values.writes import is_private
from codewitness.model.flow import Site, form
from codewitness.syntax.paths import is_test_path

_LOOKING = (
    *("getattr", "globals", "locals", "vars", "eval", "exec", "__subclasses__", "getmembers"),
    *("__init_subclass__", "import_module", "__import__", "modules", "__dict__"),
)


def never_run(
    names: Names, scope: Scope, site: Site, targets: Collection[Value]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Keys of the targets that no object runs there, and of all methods that it may be."""
    if len(targets) < 2:
        return (), ()
    method = method_around(scope)
    own = method.parameter_names if method is not None else []
    if method is None or method.parent is None or not own:
        return _stands_for_others(names, site, targets)
    name = asked(scope, site[1], own[0])
    if not name:
        return _stands_for_others(names, site, targets)
    if is_private(name):
        return (), ()
    owners = {key: one for key, _ in targets if (one := _owner(names, key, name)) is not None}
    if len(owners) < 2:
        return (), ()
    family = [method.parent, *names.subclasses(method.parent.key)]
    gone = {one.key for one in family if _is_alone(names, one)}
    gone |= {one.key for one in family if one.key not in gone and _is_left(names, one, family)}
    made = [one for one in family if one.key not in gone and comes_to(names, one.key, method)]
    run = [first_with(names, one, name) for one in made if gone]
    aside = tuple(sorted(key for key, one in owners.items() if one.key in gone and one not in run))
    return (aside, tuple(sorted(owners))) if 0 < len(aside) < len(owners) else ((), ())


def _stands_for_others(
    names: Names, site: Site, targets: Collection[Value]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The same of a call on another object: the method of the type that it is declared to be of.

    If it does nothing but say what others do, and these are known, it is they who run.
    """
    name = site[1][2] if form(site[1]) == "a" else ""
    owners = {key: one for key, _ in targets if (one := _owner(names, key, name)) is not None}
    aside = tuple(sorted(key for key, one in owners.items() if _says_only(names, key, one, owners)))
    return (aside, tuple(sorted(owners))) if 0 < len(aside) < len(owners) else ((), ())


def _says_only(names: Names, key: str, owner: Scope, owners: dict[str, Scope]) -> bool:
    method = names.scope(key)
    if method is None or not is_abstract(method) or names.is_protocol(owner.key):
        return False
    others = [one for one in owners.values() if one is not owner]
    is_below = any(("C", owner.key) in names.mro(one.key) for one in others)
    return is_below and _is_alone(names, owner) and _all_have_own(names, owner, method.name)


def _all_have_own(names: Names, owner: Scope, name: str) -> bool:
    """True if no class below one that is made has a method from it."""
    return not any(
        first_with(names, one, name) is owner and not names.is_base_alone(one.key)
        for one in names.subclasses(owner.key)
    )


def _owner(names: Names, key: str, name: str) -> Scope | None:
    target = names.scope(key)
    owner = target.parent if target is not None and target.name == name else None
    return owner if owner is not None and owner.is_class else None


def _is_alone(names: Names, owner: Scope) -> bool:
    return names.is_base_alone(owner.key) and not _is_handed_out(names, owner.name)


def _is_handed_out(names: Names, name: str) -> bool:
    """True for a class that a package imports to hand it on: `from .base import Base`."""
    names.cells.note("mention", name)
    for home in names.workspace.mentioning(name):
        if home.parent is None and home.file.path.endswith("__init__.py"):
            names.cells.note("scope", home.key)
            if any(form(home.flow.binds[index][1]) == "m" for index in home.binds(name)):
                return True
    return False


def _is_left(names: Names, one: Scope, family: list[Scope]) -> bool:
    """True for a class that a script defines and does nothing with, while it makes its relatives.

    What others import, or what looks for its own names, may make it.
    """
    file = one.file
    if not names.workspace.limits.is_few or is_test_path(file.path):
        return False
    if one.header[0] or any(f"\t{name}\t" in f"\t{file.words}\t" for name in _LOOKING):
        return False
    if names.subclasses(one.key) or names.is_used(one.key):
        return False
    names.cells.note("scope", file.top.key)
    if not any(is_used(file.top, other.name) for other in family):
        return False
    return not _is_imported(names, file)


def _is_imported(names: Names, file: File) -> bool:
    """True for a file that another imports, by what may be its name."""
    stem = file.path.rpartition("/")[2].removesuffix(".py")
    for name in {stem, file.module}:
        names.cells.note("mention", name)
        if any(one.file is not file for one in names.workspace.mentioning(name)):
            return True
    return False
