"""What the five programs share, room by room (each says in its `__init__.py` what lives there); nothing here names a game."""
