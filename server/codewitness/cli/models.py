"""`codewitness models`: which models are on this machine, and fetching the one that is not."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from codewitness.cli import DONE, NOT_DONE, WRONG_USE
from codewitness.cli.workspace import print_json

_OFFLINE = (
    "it could not be fetched ({why}). On a machine that reaches the model hub, fetch it there and "
    "copy its folder, then set `rerank.model` to cross-encoder:FOLDER"
)


def add_commands(commands: Any) -> None:
    """Add `models` to the parser's commands."""
    models = commands.add_parser("models", help="list models, or fetch the one for reranking")
    actions = models.add_subparsers(metavar="ACTION", required=True)
    show = actions.add_parser("list", help="the models that are used, and where they are")
    show.set_defaults(run=_list)
    pull = actions.add_parser("pull", help="fetch a model from the hub; asks first")
    pull.add_argument("model", nargs="?", help="its name there (default: the one for reranking)")
    pull.add_argument("--yes", action="store_true", help="do not ask")
    pull.set_defaults(run=_pull)
    for action in (show, pull):
        action.add_argument("--json", action="store_true", help="as JSON")
        # Taken as by every command; models are those of the machine, whatever the folder.
        action.add_argument("--root", type=Path, metavar="DIR", help="the folder; not needed")


def _list(arguments: argparse.Namespace) -> int:
    from codewitness.platform.embed import PACKAGED_MODEL
    from codewitness.platform.rerank import DEFAULT_MODEL, folder_of

    size = sum(file.stat().st_size for file in PACKAGED_MODEL.iterdir())
    found: list[dict[str, Any]] = [
        {"model": "static", "for": "embedding", "place": "in the package", "bytes": size},
        {"model": DEFAULT_MODEL, "for": "reranking", "place": folder_of(DEFAULT_MODEL)},
    ]
    if arguments.json:
        print_json(found)
        return DONE
    for one in found:
        place = one["place"] or "not on this machine: `codewitness models pull` fetches it"
        print(f"{one['for']:<10} {one['model']:<40} {place}")
    return DONE


def _pull(arguments: argparse.Namespace) -> int:
    from codewitness.platform.rerank import DEFAULT_MODEL, folder_of

    model = arguments.model or DEFAULT_MODEL
    if (folder := folder_of(model)) is not None:
        return _here(arguments, model, folder, "already")
    if not arguments.yes and not _agrees(model):
        return WRONG_USE
    try:
        from huggingface_hub import snapshot_download

        folder = snapshot_download(
            model, ignore_patterns=["*.onnx", "*.bin", "onnx/*", "openvino/*"]
        )
    except Exception as failure:  # of any library below: they share no base class
        why = type(failure).__name__
        print(f"codewitness: {model}: {_OFFLINE.format(why=why)}", file=sys.stderr)
        return NOT_DONE
    return _here(arguments, model, folder, "now")


def _here(arguments: argparse.Namespace, model: str, folder: str, since: str) -> int:
    if arguments.json:
        print_json({"model": model, "place": folder})
    else:
        print(f"{model} is here {since}: {folder}")
    return DONE


def _agrees(model: str) -> bool:
    if not sys.stdin.isatty():
        print("codewitness: nobody can be asked here; say --yes to fetch", file=sys.stderr)
        return False
    answer = input(f"Fetch {model} from huggingface.co (about 90 MB for the default one)? [y/N] ")
    return answer.strip().lower() in ("y", "yes")
