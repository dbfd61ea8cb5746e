"""Code shared by the five programs, one package per job (see each `__init__.py`). It names no game."""
