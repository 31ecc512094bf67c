"""A condition of the same name may ask for something else of it, or be none of the place."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "m.py": """import os


class M:
    def made(self, directory):
        if not os.path.isdir(directory):
            raise ValueError(directory)

    def bare(self, directory):
        if not directory:
            raise ValueError(directory)

    def checked(self, directory):
        if not check(directory):
            go(directory)

    def there(self, directory):
        if not directory.exists():
            go(directory)

    def unset(self, directory):
        if not is_set(directory):
            go(directory)
""",
        "T.cs": """class T {
    public int Run() {
        if (_env.IsServiceInstalled(_name)) {
            return Code.Running;
        }
        try {
            _handle.Start(this);
        } catch (Exception ex) {
            return Code.Abnormal;
        }
        return _code;
    }

    public void Clear() { _values.Clear(); }

    public void Each(Action callback) { callback(1); }

    public void Add(int key) { _values.Add(key); _valueAddedCallback(key); }

    public void Nothing() { }
}
""",
        "r.rb": """class R
  def translate(error)
    kind = look(error)
    raise kind, error.message
  end

  def give(error)
    return error if @soft
    raise error
  end

  def add(node)
    @names.each { |name| node.prepare(name) }
    @ring.add_node node
  end
end
""",
        "S.swift": """class S {
    func drop(query: Query) throws {
        switch KeychainError(query) {
        case .missing:
            throw KeychainError.missing
        case .emptyKey,
             .itemNotFound:
            break
        }
    }

    func copy() {
        execute(in: itemLock) {
            status = match()
        }
    }
}
""",
        "p.go": """package p

import "fmt"

func New(run int) *Proc {
	return &Proc{
		size:    run,
		handler: HandlerFunc(func(t *Task) error { return fmt.Errorf("not set") }),
	}
}

func (p *Proc) Fail(err error) (int, error) {
	if p.errHandler != nil {
		p.errHandler.HandleError(err)
	}
	return 0, fmt.Errorf("failed: %v", err)
}
""",
        "c.ts": """class C {
  set(k: string) {
    this.evict(false);
    while (this.tasks.length) { this.tasks.shift(); }
    return this;
  }
  pop() {
    while (this.size) { this.evict(true); }
  }
  evict(free: boolean) { this.size--; }
}
""",
    }
)
CLAIMS = {
    "SUPPORTED": """
T.Add never calls the callback before it adds the key
M.made raises if directory does not exist
M.bare raises if directory is None
M.bare raises if directory is missing
M.there calls go if directory is missing
M.unset calls go if directory is not set
R.give returns the error
R.translate never returns an error
R.translate always raises
C.pop evicts in a loop
New never returns an error
Proc.Fail returns an error
T.Each calls the callback
T.Add calls a callback
T.Nothing never calls a callback
""",
    "NOT_SUPPORTED": """
R.translate returns the error
R.translate returns an error
New returns an error
""",
    "CONTRADICTED": """
T.Add calls the callback before it adds the key
T.Run returns Abnormal if the service is installed
""",
    "INCONCLUSIVE": """
M.made raises if directory is None
M.made raises if directory is empty
M.checked calls go if directory is None
M.checked calls go if directory is missing
M.there calls go if directory is None
T.Run returns Abnormal if the service is running
T.Clear never calls a callback
C.set evicts in a loop
C.set does nothing but shift if tasks is empty
Proc.Fail calls the error handler
Proc.Fail never calls the error handler
R.add adds the node to the ring first
S.drop ignores itemNotFound
S.copy takes no lock
S.copy never locks anything
""",
}


@pytest.mark.parametrize(
    ("expected", "claim"),
    [(status, one) for status, said in CLAIMS.items() for one in said.strip().splitlines()],
)
def test_verdict(expected: str, claim: str) -> None:
    answer = verify(SNAPSHOT, claim)
    assert answer.status.value == expected, answer.summary
