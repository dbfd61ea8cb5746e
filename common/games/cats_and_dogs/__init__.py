"""Cats & Dogs: kernels, evaluation, double moves, safe captures, proof-number search, textbook players."""
