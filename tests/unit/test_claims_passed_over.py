"""Words that say where from, on which and only after what are not passed over."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "p.go": """package p
func (v *V) Load() error {
	file, err := v.fs.ReadFile()
	if err != nil { return err }
	read := make(map[string]any)
	err = v.unmarshal(file, read)
	if err != nil { return err }
	v.config = read
	return nil
}
func (v *V) Forget(alias string) {
	delete(v.config, alias)
	delete(v.defaults, alias)
	delete(v.override, alias)
}
func (c *All) Find(fs Fs) ([]string, error) {
	var errs []error
	for _, finder := range c.finders {
		_, err := finder.Find(fs)
		if err != nil {
			errs = append(errs, err)
			continue
		}
	}
	return nil, errors.Join(errs...)
}
""",
        "p.rs": """
impl M {
    fn pending(&mut self, id: &Id, trailing: bool) -> &mut Vec<O> {
        let p = self.p.get_or_insert_with(|| P { id: id.clone(), trailing_idx: None, raw: vec![] });
        if trailing {
            p.trailing_idx.get_or_insert(p.raw.len());
        }
        &mut p.raw
    }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "V.Load writes v.config only after unmarshal",
        "V.Load writes v.config after calling unmarshal",
        "V.Forget deletes from config",
    ],
    "CONTRADICTED": ["V.Load writes v.config before unmarshal"],
    "INCONCLUSIVE": [
        "V.Forget deletes from flags",
        "V.Forget deletes from config, defaults and override",
        "All.Find returns on the first error",
        "All.Find returns at the first error",
        "M.pending sets trailing_idx only if trailing",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_no_words_are_passed_over(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status


def test_what_fails_is_shown_by_its_error() -> None:
    text = """package q
func conv(text string) any {
	rows, err := newReader(text).Read()
	if err != nil {
		return nil
	}
	for _, row := range rows {
		_, found := cut(row)
		if !found {
			return nil
		}
	}
	return rows
}
"""
    answer = verify(snapshot_of({"q.go": text}), "conv returns nil if the csv reader fails")
    assert answer.status == "SUPPORTED"
    assert [one.line for one in answer.evidence] == [5]
