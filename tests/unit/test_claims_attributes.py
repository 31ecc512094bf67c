"""What is said of an attribute is held to that attribute, and numbers to their value."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.sentences import said
from tests.support.snapshots import snapshot_of

SOURCES = {
    "grid.py": """
class Grid:
    def fill(self, rows):
        for row in rows:
            put(row)
            self.rate = 0.0
            self.level = 1_000
            self.mask = 0xFF

    def paint(self, rows):
        for row in rows:
            row.state = 1
            row.name = None
            row.count += 1
            self.index[row.key] = row

    def mend(self, row):
        row["size"] = 3
        del row.cache
        set_colour(row, "red")
        return row.label

    def cool(self, heat):
        if heat == 0.0:
            self.stop()
""",
    "rate.rs": """
fn tune(dial: &mut Dial) {
    dial.gain = 0f32;
    dial.width = 1_000_u32;
}
""",
}
FALSE = """
Grid.fill sets the state of every row
Grid.fill sets the state of `row`
Grid.fill sets the state of the row
Grid.fill sets the value of every row
Grid.fill sets the index of each row
Grid.fill sets the attributes of every row
Grid.fill sets the name of the row
Grid.fill sets the key of every row to None
Grid.fill clears the fields of every row
Grid.fill resets the state of each row
Grid.fill changes the state of all rows
Grid.fill removes the key of every row
Grid.fill increments the value of every row
Grid.fill stores the state of every row
Grid.fill sets self.rate to 1
Grid.fill sets self.mask to 256
Grid.paint sets the state of each row to 2
Grid.paint decrements the count of every row
tune sets dial.gain to 1
"""
TRUE = """
Grid.paint sets the state of every row
Grid.paint sets the state of `row`
Grid.paint sets the state of each row to 1
Grid.paint updates the state of the rows
Grid.paint changes the state of all rows
Grid.paint sets the name of the row
Grid.paint clears the name of each row
Grid.paint increments the count of every row
Grid.paint reads the key of each row
Grid.mend sets the size of the row
Grid.mend deletes the cache of the row
Grid.mend sets the colour of the row
Grid.mend reads the label of the row
Grid.fill sets the rate to zero
Grid.fill sets self.rate to 0
Grid.fill resets the rate to zero
Grid.fill sets self.level to 1000
Grid.fill sets self.mask to 255
Grid.cool calls stop if heat is 0
Grid.cool calls stop if heat is zero
tune sets dial.gain to zero
tune sets dial.width to 1000
"""
SNAPSHOT = snapshot_of(SOURCES)


@pytest.mark.parametrize("sentence", said(FALSE))
def test_what_is_false_is_not_supported(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value in ("NOT_SUPPORTED", "INCONCLUSIVE")


@pytest.mark.parametrize("sentence", said(TRUE))
def test_what_is_true_is_supported(sentence: str) -> None:
    assert verify(SNAPSHOT, sentence).status.value == "SUPPORTED"
