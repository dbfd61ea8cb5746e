"""Tournaments: participants, pairings, standings, ratings, the page."""
