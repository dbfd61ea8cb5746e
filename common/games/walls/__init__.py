"""Walls: path lengths, proofs, boards of every size, what the board looks like."""
