"""The names that frames of .NET and the JVM have, as their definitions are called in the code.

What compilers make of lambdas, async methods and nested classes bears names of their own.
"""

from __future__ import annotations

import re

# `<Total>d__3.MoveNext`, `<>c.<Total>b__3_0`, `<Total>g__Inner|4_0`: all of them are in `Total`.
_MADE_OF = re.compile(r"(?:<>c\w*\.)?<(?P<name>\w+)>[a-z]__[\w|]*(?:\.MoveNext)?$")
_LAMBDA = re.compile(r"\blambda\$(?P<name>\w+?)\$\d+$")
_GENERIC = re.compile(r"`\d+|(?<=\w)\[[^\[\]]*\]$")
_NESTED = re.compile(r"(?<=\w)[$+](?=\w)")
_CONSTRUCTOR = re.compile(r"(?P<name>\w+)\.(?:<init>|\.ctor)$")


def plain_name(function: str) -> str:
    """`acme.Cart.Row.total` of `acme.Cart$Row.lambda$total$0`; other names are left as they are."""
    name = _LAMBDA.sub(r"\g<name>", _MADE_OF.sub(r"\g<name>", function))
    name = _NESTED.sub(".", _GENERIC.sub("", name))
    return _CONSTRUCTOR.sub(r"\g<name>.\g<name>", name)
