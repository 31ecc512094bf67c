"""Where this program's modules come from: never from the folder that it was started in.

That folder is as a rule the one that is open, and Python puts it before all others for `-m` and
`-c` (which worker processes are started with), and for an empty or relative entry of PYTHONPATH. A
module `numpy` in it would be run instead of the one that is meant.
"""

import os
import sys

_VARIABLE = "PYTHONPATH"


def leave_out_the_folder() -> None:
    """Take the current folder off the path, here and in processes that are started from now on."""
    try:
        folder = os.path.realpath(os.getcwd())
    except OSError:
        return  # it was removed: nothing can be imported from it
    os.environ["PYTHONSAFEPATH"] = "1"
    given = os.environ.get(_VARIABLE, "").split(os.pathsep)
    foreign = [entry for entry in given if _is_in(entry, folder) and not _is_own(entry)]
    if kept := [entry for entry in given if entry not in foreign]:
        os.environ[_VARIABLE] = os.pathsep.join(kept)
    else:
        os.environ.pop(_VARIABLE, None)
    out = {folder, *(os.path.realpath(entry) for entry in foreign)}
    sys.path[:] = [entry for entry in sys.path if _is_own(entry) or _real(entry) not in out]


def _is_in(entry: str, folder: str) -> bool:
    path = _real(entry)
    if folder == os.path.dirname(folder):
        return path == folder  # all is in the root of the disk, where services are started
    return path == folder or path.startswith(folder + os.sep)


def _is_own(entry: str) -> bool:
    """True if this package itself comes from there, so that its code is run in any case."""
    return _real(entry) == os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def _real(entry: str) -> str:
    return os.path.realpath(entry or os.curdir)
