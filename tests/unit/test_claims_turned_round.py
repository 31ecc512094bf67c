"""Claims turned round: another condition, `unless`, the opposite, and which of several is meant."""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

FILES = {
    "bar.cpp": """
class Bar {
  void save() {
    auto &show_elapsed = get_value<details::Option::show_elapsed>();
    auto &saved =
        get_value<details::Option::saved>();
    auto &show_remaining = get_value<details::Option::show_remaining>();
    if ((show_elapsed || show_remaining) && !saved) {
      start_ = now();
      saved = true;
    }
  }
  void color() {
    if (get_value<details::Option::foreground>() !=
        Color::unspecified)
      details::set_stream_color(os, get_value<details::Option::foreground>());
    os.flush();
  }
  void print() {
    auto &hide = get_value<details::Option::hide>();
    if (hide) {
      for (auto &bar : bars_) {
        if (!bar->is_completed()) {
          bar->print_progress(true);
          ++n_;
        }
      }
      if (!started_)
        started_ = true;
    } else {
      for (auto &bar : bars_) {
        bar->print_progress(true);
      }
      if (!started_)
        started_ = true;
    }
    total_ = bars_.size();
  }
};
""",
    "queue.ts": """
export class PQ {
  readonly #queue: string[] = [];
  #head = 0;
  #paused = false;
  deque(): string | undefined {
    if (this.#head === this.#queue.length) {
      return undefined;
    }
    const item = this.#queue[this.#head];
    this.#head++;
    if (this.#head === this.#queue.length) {
      this.#queue.length = 0;
      this.#head = 0;
    } else if (this.#head > threshold && this.#head > this.#queue.length / 2) {
      this.#compact();
    }
    return item;
  }
  #compact(): void {
    if (this.#head === 0) {
      return;
    }
    this.#queue.splice(0, this.#head);
    this.#head = 0;
  }
  pause(): void {
    this.#paused = true;
  }
  start(): this {
    if (!this.#paused) {
      return this;
    }
    this.#paused = false;
    this.#process();
    return this;
  }
  #process(): void {
    while (this.next()) {}
  }
  onInterval(): void {
    if (!this.#strict) {
      this.#count = 0;
    }
    this.#process();
  }
}
""",
    "locator.rb": """
class L
  def find_allowed?(gid, only = nil)
    only ? Array(only).any? { |c| gid.model_class <= c } : true
  end
  def unscoped(model_class)
    if model_class.respond_to?(:unscoped)
      model_class.unscoped { yield }
    else
      yield
    end
  end
  def pick(options)
    return options[:at] if options.key?(:at)

    if expires_in = options.fetch(:expires_in) { self.class.expires_in }
      expires_in.from_now
    end
  end
  def read
    while line = io.gets
      handle(line)
    end
  end
end
""",
    "policy.kt": """
fun <E> continueIf(predicate: Predicate<E>): Policy<E> {
    return Policy { attempt ->
        if (predicate(attempt)) {
            ContinueRetrying
        } else {
            StopRetrying
        }
    }
}
fun <E> stopUnless(predicate: Predicate<E>): Policy<E> {
    return Policy { attempt ->
        if (!predicate(attempt)) {
            StopRetrying
        } else {
            ContinueRetrying
        }
    }
}
fun plain(predicate: Predicate): Policy {
    return if (predicate(3)) Go else Stop
}
fun check(count: Int): Int {
    require(count > 0) { "count must be positive" }
    return count
}
""",
    "vec.rs": """
impl W {
    pub fn retain<F>(&mut self) {
        while self.done != 3 {
            if !process_one::<F, T, CAP, false>(&mut f, &mut g) {
                break;
            }
        }
        self.x();
    }
    pub fn insert(&mut self, index: usize) {
        if index > self.len() {
            panic_oob!("insert", index, self.len())
        }
        self.put(index);
    }
}

impl V {
    pub fn truncate(&mut self, n: usize) {
        if n <= self.len() {
            assert!(self.is_boundary(n));
            self.set_len(n);
        }
    }
    pub fn set_len(&mut self, length: usize) {
        assert!(length <= self.capacity());
        self.len = length;
    }
}
""",
    "lock.py": """
class R:
    def release(self, n):
        value = self.cache.get(self.key)
        is_owned = value > 0
        assert is_owned, "cannot release"
        assert self.limit > value, "too many"
        self.cache.set(value)
    def one(self, n):
        assert n is not None
        self.go(n)
""",
    "Reader.java": """
class Reader {
  void readAll() {
    String line;
    while ((line = in.readLine()) != null) {
      handle(line);
    }
  }
  void one() {
    if ((n = read(buf)) > 0)
      use(buf);
  }
}
""",
}
CLAIMS = {
    "SUPPORTED": (
        # A reference of C++ is bound, and nothing written; what a template's value names is asked.
        "Bar.save sets saved only if it was not set",
        "Bar.save writes start_ unless saved is set",
        "Bar.color does not set the stream color if foreground is unspecified",
        "Bar.color sets the stream color unless foreground is unspecified",
        "Bar.print never prints a completed bar if hide is set",
        # A private name of JavaScript is the name without its sign.
        "PQ.deque calls compact",
        "PQ.deque calls #compact",
        "PQ.pause only sets paused",
        "PQ.start does not call process unless paused is true",
        "PQ.start calls process after setting paused to false",
        "PQ.process is called by start",
        "PQ.compact returns early if head is 0",
        # What is set where it is asked for.
        "L.pick calls from_now if expires_in is set",
        "L.pick does not call from_now if expires_in is nil",
        "Reader.readAll calls handle only if line is not null",
        "Reader.one calls use if n is greater than 0",
        "L.find_allowed? returns true if only is nil",
        "L.unscoped yields in every case",
        "W.retain breaks unless process_one returns true",
        "W.insert panics if index is greater than len",
        # An assertion raises where it does not hold.
        "check throws if count is not positive",
        "check throws unless count is positive",
        "V.set_len panics if length is greater than capacity",
        "V.set_len panics unless length is at most capacity",
        "V.set_len panics only if length exceeds capacity",
        "V.set_len does not panic if length is at most capacity",
        "R.one raises AssertionError only if n is None",
        "R.one raises AssertionError unless n is given",
        "R.one does not raise AssertionError if n is not None",
        "R.release raises AssertionError if is_owned is false",
    ),
    "CONTRADICTED": (
        "Bar.save never sets saved",
        "Bar.save sets saved only if saved is true",
        "Bar.color sets the stream color if foreground is unspecified",
        "Bar.print prints bars that are completed if hide is set",
        "PQ.deque never calls compact",
        "PQ.compact leaves head unchanged",
        "PQ.pause does not set paused",
        "PQ.start does not call process if paused is true",
        "PQ.start calls process before setting paused to false",
        "L.pick calls from_now if expires_in is nil",
        "L.pick calls from_now only if expires_in is nil",
        "L.unscoped yields only if the class responds to unscoped",
        "Reader.readAll calls handle if line is null",
        "Reader.one calls use if n is 0",
        "W.retain breaks if process_one returns true",
        "W.insert never panics",
        "check throws if count is positive",
        "V.set_len panics if length is at most capacity",
        "R.one raises AssertionError if n is not None",
    ),
    "INCONCLUSIVE": (
        "Bar.save writes start_ unless show_elapsed is set",
        "PQ.deque compacts the queue if it is fully drained",
        "PQ.onInterval never calls process in strict mode",
        "L.find_allowed? returns true only if only is nil",
        "L.unscoped yields unless the class responds to unscoped",
        # What a function that is given back, or handed on, does.
        "continueIf gives ContinueRetrying only if the predicate holds",
        "continueIf gives StopRetrying if the predicate holds",
        "continueIf never returns ContinueRetrying",
        "V.set_len always panics",
        "V.truncate panics if n is a boundary",
        "R.release raises AssertionError if is_owned is true",
    ),
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_what_follows(status: str, claim: str) -> None:
    assert verify(snapshot_of(FILES), claim).status.value == status
