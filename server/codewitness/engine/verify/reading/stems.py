"""What a form of a verb that no list has may be a form of: `recycles`, `recycling`, `recycled`."""

from __future__ import annotations

_SHORTEST = 3  # letters


def stems(word: str) -> tuple[str, ...]:
    """What names of the same meaning may begin with, for any form of a verb in lower case."""
    found = [word]
    found += [word.removesuffix(e) + "y" for e in ("ies", "ied") if word.endswith(e)]
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and not word.endswith("ss"):
            stem = word.removesuffix(ending)
            found += [stem, stem + "e"]
            if stem[-1:] == stem[-2:-1] != "s":
                found.append(stem[:-1])  # `stopping`
    if word.endswith("e"):
        found.append(word[:-1])
    found += [one.replace("is", "iz") for one in found if "alis" in one or "imis" in one]
    return tuple(dict.fromkeys(one for one in found if len(one) >= _SHORTEST))


def root(word: str) -> str:
    """The verb as it may stand in a dictionary, to speak of it."""
    if word.endswith("ies"):
        return word.removesuffix("ies") + "y"
    is_hissing = word.endswith(("shes", "ches", "sses", "xes", "zes"))
    if is_hissing:
        return word.removesuffix("es")
    return word.removesuffix("s") if not word.endswith("ss") else word
