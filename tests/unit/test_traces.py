"""Stack traces of each runtime, as they print them: type, message, frames."""

from __future__ import annotations

import pytest

from codewitness.engine.recording.traces import parse_trace

PYTHON = """Traceback (most recent call last):
  File "a.py", line 3, in <module>
    f()
    ~^^
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 5, in <module>
    g()
  File "/p/b.py", line 9, in g
    raise MyError("bad 3")
pkg.errors.MyError: bad 3
second line"""

PYTEST = """    def test_x():
>       assert f(1) == 2
E       assert 1 == 2

tests/test_x.py:3: AssertionError"""

HEADED = """ === Uncaught Python exception: ===
KeyError: (1, 0)
Traceback (most recent call last):
  File "../fuzzer.py", line 40, in TestOneInput
    for _ in iterator:
"""

JAVA = """Exception in thread "main" java.lang.IllegalStateException: outer
\tat com.foo.Bar.baz(Bar.java:12)
\tat java.base/java.lang.Thread.run(Thread.java:833)
Caused by: java.io.IOException: disk
\tat com.foo.Disk.read(Disk.java:4)
\t... 5 more"""

KOTLIN = """2024-01-01 ERROR foo - failed
com.foo.WeirdThing: hey
\tat app//com.foo.Bar$Inner.lambda$x$0(Bar.kt:12) ~[app.jar:1.0]
\tat java.lang.Thread.run(Unknown Source)"""

NODE = """/x/app.js:3
    throw new TypeError("Cannot read properties of undefined (reading 'a')");
    ^

TypeError: Cannot read properties of undefined (reading 'a')
    at load (/x/app.js:3:11)
    at async Foo.bar [as baz] (file:///x/lib/b.mjs:7:3)
    at /x/app.js:9:1
    at node:internal/main/run_main_module:23:47 {
  code: 'E'
}

Node.js v20"""

NODE_CODE = """Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/a'
    at new NodeError (node:internal/errors:405:5)"""

FIREFOX = """TypeError: x is undefined
load@http://h/app.js:3:5
@http://h/app.js:9:1"""

GO = """panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.(*Server).load(0xc000012345, {0x1, 0x2})
\t/src/main.go:12 +0x1d
main.main()
\t/src/main.go:20 +0x2f
exit status 2"""

CSHARP = """Unhandled exception. System.InvalidOperationException: Sequence contains no elements
 ---> System.ArgumentNullException: Value cannot be null. (Parameter 'x')
   at App.Db.Open(String s) in /src/Db.cs:line 4
   --- End of inner exception stack trace ---
   at App.Program.<Main>$(String[] args) in /src/Program.cs:line 12
   at System.Linq.ThrowHelper.ThrowNoElementsException()"""

RUBY = """app.rb:3:in `load': undefined method `x' for nil:NilClass (NoMethodError)
\tfrom app.rb:7:in `<main>'"""

RUBY_34 = """app.rb:3:in 'Foo#load': divided by 0 (ZeroDivisionError)
\tfrom app.rb:3:in 'Integer#/'
\tfrom app.rb:7:in '<main>'"""

RUST = """thread 'main' panicked at src/main.rs:4:5:
index out of bounds: the len is 3 but the index is 99
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6/library/std/src/panicking.rs:665:5
   1: app::load
             at ./src/main.rs:4:5
note: Some details are omitted"""

RUST_OLD = """thread 'main' panicked at 'called `Result::unwrap()` on an `Err` value: X', src/main.rs:9:10
note: run with `RUST_BACKTRACE=1`"""

RUST_CAUSES = """Error: the shop can't be opened

Caused by:
    0: could not open shop.toml
    1: No such file
"""

SWIFT = """Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range

*** Signal 5: Backtracing from 0x7f9... done ***

Thread 0 "main" crashed:

0 0x00007f97d1b2b1f4 _assertionFailure(_:_:file:line:flags:) + 353 in libswiftCore.so
1 [ra] 0x000055d1c9 load(at:) + 20 in main at /src/main.swift:3:10"""

