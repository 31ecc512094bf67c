"""codewitness: a language server that gives testimony about code."""

__version__ = "0.1.0"
