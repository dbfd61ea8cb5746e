"""Saved games and atomic writes of files."""
