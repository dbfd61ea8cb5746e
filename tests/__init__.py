"""Tests of the five games and of the code they share, and benchmarks."""
