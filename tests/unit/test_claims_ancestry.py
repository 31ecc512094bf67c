"""Exceptions are of the classes that they come from: those here, those of a language, others."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "errors.py": """
class ClientError(Exception):
    pass


class ConnectionLost(ClientError):
    pass


class Gone(ConnectionLost, OSError):
    pass


class Strange(Exception):
    pass
""",
    "net.py": """
import click
from errors import ClientError, ConnectionLost, Gone, Strange


def connect(host):
    if not host:
        raise ConnectionLost(host)


def leave(host):
    raise Gone(host) from None


def lookup(table, key):
    try:
        return table[key]
    except LookupError:
        return None


def refuse(name):
    raise click.BadParameter(name)


def drop(path):
    try:
        remove(path)
    except OSError:
        pass


def drop_all(path):
    try:
        remove(path)
    except Exception:
        pass


def drop_any(path):
    try:
        remove(path)
    except:
        pass


def drop_some(path):
    try:
        remove(path)
    except FileNotFoundError:
        pass


def again(table, key):
    try:
        return table[key]
    except KeyError:
        raise


def kept(host):
    err = ConnectionLost(host)
    raise err


def checks(n):
    if n < 0:
        raise ValueError(n)


def stops():
    raise SystemExit(1)


def tuple_of(path):
    try:
        remove(path)
    except FAILURES:
        pass
""",
    "net.ts": """
class HttpError extends Error {}
class NotFoundError extends HttpError {}
class Unrelated extends Error {}
import { Far } from 'far'
export function success(x: any) { if (!x) { throw new NotFoundError('x') } return x }
export function typed(x: any) { throw new TypeError('x') }
export function far(x: any) { throw new Far('x') }
""",
    "Net.java": """
class AppException extends RuntimeException {}
class LostException extends AppException {}
class Net {
    void lose() { throw new LostException(); }
    void check(int n) { if (n < 0) throw new IllegalArgumentException("n"); }
    void read() { try { open(); } catch (RuntimeException e) { log(e); } }
}
""",
    "net.rb": """
class BaseTrouble < StandardError; end
class Lost < BaseTrouble; end
def ruin
  raise Lost, "x"
end
def guarded
  work
rescue IndexError
  nil
end
""",
    "Net.cs": """
class AppException : Exception {}
class LostException : AppException {}
class Cs { void Lose() { throw new LostException(); }
  void Check() { throw new ArgumentNullException("x"); } }
""",
    "Net.kt": """
open class AppFailure(m: String) : Exception(m)
class LostFailure : AppFailure("x")
fun loseIt() { throw LostFailure() }
""",
}


CLAIMS = {
    "SUPPORTED": [
        *("connect raises ClientError", "connect raises ConnectionLost", "leave raises OSError"),
        *(
            "connect never raises Strange",
            "connect never raises ValueError",
            "kept raises ClientError",
        ),
        *("connect never raises Gone", "checks never raises KeyError", "checks raises Exception"),
        *(
            "lookup catches KeyError",
            "drop swallows PermissionError",
            "drop never swallows KeyError",
        ),
        *("lookup never catches ValueError", "lookup never catches ClientError"),
        *(
            "drop handles FileNotFoundError",
            "again raises LookupError",
            "refuse never raises Strange",
        ),
        *("stops never raises Exception", "stops raises SystemExit", "leave raises ClientError"),
        *("success throws HttpError", "success never throws Unrelated", "typed throws Error"),
        *(
            "typed never throws HttpError",
            "typed never throws RangeError",
            "far never throws HttpError",
        ),
        *("Net.lose throws AppException", "Net.check never throws IllegalStateException"),
        *("Net.lose throws RuntimeException", "Net.read catches IllegalArgumentException"),
        *("ruin raises BaseTrouble", "ruin never raises IndexError", "guarded rescues KeyError"),
        *("Cs.Lose throws AppException", "Cs.Check throws ArgumentException"),
        *("loseIt throws AppFailure", "loseIt never throws IllegalStateException"),
        "again re-raises KeyError",
    ],
    "CONTRADICTED": [
        *("connect never raises ClientError", "connect never raises Exception"),
        *(
            "leave never raises ClientError",
            "leave never raises OSError",
            "kept never raises ClientError",
        ),
        *("lookup never catches KeyError", "drop never swallows PermissionError"),
        *("drop never handles FileNotFoundError", "again never raises LookupError"),
        *("checks does not raise Exception", "stops never raises BaseException"),
        *(
            "success never throws HttpError",
            "success never throws Error",
            "typed never throws Error",
        ),
        *("Net.lose never throws AppException", "Net.lose never throws Exception"),
        *(
            "Net.check never throws RuntimeException",
            "Net.read never catches IllegalStateException",
        ),
        *("ruin never raises BaseTrouble", "ruin never raises StandardError"),
        *("guarded never rescues KeyError", "Cs.Lose never throws AppException"),
        *("Cs.Lose never throws Exception", "Cs.Check never throws ArgumentException"),
        *("loseIt never throws AppFailure", "loseIt never throws Exception"),
        "connect raises only ClientError",
    ],
    "NOT_SUPPORTED": [
        *("connect raises Gone", "connect raises Strange", "lookup catches IndexError exactly"),
        *("connect raises exactly ClientError", "checks raises KeyError"),
        *("drop swallows KeyError", "lookup catches Exception"),
    ],
    "INCONCLUSIVE": [
        *("refuse never raises click.ClickException", "refuse never raises ValueError"),
        *("drop_all never swallows ValueError", "drop_all swallows ValueError"),
        *("drop_any never swallows ValueError", "drop_all never catches ValueError"),
        *("drop_some never catches OSError", "drop_some never swallows OSError"),
        *("tuple_of never catches KeyError", "far never throws RemoteError"),
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, claims in CLAIMS.items() for claim in claims]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status


def test_it_says_of_which_class_it_is() -> None:
    verdict = verify(snapshot_of(FILES), "connect raises ClientError")
    assert "`ConnectionLost` is a `ClientError`" in verdict.summary
