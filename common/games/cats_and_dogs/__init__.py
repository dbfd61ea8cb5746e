"""Cats & Dogs: double moves, safe captures, proof-number search."""
