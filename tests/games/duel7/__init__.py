"""The sliding duel."""
