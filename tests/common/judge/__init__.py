"""Matches, tournaments, analyses."""
