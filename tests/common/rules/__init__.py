"""Boards, sets, positions."""
