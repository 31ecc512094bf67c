"""What the documents say is what the program does: commands, settings, options, examples."""

from __future__ import annotations

import argparse
import json
import math
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tools import gen_settings

from codewitness.cli import _parser, with_command
from codewitness.cli.workspace import opened
from codewitness.engine.session import Session
from codewitness.protocol import convert
from codewitness.protocol.arguments import Arguments
from codewitness.protocol.auditing import AUDIT, parse_audit
from codewitness.protocol.auditing import answer as audit_answer
from codewitness.protocol.commands import COMMANDS, fresh
from codewitness.protocol.server import Server
from codewitness.protocol.settings import Settings, parse_settings

ROOT = Path(__file__).resolve().parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")
HOME = "file:///home/ann/store"  # of the examples
BUFFER = "shop/orders.py"
BUFFER_VERSION = 17

# What differs from run to run: of these only the type is compared.
MEASURED = frozenset(
    {
        *("score", "scores", "seconds", "bytes", "versions", "embedder", "chunksPerSecond"),
        *("edges", "edgesCounted"),
    }
)
MORE = "…"


def blocks(text: str, language: str = "json") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def section(heading: str) -> str:
    found = re.search(
        rf"^(#+) {re.escape(heading)}\n(.*?)(?=^#|\Z)", PROTOCOL, re.MULTILINE | re.DOTALL
    )
    assert found is not None, f"docs/protocol.md has no heading {heading!r}"
    return found[2]


# ── commands and settings ────────────────────────────────────────────────────────────────────────


def answered() -> set[str]:
    """The commands that the server tells clients of."""
    return set(Server().protocol.fm.commands)


def test_each_command_is_documented() -> None:
    headings = set(re.findall(r"^### (codewitness\.[\w.]+)$", PROTOCOL, re.MULTILINE))
    listed = set(re.findall(r"^\| \[`(codewitness\.[\w.]+)`\]", PROTOCOL, re.MULTILINE))
    assert headings == answered()
    assert listed == answered()
    assert set(COMMANDS) < answered()


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_each_field_is_documented(command: str) -> None:
    arguments = Arguments(command, [{"query": "x", "symbol": "x", "claim": "x"}])
    with suppress(ValueError):  # nothing is indexed, and not every command takes both fields
        COMMANDS[command](Session().snapshot(None), arguments)
    told = section(command)
    if command.startswith(("codewitness.session.", "codewitness.memory.")):
        told += section("Whose memory")
    undocumented = {name for name in arguments._seen if f"`{name}`" not in told}
    assert not undocumented


def test_settings_are_documented() -> None:
    assert gen_settings.PAGE.read_text("utf-8") == gen_settings.page(), "run `make gen`"
    assert gen_settings.MANIFEST.read_text("utf-8") == gen_settings.manifest(), "run `make gen`"


def test_settings_are_named_as_documented() -> None:
    names = re.findall(r"^\| `([\w.]+)`", gen_settings.page(), re.MULTILINE)
    defaults = [getattr(Settings(), field) for field in Settings.__dataclass_fields__]
    given = [list(value) if isinstance(value, tuple) else value for value in defaults]
    assert parse_settings(dict(zip(names, given, strict=True))) == (Settings(), [])
    [example] = map(json.loads, blocks(gen_settings.page()))
    assert parse_settings(example)[1] == []


# ── command line ─────────────────────────────────────────────────────────────────────────────────


