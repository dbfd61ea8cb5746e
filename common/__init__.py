"""What the five programs share; nothing here names a game."""