ASAN = """==123==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6020 at pc 0x5 bp 0x7 sp 0x7
READ of size 4 at 0x602000000014 thread T0
    #0 0x4f in load /src/a.c:12:3
    #1 0x4f in std::vector<int, std::allocator<int> >::at(unsigned long) /usr/include/v.h:20:3
    #2 0x7f in __libc_start_main (/lib/x86_64-linux-gnu/libc.so.6+0x23)"""

UBSAN = """a.c:5:12: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented
    #0 0x55 in add /src/a.c:5:12"""

TSAN = """WARNING: ThreadSanitizer: data race (pid=5)
  Write of size 4 at 0x7 by thread T1:
    #0 inc /src/r.c:5:3 (a.out+0x4)"""

GDB = """Program received signal SIGSEGV, Segmentation fault.
#0  0x0000 in load (x=1, s="a (b)") at a.c:12
#1  main () at a.c:20"""

VALGRIND = """==7== Invalid read of size 4
==7==    at 0x10916B: load (a.c:12)
==7==    by 0x10918F: main (a.c:20)"""

PHP = """PHP Fatal error:  Uncaught RuntimeException: nope in /x/a.php:3
Stack trace:
#0 /x/a.php(7): load()
#1 {main}"""


@pytest.mark.parametrize(
    ("text", "form", "kind", "message", "frames"),
    [
        (PYTHON, "python", "pkg.errors.MyError", "bad 3\nsecond line",
         ["/p/b.py:9 g", "a.py:5 <module>", "a.py:3 <module>"]),
        (PYTEST, "pytest", "AssertionError", "assert 1 == 2", ["tests/test_x.py:3 "]),
        (HEADED, "python", "KeyError", "(1, 0)", ["../fuzzer.py:40 TestOneInput"]),
        (JAVA, "jvm", "java.lang.IllegalStateException", "outer",
         ["com/foo/Bar.java:12 com.foo.Bar.baz", "java/lang/Thread.java:833 java.lang.Thread.run",
          "com/foo/Disk.java:4 com.foo.Disk.read"]),
        (KOTLIN, "jvm", "com.foo.WeirdThing", "hey",
         ["com/foo/Bar.kt:12 com.foo.Bar$Inner.lambda$x$0", "Unknown Source:0 java.lang.Thread.run"]),
        (NODE, "javascript", "TypeError", "Cannot read properties of undefined (reading 'a')",
         ["/x/app.js:3 load", "file:///x/lib/b.mjs:7 Foo.bar [as baz]", "/x/app.js:9 ",
          "node:internal/main/run_main_module:23 "]),
        (NODE_CODE, "javascript", "Error [ERR_MODULE_NOT_FOUND]", "Cannot find module '/a'",
         ["node:internal/errors:405 new NodeError"]),
        (FIREFOX, "javascript", "TypeError", "x is undefined",
         ["http://h/app.js:3 load", "http://h/app.js:9 "]),
        (GO, "go", "runtime error: index out of range",
         "runtime error: index out of range [5] with length 3",
         ["/src/main.go:12 main.(*Server).load", "/src/main.go:20 main.main"]),
        (CSHARP, "csharp", "System.InvalidOperationException", "Sequence contains no elements",
         ["/src/Db.cs:4 App.Db.Open", "/src/Program.cs:12 App.Program.<Main>$",
          ":0 System.Linq.ThrowHelper.ThrowNoElementsException"]),
        (RUBY, "ruby", "NoMethodError", "undefined method `x' for nil:NilClass",
         ["app.rb:3 load", "app.rb:7 <main>"]),
        (RUBY_34, "ruby", "ZeroDivisionError", "divided by 0",
         ["app.rb:3 Foo#load", "app.rb:3 Integer#/", "app.rb:7 <main>"]),
        (RUST, "rust", "panic", "index out of bounds: the len is 3 but the index is 99",
         ["src/main.rs:4 ", "/rustc/9fc6/library/std/src/panicking.rs:665 rust_begin_unwind",
          "./src/main.rs:4 app::load"]),
        (RUST_OLD, "rust", "panic", "called `Result::unwrap()` on an `Err` value: X",
         ["src/main.rs:9 "]),
        (SWIFT, "swift", "Fatal error", "Index out of range",
         ["Swift/ContiguousArrayBuffer.swift:600 ",
          ":0 _assertionFailure(_:_:file:line:flags:) + 353 in libswiftCore.so",
          "/src/main.swift:3 load(at:)"]),
        (ASAN, "sanitizer", "heap-buffer-overflow read", "",
         ["/src/a.c:12 load", "/usr/include/v.h:20 std::vector<int, std::allocator<int> >::at",
          "/lib/x86_64-linux-gnu/libc.so.6+0x23:0 __libc_start_main"]),
        (UBSAN, "sanitizer", "signed integer overflow", "2147483647 + 1 cannot be represented",
         ["/src/a.c:5 add"]),
        (TSAN, "sanitizer", "data race", "", ["/src/r.c:5 inc"]),
        (GDB, "native", "SIGSEGV", "Segmentation fault.", ["a.c:12 load", "a.c:20 main"]),
        (VALGRIND, "valgrind", "Invalid read", "of size 4", ["a.c:12 load", "a.c:20 main"]),
        (PHP, "php", "RuntimeException", "nope", ["/x/a.php:3 ", "/x/a.php:7 load"]),
        ("ConnectionError: failed to reach 10.0.0.1:80", "", "ConnectionError",
         "failed to reach 10.0.0.1:80", []),
        ("it just stopped", "", "", "it just stopped", []),
        ("", "", "", "", []),
    ],
)  # fmt: skip
def test_trace(text: str, form: str, kind: str, message: str, frames: list[str]) -> None:
    found = parse_trace(text)
    assert (found.form, found.error_type, found.message) == (form, kind, message)
    assert [f"{one.path}:{one.line} {one.function}" for one in found.frames] == frames


