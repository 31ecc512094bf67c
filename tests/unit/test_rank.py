"""Ranking: what each part and boost does, and that they are all that there is to a score."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codewitness.engine.rank.finds import Finds, Found
from codewitness.engine.rank.form import QueryForm, telling_words
from codewitness.engine.rank.places import PLACE_BOOSTS, place_boosts
from codewitness.engine.rank.ranked import WEIGHTS, Ranked
from codewitness.engine.rank.score import DOMAIN_BOOSTS, rank
from codewitness.engine.rank.stems import stem, stems
from codewitness.engine.rank.whole import shares
from codewitness.model.facts import ChunkKind

PLAIN = Found(
    path="a.py", name="run", parent="", kind=ChunkKind.FUNCTION, tags=(), lexical=1.0, semantic=0.5
)


MACHINES = ("linux", "darwin", "win32")


def ordered(query: str, **found: Found) -> list[str]:
    return [one.key for one in rank(QueryForm.of(query), Finds.of(found))]


def scores(query: str, **found: Found) -> dict[str, Ranked[str]]:
    return {one.key: one for one in rank(QueryForm.of(query), Finds.of(found))}


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("routing routes router", True),
        ("mapping maps mapper", True),
        ("validation validator validates validating", True),
        ("queries query", True),
        ("class classes", True),
        ("register registered registering", True),
        ("render rendered renderer rendering", True),
        ("filter filters filtered", True),
        ("format formats formatter formatting", True),
        ("transform transformation transformer", True),
        ("install installation installer", True),
        ("write writer writes writing", True),
        ("time timer timers", True),
        ("trace tracer tracing", True),
        ("config cfg configuration configure configured", True),
        ("async asynchronous asynchronously", True),
        ("param params parameter parameters", True),
        ("auth authentication authenticated", True),
        ("docs documentation", True),
        ("auth author", False),
        ("info inform", True),
        ("server service", False),
        ("form format", False),
        ("port portable", False),
        ("config conflict", False),
        ("session sessions", True),
        ("string struct", False),
        ("user used", False),
        ("parse purse", False),
    ],
)
def test_stems(words: str, same: bool) -> None:
    assert (len({stem(word) for word in words.split()}) == 1) is same


def test_stems_of_an_identifier() -> None:
    assert (
        stems("HTTPRequestHandler2")
        == stems("http_request_handler_2")
        == stems("HandleRequestHttp2")
    )
    assert stems("x") == frozenset()
    assert stems("parseURLs") == stems("parse_url") == stems("parsing of URLs") - stems("of")
    assert stems("HTTPSession") == stems("http session")


@pytest.mark.parametrize(
    ("query", "symbols"),
    [
        ("how is a session stored", {}),
        ("QuerySet.filter", {"filter": "queryset"}),
        ("serde::de::Visitor", {"visitor": "de"}),
        ("retry", {"retry": ""}),
        ("`Cart.total()`", {"total": "cart"}),
        ("total(cart, tax);", {"total": ""}),
        ("first<T>", {"first": ""}),
        ("Composer\\Util\\Loop", {"loop": "util"}),
        ("where get_user is called", {"get_user": ""}),
        ("parseHTTP of the Router", {"parsehttp": "", "router": ""}),
        ("Account.close!", {"close!": "account", "close": "account"}),
        ("empty?", {"empty?": "", "empty": ""}),
    ],
)
def test_names_in_a_query(query: str, symbols: dict[str, str]) -> None:
    assert QueryForm.of(query).symbols == symbols


@pytest.mark.parametrize(
    "query", ["Cart.get_total", "`Cart.get_total`", "get_total(tax)", "get_total();"]
)
def test_a_name_may_be_quoted_or_called(query: str) -> None:
    assert QueryForm.of(query).sole == "get_total"
    assert QueryForm.of(query).stems >= {"get", "total"}


def test_a_class_and_a_function_of_one_name_are_told_apart() -> None:
    own = PLAIN._replace(name="Cart", kind=ChunkKind.CLASS)
    method = PLAIN._replace(name="Cart", kind=ChunkKind.METHOD, lexical=2.0, parent="Db")
    found = {"own": own, "method": method}
    assert ordered("type Cart struct", **found) == ["own", "method"]
    assert ordered("func (d *Db) Cart() {", **found) == ["method", "own"]
    assert ordered("(*Db).Cart", **found) == ["method", "own"]


def test_what_a_call_is_given_is_asked_for_too() -> None:
    assert QueryForm.of("print(tax)").stems == QueryForm.of("print tax").stems


def test_words_that_only_ask_are_no_stems() -> None:
    assert QueryForm.of("how is the upload handled").stems == QueryForm.of("the upload").stems


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("where is the retry delay computed", "retry delay computed"),
        ("handle SIGINT", "SIGINT"),
        ("where are signals handled", "signals"),
        ("close a file handle", "close file handle"),
        ("exit code if not found", "exit code if not found"),
        ("handle", "handle"),
        ("what is it", "what is it"),
    ],
)
def test_full_text_search_is_asked_for_what_says_something(query: str, kept: str) -> None:
    assert telling_words(query.split()) == kept.split()


def test_a_word_that_many_names_have_tells_less() -> None:
    many = {f"many{n}": PLAIN._replace(path=f"{n}.py", name=f"pool_{n}") for n in range(8)}
    told = scores("resize the pool", rare=PLAIN._replace(name="resize"), **many)
    assert told["rare"].parts["name"] > 2 * told["many1"].parts["name"]


def test_the_named_definition_comes_first() -> None:
    other = PLAIN._replace(path="b.py", name="filters", lexical=2.0)
    named = PLAIN._replace(path="c.py", name="filter", parent="QuerySet", kind=ChunkKind.METHOD)
    elsewhere = named._replace(path="d.py", parent="Manager")
    found = {"other": other, "elsewhere": elsewhere, "named": named}
    assert ordered("QuerySet.filter", **found)[0] == "named"
    parts = scores("QuerySet.filter", **found)
    assert parts["named"].parts["symbol"] == WEIGHTS["symbol"]
    assert parts["elsewhere"].parts["symbol"] == WEIGHTS["symbol"] / 2
    assert parts["other"].parts["symbol"] == 0


def test_a_plain_word_that_one_definition_bears_names_it() -> None:
    near = PLAIN._replace(path="b.py", name="_echo", lexical=2.0, semantic=0.9)
    beside = near._replace(name="_pause_echo", lexical=1.9)
    named = PLAIN._replace(path="c.py", name="echo", lexical=1.0, semantic=0.2)
    found = {"near": near, "beside": beside, "named": named}
    assert ordered("echo", **found)[0] == "named"
    assert scores("echo", **found)["named"].boosts["named"] == 2.0
    in_tests = named._replace(path="d.py", tags=("domain:test",))
    assert ordered("echo", **found, in_tests=in_tests)[0] == "named"
    assert ordered("_echo", **found)[0] == "near"


@pytest.mark.parametrize("query", ["echo input", "Echo", "pause"])
def test_words_that_no_single_definition_bears_name_none(query: str) -> None:
    near = PLAIN._replace(path="b.py", name="_echo", lexical=2.0, semantic=0.9)
    named = PLAIN._replace(path="c.py", name="echo", lexical=1.0, semantic=0.2)
    assert "named" not in scores(query, near=near, named=named)["named"].boosts


def test_a_plain_word_that_several_files_define_is_a_word() -> None:
    one = PLAIN._replace(path="b.py", name="close")
    other = one._replace(path="c.py")
    heading = one._replace(path="d.md", kind=ChunkKind.SECTION)
    found = scores("close", one=one, other=other, heading=heading)
    method = one._replace(kind=ChunkKind.METHOD, parent="File")
    found |= scores("close", method=method)
    assert all("named" not in one.boosts for one in found.values())


def test_a_file_of_that_name_counts() -> None:
    plain, router = PLAIN, PLAIN._replace(path="web/router.py")
    assert ordered("routing of requests", plain=plain, router=router) == ["router", "plain"]


@pytest.mark.parametrize(
    "path",
    [
        "lib/defaults/index.js",
        "defaults/src/index.ts",
        "pkg/defaults/__init__.py",
        "core/src/defaults/mod.rs",
        "defaults/src/lib.rs",
        "lua/defaults/init.lua",
    ],
)
def test_a_file_that_stands_for_its_folder_bears_its_name(path: str) -> None:
    found = scores(
        "index of the defaults",
        of_folder=PLAIN._replace(path=path),
        own=PLAIN._replace(path="src/defaults.py"),
        top=PLAIN._replace(path="src/index.js"),
        other=PLAIN._replace(path="lib/defaults/main.js"),
    )
    parts = {name: one.parts["file"] for name, one in found.items()}
    assert parts["of_folder"] == parts["own"] > 0.0
    assert parts["top"] > 0.0  # it has no other name
    assert parts["other"] == 0.0


def test_what_all_files_begin_with_counts_for_little_in_their_names() -> None:
    def part_of_cache(*others: str) -> float:
        found = {path: PLAIN._replace(path=path) for path in ("app_cache.py", *others)}
        return scores("cache", **found)["app_cache.py"].parts["file"]

    alike = part_of_cache("app_view.py", "app_row.py", "app_query.py")
    assert alike > part_of_cache("view.py", "row.py", "query.py")
    whole = scores("cache", one=PLAIN._replace(path="cache.py"))["one"].parts["file"]
    assert alike < whole == pytest.approx(WEIGHTS["file"])


def test_several_hits_in_a_file_count() -> None:
    found = {f"many{n}": PLAIN._replace(path="b.py") for n in range(3)}
    assert ordered("anything", alone=PLAIN, **found)[0].startswith("many")


def test_one_file_does_not_fill_the_page() -> None:
    found = {f"many{n}": PLAIN._replace(path="b.py", lexical=1.0 - n / 100) for n in range(9)}
    assert "alone" in ordered("anything", alone=PLAIN._replace(lexical=0.7), **found)[:3]


@pytest.mark.parametrize(("tag", "factor"), [*DOMAIN_BOOSTS.items()])
def test_boosts_by_domain(tag: str, factor: float) -> None:
    tagged = PLAIN._replace(tags=(f"domain:{tag}",))
    told = scores("anything", one=tagged)["one"].boosts
    assert told == ({} if factor == 1.0 else {tag: factor})


def test_what_bears_the_name_comes_before_what_tells_of_it() -> None:
    told = PLAIN._replace(path="uv.h", name="flags", lexical=1.0, kind=ChunkKind.CLASS)
    told = told._replace(tags=("domain:class",), semantic=0.9)
    own = PLAIN._replace(name="uv_spawn", lexical=0.5, kind=ChunkKind.FUNCTION)
    assert ordered("uv_spawn", told=told, own=own) == ["own", "told"]
    assert ordered("uv->uv_spawn", told=told, own=own._replace(parent="uv")) == ["own", "told"]
    assert ordered("what uv_spawn sets", told=told, own=own) == ["told", "own"]
    ended = told._replace(path="uv.c", name="spawn")
    plain = scores("spawn", own=own._replace(name="spawn"), ended=ended)
    assert "named" not in plain["own"].boosts


def test_a_class_comes_before_its_constructors() -> None:
    made = PLAIN._replace(name="Mapper", parent="app.Mapper", kind=ChunkKind.METHOD, lexical=2.0)
    own = PLAIN._replace(name="Mapper", parent="app", kind=ChunkKind.CLASS)
    assert ordered("Mapper", made=made, own=own) == ["own", "made"]
    method = made._replace(parent="app.ObjectMapper")
    assert scores("Mapper", one=method)["one"].boosts == {"named": 2.0}


def test_a_long_class_is_found_where_it_begins() -> None:
    first = PLAIN._replace(name="Mapper", kind=ChunkKind.CLASS, definition=0, start=40)
    later = first._replace(start=4000, lexical=2.0)
    twin = first._replace(definition=1, start=9000)  # of the same name, and another one
    told = scores("Mapper", later=later, first=first, twin=twin)
    assert next(iter(told)) == "first"
    assert [key for key, one in told.items() if "named" in one.boosts] == ["first", "twin"]


def test_examples_and_documents_come_later() -> None:
    aside = PLAIN._replace(path="examples/a.py")
    prose = PLAIN._replace(path="readme.md", kind=ChunkKind.SECTION)
    assert ordered("x", prose=prose, aside=aside, plain=PLAIN) == ["plain", "aside", "prose"]


@pytest.mark.parametrize(
    ("boost", "back", "front", "named"),
    [
        ("older", "v3/types.ts", "v4/core/schemas.ts", "v3 types"),
        ("older", "src/v9/a.go", "src/v10/b.go", "V9"),
        ("older", "lib/v1/fields.py", "lib/fields.py", "fields of v1"),
        ("header", "lib/cookie.h", "lib/cookie.c", None),
        ("header", "include/event2/buffer.h", "buffer.c", None),
        ("header", "inc/drogon/plugins/Hodor.h", "src/Hodor.cc", None),
        ("header", "src/index.d.ts", "src/index.js", None),
        ("header", "lib/types/server/cache.d.ts", "lib/methods.js", None),
        ("header", "types.d.mts", "src/index.ts", None),
        ("header", "Contracts/Events/Dispatcher.php", "Events/Dispatcher.php", None),
        ("header", "Interfaces/RouteInterface.php", "Routing/Route.php", None),
        ("header", "src/IMapper.cs", "src/Mapper.cs", None),
        ("header", "core/IServiceTracker.cs", "core/impl/DefaultServiceTracker.cs", None),
        ("elsewhere", "src/win/udp.c", "src/unix/udp.c", "udp on Windows"),
        ("elsewhere", "src/unix/aix.c", "src/unix/linux.c", "AIX"),
        ("elsewhere", "src/wasm/client.rs", "src/client.rs", "fetch in WASM"),
        ("elsewhere", "src/clipboard_osx.go", "src/clipboard_linux.go", "darwin"),
        ("aside", "examples/a.py", "a.py", "example of a"),
        ("aside", "src/Snippets/Docs/Retry.cs", "src/Retry/Policy.cs", "snippets of retry"),
        ("aside", "src/jmh/java/Ring.java", "src/main/java/Ring.java", "benchmark of ring"),
        ("aside", "src/Shop.Benchmarks/Cart.cs", "src/Shop/Cart.cs", "bench the cart"),
        ("aside", "shop-samples/src/Cart.java", "shop/src/Cart.java", "samples of carts"),
        ("aside", "experiments/a.py", "a.py", "experiments with a"),
        ("aside", "src/legacy/access.kt", "src/access.kt", "legacy access"),
        ("aside", "app/external/zlib/inflate.c", "app/external/inflate.c", "external zlib"),
        ("built", "src/generated/types.ts", "src/types.ts", "generated types"),
        ("built", "src/__generated__/types.ts", "src/types.ts", "generated types"),
        ("built", "api/a.pb.go", "api/a.go", "generated api"),
        ("built", "api/a_pb2.py", "api/a.py", "protobuf of a"),
        ("built", "lib/model.g.dart", "lib/model.dart", None),
        ("built", "dist/esm/axios.js", "lib/axios.js", "axios in dist"),
        ("built", "client-dist/socket.js", "lib/socket.ts", "socket in dist"),
        ("built", "static/app.min.js", "src/app.js", "minified app"),
        ("built", "priv/static/phoenix.cjs.js", "assets/js/phoenix/socket.js", None),
        ("aside", "web/build/main.js", "web/src/main.ts", None),
    ],
)
def test_what_stands_back_for_what(boost: str, back: str, front: str, named: str | None) -> None:
    expected = {boost: PLACE_BOOSTS[boost]}
    assert place_boosts([back, front], frozenset(), "linux") == {back: expected}
    if named is not None:
        said = QueryForm.of(named).words
        assert place_boosts([back, front], said, "linux") == {}


@pytest.mark.parametrize(
    "paths",
    [
        ["exposed/v1/core/Table.kt", "exposed/v1/core/Query.kt"],  # the only version there is
        ["include/fmt/format.h", "include/fmt/core.h"],  # headers that are all there is
        ["winner.py", "bench.py", "src/window/close.c"],
        ["Contracts/Store.php"],
        ["index.d.ts", "main.css", "lib/a.d.ts"],  # types that are all there is
        ["Import.cs", "mport.cs", "IO.cs", "O.cs", "Interface.php", "StoreInterface.php"],
        ["IStore.cs", "Restore.cs", "StoreOptions.cs", "IMemoryStore.cs", "Store.java"],
        ["src/linux/epoll.c", "posix/io.c", "src/unix/tcp.c"],
        ["build/wheel.py", "dist/wheel.py", "src/admin.js", "distance/main.ts"],
    ],
)
def test_what_has_nothing_beside_it_does_not_stand_back(paths: list[str]) -> None:
    assert place_boosts(paths, frozenset(), "linux") == {}


def test_a_parser_is_built_of_the_grammar_beside_it() -> None:
    paths = ["src/parser.c", "src/parser.y", "src/lexer.l", "src/lexer.c", "src/ast.c"]
    assert place_boosts(paths, frozenset(), "linux").keys() == {"src/parser.c", "src/lexer.c"}
    paths = ["src/parser.c", "lib/parser.y", "src/parser.py"]
    assert place_boosts(paths, frozenset(), "linux") == {}


def test_code_that_no_grammar_reads_is_no_prose() -> None:
    found = {
        at: Found(path, "", "", ChunkKind.WINDOW, (f"lang:{language}",), 4.0, 0.4)
        for at, (path, language) in enumerate((("a.json", "json"), ("b.jq", "jq")))
    }
    best = list(rank(QueryForm.of("group the rows"), Finds.of(found)))
    assert [(one.path, one.boosts) for one in best] == [("b.jq", {}), ("a.json", {"prose": 0.6})]


def test_what_was_built_and_made_small_stands_back_with_what_was_built() -> None:
    paths = ["web/app.js", "web/app.min.js", "web/other.js"]
    assert place_boosts(paths, frozenset()).keys() == {"web/app.js", "web/app.min.js"}


def test_another_machine_is_where_the_server_is_not() -> None:
    paths = ["win/a.c", "unix/b.c", "darwin/c.m", "aix.c"]
    elsewhere = {machine: {*place_boosts(paths, frozenset(), machine)} for machine in MACHINES}
    assert elsewhere == {
        "linux": {"win/a.c", "darwin/c.m", "aix.c"},
        "darwin": {"win/a.c", "aix.c"},
        "win32": {"unix/b.c", "darwin/c.m", "aix.c"},
    }


@pytest.mark.parametrize(
    ("query", "name", "is_borne"),
    [
        ("server-sent events client", "SseClient", True),
        ("cross-origin resource sharing", "CorsPlugin", True),
        ("how just-in-time bindings are made", "createJitBinding", True),
        ("get user input", "GuiRoot", False),  # three words, as there are many
        ("event-driven loop", "EdgeList", False),
    ],
)
def test_what_a_name_writes_for_a_compound(query: str, name: str, is_borne: bool) -> None:
    other = PLAIN._replace(path="b.py")
    found = scores(query, one=PLAIN._replace(name=name), other=other)["one"]
    as_other = scores(query.replace("-", " "), one=PLAIN._replace(name=name), other=other)["one"]
    assert (found.parts["name"] > as_other.parts["name"]) is is_borne


@pytest.mark.parametrize(
    ("query", "file", "is_borne"),
    [
        ("take over sockets of a running process", "takeover.c", True),
        ("thread pool of the event loop", "threadpool.c", True),
        ("parse time-span values", "timespan.py", True),
        ("threads of a pool", "threadpool.c", True),  # both words are said
        ("extract the links of a page", "linkextractors.py", True),
        ("register allocator of the compiler", "regalloc.c", True),  # one of the two is cut short
        ("cache of symbols", "symcache.c", True),
        ("register a matrix", "regmat.c", False),  # both are
        ("mat of a cat", "format.c", False),
        ("open a file, name it", "filename.c", False),
        ("what is a file", "isa.c", False),  # two words that say nothing
        ("how does a file system event start a command", "fs.rs", True),
        ("check access control lists", "acl.c", True),
        ("check access control lists", "acl_file.c", True),
        ("read the file system", "fs_watch.rs", False),  # two letters must be all of it
        ("files of a system", "fs.rs", False),
        ("a file and its state", "fs.rs", False),  # not one behind the other
        ("WebSocket upgrade", "websocket.py", True),
        ("ETag generation", "http_etag.c", True),
        ("GraphQL documents", "graphql.ts", True),
        ("ETag", "etags.c", False),  # a name, which is looked for as it stands
        ("HTTP/2 frames", "h2.c", True),
        ("SHA-256 of a file", "sha256.rs", True),
        ("at most 8 hours", "h8.c", False),
        ("2 frames", "h2.c", False),
        ("all 4 of them", "a4.c", False),
    ],
)
def test_words_that_a_file_writes_as_one(query: str, file: str, is_borne: bool) -> None:
    found = scores(query, one=PLAIN._replace(path=f"src/{file}"), other=PLAIN)["one"]
    assert (found.parts["file"] > 0) is is_borne


@pytest.mark.parametrize(
    ("query", "is_asked"),
    [
        ("tests of the router", True),
        ("unit tests for parsing", True),
        ("which test cases cover parsing", True),
        ("where retries are tested", True),
        ("test that a full cart is refused", True),
        ("test client for requests", False),
        ("how tests are run", False),
        ("test for equality", False),
    ],
)
def test_tests_that_are_asked_for_come_first(query: str, is_asked: bool) -> None:
    found = scores(query, test=PLAIN._replace(tags=("domain:test",)), code=PLAIN)
    assert ("test" not in found["test"].boosts) is is_asked
    assert (found["test"].score > found["code"].score) is is_asked


def test_tests_repeat_a_message_that_code_writes() -> None:
    test = PLAIN._replace(tags=("domain:test",), lexical=2.0, is_verbatim=True)
    code = PLAIN._replace(is_verbatim=True)
    assert ordered("the cart is full", test=test, code=code) == ["code", "test"]
    assert "verbatim" in scores("the cart is full", test=test, other=PLAIN)["test"].boosts
    assert ordered("tests of a full cart", test=test, code=code) == ["test", "code"]


def test_the_type_comes_before_what_is_implemented_of_it() -> None:
    struct = PLAIN._replace(name="Cart", kind=ChunkKind.CLASS, start=10)
    of_it = struct._replace(lexical=2.0, start=90)
    assert ordered("Cart", of_it=of_it, struct=struct) == ["struct", "of_it"]
    method = struct._replace(kind=ChunkKind.METHOD, parent="Cart")
    later = of_it._replace(kind=ChunkKind.METHOD, parent="Cart")
    assert ordered("Cart", later=later, method=method) == ["later", "method"]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("rt::ReadBuf", "in_module"),
        ("io.ReadBuf", "in_module"),
        ("h1::ReadBuf", "other"),
        ("ReadBuf", "other"),  # has more of its words
    ],
)
def test_what_is_before_a_name_may_be_its_module(query: str, first: str) -> None:
    one = PLAIN._replace(name="ReadBuf", kind=ChunkKind.CLASS, path="src/rt/io.rs")
    other = one._replace(path="src/h1/buf.rs", lexical=1.1)
    assert ordered(query, in_module=one, other=other)[0] == first


def test_types_that_a_name_is_given_are_no_part_of_it() -> None:
    for text in ("Cart<T, U>::total", "shop::Cart::<Item>::total", "Cart<&'a str>.total()"):
        form = QueryForm.of(text)
        assert (form.sole, form.symbols) == ("total", {"total": "cart"})
    assert QueryForm.of("a < b and c > d").sole == ""


@pytest.mark.parametrize(
    ("query", "name", "is_spelled"),
    [
        ("map of header cases", "HeaderCaseMap", True),
        ("encoding transfer is chunked", "transfer_encoding_is_chunked", True),
        ("case header", "HeaderCaseMap", False),
        ("case map of the header line", "HeaderCaseMap", False),
        ("header", "Headers", False),  # one word is about many things
    ],
)
def test_the_words_of_a_name_in_another_order(query: str, name: str, is_spelled: bool) -> None:
    found = scores(query, one=PLAIN._replace(name=name), other=PLAIN)
    assert ("spelled" in found["one"].boosts) is is_spelled


def test_the_older_file_comes_later() -> None:
    old, new = PLAIN._replace(path="v1/a.py", lexical=1.2), PLAIN._replace(path="v2/a.py")
    assert ordered("anything", old=old, new=new) == ["new", "old"]
    assert scores("anything", old=old, new=new)["old"].boosts == {"older": PLACE_BOOSTS["older"]}
    assert ordered("anything in v1", old=old, new=new) == ["old", "new"]


@pytest.mark.parametrize("name", ["test", "domain:test", "domain:t*"])
def test_a_boost_of_the_query_takes_the_place_of_the_usual(name: str) -> None:
    tagged = PLAIN._replace(tags=("domain:test", "lang:python"))
    found = Finds.of({"one": tagged})
    (one,) = rank(QueryForm.of("x"), found, boosts={name: 3.0, "lang:go": 9.0})
    expected = {name: 3.0} if "*" not in name else {"test": DOMAIN_BOOSTS["test"], name: 3.0}
    assert one.boosts == expected


FOUND = st.builds(
    Found,
    path=st.sampled_from(["a.py", "b/router.py", "examples/c.py", "d.md"]),
    name=st.sampled_from(["", "run", "getUser", "Router"]),
    parent=st.sampled_from(["", "Router", "pkg.User"]),
    kind=st.sampled_from(list(ChunkKind)),
    tags=st.lists(st.sampled_from([f"domain:{one}" for one in DOMAIN_BOOSTS]), max_size=3),
    lexical=st.floats(0, 50),
    semantic=st.floats(-1, 1),
    counts=st.sampled_from([(), (0, 2), (3, 1)]),
    n_words=st.integers(1, 90),
    of_file=st.floats(-1, 1),
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(FOUND, max_size=30), st.sampled_from(["user router", "Router.run", "getUser", "?"]))
def test_score_is_the_sum_of_parts_times_boosts(found: list[Found], query: str) -> None:
    ranked = list(rank(QueryForm.of(query), Finds.of(dict(enumerate(found)))))
    assert sorted(one.key for one in ranked) == list(range(len(found)))
    for one in ranked:
        assert one.parts.keys() == WEIGHTS.keys()
        assert all(0 <= part <= WEIGHTS[name] + 1e-9 for name, part in one.parts.items())
        product = sum(one.parts.values()) * math.prod(one.boosts.values())
        assert one.score == pytest.approx(min(1.0, product))
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)


@given(st.permutations(range(6)))
def test_order_does_not_depend_on_who_came_first(order: list[int]) -> None:
    found = {n: PLAIN._replace(path=f"{n % 2}.py") for n in range(6)}
    again = {n: found[n] for n in order}
    form = QueryForm.of("run")
    told = [
        [(one.key, one.parts, one.boosts) for one in rank(form, Finds.of(of))]
        for of in (found, again)
    ]
    assert told[0] == told[1]


def test_the_first_of_a_file_is_what_the_question_names() -> None:
    """It takes its file's score: which file comes first does not change."""
    of_file = {"path": "snapshot.py", "lexical": 0.9}
    found = {
        "class": replace_in(PLAIN, name="Store", tags=("domain:class",), **of_file),
        "named": replace_in(PLAIN, name="take_snapshot", path="snapshot.py", lexical=0.2),
        "other": replace_in(PLAIN, name="run", path="snapshot.py", lexical=0.8),
        "elsewhere": replace_in(PLAIN, name="halt", path="other.py", lexical=1.0),
    }
    entries = scores("take a snapshot at night", **found)
    assert next(iter(entries)) == "named"
    assert entries["named"].boosts["ofFile"] > 1
    best = 0.5**1 * entries["named"].score
    assert entries["class"].score == pytest.approx(best)


