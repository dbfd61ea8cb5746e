"""Evaluation of players, external programs, positions and saved games."""
