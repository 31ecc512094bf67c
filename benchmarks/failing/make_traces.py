"""Run the programs of benchmarks/failing and keep what they print: benchmarks/stack_traces.jsonl.

Languages whose tools are not installed are left out, and told. Each line is `{kind, language,
trace}`; paths of the machine are shortened to `/srv/shop`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parent
OUTPUT = SOURCES.parent / "stack_traces.jsonl"
SECONDS = 60

_KIND = re.compile(
    r'(?:case|when|=>|strcmp\(kind,)?\s*"([a-z]+_[a-z_]+|assertion|syntax|timeout|leak)"'
)
_OBJECT_KEY = re.compile(r"^  ([a-z_]+): (?:\(|function)", re.MULTILINE)
_FUNCTION = re.compile(r"^def ([a-z_]+)\(cart\)", re.MULTILINE)

Built = tuple[str, Path, list[str]]  # language, source, command without the kind


def build(folder: Path) -> Iterator[Built]:
    """Each program, ready to run."""
    yield "python", SOURCES / "shop.py", [sys.executable, str(SOURCES / "shop.py")]
    if node := shutil.which("node"):
        yield "javascript", SOURCES / "shop.js", [node, str(SOURCES / "shop.js")]
    if (java := shutil.which("java")) and (javac := shutil.which("javac")):
        subprocess.run([javac, "-d", folder, SOURCES / "Shop.java"], check=True)
        yield "java", SOURCES / "Shop.java", [java, "-Xmx64m", "-cp", str(folder), "Shop"]
    if ruby := shutil.which("ruby"):
        yield "ruby", SOURCES / "shop.rb", [ruby, str(SOURCES / "shop.rb")]
    if go := shutil.which("go"):
        built = folder / "shop-go"
        subprocess.run([go, "build", "-o", built, SOURCES / "shop.go"], check=True)
        yield "go", SOURCES / "shop.go", [str(built)]
    if rustc := shutil.which("rustc"):
        built = folder / "shop-rust"
        command = [rustc, "-g", "-A", "warnings", "-o", built, SOURCES / "shop.rs"]
        subprocess.run(command, check=True)
        yield "rust", SOURCES / "shop.rs", [str(built)]
    if gcc := shutil.which("gcc"):
        built = folder / "shop-c"
        checks = "-fsanitize=address,undefined"
        command = [gcc, "-g", "-O0", "-w", checks, "-o", built, SOURCES / "shop.c"]
        subprocess.run(command, check=True)
        yield "c", SOURCES / "shop.c", [str(built)]


def kinds(source: Path) -> list[str]:
    text = source.read_text("utf-8")
    pattern = {".py": _FUNCTION, ".js": _OBJECT_KEY}.get(source.suffix, _KIND)
    return sorted({*pattern.findall(text), "bad_value"})


def trace_of(command: list[str], kind: str) -> str:
    environment = {**os.environ, "RUST_BACKTRACE": "1", "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run(
        [*command, kind],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environment,
        check=False,  # that it fails is the point
    )
    text = done.stderr.replace(str(SOURCES), "/srv/shop").replace(sys.base_prefix, "/usr")
    lines = text.replace(str(Path.home()), "/home/ann").splitlines()
    if len(lines) > 60:
        lines = [*lines[:45], *lines[-10:]]
    return "\n".join(line[:400] for line in lines)


def main() -> None:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for language, source, command in build(Path(folder)):
            for kind in kinds(source):
                trace = trace_of(command, kind)
                if trace.strip():
                    trace = trace.replace(folder, "/srv/shop/bin")
                    found.append({"kind": kind, "language": language, "trace": trace})
    counts = Counter(one["kind"] for one in found)
    kept = [one for one in found if counts[one["kind"]] > 1]
    OUTPUT.write_text("".join(json.dumps(one) + "\n" for one in kept), "utf-8")
    print(f"{len(kept)} traces of {len({one['kind'] for one in kept})} kinds")
    print(Counter(one["language"] for one in kept))


if __name__ == "__main__":
    main()
