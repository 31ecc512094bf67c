"""Ruby's `ready?` and `save!` are names of their own, and conditions compared as calls are.

And what follows in an `else`: the opposite of a condition, and of a side of an `and` nothing.
"""

from __future__ import annotations

import pytest

from codewitness.features.verify import verify
from tests.support.snapshots import snapshot_of

SNAPSHOT = snapshot_of(
    {
        "mill.rb": """
class Mill
  def grind(grain)
    if grain.present?
      crush
    else
      wait
    end
  end

  def sift(grain)
    if fine?(grain)
      pour
    else
      shake
    end
    rest if grain.key?(:rest)
  end

  def label(grain)
    if respond_to?(:tag=)
      @tag = 1
    end
    return note if grain.is_a?(Symbol)
    reply(1) unless sent?(grain, :now)
  end

  def answer(grain)
    if sent?(grain)
      reply(1)
    else
      reply(2)
    end
  end

  def both(grain, sack)
    if grain && !sack.full?(1)
      fill
    else
      spill
    end
  end

  def open?
    !locked?
  end

  def enter
    if locked?
      locked
    else
      other
    end
    save!
  end

  def save
    save!
  end

  def save!
    write
  end
end
""",
        "a.ts": "function f(a, b) { if (a && !b.isDone(1)) { one() } else { two() } }\n",
        "A.java": "class A { void f(boolean a, B b) {"
        " if (a && !b.isDone(1)) { one(); } else { two(); } } }\n",
        "a.py": """
def calm(a, b):
    if same(a == b) or a:
        one()
    else:
        two()
""",
        "g.swift": "func leave(r: R) throws {"
        " guard r.auth.has(A.self) else { throw failure() }\n go() }\n",
    }
)
CLAIMS = {
    "SUPPORTED": [
        "Mill.grind calls crush only if grain.present?",
        "Mill.grind calls wait unless grain.present?",
        "Mill.sift calls pour only if fine?(grain)",
        "Mill.sift calls shake unless fine?(grain)",
        "Mill.sift calls rest if grain.key?(:rest)",
        "Mill.label writes @tag only if respond_to?(:tag=)",
        "Mill.label calls note only if grain.is_a?(Symbol)",
        "Mill.label calls reply unless sent?(grain, :now)",
        "Mill.both calls fill only if grain",
        "Mill.both calls fill unless sack.full?(1)",
        "Mill.open? calls locked?",
        "Mill.open? never calls locked",
        "Mill.enter calls locked only if locked?",
        "Mill.save calls save!",
        "a.f calls one only if a",
        "a.f calls one unless b.isDone(1)",
        "calm calls two unless a",
        "calm calls two unless same(a == b)",
        "leave calls failure unless r.auth.has",
    ],
    "CONTRADICTED": [
        "A.f calls two only if a",
        "a.f calls two only if a",
        "Mill.both calls spill only if sack.full?(1)",
        "Mill.both calls spill only if grain",
        "Mill.grind calls crush unless grain.present?",
        "Mill.grind calls wait only if grain.present?",
        "Mill.sift calls pour unless fine?(grain)",
        "Mill.sift calls shake only if fine?(grain)",
        "Mill.label writes @tag unless respond_to?(:tag=)",
        "Mill.label calls reply only if sent?(grain, :now)",
        "Mill.answer calls reply only if sent?(grain)",
        "Mill.both calls fill unless grain",
        "Mill.enter calls locked twice",
        "Mill.enter always calls locked",
        "a.f calls one unless a",
        "calm calls two only if same(a == b)",
    ],
    "NOT_SUPPORTED": ["Mill.open? calls locked", "Mill.save calls itself", "Mill.enter calls save"],
    "INCONCLUSIVE": [
        "Mill.answer calls reply unless sent?(grain)",
        "Mill.both calls spill unless grain",
        "a.f calls two unless a",
        "A.f calls two unless a",
        "calm calls one only if a",
    ],
}


@pytest.mark.parametrize(
    ("status", "claim"), [(status, claim) for status, all_ in CLAIMS.items() for claim in all_]
)
def test_names_with_marks_and_else(status: str, claim: str) -> None:
    assert verify(SNAPSHOT, claim).status == status
