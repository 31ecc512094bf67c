"""Which language a file is in, by its name and, where that is not enough, its text."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import NamedTuple

from codewitness.syntax.languages.spec import LanguageSpec

LANGUAGES = (
    "python",
    "java",
    "kotlin",
    "typescript",
    "tsx",
    "javascript",
    "go",
    "csharp",
    "swift",
    "ruby",
    "c",
    "objc",
    "cpp",
    "rust",
)
_IN_DEPTH = frozenset(LANGUAGES)

_CPP_HEADER = re.compile(
    rb"^\s*(?:class|namespace|template|using|public:|private:|protected:|constexpr)\b"
    rb"|\bstd::|^\s*extern\s+\"C\"\s*\{|^[^\n\"/*]*\b[A-Za-z_]\w*::~?[A-Za-z_]",
    re.MULTILINE,
)
# What a C header says to C++ alone.
_FOR_CPP = re.compile(
    rb"^\s*#\s*if(?:def|\s+defined)?\b[^\n]*__cplusplus[\s\S]*?^\s*#\s*(?:else|elif|endif)\b",
    re.MULTILINE,
)
_OBJC_HEADER = re.compile(rb"^\s*(?:@interface|@protocol|@class|#import|@import)\b", re.MULTILINE)

# Grammars of the language pack that are read by syntax node, by extension or file name.
GENERIC = {
    "bash": ("sh", "bash", "bats", "zsh"),
    "lua": ("lua",),
    "php": ("php",),
    "scala": ("scala", "sc", "sbt"),
    "haskell": ("hs",),
    "elixir": ("ex", "exs"),
    "erlang": ("erl", "hrl"),
    "clojure": ("clj", "cljs", "cljc", "edn"),
    "dart": ("dart",),
    "perl": ("pl", "pm"),
    "r": ("r",),
    "julia": ("jl",),
    "zig": ("zig",),
    "ocaml": ("ml",),
    "ocaml_interface": ("mli",),
    "nim": ("nim",),
    "d": ("d",),
    "groovy": ("groovy", "gradle"),
    "elm": ("elm",),
    "fsharp": ("fs", "fsx"),
    "solidity": ("sol",),
    "sql": ("sql",),
    "html": ("html", "htm"),
    "css": ("css",),
    "scss": ("scss",),
    "vue": ("vue",),
    "svelte": ("svelte",),
    "proto": ("proto",),
    "graphql": ("graphql", "gql"),
    "hcl": ("hcl", "tf"),
    "terraform": ("tfvars",),
    "powershell": ("ps1", "psm1"),
    "vim": ("vim",),
    "fortran": ("f90", "f95", "f03", "f08"),
    "pascal": ("pas",),
    "ada": ("adb", "ads"),
    "commonlisp": ("lisp", "cl"),
    "scheme": ("scm", "ss"),
    "racket": ("rkt",),
    "elisp": ("el",),
    "cuda": ("cu", "cuh"),
    "glsl": ("glsl", "vert", "frag"),
    "hlsl": ("hlsl",),
    "wgsl": ("wgsl",),
    "verilog": ("v", "sv", "svh"),
    "vhdl": ("vhd", "vhdl"),
    "make": ("mk",),
    "cmake": ("cmake",),
    "dockerfile": ("dockerfile",),
    "nix": ("nix",),
    "gleam": ("gleam",),
    "odin": ("odin",),
    "tcl": ("tcl",),
    "thrift": ("thrift",),
}
_GENERIC_NAMES = {
    "Makefile": "make",
    "GNUmakefile": "make",
    "Dockerfile": "dockerfile",
    "CMakeLists.txt": "cmake",
    "meson.build": "python",
    "Jenkinsfile": "groovy",
}
TEXT = {
    "markdown": ("md", "markdown", "mdx", "mdc"),
    "rst": ("rst",),
    "text": ("txt", "text", "adoc", "asciidoc", "org", "tex"),
    "toml": ("toml",),
    "yaml": ("yaml", "yml"),
    "json": ("json", "jsonc", "json5", "webmanifest"),
    "ini": ("ini", "cfg", "conf", "properties", "editorconfig", "env"),
    "xml": ("xml", "xsd", "xsl", "plist", "csproj", "props", "targets"),
    "template": ("j2", "jinja", "jinja2", "tmpl", "erb", "hbs", "mustache", "py-tpl", "ejs"),
}
# Code that no grammar is used for: its words are found as those of a text are.
PLAIN_CODE = {
    "grammar": ("y", "yy", "ypp", "l", "ll", "lex", "g4", "peg", "pest", "lalrpop", "rl"),
    "assembly": ("asm", "s"),
    "awk": ("awk",),
    "batch": ("bat", "cmd"),
    "coffeescript": ("coffee",),
    "crystal": ("cr",),
    "cue": ("cue",),
    "fish": ("fish",),
    "gdscript": ("gd",),
    "haxe": ("hx",),
    "jq": ("jq",),
    "jsonnet": ("jsonnet", "libsonnet"),
    "just": ("just",),
    "lean": ("lean",),
    "m4": ("m4", "ac", "am"),
    "nushell": ("nu",),
    "purescript": ("purs",),
    "rego": ("rego",),
    "starlark": ("bzl", "bazel", "star"),
}
TEXT |= PLAIN_CODE
_TEXT_NAMES = {
    "Justfile": "just",
    "justfile": "just",
    "README": "text",
    "LICENSE": "text",
    "CHANGELOG": "text",
    "CHANGES": "text",
    "AUTHORS": "text",
    "NOTICE": "text",
    "go.mod": "text",
    ".gitignore": "text",
    ".gitattributes": "text",
    ".dockerignore": "text",
}


# What runs a program: `#!/usr/bin/env -S python3.11 -u`, `#!/bin/sh`.
_INTERPRETER = re.compile(
    rb"#!\s*(?:\S*/env\s+(?:-\S+\s+|\w+=\S+\s+)*)?(?:\S*/)?([a-zA-Z]+)[\d.]*\b"
)
_SCRIPTS = {
    **dict.fromkeys(("python", "pypy", "uv"), "python"),
    **dict.fromkeys(("ruby", "rbx", "jruby"), "ruby"),
    **dict.fromkeys(("node", "nodejs"), "javascript"),
    **dict.fromkeys(("deno", "bun", "tsx"), "typescript"),
    **dict.fromkeys(("sh", "bash", "dash", "ksh", "zsh"), "bash"),
    "perl": "perl",
    "php": "php",
    "lua": "lua",
    "swift": "swift",
    "kotlin": "kotlin",
}


# Grammars of what has no functions that call each other.
DECLARATIVE = frozenset(
    [
        "html",
        "css",
        "scss",
        "vue",
        "svelte",
        "proto",
        "graphql",
        "hcl",
        "terraform",
        "thrift",
        "sql",
        "make",
        "cmake",
        "dockerfile",
        "nix",
        "verilog",
        "vhdl",
    ]
)
# What people call a language that has another name here.
_CALLED = {
    "c#": "csharp",
    "c++": "cpp",
    "emacs-lisp": "elisp",
    "f#": "fsharp",
    "golang": "go",
    "objective-c": "objc",
    "shell": "bash",
}


class Reading(NamedTuple):
    """How a file is read: in depth by `spec`, else by node with `grammar`, else as text."""

    language: str
    spec: LanguageSpec | None
    grammar: str | None


def is_read_in_depth(language: str) -> bool:
    """True if it is known what code in it does; of others only definitions and words are."""
    return language in _IN_DEPTH


@cache
def spec(name: str) -> LanguageSpec:
    """The specification of one of `LANGUAGES`."""
    found: LanguageSpec = import_module(f"codewitness.syntax.languages.{name}").SPEC
    return found


def reading(path: str, head: bytes = b"") -> Reading | None:
    """How to read the file `path`, which begins with `head`; None if it is not read at all."""
    base = path.rsplit("/", 1)[-1]
    if (name := _deep(base, head)) is not None:
        return Reading(name, spec(name), spec(name).grammar)
    extension = base.rsplit(".", 1)[-1].lower() if "." in base else ""
    if (grammar := _GENERIC_NAMES.get(base) or _generic_by_extension().get(extension)) is not None:
        return Reading(grammar, None, grammar)
    if (text := _TEXT_NAMES.get(base) or _text_by_extension().get(extension)) is not None:
        return Reading(text, None, None)
    return _script(head) if may_be_script(path) else None


def language_named(word: str) -> str | None:
    """The language of this name, in any case, or of files that end so; None if none is."""
    word = word.strip().lower().removeprefix(".")
    word = _CALLED.get(word, word)
    if word in LANGUAGES or word in GENERIC or word in TEXT:
        return word
    by_ending = (_deep_by_extension(), _generic_by_extension(), _text_by_extension())
    return next((known[word] for known in by_ending if word in known), None)


def is_read(path: str, head: bytes = b"") -> bool:
    """True if files of this name, that begin so, are read in any way."""
    return reading(path, head) is not None


def may_be_script(path: str) -> bool:
    """True if the first line alone says what a file is written in: it has no ending."""
    return "." not in path.rsplit("/", 1)[-1]


def _script(head: bytes) -> Reading | None:
    """How a program is read whose first line names what runs it."""
    found = _INTERPRETER.match(head)
    name = _SCRIPTS.get(found[1].decode()) if found else None
    if name is None:
        return None
    return (
        Reading(name, spec(name), spec(name).grammar)
        if name in LANGUAGES
        else (Reading(name, None, name))
    )


def _deep(base: str, head: bytes) -> str | None:
    if (name := _deep_by_filename().get(base)) is not None:
        return name
    extension = base.rsplit(".", 1)[-1].lower() if "." in base else ""
    if extension == "h":
        return _header_language(head)
    return _deep_by_extension().get(extension)


def _header_language(head: bytes) -> str:
    if _OBJC_HEADER.search(head):
        return "objc"
    return "cpp" if _CPP_HEADER.search(_FOR_CPP.sub(b"", head)) else "c"


@cache
def _deep_by_extension() -> dict[str, str]:
    return {ext: name for name in LANGUAGES for ext in spec(name).extensions}


@cache
def _deep_by_filename() -> dict[str, str]:
    return {file: name for name in LANGUAGES for file in spec(name).filenames}


@cache
def _generic_by_extension() -> dict[str, str]:
    return {ext: name for name, extensions in GENERIC.items() for ext in extensions}


@cache
def _text_by_extension() -> dict[str, str]:
    return {ext: name for name, extensions in TEXT.items() for ext in extensions}
