"""Matches: pairs of games between two players, and what they show."""
