"""Possible calls of a function have its form: its arguments, their labels, and brackets."""

from __future__ import annotations

import pytest

from codewitness.engine.graph.edges import Resolution
from codewitness.features.find_symbol import Asked
from codewitness.features.relationships import Relationship, relationships
from tests.support.snapshots import snapshot_of

CASES = {
    "java: the number of arguments": (
        "Shut.shut",
        {
            "Shut.java": """class Shut {
  static void shut(AutoCloseable one, Runnable then) {}
  void run() {
    given(any -> any.shut());
    given(any -> any.shut(1, 2));
    given(any -> any.shut(1, 2, 3));
  }
}
"""
        },
        ["given(any -> any.shut(1, 2));"],
    ),
    "java: any number of arguments": (
        "Shut.shut",
        {
            "Shut.java": """class Shut {
  void shut(int... all) {}
  void run() {
    given(any -> any.shut());
    given(any -> any.shut(1, 2));
  }
}
"""
        },
        ["given(any -> any.shut());", "given(any -> any.shut(1, 2));"],
    ),
    "kotlin: a property that is read": (
        "Logger.debug",
        {
            "Logger.kt": """class Logger {
    fun debug(text: () -> String) {}
}

fun look(given: Given) {
    if (given.debug) println()
    given.log().debug { "a" }
    given.log().debug()
}
"""
        },
        ['given.log().debug { "a" }'],
    ),
    "kotlin: a default value of what is overridden": (
        "Mac.update",
        {
            "Mac.kt": """open class Hash {
    open fun update(input: String, offset: Int = 0) {}
}

class Mac : Hash() {
    override fun update(input: String, offset: Int) {}
}

fun look() {
    given { it.update("a") }
    given { it.update() }
}
"""
        },
        ['given { it.update("a") }'],
    ),
    "csharp: an extension with and without its object": (
        "Added.Shut",
        {
            "Added.cs": """static class Added {
    public static void Shut(this Box box, int code = 0) {}
    static void Run() {
        Given(any => any.Shut());
        Given(any => any.Shut(any, 1));
        Given(any => any.Shut(any, 1, 2));
    }
}
"""
        },
        ["Given(any => any.Shut());", "Given(any => any.Shut(any, 1));"],
    ),
    "swift: labels": (
        "Bag.put",
        {
            "Bag.swift": """struct Bag {
    func put(_ one: Int, at place: Int, path: String) {}
}

func look() {
    given { any in any.put(1, at: 0) }
    given { any in any.put(1, at: 0, path: "a") }
    given { any in any.put }
}
"""
        },
        ['given { any in any.put(1, at: 0, path: "a") }'],
    ),
    "ruby: a method that is merely named as elsewhere what makes an object": (
        "Shape.constructor",
        {
            "shape.rb": "class Shape\n  def constructor\n  end\nend\nclass Other\n"
            "  def constructor\n  end\nend\ndef run(x)\n  x.constructor\nend\n"
        },
        ["x.constructor"],
    ),
}


@pytest.mark.parametrize(("name", "files", "wanted"), CASES.values(), ids=CASES)
def test_form(name: str, files: dict[str, str], wanted: list[str]) -> None:
    answer = relationships(
        snapshot_of(files), Asked(name=name), Relationship.CALLERS, 1, Resolution.UNRESOLVED
    )
    assert all(one.resolution is Resolution.AMBIGUOUS for one in answer.callers)
    places = [(one.site_place, one.sites) for one in answer.callers]
    places += [(one.place, one.sites) for one in answer.possible]
    found = [
        place.text.line_text(place.text.line_at(span.start)).strip()
        for place, sites in places
        for span in sites
    ]
    assert sorted(found) == wanted
