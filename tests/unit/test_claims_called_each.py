"""What is called of each, awaited, done before something else, and set to a member of an enum."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "ws.py": """
class Socket:
    async def receive(self):
        message = await self._receive()
        if message["type"] == "disconnect":
            self.state = State.DISCONNECTED
        return message

    async def accept(self):
        if self.connecting:
            await self.receive()
        await self.send({"type": "accept"})

    def check(self):
        with scope() as cs:
            cs.cancel()
            message = self._receive()

    def send(self, message):
        if self.state == 1:
            if not message:
                raise RuntimeError("x")
            self._send(message)
        else:
            raise RuntimeError("closed")

    def loop(self):
        try:
            while True:
                yield self.receive_text()
        except WebSocketDisconnect:
            pass

    def plain(self):
        return self.receive_text()

    def reason(self, code, reason):
        self.send({"code": code, "reason": reason or ""})

    def form(self, exc):
        if "app" in self.scope:
            raise HTTPException(400)
        raise exc

    def each(self):
        for listener in self.listeners:
            listener(self)

    def other(self):
        for key in self.keys:
            drop(key)

    def finish(self):
        if self.done:
            return
        self.run()
""",
    "s.ts": """
export function create(context: any) {
  const onChange = (event: string) => {
    if (!context.watching) {
      return;
    }
    for (const listener of context.watchListeners) {
      listener(event);
    }
  };
  const startWatch = async () => {
    if (context.watching) {
      return;
    }
    context.watching = true;
    run();
  };
  const stopWatch = async () => {
    for (const mountpoint in context.unwatch) {
      await context.unwatch[mountpoint]!();
    }
  };
  const publish = (data: any) => {
    context.subscribers.forEach((subscriber: any) => subscriber(data));
  };
  const publish2 = (data: any) => {
    context.subscribers.forEach((s: any) => s(data));
  };
  const flush = () => {
    context.timer = null;
    context.stream.write('x');
  };
  return { onChange, startWatch, stopWatch, publish, publish2, flush };
}
""",
    "W.java": """
class W {
    void start(Process p) {
        Objects.requireNonNull(p, "p");
        run(p);
    }
    int exec(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
        }
        return 0;
    }
}
""",
}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("`Socket.receive` sets state to DISCONNECTED", "SUPPORTED"),
        ("`Socket.receive` sets `self.state` to DISCONNECTED", "SUPPORTED"),
        (
            "`Socket.receive` sets state to DISCONNECTED when the message is a disconnect",
            "SUPPORTED",
        ),
        ("`Socket.accept` sends before it receives", "CONTRADICTED"),
        ("`Socket.check` cancels the scope after receiving", "INCONCLUSIVE"),
        ("`Socket.send` raises RuntimeError once the socket is closed", "INCONCLUSIVE"),
        ("`Socket.send` raises RuntimeError only once", "CONTRADICTED"),
        ("`Socket.loop` lets WebSocketDisconnect propagate", "CONTRADICTED"),
        ("`Socket.plain` lets WebSocketDisconnect propagate", "SUPPORTED"),
        ("`Socket.reason` falls back to an empty reason", "SUPPORTED"),
        ('`Socket.form` raises HTTPException only if "app" is in the scope', "SUPPORTED"),
        ('`Socket.form` raises HTTPException only if "app" is not in the scope', "CONTRADICTED"),
        ("`Socket.each` calls the listeners", "SUPPORTED"),
        ("`Socket.each` calls each listener", "SUPPORTED"),
        ("`Socket.each` never calls the listeners", "CONTRADICTED"),
        ("`Socket.each` never calls any listener", "CONTRADICTED"),
        ("`Socket.other` calls the listeners", "NOT_SUPPORTED"),
        ("`Socket.other` never calls the listeners", "SUPPORTED"),
        ("`Socket.finish` returns early if it is already done", "SUPPORTED"),
        ("`create.onChange` calls the listeners", "SUPPORTED"),
        ("`create.onChange` calls the listeners even if it is not watching", "INCONCLUSIVE"),
        ("`create.onChange` calls the listeners only if it is watching", "SUPPORTED"),
        ("`create.startWatch` returns early if it is already watching", "SUPPORTED"),
        ("`create.startWatch` returns early if it is not watching", "CONTRADICTED"),
        ("`create.stopWatch` awaits each unwatch function", "INCONCLUSIVE"),
        ("`create.stopWatch` never awaits the unwatch functions", "INCONCLUSIVE"),
        ("`create.publish` calls every subscriber", "SUPPORTED"),
        ("`create.publish2` calls every subscriber", "SUPPORTED"),
        ("`create.publish` never calls the subscribers", "CONTRADICTED"),
        ("`create.publish2` never calls the subscribers", "CONTRADICTED"),
        ("`create.flush` resets the timer before writing", "SUPPORTED"),
        ("`create.flush` resets the timer after writing", "CONTRADICTED"),
        ("`W.start` rejects null", "SUPPORTED"),
        ("`W.exec` destroys the process if it is interrupted", "SUPPORTED"),
        ("`W.exec` destroys the process if interrupted", "SUPPORTED"),
    ],
)
def test_what_is_called_of_each(claim: str, status: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status, claim
