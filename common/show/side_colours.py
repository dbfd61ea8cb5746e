"""The colours of the sides, the same in pictures, on terminals and in the course of a score."""

from __future__ import annotations

Color = tuple[int, int, int]
COLOURS: tuple[Color, Color] = (0, 94, 162), (202, 80, 16)  # where a game has no others


def on_colour(colour: Color, ink: str = "white") -> str:
    """A letter on the colour of its side's pictures, in rich's words."""
    return f"bold {ink} on rgb({','.join(map(str, colour))})"