def test_causes() -> None:
    assert parse_trace(JAVA).causes == ("java.io.IOException: disk",)
    assert parse_trace(CSHARP).causes == (
        "System.ArgumentNullException: Value cannot be null. (Parameter 'x')",
    )
    assert parse_trace(PYTHON).causes == ("KeyError: 'x'",)
    spring = (
        "a.BeanException: no bean; nested exception is a.WireError: wire; nested exception is E"
    )
    assert parse_trace(spring).causes == ("a.WireError: wire", "E")
    assert parse_trace(RUST_CAUSES).causes == (": could not open shop.toml", ": No such file")


@pytest.mark.parametrize(
    ("said", "signal", "kind", "message"),
    [
        ("thread 'main' panicked at src/main.rs:4:5:\nno port", "ABRT", "panic", "no port"),
        ("panic: runtime error: slice bounds out of range [1:0]", "ABRT",
         "runtime error: slice bounds out of range",
         "runtime error: slice bounds out of range [1:0]"),
        ("shop: cart.c:12: total: Assertion `n > 0' failed.", "ABRT", "assertion failed", "n > 0"),
        ("[7:7:0101/010203.4:FATAL:cart.cc(12)] Check failed: n > 0 (0 vs. 1)", "TRAP",
         "CHECK failed", "n > 0 (0 vs. 1)"),
        ("F0101 01:02:03.456789    77 cart.cc:12] no such cart", "ABRT", "fatal error",
         "no such cart"),
        ("# Fatal error in ../cart.h, line 12\n# unreachable code", "ILL", "unreachable code", ""),
        ("terminate called after throwing an instance of 'std::out_of_range'\n  what():  at 7",
         "ABRT", "std::out_of_range", "at 7"),
        ("free(): double free detected in tcache 2", "ABRT", "heap corruption",
         "double free detected in tcache 2"),
        ("*** stack smashing detected ***: terminated", "ABRT", "stack smashing", "terminated"),
        ("memory allocation of 99 bytes failed", "ABRT", "out of memory", ""),
        ("", "ABRT", "ABRT", ""),
        ("thread 'main' panicked at src/main.rs:4:5:\nno port", "SEGV", "SEGV", ""),
    ],
)  # fmt: skip
def test_last_words_before_a_signal(said: str, signal: str, kind: str, message: str) -> None:
    report = f"==7==ERROR: AddressSanitizer: {signal} on unknown address 0x0539000b8a91 (pc 0x7 T0)"
    found = parse_trace(f"{said}\n{report}\n    #0 0x7 in raise (/lib/libc.so.6+0x1)")
    assert (found.error_type, found.message) == (kind, message)


