"""Tests of behaviour that all five games, and a sixth, have in common."""
