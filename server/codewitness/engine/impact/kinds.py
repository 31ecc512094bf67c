"""What an edit can do to a definition."""

from __future__ import annotations

from enum import StrEnum


class EffectKind(StrEnum):
    """What can happen to a definition."""

    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    CALL_ADDED = "callAdded"
    CALL_DROPPED = "callDropped"
    ASYNC_NOW = "asyncNow"
    ASYNC_NO_MORE = "asyncNoMore"
    TRY_ADDED = "tryAdded"
    TRY_REMOVED = "tryRemoved"
    PARAMETER_ADDED = "parameterAdded"
    PARAMETER_REMOVED = "parameterRemoved"
    PARAMETER_RENAMED = "parameterRenamed"
    PARAMETER_MOVED = "parameterMoved"
    DEFAULT_ADDED = "defaultAdded"
    DEFAULT_REMOVED = "defaultRemoved"
    DEFAULT_CHANGED = "defaultChanged"
    RAISE_ADDED = "raiseAdded"
    RAISE_DROPPED = "raiseDropped"
    HANDLE_ADDED = "handleAdded"
    HANDLE_DROPPED = "handleDropped"
    RETURN_CHANGED = "returnChanged"
    WRITE_ADDED = "writeAdded"
    WRITE_DROPPED = "writeDropped"
    SIGNATURE_CHANGED = "signatureChanged"
    CONDITION_CHANGED = "conditionChanged"
    CONDITION_ADDED = "conditionAdded"
    CONDITION_DROPPED = "conditionDropped"
    LOOP_CHANGED = "loopChanged"
    LOOP_ADDED = "loopAdded"
    LOOP_DROPPED = "loopDropped"
    CONSTANT_CHANGED = "constantChanged"
    CODE_CHANGED = "codeChanged"
    CODE_MOVED = "codeMoved"
