"""Which decisions of the memory the code contradicts now."""

from __future__ import annotations

import re

from codewitness.engine.view import Folder, Snapshot
from codewitness.features.claim_names import is_elsewhere, is_of_definition, readings
from codewitness.features.remembered import scope_in
from codewitness.features.standing_claims import Standing, standing_of
from codewitness.model.records import Claim, DecisionRecord
from codewitness.model.symbol import Symbol


class Contradicted:
    """The claims of one folder's decisions; each is judged at most once."""

    def __init__(self, snapshot: Snapshot, folder: Folder) -> None:
        self._snapshot = snapshot.at_home_in(folder)
        scope = scope_in(snapshot, folder)
        records = scope.records(DecisionRecord) if scope is not None else ()
        self._claims = [
            (record.id, claim, readings(record, claim))
            for record in records
            if not record.superseded_by
            for claim in record.claims
            if not is_elsewhere(record, claim)
        ]
        self._standing: dict[tuple[bool, tuple[str, ...]], Standing] = {}

    def by(self, symbol: Symbol) -> tuple[str, ...]:
        """Ids of decisions with a broken claim that speaks of this definition."""
        if not symbol.name or symbol.ordinal < 0:
            return ()
        named = re.compile(rf"(?<!\w){re.escape(symbol.name)}(?!\w)")
        found = dict.fromkeys(
            decision
            for decision, claim, said in self._claims
            if any(map(named.search, said)) and self._of(claim, said) is Standing.CONTRADICTED
        )
        return tuple(found)

    def _of(self, claim: Claim, said: tuple[str, ...]) -> Standing:
        key = (is_of_definition(claim), said)
        if key not in self._standing:
            found = standing_of(self._snapshot, claim.text, said, is_of_definition=key[0])
            self._standing[key] = found.standing
        return self._standing[key]
