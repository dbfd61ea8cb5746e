"""Walls: kernels for every board size, proofs, strategies, and the board on screens."""