def parsers(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def words(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Long options, and the words that an argument can be."""
    for action in parser._actions:
        yield from (name for name in action.option_strings if name.startswith("--"))
        if not action.option_strings and not isinstance(action, argparse._SubParsersAction):
            yield from map(str, action.choices or ())


def test_the_command_line_is_documented() -> None:
    told = section("Command line")
    missing = [
        f"{name} {word}"
        for name, parser in [("codewitness", _parser()), *parsers(_parser())]
        for word in words(parser)
        if word != "--help" and not re.search(rf"{re.escape(word)}\b", told)
    ]
    assert not missing
    rows = {
        word
        for row in re.findall(r"^\| (`[^|]*) \|", told, re.MULTILINE)
        for word in re.findall(r"`(\w+)", row)
    }
    assert rows == {name for name, _ in parsers(_parser())}


def lines_to_type(text: str) -> list[str]:
    """`codewitness …` as it stands in a text, in backquotes or on an indented line of its own."""
    found = re.findall(r"`(codewitness [^`\n]+)`", text)
    return found + re.findall(r"^    (codewitness [^\n]+)$", text, re.MULTILINE)


@pytest.mark.parametrize(
    "page",
    [
        *("README.md", "docs/guide.md", "docs/troubleshooting.md", "editors/helix/README.md"),
        *("editors/claude-code/README.md", "editors/claude-code/skills/codewitness/SKILL.md"),
    ],
)
def test_what_one_is_told_to_type_is_understood(page: str) -> None:
    for line in lines_to_type((ROOT / page).read_text("utf-8")):
        if "…" in line or re.search(r"\b[A-Z]{3,}\b", line):
            continue  # a form, with something to put in
        given = shlex.split(re.split(r" [<>|] ", line)[0], comments=True)[1:]
        refused: int | str | None = 0
        try:
            _parser().parse_args(with_command(given))
        except SystemExit as left:
            refused = left.code
        assert not refused, line


def test_enough_is_told_to_type() -> None:
    skill = ROOT / "editors/claude-code/skills/codewitness/SKILL.md"
    assert len(lines_to_type(skill.read_text("utf-8"))) > 12


# ── examples ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "document", ["README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
)
def test_json_examples_parse(document: str) -> None:
    for block in blocks((ROOT / document).read_text("utf-8")):
        json.loads(block)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Session]]:
    """The folder that the examples are about, indexed, with one buffer open."""
    root = tmp_path_factory.mktemp("home") / "store"
    sources = re.findall(
        r"^`([\w/.]+)`\n\n```python\n(.*?)^```", PROTOCOL, re.MULTILINE | re.DOTALL
    )
    for path, source in (*sources, ("assets/dump.sql", "x" * 3_000_000)):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(source, "utf-8")
    given = argparse.Namespace(root=root, embedder="static", storage=str(root.parent / "index"))
    with opened(given) as session:
        yield root.resolve(), session


def ask(session: Session, command: str, argument: Any) -> Any:
    return COMMANDS[command](session.snapshot(None), Arguments(command, [argument]))


def example(heading: str, root: Path) -> tuple[Any, Any]:
    """Argument and answer, in terms of the folder that is really there."""
    here = section(heading).replace(HOME, convert.uri_of_path(root))
    argument, answer, *_ = map(json.loads, blocks(here))
    return argument, answer


def test_search_answers_as_documented(store: tuple[Path, Session]) -> None:
    root, session = store
    argument, answer = example("codewitness.search", root)
    compare(answer, ask(session, "codewitness.search", argument))


def test_status_answers_as_documented(store: tuple[Path, Session]) -> None:
    root, session = store
    argument, answer = example("codewitness.status", root)
    answer["storage"]["uri"] = str(root.parent / "index")
    answer["watching"] |= {"by": "nobody", "detail": "not yet"}  # a single command does not watch
    answer |= {"requests": {}, "log": ""}  # and has no log
    # Nor does it compare files by itself, however long it takes: `audit` is all zeroes.
    assert math.isinf(session.folders[0].indexer.idle_check.wait())
    compare(answer, ask(session, "codewitness.status", argument))


def test_waiting_answers_as_documented(store: tuple[Path, Session]) -> None:
    root, session = store
    _, answer = example("codewitness.waitForFresh", root)
    assert answer == fresh(session.snapshot(None))
    argument, answer = example("codewitness.reindex", root)
    files, chunks = session.folders[0].indexer.reindex(argument["paths"]).result()
    assert (answer["files"], answer["chunks"]) == (files, chunks)


def test_an_audit_answers_as_documented(store: tuple[Path, Session]) -> None:
    root, session = store
    argument, answer = example("codewitness.audit", root)
    [folder] = session.folders
    audit = folder.indexer.audit(*parse_audit(Arguments(AUDIT, [argument]))[:1])
    while not audit.is_done:
        audit.step().result()
    compare(answer, audit_answer([(folder, audit)], 0.1, session.snapshot(None)))


def test_signals_answer_as_documented(store: tuple[Path, Session]) -> None:
    root, session = store
    uri = convert.uri_of_path(root / BUFFER)
    text = (root / BUFFER).read_text("utf-8")
    session.open_document(session.folders[0], BUFFER, uri, BUFFER_VERSION, text)
    try:
        argument, answer = example("codewitness.signals", root)
        found = ask(session, "codewitness.signals", argument)
        compare(answer, found)
        shown = [json.loads(blocks(section(name))[0]) for name in ("Symbol", "Signals")]
        assert shown[0] | {"uri": uri} == found["symbol"]
        assert shown[1] == found["signals"]
        several = blocks(section("codewitness.signals").replace(HOME, convert.uri_of_path(root)))[2]
        compare(json.loads(several), ask(session, "codewitness.signals", {"symbol": "__init__"}))
    finally:
        session.close_document(uri)


def test_impact_answers_as_documented(store: tuple[Path, Session]) -> None:
    root, session = store
    uri = convert.uri_of_path(root / BUFFER)
    text = (root / BUFFER).read_text("utf-8")
    session.open_document(session.folders[0], BUFFER, uri, BUFFER_VERSION - 1, text)
    text = text.replace("        self.check()\n", "\n").replace(
        "check(self)", "check(self, strict)"
    )
    session.change_document(uri, BUFFER_VERSION, [(None, None, text)])
    try:
        argument, answer = example("codewitness.impact", root)
        answer["freshness"]["documents"] = {uri: BUFFER_VERSION}
        compare(answer, ask(session, "codewitness.impact", argument))
    finally:
        session.close_document(uri)


def test_a_lens_answers_as_documented(store: tuple[Path, Session]) -> None:
    root, session = store
    argument, answer = example("codewitness.lens.callers", root)
    compare(answer, ask(session, "codewitness.lens.callers", argument))


def test_verify_answers_as_documented(store: tuple[Path, Session]) -> None:
    root, session = store
    argument, answer = example("codewitness.verify", root)
    compare(answer, ask(session, "codewitness.verify", argument))


def test_an_unknown_symbol_is_refused_as_documented(store: tuple[Path, Session]) -> None:
    error = json.loads(blocks(section("Errors"))[0])
    with pytest.raises(ValueError, match=re.escape(error["message"])) as refusal:
        ask(store[1], "codewitness.signals", {"symbol": "Reader.lode"})
    assert list(refusal.value.suggestions) == error["data"]["suggestions"]


def compare(told: Any, real: Any, where: str = "answer") -> None:
    """`told` is `real`, but for what is measured and what `…` stands for."""
    if isinstance(told, dict):
        missing = set(told) - set(real) - {MORE}
        assert not missing, f"{where} has no {missing}"
        assert MORE in told or set(told) == set(real), f"{where} has more: {set(real) - set(told)}"
        for key in set(told) - {MORE}:
            if key in MEASURED:
                assert type(told[key]) is type(real[key]), f"{where}.{key}"
            else:
                compare(told[key], real[key], f"{where}.{key}")
    elif isinstance(told, list):
        shown = [one for one in told if one != MORE]
        assert shown != told or len(real) == len(told), f"{where} has {len(real)} items"
        for number, (one, other) in enumerate(zip(shown, real, strict=False)):
            compare(one, other, f"{where}[{number}]")
    else:
        assert told == real, where


# ── architecture ─────────────────────────────────────────────────────────────────────────────────


def test_what_holds_an_invariant_exists() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for row in re.findall(r"^\| \d+ \|.*$", page, re.MULTILINE):
        file = ""
        for path, test in re.findall(r"`([\w/.]*)::(\w+)`", row):
            file = path or file
            source = (ROOT / "tests" / file).read_text("utf-8")
            assert f"def {test}(" in source, f"{file} has no {test}"


def test_modules_of_the_code_map_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    server = ROOT / "server" / "codewitness"
    packages = "cli|protocol|features|platform|engine|storage|syntax|model"
    named = set(re.findall(rf"`((?:{packages})/[\w/]*(?:\.py)?)`", page))
    named -= {path for path in named if (ROOT / "tests" / path).exists()}
    assert not {path for path in named if not (server / path).exists()}
