"""Benchmarks: python tests/bench NAME."""
