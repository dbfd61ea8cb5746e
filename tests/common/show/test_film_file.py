"""Films and stills as files: suffixes, missing packages, frames and their durations."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageSequence, features

from common.rules.errors import Leave
from common.show import film_file
from common.show.film_file import LAST_FRAME_MS, check_film_path, save_film

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


@pytest.mark.parametrize("suffix", ["gif", pytest.param("webp", marks=needs_webp)])
def test_film_has_all_frames_and_a_long_last_one(tmp_path: Path, suffix: str) -> None:
    save_film(FRAMES, tmp_path / f"game.{suffix}", 400)
    assert read_film(tmp_path / f"game.{suffix}") == list(
        zip(COLOURS, [400, 400, LAST_FRAME_MS], strict=True)
    )