@pytest.mark.parametrize(
    ("name", "kind", "tags"),
    [
        ("JobRetry", ChunkKind.CLASS, ("domain:class",)),
        ("job_retry", ChunkKind.TOPLEVEL, ()),
        ("delay_of", ChunkKind.METHOD, ("domain:function",)),
    ],
)
def test_a_private_method_may_be_the_first_of_its_file(
    name: str, kind: ChunkKind, tags: tuple[str, ...]
) -> None:
    """What it does was asked for; that it is private tells nothing about that."""
    tagged = PLAIN._replace(tags=("domain:function", "domain:private"), name="delay_for")
    shown = PLAIN._replace(name=name, kind=kind, tags=tags, lexical=0.9)
    assert ordered("retry delay of a job", private=tagged, shown=shown)[0] == "private"


def test_a_class_leads_if_its_name_is_all_that_is_said() -> None:
    of_file = {"path": "wrapper.py"}
    own = replace_in(PLAIN, name="LineWrapper", tags=("domain:class",), **of_file)
    method = replace_in(PLAIN, name="wrap_lines", tags=("domain:function",), **of_file)
    assert ordered("line wrapper", own=own, method=method)[0] == "own"


def test_what_the_query_says_of_a_domain_holds_within_a_file() -> None:
    private = PLAIN._replace(name="delay_for", tags=("domain:private",))
    found = {"private": private, "public": PLAIN._replace(name="delay_of")}
    form = QueryForm.of("delay for")
    told = rank(form, Finds.of(found), boosts={"private": 0.2})
    assert [one.key for one in told] == ["public", "private"]


