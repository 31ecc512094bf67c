"""Words of English for more and less, as the patterns of conditions need them. Plain data."""

from __future__ import annotations

MORE = r"(?:more|greater|larger|longer|bigger|higher|older|later|deeper|wider) than|above|over"
LESS = r"(?:less|fewer|smaller|shorter|lower|younger|earlier) than|below|under"
AT_LEAST = r"at or (?:above|over|past)|at least|no (?:less|fewer|smaller|lower) than"
AT_MOST = r"at or (?:below|under)|at most|no (?:more|greater|larger) than"
TOO_MUCH = r"too (?:large|long|big|many|high|great|deep|much|wide|old)"
TOO_LITTLE = r"too (?:small|short|few|low|little|shallow|narrow|young|early)"
