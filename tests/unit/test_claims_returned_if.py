"""What is returned, used, cached or started under a condition is held to that condition."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "r.go": """package r
func exists(fs Fs, path string) (bool, error) {
	stat, err := fs.Stat(path)
	if err == nil {
		return !stat.IsDir(), nil
	}
	if os.IsNotExist(err) {
		return false, nil
	}
	return false, err
}
func check(ids []string, strict bool) error {
	if len(ids) == 0 {
		return nil
	}
	if strict {
		return fmt.Errorf("strict")
	}
	return errors.New("x")
}
func signed(n int) error {
	if n < 0 { return errors.New("below") }
	return nil
}
func scan(s string) (int, error) {
	if s == "" {
		return 0, errors.New("empty")
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("bad: %w", err)
	}
	return n, nil
}
func (c *Conn) Flush(b []byte) error {
	if c.closed { return nil }
	return ErrOpen
}
func spawn(ready bool) {
	if ready { go work() }
}
""",
        "r.rs": """
impl V {
    fn build(&self, name: &Id, conflict_ids: &[Id]) -> R<()> {
        if conflict_ids.is_empty() {
            return Ok(());
        }
        let usage = self.usage(conflict_ids);
        Err(Error::conflict(self.cmd, usage))
    }
    fn validate(&mut self, m: &mut M) -> R<()> {
        let has_subcmd = m.subcommand_name().is_some();
        if !has_subcmd && self.cmd.is_required_set() {
            return Err(Error::missing(self.cmd));
        }
        Ok(())
    }
    fn exclusive(&self, m: &M) -> R<()> {
        let args_count = m.args().count();
        if args_count <= 1 {
            return Ok(());
        }
        m.args().map(|arg| { Err(Error::conflict(arg)) }).unwrap_or(Ok(()))
    }
    fn parsed(s: &str) -> Result<i32, E> {
        if s.is_empty() { return Err(E::Empty); }
        match s.parse() { Ok(n) => Ok(n), Err(e) => Err(E::Bad(e)) }
    }
}
""",
        "r.py": """
def rows(flag, items):
    if flag:
        return []
    if not items:
        return {}
    return [x for x in items]
def drains(items, force):
    if items.empty():
        return
    save(items)
def chosen(k, flag):
    if flag:
        log(k)
    return table.get(k) or 7
@functools.lru_cache
def kept(n):
    return [n]
""",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "V.build returns an error if conflict_ids is not empty",
        "V.build returns an error unless conflict_ids is empty",
        "V.validate returns an error if not has_subcmd",
        "V.exclusive returns Ok if args_count <= 1",
        "V.parsed returns an error if s is empty",
        "check returns an error if strict",
        "signed returns an error if n is negative",
        "scan returns an error if Atoi fails",
        "Conn.Flush returns an error unless closed",
        "spawn starts a goroutine if ready",
        "rows returns a list if flag",
        "rows returns a dictionary if not items",
        "chosen uses its parameter k if flag",
        "chosen falls back to 7 if the key is missing",
        "drains calls save if items is not empty",
    ],
    "CONTRADICTED": [
        "V.build returns an error if conflict_ids is empty",
        "V.validate returns an error if has_subcmd",
        "check returns an error if ids is empty",
        "signed returns an error if n is not negative",
        "Conn.Flush returns an error if closed",
        "spawn starts a goroutine if not ready",
        "rows returns a dict if flag",
        "drains calls save if items is empty",
    ],
    "INCONCLUSIVE": [
        "exists returns an error if the file does not exist",
        "exists returns no error if the file does not exist",
        "V.exclusive returns Ok only if args_count <= 1",
        "V.parsed returns an error if s is not empty",
        "scan returns an error if s is not empty",
        "signed returns an error if the moon is full",
        "spawn starts a goroutine if the moon is full",
        "rows returns a list if the moon is full",
        "drains returns nothing if the moon is full",
        "chosen uses its parameter k if the moon is full",
        "chosen falls back to 7 if the moon is full",
        "kept caches its result if the moon is full",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_the_condition_is_asked(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
