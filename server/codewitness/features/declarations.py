"""Files that only declare, `.pyi` and `.d.ts`, beside the files that do what they declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from codewitness.features.places import Place, Reading

DECLARING = (".pyi", ".d.ts", ".d.mts", ".d.cts")
_DOING = (".py", ".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs")

_Key = tuple[str, str, str]


def is_declaring(path: str) -> bool:
    """True for a file that says what there is, without what it does."""
    return path.endswith(DECLARING)


def without_declarations(places: Sequence[Place]) -> list[Place]:
    """Without those of which the file beside has the body, among these: they are one definition."""
    done = _keys(one for one in places if not is_declaring(one.symbol.path))
    return [one for one in places if not is_declaring(one.symbol.path) or _key(one) not in done]


def with_its_body(reading: Reading, place: Place) -> Place:
    """What a declaration declares, in the file beside it; else the place itself."""
    if not is_declaring(place.symbol.path):
        return place
    named = reading.named(place.folder, place.symbol.qualified_name)
    same = [one for one in named if not is_declaring(one.symbol.path) and _key(one) == _key(place)]
    return same[0] if len(same) == 1 else place


def _keys(places: Iterable[Place]) -> set[_Key]:
    return {_key(one) for one in places}


def _key(place: Place) -> _Key:
    path = place.symbol.path
    ending = next((one for one in (*DECLARING, *_DOING) if path.endswith(one)), "")
    return place.folder.uri, path.removesuffix(ending), place.symbol.qualified_name
