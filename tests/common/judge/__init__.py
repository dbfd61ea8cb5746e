"""Matches, analyses, other people's answers."""
