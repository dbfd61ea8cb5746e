"""Cats & Dogs: kernels, evaluation, double moves, safe captures, proof numbers."""
