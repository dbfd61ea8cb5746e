"""Kernels: hot code, written once, run as plain Python or as machine code.

This package imports no other package of `common`.
"""
