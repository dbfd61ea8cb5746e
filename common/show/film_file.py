"""Films and stills as files, by suffix: GIF, webp and mp4 show the whole game, PNG one position."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.rules.errors import BadInput, Leave, quoted
from common.rules.files import check_folders, write_atomically

if TYPE_CHECKING:
    from PIL.Image import Image

LAST_FRAME_MS = 2000  # milliseconds for the last frame of a film
# Longest frame of an mp4 in milliseconds. Few viewers show slower films, so longer frames are repeated.
MAX_FRAME_MS = 1000


def check_film_path(path: Path | None) -> Path | None:
    """Return the path, or None for None, if a film can be written there.

    Raise BadInput or OSError if not, Leave if the package that writes the format is missing.
    """
    if path is None:
        return None
    suffix = path.suffix.lower()
    if suffix not in FILMS:
        raise BadInput(
            f"--gif {quoted(str(path))}: expected a file that ends in .gif, .webp or .mp4, e.g. game.gif"
        )
    if suffix == ".mp4" and not _ffmpeg():
        raise Leave(
            f'{path}: mp4 needs ffmpeg; to install it: python -m pip install ".[video]"',
            1,
        )
    if suffix == ".webp" and not _webp():
        raise Leave(
            f"{path}: this Pillow cannot write webp; "
            "to install one that can: python -m pip install -U pillow",
            1,
        )
    check_folders(path)
    return path


def check_still_path(path: Path | None) -> Path | None:
    """Return the path, or None for None, if a PNG can be written there. Raise BadInput or OSError."""
    if path and path.suffix.lower() != ".png":
        raise BadInput(f"--png {quoted(str(path))}: expected a file that ends in .png, e.g. end.png")
    check_folders(path)
    return path


def save_film(frames: list[Image], path: Path, milliseconds: int) -> None:
    """Write a film of one or more frames, atomically. Raise OSError.

    The suffix of `path`, checked before, chooses the format. A frame lasts `milliseconds`, the last one
    LAST_FRAME_MS.
    """
    write_atomically(path, FILMS[path.suffix.lower()](frames, milliseconds))


def save_still(frame: Image, path: Path) -> None:
    """Write one frame as PNG, atomically and whatever the suffix. Raise OSError."""
    data = io.BytesIO()
    frame.save(data, "PNG", optimize=True)
    write_atomically(path, data.getvalue())


def _gif(frames: list[Image], milliseconds: int) -> bytes:
    data = io.BytesIO()
    durations = _durations(frames, milliseconds)
    frames[0].save(
        data, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True
    )
    return data.getvalue()


def _webp_film(frames: list[Image], milliseconds: int) -> bytes:
    data = io.BytesIO()
    durations = _durations(frames, milliseconds)
    coloured = [frame.convert("RGB") for frame in frames]
    coloured[0].save(
        data, "WEBP", save_all=True, append_images=coloured[1:], duration=durations, loop=0, lossless=True
    )
    return data.getvalue()


def _durations(frames: list[Image], milliseconds: int) -> list[int]:
    return [milliseconds] * (len(frames) - 1) + [LAST_FRAME_MS]


def _mp4(frames: list[Image], milliseconds: int) -> bytes:
    """Return a film as mp4. All its frames last equally long, so the last one is repeated."""
    import tempfile

    import imageio.v2 as imageio
    import numpy

    times = -(-milliseconds // MAX_FRAME_MS)
    repeats = [times] * (len(frames) - 1) + [max(times, round(LAST_FRAME_MS * times / milliseconds))]
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "film.mp4"
        pen: Any = imageio.get_writer(
            film, fps=1000 * times / milliseconds, macro_block_size=1, ffmpeg_log_level="error"
        )
        with pen:
            for frame, count in zip(frames, repeats, strict=True):
                for picture in [numpy.asarray(_even(frame))] * count:
                    pen.append_data(picture)
        return film.read_bytes()


def _even(frame: Image) -> Image:
    """Return an RGB copy of a frame, padded to even width and height in its top left colour.

    mp4 stores one colour for two by two pixels.
    """
    from PIL import Image

    wide, high = (length + length % 2 for length in frame.size)
    coloured = frame.convert("RGB")
    padded = Image.new("RGB", (wide, high), coloured.getpixel((0, 0)))
    padded.paste(coloured)
    return padded


def _ffmpeg() -> bool:
    """Return True if imageio finds ffmpeg, which writes mp4."""
    try:
        import imageio.v2  # noqa: F401
        import imageio_ffmpeg

        imageio_ffmpeg.get_ffmpeg_exe()
    except (ImportError, RuntimeError):
        return False
    return True


def _webp() -> bool:
    from PIL import features

    return bool(features.check("webp"))


FILMS: dict[str, Callable[[list[Image], int], bytes]] = {".gif": _gif, ".webp": _webp_film, ".mp4": _mp4}
