"""The parts of the program that trains the packaged model: what it takes, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from tools.static_model.collect import licence_of, sources
from tools.static_model.comments import commented, described, without
from tools.static_model.folder import Model
from tools.static_model.messages import longest_message
from tools.static_model.never import Never, Refused, code_key, plain_name
from tools.static_model.pairs import Counts, Pair, keys_of_code, pairs_of
from tools.static_model.samples import Samples
from tools.static_model.vocabulary import extended

from codewitness.platform.embed import PACKAGED_MODEL, StaticEmbedder

LIST = "psf/requests\nfmtlib/fmt\nJamesNK/Newtonsoft.Json\nsome suite: bpytop, rich-cli\n"
LOADER = '''\
import json


def load_settings(path, encoding="utf-8"):
    """Read the settings of one user from a file in JSON.

    :param path: where it is
    """
    with open(path, encoding=encoding) as handle:
        return check_settings(json.load(handle))


class Greeter:
    def greet(self, name):
        """Says hello to one person, or to all of them."""
        # A name may be missing, then everybody is meant.
        return "hello " + (name or "everybody") + self.sign_off(name, loud=True)
'''


def package(folder: Path, **files: str) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


@pytest.fixture
def never() -> Never:
    return Never.read(LIST)


def read(folder: Path, never: Never) -> tuple[list[Pair], Counts]:
    counts = Counts()
    return list(pairs_of(folder, never, counts, max_bytes=10_000)), counts


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("python3-requests", "requests"),
        ("node-express", "express"),
        ("golang-github-spf13-cobra-dev", "spf13-cobra"),
        ("libuv1", "libuv"),
        ("librust-serde-dev", "serde"),
        ("@trpc/server", "server"),
        ("libgson-java", "gson"),
        ("libxml2", "libxml"),
    ],
)
def test_a_name_without_what_distributions_add(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    "name", ["requests", "python-requests", "fmtlib", "Newtonsoft.Json", "rich-cli", "psf-requests"]
)
def test_a_package_that_judges_is_refused_by_name(never: Never, name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=name):
        never.check_package(name, tmp_path)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("package.json", '{"repository": {"url": "git+https://github.com/psf/requests.git"}}'),
        ("x.dist-info/METADATA", "Name: other\nHome-page: https://github.com/PSF/Requests\n"),
        ("unpacked/debian/control", "Source: x\nHomepage: https://github.com/fmtlib/fmt/\n"),
        ("go.mod", "module github.com/psf/requests\n"),
        ("Cargo.toml", '[package]\nrepository = "https://github.com/fmtlib/fmt"\n'),
    ],
)
def test_a_package_that_judges_is_refused_by_metadata(
    never: Never, tmp_path: Path, path: str, text: str
) -> None:
    with pytest.raises(Refused, match=r"psf/requests|fmtlib/fmt"):
        never.check_package("harmless", package(tmp_path, **{path: text}))


def test_a_package_that_only_needs_one_is_not_refused(never: Never, tmp_path: Path) -> None:
    needs = {"repository": "github:me/mine", "dependencies": {"requests": "^1"}}
    never.check_package("mine", package(tmp_path, **{"package.json": json.dumps(needs)}))


def test_copies_inside_of_others_are_left_out(never: Never, tmp_path: Path) -> None:
    head = "# Taken from https://github.com/psf/requests/blob/main/src/adapters.py\n"
    files = {
        "mine/load.py": LOADER,
        "mine/_vendor/requests/load.py": LOADER,
        "mine/adapters.py": head + LOADER,
        "third/load.py": LOADER,
        "third/package.json": '{"homepage": "https://github.com/fmtlib/fmt"}',
    }
    pairs, counts = read(package(tmp_path, **files), never)
    assert counts.files == 1
    assert counts.copies == 3
    assert len(pairs) == 4


def test_their_very_code_is_left_out_whatever_it_is_called(tmp_path: Path) -> None:
    body = "".join(f"    total += weights[{n}] * values[{n}]\n" for n in range(9))
    text = f'def weighted(values, weights):\n    """Add up the values."""\n{body}    return total\n'
    judged = package(tmp_path / "judged", **{"a/load.py": text + LOADER})
    never = Never.read(LIST, keys_of_code(judged))
    renamed = text.replace("Add up the values.", "The sum of what was measured, by weight.")
    copy = package(tmp_path / "copy", **{"other.py": renamed, "short.py": LOADER})
    pairs, counts = read(copy, never)
    assert counts.known_code == 1
    assert all("weight" not in pair.query for pair in pairs)
    assert pairs  # the definitions of the other file are too short to tell whose they are


def test_a_line_of_the_list_that_says_nothing_is_told() -> None:
    with pytest.raises(ValueError, match="write owner/name"):
        Never.read("requests\n")


def test_short_code_has_no_key() -> None:
    assert code_key("return 1") is None
    assert code_key("a = 1\n" * 100) == code_key("a=1\n\n" * 100)


def test_pairs_of_a_file(never: Never, tmp_path: Path) -> None:
    pairs, _ = read(package(tmp_path, **{"load.py": LOADER}), never)
    by_kind = {pair.kind: pair for pair in reversed(pairs)}
    assert by_kind["docs"].query == "Read the settings of one user from a file in JSON."
    assert by_kind["docs"].code.startswith("load.load_settings\ndef load_settings(path")
    assert "one user" not in by_kind["docs"].code
    assert by_kind["name"].query == "load settings"
    assert "load_settings" not in by_kind["name"].code
    assert "check_settings" in by_kind["name"].code
    assert by_kind["inline"].query == "A name may be missing, then everybody is meant."
    assert "missing" not in by_kind["inline"].code
    assert {pair.language for pair in pairs} == {"python"}


@pytest.mark.parametrize(
    ("language", "text", "prose"),
    [
        ("java", "/**\n * Sends one {@code Letter} to <b>all</b>.\n * @param x y\n */\nvoid f() {}",
         "Sends one Letter to all."),
        ("rust", "/// Takes the lock of a file.\n///\n/// # Errors\nfn f() {}",
         "Takes the lock of a file. # Errors"),
        ("go", "// Open opens the named file\n// for reading.\nfunc Open() {}",
         "Open opens the named file for reading."),
        ("haskell", "-- | The last element of a list.\nf = last", "| The last element of a list."),
        ("lua", "--- Split a path into its parts\nlocal function f() end",
         "Split a path into its parts"),
        ("ruby", "# Renders the page as a string\ndef f; end", "Renders the page as a string"),
    ],
)  # fmt: skip
def test_comments_by_language(language: str, text: str, prose: str) -> None:
    (found,) = commented(text, language)
    assert found.is_first
    assert found.prose == prose
    assert prose.strip("| ") not in " ".join(without(text, [found]).split())
    assert without(text, [found]).strip()


@pytest.mark.parametrize(
    "comment",
    [
        "// TODO",
        "/* Copyright 2020 by the authors of this */",
        "// eslint-disable-next-line no-console, no-undef",
        "// ------------------------------------",
        "# x = y[1] + z[2] * (a - b) / 17 == 4",
    ],
)
def test_what_is_no_prose(comment: str) -> None:
    assert described(comment) is None


@pytest.mark.parametrize(
    ("code", "prose"),
    [
        ('raise ValueError("the port is already in use")', "the port is already in use"),
        ('log("cannot read %s: no such file", path)', "cannot read : no such file"),
        ("it('closes the socket after a timeout', () => {})", "closes the socket after a timeout"),
        ("fail(`no route to ${host} was found`)", "no route to was found"),
        ('a("one two three four"); b("not so many as five words")', "not so many as five words"),
    ],
)
def test_messages_are_taken_for_prose(code: str, prose: str) -> None:
    found = longest_message(code)
    assert found is not None
    assert found.prose == prose
    assert prose[:8] not in code[: found.start] + code[found.end :]


@pytest.mark.parametrize(
    "code",
    [
        'get("https://example.org/all/of/the/users")',
        'run("SELECT name FROM users WHERE id = 3")',
        'x = "GET POST PUT DELETE HEAD"',
        'import "a"; import "b"',
        'say("two words")',
    ],
)
def test_what_is_no_message(code: str) -> None:
    assert longest_message(code) is None


def test_sources_are_pinned_and_none_of_them_judges(never: Never, tmp_path: Path) -> None:
    table = (Path(__file__).parents[2] / "tools/static_model/sources.tsv").read_text("utf-8")
    packages = sources(table)
    assert len({(one.source, one.name) for one in packages}) == len(packages) > 100
    for one in packages:
        assert one.version
        never.check_package(one.name, tmp_path)


def test_the_licence_is_what_the_package_says(tmp_path: Path) -> None:
    text = "Files: *\nLicense: Expat\n\nFiles: debian/*\nLicense: GPL-2+\n text\n"
    assert licence_of(package(tmp_path, **{"unpacked/debian/copyright": text})) == "Expat, GPL-2+"
    assert licence_of(tmp_path / "nothing") == "not stated"


def test_added_words_leave_meanings_as_they_were(tmp_path: Path) -> None:
    plain = Model.read(PACKAGED_MODEL)
    samples = Samples()
    samples.words.update(["zyxomutexing"] * 7 + ["the"] * 9 + ["rareword"] * 2)
    more = extended(plain, samples.words, n_words=5, min_packages=5)
    assert len(more.rows) == len(plain.rows) + 1
    n_bytes = more.write(tmp_path)
    assert n_bytes == sum(file.stat().st_size for file in tmp_path.iterdir())
    before, after = StaticEmbedder(PACKAGED_MODEL), StaticEmbedder(tmp_path)
    for text in ("zyxomutexing", "the mutex of a thread"):
        assert before.embed([text])[0] @ after.embed([text])[0] > 0.999
    ids, _ = after.token_ids(["zyxomutexing"])
    assert ids.tolist() == [len(plain.rows)]


def test_an_epoch_has_each_pair_at_most_once_in_runs_of_one_package() -> None:
    samples = Samples(kinds=["docs"] * 50 + ["name"] * 50, packages=[0] * 30 + [1] * 70)
    runs = samples.runs(8)(np.random.default_rng(1))
    taken = np.concatenate(runs)
    assert len(set(taken.tolist())) == len(taken)
    assert set(range(50)) <= set(taken.tolist())
    assert 5 < (taken >= 50).sum() < 40
    for run in runs:
        assert len(run) <= 8
        assert len({samples.packages[n] for n in run}) == 1


@pytest.mark.neural
def test_masked_queries_lose_only_words_of_their_own_piece() -> None:
    import torch
    from tools.static_model.training import Settings, masked

    def bags(*texts: list[int]) -> tuple[torch.Tensor, ...]:
        offsets = np.cumsum([0, *map(len, texts[:-1])])
        ids = torch.tensor(list(chain.from_iterable(texts)))
        return ids, torch.ones(len(ids)), torch.from_numpy(offsets)

    asked = bags([1, 2, 3, 4, 5], [1, 6, 7], [3, 8, 9, 10])
    told = bags([4, 5, 20], [6, 7], [1, 2, 4])
    every = Settings(masked=1.0, shown=0.0)
    _, factors, _ = masked(asked, told, every, np.random.default_rng(1))
    # The second would be left with one token, the third shares none with its piece.
    assert factors.tolist() == [1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1]
    _, factors, _ = masked(asked, told, Settings(masked=0.0), np.random.default_rng(1))
    assert factors.min() == 1


@pytest.mark.neural
def test_training_brings_a_query_to_its_code() -> None:
    """Words that stand beside each other in pairs come near; the same seed gives the same rows."""
    from tools.static_model.training import Bags, Settings, train

    n_words, dimensions, n_pairs = 60, 16, 512
    generator = np.random.default_rng(3)
    rows = generator.normal(size=(2 * n_words, dimensions)).astype(np.float32)
    topics = generator.integers(0, n_words, (n_pairs, 2))

    def bags(of: np.ndarray) -> Bags:
        bounds = np.arange(0, of.size + 1, of.shape[1])
        return Bags(of.ravel().astype(np.int32), np.ones(of.size, np.float32), bounds)

    def nearest_is_own(trained: np.ndarray) -> float:
        asked, told = trained[topics].sum(axis=1), trained[topics + n_words].sum(axis=1)
        asked, told = (one / np.linalg.norm(one, axis=1, keepdims=True) for one in (asked, told))
        return float(((asked @ told.T).argmax(axis=1) == np.arange(n_pairs)).mean())

    settings = Settings(epochs=40, batch=128, run=4, learning_rate=0.2, kept=0.1)
    arguments = rows, bags(topics), bags(topics + n_words), _runs_of(n_pairs), settings
    trained = train(*arguments)
    assert nearest_is_own(rows) < 0.1
    assert nearest_is_own(trained) > 0.5
    assert np.array_equal(trained, train(*arguments))


def _runs_of(n_pairs: int) -> Callable[[np.random.Generator], list[np.ndarray]]:
    return lambda _: np.array_split(np.arange(n_pairs), n_pairs // 4)
