"""Saved games and files written whole."""
