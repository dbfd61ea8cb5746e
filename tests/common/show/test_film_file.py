"""Films and stills as files: suffixes, missing packages, frames and their durations."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageSequence, features

from common.rules.errors import BadInput, Leave
from common.show import film_file
from common.show.film_file import LAST_FRAME_MS, check_film_path, save_film, save_still

COLOURS = [(200, 0, 0), (0, 150, 0), (0, 0, 250)]
FRAMES = [Image.new("RGB", (9, 5), colour) for colour in COLOURS]
needs_webp = pytest.mark.skipif(not features.check("webp"), reason="needs a Pillow with webp")


def read_film(path: Path) -> list[tuple[tuple[int, ...], int]]:
    """Return the colour of the first pixel and the duration of each frame."""
    with Image.open(path) as film:
        frames = list[tuple[tuple[int, ...], int]]()
        for frame in ImageSequence.Iterator(film):
            frame.load()
            pixel = frame.convert("RGB").getpixel((0, 0))
            assert isinstance(pixel, tuple)
            frames.append((tuple(map(int, pixel)), int(frame.info["duration"])))
        return frames


# PATHS


@pytest.mark.parametrize("name", ["game", "game.avi", "game.gif.txt", ".gif"])
def test_unknown_suffix_of_a_film_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as found:
        check_film_path(Path(name))
    assert str(found.value) == (
        f"--gif '{name}': expected a file that ends in .gif, .webp or .mp4, e.g. game.gif"
    )


@pytest.mark.parametrize(
    ("suffix", "part", "command"), [("mp4", "_ffmpeg", '".[video]"'), ("webp", "_webp", "pillow")]
)
def test_missing_package_is_named_with_its_installation(
    monkeypatch: pytest.MonkeyPatch, suffix: str, part: str, command: str
) -> None:
    path = Path(f"game.{suffix}")
    monkeypatch.setattr(film_file, part, lambda: True)
    assert check_film_path(path) == path
    monkeypatch.setattr(film_file, part, lambda: False)
    with pytest.raises(Leave) as found:
        check_film_path(path)
    assert found.value.status == 1
    assert found.value.sentence.startswith(f"game.{suffix}: ")
    assert "python -m pip install" in found.value.sentence and command in found.value.sentence


# FILES


@pytest.mark.parametrize("suffix", ["gif", pytest.param("webp", marks=needs_webp)])
def test_film_has_all_frames_and_a_long_last_one(tmp_path: Path, suffix: str) -> None:
    save_film(FRAMES, tmp_path / f"game.{suffix}", 400)
    assert read_film(tmp_path / f"game.{suffix}") == list(
        zip(COLOURS, [400, 400, LAST_FRAME_MS], strict=True)
    )


def test_film_loops_forever(tmp_path: Path) -> None:
    save_film(FRAMES, tmp_path / "game.gif", 100)
    with Image.open(tmp_path / "game.gif") as film:
        assert film.info["loop"] == 0


def test_still_is_a_png_without_loss(tmp_path: Path) -> None:
    save_still(FRAMES[1], tmp_path / "end.png")
    with Image.open(tmp_path / "end.png") as still:
        assert (still.format, still.size, still.getpixel((0, 0))) == ("PNG", (9, 5), COLOURS[1])


@pytest.mark.parametrize("old", [None, b"old"])
def test_failed_film_leaves_the_old_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: bytes | None
) -> None:
    """A film of frames that cannot be written changes nothing."""
    path = tmp_path / "game.gif"
    if old is not None:
        path.write_bytes(old)

    def fail(frames: list[Image.Image], milliseconds: int) -> bytes:
        raise OSError("no space")

    monkeypatch.setitem(film_file.FILMS, ".gif", fail)
    with pytest.raises(OSError, match="no space"):
        save_film(FRAMES, path, 100)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if old is None else [old])


class Recorder:
    """A film writer that notes what it is given, and writes an empty file."""

    def __init__(self, path: Path, **settings: object) -> None:
        self.settings = settings
        self.colours: list[tuple[int, ...]] = []
        self.shapes: set[tuple[int, ...]] = set()
        path.write_bytes(b"film")

    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> None: ...

    def append_data(self, picture: object) -> None:
        assert hasattr(picture, "shape") and hasattr(picture, "__getitem__")
        self.shapes.add(tuple(picture.shape))
        self.colours.append(tuple(map(int, picture[0][0])))


@pytest.mark.parametrize(
    ("milliseconds", "frames_per_second", "repeats"),
    [
        (400, 2.5, [1, 1, 5]),
        (1000, 1.0, [1, 1, 2]),
        (1500, 4 / 3, [2, 2, 3]),
        (4000, 1.0, [4, 4, 4]),
    ],
)
def test_mp4_repeats_frames_that_last_long(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    milliseconds: int,
    frames_per_second: float,
    repeats: list[int],
) -> None:
    """All frames of an mp4 last equally long, at most a second; its sides are even."""
    import imageio.v2 as imageio

    made = list[Recorder]()

    def get_writer(path: Path, **settings: object) -> Recorder:
        made.append(Recorder(path, **settings))
        return made[0]

    monkeypatch.setattr(imageio, "get_writer", get_writer)
    save_film(FRAMES, tmp_path / "game.mp4", milliseconds)
    (film,) = made
    assert film.settings["fps"] == pytest.approx(frames_per_second)
    assert [film.colours.count(colour) for colour in COLOURS] == repeats
    assert list(dict.fromkeys(film.colours)) == COLOURS
    assert len(film.colours) == sum(repeats)
    assert film.shapes == {(6, 10, 3)}
    assert (tmp_path / "game.mp4").read_bytes() == b"film"