def test_pages_and_styles_come_after_code() -> None:
    rule = replace_in(PLAIN, path="a.css", tags=("domain:class", "lang:css"))
    assert ordered("run", a=rule, b=PLAIN._replace(path="b.py")) == ["b", "a"]
    assert scores("run", a=rule)["a"].boosts == {"markup": 0.7}


def replace_in(found: Found, **fields: object) -> Found:
    return found._replace(**fields)  # type: ignore[arg-type]


def test_a_file_whose_parts_together_say_all_comes_before_one_that_repeats_a_word() -> None:
    one = PLAIN._replace(path="a.py", counts=(3, 0, 0), n_words=20, lexical=0.9)
    two = PLAIN._replace(path="b.py", counts=(0, 1, 0), n_words=10, lexical=0.8)
    three = PLAIN._replace(path="b.py", counts=(1, 0, 1), n_words=10, lexical=0.8)
    found = {"one": one, "two": two, "three": three}
    assert (
        scores("x y z", **found)["two"].parts["lexical"]
        > scores("x y z", **found)["one"].parts["lexical"]
    )
    assert shares(Finds.of(found))["b.py"] == 1.0
    assert shares(Finds.of({})) == {}


def test_the_middle_of_a_file_counts_beside_what_is_found_there() -> None:
    near = PLAIN._replace(path="b.py", of_file=0.6)
    assert ordered("anything", one=PLAIN, near=near) == ["near", "one"]
    far = PLAIN._replace(path="b.py", of_file=-0.6)
    assert scores("anything", far=far)["far"].parts["semantic"] == pytest.approx(
        scores("anything", one=PLAIN)["one"].parts["semantic"]
    )


