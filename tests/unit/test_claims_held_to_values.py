"""What is set to which value, what is made and given back, which lock, and how it runs."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "node.c": """void init(node *n, int size) {
    n->iskey = 0;
    n->size = size;
    n->count += 1;
    if (size) { n->mark = 1; } else { n->mark = 2; }
}
""",
    "conn.hpp": """class Conn {
    size_t read_all(char const* buf) {
        scoped_lock_type lock(m_read_mutex);
        return take(buf);
    }
    void arm(con_ptr con) {
        con->set_pong_handler(m_pong);
        if (m_dur != kDefault) {
            con->set_pong_timeout(m_dur);
        }
    }
    void plain(int read_mutex) { use(read_mutex); }
};
""",
    "out.rb": """class Out
  def compressor(entry)
    case entry.method
    when Entry::DEFLATED
      ::Zip::Deflater.new(@out, entry.level)
    when Entry::STORED
      PassThru.new(@out)
    else
      raise Bad, entry.method
    end
  end
end
""",
    "field.rs": """impl Writer {
    fn check(&self) -> Result<()> {
        if self.n != self.m {
            return Err(Error::new(ErrorKind::UnequalLengths { n: self.n }));
        }
        Ok(())
    }
}
""",
    "open.go": """package p

func open(b []byte) ([]byte, error) {
	if len(b) > 4 {
		return b, nil
	}
	return nil, errDecryptionFailed
}
""",
    "trash.m": """@implementation Trash
+ (void)emptyTrash
{
    dispatch_async(queue, ^{ [self drop]; });
}
+ (void)plain
{
    [self drop];
}
- (void)scan
{
    for (id one in files) {
        [self lock];
        [self go:one];
        [self unlock];
    }
}
@end
""",
}


@pytest.mark.parametrize(
    ("claim", "status", "lines"),
    [
        ("init sets n->iskey to 0", "SUPPORTED", {2}),
        ("init never sets n->iskey to 1", "SUPPORTED", set()),
        ("init sets n->size to 0", "NOT_SUPPORTED", set()),
        ("init sets n->count to 0", "NOT_SUPPORTED", set()),
        ("init sets n->mark to 2", "SUPPORTED", {5}),
        ("init sets n->mark to 3", "NOT_SUPPORTED", set()),
        ("Conn::read_all takes m_read_mutex", "SUPPORTED", {3}),
        ("Conn::read_all never locks m_read_mutex", "CONTRADICTED", {3}),
        ("Conn::read_all calls take while holding m_read_mutex", "SUPPORTED", {4}),
        ("Conn::arm takes m_read_mutex", "NOT_SUPPORTED", set()),
        ("Conn::plain takes read_mutex", "SUPPORTED", {12}),
        ("Conn::arm always sets the pong timeout", "CONTRADICTED", {9}),
        ("Conn::arm sets the pong timeout only if m_dur is not kDefault", "SUPPORTED", {8, 9}),
        ("Conn::arm sets the pong handler", "SUPPORTED", {7}),
        ("Out.compressor returns a PassThru", "SUPPORTED", {7}),
        ("Out.compressor returns a Deflater", "SUPPORTED", {5}),
        ("Out.compressor returns PassThru.new", "SUPPORTED", {7}),
        ("Out.compressor returns a PassThru if entry.method is Entry::STORED", "SUPPORTED", {6, 7}),
        ("Out.compressor never returns a Deflater", "CONTRADICTED", {5}),
        ("Writer.check returns an UnequalLengths error", "SUPPORTED", {4}),
        ("Writer.check returns a Seek error", "NOT_SUPPORTED", set()),
        ("open returns an error", "SUPPORTED", {7}),
        ("Trash.emptyTrash runs asynchronously", "INCONCLUSIVE", set()),
        ("Trash.plain runs asynchronously", "CONTRADICTED", {6}),
        ("Trash.scan holds the lock during the whole loop", "INCONCLUSIVE", set()),
    ],
)
def test_held_to_values(claim: str, status: str, lines: set[int]) -> None:
    answer = verify(snapshot_of(FILES), claim)
    assert answer.status.value == status, answer.summary
    assert {one.line for one in answer.evidence} == lines