@pytest.mark.parametrize(
    ("address", "access", "kind", "message"),
    [
        ("0x000000000018", "READ", "SEGV read", "zero page"),
        ("0x00000000fff8", "WRITE", "SEGV write", "zero page"),
        ("0x000000010018", "READ", "SEGV read", ""),
    ],
)
def test_null_pointers(address: str, access: str, kind: str, message: str) -> None:
    found = parse_trace(
        f"==7==ERROR: AddressSanitizer: SEGV on unknown address {address} (pc 0x7 bp 0x8 T0)\n"
        f"==7==The signal is caused by a {access} memory access.\n    #0 0x7 in f /src/a.c:1:2"
    )
    assert (found.error_type, found.message) == (kind, message)


@pytest.mark.parametrize(
    ("text", "form", "kind", "message", "frame"),
    [
        ("Shop::CartError (no cart (7) for `nil'):\n\napp/models/cart.rb:7:in `total'\n"
         "app/controllers/carts_controller.rb:3:in `show'",
         "ruby", "Shop::CartError", "no cart (7) for `nil'", "app/models/cart.rb:7 total"),
        ("lua5.4: shop/cart.lua:7: empty\nstack traceback:\n\t[C]: in function 'error'\n"
         "\tshop/cart.lua:7: in upvalue 'total'", "lua", "error", "empty", "shop/cart.lua:7 total"),
        ("** (ArithmeticError) bad argument\n    (shop 0.1.0) lib/cart.ex:7: Shop.Cart.total/1",
         "elixir", "ArithmeticError", "bad argument", "lib/cart.ex:7 Shop.Cart.total/1"),
        ("Unhandled exception:\nRangeError: Not in range 0..2: 7\n"
         "#0      total (package:shop/cart.dart:7:3)",
         "dart", "RangeError", "Not in range 0..2: 7", "package:shop/cart.dart:7 total"),
        ("*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 7'",
         "objective-c", "NSRangeException", "index 7", ""),
        ("signal 6 (SIGABRT), code -6, fault addr --------\nAbort message: 'no cart'\n"
         "  #00 pc 0004f3c4  /system/lib/libshop.so (shop::total(int)+32)",
         "android", "aborted", "no cart", "/system/lib/libshop.so:0 shop::total(int)"),
        ("[  7.1] BUG: KASAN: slab-out-of-bounds in shop_total+0x1c/0x30\n[  7.1] Call Trace:\n"
         "[  7.1]  shop_read+0x1c/0x30", "kernel", "slab-out-of-bounds",
         "in shop_total+0x1c/0x30", ":0 shop_read"),
        ("Segmentation fault\n./shop(total+0x1d) [0x401136]\n./shop(main+0x9) [0x401199]",
         "native", "SIGSEGV", "", "./shop:0 total"),
        ("(1a.2b): Integer divide-by-zero - code c0000094 (first chance)\n"
         "00 0053f7c4 00c21b3e shop!total+0x2 [c:\\src\\cart.cpp @ 7]",
         "windows", "Integer divide-by-zero", "", "c:\\src\\cart.cpp:7 total"),
        ("Error: 2\n    at eval (eval at load (/src/cart.js:7:9), <anonymous>:9:54)",
         "javascript", "Error", "2", "/src/cart.js:7 eval"),
        ("== Java Exception: java.lang.IllegalStateException: twice\n"
         "\tat shop.Cart.total(Cart.java:7)", "jvm", "java.lang.IllegalStateException", "twice",
         "shop/Cart.java:7 shop.Cart.total"),
        ("  1) Cart totals\n     Failure/Error: cart.total\n     NoMethodError:\n"
         "       undefined method `total'\n     # ./spec/cart_spec.rb:7:in `block in <top>'",
         "ruby", "NoMethodError", "undefined method `total'", "./spec/cart_spec.rb:7 block in <top>"),
        ("fatal error: runtime: out of memory\n\nruntime.throw({0x5?, 0x4?})\n"
         "\truntime/panic.go:1047 +0x5f fp=0x7 sp=0x6 pc=0x4", "go", "fatal error",
         "runtime: out of memory", "runtime/panic.go:1047 runtime.throw"),
    ],
)  # fmt: skip
def test_more_forms(text: str, form: str, kind: str, message: str, frame: str) -> None:
    found = parse_trace(text)
    assert (found.error_type, found.message) == (kind, message)
    shown = [f"{one.path}:{one.line} {one.function}" for one in found.frames]
    assert frame in shown or (not frame and not shown)
    assert found.form == form


