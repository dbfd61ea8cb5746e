"""Matches: pairs of games between two players, and their statistics."""
