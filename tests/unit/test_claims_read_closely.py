"""Claims that were SUPPORTED by less than they say, beside those that differ in one word."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "queue.py": """
class Queue:
    def asked(self, message, exc):
        if not isinstance(exc, NotFound):
            message.fail()
        message.stuff(exc)

    def plain(self, message, exc):
        message.fail()
        message.stuff(exc)

    def handled(self, message):
        try:
            self.run(message)
        except NotFound as exc:
            message.fail()
            message.stuff(exc)

    def beside(self, message):
        try:
            self.run(message)
        except NotFound:
            self.skip(message)
        message.fail()
        message.stuff(1)

    def drain(self, messages, entries):
        for msg in messages:
            if msg:
                self.log(msg)
            self.ack(msg)
        for entry in entries:
            self.drop(entry)
""",
    "walk.ts": """
export function go(nodes: Node[], options: any) {
  for (const n of nodes) {
    visit(n);
  }
  for (const user of options.users) {
    greet(user);
  }
  for (let i = 0; i < options.n; i++) {
    const file = options.at(i);
    send(file);
  }
}
export function sides(a: any, options: any) {
  if (options.create || (options.update && a.ready)) {
    return;
  }
  run(a);
}
export function also(a: any, options: any) {
  if (options.update && a.ready) {
    return;
  }
  run(a);
}
export function alone(a: any, options: any) {
  if (options.create || options.update) {
    return;
  }
  run(a);
}
export function owner(a: any, options: any) {
  if (options && options.update) {
    return;
  }
  run(a);
}
""",
}


def _status(claim: str) -> str:
    return verify(snapshot_of(FILES), claim).status.value


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Queue.beside` calls message.fail() unless NotFound is raised", "SUPPORTED"),
        ("`Queue.handled` calls message.fail() unless NotFound is raised", "CONTRADICTED"),
        ("`Queue.plain` calls message.fail() unless NotFound is raised", "INCONCLUSIVE"),
        ("`Queue.asked` calls fail unless NotFound is raised, then stuffs the x", "INCONCLUSIVE"),
        ("`Queue.plain` calls fail unless NotFound is raised, then stuffs the x", "INCONCLUSIVE"),
        ("`Queue.handled` calls fail unless NotFound is raised, then stuffs it", "CONTRADICTED"),
        ("`Queue.beside` calls fail unless NotFound is raised, then stuffs it", "SUPPORTED"),
        ("`Queue.plain` calls fail, then stuffs the exception", "SUPPORTED"),
        ("`go` calls visit for each user", "INCONCLUSIVE"),
        ("`go` calls visit once per row", "INCONCLUSIVE"),
        ("`go` calls visit for each node", "SUPPORTED"),
        ("`go` calls visit for every element", "SUPPORTED"),
        ("`go` calls greet for each user", "SUPPORTED"),
        ("`go` calls greet for each of the given users", "SUPPORTED"),
        ("`go` calls send for each file", "SUPPORTED"),
        ("`Queue.drain` calls ack for each message", "SUPPORTED"),
        ("`Queue.drain` calls drop for each message", "INCONCLUSIVE"),
        ("`Queue.drain` calls log for each message", "INCONCLUSIVE"),
        ("`sides` returns early if options.update is set", "INCONCLUSIVE"),
        ("`sides` returns early if options.create is set", "SUPPORTED"),
        ("`also` returns early if options.update is set", "INCONCLUSIVE"),
        ("`alone` returns early if options.update is set", "SUPPORTED"),
        ("`owner` returns early if options.update is set", "SUPPORTED"),
        ("`owner` returns early if options.update is not set", "CONTRADICTED"),
    ],
)
def test_what_is_said_is_held_to_the_lines(claim: str, status: str) -> None:
    assert _status(claim) == status, claim