@pytest.mark.parametrize(
    ("text", "form", "kind", "message", "frame"),
    [
        ("==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x7 (pc 0x7 T0)\n"
         "    #0 0x7f5d in cart_total shop/cart.c:7", "sanitizer", "heap-use-after-free", "",
         "shop/cart.c:7 cart_total"),
        ("TypeError: no cart\n    at total (cart.js:7)\n    at show (index.js:9)",
         "javascript", "TypeError", "no cart", "cart.js:7 total"),
        ("System.InvalidOperationException : no cart\n"
         "   en Shop.Cart.Total(String name) en C:\\shop\\Cart.cs:línea 7", "csharp",
         "System.InvalidOperationException", "no cart", "C:\\shop\\Cart.cs:7 Shop.Cart.Total"),
        ("Shop.CartException (0x80004005): no cart\n"
         "   在 Shop.Cart.Total(String name) 位置 D:\\shop\\Cart.cs:行号 7", "csharp",
         "Shop.CartException", "no cart", "D:\\shop\\Cart.cs:7 Shop.Cart.Total"),
        ("ActionView::Template::Error: no cart\n    line 7 of [PROJECT_ROOT]/app/views/cart.html.erb: total",
         "ruby", "ActionView::Template::Error", "no cart", "[PROJECT_ROOT]/app/views/cart.html.erb:7 total"),
        ("NoMethodError (no cart):\n  app/views/cart.html.haml:7\n  app/views/cart.html.haml:3:in `each'",
         "ruby", "NoMethodError", "no cart", "app/views/cart.html.haml:7 "),
        ("Process 7 (shop) dumped core.\n#0  0x00007ff3 raise (libc.so.6 + 0x3dbc5)\n"
         "#1  0x0000556a cart_total (shop + 0x1539)", "sanitizer", "",
         "Process 7 (shop) dumped core.", "shop + 0x1539:0 cart_total"),
        ("Fatal Exception: NSRangeException\nindex 7 beyond bounds\n"
         "0  CoreFoundation  0x183268f48 __exceptionPreprocess\n"
         "1  Shop            0x10051b9b8 -[Cart total:] (Cart.m:7)", "swift", "NSRangeException",
         "index 7 beyond bounds", "Cart.m:7 -[Cart total:]"),
        ("Backtrace:\n  5  0x000000010b2ab921 -[Cart total:] at /Users/ann/My Shop/Cart.m:7 (in Shop)",
         "swift", "", "", "/Users/ann/My Shop/Cart.m:7 -[Cart total:]"),
        ("**\\* Terminating app due to uncaught exception 'NSRangeException', reason:'index 7'",
         "objective-c", "NSRangeException", "index 7", ""),
        ("Swift runtime failure: Index out of range + 0 (Cart.swift:7)", "swift", "Fatal error",
         "Index out of range", ""),
        ("Fatal error: Call to a member function total() on null in /shop/cart.php on line 7",
         "php", "Error", "Call to a member function total() on null", "/shop/cart.php:7 "),
        ("2024/01/02 03:04:05 http: panic serving 10.0.0.1:80: runtime error: invalid memory address"
         " or nil pointer dereference\ngoroutine 7 [running]:\nshop.total()\n\t/src/cart.go:7 +0x1d",
         "go", "runtime error: invalid memory address or nil pointer dereference",
         "runtime error: invalid memory address or nil pointer dereference", "/src/cart.go:7 shop.total"),
        ("thread ‘main’ panicked at ‘no cart’, C:\\shop\\src\\cart.rs:7:5", "rust", "panic",
         "no cart", "C:\\shop\\src\\cart.rs:7 "),
        ("Error message: panicked at src/cart.rs:7:5:\nno cart", "rust", "panic", "no cart",
         "src/cart.rs:7 "),
        ("[7:FATAL:cart.cc(7)] Check failed: n > 0.\n#0 0x7f48a51f99e0 shop::Cart::Total()\n"
         "#1 0x7f48a526964d main", "native", "CHECK failed", "n > 0.", ":0 shop::Cart::Total"),
        ("Stack frame #00 pc 0007 /data/app/libshop.so (BuildId: 4c1c): Routine shop::total(int) at"
         " /src/cart.h:7", "android", "", "", "/src/cart.h:7 shop::total(int)"),
        ("A        #19 pc 00093b55  /data/app/base.apk!libshop.so (offset 0x3e) (BuildId: 4a51)",
         "android", "", "", "/data/app/base.apk!libshop.so:0 "),
        ("    #0 total cart.c:7 (shop+0x1)\n\n  Previous read of size 4 at 0x1 by thread T2:\n"
         "    #0 show cart.c:9 (shop+0x2)", "sanitizer", "data race", "", "cart.c:7 total"),
        ("Exception Type:        EXC_BAD_ACCESS (SIGSEGV)\n"
         "Exception Codes:       KERN_INVALID_ADDRESS at 0x0000000000000418\n\n"
         "Thread 0 Crashed:: Dispatch queue\n0   shop   0x0000000103ea0c6e total + 24",
         "native", "EXC_BAD_ACCESS", "zero page", ":0 total"),
        ("Exception Type:  EXC_BREAKPOINT (SIGTRAP)\nApplication Specific Information:\n"
         "Shop/Cart.swift:7: Fatal error: no cart", "swift", "Fatal error", "no cart",
         "Shop/Cart.swift:7 "),
        ("Error in shop: free(): invalid next size (fast): 0x9c\nshop(total+0x1d)[0x7ffff73447e5]",
         "native", "heap corruption", "invalid next size (fast): 0x9c", "shop:0 total"),
    ],
)  # fmt: skip
def test_forms_as_people_paste_them(
    text: str, form: str, kind: str, message: str, frame: str
) -> None:
    found = parse_trace(text)
    assert (found.error_type, found.message) == (kind, message)
    shown = [f"{one.path}:{one.line} {one.function}" for one in found.frames]
    assert frame in shown or (not frame and not shown)
    assert found.form == form


