"""Figures of requests: few numbers, and right ones."""

from __future__ import annotations

import random

import pytest

from codewitness.engine.figures import Outcome, Requests, Throughput, Times


@pytest.mark.parametrize("seed", range(3))
def test_percentiles(seed: int) -> None:
    chance = random.Random(seed)
    spent = [chance.lognormvariate(-4, 2) for _ in range(5_000)]
    times = Times()
    for seconds in spent:
        times.add(seconds)
    for share in (0.0, 0.5, 0.95, 1.0):
        exact = sorted(spent)[max(int(len(spent) * share) - 1, 0)]
        assert times.percentile(share) == pytest.approx(exact, rel=0.03)


def test_no_time_at_all_and_a_very_long_one() -> None:
    times = Times()
    assert times.percentile(0.5) == 0.0
    times.add(0.0)
    assert times.percentile(0.5) < 0.001
    for _ in range(9):
        times.add(86_400.0)
    assert times.percentile(0.95) == pytest.approx(86_400, rel=0.03)


def test_memory_is_bounded() -> None:
    times = Times()
    for number in range(200_000):
        times.add(number * 0.43)
    assert len(times._n_by_class) < 600


def test_each_kind_by_itself() -> None:
    requests = Requests()
    assert requests.figures() == {}
    for number in range(100):
        requests.add("search", Outcome.ANSWERED, 0.010 if number < 90 else 1.0)
    requests.add("hover", Outcome.ERROR, 0.5)
    requests.add("hover", Outcome.CANCELLED, 0.5)
    figures = requests.figures()
    assert list(figures) == ["hover", "search"]
    search, hover = figures["search"], figures["hover"]
    assert (search.n_requests, search.n_errors, search.n_cancelled) == (100, 0, 0)
    assert search.p50_ms == pytest.approx(10, rel=0.03)
    assert search.p95_ms == pytest.approx(1000, rel=0.03)
    assert (hover.n_requests, hover.n_errors, hover.n_cancelled) == (2, 1, 1)


def test_throughput_counts_time_of_failures_too() -> None:
    work = Throughput()
    with pytest.raises(ValueError, match="no"), work.busy():
        raise ValueError("no")
    assert work.seconds > 0


def test_nested_throughput_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 1.0, 3.0])
    monkeypatch.setattr("codewitness.engine.figures.time.monotonic", lambda: next(times))
    work = Throughput()
    with work.busy(), work.busy():
        pass
    assert work.seconds == 3.0