@pytest.mark.parametrize("nearest", [0.4, 0.6, 1.0])
def test_meaning_counts_by_the_nearest(nearest: float) -> None:
    most = {"semantic": nearest, "of_file": nearest}
    found = {"near": PLAIN._replace(**most), "half": PLAIN._replace(semantic=nearest / 2)}
    ranked = scores("anything", **found)
    assert ranked["near"].parts["semantic"] == pytest.approx(WEIGHTS["semantic"])
    assert ranked["half"].parts["semantic"] < ranked["near"].parts["semantic"] / 2


def test_what_lies_far_does_not_count_as_near_where_nothing_is_nearer() -> None:
    far = PLAIN._replace(semantic=0.1, of_file=0.1)
    assert scores("anything", far=far)["far"].parts["semantic"] == pytest.approx(
        WEIGHTS["semantic"] / 4
    )


@pytest.mark.parametrize("least", [5e-324, 1e-300])
def test_words_that_weigh_next_to_nothing_are_still_a_share(least: float) -> None:
    parts = scores("anything", one=PLAIN._replace(lexical=least))["one"].parts
    assert 0 < parts["lexical"] <= WEIGHTS["lexical"]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("remove tags from untrusted html", "tags"),
        ("html without tags", "html"),
        ("html tags", "html"),  # no preposition: as before, what comes first
        ("how are tags put into html", "tags"),
    ],
)
def test_a_file_named_after_a_preposition_is_beside_the_point(query: str, first: str) -> None:
    named = {"html": PLAIN._replace(path="html.py"), "tags": PLAIN._replace(path="tags.py")}
    assert ordered(query, **named)[0] == first


@pytest.mark.parametrize(
    ("query", "asides"),
    [
        ("a commit on the branch", {"branch"}),
        ("with cookies", set()),  # nothing stands before
        ("cookies with secure cookies", {"secur"}),
        ("getUser", set()),
    ],
)
def test_what_is_said_behind_a_preposition(query: str, asides: set[str]) -> None:
    assert QueryForm.of(query).asides == asides