@pytest.mark.parametrize(
    "prefix",
    [
        "> ",
        "shop-1  | ",
        "0|shop  | ",
        "[exec] ",
        "│ ",
        "2024-01-02T03:04:05.678901+00:00 ",
        "2024-01-02 03:04:05,678 ERROR ",
        "Jan  2 03:04:05 host.example shop[77]: ",
        "[03:04:05] [main/INFO] [STDERR]: [shop.Cart:total:7]: ",
        "> [03:04:05 WARN]: ",
        "2024-01-02T03:04:05.678-0800 [DEBUG] plugin.shop-cart_v0.1.1: ",
        "01-02 03:04:05.678  77  78 E AndroidRuntime: ",
        "E/AndroidRuntime( 77): ",
    ],
)
@pytest.mark.parametrize("report", [GO, JAVA, NODE, RUBY])
def test_what_logs_put_before_each_line(prefix: str, report: str) -> None:
    logged = "\n".join(prefix + line for line in report.splitlines())
    assert parse_trace(logged) == parse_trace(report)


def test_a_message_keeps_what_looks_like_a_prefix() -> None:
    assert parse_trace(PYTEST.replace("assert 1 == 2", "[1] == [2]")).message == "[1] == [2]"
    assert parse_trace("ValueError: [a] - b | c").message == "[a] - b | c"


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("[ERROR] Failed to execute goal shop:total: java.lang.IllegalStateException: no cart\n\nAny idea?",
         "java.lang.IllegalStateException", "no cart"),
        ('{"level": "error", "error": "CartError: no cart", "n": 1}', "CartError", 'no cart", "n": 1}'),
        ("Task total raised unexpected: OperationalError('no cart')", "OperationalError", "no cart"),
        ("An unhandled exception of type 'System.IO.FileNotFoundException' occurred.",
         "System.IO.FileNotFoundException", ""),
        ("**java.lang.OutOfMemoryError** in **Cart.java:7**", "java.lang.OutOfMemoryError", ""),
        ("**CartException** in **/cart**\nThe cart could not be read\n*Created by a robot*",
         "CartException", "The cart could not be read"),
        ("Hello,\nI see this: index out of range, list of 7\nPlease help", "",
         "I see this: index out of range, list of 7"),
        ("Hello,\nthe import failed\nPlease help", "", "the import failed"),
        ("Hello,\nit stopped\nBacktrace:", "", "it stopped"),
    ],
)  # fmt: skip
def test_what_is_named_or_told_within_a_text(text: str, kind: str, message: str) -> None:
    found = parse_trace(text)
    assert (found.error_type, found.message) == (kind, message)


