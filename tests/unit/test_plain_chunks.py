"""Files that are not read in depth: what is found in each language, and in texts by heading."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_sitter import Query

from codewitness.model.facts import ChunkKind, FileFacts, Kind
from codewitness.model.text import Text
from codewitness.syntax.chunk import MAX_CHUNK_BYTES
from codewitness.syntax.extract import analyse
from codewitness.syntax.node_chunks import MAX_NAME
from codewitness.syntax.queries_loader import query
from codewitness.syntax.registry import GENERIC, TEXT
from tests.support.markers import load_cases

# By grammar: a text, and the qualified names of its definitions in source order.
SAMPLES: dict[str, tuple[str, list[str]]] = {
    case.title.rpartition(" / ")[2]: (text, case.blocks[0].argument.split(" | "))
    for case in load_cases("plain")
    for [text] in case.files.values()
}
SAMPLES["terraform"] = SAMPLES["hcl"]

TEXTS = {
    "README.md": (
        "---\ntitle: x\n---\n# Shop\n\n## Install\n\n```sh\n# no heading\n```\n\n"
        "### Linux\n\nWords.\n"
    ),
    "a.rst": "=====\nTitle\n=====\n\nPart\n----\n\nWords.\n\nNext\n----\n\nMore.\n",
    "a.adoc": "= Shop\n\n== Install\n\n----\n== no heading\n----\n\n=== Linux\n\nWords.\n",
    "a.org": "* Shop\n** Install\n#+begin_src\n* no heading\n#+end_src\n* Next\n",
    "a.tex": "\\section{One}\nWords.\n\\subsection{Two}\nMore.\n",
    "a.toml": "a = 1\n[tool.x]\nb = [\n[1, 2],\n]\n[[items]]\nc = 1\n",
    "a.ini": "[one]\na = 1\n[two words]\nb = 2\n",
    "a.yaml": "one: 1\ntwo:\n  three: 3\n",
    "a.json": '{\n  "one": {"x": 1},\n  "two": 2\n}\n',
    "a.txt": "Some words.\n\nMore words.\n",
}


def read(path: str, text: str | bytes) -> FileFacts:
    analysis = analyse(path, Text(text.encode() if isinstance(text, str) else text))
    assert analysis is not None
    return analysis.facts


def sample_path(grammar: str) -> str:
    return f"a.{GENERIC[grammar][0]}"


def check_invariants(facts: FileFacts, raw: bytes) -> None:
    """What holds of any text, however broken."""
    seen = bytearray(len(raw))
    for chunk in facts.chunks:
        assert 0 <= chunk.span.start <= chunk.span.end <= len(raw)
        seen[chunk.span.start : chunk.span.end] = b"\1" * (chunk.span.end - chunk.span.start)
        assert chunk.name
        assert len(chunk.name) <= MAX_NAME
        assert len(chunk.name.splitlines()) == 1
        assert chunk.definition < len(facts.definitions)
    missed = [
        at for at, byte in enumerate(raw) if chr(byte).isalnum() and byte < 0x80 and not seen[at]
    ]
    assert not missed, raw[missed[0] : missed[0] + 40]
    ids = [chunk.id for chunk in facts.chunks]
    assert len(ids) == len(set(ids))
    for index, definition in enumerate(facts.definitions):
        assert 0 < len(definition.name) <= MAX_NAME
        assert len(definition.name.splitlines()) == 1
        assert definition.parent < index
        if definition.parent >= 0:
            assert facts.definitions[definition.parent].span.contains(definition.span)


def test_every_grammar_has_a_sample() -> None:
    assert set(SAMPLES) == set(GENERIC)


@pytest.mark.parametrize("grammar", GENERIC)
def test_queries_compile(grammar: str) -> None:
    compiled = query("generic", grammar, grammar)
    assert isinstance(compiled, Query)
    for index in range(compiled.capture_count):
        word = compiled.capture_name(index)
        if word.startswith("definition."):
            Kind(word.removeprefix("definition."))
        else:
            assert (
                word in {"name", "path", "lead", "tail", "open", "test", "comment"}
                or word[0] == "_"
            )


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.zig", 'pub fn run() void {}\ntest "run: it" {\n    run();\n}\n'),
        ("a.ex", 'defmodule A do\n  def run(x), do: x\n  test "it" do\n    run(1)\n  end\nend\n'),
        ("a.R", 'run <- function(x) x\ntest_that("it runs", { run(1) })\n'),
        ("a.clj", "(defn run [x] x)\n(deftest runs (is (run 1)))\n"),
        ("a.el", "(defun run (x) x)\n(ert-deftest runs () (should (run 1)))\n"),
    ],
)
def test_tests_beside_the_code_are_told_from_it(path: str, text: str) -> None:
    *_, code, test = read(path, text).definitions
    assert (code.name, code.is_test, test.is_test) == ("run", False, True)


@pytest.mark.parametrize("grammar", GENERIC)
def test_definitions_are_found(grammar: str) -> None:
    text, names = SAMPLES[grammar]
    facts = read(sample_path(grammar), text)
    assert [one.qualified_name for one in facts.definitions] == names
    check_invariants(facts, text.encode())


@pytest.mark.parametrize("grammar", GENERIC)
def test_each_callable_has_a_chunk(grammar: str) -> None:
    facts = read(sample_path(grammar), SAMPLES[grammar][0])
    chunked = {chunk.definition for chunk in facts.chunks}
    for index, one in enumerate(facts.definitions):
        if one.kind.is_callable or one.kind.is_classlike:
            assert index in chunked, one.qualified_name


def test_class_has_a_skeleton_and_members_their_chunks() -> None:
    facts = read("a.php", SAMPLES["php"][0])
    by_name = {chunk.qualified_name: chunk for chunk in facts.chunks}
    cart, add = by_name["a.Cart"], by_name["a.Cart.add"]
    assert cart.kind is ChunkKind.CLASS
    assert "private $items" in cart.text
    assert "$this->items[]" not in cart.text
    assert (add.kind, add.parent) == (ChunkKind.METHOD, "Cart")
    assert "domain:function" in add.tags
    assert "domain:class" in cart.tags


def test_comments_above_belong_to_a_definition() -> None:
    facts = read(
        "a.lua",
        "x = 1 -- no\n-- First.\n-- Second.\nfunction f() end\n\n-- no\n\nfunction g() end\n",
    )
    f, g = facts.definitions
    assert f.docs == "-- First.\n-- Second."
    assert g.docs == ""
    assert facts.chunks[1].text.startswith("-- First.")


def test_signature_and_clauses_are_one_function() -> None:
    facts = read("a.hs", SAMPLES["haskell"][0])
    (total,) = [chunk for chunk in facts.chunks if chunk.name == "total"]
    assert total.text.startswith("total :: Cart -> Int")
    assert total.text.endswith("cost x + total xs")
    (add,) = [chunk for chunk in facts.chunks if chunk.name == "add"]
    assert add.text.startswith("-- | The cart with one more")  # whatever its arguments' comments
    assert add.text.endswith("item : cart")


def test_stage_reaches_to_the_next() -> None:
    facts = read("a.dockerfile", SAMPLES["dockerfile"][0])
    (build,) = [chunk for chunk in facts.chunks if chunk.name == "build"]
    assert build.text.startswith("FROM golang")
    assert build.text.endswith("RUN go build ./...")


def test_long_class_is_split() -> None:
    methods = "".join(f"  def m{i}(x: Int): Int = {{ x + {i} }}\n" for i in range(300))
    fields = "".join(f"  val f{i} = {i}\n" for i in range(400))
    text = f"class Big {{\n{methods}{fields}}}\n"
    facts = read("a.scala", text)
    check_invariants(facts, text.encode())
    assert sum(chunk.kind is ChunkKind.METHOD for chunk in facts.chunks) == 300
    assert all(len(chunk.text) <= MAX_CHUNK_BYTES + 400 for chunk in facts.chunks)
    assert sum(chunk.kind is ChunkKind.CLASS for chunk in facts.chunks) > 1


def test_what_is_not_understood_is_told() -> None:
    facts = read("a.php", "<?php\nfunction f( { \n}}} class\n")
    assert facts.problems
    assert not read("a.php", SAMPLES["php"][0]).problems


def test_long_names_are_cut() -> None:
    selector = ",\n".join(f".very-long-selector-{i}" for i in range(50))
    facts = read("a.css", f"{selector} {{ color: red; }}\n")
    assert len(facts.definitions[0].name) <= MAX_NAME
    check_invariants(facts, facts.chunks[0].text.encode())


@pytest.mark.parametrize("grammar", GENERIC)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_broken_text_is_read(grammar: str, data: st.DataObject) -> None:
    raw = SAMPLES[grammar][0].encode() * data.draw(st.integers(1, 3))
    cuts = data.draw(st.lists(st.integers(0, len(raw)), min_size=2, max_size=6))
    a, b, *rest = sorted(cuts)
    raw = raw[:a] + raw[b:]
    for at in rest:
        raw = (
            raw[:at]
            + data.draw(st.sampled_from((b"{", b")", b'"', b"\r", b"\xc3\xa4", b"end\n")))
            + raw[at:]
        )
    check_invariants(read(sample_path(grammar), raw), raw)


@pytest.mark.parametrize("path", TEXTS)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_broken_sections_are_read(path: str, data: st.DataObject) -> None:
    raw = TEXTS[path].encode() * data.draw(st.integers(1, 60))
    a, b = sorted(data.draw(st.tuples(st.integers(0, len(raw)), st.integers(0, len(raw)))))
    raw = raw[:a] + data.draw(st.sampled_from((b"", b"\r", b"\n\n", b"```\n"))) + raw[b:]
    check_invariants(read(path, raw), raw)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("README.md", "README | README.Shop | README.Install | README.Install.Linux"),
        ("a.rst", "a.Title | a.Part | a.Next"),
        ("a.adoc", "a.Shop | a.Install | a.Install.Linux"),
        ("a.org", "a.Shop | a.Shop.Install | a.Next"),
        ("a.tex", "a.One | a.Two"),
        ("a.toml", "a | a.tool.x | a.items"),
        ("a.ini", "a.one | a.two words"),
        ("a.yaml", "a"),
        ("a.json", "a"),
        ("a.txt", "a"),
    ],
)
def test_sections(path: str, names: str) -> None:
    facts = read(path, TEXTS[path])
    assert [chunk.qualified_name for chunk in facts.chunks] == names.split(" | ")


def test_setext_headings() -> None:
    facts = read(
        "a.md", "One\n===\n\nWords.\n\nTwo\n---\n\n- item\n---\n\n| a |\n---\n\nTwo\nlines\n---\n"
    )
    assert [chunk.name for chunk in facts.chunks] == ["One", "Two"]


def test_titles_are_plain() -> None:
    facts = read("a.md", "# The `run` [command](x.md) ##\n\nWords.\n\n# **Bold**\n\nWords.\n")
    assert [chunk.name for chunk in facts.chunks] == ["The run command", "Bold"]


def test_long_sections_are_split_at_paragraphs() -> None:
    paragraph = "Some words of a paragraph. " * 20 + "\n\n"
    facts = read("a.md", "# One\n\n" + paragraph * 20)
    assert len(facts.chunks) > 1
    assert all(chunk.text.startswith(("# One", "Some words")) for chunk in facts.chunks)


@pytest.mark.parametrize("path", ["a.yaml", "a.json"])
def test_large_data_is_cut_at_its_keys(path: str) -> None:
    is_json = path.endswith("json")
    value = ", ".join(str(number) for number in range(300))
    keys = [f'  "key{i}": [{value}]' if is_json else f"key{i}: [{value}]" for i in range(12)]
    text = "{\n" + ",\n".join(keys) + "\n}\n" if is_json else "\n".join(keys) + "\n"
    facts = read(path, text)
    check_invariants(facts, text.encode())
    named = [chunk for chunk in facts.chunks if chunk.kind is ChunkKind.SECTION]
    assert len(named) > 3
    assert all(re.match(r'\s*"?key\d+"?:', chunk.text) for chunk in named)
    assert all(chunk.name.startswith("key") for chunk in named)


def test_all_texts_are_read() -> None:
    for extensions in TEXT.values():
        for extension in extensions:
            check_invariants(
                read(f"a.{extension}", "One\n===\n\nWords.\n"), b"One\n===\n\nWords.\n"
            )


def test_perl_quote_that_nothing_ends() -> None:
    """The grammar's scanner would look for the end of such a last line for ever."""
    facts = analyse("a.pl", Text(b"sub run { 1 }\nmy $x = q#y"))
    assert facts is not None
    assert [one.qualified_name for one in facts.facts.definitions] == ["run"]
