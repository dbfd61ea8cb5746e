"""What one game alone needs, in that game's words. Nothing below imports it."""
