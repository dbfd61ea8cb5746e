"""Tournaments: participants, schedule, standings, ratings, pages."""