def test_a_report_within_one_string() -> None:
    one_string = PYTHON.replace("'", "\\'").replace("\n", "\\n")
    assert parse_trace(f"'{one_string}\\n'").frames == parse_trace(PYTHON).frames
    in_json = JAVA.replace('"', '\\"').replace("\n", "\\r\\n").replace("\t", "\\t")
    found = parse_trace(f'{{"stack": "{in_json}"}}')
    assert (found.error_type, found.frames[0].line) == ("java.lang.IllegalStateException", 12)
    path = r"KeyError: 'C:\new\at\notes'"
    assert parse_trace(path).message == r"'C:\new\at\notes'"


def test_the_thread_that_crashed_comes_first() -> None:
    found = parse_trace(
        "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\n\nThread 0:\n"
        "0   libsystem   0x7fff1 wait + 8\n1   shop   0x103 main + 9\n\n"
        "Thread 2 name:  Cart\nThread 2 Crashed:\n0   shop   0x104 total + 24\n\n"
        "Thread 3:\n0   libsystem   0x7fff2 idle + 8\n"
    )
    assert [one.function for one in found.frames] == ["total", "idle", "wait", "main"]


def test_control_characters_and_reports_around_a_traceback() -> None:
    assert parse_trace("\ufeff\x07" + PYTHON.replace("\n", "\r\n")) == parse_trace(PYTHON)
    logged = f"{PYTHON}\n==7== ERROR: libFuzzer: fuzz target exited\n" + "".join(
        f"    #{number} 0x7 in step{number} /src/a.c:{number}:1\n" for number in range(9)
    )
    assert parse_trace(logged).error_type == "pkg.errors.MyError"


def test_colours_and_groups() -> None:
    coloured = PYTHON.replace("KeyError", "\x1b[31mKeyError\x1b[0m")
    assert parse_trace(coloured) == parse_trace(PYTHON)
    grouped = "\n".join(f"  | {line}" for line in PYTHON.splitlines())
    assert parse_trace(grouped).error_type == "pkg.errors.MyError"
    assert len(parse_trace(grouped).frames) == 3


def test_a_huge_text_is_read_in_part() -> None:
    line = "x" * 100_000 + "\n"
    assert parse_trace(line * 100 + PYTHON).message
    assert parse_trace("at (" * 50_000).frames == ()
