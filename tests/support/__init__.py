"""Helpers for tests: programs as child processes, positions, checked kernels."""
