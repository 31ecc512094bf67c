"""Records as JSON objects and back, by the fields of their types.

Keys are in camel case. What has its default value is left out, so that a new field needs no
migration; what is unknown is refused, since a newer version has written it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from codewitness.model.records import TYPE_BY_KIND, Record, RecordKind, kind_of

Json = dict[str, Any]


class BadRecord(ValueError):
    """An object that is no record; the message names the field."""


def encoded(record: Record) -> Json:
    """The record as a JSON object, its kind under `type`."""
    return {"type": kind_of(record).value, **_object(record)}


def decoded(given: Mapping[str, Any]) -> Record:
    """The record of a JSON object."""
    kind = given.get("type")
    if kind not in list(RecordKind):
        raise BadRecord(f"type: a record is one of {', '.join(RecordKind)}, got {kind!r}")
    found = _value(given, TYPE_BY_KIND[RecordKind(kind)], "record", skip="type")
    assert isinstance(found, Record)
    return found


def _object(value: Any) -> Json:
    found: Json = {}
    for field in fields(value):
        one = getattr(value, field.name)
        if field.default is MISSING or one != field.default:
            found[camel(field.name)] = _encoded(one)
    return found


def _encoded(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_encoded(one) for one in value]
    if isinstance(value, StrEnum):
        return value.value
    return _object(value) if is_dataclass(value) else value


@cache
def _types(of: type) -> Mapping[str, tuple[str, Any, bool]]:
    """By key: the field's name, its type, and whether it must be there."""
    hints = get_type_hints(of)
    return {
        camel(field.name): (field.name, hints[field.name], field.default is MISSING)
        for field in fields(of)
    }


def _value(given: Any, wanted: Any, where: str, skip: str = "") -> Any:
    origin = get_origin(wanted)
    if origin is tuple:
        if not isinstance(given, list):
            raise BadRecord(f"{where}: takes a list")
        return tuple(_value(one, get_args(wanted)[0], where) for one in given)
    if origin is UnionType:
        return None if given is None else _value(given, get_args(wanted)[0], where)
    if is_dataclass(wanted):
        return _dataclass(given, wanted, where, skip)
    if issubclass(wanted, StrEnum):
        if given not in list(wanted):
            raise BadRecord(f"{where}: takes one of {', '.join(wanted)}, got {given!r}")
        return wanted(given)
    if wanted is float and type(given) is int:
        return float(given)
    if type(given) is not wanted:
        raise BadRecord(f"{where}: takes a value of type {wanted.__name__}, got {given!r}")
    return given


def _dataclass(given: Any, wanted: Any, where: str, skip: str) -> Any:
    if not isinstance(given, Mapping):
        raise BadRecord(f"{where}: takes an object")
    types = _types(wanted)
    values = {}
    for key, value in given.items():
        if key == skip:
            continue
        if key not in types:
            raise BadRecord(f"{key}: no field of {wanted.__name__}")
        name, of, _ = types[key]
        values[name] = _value(value, of, key)
    for key, (name, _, is_needed) in types.items():
        if is_needed and name not in values:
            raise BadRecord(f"{key}: missing in {wanted.__name__}")
    return wanted(**values)


def camel(name: str) -> str:
    """`error_type` as `errorType`; `is_lost` as `isLost`."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
