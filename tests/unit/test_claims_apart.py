"""Names that are part of others: `close` and `pool.close`, `join` and `joinable`, `f.call`."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "a.c": """
void again(pool *p, int fd) {
    p->ops.close(p);
    close(fd);
    open_up(p);
}
""",
    "b.cpp": """
void Pool::stop() {
    for (auto& one : threads_) {
        if (one.joinable()) {
            one.join();
        }
    }
}
bool Pool::start() {
    auto thread = std::make_shared<std::thread>([this] { drain(); });
    add(thread);
    return true;
}
""",
    "c.js": """
export async function plugin(form) {
  const self = this || form;
  await init.call(self, form);
  await other.bind(self);
  return self;
}
""",
    "e.m": """
@interface Base : NSObject
@end
@implementation Base
- (BOOL)write:(NSData*)data error:(NSError**)error { return YES; }
- (BOOL)close:(NSError**)error { return YES; }
@end
@interface Zip : Base
@end
@implementation Zip
- (BOOL)write:(NSData*)data error:(NSError**)error { return pack(data); }
- (BOOL)close:(NSError**)error { return [super close:error]; }
@end
""",
    "f.swift": """
class Loader {
    func load(env: Env) -> Template {
        return env.templateClass.init(text: "x")
    }
    func make() -> Template {
        return Template.init(text: "x")
    }
}
""",
    "d.go": """
package d

func Connect(name string) (*DB, error) {
	db, err := Open(name)
	if err != nil {
		return nil, err
	}
	return db, nil
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("again calls close before p->ops.close", "CONTRADICTED"),
        ("again calls p->ops.close before close", "SUPPORTED"),
        ("again calls close before open_up", "SUPPORTED"),
        ("Pool::stop joins threads only if they are joinable", "SUPPORTED"),
        ("Pool::start calls drain", "NOT_SUPPORTED"),
        ("Pool::start calls add", "SUPPORTED"),
        ("plugin awaits init", "SUPPORTED"),
        ("plugin never awaits init", "CONTRADICTED"),
        ("plugin awaits bind", "SUPPORTED"),
        ("Connect panics on an error", "NOT_SUPPORTED"),
        ("Zip overrides close:", "SUPPORTED"),
        ("Zip overrides write:error:", "SUPPORTED"),
        ("Zip overrides write:options:", "NOT_SUPPORTED"),
        ("Zip doesn't override `write:error:`", "CONTRADICTED"),
        ("Zip defines write:error:", "SUPPORTED"),
        ("Loader.load instantiates Template", "INCONCLUSIVE"),
        ("Loader.load never instantiates Template", "INCONCLUSIVE"),
        ("Loader.make instantiates Template", "SUPPORTED"),
        ("Loader.make never instantiates Row", "SUPPORTED"),
    ],
)
def test_which_of_them_is_meant(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
