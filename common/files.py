"""Files written whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` at `path` in one step; whoever kills the program leaves the old file or the new one.

    Where another program holds the old file open (Windows), the new one stays beside it and a line on
    stderr says so. Raises OSError if the folder cannot be written.
    """
    import tempfile

    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        new.chmod(0o666 & ~_umask())
        new.replace(path)
    except PermissionError:
        if not (new.exists() and path.exists()):
            raise
        beside = path.with_name(f"{path.stem}-new{path.suffix}")
        new.replace(beside)
        print(f"{path} is in use by another program; the new file is {beside}", file=sys.stderr)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
